"""What is fuzzed, a function for each: it takes bytes, does with them what a user's bytes may do, and raises when Roost doesn't behave.

A record, a line on the link, a file or an option may be refused with a documented code or a sentence; nothing may end in a traceback, change a
game that refuses it, or answer with something that can't be read.
"""

import asyncio
import contextlib
import copy
import io
import json
import random
from collections import Counter
from functools import cache

import click
from click.testing import CliRunner

from firmware.app import App
from firmware.drivers import virtual
from firmware.journal import seal
from firmware.lang import en
from firmware.palette import PALETTES
from host.cli import COMMANDS, main
from host.inputs import split
from host.players.hands import Hands
from host.players.tables import RandomPlayer, new_table, step
from host.replay import ANSWERS, NO_RECORD, OK, REFUSED, answer, replay
from host.sim.dealer_link import Dealer
from host.sim.hub import PROTOCOL, Hub
from shared_rules import catalogue, record
from shared_rules.refusal import Refusal
from tests.fuzz.draw import Draw

INPUTS = Counter()  # of each target: records, lines, messages, turns and presses so far

NO_RECORDS = ("no-header", "unknown-game", "unknown-format", "not-text", "setup-incomplete")


def documented(game):
    """Every code with which a record of this game may be refused."""
    return {*record.REFUSALS, *NO_RECORDS, *(catalogue.package(game).REFUSALS if game in catalogue.GAMES else ())}


@cache
def examples():
    """Whole records to start from, as lists of lines; and every token that stands in them."""
    found = []
    for game in catalogue.GAMES:
        for seats in (2, 4):
            table = new_table(game, seats, random.Random(seats))
            while not table.game.over:
                step(table, [RandomPlayer(random.Random(1))] * seats)
            found.append(table.record())
    found.append(
        [
            "roost 1 fowl_play",
            "mode score",
            "seats black white",
            "captured black 1",
            "all-captured",
            "target black 2",
            "target white 3",
        ]
    )
    found.append(["roost 1 birds_of_a_feather", "mode score", "seats anna ben", "saw anna desert-ace", "done anna", "done ben"])
    found.append(["roost 1 fancy_feathers", "mode score", "seats anna ben", "types golden fart amherst blood reeves green"])
    tokens = sorted({token for lines in found for line in lines for token in line.split(" ")})
    tokens += [
        "undo",
        "agreed",
        "correct",
        "rules",
        "0",
        "-1",
        "37",
        "999999999999",
        "a8",
        "n1",
        "g77",
        "deck",
        "é",
        "#",
        "\ufeff",
        "\x00",
        "٣",
        "²",
    ]
    return found, tokens


def a_line(draw):
    """A line of tokens as they stand in records, in any order."""
    tokens = examples()[1]
    return " ".join(draw.pick(tokens) if draw.often(90) else draw.text(6) for _ in range(draw.number(5)))


def a_record(draw):
    """The bytes of a record, changed here and there; or of none at all."""
    kind = draw.number(9)
    if kind == 0:
        return draw.raw(400)
    found = examples()[0]
    lines = list(draw.pick(found))
    if kind == 1:
        lines = lines[:1] + [a_line(draw) for _ in range(draw.number(12))]
    elif kind > 2:
        del lines[draw.number(len(lines)) :]
    for _ in range(draw.number(4)):
        at = draw.number(len(lines)) if lines else 0
        what = draw.number(6)
        if what == 0 or not lines[at : at + 1]:
            lines.insert(at, a_line(draw))
        elif what == 1:
            del lines[at]
        elif what == 2:
            lines.insert(draw.number(len(lines)), lines[at])
        elif what == 3:
            words = lines[at].split(" ")
            words[draw.number(len(words) - 1)] = draw.pick(examples()[1])
            lines[at] = " ".join(words)
        elif what == 4:
            lines[at] = lines[at] + " " + draw.text(8)
        elif what == 5:
            lines.insert(at, "undo")
        else:
            lines[at] = draw.pick((" ", "\t", "\x0b", "  ")).join(lines[at].split(" "))
    data = draw.pick(("\n", "\n", "\n", "\r\n", "\n\n")).join(lines).encode("utf-8", "replace") + draw.pick((b"\n", b""))
    if draw.often(10):
        data = b"\xef\xbb\xbf" + data
    if draw.often(15):
        at = draw.number(len(data))
        data = data[:at] + draw.raw(6) + data[at + draw.number(3) :]
    return data


def records(data):
    """`roost replay` and `roost legal` on anything."""
    text = a_record(Draw(data))
    INPUTS["records"] += 1
    outcome = replay(text)
    game = outcome.game
    if outcome.problem is not None:
        name = (
            game.name
            if game is not None
            else (text.lstrip(b"\xef\xbb\xbf \t\r\n").split() + [b""] * 3)[2].decode("utf-8", "replace")
        )
        codes = documented(name) if name in catalogue.GAMES else {code for one in catalogue.GAMES for code in documented(one)}
        assert outcome.problem.code in codes, outcome.problem.code
        assert outcome.problem.status() in (REFUSED, NO_RECORD)
        sentence = outcome.problem.text("file")
        assert not [char for char in sentence if ord(char) < 32]
        assert outcome.problem.message
        assert "{" not in outcome.problem.message or b"{" in text
    for kind in ANSWERS:
        said = answer(outcome, kind)
        if kind != "legal" and said:
            json.loads(said)
    if game is not None:
        assert bool(game.legal()) != game.over
        if outcome.problem is None and game.log:
            state = game.state()
            action = game.undo()
            game.apply(action)
            assert game.state() == state


def refused_lines(data):
    """A line that is refused leaves the game, or its set-up, as it was."""
    draw = Draw(data)
    reader = record.Reader()
    for line in draw.pick(examples()[0]):
        reader.feed(line)
        if draw.often(25):
            before = _seen(reader)
            INPUTS["refused_lines"] += 1
            try:
                reader.feed(a_line(draw) if draw.often(60) else draw.pick(draw.pick(examples()[0])))
            except (Refusal, record.NotARecord) as refusal:
                _unchanged(reader, refusal.code, before)
            else:
                return  # from here on it is another game


def _unchanged(reader, code, before):
    assert code in documented(reader.name), code
    assert _seen(reader) == before


def _seen(reader):
    if reader.game is not None:
        return reader.game.state(), len(reader.game.log), sorted(map(str, reader.game.legal()))
    return None if reader.setup is None else reader.setup.lines()


@cache
def positions():
    """Games in the middle, as many as there are phases."""
    found = []
    for lines in examples()[0]:
        phases = {}
        reader = record.Reader()
        for line in lines:
            reader.feed(line)
            if reader.game is not None and not reader.game.over:
                phases[reader.game.phase] = len(reader.game.log)
        for count in phases.values():
            game = replay(("\n".join(lines) + "\n").encode()).game
            while len(game.log) > count:
                game.undo()
            found.append((game, game.state()))
    return found


def lines(data):
    """Many lines, one after the other, at the same moment of a game: each is refused with a code, or applied and taken back."""
    draw = Draw(data)
    game, state = draw.pick(positions())
    codes = documented(game.name)
    count = len(game.log)
    while draw.more():
        tokens = record.tokens(a_line(draw))
        if not tokens or tokens == ["undo"]:
            continue
        INPUTS["lines"] += 1
        try:
            game.apply(game.read(tokens))
        except Refusal as refusal:
            if refusal.code not in codes:
                raise
        else:
            game.undo()
        assert len(game.log) == count
    assert game.state() == state


# ---- the device


class _App(App):
    """The app as it is, but that what it has loaded stays loaded: importing it again would take most of the time."""

    def drop(self, *names):
        pass


@cache
def storages():
    """What is on a device in the middle of a game, for each game; and on a fresh one."""
    found = [{}]
    for game in catalogue.GAMES:
        table = new_table(game, 2, random.Random(5))
        players = [RandomPlayer(random.Random(6))] * 2
        while len(table.game.log) < 25:
            step(table, players)
        device = virtual.device()
        app = App(device)
        hands = Hands(device, app)

        async def script(hands=hands, table=table, game=game):
            await hands.begin(game, [line for line in table.lines if not line.startswith("rules")])
            for action in table.game.log:
                await hands.act(table.game.line(action))
            await hands.confirm()

        virtual.run(device, app.run(), script())
        found.append({name: bytes(content) for name, content in device.storage.files.items()})
    return found


VALUES = (
    0,
    1,
    -1,
    3,
    63,
    126,
    127,
    1 << 31,
    1 << 80,
    1.5,
    True,
    None,
    "",
    "confirm",
    "back",
    "menu",
    "e",
    "Anna",
    "undo",
    [],
    {},
    [1],
    {"a": 1},
    "\ud800",
)
NAMES = (
    "turn",
    "press",
    "hold",
    "step",
    "tap",
    "choose",
    "line",
    "text",
    "ask",
    "set",
    "hello",
    "subscribe",
    "id",
    "pressed",
    "screen",
    "game",
    "number",
)
ASKS = ("record", "games", "copy", "state", "delete", "report", "nothing")


def a_value(draw, depth=0):
    what = draw.number(9)
    if what < 5:
        return draw.pick(VALUES)
    if what == 5:
        return draw.number(130) - 2
    if what == 6:
        return draw.text()
    if what == 7 and depth < 3:
        return [a_value(draw, depth + 1) for _ in range(draw.number(3))]
    if what == 8 and depth < 3:
        return {draw.pick(NAMES) if draw.often(70) else draw.text(5): a_value(draw, depth + 1) for _ in range(draw.number(3))}
    return a_line(draw)


def a_message(draw):
    """A message to the device: sensible, nearly sensible, or nonsense."""
    what = draw.number(13)
    if what == 0:
        return {"turn": draw.number(8) - 4, "pressed": draw.pick((True, False))}
    if what == 1:
        return {draw.pick(("press", "hold")): draw.pick(("confirm", "confirm", "back", "menu"))}
    if what == 2:
        return {"tap": draw.number(130)}
    if what == 3:
        return {"choose": draw.number(12)} if draw.often(50) else {"choose": draw.number(12), "screen": a_value(draw)}
    if what == 4:
        return {"line": a_line(draw)}
    if what == 5:
        return {"line": draw.pick(draw.pick(examples()[0]))}
    if what == 6:
        return {"text": draw.text()}
    if what == 7:
        return {"ask": draw.pick(ASKS), "id": a_value(draw), draw.pick(NAMES): a_value(draw)}
    if what == 8:
        return {
            "set": {"language": a_value(draw)} if draw.often(50) else {"copy": [a_line(draw)]},
            "id": draw.number(9),
            "game": a_value(draw),
        }
    if what == 9:
        return {
            "subscribe": draw.pick(
                (["display", "lights", "screen", "scene", "said", "sound", "recorded"], [], ["screen"], a_value(draw))
            )
        }
    if what == 10:
        return {"step": draw.pick(("e", "ne", "nw", "w", "sw", "se", "n"))}
    return {draw.pick(NAMES): a_value(draw) for _ in range(draw.number(3))}


def lines_to_device(draw):
    """Bytes for the serial link."""
    data = b""
    for _ in range(1 + draw.number(7)):
        INPUTS["link"] += 1
        what = draw.number(11)
        if what == 0:
            data += draw.raw(60)
        elif what == 1:
            data += b"{" * draw.number(3000)
        elif what == 2:
            data += b'{"line":"' + b"x" * draw.number(5000) + b'"}'
        else:
            data += json.dumps(a_message(draw), ensure_ascii=draw.often(50)).encode("utf-8", "surrogatepass")
        data += draw.pick((b"\n", b"\n", b"\n", b"\r\n", b""))
    return data + b"\n"


def _not_json(text):
    raise AssertionError("%s is no JSON" % text)


def heard(sent):
    """The messages that a device has sent; every line that looks like one must be one."""
    found = []
    for line in bytes(sent).split(b"\n"):
        if line[:1] == b"{":
            found.append(json.loads(line.decode("utf-8"), parse_constant=_not_json))
    return found


REFUSED_CODES = {key[3:] for key in en.WORDS if key.startswith("no.")}


def link(data):
    """Anything on the link of a device in the middle of something."""
    draw = Draw(data)
    files = dict(draw.pick(storages()))
    device = virtual.device(files)
    app = _App(device)
    hands = Hands(device, app)
    codes = REFUSED_CODES.union(*(documented(game) for game in catalogue.GAMES))

    async def script():
        await hands.wait(60)
        await hands.press()
        for _ in range(1 + draw.number(2)):
            device.serial.feed(lines_to_device(draw))
            await hands.wait(60)
        device.serial.feed(b'\n{"ask":"state","id":"last"}\n')
        await hands.wait(100)
        told = heard(device.serial.sent)
        answers = [message for message in told if message.get("reply") == "last"]
        assert answers, "the device doesn't answer any more"
        for message in told:
            if "refused" in message:
                assert message["refused"]["code"] in codes, message
                assert message["refused"]["text"]
        machine = app.machine()
        if machine is not None and app.table.playing:
            _journal_tells_the_same(app, files, machine)

    virtual.run(device, app.run(), script())


def _journal_tells_the_same(app, files, machine):
    """What is in the journal is what is on the table."""
    stored = files["%04d.game" % app.journal.number]
    outcome = replay(stored)
    assert outcome.problem is None, outcome.problem.text("journal")
    assert outcome.game.state() == machine.state()


def knob(data):
    """Any turning and pressing at all, with time running by."""
    draw = Draw(data)
    device = virtual.device(dict(draw.pick(storages())))
    app = _App(device)
    hands = Hands(device, app)
    if draw.often(50):  # somebody watches on a page, and telling it takes long
        app.link.slice_ms = app.link.late_ms = 0
        device.serial.feed(b'{"subscribe":["display","lights","screen","scene","changes","said","sound","recorded"]}\n')

    async def script():
        await hands.wait(60)
        while draw.more():
            INPUTS["knob"] += 1
            what = draw.number(9)
            if what < 2:
                device.inputs.feed(("turn", draw.number(12) - 6 or 1))
            elif what < 5:
                device.inputs.feed(("down", draw.pick(("confirm", "confirm", "back", "menu"))))
            elif what < 8:
                device.inputs.feed(("up", draw.pick(("confirm", "confirm", "back", "menu"))))
            elif what == 8:
                device.inputs.feed(("step", draw.pick(("e", "ne", "nw", "w", "sw", "se"))))
            await hands.wait(draw.pick((0, 1, 20, 50, 350, 700)))
        await hands.wait(draw.pick((0, 0, 0, 0, 0, 0, 0, 0, 130_000)))
        heard(device.serial.sent)
        machine = app.machine()
        if machine is not None and app.table.playing:
            _journal_tells_the_same(app, device.storage.files, machine)

    virtual.run(device, app.run(), script())


def _damaged(draw, data):
    """A file with something wrong in it."""
    what = draw.number(6)
    if what == 0:
        return draw.raw(300)
    if what == 1:
        return data[: draw.number(len(data))]
    if what == 2:
        lines = data.split(b"\n")
        lines.insert(draw.number(len(lines)), seal(a_line(draw).encode("utf-8", "replace").decode(), draw.number(9))[:-1])
        return b"\n".join(lines)
    if what == 3:
        lines = data.split(b"\n")
        del lines[draw.number(len(lines) - 1)]
        return b"\n".join(lines)
    if what == 4:
        notes = ("# step ", "# set ", "# mode ", "# use ", "# back", "# finished", "# ")
        text = draw.pick(notes) + draw.pick((a_line(draw), "( i1 ( x00 ) )", "sseats i0 i1", ") (", "x0", "i", "b2", "( " * 400))
        return data + seal(text.encode("utf-8", "replace").decode(), 1)
    at = draw.number(len(data))
    return data[:at] + draw.raw(8) + data[at + draw.number(8) :]


def _settings(draw):
    """A settings file that is whole, with values that nobody has set."""
    names = ("language", "brightness", "contrast", "volume", "palette", "budget", "current", "games", "names", "last", "new")
    values = {}
    for _ in range(draw.number(5)):
        name = draw.pick(names)
        values[name] = a_value(draw)
        if draw.often(50):
            entry = [draw.pick(("anna", "ben", "", "Zoë")), a_value(draw)]
            values[name] = draw.pick(
                (
                    "de",
                    "xx",
                    *PALETTES,
                    0,
                    1,
                    4,
                    5,
                    99,
                    -1,
                    449,
                    60,
                    187,
                    100000,
                    [entry],
                    [entry[:1]],
                    [[]],
                    ["anna"],
                    {"fowl_play": a_value(draw)},
                )
            )
    return seal(json.dumps(values), 0)


def files(data):
    """A device that starts on a damaged or foreign medium; it must come up, and go on working."""
    draw = Draw(data)
    stored = dict(draw.pick(storages()))
    INPUTS["files"] += 1
    for _ in range(1 + draw.number(2)):
        name = draw.pick([*sorted(stored), "settings", "settings", "copy-fowl_play", "0007.game", "crash.txt", "junk"])
        if name == "settings" and draw.often(60):
            stored[name] = _settings(draw)
        else:
            stored[name] = _damaged(draw, stored.get(name, b""))
    device = virtual.device(copy.copy(stored))
    app = _App(device)
    hands = Hands(device, app)

    async def script():
        await hands.wait(60)
        for _ in range(6):
            await hands.wait(350)
            await hands.press()
            await hands.turn(draw.number(2))
        await hands.press("menu")
        await hands.press("back")
        device.serial.feed(b'{"subscribe":["screen","scene","display","lights"]}\n{"ask":"games","id":1}\n')
        await hands.wait(200)
        told = heard(device.serial.sent)
        assert [message for message in told if message.get("reply") == 1]
        assert [message for message in told if "screen" in message]

    virtual.run(device, app.run(), script())


# ---- the host

_HARMLESS = ("replay", "legal", "render", "selfplay", "score")  # what may really be run; of the rest only the options are read
_WORDS = (  # noqa: SIM905
    "--help --json --line --turn --runtime cpython micropython - -- -o --seats --seed --jobs --games --player random greedy sensible --port "
    "--data --language de 0 1 2 3 -1 999999 x é --out fowl_play fancy_feathers /nonexistent/file / --inputs --no-browser auto"
).split(" ")


def options(data):
    """The command line."""
    draw = Draw(data)
    name = draw.pick([*COMMANDS, "nothing"])
    arguments = [draw.pick(_WORDS) if draw.often(85) else draw.text(8) for _ in range(draw.number(6))]
    given = a_record(draw)
    INPUTS["options"] += 1
    if name in _HARMLESS and "--out" not in arguments and "-o" not in arguments and not _long(arguments):
        if name == "selfplay":
            arguments += ["--jobs", "1", "--games", "2"]
        done = CliRunner().invoke(main, [name, *arguments], input=given)
        assert done.exit_code in (OK, REFUSED, NO_RECORD), (arguments, done)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert "Traceback" not in done.output
        if done.exit_code:
            assert done.stderr.strip()
        return
    command = main.get_command(click.Context(main), name)
    if command is None:
        return
    sentence = "accepted"
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            command.make_context(name, list(arguments))
    except click.exceptions.Exit:
        sentence = "help"
    except click.ClickException as problem:
        sentence = problem.format_message()
    assert sentence


def _long(arguments):
    """Would it play many games, or start other programs?"""
    return "999999" in arguments or "--jobs" in arguments or "micropython" in arguments


def websocket(data):
    """Anything from the page, and anything from the device, through the simulator."""
    asyncio.run(_hub(Draw(data)))


async def _hub(draw):
    to_device = []

    def send(line):
        to_device.append(line.encode())  # as the child is sent it
        message = json.loads(line)
        if message.get("ask") == "record" and draw.often(80):
            record_lines = draw.pick(examples()[0])
            setup, actions = split(record_lines[0].split(" ")[2], record_lines)
            record_lines = [record_lines[0], *setup, *(actions[: draw.number(3)] if draw.often(15) else ())]
            said = {"reply": message["id"], "ok": True, "lines": record_lines if draw.often(80) else a_value(draw)}
            asyncio.get_running_loop().call_soon(hub.heard, "out", json.dumps(said))
        if "line" in message and draw.often(60):
            asyncio.get_running_loop().call_soon(
                hub.heard, "out", json.dumps({"recorded": {"line": message["line"], "lines": 5}})
            )
        return True

    hub = Hub(send, "micropython", lambda: None)
    hub.dealer = Dealer(hub, 0)
    tabs = [hub.join(), hub.join()]
    hub.changed({"state": "running", "starts": 1, "exit": None, "again_in": None})
    if draw.often(90):
        hub.heard(
            "out",
            json.dumps({"hello": {"protocol": PROTOCOL, "firmware": "0", "runtime": "x", "board": "x", "languages": ["en"]}}),
        )
    if draw.often(60):
        hub.said(tabs[0], '{"dealer":{"do":"deal","seed":1}}')
        hub.heard("out", '{"screen":{"mode":"game","game":"fowl_play","id":1}}')
        await asyncio.sleep(0)
    for _ in range(1 + draw.number(9)):
        INPUTS["websocket"] += 1
        what = draw.number(6)
        message = a_message(draw)
        text = json.dumps(message, ensure_ascii=draw.often(50))
        if draw.often(25):
            doing = {
                "do": draw.pick(("deal", "stop", "seat", "open", "close", "choose", "go-on", "x", 1)),
                "seat": draw.pick((0, 1, 9, -1, "x")),
            }
            doing["card"] = draw.pick((1, 7, True, None))
            doing["computer"] = draw.pick((None, "random", "sensible", "x", 1))
            doing["seed"] = draw.pick((1, -1, 1 << 40, "1", None))
            text = json.dumps({"dealer": doing if draw.often(90) else a_value(draw)})
            what = 2
        elif draw.often(10):
            hub.heard("out", json.dumps({"screen": {"mode": "game", "game": "fowl_play", "id": 1}}))
            await asyncio.sleep(0)
        if what == 0:
            text = draw.text(40)
        elif what == 1:
            text = draw.pick(
                (
                    '{"id":1e999,"ask":"x"}',
                    '{"id":NaN}',
                    '{"turn":-Infinity}',
                    '{"a":' * 2000,
                    '{"id":' + "9" * 5000 + "}",
                    '{"line":"' + "x" * 4090 + '"}',
                )
            )
        text = text.encode("utf-8", "replace").decode()  # what isn't UTF-8 doesn't come over a websocket
        if what < 4:
            hub.said(draw.pick(tabs), text)
        else:
            topic = draw.pick(
                ("display", "lights", "screen", "scene", "said", "sound", "recorded", "cursor", "reply", "refused", "hello")
            )
            hub.heard(draw.pick(("out", "err")), text if draw.often(50) else json.dumps({topic: a_value(draw)}))
        await asyncio.sleep(0)
        if draw.often(10):
            tabs.append(hub.join())
    for line in to_device:
        assert b"\n" not in line
        assert len(line) <= 4096
    for tab in tabs:
        while not tab._queue.empty():
            json.loads(tab._queue.get_nowait().encode().decode(), parse_constant=_not_json)


TARGETS = {
    "records": records,
    "lines": lines,
    "refused_lines": refused_lines,
    "link": link,
    "knob": knob,
    "files": files,
    "options": options,
    "websocket": websocket,
}
