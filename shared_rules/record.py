"""Reading a game record: the text format that journals, finished games and `roost replay` share.

A record is a header `roost 1 <game>`, setup lines in a fixed order, then action lines `<verb> <seat> <what>`. Blank lines and
everything from `#` on are ignored; blanks around tokens, CRLF and a byte order mark are tolerated.
"""

from . import catalogue
from .refusal import GAME_OVER, NOT_YOUR_TURN, Refusal, unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = "1"  # of the format

# The codes that every game's records share, with what they mean. A game's own codes stand in its REFUSALS.
REFUSALS = {
    "unknown-word": "the line starts with a word that is neither a setup line nor an action of this game (word)",
    "bad-line": "the line has too few or too many parts, or one of them can't be read (word, form: how it should look)",
    "unknown-seat": "no seat of that name sits at this table (seat)",
    "unknown-cell": "no space of the board has that name (cell)",
    "unknown-card": "there is no such card (card)",
    "setup-order": "this setup line must stand before one that was already read (word, after)",
    "setup-twice": "this setup line was already read (word)",
    "setup-late": "a setup line after the first action (word)",
    "setup-missing": "a required setup line is missing (word)",
    "unknown-rules": "a version of the rules that isn't known here (version)",
    "unknown-mode": "a mode that this game doesn't have (mode)",
    "bad-seats": "too few, too many, unknown or repeated seats (least, most)",
    "nothing-to-undo": "no action stands that could be taken back",
    "wrong-phase": "this kind of action has its time, but not now (word, phase)",
    "not-your-turn": "another seat has to act (seat)",
    "game-over": "the game is over (word)",
    "agreed-needless": "no count of cards forbids that action: it needs no agreement (word)",
    "nothing-to-correct": "that is how it stands already",
}


class NotARecord(Exception):
    """The text is no record: its first line, or it ends before its set-up is complete.

    code   `no-header`, `unknown-game`, `unknown-format`, `not-text` or `setup-incomplete`
    facts  dict, as in Refusal
    """

    def __init__(self, code: str, **facts: object):
        super().__init__(code)
        self.code = code
        self.facts = facts


def tokens(text: str) -> "list[str]":
    """The tokens of one line, its comment left away. Blanks are space, tab, CR, vertical tab and form feed, nothing else."""
    if "#" in text:
        text = text.split("#", 1)[0]
    if "\t" in text or "\r" in text or "\v" in text or "\f" in text or "\n" in text:
        for blank in "\t\r\v\f\n":
            text = text.replace(blank, " ")
    found = text.split(" ")
    return [token for token in found if token] if "" in found else found


def number(token: str, least: int, most: int) -> int:
    """The whole number written in plain digits without leading zeros, -1 if it isn't one or lies outside least (>= 0) to most."""
    if len(token) > 9:
        return -1
    try:
        value = int(token)
    except ValueError:
        return -1
    return value if least <= value <= most and str(value) == token else -1


def seat_name(token: str) -> bool:
    """Is this 1-12 of `a-z0-9_-`, as the names of players must be?"""
    return 1 <= len(token) <= 12 and all(char in "abcdefghijklmnopqrstuvwxyz0123456789_-" for char in token)


def find_seat(seats: "tuple[str, ...]", token: str) -> int:
    """The index of a seat; raises Refusal("unknown-seat")."""
    if token in seats:
        return seats.index(token)
    raise unreadable("unknown-seat", seat=token)


def not_your_turn(seat: str) -> Refusal:
    """The Refusal for a seat that isn't to act."""
    return Refusal("not-your-turn", NOT_YOUR_TURN, seat=("seat", seat))


def game_over(word: str) -> Refusal:
    """The Refusal for an action after the end; word: its verb."""
    return Refusal("game-over", GAME_OVER, word=word)


def wrong_phase(word: str, phase: str) -> Refusal:
    """The Refusal for an action whose time it isn't; word: its verb, phase: the game's phase."""
    return Refusal("wrong-phase", word=word, phase=("phase", phase))


REASON = 120  # bytes that the reason of a correction may have: a journal's lines have an end


def reason(words: "list[str]", form: str) -> "list[str]":
    """The words of a correction's reason; raises Refusal when they are too long. form: how such a line looks."""
    if len(" ".join(words).encode()) > REASON:
        raise unreadable("bad-line", word="correct", form=form)
    return words


def agreed_needless(word: str) -> Refusal:
    """The Refusal for `agreed` before an action that is legal; word: its verb."""
    return Refusal("agreed-needless", word=word)


def nothing_to_correct() -> Refusal:
    """The Refusal for a correction that changes nothing."""
    return Refusal("nothing-to-correct")


class Reader:
    """Takes the lines of a record one after the other.

    game   the Game once the first action line was read (or `finish()` was called), else None
    setup  the Setup once a setup line after `rules` and `mode` was read, else None
    name   the game's name once the header was read, else None
    rules  version of the rules it is read by, 0 before the header
    """

    def __init__(self) -> None:
        self.game = None
        self.setup = None
        self.name: "str | None" = None
        self.rules = 0
        self._package: "Any" = None
        self._verbs: "tuple[str, ...]" = ()  # of the package, the first words of most lines
        self._mode: "str | None" = None
        self._read: "list[str]" = []  # words of the setup lines so far

    def feed(self, text: str):
        """Applies one line (with or without its newline) and returns the events of an action, else None.

        Raises NotARecord for a bad header, Refusal for a line that the rules refuse; the state is as it was before that line.
        """
        words = tokens(text[1:] if self.name is None and text[:1] == "\ufeff" else text)
        if not words:
            return None
        if self.name is None:
            self._header(words)
            return None
        word = words[0]
        game = self.game
        if game is not None and word in self._verbs:
            return game.apply(game.read(words))
        package = self._package
        if word in ("rules", "mode") or word in package.SETUP:
            self._setting(word, words[1:])
            return None
        if word != "undo" and word not in package.VERBS:
            raise unreadable("unknown-word", word=word)
        if game is None:
            game = self._open().start()
            events = self._act(game, words)
            self.game = game
            return events
        return self._act(game, words)

    def finish(self):
        """The game as it stands; raises NotARecord when the header or the set-up isn't complete."""
        if self.name is None:
            raise NotARecord("no-header")
        if self.game is None:
            try:
                self.game = self._open().start()
            except Refusal as refusal:
                if refusal.code != "setup-missing":
                    raise
                raise NotARecord("setup-incomplete", **refusal.facts) from None
        return self.game

    def _act(self, game, words: "list[str]"):
        if words[0] == "undo":
            if len(words) > 1:
                raise unreadable("bad-line", word="undo", form="undo")
            game.undo()
            return []
        return game.apply(game.read(words))

    def _header(self, words: "list[str]") -> None:
        if words[0] != "roost" or len(words) != 3:
            raise NotARecord("no-header")
        if words[1] != VERSION:
            raise NotARecord("unknown-format", version=words[1])
        if words[2] not in catalogue.GAMES:
            raise NotARecord("unknown-game", game=words[2])
        self._package = catalogue.package(words[2])
        self._verbs = self._package.VERBS
        self.rules = self._package.RULES[-1]
        self.name = words[2]

    def _open(self):
        # Kept only once a line of it was accepted: until then `rules` and `mode` may still come.
        return self._package.open_setup(self.rules, self._mode) if self.setup is None else self.setup

    def _setting(self, word: str, rest: "list[str]") -> None:
        if self.game is not None:
            raise Refusal("setup-late", word=word)
        if word in self._read:
            raise Refusal("setup-twice", word=word)
        order = ["rules", "mode"] + list(self._package.SETUP)
        for earlier in self._read:
            if order.index(earlier) > order.index(word):
                raise Refusal("setup-order", word=word, after=earlier)
        if word == "rules":
            if len(rest) != 1:
                raise unreadable("bad-line", word=word, form="rules <number>")
            version = number(rest[0], 0, 999999999)
            if version not in self._package.RULES:
                raise Refusal("unknown-rules", version=rest[0])
            self.rules = version
        elif word == "mode":
            if len(rest) != 1:
                raise unreadable("bad-line", word=word, form="mode score")
            if rest[0] not in self._package.MODES:
                raise Refusal("unknown-mode", mode=rest[0])
            self._mode = rest[0]
        else:
            setup = self._open()
            setup.setting(word, rest)
            self.setup = setup
        self._read.append(word)


def text_lines(data: bytes) -> "list[str]":
    """The lines of a record's bytes; raises NotARecord("not-text") when they aren't UTF-8."""
    try:
        text = str(data, "utf-8")
    except UnicodeError:
        raise NotARecord("not-text") from None
    return text.split("\n")
