"""Errors, hangs and a supply that gives way, with the whole firmware on the emulated Pico: the device gets over each, and the game resumes."""

import time
from pathlib import Path
from typing import Any

import pytest
import serial

from firmware.journal import seal
from host.build import compile_file
from tests.conftest import RECORDS

try:
    from host.emulator.device import Device, installed
    from host.emulator.pico import file_system

    from .link import Link
except ImportError:
    Device = installed = file_system = Link = None  # type: ignore[assignment, misc]

ROOT = Path(__file__).resolve().parent.parent.parent
CONTROL = 0x40058000  # the watchdog's register
ENABLED = 1 << 30


def lines() -> "list[str]":
    found = [line.partition("#")[0].strip() for line in (RECORDS / "fowl_play" / "two-seats.roost").read_text().splitlines()]
    return [line for line in found if line][:30]


def files() -> "dict[str, bytes]":
    """An installed device on which a game runs."""
    found = installed()
    found["roost/0001.game"] = b"".join(seal(line, 4 * count) for count, line in enumerate(lines()))
    found["roost/settings"] = seal('{"current":1}', 0)
    return found


def started_once(found: "dict[str, bytes]") -> bytes:
    """The flash of a device with these files after a first start; that it did not last is forgotten."""
    device = Device(flash=file_system(found))
    Link(device).begin()
    device.pico.run(2500)
    held = device.pico.files()
    held.remove("roost.starts")
    return bytes(held.context.buffer)


@pytest.fixture(scope="module")
def flash(image: str) -> bytes:
    """Its flash, after a first start."""
    return started_once(files())


def self_test(device: Any, turns: int) -> None:
    """Into the self-test, to its last part, and holds Confirm there."""
    device.buttons["menu"].press()
    device.pico.run(2500)
    device.buttons["menu"].release()
    device.pico.run(300)
    device.press("back")  # from the first part to the last
    device.settle(500)
    if turns:
        device.turn(turns, per_second=10)
        device.settle(300)
    device.hold("confirm")


def test_an_error_provoked_by_the_self_test_is_shown_kept_and_left_with_one_press(flash: bytes) -> None:
    device = Device(flash=flash)
    link = Link(device)
    self_test(device, 0)
    device.settle(1500)
    assert any("ValueError: provoked by the self-test" in line for line in link.plain)
    shown = device.display.picture()
    assert any(shown)
    report = device.pico.read_file("roost/crash.txt").decode()
    assert report.startswith("Roost ")
    assert "Traceback" in report
    assert len(report) <= 2000
    # Whoever asks over the link is told why nothing happens.
    answer = link.ask({"ask": "games"})
    assert (answer["ok"], answer["code"]) == (False, "crashed")
    assert device.display.picture() == shown
    device.press("confirm")
    link.wait("hello")
    link.send({"subscribe": ["screen"]})
    link.wait("screen", lambda value: value["mode"] in ("game", "announce"))
    assert link.record() == lines()


@pytest.mark.slow
def test_a_hang_provoked_by_the_self_test_restarts_the_device(flash: bytes) -> None:
    device = Device(flash=flash)
    link = Link(device)
    self_test(device, 1)
    screen = link.begin()
    assert screen["choices"][0]["key"] == "start resume"
    device.press("confirm")
    link.wait("screen", lambda value: value["mode"] in ("game", "announce"))
    assert link.record() == lines()


TROUBLE = """
import asyncio


async def answer(app, message):
    what = message.get("name")
    if what == "hang":
        while True:
            pass
    if what == "wait":
        await asyncio.Event().wait()
    if what == "raise":
        raise RuntimeError("in the flow")
    if what == "light":
        def broken(*_):
            raise RuntimeError("in the light")
        app.lights.frame = broken
    if what == "drivers":
        def broken():
            app.device.lights.step = app.device.mend
            raise RuntimeError("in the drivers")
        app.device.mend = app.device.lights.step
        app.device.lights.step = broken
    if what == "alone":
        async def failing():
            raise RuntimeError("in a task of its own")
        app.clock.spawn(failing(), "alone")
"""


@pytest.fixture(scope="module")
def troubled(flash: bytes, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The same with a module that gets the app into trouble when asked to."""
    source = tmp_path_factory.mktemp("trouble") / "requests.py"
    source.write_text(TROUBLE)
    found = files()
    assert "a/firmware/requests.mpy" in found
    found["a/firmware/requests.mpy"] = compile_file(source, "firmware/requests.py")
    return started_once(found)


def in_game(flash: bytes) -> "tuple[Any, Any]":
    device = Device(flash=flash)
    link = Link(device)
    link.enter("start resume", link.begin())
    link.wait("screen", lambda value: value["mode"] in ("game", "announce"))
    device.pico.run(700)
    return device, link


@pytest.mark.parametrize(
    "name",
    ["raise", *[pytest.param(name, marks=pytest.mark.slow) for name in ("light", "drivers", "alone")]],
)
def test_an_error_in_any_task_stops_the_app_and_one_press_resumes_the_game(troubled: bytes, name: str) -> None:
    device, link = in_game(troubled)
    link.send({"ask": "trouble", "name": name, "id": 1})
    device.pico.run(1500)
    where = {"raise": "in the flow", "light": "in the light", "drivers": "in the drivers", "alone": "in a task of its own"}[name]
    assert any("RuntimeError: " + where in line for line in link.plain), link.plain
    assert where.encode() in device.pico.read_file("roost/crash.txt")
    if name == "raise":  # it may stand there for long: the watchdog is fed
        device.pico.run(9_500)
    device.press("back")
    link.wait("hello")
    link.send({"subscribe": ["screen"]})
    screen = link.wait("screen", lambda value: value["mode"] in ("game", "announce"))
    assert screen["game"] == "fowl_play"


@pytest.mark.parametrize("name", ["hang", pytest.param("wait", marks=pytest.mark.slow)])
def test_the_watchdog_is_fed_only_while_every_task_says_that_it_lives(troubled: bytes, name: str, figure: Any) -> None:
    device, link = in_game(troubled)
    if name == "wait":
        device.pico.run(9_500)  # longer than the watchdog waits: all is well, it is fed
    began = device.pico.ms
    link.send({"ask": "trouble", "name": name, "id": 1})
    screen = link.begin()
    took = device.pico.ms - began
    figure(
        "watchdog, a task that %s: the game is offered again after %.1f s"
        % ("never yields" if name == "hang" else "waits for ever", took / 1000)
    )
    assert screen["choices"][0]["key"] == "start resume"
    assert 6_000 < took < 14_000


def test_the_watchdog_starts_with_the_menu_and_the_prompt_may_stand(flash: bytes) -> None:
    device = Device(flash=flash)
    link = Link(device)
    dog = device.pico.chip.watchdog

    def enabled() -> bool:
        return bool(dog.read_uint32(0) & ENABLED)

    early: "list[bool]" = []

    def begun() -> bool:
        early.append(enabled())
        return any("hello" in message for message in link.messages)

    device.pico.until(begun, 8000)
    assert not any(early)
    link.send({"subscribe": ["screen"]})
    link.wait("screen")
    device.pico.run(1000)
    assert enabled()
    # Interrupted, as a developer or `roost flash` does it: the prompt may stand as long as it likes.
    device.pico.on_received = None
    assert device.pico.execute("import machine\nprint(machine.mem32[%d] & %d)" % (CONTROL, ENABLED)) == "0\n"
    device.pico.execute("marker = 7")
    device.pico.run(20_000)
    assert device.pico.execute("print(marker)") == "7\n"
    # And over it something else is written, which runs at the next start.
    device.pico.execute(
        "f = open('/main.py', 'w')\nf.write('import time\\nwhile True:\\n    print(\"another program\")\\n    time.sleep(0.2)\\n')\nf.close()"
    )
    device.pico.reset()
    device.pico.until_said(b"another program", 5000)
    assert link.plain == []


@pytest.mark.slow
def test_roost_flash_works_where_the_prompt_has_stood_and_knows_which_game_runs(
    image: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from host import flash as command
    from host import ports
    from shared_rules import fowl_play

    from .test_flash import Heard, Process, small_firmware

    process = Process(image, tmp_path / "flash.img", files())
    try:
        wait_for_hello(process.port)
        transport = ports.open_port(process.port)
        ports.enter(transport)
        began = transport.eval("__import__('time').ticks_ms()")
        while transport.eval("__import__('time').ticks_ms()") - began < 20_000:
            time.sleep(0.3)  # the prompt stands; after a restart it would be gone
        transport.close()
        # A firmware that doesn't know the rules of the game that runs is refused, and nothing is sent.
        monkeypatch.setattr(command, "build", lambda board, compiled: small_firmware())
        monkeypatch.setattr(fowl_play, "RULES", (2, 3))
        refused = Heard()
        with pytest.raises(command.FlashProblem, match="--force"):
            command.flash(process.port, refused.told)
        assert refused.sent == 0
        # One that knows them says that the game goes on.
        monkeypatch.undo()
        monkeypatch.setattr(command, "build", lambda board, compiled: small_firmware())
        heard = Heard()
        assert command.flash(process.port, heard.told)["board"] == "pico"
        assert "A game of fowl_play runs on it; it goes on after the update." in heard.text
    finally:
        process.stop()
    assert process.read("roost/0001.game") == files()["roost/0001.game"]


def wait_for_hello(port: str) -> None:
    """Waits until the app on that port says hello."""
    heard = b""
    with serial.Serial(port, timeout=0.5) as line:
        for _ in range(240):
            heard += line.read(400)
            if b'{"hello"' in heard:
                return
    raise AssertionError(heard)


def test_a_supply_that_gives_way_starts_dark_and_says_so(flash: bytes) -> None:
    device = Device(flash=flash)
    link = Link(device)
    for _ in range(2):
        link.begin()
        device.pico.run(300)
        device.pico.reset()
        link.messages.clear()
    screen = link.begin()
    assert screen["mode"] == "announce"
    assert "power" in " ".join(screen["do"]).lower()
    device.pico.run(500)
    device.press("confirm")
    screen = link.wait("screen")
    assert screen["choices"][0]["key"] == "start resume"
    device.pico.run(300)
    assert not any(device.cells())  # the offer is shown, the lights are still off
    device.press("confirm")
    link.wait("screen", lambda value: value["mode"] in ("game", "announce"))
    device.pico.run(1500)
    lit = sum(device.cells())
    assert 0 < lit < 3 * 255 * 8


@pytest.mark.slow
def test_after_a_start_that_lasted_the_next_is_one_like_any_other(flash: bytes) -> None:
    device = Device(flash=flash)
    link = Link(device)
    for ms in (300, 300, 21_000):
        link.begin()
        device.pico.run(ms)
        device.pico.reset()
        link.messages.clear()
    assert link.begin()["choices"][0]["key"] == "start resume"
