"""Entering the set-up lines of Fowl Play! by pointing; see `shared_rules.entry`.

Steps: ("seats", colours), ("tunnel", cell) six times beside the central one, ("start", cell) nine times for each of four flocks, ("look",
look) for each card from 1 to 36, ("fox", cell) for each seat.
"""

from .. import hexboard
from ..choice import SOME, Choice, Scene
from ..entry import Entry as Lines
from . import COPY
from .pieces import DEN_GAP, FOWL, FOXES, TYPES, fowl_message, look_name, look_type

FLOCK = FOWL // len(TYPES)


class Entry(Lines):
    """Board, cards and seats, line by line."""

    def tell(self, word):
        return Lines.tell(self, word) if word in COPY else []

    def count(self, word):
        if word == "tunnels":
            return len(self.setup.tunnels) - 1
        if word in ("place", "cards"):
            return FOWL
        return len(self.setup.seats) if word == "foxes" else 1

    def choice(self, word, done):
        if word == "seats":
            keys = [("fox", fox) for fox in range(len(FOXES))]
            pick = lambda chosen: ("seats", tuple([FOXES[key[1]] for key in chosen]))  # noqa: E731
            return Choice(("ask-seats", {}), keys, pick, kind=SOME, least=2, most=4)
        if word == "cards":
            return self._ask_look(done)
        ask: "tuple" = ("ask-tunnel", {"n": len(done) + 2, "of": len(self.setup.tunnels)})
        before = [cell for cell in self.setup.tunnels if cell != hexboard.CENTRE]
        cells: "list[int]" = [cell for cell in range(hexboard.CELLS) if cell not in hexboard.DEN]
        name = "tunnel"
        if word == "place":
            flock = len(done) // FLOCK
            ask = ("ask-start", {"n": len(done) % FLOCK + 1, "of": FLOCK, "flock": flock + 1})
            before = self._flocks()
            cells = self._start_cells(done[flock * FLOCK :])
            name = "start"
        elif word == "foxes":
            ask = ("ask-fox-start", {"seat": ("seat", self.setup.seats[len(done)])})
            before = list(self.setup.foxes or hexboard.NEIGHBOURS[hexboard.CENTRE])
            cells = list(hexboard.NEIGHBOURS[hexboard.CENTRE])
            name = "fox"
        taken = [step[1] for step in done]
        cells = [cell for cell in cells if cell not in taken]
        likely = before[len(done)] if len(done) < len(before) else -1
        return Choice(
            ask,
            [("space", cell) for cell in cells],
            lambda key: (name, key[1]),
            groups=[hexboard.Y[cell] for cell in cells],
            start=cells.index(likely) if likely in cells else 0,
        )

    def _tunnels(self) -> "list[int]":
        steps = self.of("tunnels")
        return [hexboard.CENTRE] + [step[1] for step in steps] if steps else list(self.setup.tunnels)

    def _start_cells(self, flock: "list[tuple]") -> "list[int]":
        """Where the next fowl of a flock may start: beside one of it; the first anywhere."""
        tunnels = self._tunnels()
        taken = [step[1] for step in self.of("place")]
        found: "list[int]" = []
        for cell in range(hexboard.CELLS):
            free = cell not in tunnels and cell not in taken and hexboard.distance(cell, hexboard.CENTRE) >= DEN_GAP
            if free and (not flock or any([step[1] in hexboard.NEIGHBOURS[cell] for step in flock])):
                found.append(cell)
        return found

    def _flocks(self) -> "list[int]":
        """The starting spaces as they are now, flock by flock, each next to one before it."""
        where = self.setup.where()
        found: "list[int]" = []
        for kind in range(len(TYPES)):
            left = sorted([where[index] for index in range(FOWL) if look_type(self.setup.cards[index]) == kind])
            flock = [left.pop(0)]
            while left:
                near = [cell for cell in left if any([other in flock for other in hexboard.NEIGHBOURS[cell]])] or left
                left.remove(near[0])
                flock.append(near[0])
            found += flock
        return found

    def _ask_look(self, done: "list[tuple]") -> Choice:
        taken = [step[1] for step in done]
        looks = [look for look in range(FOWL) if look not in taken]
        likely = self.setup.cards[len(done)]
        return Choice(
            ("ask-look", {"n": len(done) + 1}),
            [("look", look) for look in looks],
            lambda key: ("look", key[1]),
            groups=[look_type(look) for look in looks],
            start=looks.index(likely) if likely in looks else 0,
        )

    def lines(self):
        found: "list[str]" = []
        looks = bytes([step[1] for step in self.of("cards")]) or self.setup.cards
        for word in ("seats", "tunnels", "cards", "place", "foxes"):
            steps = self.of(word)
            if word == "place" and (steps or ("cards" in self.words and self.setup.place is not None)):
                cells = [step[1] for step in steps] or self._flocks()
                found.append("place " + " ".join([hexboard.name(cell) for cell in _laid(cells, looks)]))
            elif word == "seats" and steps:
                found.append("seats " + " ".join(steps[0][1]))
            elif word == "tunnels" and steps:
                found.append("tunnels " + " ".join([hexboard.name(cell) for cell in self._tunnels()]))
            elif word == "cards" and steps:
                found.append("cards " + " ".join([look_name(look) for look in looks]))
            elif word == "foxes" and steps:
                pairs = [self.setup.seats[seat] + " " + hexboard.name(steps[seat][1]) for seat in range(len(steps))]
                found.append("foxes " + " ".join(pairs))
        return found

    def describe(self, key):
        if key[0] == "look":
            facts = dict(fowl_message(0, key[1])[1])
            return ("look-name", facts)
        if key[0] == "start":
            return ("role", "start")
        return self.setup.describe(key)

    def scene(self, seat: "int | None" = None) -> Scene:
        """Roles: tunnel 0; start (index of the flock) a footprint space; fox (seat)."""
        marks: "dict[int, list[tuple[str, int]]]" = {}
        for cell in self._tunnels():
            marks[cell] = [("tunnel", 0)]
        cells = [step[1] for step in self.of("place")] if "place" in self.words else self._flocks()
        for place in range(len(cells)):
            marks[cells[place]] = [("start", place // FLOCK)]
        for place, step in enumerate(self.of("foxes")):
            marks.setdefault(step[1], []).append(("fox", place))
        return Scene("hexagons", marks, [])


def _laid(cells: "list[int]", looks: bytes) -> "list[int]":
    """Where the fowl of cards 1 to 36 start on four flocks: one type on each, by colour, then shape, in board order.

    cells: nine of each flock; looks: what the cards show
    """
    spaces: "list[int]" = []
    for flock in range(len(TYPES)):
        spaces += sorted(cells[flock * FLOCK : (flock + 1) * FLOCK])
    return [spaces[look] for look in looks]
