"""How a game asks for a decision, independent of any display, and how it shows what lies where.

A **message** is a pair `(code, facts)`: code is a stable name that the language files turn into words, facts a dict.
A fact is an int, a str shown as it is (a cell's name), a pair `(vocabulary, token)` of two str (or str and int) that the
language file translates (`("type", "duck")`), a message of its own, or a list of such facts.

A **key** names one option: a tuple `(kind, value)`. Kinds used by more than one game: `seat` (index in seating order), `card`,
`fowl`, `space` (a place of the scene), `word` (`done`, `stay`, `leave`, `next`, `yes`, `no` ...), `number`.
"""

ONE = "one"  # pick one key
SOME = "some"  # pick `least` to `most` keys, in order
COUNT = "count"  # pick a whole number from `least` to `most`; keys are ("number", n)
NAME = "name"  # name a player: the table offers the names it knows before `keys`, and takes a typed one; each is ("name", token),
# where token is 1-12 of `a-z0-9_-`. `keys` holds what else may be picked (("word", "done")), and `taken` the tokens not to offer.


class Choice:
    """One decision: the keys to choose from and what each of them leads to.

    ask     message: the question, as a short sentence to read out
    keys    list of keys, in the order in which turning steps through them
    pick    function: key (SOME: tuple of keys) -> the next Choice, or an action; never raises for a listed key
    groups  list parallel to keys: jumping goes to the first key of the next group; None: no groups
    start   index of the likely key, where the cursor starts
    auto    True: enter the key at `start` by itself; the choice is only seen after Back
    hold    the key that holding Confirm takes, None if there is none (always one of `keys`)
    note    function: key -> list of messages about that key (what it captures, what it collects), or None
    taken   of kind NAME: tokens of the names that are taken
    """

    def __init__(
        self, ask, keys, pick, groups=None, start=0, auto=False, hold=None, note=None, kind=ONE, least=1, most=1, taken=()
    ):
        self.ask = ask
        self.keys = keys
        self.pick = pick
        self.groups = groups
        self.start = start
        self.auto = auto
        self.hold = hold
        self.note = note
        self.kind = kind
        self.least = least
        self.most = most
        self.taken = taken


class Prompt:
    """What has to be decided now.

    seats   indexes of the seats that may act; () where the table as a whole acts
    do      messages: what hands must do first, in order
    choice  the root Choice; None when nothing is left to decide (the game is over). Where its only key is
            `("word", "next")`, hands only have to do something: the Confirm that ends `do` takes that key
    """

    def __init__(self, seats, do, choice):
        self.seats = seats
        self.do = do
        self.choice = choice


class Scene:
    """What lies where.

    layout  name of the light layout: "hexagons" (places are cells 0-126), "path" (places are positions from 1), "sheet"
            (places are bird indexes 0-34)
    marks   dict: place -> list of (role, value), lowest first; the roles are listed in the game's `scene()`
    rows    list of (title message, list of messages): what can be read in words, most important first
    """

    def __init__(self, layout, marks, rows):
        self.layout = layout
        self.marks = marks
        self.rows = rows
