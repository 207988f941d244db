"""The device: its link, its knob, its files."""

import copy
import json
import random
from functools import cache

from firmware.app import App
from firmware.drivers import virtual
from firmware.journal import seal
from firmware.lang import en
from firmware.palette import PALETTES
from host.players.hands import Hands
from host.players.tables import RandomPlayer, new_table, step
from host.replay import replay
from shared_rules import catalogue
from tests.fuzz.counted import INPUTS
from tests.fuzz.draw import Draw
from tests.fuzz.made_messages import a_message, a_value
from tests.fuzz.made_records import a_line, documented


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


def not_json(text):
    """For `parse_constant`: numbers that only Python takes for JSON."""
    raise AssertionError("%s is no JSON" % text)


def heard(sent):
    """The messages that a device has sent; every line that looks like one must be one."""
    found = []
    for line in bytes(sent).split(b"\n"):
        if line[:1] == b"{":
            found.append(json.loads(line.decode("utf-8"), parse_constant=not_json))
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
