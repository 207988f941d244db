"""The joystick: walking the cursor over the board. Loaded when it is used."""

from shared_rules import hexboard

_AS_TURNS = {"e": 1, "ne": -1, "se": 1, "w": -1, "nw": -1, "sw": 1}


def step(app, view, direction):
    """Moves the cursor to the nearest choice in that direction; where the choices lie on no board, it turns instead."""
    walk = view.walk
    places = app.places(walk.level.keys)
    here = places[walk.level.at] if places else None
    if here is None or not 0 <= here < hexboard.CELLS or not app.on_hexagons():
        walk.move(_AS_TURNS[direction])
        return
    # In a skewed grid the six directions are six sums of x and y; what lies less than 60 degrees to either side of ahead counts.
    index = hexboard.DIRECTIONS.index(direction)
    best = None
    for place in range(len(places)):
        there = places[place]
        if there is None or there == here:
            continue
        ahead = _along(here, there, index)
        aside = abs(_along(here, there, index + 1) + _along(here, there, index + 2))
        if ahead > 0 and aside < 3 * ahead:
            rank = (ahead + aside, aside, place)
            if best is None or rank < best:
                best = rank
    if best is not None:
        walk.level.at = best[2]


def _along(here, there, direction):
    # How far `there` lies in a direction (twice the scalar product of the vectors, in units of a step).
    dx = hexboard.X[there] - hexboard.X[here]
    dy = hexboard.Y[there] - hexboard.Y[here]
    sx, sy = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))[direction % 6]
    return 2 * dx * sx + 2 * dy * sy - dx * sy - dy * sx
