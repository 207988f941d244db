from typing import Any

import pytest

from host.emulator.flash import SLOW

from .guest import START, body

APPENDS = """
def timed(do):
    a = time.ticks_us()
    do()
    return time.ticks_diff(time.ticks_us(), a)
line = b"move black e5 e7 #1234abcd t=1234\\n"
"""


def test_an_append_is_one_page_where_a_plain_file_costs_a_sector(bench: Any, figure: Any) -> None:
    b = bench()
    b.execute(START + APPENDS + "f = open('/plain.game', 'ab'); f.write(line * 60); f.close()")
    counts = []
    for code in (
        "for _ in range(40):\n    f = open('/plain.game', 'ab'); t.append(timed(lambda: (f.write(line), f.close())))",
        "for _ in range(40):\n    t.append(timed(lambda: s.append('0001.game', line)))",
    ):
        b.execute(
            "from firmware.drivers.logstore import LogStorage\nfrom firmware.drivers.rp2.flash import RawFlash\ns = LogStorage('/roost', RawFlash())\ns.append('0001.game', line)\nt = []"
        )
        before = (b.pico.flash.erases, b.pico.flash.programs)
        times = [int(n) for n in b.execute(code + "\nprint(*t)").split()]
        counts.append((sum(times) / 40e3, max(times) / 1e3, b.pico.flash.erases - before[0], b.pico.flash.programs - before[1]))
    plain, log = counts
    for name, (mean, worst, erases, programs) in (("plain file", plain), ("log", log)):
        figure("append of a line, %s: %.1f ms on average, %.1f at most; %.2f erases and %.2f pages programmed an append"
               % (name, mean, worst, erases / 40, programs / 40))  # fmt: skip
    assert log[2] == 0
    assert log[3] <= 1.3 * 40
    assert log[0] < 3
    assert plain[2] >= 35


OTHERS = {
    "a file that stays open, flushed after each line": """
f = open('/plain.game', 'ab')
for _ in range(40):
    t.append(timed(lambda: (f.write(line), f.flush())))
f.close()
""",
    "a file that was made large before, written in place": """
f = open('/sized.game', 'r+b')
for n in range(40):
    f.seek(4096 + n * len(line))
    t.append(timed(lambda: (f.write(line), f.flush())))
f.close()
""",
    "a small file for each line": """
def one(n):
    f = open('/lines/%d' % n, 'wb')
    f.write(line)
    f.close()
for n in range(40):
    t.append(timed(lambda: one(n)))
""",
}


@pytest.mark.slow
def test_other_ways_with_files_cost_more(bench: Any, figure: Any) -> None:
    b = bench()
    b.execute(
        START
        + APPENDS
        + """
import os
f = open('/plain.game', 'ab'); f.write(line * 60); f.close()
f = open('/sized.game', 'wb'); f.write(b'\\xff' * 16384); f.close()
os.mkdir('/lines')
"""
    )
    for name, code in OTHERS.items():
        b.execute("t = []")
        before = (b.pico.flash.erases, b.pico.flash.programs)
        times = [int(n) for n in b.execute(code + "\nprint(*t)", 60_000).split()]
        figure("append of a line, %s: %.1f ms on average, %.1f at most; %.2f erases and %.2f pages programmed an append"
               % (name, sum(times) / 40e3, max(times) / 1e3, (b.pico.flash.erases - before[0]) / 40, (b.pico.flash.programs - before[1]) / 40))  # fmt: skip
        assert max(times) > 100_000


def test_a_slow_chip_is_no_slower_at_an_append(bench: Any, figure: Any) -> None:
    b = bench()
    b.execute(
        START
        + APPENDS
        + "from firmware.drivers.logstore import LogStorage\nfrom firmware.drivers.rp2.flash import RawFlash\ns = LogStorage('/roost', RawFlash())\ns.append('x', line)"
    )
    b.pico.flash.set_times(SLOW)
    worst = int(b.execute("print(max([timed(lambda: s.append('x', line)) for _ in range(30)]))"))
    figure("append of a line on the slowest chip: %.1f ms at most" % (worst / 1e3))
    assert worst < 12_000


def test_a_long_game_survives_a_restart_and_costs_little(bench: Any, figure: Any) -> None:
    b = bench()
    erases = b.pico.flash.erases
    out = b.execute(
        body(
            """
for n in range(400):
    device.storage.append("0007.game", b"move black e5 e7 #%08x t=%d\\n" % (n, n))
    if n % 20 == 0:
        while device.storage.tend():
            pass
print(device.storage.size("0007.game"), device.storage.moved)
"""
        ),
        60_000,
    )
    size, moved = (int(n) for n in out.split())
    figure("400 appends: %.2f erases an append, housekeeping included" % ((b.pico.flash.erases - erases) / 400))
    assert b.pico.flash.erases - erases < 400 * 0.2
    b.pico.reset()
    read = b.execute(
        START
        + """
from firmware.drivers.logstore import LogStorage
from firmware.drivers.rp2.flash import RawFlash
a = time.ticks_ms()
s = LogStorage("/roost", RawFlash())
opened = time.ticks_diff(time.ticks_ms(), a)
a = time.ticks_ms()
data = b""
while True:
    piece = s.read("0007.game", len(data), 512)
    if not piece:
        break
    data += piece
import binascii
print(opened, time.ticks_diff(time.ticks_ms(), a), len(data), binascii.crc32(data))
"""
    )
    import binascii

    expected = b"".join(b"move black e5 e7 #%08x t=%d\n" % (n, n) for n in range(400))
    opened, reading, length, crc = (int(n) for n in read.split())
    figure("storage with a game of 400 actions: opened in %d ms, the game read in %d ms" % (opened, reading))
    assert length == size == len(expected)
    assert crc == binascii.crc32(expected)
    assert opened < 250
    assert moved > 0
    # Every file of the log is still a file of one block, and littlefs is content.
    fs = b.pico.files()
    assert all(fs.stat("roost.log/%d" % place).size == 4096 for place in range(8))


SCATTERED = """
from firmware.drivers import spare
device.storage.append("x.txt", b"hello" * 300)
hold = [None] * 3000
gc.collect()
for count in range(160):
    hold[count] = bytearray(300)
size = 4096
while size >= 64:
    try:
        count += 1
        hold[count] = bytearray(size)
    except MemoryError:
        size //= 2
for n in range(0, 160, 2):
    hold[n] = None
gc.collect()
try:
    open("/roost/x.txt")
    print("no trouble")
except MemoryError:
    print("trouble", gc.mem_free() > 2000)
print(device.storage.read("x.txt", 0, 5), spare.missing())
del hold
device.start()
await asyncio.sleep_ms(2500)
print(spare.missing())
"""


def test_a_file_opens_though_memory_is_in_small_pieces(bench: Any) -> None:
    said = bench().execute(body(SCATTERED), 60_000)
    assert said.split("\n")[:3] == ["trouble True", "b'hello' True", "False"]
