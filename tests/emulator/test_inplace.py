"""The glyphs of the fonts, read where they lie in flash."""

from typing import Any

from host.build import build, in_folder

from .guest import START

PARTS = ("firmware/", "shared_rules/__init__")
READ = (
    START
    + """
import uctypes
from firmware import font
from firmware.canvas import Canvas
from firmware.drivers.rp2 import in_place
def drawn():
    canvas = Canvas()
    for y, one in ((0, font.SMALL), (12, font.MEDIUM), (30, font.BIG)):
        canvas.text(0, y, "Aß \\ue013 36", one)
    return canvas.buffer
before = drawn()
gc.collect()
free = gc.mem_free()
font.forget_sources(in_place)
gc.collect()
gained = gc.mem_free() - free
parts = [each for one in (font.SMALL, font.MEDIUM, font.BIG) for each in (one.glyphs, one.starts)]
print(gained, all(0x10000000 <= uctypes.addressof(part) < 0x11000000 for part in parts), drawn() == before)
"""
)


def read(b: Any) -> "tuple[int, bool, bool, int]":
    """(bytes of memory gained, does all of it lie in flash, does a text look the same, sectors erased)."""
    erased = b.pico.flash.erases
    gained, lies_in_flash, same = b.execute(READ).split()
    return int(gained), lies_in_flash == "True", same == "True", b.pico.flash.erases - erased


def test_glyphs_are_written_once_and_then_read_in_flash(bench: Any) -> None:
    b = bench(in_folder("a", build("pico", only=PARTS)))
    gained, *first, erased = read(b)
    assert first == [True, True]
    assert erased > 0
    assert gained > 7500
    b.pico.reset()
    assert read(b)[1:] == (True, True, 0)


def test_a_file_that_holds_anything_else_is_written_anew(bench: Any) -> None:
    b = bench(in_folder("a", build("pico", only=PARTS)))
    read(b)
    for spoil in (
        "with open('/roost.fixed/big', 'rb') as f: data = f.read()\n"
        "with open('/roost.fixed/big', 'wb') as f: f.write(data[:2000] + b'!' + data[2001:])",
        "with open('/roost.fixed/big', 'wb') as f: f.write(b'')",
        "import os; os.remove('/roost.fixed/letters')",
        "import os; os.remove('/roost.fixed/letters'); os.remove('/roost.fixed/big'); os.rmdir('/roost.fixed')",
    ):
        b.execute(spoil)
        b.pico.reset()
        _, lies_in_flash, same, erased = read(b)
        assert lies_in_flash
        assert same
        assert erased > 0
        b.pico.reset()
        assert read(b)[1:] == (True, True, 0)


def test_two_blocks_that_begin_alike_are_not_trusted(bench: Any) -> None:
    b = bench(in_folder("a", build("pico", only=PARTS)))
    read(b)
    b.execute("with open('/roost.fixed/big', 'rb') as f: data = f.read()\nwith open('/copy', 'wb') as f: f.write(data)")
    b.pico.reset()
    _, lies_in_flash, same, erased = read(b)
    assert lies_in_flash
    assert same
    assert erased > 0  # it has a number of its own now


def test_without_room_in_flash_they_stay_in_memory(bench: Any) -> None:
    from host.emulator.pico import BLOCK, BLOCKS, file_system, mount  # its package may be missing: then there is no bench either

    files = in_folder("a", build("pico", only=PARTS))
    left = BLOCKS - mount(file_system(files)).used_block_count
    _, lies_in_flash, same, _ = read(bench(file_system({**files, "full": bytes((left - 2) * (BLOCK - 8))})))
    assert not lies_in_flash
    assert same
