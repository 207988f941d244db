"""Setting up Fowl Play!: seats, board and cards, the arrangement of the fowl, the foxes.

Steps: ("seats", fox, fox ...) indexes in FOXES; ("arrange", how) with how `standard`, `laid-out` or ("arrange", "shuffled",
place); ("next",) hands have done it; ("first", seat) who starts with the foxes; ("fox", cell) for the seat that is asked.
"""

from .. import hexboard
from ..choice import SOME, Choice, Prompt, Scene
from ..game import Setup, nothing_to_undo
from ..record import find_seat, wrong_phase
from ..refusal import Refusal, unreadable
from ..versions import as_of
from . import NAME as GAME
from .pieces import (
    DEN_GAP,
    FOWL,
    FOXES,
    STANDARD_CARDS,
    STANDARD_TUNNELS,
    TYPES,
    fowl_message,
    look,
    look_name,
    look_type,
    standard_place,
)
from .rules import LIGHT_LIMIT

LEAST_SEATS = 2
MOST_SEATS = 4
AT_A_TIME = 3  # fowl that are dictated together
LIGHT_CARDS = 6  # in the box


def read_cells(word: str, tokens: "list[str]", count: int) -> bytes:
    """So many cells; raises Refusal (unreadable) for fewer, more or unknown ones."""
    if len(tokens) != count:
        raise unreadable("bad-line", word=word, form=word + " <cell> x" + str(count))
    cells = bytearray()
    for token in tokens:
        cell = hexboard.cell(token)
        if cell < 0:
            raise unreadable("unknown-cell", cell=token)
        cells.append(cell)
    return bytes(cells)


def check_tunnels(cells: bytes) -> None:
    """Seven different entrances, of the den's spaces only the central one (rulings, Fowl Play! 12); raises Refusal."""
    for place in range(len(cells)):
        cell = cells[place]
        if cell in cells[:place] or (cell in hexboard.DEN and cell != hexboard.CENTRE):
            raise Refusal("no-such-tunnel", cell=hexboard.name(cell))
    if hexboard.CENTRE not in cells:
        raise Refusal("no-such-tunnel", cell=hexboard.name(hexboard.CENTRE))


def check_place(place: bytes, cards: bytes, tunnels: bytes) -> None:
    """Is this a starting arrangement (section "Set-up"; rulings, Fowl Play! 11)? Raises Refusal if not.

    place: cell of each fowl, cards from 0; cards: what they show
    """
    for index in range(FOWL):
        cell = place[index]
        if cell in place[:index]:
            raise Refusal("place-taken", cell=hexboard.name(cell))
        if cell in tunnels:
            raise Refusal("place-tunnel", cell=hexboard.name(cell))
        if hexboard.distance(cell, hexboard.CENTRE) < DEN_GAP:
            raise Refusal("place-den", cell=hexboard.name(cell))
    for kind in range(len(TYPES)):
        if not hexboard.connected([place[index] for index in range(FOWL) if look_type(cards[index]) == kind]):
            raise Refusal("flock-apart", type=("type", TYPES[kind]))


class FowlSetup(Setup):
    """See `game.Setup`. `mode` None sets up a game that is played, "score" one of which only the results are entered."""

    def __init__(self, rules: int, mode: "str | None"):
        self.rules = rules
        self.mode = mode
        self.seats: "tuple[str, ...]" = ()
        self.tunnels = bytes([hexboard.cell(text) for text in STANDARD_TUNNELS])
        self.cards = STANDARD_CARDS
        self.place: "bytes | None" = None  # None: the standard arrangement
        self.foxes: "bytes | None" = None
        self._own = False  # tunnels, cards or place come from one's own copy
        self._steps: "list[tuple]" = []
        self._own_place: "bytes | None" = None

    # As the record has it

    def use(self, lines: "list[str]") -> None:
        Setup.use(self, lines)
        self._own = True
        self._own_place = self.place

    def setting(self, word: str, tokens: "list[str]") -> None:
        if self.mode and word not in ("seats", "cards"):
            raise Refusal("not-in-mode", word=word)
        if word == "seats":
            self._set_seats(tokens)
            self._from_the_seats()
        elif word == "tunnels":
            cells = read_cells(word, tokens, len(STANDARD_TUNNELS))
            check_tunnels(cells)
            self.tunnels = cells
        elif word == "cards":
            self._set_cards(tokens)
        elif word == "place":
            place = read_cells(word, tokens, FOWL)
            check_place(place, self.cards, self.tunnels)
            self.place = self._own_place = place
        else:
            self._set_foxes(tokens)

    def _set_seats(self, tokens: "list[str]") -> None:
        if not LEAST_SEATS <= len(tokens) <= MOST_SEATS or len(set(tokens)) != len(tokens):
            raise Refusal("bad-seats", least=LEAST_SEATS, most=MOST_SEATS)
        for token in tokens:
            find_seat(FOXES, token)
        self.seats = tuple(tokens)

    def _from_the_seats(self) -> None:
        """The seats were read: at the table, everything after them is asked anew."""
        if any([step[0] == "arrange" for step in self._steps]):
            self.place = self._own_place
        self._steps = [("seats",) + tuple([FOXES.index(seat) for seat in self.seats])]
        self.foxes = None

    def _set_cards(self, tokens: "list[str]") -> None:
        if len(tokens) != FOWL:
            raise unreadable("bad-line", word="cards", form="cards <look> x" + str(FOWL))
        looks: "list[int]" = []
        for token in tokens:
            shown = look(token)
            if shown < 0:
                raise unreadable("unknown-card", card=token)
            if shown in looks:
                raise Refusal("cards-not-each-once", look=token)
            looks.append(shown)
        self.cards = bytes(looks)

    def _set_foxes(self, tokens: "list[str]") -> None:
        if not self.seats:
            raise Refusal("setup-missing", word="seats")
        self._place_fits()
        if len(tokens) != 2 * len(self.seats):
            raise unreadable("bad-line", word="foxes", form="foxes " + " ".join([seat + " <cell>" for seat in self.seats]))
        foxes = [0] * len(self.seats)
        named: "list[int]" = []
        for index in range(0, len(tokens), 2):
            seat = find_seat(self.seats, tokens[index])
            cell = hexboard.cell(tokens[index + 1])
            if cell < 0:
                raise unreadable("unknown-cell", cell=tokens[index + 1])
            if seat in named:
                raise unreadable("bad-line", word="foxes", form="foxes " + " ".join([name + " <cell>" for name in self.seats]))
            if cell not in hexboard.NEIGHBOURS[hexboard.CENTRE]:
                raise Refusal("fox-not-in-den", cell=hexboard.name(cell))
            if cell in foxes:
                raise Refusal("fox-place-taken", cell=hexboard.name(cell))
            named.append(seat)
            foxes[seat] = cell
        self.foxes = bytes(foxes)

    def _place_fits(self) -> None:
        """Raises Refusal where the arrangement doesn't go with tunnels and cards: the standard one, if no other was given."""
        if self.place is not None:
            check_place(self.place, self.cards, self.tunnels)  # they may have been given after it
            return
        for cell in standard_place(self.cards):
            if cell in self.tunnels:
                raise Refusal("place-needed", cell=hexboard.name(cell))

    def start(self):
        if not self.seats:
            raise Refusal("setup-missing", word="seats")
        if self.mode:
            from .results import FowlResults

            return as_of(GAME, self.rules, FowlResults)(self.seats, self.cards, self.rules)
        if self.foxes is None:
            raise Refusal("setup-missing", word="foxes")
        from .asking import FowlPlay

        kind = as_of(GAME, self.rules, FowlPlay)
        return kind(self.seats, self.tunnels, self.cards, self.where(), self.foxes, self.rules)

    def where(self) -> bytes:
        """The cell of each fowl, cards from 0."""
        return standard_place(self.cards) if self.place is None else self.place

    def lines(self) -> "list[str]":
        found = ["rules " + str(self.rules)]
        if self.mode:
            found.append("mode " + self.mode)
        if self.seats:
            found.append("seats " + " ".join(self.seats))
        if self.tunnels != bytes([hexboard.cell(text) for text in STANDARD_TUNNELS]):
            found.append("tunnels " + " ".join([hexboard.name(cell) for cell in self.tunnels]))
        if self.cards != STANDARD_CARDS:
            found.append("cards " + " ".join([look_name(shown) for shown in self.cards]))
        if self.place is not None and self.place != standard_place(self.cards):
            found.append("place " + " ".join([hexboard.name(cell) for cell in self.place]))
        if self.foxes is not None:
            pairs = [self.seats[seat] + " " + hexboard.name(self.foxes[seat]) for seat in range(len(self.seats))]
            found.append("foxes " + " ".join(pairs))
        return found

    # At the table

    @property
    def ready(self) -> bool:
        return bool(self.seats) if self.mode else self.foxes is not None

    def _stage(self) -> str:
        """What is to be done next: seats, arrange, a dictated part, light, deal, target, first, fox."""
        steps = self._steps
        if not self.seats:
            return "seats"
        if len(steps) < 2:
            return "arrange"
        dictated = FOWL // AT_A_TIME if steps[1][1] != "laid-out" else 0
        after = len(steps) - 2 - dictated
        if after < 0:
            return "dictate"
        return ("light", "deal", "target", "first", "fox")[min(after, 4)]

    def _dictated(self) -> "list[int]":
        """The fowl (cards from 1) to be laid out now: a flock in the order of what they look like, three at a time."""
        in_order = sorted(range(FOWL), key=lambda index: self.cards[index])
        start = (len(self._steps) - 2) * AT_A_TIME
        return [index + 1 for index in in_order[start : start + AT_A_TIME]]

    def _first(self) -> int:
        return self._steps[-1 - self._foxes_placed()][1]

    def _foxes_placed(self) -> int:
        return len([step for step in self._steps if step[0] == "fox"])

    def _fox_seat(self) -> int:
        """The seat whose fox is placed now: from the one who last ate fowl on, clockwise."""
        return (self._first() + self._foxes_placed()) % len(self.seats)

    def _free_den(self) -> "list[int]":
        taken = [step[1] for step in self._steps if step[0] == "fox"]
        return [cell for cell in sorted(hexboard.NEIGHBOURS[hexboard.CENTRE]) if cell not in taken]

    def prompt(self) -> Prompt:
        stage = self._stage()
        if stage == "seats":
            do = [("do-unpack", {})] if not self.mode else []
            keys = [("fox", fox) for fox in range(len(FOXES))]
            choice = Choice(("ask-seats", {}), keys, self._pick_seats, kind=SOME, least=LEAST_SEATS, most=MOST_SEATS)
            return Prompt((), do if self._own or self.mode else do + [("do-example", {})], choice)
        if stage == "arrange":
            ways = ["standard", "laid-out"] if self._standard_fits() else []
            if self.random is not None:
                ways.append("shuffled")
            return Prompt((), [], Choice(("ask-arrange", {}), [("word", way) for way in ways], self._pick_arrangement))
        if stage == "first":
            keys = [("seat", seat) for seat in range(len(self.seats))]
            return Prompt((), [], Choice(("ask-first", {}), keys, lambda key: ("first", key[1])))
        if stage == "fox":
            seat = self._fox_seat()
            ask = ("ask-fox-start", {"seat": ("seat", self.seats[seat])})
            keys = [("space", cell) for cell in self._free_den()]
            return Prompt((seat,), [], Choice(ask, keys, lambda key: ("fox", key[1])))
        return Prompt((), [self._do(stage)], Choice(("ask-next", {}), [("word", "next")], lambda key: ("next",)))

    def why(self) -> "Choice | None":
        """Why not this space for the fox?"""
        if self.mode or self._stage() != "fox":
            return None
        ask = ("ask-fox-start", {"seat": ("seat", self.seats[self._fox_seat()])})
        return Choice(ask, [("space", cell) for cell in range(hexboard.CELLS)], lambda key: ("fox", key[1]))

    def check(self, step) -> None:
        cell = step[1]
        if cell not in hexboard.NEIGHBOURS[hexboard.CENTRE]:
            raise Refusal("fox-not-in-den", cell=hexboard.name(cell))
        if cell not in self._free_den():
            raise Refusal("fox-place-taken", cell=hexboard.name(cell))

    def _do(self, stage: str):
        """What hands have to do at a stage that is only confirmed."""
        if stage == "dictate":
            fowl = self._dictated()
            where = self.where()
            parts = [("fowl-to", {"fowl": self.fowl_fact(card), "at": hexboard.name(where[card - 1])}) for card in fowl]
            part = len(self._steps) - 1
            return ("do-place", {"fowl": parts, "part": part, "parts": FOWL // AT_A_TIME})
        if stage == "light":
            most = LIGHT_LIMIT[len(self.seats)]
            return ("do-light-cards" if most < LIGHT_CARDS else "do-light-cards-all", {"most": most})
        if stage == "deal":
            return ("do-deal", {"pile": FOWL - 4 * len(self.seats)})
        return ("do-target", {})

    def fowl_fact(self, card: int):
        """The message that names a fowl."""
        return fowl_message(card, self.cards[card - 1])

    def _standard_fits(self) -> bool:
        try:
            self._place_fits()
        except Refusal:
            return False
        return True

    def _pick_seats(self, keys):
        return ("seats",) + tuple([key[1] for key in keys])

    def _pick_arrangement(self, key):
        if key[1] == "shuffled":
            return ("arrange", "shuffled", self._shuffled())
        return ("arrange", key[1])

    def _shuffled(self) -> bytes:
        """A random arrangement on the flocks' own spaces: types change flocks, fowl their places inside."""
        where = self.where()
        flocks = [[where[index] for index in range(FOWL) if look_type(self.cards[index]) == kind] for kind in range(4)]
        self._shuffle(flocks)
        place = bytearray(FOWL)
        for kind in range(4):
            self._shuffle(flocks[kind])
            for index in range(FOWL):
                if look_type(self.cards[index]) == kind:
                    place[index] = flocks[kind].pop()
        return bytes(place)

    def _shuffle(self, items: "list") -> None:
        assert self.random is not None
        for last in range(len(items) - 1, 0, -1):
            other = self.random(last + 1)
            items[last], items[other] = items[other], items[last]

    def apply(self, step):
        """Takes a step; returns []; raises Refusal for one whose time it isn't."""
        stage = self._stage()
        kind = step[0]
        if kind == "seats" and stage == "seats":
            self._set_seats([FOXES[fox] for fox in step[1:]])
        elif kind == "arrange" and stage == "arrange":
            if step[1] == "shuffled":
                check_place(step[2], self.cards, self.tunnels)
                self.place = step[2]
            else:
                self._place_fits()
        elif kind == "fox" and stage == "fox":
            self.check(step)
            self._place_fits()
        elif kind != stage and not (kind == "next" and stage in ("dictate", "light", "deal", "target")):
            raise wrong_phase(kind, "setup")
        self._steps.append(step)
        if kind == "fox" and self._foxes_placed() == len(self.seats):
            self.foxes = self._chosen_foxes()
        return []

    def _chosen_foxes(self) -> bytes:
        foxes = bytearray(len(self.seats))
        chosen = [step[1] for step in self._steps if step[0] == "fox"]
        first = next(step[1] for step in self._steps if step[0] == "first")
        for place in range(len(chosen)):
            foxes[(first + place) % len(chosen)] = chosen[place]
        return bytes(foxes)

    def undo(self):
        if not self._steps:
            raise nothing_to_undo()
        step = self._steps.pop()
        if step[0] == "seats":
            self.seats = ()
        elif step[0] == "arrange":
            self.place = self._own_place
        elif step[0] == "fox":
            self.foxes = None
        return step

    def describe(self, key):
        kind, value = key
        if kind == "fox":
            return ("fox", {"seat": ("seat", FOXES[value])})
        if kind == "seat":
            return ("seat", self.seats[value])
        if kind == "space":
            return ("space", {"at": hexboard.name(value)})
        if kind in ("fowl", "now"):
            return self.fowl_fact(value)
        return ("word", value) if kind == "word" else ("role", kind)

    def scene(self, seat: "int | None" = None) -> Scene:
        """Roles: tunnel 0; start (index of the type) a footprint space; fowl (card) laid out; now (card) to be laid out now;
        fox (seat).
        """
        marks: "dict[int, list[tuple[str, int]]]" = {}
        if self.mode:
            return Scene("hexagons", marks, [])
        for cell in self.tunnels:
            marks[cell] = [("tunnel", 0)]
        stage = self._stage()
        now = self._dictated() if stage == "dictate" else []
        laid = (len(self._steps) - 2) * AT_A_TIME if stage == "dictate" else FOWL
        where = self.where()
        in_order = sorted(range(FOWL), key=lambda index: self.cards[index])
        for rank in range(FOWL):
            card = in_order[rank] + 1
            kind = look_type(self.cards[card - 1])
            cell = where[card - 1]
            marks[cell] = [("start", kind)]
            if card in now:
                marks[cell].append(("now", card))
            elif stage not in ("seats", "arrange") and rank < laid:
                marks[cell].append(("fowl", card))
        if self.seats and stage == "fox":
            first = self._first()
            placed = [step[1] for step in self._steps if step[0] == "fox"]
            for place in range(len(placed)):
                marks.setdefault(placed[place], []).append(("fox", (first + place) % len(self.seats)))
        return Scene("hexagons", marks, [])
