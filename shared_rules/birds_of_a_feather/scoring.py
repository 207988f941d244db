"""Points, ties and the solo ranking ("End of the Game", "Birding Solo"; rulings, Birds of a Feather 3, 4 and 6).

`ticks` is a seat's sheet: a bytearray with the round in which each bird was recorded, 0 for a bird that is missing.
"""

from .birds import ALL_POINTS, COLUMNS, ROWS, Sheet

RANKS = (26, 31, 36, 41)  # the least total of ranks 1 to 4


def row_points(sheet: Sheet, ticks: bytearray, row: int) -> int:
    """Points of the birds recorded in one habitat."""
    return sum([sheet.points[column] for column in range(COLUMNS) if ticks[row * COLUMNS + column]])


def complete(ticks: bytearray, row: int) -> bool:
    """Are all seven birds of this habitat recorded?"""
    return all([ticks[row * COLUMNS + column] for column in range(COLUMNS)])


def tally(sheet: Sheet, ticks: bytearray) -> "tuple[int, int, int]":
    """(points of the birds, number of complete habitats, total) of one sheet."""
    birds = sum([row_points(sheet, ticks, row) for row in range(ROWS)])
    full = len([row for row in range(ROWS) if complete(ticks, row)])
    return birds, full, birds + ALL_POINTS * full


def best(seats, value) -> "list[int]":
    """Those of the seats whose value(seat) is highest, in their order."""
    most = max([value(seat) for seat in seats])
    return [seat for seat in seats if value(seat) == most]


def leaders(tallies: "list[tuple[int, int, int]]") -> "list[int]":
    """Seats with the most points; of these, those with the most complete habitats."""
    first = best(range(len(tallies)), lambda seat: tallies[seat][2])
    return best(first, lambda seat: tallies[seat][1])


def break_tie(seats: "tuple[int, ...]", last: "dict[int, int]") -> "tuple[list[int], str]":
    """(winners, code of what decided): the unplayed card further right on the sheet, then the higher habitat, else shared.

    seats  seats still tied;  last  dict: seat -> its unplayed bird
    """
    right = best(seats, lambda seat: last[seat] % COLUMNS)
    if len(right) == 1:
        return right, "by-card"
    high = best(right, lambda seat: -last[seat])  # the same column: the smaller place is the higher habitat
    return high, "by-habitat" if len(high) == 1 else "by-nothing"


def rank(total: int) -> int:
    """The solo rank, 0 to 4."""
    return len([least for least in RANKS if total >= least])
