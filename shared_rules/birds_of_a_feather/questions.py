"""What can be asked about a game of Birds of a Feather at any time, and the answers in words to be.

    arrives  which birds have arrived in this round
    bird     one bird: who has recorded it, whether it lingers or arrives
    has      which birds seats have recorded, in all habitats or some
    lingers  which birds linger
    misses   which birds seats still miss

A **thing** is a key: ("seat", seat), ("habitat", row), ("kind", column), ("space", bird); ("uncommon", 0) stands for the kinds
uncommon 1 to 3, of which ("number", n) picks one.
"""

from ..refusal import unreadable
from .birds import BIRDS, COLUMNS, ROWS

QUESTIONS = ("arrives", "bird", "has", "lingers", "misses")
SEATS = "seat"  # the kind of thing that a seat's name means


def vocabulary(game):
    """What can be named beside seats and numbers: list of (name of its words, thing)."""
    found: "list[tuple]" = [("kind.uncommon", ("uncommon", 0))]
    for row in range(ROWS):
        found.append(("habitat." + game.printed.habitats[row], ("habitat", row)))
    for column in range(COLUMNS):
        if not game.printed.kinds[column].startswith("uncommon"):
            found.append(("kind." + game.printed.kinds[column], ("kind", column)))
    return found


def answer(game, what: str, things: "list[tuple]"):
    """(messages, places that they speak of). Raises Refusal: `no-such-question`, `question-needs`, `no-such-thing`."""
    playing = game.verbs[0] == "play"
    if what not in QUESTIONS or (what in ("lingers", "arrives") and not playing):
        raise unreadable("no-such-question")
    seats = _values(things, "seat", len(game.seats)) or list(range(len(game.seats)))
    rows = _values(things, "habitat", ROWS)
    birds = _values(things, "space", BIRDS)
    columns = _values(things, "kind", COLUMNS)
    if ("uncommon", 0) in things:
        for number in [value for kind, value in things if kind == "number"] or (1, 2, 3):
            if not 1 <= number <= 3:
                raise unreadable("no-such-thing", thing=str(number))
            columns.append(game.printed.kinds.index("uncommon" + str(number)))
    for column in columns:
        birds += [row * COLUMNS + column for row in rows or range(ROWS)]
    if what == "bird":
        return _bird(game, birds, playing)
    if what == "lingers":
        return _lingers(game, rows)
    if what == "arrives":
        return _arrives(game)
    return _sheet(game, what, seats, rows or list(range(ROWS)))


def _values(things: "list[tuple]", wanted: str, most: int) -> "list[int]":
    found = [value for kind, value in things if kind == wanted]
    for value in found:
        if not 0 <= value < most:
            raise unreadable("no-such-thing", thing=str(value))
    return found


def _sheet(game, what: str, seats: "list[int]", rows: "list[int]"):
    messages: "list[tuple]" = []
    places: "list[int]" = []
    for seat in seats:
        for row in rows:
            space = range(row * COLUMNS, (row + 1) * COLUMNS)
            have = [bird for bird in space if game.recorded[seat][bird]]
            asked = have if what == "has" else [bird for bird in space if bird not in have]
            facts = {"seat": ("seat", game.seats[seat]), "habitat": game.printed.habitat(row), "n": len(asked)}
            facts["birds"] = [game.printed.kind(bird) for bird in asked]
            if len(have) == COLUMNS:
                messages.append(("line-all", facts))
            elif not have:
                messages.append(("line-none", facts))
            else:
                messages.append(("answer-" + what, facts))
            places += [bird for bird in asked if bird not in places]
    return messages, places


def _lingers(game, rows: "list[int]"):
    lingering = game.lingering()
    messages: "list[tuple]" = []
    places: "list[int]" = []
    for row in rows or range(ROWS):
        birds = sorted([bird for bird in lingering if bird // COLUMNS == row])
        facts = {"habitat": game.printed.habitat(row), "birds": [game.printed.kind(bird) for bird in birds]}
        if birds:
            messages.append(("answer-lingers", facts))
            places += birds
        elif rows:
            messages.append(("answer-lingers-not", facts))
    return messages or [("answer-nothing-lingers", {})], places


def _arrives(game):
    messages: "list[tuple]" = []
    for owner, bird in game.arriving():
        facts = {"bird": game.printed.bird(bird)}
        if owner is not None:
            facts["seat"] = ("seat", game.seats[owner])
        messages.append(("arrives-deck" if owner is None else "arrives", facts))
    return messages or [("answer-nothing-arrives", {})], [bird for _, bird in game.arriving()]


def _bird(game, birds: "list[int]", playing: bool):
    if not birds:
        raise unreadable("question-needs", need=("need", "bird"))
    lingering = game.lingering() if playing else []
    arriving = [bird for _, bird in game.arriving()] if playing else []
    messages: "list[tuple]" = []
    for bird in birds:
        facts = {"bird": game.printed.bird(bird)}
        facts["seats"] = [("seat", game.seats[seat]) for seat in range(len(game.seats)) if game.recorded[seat][bird]]
        messages.append(("answer-recorded-by" if facts["seats"] else "answer-not-recorded", facts))
        if bird in lingering:
            messages.append(("answer-it-lingers", facts))
        if bird in arriving:
            messages.append(("answer-it-arrives", facts))
    return messages, birds
