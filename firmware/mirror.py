"""Screen and scene in words, as JSON for the link, piece by piece. Imported only once somebody has subscribed to them."""

import binascii

from shared_rules import hexboard
from shared_rules.jsontext import dumps

from .view import SHEET, kind_name

_CHANGED = '{"changed":{"marks":{'


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


def _member(name, value):
    return ',"' + name + '":' + dumps(value)


def screen(view, words, number, places, game):
    """Yields the pieces of the message that says what is on the screen. Each takes some ten milliseconds on the device.

    places: for each key of the choice the place that it names, or None; game: its name or None
    """
    walk = view.walk
    level = walk.level
    choice = walk.choice
    yield '{"screen":{"id":' + str(number)
    yield _member("mode", view.mode) + _member("game", game) + _member("language", words.language)
    yield _member("title", words.text(choice.ask))
    yield _member("head", words.text(view.head) if view.head is not None else None)
    yield _member("seats", [words.text(seat) for seat in view.seats])
    for name, messages in (("do", view.told), ("rides", view.rides)):
        yield ',"' + name + '":['
        for index, message in enumerate(messages):
            yield ("," if index else "") + dumps(words.sentence(message))
        yield "]"
    held = walk.hold()
    yield _member("at", level.at) + _member("hold", words.text(view.describe(held)) if held is not None else None)
    yield _member("note", _notes(view, words)) + _member("kind", kind_name(choice))
    yield _member("picked", [words.text(view.describe(key)) for key in level.picked])
    yield (
        _member("least", choice.least)
        + _member("most", choice.most)
        + _member("back", len(walk.levels) > 1 or bool(level.picked))
    )
    if view.style == SHEET:
        yield ',"sheet":'
        yield from sheet(view.sheet[0], view.sheet[1], words)
    yield ',"choices":['
    for index, key in enumerate(level.keys):
        entry = {"words": words.text(view.describe(key)), "key": key_name(key)}
        if places[index] is not None:
            entry["place"] = places[index]
        group = walk.group(index)
        if group is not None:
            entry["group"] = group
        yield ("," if index else "") + dumps(entry)
    yield "]}}"
    yield None


def sheet(rows, seats, words):
    """Yields the pieces of a score sheet in words: {"seats": [...], "rows": [[label, [points], [reason or null]], ...]}."""
    yield '{"seats":' + dumps([words.text(seat) for seat in seats]) + ',"rows":['
    before = ""
    for label, points, reasons in rows:
        values = [value if value is None or isinstance(value, int) else words.text(value) for value in points]
        yield before + dumps([words.text(label), values, [None if reason is None else words.text(reason) for reason in reasons]])
        before = ","
    yield "]}"


class Told:
    """What has been told of a scene. It keeps numbers that stand for it: the device has no memory for the words.

    of           what must be the same for a scene to be told by its changes alone
    places       dict: place -> number of what lies there
    rows, sheet  their numbers
    """

    def __init__(self):
        self.of = None
        self.places = {}
        self.rows = self.sheet = 0


def _number(value, before=0):
    # Stands for anything that can be printed; `before` for what came before it. At most 30 bits, which take no memory of their own.
    return binascii.crc32(repr(value).encode(), before) & 0x3FFFFFFF


def scene(machine, what, words, game):
    """Yields the pieces of the message that says what lies where. what: the Scene of this machine; game: its name or None."""
    yield from changes(machine, what, words, game, Told(), lambda: False)


def changes(machine, what, words, game, told, late):
    """Yields the pieces of the messages that say what has changed of a scene: the first says it whole if none was told yet.

    told: a Told, which knows what was told once the None at the end of a message is given; late: function, True where a message had better end
    """
    layout = what.layout
    of = (game, layout, type(machine).__name__, words.language, words.names, words.called)
    whole = told.of != of
    known = {} if whole else told.places
    yield '{"scene":{"game":' + dumps(game) + ',"layout":' + dumps(layout) + ',"marks":{' if whole else _CHANGED
    part = {}
    before = '"'
    for place in [place for place in known if place not in what.marks]:
        part[place] = None
        yield before + str(place) + '":null'
        before = ',"'
    for place in what.marks:
        number = _number(what.marks[place], 0 if layout == "hexagons" else _number(machine.describe(("space", place))))
        yield ""  # this takes a while, too
        if known.get(place) == number:
            continue
        part[place] = number
        yield before + str(place) + '":['
        for index, (role, value) in enumerate(what.marks[place]):
            message = machine.describe((role, value))
            yield ("," if index else "") + dumps([role, value, words.text(message), words.short(message)])
        yield "]"
        before = ',"'
        if late():
            yield from _names(machine, layout, part, words)
            yield ',"rows":[]}}' if whole else "}}"
            if whole:
                told.rows = told.sheet = 0
            told.of, told.places = of, _with(known, part)
            yield None
            whole = False
            part = {}
            yield _CHANGED
            before = '"'
    yield from _names(machine, layout, part, words)
    rows = 0
    for row in what.rows:
        rows = _number(row, rows)
    if whole or rows != told.rows:
        yield ',"rows":['
        before = "["
        for title, messages in what.rows:
            yield before + dumps(words.text(title)) + ",["
            for index, message in enumerate(messages):
                yield ("," if index else "") + dumps(words.text(message))
            yield "]]"
            before = ",["
        yield "]"
    scores = machine.sheet() if hasattr(machine, "sheet") else ()
    points = _number(machine.seats) if scores else 0
    for row in scores:
        points = _number(row, points)
    if scores and (whole or points != told.sheet):
        yield ',"sheet":'
        yield from sheet(scores, [("seat", name) for name in machine.seats], words)
    elif not scores and not whole and told.sheet:
        yield ',"sheet":null'
    yield "}}"
    told.of, told.places, told.rows, told.sheet = of, _with(known, part), rows, points
    yield None


def _with(known, part):
    # What is known after this part was told, in the same dict.
    for place in part:
        if part[place] is None:
            del known[place]
        else:
            known[place] = part[place]
    return known


def _names(machine, layout, part, words):
    # The names of the places that were told; of those where nothing lies any more nobody needs one.
    yield '},"names":{'
    before = '"'
    for place in part:
        if part[place] is not None:
            yield before + str(place) + '":' + dumps(_place_name(machine, layout, place, words))
            before = ',"'
    yield "}"


def _place_name(machine, layout, place, words):
    if layout == "hexagons":
        return hexboard.name(place)
    return words.short(machine.describe(("space", place)))
