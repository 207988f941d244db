"""From switching on to a table: the offer to resume, the game menu, new games and stored ones."""

from shared_rules import catalogue, record
from shared_rules.refusal import Refusal

from . import room
from .journal import OPEN, unpack
from .table import Table
from .view import QUESTION, ask
from .words import Words

_BEGINNINGS = ("# mode ", "# use ", "# set ", "# step ", "# back")  # notes of a set-up that isn't complete

_OF_ANOTHER_VERSION = ("unknown-rules", "unknown-format", "unknown-game")

_BREATH = 8  # lines between two moments in which the other tasks get their turn

# What a note of a set-up may raise that was written by another version of the set-up.
_MAKES_NO_SENSE = (Refusal, ValueError, IndexError, KeyError, TypeError, AttributeError)


async def choose_table(app, resume, at_once=False):
    """The Table of the game that is wanted; resume: offer the one that was running first; at_once: don't even ask."""
    table = await _first(app, at_once) if resume else None
    while table is None:
        table = await _menu(app)
    return table


def running(app):
    """The number of the game that was running when the device was last switched off, 0 if none was.

    Settings that are gone don't take it with them: then it is the youngest game that isn't over.
    """
    numbers = app.journal.numbers()
    if not app.settings.fresh:
        return app.settings["current"] if app.settings["current"] in numbers else 0
    for number in reversed(numbers):
        if app.journal.head(number)[1] == OPEN:
            return number
    return 0


async def _first(app, at_once):
    # The game that was running, if it is wanted.
    number = running(app)
    if not number:
        return None
    game, _ = app.journal.head(number)
    if game not in catalogue.GAMES:
        return None
    app.use_game(game)
    if at_once:
        return await stored(app, number)
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
    keys = [("game", game) for game in catalogue.GAMES]
    if app.journal.numbers():
        keys.append(("start", "stored"))
    keys += [("start", "copy"), ("start", "settings"), ("start", "off")]

    def describe(key):
        if titles.get("in") != app.settings["language"]:  # it may be changed over the link
            titles["in"] = app.settings["language"]
            for game in catalogue.GAMES:
                titles[game] = title(app, game)
        return ("app-title", {"title": titles[key[1]]}) if key[0] == "game" else key

    key = await app.choose("menu", ("app-which-game", {}), keys, describe)
    if key is None:
        return None
    if key[0] == "game":
        return await _new(app, key[1])
    if key[1] == "stored":
        describe(keys[0])
        return await _stored_menu(app, titles)
    if key[1] == "settings":
        await app.load("menu").settings_menu(app)
        app.drop("menu")
    elif key[1] == "copy":
        await app.load("copying").open_copy(app)
        app.drop("copying")
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
    own = app.load("owncopy").lines(app.device.storage, game)
    app.drop("owncopy")
    notes = ["# mode " + (mode or "play")] + ["# use " + line for line in own]
    rules = package.RULES[-1]
    setup = None
    for note in notes:
        setup = _begun(app, package, setup, note, rules)
    if not await room.for_another(app):
        return None
    try:
        app.journal.create(game, ["rules %d" % rules] + notes, app.settings["games"])
    except OSError:
        await app.tell([("app-full-no-game", {})])
        return None
    return Table(app, setup, False)


def _begun(app, package, setup, note, rules):
    # A set-up after a note of the journal (see `journal`); raises one of _MAKES_NO_SENSE for a note that makes none.
    if note.startswith("# mode "):
        mode = note[7:]
        setup = package.open_setup(rules, None if mode == "play" else mode)
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


class _Found:
    """What a journal holds, up to its last line that is good.

    reader    record.Reader, at that line
    setup     the Setup as its notes tell, None where there are none
    settings  the record lines of the set-up
    good, lines, seconds   bytes, record lines and time played up to there
    events    of the last action
    gone      dict: seats whose players have left, as in Table
    stranger  True: it is of another version of the firmware, and nothing was looked at
    """

    def __init__(self):
        self.reader = record.Reader()
        self.setup = None
        self.settings = []
        self.good = self.lines = self.seconds = 0
        self.events = []
        self.stranger = False
        self.gone = {}

    def take(self, app, text):
        """Takes a line; False if it ends what is counted."""
        reader = self.reader
        if _begins(text, _BEGINNINGS):
            if reader.name is None or reader.game is not None:
                return False
            try:
                self.setup = _begun(app, catalogue.package(reader.name), self.setup, text, reader.rules)
            except _MAKES_NO_SENSE:
                return False
        elif _begins(text, ("# gone ", "# here ")):
            app.load("leaving").read(self.gone, text)
        elif text[:1] != "#":
            if self.setup is not None:
                return False
            try:
                self.events = reader.feed(text) or []
            except (Refusal, record.NotARecord) as error:
                self.stranger = error.code in _OF_ANOTHER_VERSION
                return False
            if reader.game is None:
                self.settings.append(text)
            self.lines += 1
        return True

    def notes(self):
        """The lines after the header of a journal that goes on with the set-up of this record."""
        mode = "play"
        notes = []
        for line in self.settings[1:]:
            words = record.tokens(line)
            if words[:1] == ["mode"]:
                mode = words[1]
            elif words and words[0] != "rules":
                notes.append("# set " + " ".join(words))
        return ["rules %d" % self.reader.rules, "# mode " + mode] + notes


async def _read(app, number):
    # The _Found of a stored game.
    found = _Found()
    for count, (text, played, end) in enumerate(app.journal.read(number)):
        if not found.take(app, text):
            break
        found.good = end
        found.seconds = played
        if count % _BREATH == _BREATH - 1:
            await app.breathe()
    return found


async def stored(app, number):
    """The table of a stored game, at its last whole line; None if it can't be played here.

    If nothing of it can be used, it is kept aside; if it is of another version, it stays as it is.
    """
    journal = app.journal
    if number not in journal.numbers():
        return None  # it was deleted meanwhile
    game, _ = journal.head(number)
    app.use_game(game if game in catalogue.GAMES else None)
    found = await _read(app, number)
    if found.stranger:
        await app.tell([("app-game-newer", {"n": number})])
        return None
    machine = found.setup
    again = None  # lines that the journal is to have
    if machine is None and found.reader.name is not None:
        try:
            machine = found.reader.finish()
        except (Refusal, record.NotARecord):
            # It ends in the middle of its set-up, which goes on.
            machine, again = _unfinished(app, game, found)
    if machine is None:
        try:
            journal.set_aside(number)
            await app.tell([("app-game-lost", {"n": number})])
        except OSError:
            await app.tell([("app-full-no-game", {})])
        return None
    damaged = await _opened(app, number, found)
    if damaged is None:
        return None
    if again is not None:
        try:
            journal.rewrite(again)
        except OSError:
            journal.close()
            await app.tell([("app-full-no-game", {})])
            return None
    if damaged:
        app.say(("app-game-damaged", {"n": number}), True, "refused")
        await app.tell([("app-game-damaged", {"n": number})])
    return Table(app, machine, found.setup is None and again is None, found.events, found.gone)


def _unfinished(app, game, found):
    # The Setup of a record that ends before its set-up is complete, and the lines of its journal.
    package = catalogue.package(game)
    lines = ["roost 1 " + game]
    setup = None
    for line in found.notes():
        if line[:1] == "#":
            try:
                setup = _begun(app, package, setup, line, found.reader.rules)
            except _MAKES_NO_SENSE:
                break
        lines.append(line)
    return setup, lines


async def _opened(app, number, found):
    # Opens the journal: True if it was damaged, None where there is no room for mending it.
    journal = app.journal
    aside = True
    while True:
        try:
            return journal.open(number, found.good, found.lines, found.seconds, aside)
        except OSError:
            if await room.offer(app):
                continue
            if aside:
                aside = False  # better without the damaged file than without the game
                continue
            await app.tell([("app-full-no-game", {})])
            return None


async def _stored_menu(app, titles):
    journal = app.journal
    numbers = journal.numbers()
    numbers.reverse()
    heads = {}

    def describe(key):
        number = key[1]
        if number not in heads:
            heads[number] = journal.head(number)  # of those that are shown: there may be many
        game, state = heads[number]
        return ("app-stored", {"n": number, "title": titles.get(game, "?"), "state": ("state", state)})

    key = await app.choose("menu", ("app-which-stored", {}), [("stored", number) for number in numbers], describe)
    return None if key is None else await stored(app, key[1])


def _begins(text, beginnings):
    # CircuitPython's startswith takes one beginning only.
    return any([text.startswith(beginning) for beginning in beginnings])
