"""One's own copy of a game: a wizard for the set-up lines that say how its board, cards or sheets are printed, and for names of its own.

Loaded when it is wanted.
"""

from shared_rules import catalogue
from shared_rules.refusal import Refusal

from . import owncopy
from .view import QUESTION, View, ask
from .walk import NEW_NAME, Walk

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
_SMALL = "abcdefghijklmnopqrstuvwxyzäöüß"
_SIGNS = " -'"
_LISTED = 11  # letters of a name in a list
ALL = ("copy", "all")
CALLED = ("copy", "called")
EXAMPLE = ("copy", "example")


async def enter(app, entry, draft=None):
    """Walks an Entry (see `shared_rules.entry`) to its end; False when it is left before. draft: the Draft that keeps its steps."""
    walk = None
    while not entry.ready:
        if walk is None:
            prompt = entry.prompt()
            if prompt.do and (await app.tell(prompt.do, machine=entry))[0] != "pick":
                return False
            walk = Walk(prompt.choice, app.names())
        view = View("setup", QUESTION, walk, entry.describe, head=("app-copy", {}), machine=entry)
        outcome = await app.ask(view)
        step = None
        if outcome == ("pick", NEW_NAME):
            key = await app.load("names").spell(app, walk.choice.taken)
            app.drop("names")
            step = None if key is None else walk.enter(key)
        elif outcome[0] == "pick":
            step = outcome[1]
        elif outcome[0] == "tap":
            app.refuse(Refusal("not-there"))
        elif outcome[0] in ("back", "take-back"):
            if not entry.steps:
                return False
            entry.undo()
            if draft is not None:
                draft.back()
            walk = None
        else:
            app.meant_otherwise(outcome)
            return False
        if step is not None:
            entry.apply(step)
            if draft is not None:
                draft.add(step)
            app.sound("yes")
            walk = None
        if walk is None:
            app.refresh()
    return True


async def open_copy(app):
    """Which game, then what of it."""
    titles = {}
    for game in catalogue.GAMES:
        package = catalogue.package(game)
        if getattr(package, "COPY", ()):
            titles[game] = app.load("start").title(app, game)
    keys = [("game", game) for game in catalogue.GAMES if game in titles]
    key = await app.choose("menu", ("app-which-copy", {}), keys, lambda key: ("app-title", {"title": titles[key[1]]}))
    if key is None:
        return
    app.use_game(key[1])
    at = 0
    while at is not None:
        at = await _menu(app, key[1], at)
    app.drop_parts()
    app.use_game(None)


async def _menu(app, game, at):
    # One thing of a copy to be entered; returns where the cursor was, None when it is left.
    package = catalogue.package(game)
    storage = app.device.storage
    lines = owncopy.lines(storage, game)
    part = app.part("entry")
    keys: "list[tuple]" = [ALL] + [("copy", word) for word in package.COPY]
    if hasattr(part, "called"):
        keys.append(CALLED)
    if lines:
        keys.append(EXAMPLE)

    def describe(key):
        if key in (ALL, CALLED, EXAMPLE):
            return key
        own = [line for line in lines if line.split(" ")[0] == key[1]]
        return ("app-copy-line", {"what": key, "is": ("copy-is", "own" if own else "example")})

    view = ask("menu", ("app-copy", {}), keys, describe=describe, start=min(at, len(keys) - 1))
    outcome = await app.ask(view)
    if outcome[0] != "pick":
        app.meant_otherwise(outcome)
        return None
    key = outcome[1]
    if key == CALLED:
        await _names(app, game, part)
    elif key == EXAMPLE:
        if await app.dialog(("app-copy-example", {})):
            await _keep(app, game, [])
    else:
        words = package.COPY if key == ALL else (key[1],)
        setup = package.open_setup(package.RULES[-1], None)
        setup.use(lines)
        entry = part.Entry(setup, words)
        draft = app.load("draft").Draft(storage, game, words)
        await _resume(app, entry, draft)
        if await enter(app, entry, draft):
            if await _keep(app, game, _merged(package, lines, entry.lines())):
                draft.drop()
        elif not entry.steps:
            draft.drop()
        app.drop("draft")
    return view.walk.level.at


async def _resume(app, entry, draft):
    # Goes on where this section was left, if that is wanted. A section that was entered whole and refused goes on at its last step.
    steps = draft.steps()
    for step in steps:
        if entry.ready or step not in [entry.prompt().choice.pick(key) for key in entry.prompt().choice.keys]:
            break
        entry.apply(step)
    if len(entry.steps) < len(steps):
        draft.keep(entry.steps)
    if not entry.steps:
        return
    if not await app.dialog(("app-copy-resume", {"n": len(entry.steps)}), start=0, machine=entry):
        while entry.steps:
            entry.undo()
        draft.drop()
    elif entry.ready:
        entry.undo()
        draft.back()


def _merged(package, lines, entered):
    # Those entered in place of those there are.
    words = [line.split(" ")[0] for line in entered]
    return [line for line in lines if line.split(" ")[0] not in words] + entered


async def _keep(app, game, lines):
    # True once it is kept.
    storage = app.device.storage
    try:
        owncopy.keep(storage, game, lines + [line for line in owncopy.lines(storage, game, True) if line.startswith("called ")])
    except Refusal as refusal:
        app.sound("no")
        await app.tell([("no." + refusal.code, refusal.facts)])
        return False
    except OSError:
        await app.tell([("no.not-kept", {})])
        return False
    await app.tell([("app-copy-kept", {})])
    return True


# ---- names of its own --------------------------------------------------------------------------------------------------------


async def _names(app, game, part):
    storage = app.device.storage
    package = catalogue.package(game)
    setup = package.open_setup(package.RULES[-1], None)
    setup.use(owncopy.lines(storage, game))
    entry = part.Entry(setup, ())
    tokens = part.called(setup)
    at = 0
    while True:
        called = owncopy.called(storage, game)
        keys = [key for _, key in tokens]
        view = ask("menu", CALLED, keys, describe=_named(tokens, entry, called), start=at, machine=entry)
        outcome = await app.ask(view)
        if outcome[0] != "pick":
            app.meant_otherwise(outcome)
            return
        at = view.walk.level.at
        token = tokens[at][0]
        name = await _spell(app, entry.describe(outcome[1]), called.get(token, ""))
        if name is not None:
            called[token] = name
            found = ["called %s %s" % (one, called[one]) for one, _ in tokens if called.get(one)]
            try:
                owncopy.keep(storage, game, owncopy.lines(storage, game) + found)
            except OSError:
                await app.tell([("no.not-kept", {})])
            app.words.called = owncopy.called(storage, game)
            at = min(at + 1, len(keys) - 1)


def _named(tokens, entry, called):
    # Describes a key of a thing by what it is and what it is called.
    names = {key: called.get(token, "–") for token, key in tokens}
    for key in names:
        if len(names[key]) > _LISTED:
            names[key] = names[key][: _LISTED - 1] + "…"
    return lambda key: ("app-called", {"what": entry.describe(key), "is": names[key]})


async def _spell(app, title, spelled):
    # The letter wheel, or a typed text; None when it is given up.
    at = 0
    while True:
        letters = LETTERS if not spelled or spelled[-1] in _SIGNS else _SMALL
        keys = (
            [("letter", char) for char in letters]
            + [("letter", char) for char in _SIGNS]
            + [("word", "delete"), ("word", "spelled")]
        )
        if spelled and not at:
            at = len(keys) - 1
        head = ("app-title", {"title": spelled + "_"})
        view = ask("setup", title, keys, QUESTION, _letter, start=at, head=head, hold=("word", "spelled"))
        view.typing = True
        outcome = await app.ask(view)
        at = view.walk.level.at
        if outcome[0] == "text":
            return " ".join(outcome[1].split())[: owncopy.LONGEST]
        if outcome[0] == "back" and spelled:
            spelled = spelled[:-1]
        elif outcome[0] != "pick":
            app.meant_otherwise(outcome)
            return None
        elif outcome[1][0] == "letter":
            spelled = (spelled + outcome[1][1])[: owncopy.LONGEST]
        elif outcome[1][1] == "delete":
            spelled = spelled[:-1]
        else:
            return spelled.strip()


def _letter(key):
    if key == ("letter", " "):
        return ("word", "blank")
    return ("app-title", {"title": key[1]}) if key[0] == "letter" else key
