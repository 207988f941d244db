"""Where the spaces of the hexagonal board lie when it is drawn: on paper, on the page, as the grid of lights.

Lengths are in pitches: the distance of the centres of two neighbouring spaces. x grows to the right, y downwards, (0, 0) is the
centre of the board; the hexagons stand on a corner, as the rows of lights do.
"""

from math import cos, pi, sin, sqrt

from shared_rules import hexboard

ROW_GAP = sqrt(3) / 2  # between two rows of centres
CORNER = 1 / sqrt(3)  # from a space's centre to its corners
WIDTH = 13.0  # of all spaces together, from edge to edge
HEIGHT = 12 * ROW_GAP + 2 * CORNER

Point = tuple[float, float]


def centre(cell: int) -> Point:
    """The centre of a space."""
    x = hexboard.X[cell] - 6
    y = hexboard.Y[cell] - 6
    return x - y / 2, -y * ROW_GAP


def corners(radius: float = CORNER, about: Point = (0.0, 0.0)) -> list[Point]:
    """The six corners of a hexagon that stands on one of them, clockwise from the topmost."""
    return [(about[0] + radius * sin(pi * turn / 3), about[1] - radius * cos(pi * turn / 3)) for turn in range(6)]


def outline(margin: float = 0.0) -> list[Point]:
    """The six corners of the hexagon around the whole board, flat at the top, a margin away from its outermost spaces."""
    flat = 6 * ROW_GAP + CORNER + margin
    radius = flat / ROW_GAP
    return [(radius * cos(pi * turn / 3), radius * sin(pi * turn / 3)) for turn in range(6)]
