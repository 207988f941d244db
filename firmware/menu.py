"""The menu of a table, and the settings. Loaded when opened."""

from shared_rules import catalogue
from shared_rules.refusal import Refusal

from . import screens
from .app import ANSWERS
from .palette import PALETTES
from .settings import AS_BUILT, CHOICES
from .table import OFF, PARKED
from .view import QUESTION, TEXT, View, ask
from .walk import Walk
from .words import LANGUAGES

_AT_A_TABLE = (
    "status",
    "score",
    "sheets",
    "light-up",
    "said",
    "why-not",
    "take-back",
    "change",
    "wrong",
    "leaves",
    "settings",
    "another",
    "off",
    "abandon",
)
# Entries that have a module of their own: menu name -> (module, function, part that the game must have).
_MODULES = {
    "sheets": ("sheets", "open_sheets", "sheets"),
    "light-up": ("lightup", "open_lights", "highlights"),
    "change": ("changing", "open_change", None),
    "wrong": ("wrong", "open_wrong", "position"),
    "leaves": ("leaving", "open_leaving", "corrections"),
}
_WHILE_SETTING_UP = ("said", "take-back", "settings", "another", "off", "abandon")


async def open_menu(table):
    """The menu, until it is left; it may have changed or left the table then."""
    app = table.app
    names = _names(table) if table.playing else _WHILE_SETTING_UP
    at = 0
    while True:
        keys = [("menu", name) for name in names]
        view = ask("menu", ("app-menu", {}), keys, start=at, machine=table.machine)
        outcome = await app.ask(view)
        if outcome[0] in ("back", "menu"):
            return
        if outcome[0] != "pick":
            await table.other(outcome)
            return
        at = view.walk.level.at
        name = outcome[1][1]
        if name == "take-back":
            await table.take_back()
            return
        if name in _MODULES:
            module, function, _ = _MODULES[name]
            await getattr(app.load(module), function)(table)
            app.drop(module)
            return
        if await _do(table, name):
            return


def _names(table):
    # The entries that this game has.
    machine = table.machine
    parts = getattr(catalogue.package(table.app.game), "PARTS", ())
    found = []
    for name in _AT_A_TABLE:
        part = _MODULES[name][2] if name in _MODULES else None
        if part is None or (part in parts and getattr(machine, "played", False)):
            found.append(name)
    return found


async def _do(table, name):
    # One entry of the menu; True when the menu is to be left with it.
    app = table.app
    machine = table.machine
    if name == "status":
        await _status(app, machine)
    elif name == "score" and not machine.sheet():
        await app.tell([("app-nothing", {})], machine=machine)  # nothing of it lies open
    elif name == "score":
        app.meant_otherwise(await app.load("sheet").show(app, machine))
        app.drop("sheet")
    elif name == "said":
        await _said(app, machine)
    elif name == "why-not":
        return await _why_not(table)
    elif name == "settings":
        await settings_menu(app, machine)
    elif name == "another":
        table.leaving = PARKED
        return True
    elif name == "off":
        table.leaving = OFF
        return True
    elif name == "abandon":
        sure = await app.dialog(("app-abandon", {}), machine=machine)
        if sure and await app.dialog(("app-abandon-sure", {}), machine=machine):
            await table.abandon()
            return True
    return False


async def read(app, entries, machine):
    """Texts to turn through. entries: list of (title message, list of messages). Returns when one is confirmed or left."""
    pages = []
    for title, messages in entries:
        for part in screens.chunks([app.words.short(message) for message in messages]):
            pages.append((title, part, messages))
    keys = [("entry", index) for index in range(len(pages))]
    if not keys:
        await app.tell([("app-nothing", {})], machine=machine)
        return
    view = ask("dialog", ("app-menu", {}), keys, TEXT, lambda key: pages[key[1]][0], machine=machine)
    view.body = lambda key: pages[key[1]][1]
    view.full = lambda key: pages[key[1]][2]
    app.meant_otherwise(await app.ask(view))


async def _status(app, machine):
    await read(app, machine.scene().rows, machine)


async def _said(app, machine):
    entries = [(("app-said", {"n": entry[0]}), [entry[1]]) for entry in reversed(app.said) if entry[3] not in ANSWERS]
    await read(app, entries, machine)


async def _why_not(table):
    # Point at something: which rule forbids it, or that it is legal. True when the table took a way out of it.
    app = table.app
    machine = table.machine
    choice = machine.why()
    if choice is None:
        await app.tell([("app-why-nothing", {})], machine=machine)
        return False
    walk = Walk(choice)
    view = View("dialog", QUESTION, walk, machine.describe, head=("app-why", {}), machine=machine)
    while True:
        outcome = await app.ask(view)
        if outcome[0] == "pick":
            refused = None
            try:
                machine.check(outcome[1])
                answer = ("app-legal", {})
            except Refusal as refusal:
                refused = refusal
                answer = ("no." + refusal.code, refusal.facts)
            app.say(answer, False, "why")
            if refused is not None:
                taken = await app.load("ways").offer(table, outcome[1], refused)
                app.drop("ways")
                if taken:
                    return True
                if taken is not None:
                    continue
            if (await app.tell([answer], mode="dialog", machine=machine))[0] == "menu":
                return False
        elif outcome[0] == "tap":
            app.refuse(Refusal("not-there"))
        else:
            app.meant_otherwise(outcome)
            return False


_SETTINGS = ("language", "brightness", "contrast", "volume", "palette")
_CHOICES = {
    "brightness": (1, 2, 3, 4),
    "contrast": (1, 2, 3, 4),
    "volume": (0, 1, 2, 3),
    "palette": tuple(PALETTES),
    "language": LANGUAGES,
}


async def settings_menu(app, machine=None):
    """Language, brightness, sound and so on."""
    at = 0
    while True:
        keys = [("setting", name) for name in _SETTINGS]
        if getattr(app.device, "self_test", None) is not None:
            keys += [("setting", name) for name in AS_BUILT] + [("setting", "self-test")]

        def describe(key):
            if key[1] == "self-test":
                return ("app-self-test", {})
            return ("app-setting", {"what": key, "is": (key[1], app.settings[key[1]])})

        view = ask("menu", ("app-settings", {}), keys, describe=describe, start=at, machine=machine)
        outcome = await app.ask(view)
        if outcome[0] != "pick":
            app.meant_otherwise(outcome)
            return
        at = view.walk.level.at
        name = outcome[1][1]
        if name == "self-test":
            if await app.dialog(("app-self-test", {}), machine=machine):
                app.device.self_test()  # restarts the device; the game is offered afterwards
            continue
        values = CHOICES[name] if name in CHOICES else _CHOICES[name]
        start = values.index(app.settings[name]) if app.settings[name] in values else 0
        key = await app.choose("menu", ("setting", name), [(name, value) for value in values], start=start, machine=machine)
        if key is not None:
            app.set(name, key[1])
            if name in CHOICES:
                await app.tell([("app-next-start", {})], machine=machine)
