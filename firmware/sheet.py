"""The score sheet and the end of a game. Loaded when they are shown."""

from shared_rules.choice import Choice

from .view import SHEET, View, announcement, plain
from .walk import Walk


def sheet_view(machine, rows, at=0):
    """A View of the score sheet: the cursor goes from seat to seat, line by line."""
    seats = [("seat", name) for name in machine.seats]
    keys = [("line", index) for index in range(len(rows) * len(seats))]
    groups = [index // len(seats) for index in range(len(keys))]
    choice = Choice(("app-sheet", {}), keys, plain, groups=groups, start=at, hold=keys[-1])

    def describe(key):
        label, points, _ = rows[key[1] // len(seats)]
        seat = key[1] % len(seats)
        shown = "" if points[seat] is None else points[seat]
        return ("app-sheet-line", {"label": label, "seat": seats[seat], "points": shown})

    return View("sheet", SHEET, Walk(choice), describe, machine=machine, sheet=(rows, seats))


async def show(app, machine):
    """The sheet, line by line; Confirm goes to the next one. Returns an outcome of `App.ask`: ("pick", ...) at its end."""
    rows = machine.sheet()
    seats = len(machine.seats)
    at = 0
    while True:
        view = sheet_view(machine, rows, at)
        outcome = await app.ask(view)
        if outcome[0] == "pick":
            row = outcome[1][1] // seats
            if row == len(rows) - 1:
                return outcome
            at = (row + 1) * seats
        elif outcome[0] == "back" and view.walk.level.at >= seats:
            at = (view.walk.level.at // seats - 1) * seats
        else:
            return outcome


def _totals(machine):
    """What each seat has, the most first; of equal ones in seating order."""
    points = machine.sheet()[-1][1]
    seats = sorted(range(len(points)), key=lambda seat: (-points[seat], seat))
    return (
        "app-totals",
        {"seats": [("app-total", {"seat": ("seat", machine.seats[seat]), "points": points[seat]}) for seat in seats]},
    )


async def show_end(app, machine, gone):
    """The score sheet, then the winner and what else a sheet tells; gone: as in Table.

    Returns an outcome of `App.ask`: ("pick", ...) when that was confirmed.
    """
    while True:
        outcome = await show(app, machine)
        if outcome[0] == "back":
            app.sound("no")
            continue
        if outcome[0] != "pick":
            return outcome
        verdict = machine.verdict()
        view = announcement(
            [("app-winner", {"verdict": verdict[0]})] + verdict[1:] + [_totals(machine)] + _remarks(machine, gone),
            machine=machine,
            mode="sheet",
            word="finish",
        )
        outcome = await app.ask(view)
        if outcome[0] != "back":
            return outcome


def _remarks(machine, gone):
    # Who has left, and how much the table settled by agreement.
    found = [("app-gone-from", {"seat": ("seat", name), "turn": gone[name]}) for name in sorted(gone)]
    corrected = machine.corrected() if hasattr(machine, "corrected") else 0
    return found + ([("app-corrected", {"n": corrected})] if corrected else [])
