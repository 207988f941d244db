"""What is on the screen: one question or announcement, as data. Display, lights and link all draw the same `View`."""

from shared_rules.choice import NAME, ONE, Choice

from .walk import Walk

# How a view is drawn, see `screens`.
QUESTION = "question"  # whose turn, the question, the answer under the cursor
LIST = "list"  # several lines, one of them under the cursor
TEXT = "text"  # sentences to read out, and what Confirm does
SHEET = "sheet"  # the score sheet

MODES = ("menu", "setup", "game", "announce", "sheet", "dialog")


class View:
    """
    mode      one of MODES: what kind of moment this is, for whoever watches over the link
    style     QUESTION, LIST, TEXT or SHEET
    walk      the Walk whose cursor the knob moves
    describe  function: key -> message
    seats     list of messages: whose turn it is
    do        list of messages: what is announced, or what hands do first
    rides     list of messages: what has just happened and needs no hands; shown until the cursor moves
    head      message to stand where the seat stands, when no seat does
    machine   the game or set-up whose scene belongs to it, None for none
    body      of style TEXT, function: key -> list of messages, for a text that changes with the cursor
    full      the same in full, for whoever watches over the link and has room; None where `body` says it all
    sheet     of style SHEET: (rows as `Game.sheet` gives them, list of seats as messages)
    """

    def __init__(
        self, mode, style, walk, describe, seats=(), do=(), rides=(), head=None, machine=None, sheet=None, body=None, full=None
    ):
        self.mode = mode
        self.style = style
        self.walk = walk
        self.describe = describe
        self.seats = seats
        self._do = do
        self.body = body
        self.full = full
        self.rides = rides
        self.head = head
        self.machine = machine
        self.sheet = sheet
        self.typing = False  # True: a typed text is an answer, ("text", text)
        self.page = 0  # of a text that is too long for the display

    @property
    def do(self):
        """What is announced: with a `body`, what it says about the key under the cursor."""
        if self.body is not None and self.walk.key is not None:
            return self.body(self.walk.key)
        return self._do

    @property
    def told(self):
        """The same for the link."""
        return self.do if self.full is None or self.walk.key is None else self.full(self.walk.key)


def plain(key):
    """Describes keys whose kind is a vocabulary of the language files."""
    return key


def ask(
    mode, question, keys, style=LIST, describe=plain, do=(), start=0, head=None, machine=None, groups=None, hold=None, rides=()
):
    """A View of one plain choice, whose result is the key itself. question: message, keys: list of keys."""
    choice = Choice(question, keys, plain, start=start, groups=groups, hold=hold)
    return View(mode, style, Walk(choice), describe, do=do, head=head, machine=machine, rides=rides)


def announcement(messages, seats=(), machine=None, mode="announce", word="next"):
    """A View of sentences that stay until Confirm; of mode `announce` they tell what hands do."""
    ask = ("app-next", {}) if mode == "announce" else ("app-read", {})
    walk = Walk(Choice(ask, [("word", word)], plain))
    return View(mode, TEXT, walk, plain, seats=seats, do=messages, machine=machine)


def kind_name(choice):
    """The kind of a choice as the link calls it."""
    return "text" if choice.kind == NAME else choice.kind


def is_text(view):
    """Is this only to be read and confirmed?"""
    return view.style == TEXT and len(view.walk.level.keys) == 1 and view.walk.choice.kind == ONE
