"""What a table of Fowl Play! settles by agreement: record lines that begin with `agreed` and `correct`. Imported when one comes.

    agreed play black 17            a card that only the count of cards forbids: one was misread in an earlier turn
    agreed target black 22
    correct 17 e5 [reason]          the fowl stands there, wherever it was, captured or not
    correct 17 captured white       the fowl was captured by that seat
    correct 17 off                  the fowl was captured by the seat whose fox moved last (by the first one before any has moved)
    correct black e5                that fox stands there
    correct light 2                 so many light turn cards lie open
    correct shuffle                 the discards were shuffled early, before this turn's cards were discarded

A reason is any text to the end of the line. A correction is one action, sets the table right and does nothing else: whose turn it is stays,
it counts as no capture of the turn, and if it leaves eight fowl or fewer, or all light cards open, the game ends at the end of the turn.
Fowl and foxes may be set right at any time, after the end too; light cards and the shuffle only while turns are played.

Actions are ints as in `rules`, with verbs from AGREED_PLAY on; what is above bit 24 is the reason, its bytes from the last to the first.
"""

from .. import hexboard, record
from ..record import agreed_needless, find_seat, nothing_to_correct, number, wrong_phase
from ..refusal import Refusal, unreadable
from .cards import CardCount
from .pieces import FOWL, FOXES
from .rules import AGREED_PLAY, DONE, FOX, FOX0, GONE, PLAY, STAY, TARGET, TUNNEL, action

AGREED_TARGET, SET_FOWL, CAPTURE, OFF, SET_FOX, LIGHT, SHUFFLE = range(AGREED_PLAY + 1, AGREED_PLAY + 8)
NOWHERE = 127  # as the space of a fox: off the board, where it can't go
FORM = "correct <piece> <space|off> [reason]"
AGREED_FORM = "agreed <action>"
BY_COUNT = ("card-is-out", "target-played", "target-taken")  # refusals that a table may overrule


class EarlyCount(CardCount):
    """The count of cards when discards were shuffled early.

    The pile was not empty then, so that shuffle doesn't show what lies in the hands; all that follow do again.
    """

    def __init__(self, seats: int, early: "tuple[int, ...]"):
        CardCount.__init__(self, seats)
        self.early = early
        self._shuffles = [self.pile(turn) for turn in early]

    def _round(self, turn: int) -> "tuple[int, int]":
        """The round of the pile that a turn falls into, and its first turn."""
        pile = 0
        first = 1
        for start in self.early:
            if start > turn:
                break
            pile += (start - 1 - first) // self.turns_a_pile + 1
            first = start
        more = (turn - first) // self.turns_a_pile
        return pile + more, first + more * self.turns_a_pile

    def pile(self, turn: int) -> int:
        return self._round(turn)[0]

    def shuffled_before(self, turn: int) -> bool:
        return turn > 1 and turn not in self.early and self._round(turn)[1] == turn

    def shuffled_after(self, shuffle: int) -> int:
        turn = 1
        while self.pile(turn + 1) < shuffle:
            turn += 1
        return turn

    def spent(self, seat: int, card: int, turn: int) -> int:
        held = self._held[seat]
        for shuffle in range(self.last[card] + 1, min(self.pile(turn) + 1, len(held))):
            if held[shuffle] >= 2 and shuffle not in self._shuffles:
                return shuffle
        return 0


# Lines


def read(game, tokens: "list[str]") -> int:
    """The action of a line split into tokens; raises Refusal of kind UNREADABLE."""
    if tokens[0] == "agreed":
        if len(tokens) < 2:
            raise unreadable("bad-line", word="agreed", form=AGREED_FORM)
        if tokens[1] in ("agreed", "correct"):
            raise unreadable("unknown-word", word=tokens[1])
        agreed = game.read(tokens[1:])
        if agreed >> 16 in (PLAY, TARGET):
            verb = AGREED_PLAY if agreed >> 16 == PLAY else AGREED_TARGET
            return action(verb, agreed >> 14 & 3, 0, agreed & 127)
        raise agreed_needless(tokens[1])
    rest = tokens[2:]
    piece = tokens[1] if len(tokens) > 1 else ""
    if piece == "shuffle":
        return action(SHUFFLE, 0) | _packed(rest)
    if not rest:
        raise unreadable("bad-line", word="correct", form=FORM)
    if piece == "light":
        n = number(rest[0], 0, game.light_limit)
        if n < 0:
            raise unreadable("bad-line", word="correct", form="correct light <0-%d> [reason]" % game.light_limit)
        return action(LIGHT, 0, 0, n) | _packed(rest[1:])
    if piece in FOXES:
        return action(SET_FOX, find_seat(game.seats, piece), 0, NOWHERE if rest[0] == "off" else _cell(rest[0])) | _packed(
            rest[1:]
        )
    fowl = number(piece, 1, FOWL)
    if fowl < 0:
        raise unreadable("unknown-card", card=piece)
    if rest[0] == "captured":
        if len(rest) < 2:
            raise unreadable("bad-line", word="correct", form="correct <card> captured <seat> [reason]")
        return action(CAPTURE, find_seat(game.seats, rest[1]), fowl) | _packed(rest[2:])
    if rest[0] == "off":
        return action(OFF, 0, fowl) | _packed(rest[1:])
    return action(SET_FOWL, 0, fowl, _cell(rest[0])) | _packed(rest[1:])


def _cell(token: str) -> int:
    cell = hexboard.cell(token)
    if cell < 0:
        raise unreadable("unknown-cell", cell=token)
    return cell


def _packed(reason: "list[str]") -> int:
    bits = 0
    for byte in reversed(" ".join(record.reason(reason, FORM)).encode()):
        bits = bits << 8 | byte
    return bits << 24


def _reason(action: int) -> "list[str]":
    data = bytearray()
    bits = action >> 24
    while bits:
        data.append(bits & 255)
        bits >>= 8
    return [str(bytes(data), "utf-8")] if data else []


def line(game, action: int) -> str:
    """The record line of such an action."""
    verb = action >> 16 & 255
    seat = game.seats[action >> 14 & 3]
    card = str(action & 127)
    fowl = str(action >> 7 & 127)
    if verb == AGREED_PLAY:
        return "agreed play " + seat + " " + card
    if verb == AGREED_TARGET:
        return "agreed target " + seat + " " + card
    if verb == SHUFFLE:
        parts = ["shuffle"]
    elif verb == LIGHT:
        parts = ["light", card]
    elif verb == SET_FOX:
        parts = [seat, "off" if action & 127 == NOWHERE else hexboard.name(action & 127)]
    elif verb == CAPTURE:
        parts = [fowl, "captured", seat]
    else:
        parts = [fowl, "off" if verb == OFF else hexboard.name(action & 127)]
    return " ".join(["correct"] + parts + _reason(action))


# Rules


def check(game, action: int) -> int:
    """Raises the Refusal that applying such an action would raise; else returns 0."""
    verb = action >> 16 & 255
    seat = action >> 14 & 3
    if verb in (AGREED_PLAY, AGREED_TARGET):
        _check_agreed(game, action & 0xFFFF | (PLAY if verb == AGREED_PLAY else TARGET) << 16)
    elif verb in (LIGHT, SHUFFLE):
        if game.phase in ("target", "over"):
            raise wrong_phase("correct", game.phase)
        if verb == LIGHT and action & 127 == game.light:
            raise nothing_to_correct()
        if verb == SHUFFLE and game.count.pile(game.turn) != game.count.pile(game.turn - 1):
            raise Refusal("no-discards")
    elif verb == SET_FOX:
        _check_fox(game, seat, action & 127)
    else:
        _check_fowl(game, verb, seat, action >> 7 & 127, action & 127)
    return 0


def _check_agreed(game, action: int) -> None:
    try:
        game.check(action)
    except Refusal as refusal:
        if refusal.code in BY_COUNT:
            return
        raise
    raise agreed_needless(game.line(action).split(" ")[0])


def _check_fox(game, seat: int, cell: int) -> None:
    fox = ("fox", {"seat": ("seat", game.seats[seat])})
    if cell == NOWHERE:
        raise Refusal("fox-stays", fox=fox)
    if cell == game.foxes[seat]:
        raise Refusal("no-move", cell=hexboard.name(cell))
    if game.fowl_on(cell) or game.fox_on(cell) >= 0:
        raise Refusal("space-taken", cell=hexboard.name(cell), piece=game._piece(cell))


def _check_fowl(game, verb: int, seat: int, fowl: int, cell: int) -> None:
    if verb == SET_FOWL:
        if cell == game.cell_of(fowl):
            raise Refusal("no-move", cell=hexboard.name(cell))
        if game._is_tunnel[cell]:
            raise Refusal("fowl-tunnel", cell=hexboard.name(cell))
        if game._board[cell]:
            raise Refusal("space-taken", cell=hexboard.name(cell), piece=game._piece(cell))
        return
    owner = captor(game, fowl)
    if owner >= 0 and (verb == OFF or owner == seat):
        raise Refusal("captured-twice", fowl=game.fowl_fact(fowl), seat=("seat", game.seats[owner]))


def captor(game, fowl: int) -> int:
    """The seat that has captured a fowl, -1 if it is on the board."""
    for seat in range(len(game.seats)):
        if fowl in game.captured[seat]:
            return seat
    return -1


def apply(game, action: int):
    """Does such an action, which was checked; `undo` finds in `game._back` what it needs."""
    verb = action >> 16 & 255
    seat = action >> 14 & 3
    value = action & 127
    if verb == AGREED_PLAY:
        return game._apply_play(action, seat, value)
    if verb == AGREED_TARGET:
        return game._apply_target(action, seat, value)
    if verb == SET_FOX:
        back = game.foxes[seat]
        _put_fox(game, seat, value)
        event = ("right-fox", seat, value)
    elif verb == LIGHT:
        back = game.light
        game.light = value
        event = ("right-light", value)
    elif verb == SHUFFLE:
        back = game.count
        game.count = _counted(game)
        event = ("right-shuffle",)
    else:
        fowl = action >> 7 & 127
        back = _lift(game, fowl)
        if verb == SET_FOWL:
            _lay(game, fowl, value, 0, 0)
            event = ("right-fowl", fowl, value)
        else:
            if verb == OFF:
                seat = _last_fox(game)
            _lay(game, fowl, GONE, seat, len(game.captured[seat]))
            event = ("right-captured", seat, fowl)
    game.log.append(action)
    game._back.append(back)
    return [event]


def undo(game, action: int, back) -> None:
    """Takes back such an action, which is no longer in the log; back: what stood beside it."""
    verb = action >> 16 & 255
    seat = action >> 14 & 3
    if verb == AGREED_PLAY:
        game.count.take_back(seat, action & 127, game.turn, back)
        game.cards[seat] = 0
        game.order = []
        game.phase = "play"
        game.steps = 0
    elif verb == AGREED_TARGET:
        game.targets[seat] = 0
        game.phase = "target"
        game.over = False
    elif verb == SET_FOX:
        _put_fox(game, seat, back)
    elif verb == LIGHT:
        game.light = back
    elif verb == SHUFFLE:
        game.count = back
    else:
        fowl = action >> 7 & 127
        _lift(game, fowl)
        _lay(game, fowl, back[0], back[1], back[2])


def _put_fox(game, seat: int, cell: int) -> None:
    origin = game.foxes[seat]
    game._board[origin] = TUNNEL if game._is_tunnel[origin] else 0
    game._board[cell] = FOX0 + seat
    game.foxes[seat] = cell
    game._ease_known = False


def _lift(game, fowl: int) -> "tuple[int, int, int]":
    """Takes a fowl from where it is: (its cell, 0, 0), or (GONE, the seat that has captured it, its place among them)."""
    cell = game._at[fowl]
    if cell != GONE:
        game._at[fowl] = GONE
        game._board[cell] = 0
        return cell, 0, 0
    seat = captor(game, fowl)
    place = game.captured[seat].index(fowl)
    del game.captured[seat][place]
    return GONE, seat, place


def _lay(game, fowl: int, cell: int, seat: int, place: int) -> None:
    """Puts a fowl that was lifted where `_lift` says."""
    if cell == GONE:
        game.captured[seat].insert(place, fowl)
    else:
        game._at[fowl] = cell
        game._board[cell] = fowl


def _last_fox(game) -> int:
    for entry in reversed(game.log):
        if entry >> 16 == FOX:
            return entry >> 14 & 3
    return 0


def plays(game):
    """Every card played: list of (place in the log, turn, seat, card)."""
    found: "list[tuple[int, int, int, int]]" = []
    turn = 0
    for place in range(len(game.log)):
        while turn < len(game._turn_starts) and game._turn_starts[turn] <= place:
            turn += 1
        entry = game.log[place]
        if entry >> 16 in (PLAY, AGREED_PLAY):
            found.append((place, turn, entry >> 14 & 3, entry & 127))
    return found


def _counted(game) -> EarlyCount:
    """The count of cards from the start, with a shuffle before the cards of this turn."""
    count = EarlyCount(len(game.seats), game.count.early + (game.turn,))
    for _, turn, seat, card in plays(game):
        count.play(seat, card, turn)
    return count


def ways_out(game, action: int):
    """See `game`: of a refusal that rests on earlier entries, the action by agreement and the place of the entry in the log."""
    verb = action >> 16
    if verb not in (PLAY, TARGET):
        return None
    try:
        game.check(action)
    except Refusal as refusal:
        if refusal.code not in BY_COUNT:
            return None
        seat = action >> 14 & 3
        agreed = action & 0xFFFF | (AGREED_PLAY if verb == PLAY else AGREED_TARGET) << 16
        return agreed, _rests_on(game, refusal, seat, action & 127)
    return None


def _rests_on(game, refusal: Refusal, seat: int, card: int) -> "int | None":
    """The place in the log of the entry that a refusal by count rests on."""
    if refusal.code == "target-taken":
        other = game.targets.index(card)
        for place in range(len(game.log)):
            if game.log[place] >> 16 in (TARGET, AGREED_TARGET) and game.log[place] >> 14 & 3 == other:
                return place
    found = plays(game)
    if refusal.code == "target-played" or refusal.facts["why"][0] != "out-spent":
        places = [place for place, _, _, played in found if played == card]
        return places[-1] if places else None
    # The seat has played two cards that it must have held at a shuffle: the later of them.
    after = refusal.facts["why"][1]["turn"]
    shuffle = game.count.pile(after) + 1
    earlier: "dict[int, int]" = {}
    latest = None
    for place, turn, player, played in found:
        if turn > after and player == seat and earlier.get(played, -1) < shuffle - 1:
            latest = place
        earlier[played] = game.count.pile(turn)
    return latest


# A player who has left


def absent(game, seat: int):
    """See `game`: fowl and fox of a seat that nobody sits at stay where they are."""
    if game.phase == "move":
        return action(DONE, seat), False
    return (action(STAY, seat), False) if game.phase == "fox" else None


# In words to be


def tell(game, event):
    """As `Game.tell`, of a correction."""
    code = event[0]
    if code == "right-fowl":
        return (code, {"fowl": game.fowl_fact(event[1]), "at": hexboard.name(event[2])}), False
    if code == "right-captured":
        return (code, {"seat": game.seat_fact(event[1]), "fowl": game.fowl_fact(event[2])}), False
    if code == "right-fox":
        return (code, {"seat": game.seat_fact(event[1]), "at": hexboard.name(event[2])}), False
    if code == "right-light":
        return (code, {"n": event[1], "most": game.light_limit}), False
    return (code, {}), False


def undo_notes(game):
    """As `Game.undo_notes`, when the last action is such a one."""
    last = game.log[-1]
    back = game._back[-1]
    verb = last >> 16 & 255
    seat = game.seat_fact(last >> 14 & 3)
    if verb in (AGREED_PLAY, AGREED_TARGET):
        code = "again-card" if verb == AGREED_PLAY else "again-target"
        return [(code, {"seat": seat, "card": game.fowl_fact(last & 127)})], None
    if verb == SET_FOX:
        return [("back-fox", {"seat": seat, "at": hexboard.name(back)})], None
    if verb == LIGHT:
        return [("back-light-open", {"n": back})], None
    if verb == SHUFFLE:
        return [("back-shuffle", {})], None
    fowl = game.fowl_fact(last >> 7 & 127)
    if back[0] != GONE:
        return [("back-fowl", {"fowl": fowl, "at": hexboard.name(back[0])})], None
    return [("back-captured", {"fowl": fowl, "seat": game.seat_fact(back[1])})], None
