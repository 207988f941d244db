"""Answers to what the other end of the link asks and sets. Loaded for each request: between two requests it takes no memory."""

import binascii
import gc

from shared_rules import catalogue
from shared_rules.refusal import Refusal

from . import owncopy
from .journal import ASIDE, seal
from .palette import PALETTES
from .settings import AS_BUILT, CHOICES, LIMITS
from .words import LANGUAGES, Words

_CHUNK = 20  # lines of a record, or games, that go into one line of the link
_BYTES = 600  # of a file, the same
_REPORT = "crash.txt"


async def answer(app, message):
    """Answers a message with `ask` or `set` (see `firmware/README.md`)."""
    number = message.get("id")
    if not isinstance(number, (int, str)):
        number = None
    try:
        if "ask" in message:
            _ask(app, message, number)
        else:
            _reply(app, number, _set(app, message["set"], message))
    except Refusal as refusal:
        _reply(app, number, {"code": refusal.code, "text": _words(app, message).refusal(refusal)}, False)
    except OSError:
        _reply(app, number, {"code": "not-kept", "text": app.words.text(("no.not-kept", {}))}, False)


def _words(app, message):
    # A refusal of a game that isn't at the table needs that game's words.
    game = message.get("game")
    if game in catalogue.GAMES and game != app.game:
        return Words(app.settings["language"], game)
    return app.words


def _reply(app, number, found, ok=True):
    reply = {"reply": number, "ok": ok}
    reply.update(found)
    app.link.answer(reply)


def _ask(app, message, number):
    what = message["ask"]
    if what == "record":
        stored = message.get("game", app.journal.number)
        if stored not in app.journal.numbers():
            raise Refusal("no-game")
        app.link.answer_long(_record(app.journal, stored, number, message.get("whole") is True))
    elif what == "games":
        app.link.answer_long(_games(app.journal, number))
    elif what == "files":
        storage = app.device.storage
        _reply(app, number, {"files": [[name, storage.size(name)] for name in storage.names() if _kept(name)]})
    elif what == "file":
        name = message.get("name")
        if name not in app.device.storage.names() or not _kept(name):
            raise Refusal("no-game")
        app.link.answer_long(_file(app.device.storage, name, number))
    elif what == "copy":
        game = _game(app, message)
        _reply(app, number, {"game": game, "lines": owncopy.lines(app.device.storage, game, True)})
    elif what == "state":
        machine = app.machine()
        if machine is None or not hasattr(machine, "state"):
            raise Refusal("no-game")
        _reply(app, number, {"state": machine.state()})
    elif what == "settings":
        names = ("language", "brightness", "contrast", "volume", "palette", "budget") + AS_BUILT
        _reply(app, number, {"settings": {name: app.settings[name] for name in names}})
    elif what == "memory":
        gc.collect()
        _reply(app, number, {"free": gc.mem_free() if hasattr(gc, "mem_free") else None})  # pyright: ignore[reportAttributeAccessIssue]
    elif what in ("question", "questions"):
        questions = app.load("questions")
        questions.reply(app, message, number)
        questions.drop(app)
    else:
        raise Refusal("rubbish")


def _record(journal, stored, number, whole):
    # The record in pieces, each taken from the file when the line is free for it. whole: with seals and notes, as the journal has it.
    lines = []
    size = journal.size(stored)
    at = 0
    for text, seconds, end in journal.read(stored):
        if not whole and text[:1] == "#":
            continue
        if len(lines) == _CHUNK:
            yield {"reply": number, "ok": True, "lines": lines, "at": at, "of": size, "more": True}
            lines = []
        lines.append(str(seal(text, seconds), "utf-8")[:-1] if whole else text)
        at = end
    yield {"reply": number, "ok": True, "lines": lines, "at": at, "of": size}


def _games(journal, number):
    games = []
    for stored in journal.numbers():
        if len(games) == _CHUNK:
            yield {"reply": number, "ok": True, "games": games, "more": True}
            games = []
        game, state, seconds = journal.outline(stored)
        one = {"number": stored, "game": game, "state": state, "open": stored == journal.number}
        one.update({"seconds": seconds, "bytes": journal.size(stored)})
        games.append(one)
    yield {"reply": number, "ok": True, "games": games}


def _kept(name):
    # Is this a file that was kept aside, or a report?
    return name.endswith(ASIDE) or name == _REPORT


def _file(storage, name, number):
    size = storage.size(name)
    at = 0
    while True:
        data = storage.read(name, at, _BYTES)
        at += len(data)
        reply = {"reply": number, "ok": True, "data": str(binascii.b2a_base64(data), "utf-8").strip(), "at": at, "of": size}
        if not data or at >= size:
            yield reply
            return
        reply["more"] = True
        yield reply


def _game(app, message):
    game = message.get("game", app.game)
    if game not in catalogue.GAMES:
        raise Refusal("no-game")
    return game


def _delete(app, what):
    # A game by its number, or by its name a file that was kept aside.
    if isinstance(what, str) and _kept(what) and what in app.device.storage.names():
        app.device.storage.remove(what)
        return
    if isinstance(what, bool) or what not in app.journal.numbers():
        raise Refusal("no-game")
    if what in (app.journal.number, app.settings["current"]):
        raise Refusal("game-open", n=what)
    app.delete_game(what)


def _set(app, values, message):
    # Sets what is asked for; returns what the answer is to say.
    found = {}
    for name in values:
        value = values[name]
        if name == "copy":
            if not isinstance(value, list) or any([not isinstance(line, str) for line in value]):
                raise Refusal("rubbish")
            owncopy.keep(app.device.storage, _game(app, message), value)
        elif name == "language":
            if value not in LANGUAGES:
                raise Refusal("bad-setting", what=("setting", name))
            app.set(name, value)
        elif name == "palette":
            if value not in tuple(PALETTES):
                raise Refusal("bad-setting", what=("setting", name))
            app.set(name, value)
        elif name in CHOICES:
            if value not in CHOICES[name]:
                raise Refusal("bad-setting", what=("setting", name))
            app.set(name, value)
        elif name in LIMITS:
            least, most = LIMITS[name]
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                raise Refusal("bad-setting", what=("setting", name))
            app.set(name, value)
        elif name == "delete":
            _delete(app, value)
        elif name == "restore":
            found = app.load("restore").take(app, value)
            app.drop("restore")
        else:
            raise Refusal("bad-setting", what=name)
    return found
