"""What every game offers, so that the table, the page, the command line and the simulated players are written once.

A game is a small deterministic state machine. **Actions** are small ints or tuples that only the game itself takes apart;
`line()` and `read()` turn them into record lines and back. **Events** are tuples `(code, value ...)`; `tell()` turns one into
a message (see `choice` for messages and keys). A game package `shared_rules.<name>` has at its top

    NAME       the game's name in records
    RULES      tuple of the rules versions it can replay, the newest last
    REFUSALS   dict: code -> what it means, every code that game and set-up raise
    SETUP      tuple of the words of its setup lines, in the order in which a record has them (without `rules` and `mode`)
    VERBS      tuple of the words that action lines may start with, those of every mode among them
    MODES      tuple of the values that `mode` may have ("score")
    open_setup(rules, mode)  -> Setup (mode is None for a game that is played)

and its game class is a `Game`, its set-up class a `Setup`.

Its COPY names the words of the set-up lines that describe one's own copy, in the order in which people enter them.
A package may have more modules, imported when they are wanted and forgotten afterwards; its PARTS (a tuple) names them:

    corrections  below
    position     `Position(game)` (see `shared_rules.position`): how the table stands as people see it, and what sets the game right
    entry        `Entry(setup, words)` (see `shared_rules.entry`): entering set-up lines by pointing; where things have names of their own on
                 one's copy, `called(setup=None)`: list of (name in records, key)
    highlights   `choice(game)`: a Choice whose leaves are ("places", message, list of places), of what can be lit up; `describe(game, key)`
    sheets       (no module) `scene(seat)` shows that seat's own sheet

What a table settles by agreement are actions like any other, whose lines begin with `agreed` and `correct`; `legal()` never lists them.
The module `corrections` of a package knows them. It is imported when one comes, and has at its top

    absent(game, seat)      -> None, or what is done by itself for a seat to act whose player has left: (action, must hands do it?)
    ways_out(game, action)  -> None, or of an action that is refused because of earlier entries: (the action by agreement, the place in the
                            log of the entry that it rests on, or None where no single one can be named)
"""

from .refusal import Refusal


class Game:
    """One game in progress. Attributes that may be read by anyone, and are written by the game alone:

    name      as in records
    rules     version of the rules it is played by
    seats     tuple of seat names in seating order; everywhere else a seat is its index in it
    log       list of the actions that stand, oldest first
    played    False where only results are entered
    phase     str, as in the record format
    turn      int from 1
    over      bool
    """

    played = True

    def legal(self):
        """List of the actions that are legal next (a reveal: with a single card). Empty only when the game is over."""
        raise NotImplementedError

    def check(self, action):
        """Raises the Refusal that `apply(action)` would raise; the state stays as it is. Answers "why not?"."""
        raise NotImplementedError

    def apply(self, action):
        """Applies an action and returns the list of its events; raises Refusal and leaves the state as it was."""
        raise NotImplementedError

    def undo(self):
        """Takes back the last action and returns it; raises Refusal("nothing-to-undo") when there is none."""
        raise NotImplementedError

    def undo_notes(self):
        """What `undo()` would mean for the hands, to be asked before it: (messages what to put back, warning message or None).

        A message whose code begins with `again-` asks nothing of the hands: it only says who decides anew.
        The warning tells of something that can't be unseen: a shuffle, a reveal.
        """
        raise NotImplementedError

    def to_act(self):
        """List of the seats that may act next, in seating order; [] where the table as a whole acts, or over."""
        raise NotImplementedError

    def line(self, action):
        """The record line of an action, without a newline."""
        raise NotImplementedError

    def read(self, tokens):
        """The action of a record line split into tokens; raises Refusal of kind UNREADABLE. Checks form and names only."""
        raise NotImplementedError

    def tell(self, event):
        """(message, hands): an event in words to be; hands is True when people must do something with the wood or the cards."""
        raise NotImplementedError

    def prompt(self):
        """The Prompt of this state."""
        raise NotImplementedError

    def path(self, action):
        """The keys that lead from `prompt().choice` to this legal action."""
        raise NotImplementedError

    def describe(self, key):
        """Message that names the key of a choice at this moment (a fowl with its looks and where it stands)."""
        raise NotImplementedError

    def why(self):
        """A Choice over legal and illegal actions alike, for "why not?": leaves are actions to `check()`; None where it makes
        no sense.
        """
        raise NotImplementedError

    def scene(self, seat=None):
        """The Scene of this state; seat: as that seat's own sheet, where the game has one."""
        raise NotImplementedError

    def corrected(self) -> int:
        """How many actions stand that the table settled by agreement; score sheets mark such games."""
        return 0

    def scores(self):
        """None until the game is over, then an ordered dict as in the record format."""
        raise NotImplementedError

    def winners(self):
        """None until the game is over, then the winners' seats, in seating order."""
        raise NotImplementedError

    def sheet(self):
        """The score sheet so far, of what lies open: list of (label message, [points per seat], [reason message or None per
        seat]).

        The last row's label code is "total".
        """
        raise NotImplementedError

    def verdict(self):
        """Messages after the end: who won and which tie-break decided."""
        raise NotImplementedError

    def state(self):
        """Everything as an ordered dict of plain data, with the keys and in the order of the record format's JSON object."""
        raise NotImplementedError


class Setup:
    """The set-up of a game: the same machine as a game, whose steps yield the setup lines, and then the game.

    Two ways in: the record reader calls `setting(word, tokens)` for each setup line, `start()` at the first action line;
    the table walks `prompt()` / `apply(step)` / `undo()` until `ready`, writes `lines()` and calls `start()`.
    Steps are small tuples; a step that only confirms what hands have done (`("next",)`) yields no line.
    """

    ready = False  # True: start() will give the game
    names: "list[str]" = []  # names to offer for seats, set by the table (games whose seats are named)
    random = None  # function n -> 0 ... n-1, set by the table; what needs chance is only offered when it is there
    last: "dict[str, str]" = {}  # setup word -> rest of that line at this table's last game, set by the table

    def use(self, lines: "list[str]") -> None:
        """Takes, before the first step, the setup lines of one's own copy of the game (board, cards); raises Refusal."""
        for line in lines:
            words = line.split(" ")
            self.setting(words[0], words[1:])

    def prompt(self):
        """The Prompt of this step."""
        raise NotImplementedError

    def apply(self, step):
        """Takes a step; raises Refusal."""
        raise NotImplementedError

    def check(self, step):
        """Raises the Refusal that `apply(step)` would raise for a step that `why` leads to."""

    def why(self) -> "object | None":
        """As in Game; None where no step has reasons worth telling."""
        return None

    def undo(self):
        """Takes back the last step and returns it; raises Refusal("nothing-to-undo")."""
        raise NotImplementedError

    def describe(self, key):
        """As in Game."""
        raise NotImplementedError

    def scene(self, seat=None):
        """The Scene so far (what is to be laid out now is marked `now`)."""
        raise NotImplementedError

    def lines(self):
        """The setup lines so far, in order, `rules` first, then `mode` if it has one."""
        raise NotImplementedError

    def setting(self, word, tokens):
        """Takes a setup line that was read (`word` is one of SETUP); raises Refusal. Order and repetition are the reader's."""
        raise NotImplementedError

    def start(self):
        """The game; raises Refusal("setup-missing", line=...) when a required line is missing."""
        raise NotImplementedError


def nothing_to_undo():
    """The Refusal of an undo at the very start."""
    return Refusal("nothing-to-undo")
