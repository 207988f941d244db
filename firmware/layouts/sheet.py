"""A score sheet of 5 rows of 7 birds: every other row of lights, so that its columns stand upright.

Roles: `habitat` (row) the heading, left of its row; `missing`, `recorded` and `seen` (seat) a bird that isn't on the sheet, is on
it, or came on it in the latest round; `lingering` and `arriving` (copies) a bird that lies on the table.

A habitat has one colour. A bird on the sheet shines, one that came in the latest round rises once in a row. A missing one that
lies on the table rises twice, other missing ones are faint. Right of a row a light tells that all seven are there.
"""

from shared_rules import hexboard

from . import FAINT, LOW, MID, PULSES, STEADY, fact

_ROWS = 5
_COLUMNS = 7
_BIRDS = _ROWS * _COLUMNS
_COLOURS = {"desert": "two", "mountains": "four", "forest": "seven", "wetlands": "five", "ocean": "one"}


def _cell(row, column):
    return hexboard.at(column + _ROWS - row, 2 * (_ROWS - row))


def cells(place, scene):
    """As every layout: a bird (0-34) and the heading of a row (35-39) have one cell each."""
    if place < _BIRDS:
        return (_cell(place // _COLUMNS, place % _COLUMNS),)
    return (_cell(place - _BIRDS, -1),)


def paint(scene, game, put):
    """As every layout: what is on the sheet."""
    marks = scene.marks
    for row in range(_ROWS):
        colour = _COLOURS[fact(game.describe(("habitat", row)), "habitat") or "ocean"]
        put(_cell(row, -1), colour, LOW, STEADY)
        full = True
        for place in range(row * _COLUMNS, (row + 1) * _COLUMNS):
            roles = [role for role, _ in marks.get(place, ())]
            level, beat = FAINT, STEADY
            if "recorded" in roles:
                level = MID
            elif "seen" in roles:
                level, beat = MID, PULSES[0]
            else:
                full = False
                if "lingering" in roles or "arriving" in roles:
                    level, beat = LOW, PULSES[1]
            put(_cell(row, place % _COLUMNS), colour, level, beat)
        if full:
            put(_cell(row, _COLUMNS), colour, MID, STEADY)
