"""The computer: the command line, and the page's websocket."""

import asyncio
import contextlib
import io
import json

import click
from click.testing import CliRunner

from host.cli import COMMANDS, main
from host.inputs import split
from host.replay import NO_RECORD, OK, REFUSED
from host.sim.dealer_link import Dealer
from host.sim.hub import PROTOCOL, Hub
from tests.fuzz.counted import INPUTS
from tests.fuzz.draw import Draw
from tests.fuzz.made_messages import a_message, a_value
from tests.fuzz.made_records import a_record, examples
from tests.fuzz.on_device import not_json

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
            json.loads(tab._queue.get_nowait().encode().decode(), parse_constant=not_json)
