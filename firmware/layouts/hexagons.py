"""The board of hexagons: a place of the scene is a cell, and its light.

Roles: `tunnel` an entrance; `start` (index of a type) a space of that type's flock; `fowl` (card) a fowl; `fox` (seat) a fox;
`now` (card) a fowl that hands must lay out now. The foxes alone pulse: once, twice, three or four times in a row, by seat.
"""

from . import DIM, FAINT, FULL, LOW, NOW, STEADY, fact, pulses

FLOCKS = ("chicken", "duck", "goose", "turkey")


def cells(place, scene):
    """As every layout: the cells of a place."""
    return (place,)


def _colour(game, card, otherwise):
    return fact(game.describe(("fowl", card)), "colour") or otherwise


def paint(scene, game, put):
    """As every layout: what lies where."""
    for cell in scene.marks:
        flock = "white"
        for role, value in scene.marks[cell]:
            if role == "tunnel":
                put(cell, "tunnel", LOW, STEADY)
            elif role == "start":
                flock = FLOCKS[value]
                put(cell, flock, FAINT, STEADY)
            elif role == "fowl":
                put(cell, _colour(game, value, flock), DIM, STEADY)
            elif role == "now":
                put(cell, _colour(game, value, flock), FULL, NOW)
            elif role == "fox":
                put(cell, "fox-" + game.seats[value], FULL, pulses(value))
