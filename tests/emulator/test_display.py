from typing import Any

import pytest

from .guest import START, body

PICTURE = bytes((i * 37 + (i >> 7) * 11) & 0xFF for i in range(1024))
MAKE = """
picture = bytes([(i * 37 + (i >> 7) * 11) & 0xFF for i in range(1024)])
"""


@pytest.mark.parametrize(("controller", "offset"), [("ssd1306", 0), ("sh1106", 2)])
def test_the_picture_arrives_on_either_controller(bench: Any, controller: str, offset: int) -> None:
    b = bench()
    b.display.__init__(0, controller)
    b.display.attach(b.pico.chip)
    b.execute(
        START
        + MAKE
        + """
from machine import I2C, Pin
from firmware.drivers.rp2.display import Display
d = Display(I2C(0, sda=Pin(4), scl=Pin(5), freq=400000, timeout=10000), 0x3C, "%s", %d)
d.show(picture)
while d.step(time.ticks_ms()) or d.busy():
    pass
"""
        % (controller, offset)
    )
    assert b.display.picture() == PICTURE
    assert b.display.on
    assert max(taken for _, taken, _ in b.display.transfers) < 4e6
    # Nothing of the noise in the controller's memory may be seen: every page is written before the panel is switched on.
    assert b.display.commands.index((0xAF,)) > max(i for i, c in enumerate(b.display.commands) if c[0] & 0xF8 == 0xB0)


def test_only_what_changed_is_sent_and_in_time(bench: Any, figure: Any) -> None:
    b = bench()
    out = b.execute(
        START
        + MAKE
        + """
from machine import I2C, Pin
from firmware.drivers.rp2.display import Display
d = Display(I2C(0, sda=Pin(4), scl=Pin(5), freq=400000, timeout=10000), 0x3C, "ssd1306", 0)
def send(p):
    a = time.ticks_us()
    d.show(p)
    for _ in range(8):  # a page each
        d.step(0)
    return time.ticks_diff(time.ticks_us(), a)
while d.step(0):
    pass
send(bytes(1024))
whole = send(picture)
same = send(picture)
line = bytearray(picture)
for page in (4, 5, 6):
    for x in range(20, 90):
        line[page * 128 + x] ^= 0xFF
part = send(line)
one = bytearray(line); one[1023] ^= 1
print(whole, part, send(one), same)
"""
    )
    whole, part, one, same = (int(n) for n in out.split())
    figure(
        "display at 400 kHz: whole %.1f ms, three lines of text %.1f ms, one byte %.1f ms" % (whole / 1e3, part / 1e3, one / 1e3)
    )
    assert whole <= 26_000
    assert part <= 8_000
    assert one < 1_500
    assert same < 1_500
    expected = bytearray(PICTURE)
    for page in (4, 5, 6):
        for x in range(20, 90):
            expected[page * 128 + x] ^= 0xFF
    expected[1023] ^= 1
    assert b.display.picture() == expected


def test_a_display_that_is_missing_unplugged_and_plugged_in_again(bench: Any) -> None:
    b = bench()
    b.display.connected = False
    b.start(
        body(
            MAKE + "device.display.show(picture)\nwhile True:\n    print(device.display.present)\n    await asyncio.sleep_ms(100)"
        )
    )
    b.pico.until_said(b"False")
    b.run(500)
    assert b"True" not in b.pico.received
    b.display.connected = True
    b.pico.until_said(b"True", 3000)
    b.run(200)
    assert b.display.picture() == PICTURE
    # Out of its socket in the middle of everything, then back with noise in its memory. Only a change finds out that it is gone.
    b.display.connected = False
    b.display.power_up()
    b.run(500)
    b.display.connected = True
    b.pico.execute("")  # ends the program
    b.pico.received.clear()
    b.start(body(MAKE + "device.display.show(bytes(1024))\nawait asyncio.sleep_ms(300)\nprint('shown')\nwhile True:\n"
                 "    device.display.show(picture)\n    await asyncio.sleep_ms(100)\n    device.display.show(bytes(1024))\n    await asyncio.sleep_ms(100)"))  # fmt: skip
    b.pico.until_said(b"shown")
    b.display.connected = False
    b.run(300)
    b.display.power_up()
    b.display.connected = True
    b.run(2500)
    b.pico.execute("")
    assert b.display.on
    assert b.display.picture() in (PICTURE, bytes(1024))


def test_contrast_and_sleep(bench: Any) -> None:
    b = bench()
    b.execute(
        body(
            MAKE
            + """
device.display.show(picture)
await asyncio.sleep_ms(100)
device.display.contrast(17)
device.display.power(False)
await asyncio.sleep_ms(50)
"""
        )
    )
    assert (b.display.contrast, b.display.on) == (17, False)
    assert b.display.picture() == PICTURE
