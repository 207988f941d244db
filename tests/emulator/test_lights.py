from typing import Any

from firmware.boards import pico, pico_w
from firmware.drivers import gamma

from .guest import START, body

RAINBOW = "rgb = bytearray([(cell * (7, 13, 29)[c] + 40 * c) & 0xFF for cell in range(127) for c in range(3)])\n"


def rainbow() -> bytes:
    return bytes((cell * (7, 13, 29)[c] + 40 * c) & 0xFF for cell in range(127) for c in range(3))


def test_exact_colours_of_all_127_lights(bench: Any) -> None:
    b = bench()
    b.execute(body(RAINBOW + "device.lights.show(rgb)\nawait asyncio.sleep_ms(20)"))
    assert b.lights.frame_count == 1
    assert len(b.lights.pixels) == 127
    assert b.cells() == [tuple(rainbow()[3 * cell : 3 * cell + 3]) for cell in range(127)]
    # The chain starts in row m, at m7, and runs to the right there.
    assert b.lights.pixels[:2] == [tuple(rainbow()[3 * 120 : 3 * 121]), tuple(rainbow()[3 * 121 : 3 * 122])]


def test_gamma(bench: Any) -> None:
    b = bench()
    b.execute(
        START
        + RAINBOW
        + """
from firmware.drivers.rp2.lights import Lights
Lights(2, "GRB", board.LIGHTS["map"], 2.2).show(rgb)
for _ in range(900): time.ticks_us()
"""
    )
    b.run(20)
    table = gamma.table(2.2)
    assert table[0] == 0
    assert min(table[1:]) == 1
    assert table[255] == 255
    assert b.cells() == [tuple(table[v] for v in rainbow()[3 * cell : 3 * cell + 3]) for cell in range(127)]


def test_the_processor_is_free_and_interrupts_on(bench: Any, figure: Any) -> None:
    b = bench()
    out = b.execute(
        body(
            RAINBOW
            + """
from machine import Pin, disable_irq, enable_irq
device.lights.show(rgb)
await asyncio.sleep_ms(20)
a = time.ticks_us()
device.lights.show(rgb)
print(time.ticks_diff(time.ticks_us(), a))
await asyncio.sleep_ms(20)
device.lights._waiting = True
a = time.ticks_us()
device.lights.step()
print(time.ticks_diff(time.ticks_us(), a))
await asyncio.sleep_ms(20)
"""
        )
    )
    whole, start = (int(n) for n in out.split())
    figure("a light frame: %.2f ms of the processor, of which %.3f ms to start it" % (whole / 1e3, start / 1e3))
    assert whole < 1_000
    assert b.lights.frame_count == 3


def test_frames_in_quick_succession_are_whole_and_apart(bench: Any) -> None:
    b = bench()
    b.execute(
        body(
            """
for n in range(1, 40):
    device.lights.show(bytearray(bytes([n]) * 381))
    await asyncio.sleep_ms(1)
await asyncio.sleep_ms(20)
"""
        )
    )
    frames = b.lights.frames
    assert 5 < len(frames) < 39
    for _, pixels in frames:
        assert len(pixels) == 127
        assert len(set(pixels)) == 1
    assert frames[-1][1][0] == (39, 39, 39)  # the newest always comes
    assert min(b.lights.pauses) >= 300_000


def test_white_goes_to_the_white_channel_and_rows_run_the_other_way(bench: Any) -> None:
    b = bench(board=pico_w)
    b.execute(
        START
        + RAINBOW
        + """
from firmware.drivers.rp2.lights import Lights
from firmware.boards import rows
lights = Lights(22, "GRBW", rows("abcdefghijklm", True, False))
lights.show(rgb)
for _ in range(900): time.ticks_us()
"""
    )
    b.run(20)
    expected = []
    for cell in range(127):
        r, g, blue = rainbow()[3 * cell : 3 * cell + 3]
        white = min(r, g, blue)
        expected.append((r - white, g - white, blue - white, white))
    assert b.cells() == expected


def test_dark_before_anything_else(bench: Any) -> None:
    b = bench()
    b.execute(START + "from firmware.drivers.rp2.lights import dark\ndark(%d)" % pico.LIGHTS["pin"])
    b.run(2)
    assert b.lights.pixels == [(0, 0, 0)] * 127
