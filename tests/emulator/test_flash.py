"""`roost flash` over a pseudo-terminal onto an emulated Pico: empty, as an update, interrupted. Most use a firmware of a few files."""

import json
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from host import flash, ports
from host.build import build
from host.emulator.pico import file_system, mount, read_file

SMALL = ("firmware/__init__", "firmware/version", "firmware/boards/", "firmware/drivers/__init__", "firmware/drivers/files", "firmware/drivers/spare", "firmware/drivers/logstore",
         "firmware/drivers/rp2/__init__", "firmware/drivers/rp2/flash", "firmware/settings", "firmware/journal", "shared_rules/jsontext", "shared_rules/__init__")  # fmt: skip

# Stands for the whole app: says hello, as often as it is asked to.
DEVICE = """
import sys, select, time
from firmware.version import VERSION
def main(board, before, fell_back):
    poll = select.poll()
    poll.register(sys.stdin, select.POLLIN)
    hello = '{"hello":{"protocol":1,"firmware":"%s","board":"%s","runtime":"micropython","before":%s,"fell_back":%s}}' % (
        VERSION, board, '"%s"' % before if before else 'null', 'true' if fell_back else 'false')
    print(hello)
    while True:
        if poll.poll(20) and sys.stdin.read(1) == '}':
            print(hello)
"""


class Process:
    """An emulated Pico in a process of its own, with its port."""

    def __init__(self, image: str, kept: Path, files: "dict[str, bytes] | None" = None) -> None:
        self.kept = kept
        if files is not None:
            kept.write_bytes(file_system(files))
        command = [sys.executable, "-m", "host.emulator", "--pty", "--fast", "--bare", "--image", image, "--flash", str(kept)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=flash.ROOT)
        assert self.process.stdout is not None
        self.port = self.process.stdout.readline().strip()
        assert self.port.startswith("/dev/"), self.port

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    def read(self, name: str) -> bytes:
        """A file of its file system, after it has stopped."""
        return read_file(self.kept.read_bytes(), name)


@pytest.fixture
def emulated(image: str, tmp_path: Path) -> "Iterator[Callable[..., Process]]":
    running: list[Process] = []

    def start(files: "dict[str, bytes] | None" = None, name: str = "flash.img") -> Process:
        running.append(Process(image, tmp_path / name, files))
        return running[-1]

    yield start
    for one in running:
        one.stop()


def small_firmware(text: str = "", real: "dict[str, bytes] | None" = None) -> "dict[str, bytes]":
    """A firmware of a few files, with a stand-in for the app; `text` makes one of them another."""
    files = dict(build("pico", only=SMALL) if real is None else real)
    del files["firmware/drivers/rp2/__init__.mpy"]
    files["firmware/drivers/rp2/__init__.py"] = b""
    files["firmware/device.py"] = DEVICE.encode()
    files["firmware/changing.py"] = ("TEXT = %r\n" % text).encode()
    return files


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> "Callable[[str], None]":
    """Makes `roost flash` bring a few files and a stand-in for the app; call it with a text to change one of them."""
    real = build("pico", only=SMALL)

    def change(text: str) -> None:
        files = small_firmware(text, real)
        monkeypatch.setattr(flash, "build", lambda board, compiled: files)

    change("first")
    return change


class Heard:
    """What `roost flash` said, and a hook into its progress."""

    def __init__(self, hook: "Callable[[str, int, int], None] | None" = None, yes: bool = True) -> None:
        self.lines: list[str] = []
        self.sent = 0
        self.hook = hook
        self.told = flash.Told(self.lines.append, lambda question: self.lines.append(question) is None and yes, self.progress)

    def progress(self, what: str, done: int, total: int) -> None:
        if what == "Sending":
            self.sent = max(self.sent, total)
        if self.hook is not None:
            self.hook(what, done, total)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def test_from_empty_then_an_update(emulated: Any, small: Any) -> None:
    pico = emulated()
    first = Heard()
    hello = flash.flash(pico.port, first.told)
    assert hello["board"] == "pico"
    assert hello["before"] is None
    assert "nothing yet" in first.text
    small("second")
    second = Heard()
    hello = flash.flash(pico.port, second.told, board="pico")
    assert hello["before"] == "a"  # on trial, until it has shown its first screen
    assert "1 of " in second.text  # one file was sent, the others were copied on the device
    assert second.sent < 100
    pico.stop()
    assert pico.read("current.txt") == b"b pico a\n"
    assert b"second" in pico.read("b/firmware/changing.py")
    assert b"first" in pico.read("a/firmware/changing.py")


class Pulled(Exception):
    """The cable was pulled out."""


def test_an_interrupted_update_leaves_the_version_that_was_there(emulated: Any, small: Any) -> None:
    pico = emulated({"roost/0003.game": b"roost 1 fowl_play #0\n" * 40})
    flash.flash(pico.port, Heard().told)
    small("second, and rather long " * 200)

    def pull(what: str, done: int, _total: int) -> None:
        if what == "Sending" and done > 1500:
            raise Pulled

    with pytest.raises(Pulled):
        flash.flash(pico.port, Heard(pull).told)
    pico.stop()
    assert pico.read("current.txt") == b"a pico\n"
    # Power comes back: the old version runs, and the next try is complete.
    again = emulated()
    hello = flash.flash(again.port, Heard().told)
    assert hello["before"] == "a"
    again.stop()
    assert again.read("roost/0003.game") == b"roost 1 fowl_play #0\n" * 40


def test_a_version_that_does_not_start_twice_is_left(image: str, emulated: Any, small: Any) -> None:
    broken = {"a/firmware/device.py": DEVICE.encode(), "b/firmware/device.py": b"raise ValueError('broken')\n"}
    files = broken | {
        "%s/firmware/%s.py" % (folder, name): text
        for folder in ("a", "b")
        for name, text in (("__init__", b""), ("version", b"VERSION = '0.%s'\n" % folder.encode()))
    }
    files["main.py"] = (flash.ROOT / "firmware" / "main.py").read_bytes()
    files["current.txt"] = b"b pico a\n"
    from host.emulator.pico import Pico

    pico = Pico(image, files)
    pico.until_said(b'"firmware":"0.a"', 20_000)
    assert b'"fell_back":true' in pico.received
    assert pico.read_file("current.txt") == b"a pico\n"


def test_what_would_shadow_a_module_and_a_full_flash_are_said(emulated: Any, small: Any) -> None:
    pico = emulated({"asyncio.py": b"", "lib/firmware/x.py": b"", "notes.txt": b"", "big.bin": os.urandom(1_290_000)})
    heard = Heard()
    with pytest.raises(flash.FlashProblem, match="too full"):
        flash.flash(pico.port, heard.told)
    careful = [line for line in heard.lines if line.startswith("Careful")]
    assert len(careful) == 2
    assert "/asyncio.py" in careful[0]
    assert "/lib/firmware/x.py" in careful[1]


def test_erase_names_fetches_and_asks(emulated: Any, small: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pico = emulated({"diary.txt": b"mine"})
    flash.flash(pico.port, Heard().told)
    heard = Heard(yes=False)
    with pytest.raises(flash.FlashProblem, match="Nothing was erased"):
        flash.flash(pico.port, heard.told, wipe=True)
    assert "diary.txt" in heard.text
    flash.flash(pico.port, Heard().told, wipe=True)
    pico.stop()
    fs = mount(pico.kept.read_bytes())
    assert "diary.txt" not in fs.listdir("/")


def test_a_game_that_could_not_go_on_stops_the_update() -> None:
    assert flash.can_go_on("fowl_play", 1)
    assert not flash.can_go_on("fowl_play", 999)
    assert not flash.can_go_on("no_such_game", 1)


def test_a_port_that_is_taken(emulated: Any) -> None:
    pico = emulated()
    held = ports.open_port(pico.port)
    try:
        with pytest.raises(ports.PortProblem, match="in use by another program"):
            ports.open_port(pico.port)
    finally:
        held.close()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_whole_firmware_onto_a_bare_pico_then_a_power_cycle(emulated: Any) -> None:
    pico = emulated()
    hello = flash.flash(pico.port, Heard().told)
    assert hello["runtime"].startswith("micropython 1.26")
    pico.stop()
    again = emulated()
    heard = b""
    handle = os.open(again.port, os.O_RDWR | os.O_NOCTTY)
    os.write(handle, b'{"hello":{"protocol":1}}\n{"subscribe":["screen"]}\n')
    until = time.monotonic() + 120
    while not re.search(rb'"mode":"menu".*\n', heard) and time.monotonic() < until:  # the whole line
        if select.select([handle], [], [], 1)[0]:
            heard += os.read(handle, 4096)
    os.close(handle)
    screens = [json.loads(line)["screen"] for line in heard.splitlines() if line.startswith(b'{"screen"')]
    assert len(screens[-1]["choices"]) >= 4
