"""The Path as a line in four runs, each three lights wide: the cards in the middle, discs on both sides.

The line goes along row b to the right, e to the left, h to the right, k to the left: 36 places, then it begins again at b. That
is enough, since never more places in a row than these have a card or disc on them or a card due. Discs before the Path lie in row
m, the bottom one first.

Roles: `card` (token) in the colour of its type, `due` (place) where a card has to be turned up, `disc` (seat). Of a stack the
top disc, which moves first, shines above its card, the one under it below the card; a third lets the card itself pulse. Discs
pulse as often in a row as their seat's place in the order; the fifth and sixth seat once and twice again, with half the light.
"""

from shared_rules import hexboard

from ..palette import SEVEN
from . import FAINT, FULL, LOW, MID, NOW, STEADY, fact, pulses

_DISCS = ("fox-white", "fox-orange", "fox-brown", "fox-black", "tunnel", "chicken")  # colours, by seat


def _run(row, first, last):
    step = 1 if first <= last else -1
    return [hexboard.cell(row + str(number)) for number in range(first, last + step, step)]


# The cells of the cards, in order: beside each, the cells of the same number in the rows above and below are free for discs.
_LINE = bytes(_run("b", 1, 7) + _run("e", 10, 1) + _run("h", 3, 13) + _run("k", 13, 6))
_START = bytes(_run("m", 7, 13))
LENGTH = len(_LINE)


def _spot(place):
    return _LINE[(place - 1) % LENGTH]


def _beside(cell, rows):
    return hexboard.at(hexboard.X[cell], hexboard.Y[cell] + rows)


def cells(place, scene):
    """As every layout: a place of the Path is the cell of its card; 0 is where the bottom disc waits before the Path."""
    return (_spot(place) if place else _START[0],)


def _disc(put, cell, seat):
    put(cell, _DISCS[seat], FULL if seat < 4 else MID, pulses(seat))


def paint(scene, game, put):
    """As every layout: the line, what lies on it, and the discs."""
    for cell in _LINE:
        put(cell, "white", FAINT, STEADY)
    for place in scene.marks:
        discs = [value for role, value in scene.marks[place] if role == "disc"]
        if place == 0:
            for index in range(len(discs)):
                _disc(put, _START[index], discs[index])
            continue
        spot = _spot(place)
        for role, value in scene.marks[place]:
            if role == "card":
                kind = fact(game.describe((role, value)), "type")
                put(spot, SEVEN[game.types.index(kind)], LOW, pulses(discs[-3]) if len(discs) > 2 else STEADY)
            elif role == "due":
                put(spot, "choice", MID, NOW)
        if discs:
            _disc(put, _beside(spot, 1), discs[-1])
        if len(discs) > 1:
            _disc(put, _beside(spot, -1), discs[-2])
