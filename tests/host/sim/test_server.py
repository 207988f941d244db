"""The simulator's server: who may talk to it, what it keeps, and what happens when the device ends."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from click.testing import CliRunner

from host.sim.command import sim
from host.sim.hub import LONGEST_MESSAGE
from host.sim.server import CannotServe, allowed, browser_here, open_socket
from tests.host.sim.harness import Client, Running


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with Running(tmp_path / "data") as simulator:
        yield simulator


@asynccontextmanager
async def client(running: Running, **headers: str):
    async with aiohttp.ClientSession() as session, session.ws_connect(running.address + "link", headers=headers) as opened:
        yield Client(opened)


def play(running: Running, steps: Callable[[Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with client(running) as one:
            await steps(one)

    asyncio.run(run())


# Who may talk to it


@pytest.mark.parametrize(
    ("host", "origin", "good"),
    [
        ("127.0.0.1:8127", None, True),
        ("localhost:8127", None, True),
        ("LOCALHOST:8127", "http://localhost:8127", True),
        ("localhost:8127", "http://127.0.0.1:8127", True),
        (None, None, False),
        ("localhost", None, False),
        ("localhost:80", None, False),
        ("evil.example:8127", None, False),
        ("127.0.0.1.evil.example:8127", None, False),
        ("192.168.1.5:8127", None, False),
        ("localhost:8127", "http://evil.example", False),
        ("localhost:8127", "http://localhost:9999", False),
        ("localhost:8127", "https://localhost:8127", False),
        ("localhost:8127", "null", False),
        ("localhost:8127", "", False),
    ],
)
def test_host_and_origin(host: str | None, origin: str | None, good: bool):
    assert (allowed(host, origin, 8127) is None) is good


def test_the_default_port_of_the_web_needs_no_number():
    assert allowed("localhost", "http://localhost", 80) is None


def test_every_kind_of_request_is_guarded(running: Running):
    async def run() -> list[int]:
        found = []
        async with aiohttp.ClientSession() as session:
            for path in ("", "main.js", "link", "nothing"):
                for headers in ({"Host": f"evil.example:{running.port}"}, {"Origin": "http://evil.example"}):
                    async with session.get(running.address + path, headers=headers) as answer:
                        found.append(answer.status)
        return found

    assert asyncio.run(run()) == [403] * 8


@pytest.mark.parametrize("headers", [{"Origin": "http://evil.example"}, {"Host": "evil.example"}, {"Origin": "null"}])
def test_a_websocket_from_elsewhere_is_refused(running: Running, headers: dict[str, str]):
    async def run() -> None:
        async with client(running, **headers):
            pass

    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        asyncio.run(run())
    assert refused.value.status == 403


def test_a_websocket_from_its_own_page_is_taken(running: Running):
    async def run() -> None:
        async with client(running, Origin=running.address.rstrip("/")) as one:
            assert (await one.topic("server"))["runtime"] == "cpython"

    asyncio.run(run())


def test_it_listens_on_loopback_only(running: Running):
    assert running.listener.getsockname()[0] == "127.0.0.1"
    with pytest.raises(OSError):  # another address of the same computer
        socket.create_connection(("127.0.0.2", running.port), timeout=2).close()


def test_the_page_and_its_files(running: Running):
    async def run() -> dict[str, tuple[int, str, str]]:
        found = {}
        async with aiohttp.ClientSession() as session:
            for path in (
                "",
                "main.js",
                "layouts/hexagons.js",
                "style.css",
                "icon.svg",
                "fonts/Lato-Bold.ttf",
                "../server.py",
                "x.js",
            ):
                async with session.get(running.address + path) as answer:
                    policy = answer.headers.get("Content-Security-Policy", "")
                    found[path] = (answer.status, answer.content_type, policy)
        return found

    found = asyncio.run(run())
    assert [found[path][:2] for path in list(found)[:6]] == [
        (200, "text/html"),
        (200, "text/javascript"),
        (200, "text/javascript"),
        (200, "text/css"),
        (200, "image/svg+xml"),
        (200, "font/ttf"),
    ]
    assert "default-src 'self'" in found[""][2]
    assert "frame-ancestors 'none'" in found[""][2]
    assert found["../server.py"][0] == 404
    assert found["x.js"][0] == 404


def test_a_score_sheet_of_the_record_that_the_page_sends(running: Running, records: Path):
    record = (records / "birds_of_a_feather" / "103-two-seats-drafted.roost").read_text()
    good = {"record": record, "language": "de", "names": {"zoe": "Ä<b>"}}
    asked = {
        "html": ("score.html", good),
        "csv": ("score.csv", {**good, "language": "en"}),
        "refused": ("score.html", {**good, "record": record.replace("play zoe", "play xzoe", 1)}),
        "empty": ("score.html", {**good, "record": ""}),
        "language": ("score.csv", {**good, "language": "xx"}),
        "names": ("score.csv", {**good, "names": {"black": 3}}),
        "list": ("score.csv", []),
        "long": ("score.csv", {**good, "record": "# \n" * 400_000}),
    }

    async def run() -> dict[str, tuple[int, str, str]]:
        found = {}
        async with aiohttp.ClientSession() as session:
            for name, (path, body) in asked.items():
                async with session.post(running.address + path, json=body) as answer:
                    found[name] = (answer.status, answer.content_type, await answer.text())
            elsewhere = {"Origin": "http://example.com"}
            async with session.post(running.address + "score.html", json=good, headers=elsewhere) as answer:
                found["elsewhere"] = (answer.status, answer.content_type, await answer.text())
        return found

    found = asyncio.run(run())
    assert {name: status for name, (status, _, _) in found.items()} == {
        "html": 200,
        "csv": 200,
        "refused": 422,
        "empty": 422,
        "language": 400,
        "names": 400,
        "list": 400,
        "long": 413,
        "elsewhere": 403,
    }
    assert found["html"][1] == "text/html"
    assert "Birds of a Feather: Wertungsbogen" in found["html"][2]
    assert "Ä&lt;b&gt;" in found["html"][2]
    assert found["csv"][1] == "text/csv"
    assert found["csv"][2].startswith("Score sheet,code,Line,")
    assert "unknown-seat" in found["refused"][2]
    assert "Traceback" not in str(found)


# What it relays and keeps


def test_two_tabs_see_the_same_device(running: Running):
    async def run() -> None:
        async with client(running) as one, client(running) as two:
            menu = await one.question("Which game?")
            await two.question("Which game?")
            await two.say({"choose": 0, "screen": menu["id"]})
            first, second = await one.question("which fowl?"), await two.question("which fowl?")
            assert first == second
            await one.say({"turn": 2})
            assert (await two.topic("cursor"))["at"] == 2

    asyncio.run(run())


def test_a_later_tab_sees_at_once_what_the_others_see(running: Running):
    async def run() -> None:
        async with client(running) as one:
            menu = await one.question("Which game?")
            await one.say({"choose": 0, "screen": menu["id"]})
            await one.question("which fowl?")
            await one.say({"line": "move black m9 m10"})
            await one.question("Brown: which fowl?")
            await one.say({"turn": 3})
            await one.topic("cursor")
            await one.topic("lights")
            async with client(running) as late:
                await late.topic("synced")
        by_topic = {topic: value for message in late.heard for topic, value in message.items()}
        assert next(iter(by_topic)) == "server"
        assert by_topic["hello"]["runtime"] == "stand-in"
        assert by_topic["screen"]["at"] == 3
        assert by_topic["screen"]["title"] == "Brown: which fowl?"
        assert sorted(by_topic["display"]["pages"]) == list("01234567")
        assert len(by_topic["lights"]["0"]) == 6 * 127
        assert by_topic["scene"]["marks"]["123"][0][2] == "black chicken 3"
        assert by_topic["said"]["text"].startswith("Black moves black chicken 3")
        assert by_topic["recorded"] == {"line": "move black m9 m10", "lines": 1}

    asyncio.run(run())


@pytest.mark.parametrize("rubbish", ["", "hello", "[1, 2]", "{", "null", '{"a":' * 200 + "1", "{" + '"a":1,' * 9])
def test_rubbish_is_answered_and_goes_no_further(running: Running, rubbish: str):
    async def steps(one: Client) -> None:
        before = await one.question("Which game?")
        await one.say(rubbish)
        refused = await one.topic("refused")
        assert refused["code"] == "rubbish"
        assert refused["text"].endswith(".")
        await one.say({"subscribe": []})
        assert await one.question("Which game?") == before

    play(running, steps)


def test_rubbish_is_answered_to_its_sender_alone(running: Running):
    async def run() -> None:
        async with client(running) as one, client(running) as two:
            await two.question("Which game?")
            await one.say("rubbish")
            await one.topic("refused")
            await one.say({"turn": 1})
            await two.topic("cursor")
            assert not any("refused" in message for message in two.heard)

    asyncio.run(run())


def test_bytes_and_long_messages_are_refused(running: Running):
    async def steps(one: Client) -> None:
        await one.socket.send_bytes(b'{"turn":1}')
        assert (await one.topic("refused"))["code"] == "rubbish"
        await one.say({"line": "x" * LONGEST_MESSAGE})
        assert str(LONGEST_MESSAGE) in (await one.topic("refused"))["text"]
        await one.say({"set": {"copy": ["x" * LONGEST_MESSAGE]}, "id": "mine"})
        reply = await one.hear(lambda message: message.get("reply") == "mine")
        assert reply["ok"] is False

    play(running, steps)


def test_what_the_device_refuses_is_told(running: Running):
    async def steps(one: Client) -> None:
        await one.question("Which game?")
        await one.say({"nonsense": 1})
        assert (await one.topic("refused"))["code"] == "rubbish"

    play(running, steps)


def test_requests_of_two_tabs_under_one_id(running: Running):
    async def run() -> None:
        async with client(running) as one, client(running) as two:
            await one.question("Which game?")
            await one.say({"ask": "record", "id": 7})
            await two.say({"ask": "copy", "game": "fowl_play", "id": 7})
            records = [await one.hear(lambda message: "reply" in message) for _ in range(2)]
            copy = await two.hear(lambda message: "reply" in message)
            assert [record["reply"] for record in records] == [7, 7]
            assert records[0]["lines"][0] == "roost 1 fowl_play"
            assert records[0]["more"] is True
            assert "more" not in records[1]
            assert copy["lines"][0].startswith("tunnels ")
            assert not any("copy" in message for message in one.heard)

    asyncio.run(run())


def test_plain_lines_of_the_device_are_shown_not_parsed(running: Running):
    async def steps(one: Client) -> None:
        await one.question("Which game?")
        await one.say({"line": "babble"})
        first, second = await one.topic("console"), await one.topic("console")
        assert (first["from"], first["text"]) == ("out", "plain babble, not JSON")
        assert second["text"] == "{not JSON either"

    play(running, steps)


# When the device ends


async def until_running(one: Client, starts: int) -> None:
    await one.hear(lambda message: message.get("server", {}).get("state") == "running" and message["server"]["starts"] == starts)


def test_a_device_that_ends_is_started_again_and_loses_nothing(running: Running):
    async def steps(one: Client) -> None:
        menu = await one.question("Which game?")
        await one.say({"choose": 0, "screen": menu["id"]})
        await one.question("which fowl?")
        await one.say({"line": "move black m9 m10"})
        await one.topic("recorded")
        await one.say({"line": "die"})
        gone = await one.hear(lambda message: message.get("server", {}).get("state") in ("stopped", "waiting"))
        assert gone["server"]["exit"] == "exit status 3"
        await until_running(one, 2)
        await one.topic("hello")
        await one.question("Brown: which fowl?")

    play(running, steps)
    assert any("exit status 3" in line for line in running.said)


def test_a_traceback_reaches_the_page_and_the_terminal(running: Running):
    async def steps(one: Client) -> None:
        await one.question("Which game?")
        await one.say({"line": "crash"})
        entry = await one.hear(lambda message: "crashed on request" in message.get("console", {}).get("text", ""))
        assert entry["console"]["from"] == "err"

    play(running, steps)
    assert any("crashed on request" in line for line in running.said)


def test_a_question_to_a_device_that_ends_is_answered(running: Running):
    async def steps(one: Client) -> None:
        await one.question("Which game?")
        await one.say({"line": "die"})
        await one.hear(lambda message: message.get("server", {}).get("state") in ("stopped", "waiting"))
        await one.say({"ask": "record", "id": 1})
        reply = await one.hear(lambda message: "reply" in message)
        assert (reply["ok"], reply["code"]) == (False, "device-away")
        await one.say({"turn": 1})
        assert (await one.topic("refused"))["code"] == "device-away"

    play(running, steps)


def test_a_device_that_ends_at_once_is_started_ever_more_slowly(tmp_path: Path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "broken").touch()

    async def steps(one: Client) -> None:
        waits: list[float] = []
        while not waits or waits[-1] < 2:
            state = (await one.hear(lambda message: message.get("server", {}).get("state") == "waiting"))["server"]
            waits.append(state["again_in"])
        assert waits == sorted(waits)
        assert any("broken on purpose" in message.get("console", {}).get("text", "") for message in one.heard)
        (data / "broken").unlink()
        began = time.monotonic()
        await one.say({"server": "start"})
        await one.question("Which game?")
        assert time.monotonic() - began < 2, "the button did not shorten the wait"

    with Running(data) as running:
        play(running, steps)


def test_a_device_that_cannot_be_started_is_told(tmp_path: Path):
    with Running(tmp_path) as running:

        async def steps(one: Client) -> None:
            await one.question("Which game?")
            running.simulator.child.command = [str(tmp_path / "missing")]
            await one.say({"line": "die"})
            state = await one.hear(lambda message: message.get("server", {}).get("exit") == "could not be started")
            assert state["server"]["state"] == "waiting"
            assert any("No such file" in message.get("console", {}).get("text", "") for message in one.heard)

        play(running, steps)


# Starting and ending


def test_a_busy_port_is_said_and_a_free_one_found(tmp_path: Path):
    with open_socket(None) as first:
        port = first.getsockname()[1]
        with pytest.raises(CannotServe, match=f"Port {port} is in use"):
            open_socket(port)
        with open_socket(None) as second:
            assert second.getsockname()[1] != port
        result = CliRunner().invoke(sim, ["--port", str(port), "--no-browser", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert result.output == f"Error: Port {port} is in use. Leave --port out to take a free one, or name another.\n"


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path):
    (tmp_path / "file").touch()
    result = CliRunner().invoke(sim, ["--no-browser", "--data", str(tmp_path / "file" / "data")])
    assert result.exit_code == 1
    assert "can't be written" in result.output


@pytest.mark.parametrize("port", ["0", "65536", "x"])
def test_a_port_that_is_none_is_refused(port: str):
    result = CliRunner().invoke(sim, ["--port", port])
    assert result.exit_code == 2
    assert "Invalid value for '--port'" in result.output


def test_no_browser_where_there_is_no_screen(monkeypatch: pytest.MonkeyPatch):
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not browser_here()
    monkeypatch.setenv("DISPLAY", ":0")
    assert browser_here()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="signals of its own kind")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_server_and_firmware(tmp_path: Path, root: Path, number: signal.Signals):
    command = [sys.executable, "-u", "-c", "from host.cli import main; main()", "sim", "--no-browser", "--runtime", "cpython"]
    process = subprocess.Popen(
        [*command, "--data", str(tmp_path)], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline(), process.stdout.readline()]
        assert "CPython" in lines[0]
        assert "http://127.0.0.1:" in lines[1]
        children: list[int] = []
        tasks = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        for _ in range(100):
            children = [int(pid) for pid in tasks.read_text().split()] if tasks.exists() else []
            if children:
                break
            time.sleep(0.05)
        time.sleep(0.5)
        began = time.monotonic()
        process.send_signal(number)
        rest = process.communicate(timeout=15)[0]
        assert process.returncode == 0, rest
        assert "Traceback" not in rest
        assert time.monotonic() - began < 5
        assert not any(_alive(pid) for pid in children)
        if tasks.parent.parent.parent.exists():
            assert children, "the firmware was never started"
    finally:
        process.kill()
        process.wait()
