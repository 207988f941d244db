"""Changing an earlier entry: it is entered anew or left out, and what came after it is entered again by itself as far as it fits.

In the record these are `undo`s and new lines, kept in one step at the end: whoever breaks off has changed nothing. A changed set-up starts a
record of its own and leaves the old one as it is. Loaded when it is wanted.
"""

from shared_rules import catalogue, record
from shared_rules.refusal import Refusal

from . import room
from .view import QUESTION, TEXT, View, ask
from .walk import Walk

_SHOWN = 40  # entries in a list
EARLIER = ("change", "earlier")


class _GivenUp(Exception):
    """Everything stays as it was."""


async def open_change(table):
    """Lets one choose an entry, the latest first, or a line of the set-up, and changes it."""
    app = table.app
    machine = table.machine
    last = len(machine.log)
    while True:
        first = max(last - _SHOWN, 0)
        keys = [("entry", place) for place in range(last - 1, first - 1, -1)]
        keys += [EARLIER] if first else [("set-up", word) for word in _words(app)]

        def describe(key):
            if key[0] == "entry":
                return ("app-entry", {"n": key[1] + 1, "line": machine.line(machine.log[key[1]])})
            return ("app-title", {"title": key[1]}) if key[0] == "set-up" else key

        key = await app.choose("menu", ("app-which-entry", {}), keys, describe, machine=machine)
        if key != EARLIER:
            break
        last = first
    if key is None:
        return
    if key[0] == "entry":
        await change(table, key[1])
    else:
        await _change_setting(table, key[1])


# ---- an action ---------------------------------------------------------------------------------------------------------------


async def change(table, place):
    """Changes the entry at that place of the log."""
    app = table.app
    machine = table.machine
    old = list(machine.log[place:])
    before = _position(app, machine)
    _back_to(machine, place)
    app.refresh()
    try:
        changed = await _first(table, machine, place, old[0])
        if changed:
            await _again(table, machine, [machine.line(action) for action in old[1:]])
        if machine.log[place:] != old and not await _rewritten(table, len(old), place):
            raise _GivenUp
    except _GivenUp:
        _back_to(machine, place)
        for action in old:
            machine.apply(action)
    hands = _differences(app, machine, before)
    for message in hands:
        app.say(message, True, "undo")
    table.look_anew(hands)


async def _rewritten(table, count, place):
    # The machine has gone back by `count` actions, and on by those from this place of its log: that is kept in one step. False: no room.
    app = table.app
    machine = table.machine

    def line(index):
        return "undo" if index < count else machine.line(machine.log[place + index - count])

    total = count + len(machine.log) - place
    if not await table.write(lambda lines: app.journal.extend(lines, line), total):
        return False
    app.link.tell("recorded", {"line": line(total - 1), "lines": app.journal.lines})
    return True


def _back_to(machine, place):
    while len(machine.log) > place:
        machine.undo()


async def _first(table, machine, place, old):
    # What is to become of the entry; the machine stands before it. False: nothing.
    app = table.app
    line = machine.line(old)
    message = ("app-entry", {"n": place + 1, "line": line})
    while True:
        keys = [("change", "out"), ("change", "cancel")]
        if machine.path(old):  # a correction can only be left out
            keys.insert(0, ("change", "anew"))
        key = await _ask(app, machine, [message], keys)
        if key[1] == "out":
            return True
        if key[1] == "cancel":
            raise _GivenUp
        if await _anew(table, machine, machine.path(old)):
            return True


async def _ask(app, machine, messages, keys):
    # One of several words under a text; everything else breaks off.
    outcome = await app.ask(ask("dialog", ("app-change", {}), keys, TEXT, do=messages, machine=machine))
    if outcome[0] == "pick":
        return outcome[1]
    app.meant_otherwise(outcome)
    raise _GivenUp


async def _anew(table, machine, path=()):
    # Asks what the game asks at this moment, and applies the answer; False for Back.
    app = table.app
    prompt = machine.prompt()
    if prompt.choice is None:
        return False
    walk = Walk(prompt.choice, app.names())
    if path:
        walk.retrace(path)
    seats = [("seat", machine.seats[seat]) for seat in prompt.seats] if len(prompt.seats) == 1 else ()
    view = View("dialog", QUESTION, walk, machine.describe, seats=seats, head=("app-change", {}), machine=machine)
    while True:
        outcome = await app.ask(view)
        try:
            if outcome[0] == "pick":
                machine.apply(outcome[1])
            elif outcome[0] == "line":
                words = record.tokens(outcome[1])
                if not words or words == ["undo"]:
                    raise Refusal("rubbish")
                machine.apply(machine.read(words))
            elif outcome[0] == "tap":
                raise Refusal("not-there")
            elif outcome[0] == "back":
                return False
            else:
                app.meant_otherwise(outcome)
                raise _GivenUp
        except Refusal as refusal:
            app.refuse(refusal)
            continue
        app.refresh()
        return True


async def _again(table, machine, lines):
    # Enters the later lines again; the first that no longer fits is asked about, and so on.
    app = table.app
    for count, line in enumerate(lines):
        while True:
            try:
                machine.apply(machine.read(line.split(" ")))
                break
            except Refusal as refusal:
                app.refresh()
                app.sound("no")
                unfit = [("app-unfit", {"line": line}), ("no." + refusal.code, refusal.facts)]
            keys = [("change", "out"), ("change", "stop"), ("change", "cancel")]
            if not machine.over:
                keys.insert(0, ("change", "anew"))
            key = await _ask(app, machine, unfit, keys)
            if key[1] == "cancel":
                raise _GivenUp
            if key[1] == "stop":
                return
            if key[1] == "out" or await _anew(table, machine):
                break
        if count % 8 == 7:
            await app.breathe()


# ---- what hands do about it --------------------------------------------------------------------------------------------------


def _position(app, machine):
    # What stands where, {} where the game can't say.
    part = app.part("position") if machine.played else None
    return {} if part is None else part.Position(machine).now


def _differences(app, machine, before):
    # Messages what stands otherwise than before, of what lies open: a pure difference of two states.
    part = app.part("position") if before else None
    if part is None:
        return []
    position = part.Position(machine)
    open_ones = [thing for each in position.parts() for thing in position.things(each)]
    found = [position.tell(thing) for thing in open_ones if before.get(thing) != position.now[thing]]
    app.drop_parts()
    return [("app-stands", {"things": found})] if found else []


# ---- a line of the set-up ----------------------------------------------------------------------------------------------------


def _settings(app):
    # The set-up lines of the open record.
    words = catalogue.package(app.game).SETUP + ("rules", "mode")
    found = []
    for text, _, _ in app.journal.read(app.journal.number):
        if text[:1] != "#":
            if found and text.split(" ")[0] not in words:
                break
            found.append(text)
    return found[1:]


def _words(app):
    # The words of the set-up lines that can be changed.
    lines = [line.split(" ")[0] for line in _settings(app)]
    package = catalogue.package(app.game)
    if "entry" not in getattr(package, "PARTS", ()):
        return []
    return [word for word in package.SETUP if word in lines or "mode" not in lines]


async def _change_setting(table, word):
    app = table.app
    package = catalogue.package(app.game)
    old = table.machine
    try:
        lines = await _new_settings(app, package, word, _settings(app), old.seats)
        setup = _setup(app, package, lines)
        for line in lines:
            _take(setup, line)
        game = setup.start()
        named = old.seats
        old.seats = _renamed(named, game.seats)
        later = [old.line(action) for action in old.log]
        old.seats = named
        table.machine = game
        app.refresh()
        await _again(table, game, later)
        await _keep(table, game, lines)
    except Refusal as refusal:
        table.machine = old
        app.sound("no")
        await app.tell([("no." + refusal.code, refusal.facts)], machine=old)
    except _GivenUp:
        table.machine = old
    app.drop_parts()
    app.drop("copying", "shared_rules." + app.game + ".setup")
    table.look_anew([])


def _setup(app, package, lines):
    # A set-up by the same rules, before its lines.
    rules = package.RULES[-1]
    mode = None
    for line in lines:
        words = line.split(" ")
        if words[0] == "rules":
            rules = int(words[1])
        elif words[0] == "mode":
            mode = words[1]
    setup = package.open_setup(rules, mode)
    setup.names = app.names()
    return setup


def _take(setup, line):
    words = line.split(" ")
    if words[0] not in ("rules", "mode"):
        setup.setting(words[0], words[1:])


def _renamed(old, new):
    # The seats of a game, those that are no longer there by the names of those that have come, in seating order.
    fresh = [name for name in new if name not in old]
    return tuple([name if name in new or not fresh else fresh.pop(0) for name in old])


async def _new_settings(app, package, word, lines, seats):
    # The lines with one of them entered anew, and with it all those that no longer fit.
    whole = _setup(app, package, lines)
    for line in lines:
        _take(whole, line)
    entered = await _enter(app, whole, word)
    found = [line for line in lines if line.split(" ")[0] in ("rules", "mode")]
    setup = _setup(app, package, lines)
    for each in package.SETUP:
        line = (
            [line for line in entered if line.split(" ")[0] == each]
            + [line for line in lines if line.split(" ")[0] == each]
            + [""]
        )[0]
        if line and line not in entered:
            line = _with_names(line, seats, setup)
        if not line:
            continue
        try:
            _take(setup, line)
        except Refusal as refusal:
            if line in entered:
                raise
            await app.tell([("app-unfit", {"line": each}), ("no." + refusal.code, refusal.facts)], machine=setup)
            line = (await _enter(app, setup, each))[0]
            _take(setup, line)
        found.append(line)
    return found


def _with_names(line, seats, setup):
    # A line with the new names in place of the old ones.
    now = [text.split(" ")[1:] for text in setup.lines() if text.startswith("seats ")]
    if not now:
        return line
    names = dict(zip(seats, _renamed(seats, now[0])))
    words = line.split(" ")
    return " ".join(words[:1] + [names.get(word, word) for word in words[1:]])


async def _enter(app, setup, word):
    entry = app.part("entry").Entry(setup, (word,))
    if not await app.load("copying").enter(app, entry):
        raise _GivenUp
    return entry.lines()


async def _keep(table, game, lines):
    # The new record: its set-up, then its actions. Until it is whole, the old one is the game that would be resumed.
    app = table.app
    journal = app.journal
    number = journal.number
    if not await room.for_another(app):
        raise _GivenUp
    read = (journal.lines, journal.seconds)
    size = journal.size(number)
    try:
        journal.create(app.game, lines, app.settings["games"])
        journal.extend(len(game.log), lambda place: game.line(game.log[place]))
    except OSError:
        if journal.number:
            journal.delete(journal.number)
        journal.open(number, size, read[0], read[1])
        await app.tell([("app-full-no-game", {})])
        raise _GivenUp
    app.set("current", journal.number)
    app.link.tell("recorded", {"line": lines[-1], "lines": journal.lines})
