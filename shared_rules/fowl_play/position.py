"""Setting the board right: fowl by flock, foxes, light turn cards. See `shared_rules.position`.

Things and their values: ("fowl", card) is ("space", cell) or ("captor", seat), ("fox", seat) is ("space", cell), ("light", 0) is
("number", n). Parts: ("flock", type), ("foxes", 0), ("lights", 0). Beside them ("wrong", "shuffle").
"""

from .. import hexboard
from ..choice import Choice, Scene
from ..position import Position as Draft
from ..refusal import Refusal
from . import corrections
from .pieces import FOWL, TYPES, look_type
from .rules import GONE, action


class Position(Draft):
    """The board as people see it."""

    def __init__(self, game) -> None:
        now = {}
        for fowl in range(1, FOWL + 1):
            cell = game.cell_of(fowl)
            now[("fowl", fowl)] = ("captor", corrections.captor(game, fowl)) if cell == GONE else ("space", cell)
        for seat in range(len(game.seats)):
            now[("fox", seat)] = ("space", game.foxes[seat])
        now[("light", 0)] = ("number", game.light)
        Draft.__init__(self, game, now)

    def parts(self):
        found = [("flock", kind) for kind in range(len(TYPES))] + [("foxes", 0)]
        return found if self.game.phase in ("target", "over") else found + [("lights", 0)]

    def things(self, part):
        kind, value = part
        if kind == "foxes":
            return [("fox", seat) for seat in range(len(self.seats))]
        if kind == "lights":
            return [("light", 0)]
        fowl = [one for one in range(1, FOWL + 1) if look_type(self.game.shows[one - 1]) == value]
        return [("fowl", one) for one in sorted(fowl, key=lambda one: self.game.shows[one - 1])]

    def choice(self, thing):
        if thing[0] == "light":
            keys = [("number", n) for n in range(self.game.light_limit + 1)]
            return Choice(("ask-wrong-light", {}), keys, lambda key: key, start=self.wanted[thing][1])
        tunnels = self.game.tunnels if thing[0] == "fowl" else b""
        keys: "list[tuple]" = [("space", cell) for cell in range(hexboard.CELLS) if cell not in tunnels]
        groups = [hexboard.Y[key[1]] for key in keys]
        if thing[0] == "fowl":
            keys += [("captor", seat) for seat in range(len(self.seats))]
            groups += [hexboard.ROWS] * len(self.seats)
        ask = ("ask-wrong-where", {"piece": self._piece(thing)})
        return Choice(ask, keys, lambda key: key, groups=groups, start=keys.index(self.wanted[thing]))

    def steps(self):
        held: "dict[tuple, tuple]" = {}  # space -> piece, as wanted
        for thing in sorted(self.wanted):
            value = self.wanted[thing]
            if value[0] == "space":
                if value in held:
                    raise Refusal("space-taken", cell=hexboard.name(value[1]), piece=self._piece(held[value]))
                held[value] = thing
        return [self._action(thing, value) for thing, value in _moves(self.now, self.changed(), self.wanted, self._spare())]

    def _spare(self) -> "tuple":
        """A space on which nothing stands or is to stand: a piece may step aside there."""
        busy = [value[1] for places in (self.now, self.wanted) for value in places.values() if value[0] == "space"]
        return ("space", next(cell for cell in range(hexboard.CELLS) if cell not in busy and cell not in self.game.tunnels))

    def _action(self, thing: "tuple", value: "tuple") -> int:
        if thing[0] == "light":
            return action(corrections.LIGHT, 0, 0, value[1])
        if thing[0] == "fox":
            return action(corrections.SET_FOX, thing[1], 0, value[1])
        if value[0] == "captor":
            return action(corrections.CAPTURE, value[1], thing[1])
        return action(corrections.SET_FOWL, 0, thing[1], value[1])

    def extras(self):
        shuffle = action(corrections.SHUFFLE, 0)
        try:
            self.game.check(shuffle)
        except Refusal:
            return []
        return [(("wrong", "shuffle"), shuffle)]

    def _piece(self, thing: "tuple"):
        if thing[0] == "fowl":
            return self.game.fowl_fact(thing[1])
        return ("fox", {"seat": self.game.seat_fact(thing[1])})

    def describe(self, key):
        kind, value = key
        if kind == "flock":
            return ("wrong-flock", {"type": ("type", TYPES[value])})
        if kind in ("foxes", "lights", "wrong"):
            return ("wrong", "shuffle" if kind == "wrong" else kind)
        if kind == "light":
            return ("wrong-light", {"n": self.wanted[key][1], "most": self.game.light_limit})
        if kind in ("fowl", "fox"):
            return ("wrong-thing", {"what": self._piece(key), "is": self._where(self.wanted[key])})
        if kind == "captor":
            return self._where(key)
        if kind == "space":
            there = [thing for thing in self.wanted if self.wanted[thing] == key]
            if there:  # for a moment two may be said to stand there
                return ("space-piece", {"at": hexboard.name(value), "piece": self._piece(min(there))})
        return self.game.describe(key)

    def _where(self, value: "tuple"):
        if value[0] == "captor":
            return ("wrong-captor", {"seat": self.game.seat_fact(value[1])})
        return ("space", {"at": hexboard.name(value[1])})

    def scene(self, seat: "int | None" = None) -> Scene:
        marks = {cell: [("tunnel", 0)] for cell in self.game.tunnels}
        for thing in sorted(self.wanted):
            if self.wanted[thing][0] == "space":
                marks.setdefault(self.wanted[thing][1], []).append(thing)
        return Scene("hexagons", marks, [])


def _moves(now, changed, wanted, spare):
    """What must be moved so that the things changed are where they are wanted: list of (thing, value).

    Pure: each goes when its space is free; where they only wait for each other, one of them steps aside first.
    """
    at = {value: thing for thing, value in now.items() if value[0] == "space"}
    left = list(changed)
    found: "list[tuple[tuple, tuple]]" = []
    where = dict(now)

    def move(thing, value):
        if where[thing][0] == "space":
            del at[where[thing]]
        if value[0] == "space":
            at[value] = thing
        where[thing] = value
        found.append((thing, value))

    while left:
        free = [thing for thing in left if wanted[thing] not in at]
        if not free:
            move(left[0], spare)
        for thing in free:
            move(thing, wanted[thing])
            left.remove(thing)
    return found
