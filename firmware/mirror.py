"""Screen and scene in words, as JSON for the link. Imported only once somebody has subscribed to them."""

from shared_rules import hexboard
from shared_rules.jsontext import dumps

from .view import SHEET, kind_name


def key_name(key):
    """A key as text."""
    return key[0] + " " + str(key[1])


def _notes(view, words):
    walk = view.walk
    notes = walk.note(walk.key) if walk.key is not None else []
    return [words.text(message) for message in notes]


def cursor(view, words, number):
    """Pieces of the message that the cursor has moved."""
    return ['{"cursor":', dumps({"id": number, "at": view.walk.level.at, "note": _notes(view, words)}), "}"]


def screen(view, words, number, places, game):
    """Pieces of the message that says what is on the screen.

    places: for each key of the choice the place that it names, or None; game: its name or None
    """
    walk = view.walk
    level = walk.level
    choice = walk.choice
    head = {
        "id": number,
        "mode": view.mode,
        "game": game,
        "language": words.language,
        "title": words.text(choice.ask),
        "head": words.text(view.head) if view.head is not None else None,
        "seats": [words.text(seat) for seat in view.seats],
        "do": [words.sentence(message) for message in view.told],
        "rides": [words.sentence(message) for message in view.rides],
        "at": level.at,
        "hold": words.text(view.describe(walk.hold())) if walk.hold() is not None else None,
        "note": _notes(view, words),
        "kind": kind_name(choice),
        "picked": [words.text(view.describe(key)) for key in level.picked],
        "least": choice.least,
        "most": choice.most,
        "back": len(walk.levels) > 1 or bool(level.picked),
    }
    pieces = ['{"screen":' + dumps(head)[:-1]]
    if view.style == SHEET:
        pieces.append(',"sheet":')
        pieces += sheet(view.sheet[0], view.sheet[1], words)
    pieces.append(',"choices":[')
    for index in range(len(level.keys)):
        key = level.keys[index]
        entry = {"words": words.text(view.describe(key)), "key": key_name(key)}
        if places[index] is not None:
            entry["place"] = places[index]
        group = walk.group(index)
        if group is not None:
            entry["group"] = group
        pieces.append(("," if index else "") + dumps(entry))
    pieces.append("]}}")
    return pieces


def sheet(rows, seats, words):
    """Pieces of a score sheet in words: {"seats": [...], "rows": [[label, [points], [reason or null]], ...]}."""
    pieces = ['{"seats":' + dumps([words.text(seat) for seat in seats]) + ',"rows":[']
    for label, points, reasons in rows:
        values = [value if value is None or isinstance(value, int) else words.text(value) for value in points]
        row = dumps([words.text(label), values, [None if reason is None else words.text(reason) for reason in reasons]])
        pieces.append(row if len(pieces) == 1 else "," + row)
    pieces.append("]}")
    return pieces


def scene(machine, what, words, game, rows):
    """Pieces of the message that says what lies where. what: the Scene; rows: of the score sheet so far, or None."""
    pieces = ['{"scene":{"game":' + dumps(game) + ',"layout":' + dumps(what.layout) + ',"marks":{']
    first = True
    names = []
    for place in what.marks:
        marks = []
        for role, value in what.marks[place]:
            message = machine.describe((role, value))
            marks.append([role, value, words.text(message), words.short(message)])
        pieces.append(("" if first else ",") + '"' + str(place) + '":' + dumps(marks))
        names.append(("" if first else ",") + '"' + str(place) + '":' + dumps(_place_name(machine, what.layout, place, words)))
        first = False
    pieces.append('},"names":{')
    pieces += names
    titled = [[words.text(title), [words.text(message) for message in messages]] for title, messages in what.rows]
    pieces.append('},"rows":' + dumps(titled))
    if rows:
        seats = [("seat", name) for name in machine.seats]
        pieces.append(',"sheet":')
        pieces += sheet(rows, seats, words)
    pieces.append("}}")
    return pieces


def _place_name(machine, layout, place, words):
    if layout == "hexagons":
        return hexboard.name(place)
    return words.short(machine.describe(("space", place)))
