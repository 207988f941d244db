"""From switching on to a table: the offer to resume, the game menu, new games and stored ones."""

from shared_rules import catalogue, record
from shared_rules.refusal import Refusal

from . import owncopy
from .journal import unpack
from .table import Table
from .view import QUESTION, ask
from .words import Words

_BEGINNINGS = ("# mode ", "# use ", "# set ", "# step ", "# back")  # notes of a set-up that isn't complete

_OF_ANOTHER_VERSION = ("unknown-rules", "unknown-format", "unknown-game")


async def choose_table(app, resume):
    """The Table of the game that is wanted; resume: offer the one that was running first."""
    table = await _first(app) if resume else None
    while table is None:
        table = await _menu(app)
    return table


async def _first(app):
    # The game that was running, if it is wanted.
    number = app.settings["current"]
    if number not in app.journal.numbers():
        return None
    game, _ = app.journal.head(number)
    if game not in catalogue.GAMES:
        return None
    app.use_game(game)
    view = ask(
        "menu",
        ("app-resume", {"n": number}),
        [("start", "resume"), ("start", "other")],
        QUESTION,
        head=("game", {}),
        do=[("app-resume", {"n": number})],
    )
    outcome = await app.ask(view)
    if outcome == ("pick", ("start", "resume")):
        return await stored(app, number)
    app.use_game(None)
    return None


def title(app, game):
    """A game's title in the language in use; its words are not kept for that."""
    if app.game == game:
        return app.words.text(("game", {}))
    found = Words(app.settings["language"], game).text(("game", {}))
    app.drop("firmware.lang." + app.settings["language"] + "_" + game)
    return found


async def _menu(app):
    # The game menu. Returns a Table, None to be asked again.
    app.use_game(None)
    titles = {}
    for game in catalogue.GAMES:
        titles[game] = title(app, game)
    keys = [("game", game) for game in catalogue.GAMES]
    if app.journal.numbers():
        keys.append(("start", "stored"))
    keys += [("start", "settings"), ("start", "off")]

    def describe(key):
        return ("app-title", {"title": titles[key[1]]}) if key[0] == "game" else key

    key = await app.choose("menu", ("app-which-game", {}), keys, describe)
    if key is None:
        return None
    if key[0] == "game":
        return await _new(app, key[1])
    if key[1] == "stored":
        return await _stored_menu(app, titles)
    if key[1] == "settings":
        await app.load("menu").settings_menu(app)
        app.drop("menu")
    elif key[1] == "off":
        await app.off()
    return None


async def _new(app, game):
    package = catalogue.package(game)
    app.use_game(game)
    mode = None
    if package.MODES:
        keys = [("mode", "play")] + [("mode", name) for name in package.MODES]
        key = await app.choose("setup", ("app-which-mode", {}), keys)
        if key is None:
            return None
        mode = None if key[1] == "play" else key[1]
    notes = ["# mode " + (mode or "play")] + ["# use " + line for line in owncopy.lines(app.device.storage, game)]
    setup = None
    for note in notes:
        setup = _begun(app, package, setup, note)
    try:
        app.journal.create(game, notes)
    except OSError:
        await app.tell([("app-full-no-game", {})])
        return None
    return Table(app, setup, False)


def _begun(app, package, setup, note):
    # A set-up after a note of the journal (see `journal`); raises ValueError or Refusal for a note that makes no sense.
    if note.startswith("# mode "):
        mode = note[7:]
        setup = package.open_setup(package.RULES[-1], None if mode == "play" else mode)
        setup.names = app.names()
        setup.random = app.device.random
        setup.last = app.settings["last"].get(package.NAME, {})
        return setup
    if setup is None:
        raise ValueError(note)
    if note.startswith("# use "):
        try:
            setup.use([note[6:]])
        except Refusal:
            if getattr(setup, "mode", None) is None:
                raise
            # Results need less of the board than a game.
    elif note.startswith("# set "):
        words = note[6:].split(" ")
        setup.setting(words[0], words[1:])
    elif note == "# back":
        setup.undo()
    else:
        setup.apply(unpack(note[7:]))
    return setup


async def stored(app, number):
    """The table of a stored game, at its last whole line; None if nothing of it can be used (it is kept aside then)."""
    journal = app.journal
    game, _ = journal.head(number)
    app.use_game(game if game in catalogue.GAMES else None)
    reader = record.Reader()
    setup = None
    good = lines = seconds = 0
    events = []
    for text, played, end in journal.read(number):
        try:
            if text.startswith(_BEGINNINGS):
                setup = _begun(app, catalogue.package(game), setup, text)
            elif text[:1] != "#":
                events = reader.feed(text) or []
                lines += 1
        except (Refusal, record.NotARecord, ValueError) as error:
            if getattr(error, "code", "") in _OF_ANOTHER_VERSION:
                # Nothing is wrong with it: it is only not for this firmware.
                await app.tell([("app-game-newer", {"n": number})])
                return None
            break
        good = end
        seconds = played
    machine = setup
    if machine is None:
        try:
            machine = reader.finish()
        except (Refusal, record.NotARecord):
            journal.set_aside(number)
            await app.tell([("app-game-lost", {"n": number})])
            return None
    try:
        damaged = journal.open(number, good, lines, seconds)
    except OSError:
        await app.tell([("app-full-no-game", {})])
        return None
    if damaged:
        app.say(("app-game-damaged", {"n": number}), True, "refused")
        await app.tell([("app-game-damaged", {"n": number})])
    return Table(app, machine, setup is None, events)


async def _stored_menu(app, titles):
    numbers = app.journal.numbers()
    numbers.reverse()
    heads = {}
    for number in numbers:
        heads[number] = app.journal.head(number)

    def describe(key):
        game, state = heads[key[1]]
        return ("app-stored", {"n": key[1], "title": titles.get(game, "?"), "state": ("state", state)})

    key = await app.choose("menu", ("app-which-stored", {}), [("stored", number) for number in numbers], describe)
    return None if key is None else await stored(app, key[1])
