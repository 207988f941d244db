"""The self-test, with Menu held at power-on, and what is said about a display that does not answer."""

from collections.abc import Callable

import pytest

from host.emulator.device import Device, installed
from host.emulator.pico import file_system


@pytest.fixture(scope="module")
def flash(image: str) -> bytes:
    device = Device(flash=file_system(installed()))
    device.pico.until(lambda: device.display.on, 20_000)
    return device.pico.flash_image()


def started(flash: bytes, before: "Callable[[Device], None]" = lambda _device: None) -> Device:
    device = Device(flash=flash)
    before(device)
    device.buttons["menu"].press()
    device.pico.run(2500)
    device.buttons["menu"].release()
    device.pico.run(300)
    return device


def test_lights_display_and_knob(flash: bytes) -> None:
    device = started(flash)
    assert [cell for cell in range(127) if any(device.cells()[3 * cell : 3 * cell + 3])] == list(range(7))  # row a
    device.turn(1, per_second=10)
    device.settle()
    assert [cell for cell in range(127) if any(device.cells()[3 * cell : 3 * cell + 3])] == list(range(7, 15))  # row b
    device.turn(12, per_second=20)
    device.settle()
    assert all(device.cells()[3 * cell] and not device.cells()[3 * cell + 1] for cell in range(127))  # all red
    device.press("confirm")
    device.settle(400)
    assert not any(device.cells())
    assert all(device.display.pixel(x, y) for x, y in ((0, 0), (127, 0), (0, 63), (127, 63), (64, 0), (0, 32), (127, 32)))
    device.press("confirm")  # buttons
    device.settle(400)
    before = device.display.picture()
    device.press("back")
    device.settle(400)
    assert device.display.picture() != before
    device.hold("menu")
    device.settle(500)  # knob
    before = device.display.picture()
    device.turn(3, per_second=20)
    device.settle(400)
    assert device.display.picture() != before


def test_it_ends_in_the_app(flash: bytes) -> None:
    device = started(flash)
    device.press("menu")
    device.settle(2500)
    assert b'{"hello"' in device.pico.received


def test_back_held_starts_nothing(flash: bytes) -> None:
    device = Device(flash=flash)
    device.buttons["back"].press()
    device.pico.run(2500)
    assert b"nothing was started" in device.pico.received
    assert not device.display.on
    assert device.pico.execute("print(6 * 7)") == "42\n"


def test_a_missing_display_blinks_on_the_first_pixel(flash: bytes) -> None:
    device = Device(flash=flash)
    device.display.connected = False
    device.pico.run(3000)
    first = device.lights
    seen: list[bool] = []
    for _ in range(100):
        device.pico.run(50)
        seen.append(first.pixels[0] == (0x40, 0x40, 0x40))
    changes = sum(1 for one, other in zip(seen, seen[1:], strict=False) if other and not one)
    assert 3 <= changes <= 5  # two blinks, then a rest
    assert b'{"hello"' in device.pico.received  # everything else works
    device.display.connected = True
    device.pico.run(3000)
    assert device.display.on


def test_dark_after_three_starts_that_did_not_last(flash: bytes) -> None:
    device = Device(flash=flash)
    for _ in range(3):
        device.pico.run(1200)
        device.pico.reset()
    device.pico.run(3000)
    assert not any(device.cells())
