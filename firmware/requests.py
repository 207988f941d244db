"""Answers to what the other end of the link asks and sets. Loaded for each request: between two requests it takes no memory."""

from shared_rules import catalogue
from shared_rules.refusal import Refusal

from . import owncopy
from .palette import PALETTES
from .words import LANGUAGES, Words

_CHUNK = 20  # lines of a record that go into one line of the link


async def answer(app, message):
    """Answers a message with `ask` or `set` (see `firmware/README.md`)."""
    number = message.get("id")
    if not isinstance(number, (int, str)):
        number = None
    try:
        if "ask" in message:
            _ask(app, message, number)
        else:
            _set(app, message["set"], message)
            _reply(app, number, {})
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
        app.link.answer_long(_record(app.journal, stored, number))
    elif what == "games":
        games = []
        for stored in app.journal.numbers():
            game, state = app.journal.head(stored)
            games.append({"number": stored, "game": game, "state": state, "open": stored == app.journal.number})
        _reply(app, number, {"games": games})
    elif what == "copy":
        game = _game(app, message)
        _reply(app, number, {"game": game, "lines": owncopy.lines(app.device.storage, game)})
    elif what == "state":
        machine = app.machine()
        if machine is None or not hasattr(machine, "state"):
            raise Refusal("no-game")
        _reply(app, number, {"state": machine.state()})
    elif what == "settings":
        names = ("language", "brightness", "contrast", "volume", "palette", "budget")
        _reply(app, number, {"settings": {name: app.settings[name] for name in names}})
    elif what in ("question", "questions"):
        questions = app.load("questions")
        questions.reply(app, message, number)
        questions.drop(app)
    else:
        raise Refusal("rubbish")


def _record(journal, stored, number):
    # The record in pieces, each taken from the file when the line is free for it.
    lines = []
    for text, _, _ in journal.read(stored):
        if text[:1] == "#":
            continue
        if len(lines) == _CHUNK:
            yield {"reply": number, "ok": True, "lines": lines, "more": True}
            lines = []
        lines.append(text)
    yield {"reply": number, "ok": True, "lines": lines}


def _game(app, message):
    game = message.get("game", app.game)
    if game not in catalogue.GAMES:
        raise Refusal("no-game")
    return game


_LIMITS = {"brightness": (1, 4), "contrast": (1, 4), "volume": (0, 3), "budget": (187, 5000)}


def _set(app, values, message):
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
        elif name in _LIMITS:
            least, most = _LIMITS[name]
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                raise Refusal("bad-setting", what=("setting", name))
            app.set(name, value)
        else:
            raise Refusal("bad-setting", what=name)
