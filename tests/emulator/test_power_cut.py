"""The power is cut at every flash command of a game on the emulated Pico: nothing that was confirmed is ever lost.

`make test-powercut` plays a whole game and looks at every cut; a whole run of the tests plays the beginning of one and looks at a sample.
"""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from host.build import compile_file
from tests.conftest import RECORDS

from . import power

try:
    from host.emulator.device import Device, installed
    from host.emulator.pico import file_system

    from .link import Link
except ImportError:
    Device = installed = file_system = Link = None  # type: ignore[assignment, misc]

ALL = os.environ.get("ROOST_CUTS") == "all"
SAMPLE = 60
ACTIONS = 200 if ALL else 8
BOOTED = 12 if ALL else 1
PAUSE_EVERY = 20 if ALL else 0
RECORD = RECORDS / "fowl_play" / "two-seats.roost"


def record() -> "list[str]":
    lines = [line.partition("#")[0].strip() for line in RECORD.read_text().splitlines()]
    return [line for line in lines if line]


@pytest.fixture(scope="module")
def prepared(image: str) -> bytes:
    """The flash of an installed device that was started once, holds so many games that there is no room for another, and has its log full."""
    files = installed()
    files.update(power.finished_games(record()))
    device = Device(flash=file_system(files))
    Link(device).begin()
    device.pico.run(300)
    power.fill_log(device)
    return power.fill(device.pico.flash_image())


@pytest.fixture
def checker(micropython: str, root: Path) -> "Iterator[Callable[..., power.Checker]]":
    made: "list[power.Checker]" = []

    def make(log: bool = True) -> power.Checker:
        made.append(power.Checker(micropython, root, log))
        return made[-1]

    yield make
    for one in made:
        one.close()


def chosen(watch: power.Watch, seed: int = 7) -> "set[int] | None":
    """The numbers of the cuts to be looked at; None for all."""
    if ALL:
        return None
    total = sum(1 for _ in power.cuts(watch))
    return set(random.Random(seed).sample(range(total), min(SAMPLE, total)))


@pytest.mark.timeout(0)
def test_the_first_start_may_be_cut_anywhere(image: str, checker: Any, figure: Any) -> None:
    device = Device(flash=file_system(installed()))
    watch = power.Watch(device)
    Link(device).begin()
    watch.reached("the menu")
    device.pico.run(300)
    count, wrong = power.check_cuts(watch, checker(), chosen(watch))
    figure("the very first start of a device: %d cut points among %d flash commands" % (count, len(watch.commands)))
    assert wrong == []


@pytest.mark.timeout(0)
def test_no_cut_loses_what_was_confirmed(prepared: bytes, checker: Any, figure: Any) -> None:
    device = Device(flash=prepared)
    watch = power.Watch(device)
    lines = record()[: ACTIONS + 4]
    power.play(Link(device), watch, lines, PAUSE_EVERY)
    last = [milestone.lines for milestone in watch.milestones if milestone.lines][-1]
    erases = sum(command.kind == "erase" for command in watch.commands)
    checked, wrong = power.check_cuts(watch, checker(), chosen(watch))
    figure(
        "a game of %d lines: %d flash commands (%d erases), %d cut points looked at, %d wrong"
        % (len(last) - 4, len(watch.commands), erases, checked, len(wrong))
    )
    assert wrong == []
    # What the device holds at each milestone is what was entered, by this side's own count.
    known = power.known_states(watch, checker())
    for milestone, found in zip(watch.milestones, known, strict=True):
        if milestone.lines is not None:
            assert found["where"] == milestone.lines, milestone.what
    assert known[-1]["numbers"] == list(range(2, power.GAMES + 2))
    if ALL:
        assert checked > 1000
        assert len(last) - 4 >= 60
    booted = boot(watch, random.Random(3), checker())
    figure("%d of them booted on the emulated Pico: each offers the game, and one press resumes it" % booted)


def boot(watch: power.Watch, rng: random.Random, checker: Any) -> int:
    """Boots some of the cuts for real."""
    playing = [number for number, cut in enumerate(power.cuts(watch)) if cut.reached >= 5]
    wanted = set(rng.sample(playing, BOOTED))
    image = bytearray(watch.first)
    at = 0
    for number, cut in enumerate(power.cuts(watch)):
        if cut.command > at:
            for place, _, new in watch.commands[at].changes:
                image[place : place + len(new)] = new
            at = cut.command
        if number not in wanted:
            continue
        torn = bytearray(image)
        for place, data in cut.patch:
            torn[place : place + len(data)] = data
        checker.take(bytes(torn))
        expected = checker.look()
        device = Device(flash=bytes(torn))
        link = Link(device)
        screen = link.begin()
        assert screen["choices"][0]["key"] == "start resume", (number, cut.command, cut.torn)
        device.press("confirm")
        link.wait("screen", lambda value: value["mode"] in ("game", "announce", "sheet"))
        assert link.record() == expected["where"], (number, cut.command, cut.torn)
    return len(wanted)


UNSAFE = '''
"""A storage that rewrites a file in place for each line that is added."""

import os


class LogStorage:
    def __init__(self, folder, flash, sectors=8):
        self._folder = folder + "/"
        self.appends = 0
        try:
            os.mkdir(folder)
        except OSError:
            pass

    def names(self):
        return os.listdir(self._folder[:-1])

    def size(self, name):
        try:
            return os.stat(self._folder + name)[6]
        except OSError:
            return -1

    def read(self, name, start, count):
        with open(self._folder + name, "rb") as file:
            file.seek(start)
            return file.read(count)

    def append(self, name, data):
        size = self.size(name)
        have = self.read(name, 0, size) if size > 0 else b""
        self.replace(name, (have, data))

    def replace(self, name, pieces):
        pieces = [bytes(piece) for piece in pieces]
        with open(self._folder + name, "wb") as file:
            file.flush()
            for piece in pieces:
                file.write(piece)
        self.appends += 1

    def remove(self, name):
        if self.size(name) >= 0:
            os.remove(self._folder + name)

    def free(self):
        return 60_000 if self.size("0001.game") >= 0 else 100_000  # so that there is room for another game once that one is deleted

    def tend(self):
        return False
'''


@pytest.mark.timeout(0)
def test_an_unsafe_writer_is_caught(image: str, checker: Any, figure: Any, tmp_path: Path) -> None:
    source = tmp_path / "logstore.py"
    source.write_text(UNSAFE)
    files = installed()
    files.update(power.finished_games(record()))
    assert "a/firmware/drivers/logstore.mpy" in files
    files["a/firmware/drivers/logstore.mpy"] = compile_file(source, "firmware/drivers/logstore.py")
    device = Device(flash=file_system(files))
    watch = power.Watch(device)
    power.play(Link(device), watch, record()[:9], 0)
    count, wrong = power.check_cuts(watch, checker(log=False), chosen(watch))
    figure("negative control, a storage that rewrites files in place: %d of %d cut points found wrong" % (len(wrong), count))
    assert len(wrong) > count // 20
    gone = [one for one in wrong if "app-game-lost" in one or "it stands at" in one]
    assert len(gone) > 5, wrong  # actions that were confirmed are gone, not only settings
