"""Something is wrong: the table is not as the device has it.

Part by part people see how things should stand and say how they really are; from the difference of the two the corrections follow, which are
entered like any other action. What can be set right is the game's affair (see `shared_rules.position`). Loaded when it is wanted.
"""

from shared_rules.refusal import Refusal

from .view import QUESTION, View, ask
from .walk import Walk

RIGHT = ("word", "right")
ENTER = ("wrong-do", "enter")


async def open_wrong(table):
    """Sets things right, until that is entered or left."""
    app = table.app
    position = app.part("position").Position(table.machine)
    try:
        await _parts(table, position)
    finally:
        app.drop_parts()
        app.refresh()


async def _parts(table, position):
    app = table.app
    at = 0
    while True:
        count = len(position.changed())
        extras = position.extras()
        keys = ([ENTER] if count else []) + position.parts() + [key for key, _ in extras]

        def describe(key):
            return ("app-wrong-enter", {"n": len(position.changed())}) if key == ENTER else position.describe(key)

        view = ask("menu", ("app-wrong", {}), keys, describe=describe, start=min(at, len(keys) - 1), machine=position)
        outcome = await app.ask(view)
        at = view.walk.level.at
        if outcome[0] == "pick":
            key = outcome[1]
            if key == ENTER:
                if await _enter(table, position):
                    return
            elif key in position.parts():
                if await _things(app, position, key):
                    at += 1  # on to the next part
                at += bool(position.changed()) - bool(count)
            else:
                await table.act(next(action for extra, action in extras if extra == key))
                return
        elif outcome[0] in ("back", "menu", "take-back"):
            if not count or await app.dialog(("app-wrong-leave", {"n": count}), machine=position):
                return
        else:
            app.meant_otherwise(outcome)
            return


async def _things(app, position, part):
    # The things of a part, to be set right one by one; True when somebody says that all is right.
    at = 0
    while True:
        keys = [RIGHT] + position.things(part)
        view = ask("menu", position.describe(part), keys, describe=_described(position), start=at, machine=position)
        outcome = await app.ask(view)
        at = view.walk.level.at
        if outcome == ("pick", RIGHT):
            return True
        if outcome[0] != "pick":
            app.meant_otherwise(outcome)
            return False
        thing = outcome[1]
        choice = position.choice(thing)
        value = position.other(thing) if choice is None else await _value(app, position, choice)
        if value is not None:
            position.set(thing, value)
            app.refresh()


def _described(position):
    return lambda key: key if key == RIGHT else position.describe(key)


async def _value(app, position, choice):
    # What a thing really is; None when it is left.
    view = View("dialog", QUESTION, Walk(choice), position.describe, head=("app-wrong", {}), machine=position)
    while True:
        outcome = await app.ask(view)
        if outcome[0] == "pick":
            return outcome[1]
        if outcome[0] != "tap":
            app.meant_otherwise(outcome)
            return None
        app.refuse(Refusal("not-there"))


async def _enter(table, position):
    # The corrections become actions. False if the position can't be.
    try:
        steps = position.steps()
    except Refusal as refusal:
        table.app.sound("no")
        await table.app.tell([("no." + refusal.code, refusal.facts)], machine=position)
        return False
    for step in steps:
        if not await table.act(step):
            break
    return True
