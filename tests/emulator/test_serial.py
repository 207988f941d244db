"""The serial port when nobody listens, and when somebody does."""

from typing import Any

import pytest

from .guest import body

# Passes of the loop are timed by the guest itself; it writes whole lines as the link does.
TALK = """
longest = 0
lines = 0
dropped = 0
state = "x" * 300
until = time.ticks_add(time.ticks_ms(), %d)
rest = b""
while time.ticks_diff(until, time.ticks_ms()) > 0:
    a = time.ticks_ms()
    if rest:
        taken = device.serial.write(rest)
        rest = rest[taken:]
        if rest:
            dropped += 1
    else:
        lines += 1
        line = ('{"n":%%d,"state":"%%s"}\\n' %% (lines, state[: 7 * lines %% 290])).encode()
        taken = device.serial.write(line)
        rest = line[taken:]
    got = device.serial.read()
    if got:
        seen = got
    b = time.ticks_ms()
    if time.ticks_diff(b, a) > longest:
        longest = time.ticks_diff(b, a)
    await asyncio.sleep_ms(5)
f = open("/result.txt", "w")
f.write("%%d %%d %%d" %% (longest, lines, dropped))
f.close()
"""


def result(b: Any) -> tuple[int, int, int]:
    b.pico.host_reads(True)
    text = b.pico.read_file("result.txt").decode()
    longest, lines, dropped = (int(part) for part in text.split())
    return longest, lines, dropped


def test_lines_arrive_whole(bench: Any) -> None:
    b = bench()
    b.start(body(TALK % 1500))
    b.run(3500)
    lines = bytes(b.pico.received).replace(b"OK{", b"{", 1).split(b"\n")
    numbers = [int(line[5:].split(b",")[0]) for line in lines if line.startswith(b'{"n":')]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 50
    for line in lines:
        if line.startswith(b'{"n":'):
            assert line.rstrip().endswith(b'"}')
    longest, _, _ = result(b)
    assert longest <= 50


def test_a_port_that_is_open_and_not_read_never_makes_the_loop_wait(bench: Any, figure: Any) -> None:
    b = bench()
    b.start(body(TALK % 4000))
    b.run(700)
    b.pico.host_reads(False)
    b.run(6000)
    longest, _, dropped = result(b)
    figure("nobody reads the open port: the longest pass of the loop took %d ms" % longest)
    assert longest <= 50
    assert dropped > 100


def test_a_closed_port_never_makes_the_loop_wait(bench: Any) -> None:
    b = bench()
    b.start(body(TALK % 2000))
    b.run(500)
    b.pico.port_open(False)
    b.run(3500)
    longest, lines, _ = result(b)
    assert longest <= 50
    assert lines > 100


def test_a_reader_that_is_killed_in_mid_line_never_makes_the_loop_wait(bench: Any) -> None:
    b = bench()
    b.start(body(TALK % 3000))
    b.run(600)
    b.pico.until(lambda: b'{"n":' in b.pico.received and b.pico.received[-1:] != b"\n", 500, "a line was half sent")
    b.pico.port_open(False)
    b.run(700)
    # Another one opens the port: after what is left of that line, every line is whole.
    b.pico.port_open(True)
    b.run(100)
    b.pico.received.clear()
    b.run(2500)
    _, *lines = bytes(b.pico.received).split(b"\x04")[0].split(b"\n")
    whole = [line for line in lines[:-1] if line.strip()]
    assert len(whole) > 20
    for line in whole:
        assert line.startswith(b'{"n":'), line
        assert line.rstrip().endswith(b'"}'), line
    longest, _, _ = result(b)
    assert longest <= 50


@pytest.mark.slow
def test_nobody_reads_the_open_port_for_a_minute(bench: Any, figure: Any) -> None:
    b = bench()
    b.start(body(TALK % 61_000))
    b.run(700)
    b.pico.host_reads(False)
    b.run(62_000)
    longest, _, dropped = result(b)
    figure("nobody reads the open port for a minute: the longest pass of the loop took %d ms" % longest)
    assert longest <= 50
    assert dropped > 1000


def test_control_c_reaches_a_developer(bench: Any) -> None:
    b = bench()
    b.start(body("while True:\n    device.serial.read()\n    await asyncio.sleep_ms(5)"))
    b.run(500)
    b.pico.send(b"\x03")
    b.pico.until_said(b"KeyboardInterrupt", 2000)
