"""Light up what: the lights show what belongs together, and the knob reads it out one by one. Loaded when it is wanted."""

from shared_rules.refusal import Refusal

from .view import QUESTION, View, ask
from .walk import Walk


async def open_lights(table):
    """What the game can show, until that is left."""
    app = table.app
    machine = table.machine
    part = app.part("highlights")
    walk = Walk(part.choice(machine))
    while True:
        view = View("dialog", QUESTION, walk, lambda key: part.describe(machine, key), head=("menu", "light-up"), machine=machine)
        outcome = await app.ask(view)
        if outcome[0] == "pick":
            _, title, places = outcome[1]
            outcome = await _show(app, machine, title, places)
            if outcome[0] in ("pick", "back"):
                continue
        elif outcome[0] == "tap":
            app.refuse(Refusal("not-there"))
            continue
        app.meant_otherwise(outcome)
        break
    app.drop_parts()


async def _show(app, machine, title, places):
    # These places shine; each is read out under the cursor.
    if not places:
        return await app.tell([title, ("app-nothing", {})], machine=machine)
    keys = [("space", place) for place in places]
    return await app.ask(ask("dialog", title, keys, QUESTION, machine.describe, head=("menu", "light-up"), machine=machine))
