"""Where the cursor starts: what the seat to act probably wants, guessed from what lies open.

A start that is right saves most of the turning: see "Inputs" in tests/TESTING.md, where each of these was measured. Nothing here is a rule.
"""

from .. import hexboard
from .pieces import FOWL, look_colour, look_shape, look_type
from .rules import FOX_STEPS, GONE

SIGHT = 5  # fowl this far from a fox, or farther, don't attract it
SET = 4  # points for a set of all four types


def gap(foxes: "list[int]", cell: int) -> int:
    """Distance from a cell to the nearest of these foxes."""
    return min([hexboard.distance(cell, fox) for fox in foxes])


def others(game, seat: int) -> "list[int]":
    """The cells of the other seats' foxes."""
    return [game.foxes[other] for other in range(len(game.seats)) if other != seat]


def fowl(game, seat: int, movable: "list[int]", can_flee) -> int:
    """Index of the fowl that this seat probably moves, in a list of fowl: one that is nearest to another's fox, and can get away.

    Within a fox's reach all are equally near. Of several the middle one, from which the rest are soon reached.
    can_flee  function (cell, foxes) -> can a fowl on that cell make a step that takes it farther from these foxes?
    """
    foxes = others(game, seat)
    cells = [game.cell_of(one) for one in movable]
    gaps = [max(gap(foxes, cell), FOX_STEPS) for cell in cells]
    for wanted in sorted(set(gaps)):
        found = [place for place in range(len(cells)) if gaps[place] == wanted and can_flee(cells[place], foxes)]
        if found:
            return found[len(found) // 2]
    return gaps.index(min(gaps)) if gaps else 0


def goal(game, seat: int, cells: "list[int]", costs: "dict[int, int]") -> int:
    """Index of the space that a fowl probably goes to: out of the other foxes' reach by the fewest steps, there the farthest from them.

    Where none is out of reach, the farthest.
    """
    foxes = others(game, seat)
    best = 0
    most = (-1, 0, 0)
    for place in range(len(cells)):
        away = gap(foxes, cells[place])
        value = (min(away, FOX_STEPS + 1), -costs[cells[place]], away)
        if value > most:
            best, most = place, value
    return best


def fox(game, seat: int, cells: "list[int]") -> int:
    """Index of the space that a fox probably goes to: the capture that scores most; without one where most fowl are near."""
    captures = [place for place in range(len(cells)) if game.fowl_on(cells[place])]
    if captures:
        worth = _Worth(game, seat)
        values = [worth.of(game.fowl_on(cells[place])) for place in captures]
        return captures[values.index(max(values))]
    best = 0
    most = -1
    fowl_at = [game.cell_of(one) for one in range(1, FOWL + 1) if game.cell_of(one) != GONE]
    for place in range(len(cells)):
        x = hexboard.X[cells[place]]
        y = hexboard.Y[cells[place]]
        near = 0
        for cell in fowl_at:
            dx = hexboard.X[cell] - x
            dy = hexboard.Y[cell] - y
            if -SIGHT < dx < SIGHT and -SIGHT < dy < SIGHT and -SIGHT < dx - dy < SIGHT:
                near += SIGHT - max(abs(dx), abs(dy), abs(dx - dy))
        if near > most:
            best, most = place, near
    return best


class _Worth:
    """What one more captured fowl is worth to a seat, by the part of the sheet that lies open (section "VP for captured fowl")."""

    def __init__(self, game, seat: int):
        self._shows = game.shows
        self._counts = [[0] * 10 for _ in game.captured]  # of each seat, by trait: 3 shapes, 3 colours, 4 types
        self._types = [set() for _ in range(6)]  # of the seat's own fowl, by shape and colour
        self._seat = seat
        for other in range(len(game.captured)):
            for one in game.captured[other]:
                traits = self._traits(one)
                for trait in traits:
                    self._counts[other][trait] += 1
                if other == seat:
                    for trait in traits[:2]:
                        self._types[trait].add(traits[2])

    def _traits(self, card):
        look = self._shows[card - 1]
        return look_shape(look), 3 + look_colour(look), 6 + look_type(look)

    def of(self, card: int) -> "tuple[int, int]":
        """(points gained at once, a type the better the rarer it is in the seat's own collection)."""
        own = self._counts[self._seat]
        shape, colour, kind = self._traits(card)
        points = 0
        for trait in (shape, colour):
            best = max([self._counts[other][trait] for other in range(len(self._counts)) if other != self._seat])
            new = kind not in self._types[trait]
            if own[trait] + 1 >= best:
                points += len(self._types[trait]) + new if own[trait] < best else new
        rarest = min(own[6:])
        if own[kind] == rarest and own[6:].count(rarest) == 1:
            points += SET
        return points, -own[kind]
