"""Where the 127 cells lie, in millimetres. The origin is the board's centre (g7), x to the right, y away from the players (row a is nearest)."""

from math import cos, pi, sin, sqrt

from shared_rules import hexboard

PITCH = 1000 / 60  # the pixels of a 60-per-metre strip
ROW = PITCH * sqrt(3) / 2  # rows this far apart make true hexagons
ACROSS = PITCH  # a cell, flat to flat (left to right)
CORNERS = PITCH * 2 / sqrt(3)  # a cell, corner to corner (front to back)

NAMES = [hexboard.name(cell) for cell in range(hexboard.CELLS)]
WIDTH = 12 * PITCH + ACROSS  # all cells, over the widest row
DEPTH = 12 * ROW + CORNERS  # all cells, front to back

Point = tuple[float, float]


def position(cell: int) -> Point:
    """The centre of a cell (0-126)."""
    dx, dy = hexboard.X[cell] - 6, hexboard.Y[cell] - 6
    return (PITCH * (dx - dy / 2), ROW * dy)


def row(cell: int) -> int:
    """The row of a cell, 0 (a) to 12 (m)."""
    return hexboard.Y[cell]


def rows() -> list[list[int]]:
    """The cells of each row from left to right, the rows from a to m."""
    return [[cell for cell in range(hexboard.CELLS) if hexboard.Y[cell] == y] for y in range(hexboard.ROWS)]


def hexagon(centre: Point, across: float) -> list[Point]:
    """The six corners of a hexagon with flat sides left and right, `across` mm from flat to flat, counterclockwise."""
    radius = across / sqrt(3)
    return [(centre[0] + radius * cos(pi / 6 + k * pi / 3), centre[1] + radius * sin(pi / 6 + k * pi / 3)) for k in range(6)]


def outline() -> list[Point]:
    """The jagged outline of all cells together, counterclockwise."""
    edges: dict[tuple[int, int], tuple[Point, Point]] = {}

    def key(point: Point) -> tuple[int, int]:
        return (round(point[0] * 1000), round(point[1] * 1000))

    counted: dict[frozenset[tuple[int, int]], int] = {}
    for cell in range(hexboard.CELLS):
        corners = hexagon(position(cell), ACROSS)
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            side = frozenset((key(a), key(b)))
            counted[side] = counted.get(side, 0) + 1
    for cell in range(hexboard.CELLS):
        corners = hexagon(position(cell), ACROSS)
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            if counted[frozenset((key(a), key(b)))] == 1:
                edges[key(a)] = (a, b)
    start = min(edges)
    points = []
    here = start
    while True:
        a, b = edges[here]
        points.append(a)
        here = key(b)
        if here == start:
            return points


def seam(column: float) -> list[Point]:
    """A zigzag from front to back along the walls between cells, never through a cell.

    `column` says where (whole numbers): 0 is the wall right of the middle column of row g, 1 the next to the right.
    In rows a, c, e ... (an even number of rows from g) the wall is half a pitch to the right of that in the others.
    """
    points = []
    quarter = CORNERS / 4
    for y in range(13):
        x = PITCH * (column + (0.5 if (y - 6) % 2 == 0 else 0.0))
        points.append((x, ROW * (y - 6) - quarter))
        points.append((x, ROW * (y - 6) + quarter))
    return points
