"""The board of 127 hexagonal spaces, seven a side.

A cell is an int 0-126, counting a1, a2 ... m13 (rows `a` at the bottom to `m` at the top; the number is the diagonal, 1 to 13).
"""

SIDE = 7
ROWS = 2 * SIDE - 1
CELLS = 127
CENTRE = 63  # g7

# One step in each direction, as (x, y); a cell's x grows along its row, y from row to row upwards.
DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


def _first(row: int) -> int:
    """The lowest x of a row, both counted from 0."""
    return row - SIDE + 1 if row >= SIDE else 0


def _last(row: int) -> int:
    """The highest x of a row, both counted from 0."""
    return row + SIDE - 1 if row < SIDE else ROWS - 1


def _columns() -> "tuple[bytes, bytes, bytes]":
    x = bytearray()
    y = bytearray()
    starts = bytearray()
    for row in range(ROWS):
        starts.append(len(x) - _first(row))
        for column in range(_first(row), _last(row) + 1):
            x.append(column)
            y.append(row)
    return bytes(x), bytes(y), bytes(starts)


X, Y, _START = _columns()  # column and row of a cell, both 0-12; a row's index of its (perhaps missing) column 0


def at(x: int, y: int) -> int:
    """The cell in column x of row y (both 0-12, and beyond), -1 if there is none."""
    if 0 <= y < ROWS and _first(y) <= x <= _last(y):
        return _START[y] + x
    return -1


def name(cell: int) -> str:
    """`a1` ... `m13`."""
    return chr(97 + Y[cell]) + str(X[cell] + 1)


def cell(text: str) -> int:
    """The cell of this name, -1 if no space is called so."""
    if 2 <= len(text) <= 3 and text[1] in "123456789":
        number = ord(text[1]) - 48
        if len(text) == 3:
            if text[2] not in "0123456789":
                return -1
            number = number * 10 + ord(text[2]) - 48
        return at(number - 1, ord(text[0]) - 97)
    return -1


def distance(one: int, other: int) -> int:
    """Steps from one cell to the other on the empty board, as the crow flies: 0 to 12."""
    dx = X[one] - X[other]
    dy = Y[one] - Y[other]
    return max(abs(dx), abs(dy), abs(dx - dy))


def step(origin: int, direction: int) -> int:
    """The neighbour in a direction (index in DIRECTIONS), -1 beyond the edge."""
    dx, dy = _STEPS[direction]
    return at(X[origin] + dx, Y[origin] + dy)


def ring(centre: int, radius: int) -> bytes:
    """The cells at exactly this distance, in board order."""
    return bytes([other for other in range(CELLS) if distance(centre, other) == radius])


def _neighbours(origin: int) -> bytes:
    found = [step(origin, direction) for direction in range(6)]
    return bytes([other for other in found if other >= 0])


NEIGHBOURS = tuple([_neighbours(origin) for origin in range(CELLS)])  # cell -> its neighbours, three to six
DEN = bytes([CENTRE]) + NEIGHBOURS[CENTRE]  # the foxes' den, its centre first


def connected(cells: "list[int] | bytes") -> bool:
    """Do these cells hang together?"""
    left = set(cells)
    if not left:
        return True
    edge = [left.pop()]
    while edge:
        for other in NEIGHBOURS[edge.pop()]:
            if other in left:
                left.remove(other)
                edge.append(other)
    return not left
