"""The whole app on the emulated Pico, by its knob and buttons and over the link."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from host.emulator.device import Device, installed
from host.emulator.pico import file_system

ACTIONS = ("play", "move", "done", "fox", "stay", "target", "undo")


class Table:
    """A device with somebody at the other end of its link."""

    def __init__(self, flash: bytes) -> None:
        self.device = Device(flash=flash)
        self.pico = self.device.pico
        self.screen: "dict[str, Any] | None" = None
        self.recorded: list[str] = []
        self.refused: list[Any] = []
        self.display = bytearray(1024)
        self.answers: list[Any] = []
        self.other: list[bytes] = []
        self._rest = b""
        self.pico.on_received = self._heard

    def _heard(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if not line.startswith(b"{"):
                self.other.append(line)
                continue
            message = json.loads(line)
            if "screen" in message:
                self.screen = message["screen"]
            elif "cursor" in message and self.screen is not None:
                self.screen["at"] = message["cursor"]["at"]
            elif "recorded" in message:
                self.recorded.append(message["recorded"]["line"])
            elif "refused" in message:
                self.refused.append(message["refused"])
            elif "reply" in message:
                self.answers.append(message)

    def start(self, ms: float = 20_000) -> None:
        self.pico.until(lambda: self.device.display.on, ms, "the display was switched on")
        self.pico.run(500)
        self.send({"hello": {"protocol": 1}})
        self.send({"subscribe": ["screen", "recorded"]})
        self.wait(lambda: self.screen is not None)

    def send(self, message: "dict[str, Any]") -> None:
        self.pico.send(json.dumps(message).encode() + b"\n")

    def wait(self, done: "Callable[[], bool]", ms: float = 8000) -> None:
        self.pico.until(done, ms, "the answer came")

    def keys(self) -> list[str]:
        assert self.screen is not None
        return [choice["key"] for choice in self.screen["choices"]]

    def has(self, key: str) -> bool:
        return key in self.keys()

    def pick(self, key: str) -> None:
        """Picks a key over the link, and waits for the next screen."""
        assert self.screen is not None
        number = self.screen["id"]
        self.pico.run(350)  # an announcement takes nothing in its first 300 ms
        self.send({"choose": self.keys().index(key), "screen": number})
        self.wait(lambda: self.screen is not None and self.screen["id"] != number)
        self.pico.run(60)

    def read_on(self) -> None:
        """Confirms announcements until there is a question."""
        for _ in range(30):
            if self.keys() != ["word next"]:
                return
            self.pick("word next")
        raise AssertionError("announcements never end")

    def turn_to(self, key: str) -> None:
        """Turns the real knob until the cursor is there, and presses it."""
        assert self.screen is not None
        self.device.turn(self.keys().index(key) - self.screen["at"], per_second=12)
        self.device.settle(250)
        assert self.screen["at"] == self.keys().index(key)
        number = self.screen["id"]
        self.device.press("confirm")
        self.wait(lambda: self.screen is not None and self.screen["id"] != number)
        self.pico.run(60)

    def line(self, line: str) -> None:
        """Enters a record line over the link."""
        count = len(self.recorded)
        self.send({"line": line})
        self.wait(lambda: len(self.recorded) > count or bool(self.refused))
        assert not self.refused, self.refused


def read(path: Path) -> list[str]:
    lines = [line.partition("#")[0].strip() for line in path.read_text().splitlines()]
    return [line for line in lines if line]


@pytest.fixture(scope="module")
def flash(image: str) -> bytes:
    """The flash of a Pico that has been switched on once since it was flashed."""
    table = Table(file_system(installed()))
    table.start()
    return table.pico.flash_image()


def test_the_menu_by_knob_and_a_refusal_of_rubbish(flash: bytes) -> None:
    table = Table(flash)
    table.start()
    assert table.screen is not None
    assert table.screen["mode"] == "menu"
    table.device.turn(1, per_second=15)
    table.device.turn(1, per_second=15)
    table.device.settle(300)
    assert table.screen["at"] == 2
    table.pico.send(b'\xff\xfe{"turn":\n{}[]\n' + b"x" * 6000 + b"\n")
    table.pico.run(2500)
    assert {refusal["code"] for refusal in table.refused} == {"rubbish"}
    assert table.screen["at"] == 2
    table.pico.send(b"\x03")
    table.pico.run(1500)
    assert any(b"KeyboardInterrupt" in line for line in table.other)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_whole_game_set_up_by_hand_then_a_power_cut_and_its_end(flash: bytes, records: Path, figure: Any) -> None:
    source = records / "fowl_play" / "two-seats.roost"
    lines = read(source)
    seats = next(line.split()[1:] for line in lines if line.startswith("seats"))
    foxes = next(line.split()[1:] for line in lines if line.startswith("foxes"))
    from shared_rules import hexboard
    from shared_rules.fowl_play.pieces import FOXES

    table = Table(flash)
    table.start()
    table.turn_to("game fowl_play")
    table.turn_to("mode play")
    table.read_on()
    for seat in seats:
        table.turn_to("fox %d" % FOXES.index(seat))
    if table.has("word done"):
        table.pick("word done")
    table.pick("word standard")
    table.read_on()
    table.pick("seat 0")
    for seat in seats:
        table.pick("space %d" % hexboard.cell(foxes[foxes.index(seat) + 1]))
    table.read_on()
    actions = [line for line in lines if line.split()[0] in ACTIONS]
    half = len(actions) // 2
    for line in actions[:half]:
        table.line(line)
    # The plug is pulled; it goes on with one press.
    table.pico.run(50)
    again = Table(table.pico.flash_image())
    again.start()
    assert again.keys()[0] == "start resume"
    again.pick("start resume")
    again.read_on()
    for line in actions[half:]:
        again.line(line)
    again.send({"ask": "record", "id": 5})
    again.wait(lambda: bool(again.answers) and not again.answers[-1].get("more"))
    record = [line for answer in again.answers for line in answer["lines"]]
    played = [line for line in record if line.split()[0] in ACTIONS]
    assert played == actions
    from shared_rules.record import Reader

    reader = Reader()
    for line in record:
        reader.feed(line)
    expected = Reader()
    for line in lines:
        expected.feed(line)
    assert reader.finish().state() == expected.finish().state()
    figure("a game of %d actions on the emulated Pico: %d flash erases, %d pages programmed since the cut"
           % (len(actions), again.pico.flash.erases, again.pico.flash.programs))  # fmt: skip
    # Lights and display show it: the frame on the chain is the one the budget allows.
    from firmware import current

    assert current.estimate(again.device.cells()) <= 450
    assert any(again.device.display.picture())


def test_over_the_link_of_the_program(flash: bytes, tmp_path: Path) -> None:
    """`roost sim --on pico`: the program that the page talks to."""
    import subprocess
    import sys

    from host.build import ROOT

    kept = tmp_path / "pico.flash"
    kept.write_bytes(flash)
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "host.emulator", "--fast", "--flash", str(kept)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b'{"hello":{"protocol":1}}\n{"subscribe":["display","lights","screen"]}\n')
    process.stdin.flush()
    seen: set[str] = set()
    for raw in process.stdout:
        if not raw.startswith(b"{"):
            continue
        message = json.loads(raw)
        if "screen" in message:
            seen.add("screen at %d" % message["screen"]["at"])
            if message["screen"]["mode"] == "menu" and "turned" not in seen:
                seen.add("turned")
                process.stdin.write(b'{"turn":2}\n')
                process.stdin.flush()
        elif "cursor" in message:
            seen.add("cursor at %d" % message["cursor"]["at"])
        elif "display" in message and message["display"]["on"]:
            seen.add("display")
        elif "lights" in message:
            seen.add("lights")
        if {"cursor at 2", "display", "lights"} <= seen:
            break
    process.stdin.close()
    process.stdout.close()
    process.wait(30)
    assert {"cursor at 2", "display", "lights"} <= seen
