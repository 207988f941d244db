"""Draws, lights and dims a fixed programme of things and prints checksums of the bytes: the same on CPython and MicroPython.

Arguments: the folder of the packages, and `plain` or `viper`: which inner loops the canvas must use.
"""

import binascii
import sys

sys.path.insert(0, sys.argv[1])

from firmware import blit_plain, current, lights, palette
from firmware import canvas as canvas_module
from firmware.canvas import Canvas
from firmware.font import BIG, MEDIUM, SMALL
from shared_rules.choice import Scene

if sys.argv[2] == "plain":
    canvas_module.blit = blit_plain
elif canvas_module.blit is blit_plain:
    raise RuntimeError("no viper here")

TEXT = "Größe 17 „Zug“ → e5 ★\ue010\ue014☃\u00a0ﬀéŠ"


def chance(seed):
    while True:
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        yield seed >> 8


def canvas():
    page = Canvas()
    numbers = chance(7)
    for n in range(300):
        x = next(numbers) % 200 - 40
        y = next(numbers) % 120 - 30
        w = next(numbers) % 90 - 5
        h = next(numbers) % 50 - 5
        ink = next(numbers) % 2
        font = (SMALL, MEDIUM, BIG)[n % 3]
        what = n % 8
        if what == 0:
            page.box(x, y, w, h, ink)
        elif what == 1:
            page.rect(x, y, w, h, ink)
        elif what == 2:
            page.invert(x, y, w, h)
        elif what == 3:
            page.hline(x, y, w, ink)
        elif what == 4:
            page.vline(x, y, h, ink)
        elif what == 5:
            page.pixel(x, y, ink)
        else:
            page.text(x, y, TEXT[n % 7 :], font, ink)
        if n % 25 == 24:
            print("canvas", n, binascii.crc32(page.buffer))
    for font in (SMALL, MEDIUM, BIG):
        print(font.name, font.width(TEXT), [len(line) for line in font.wrap(TEXT * 3, 100)], len(font.fit(TEXT, 70)))


class Table:
    """Stands for a game: two seats, and fowl whose colours go round."""

    seats = ("white", "black")

    def describe(self, key):
        colour = ("black", "brown", "white")[key[1] % 3]
        return ("fowl-at", {"n": key[1], "fowl": ("fowl", {"colour": ("colour", colour)})})


def light():
    marks = {}
    for n in range(36):
        marks[n * 3 + 2] = [("start", n // 9), ("fowl" if n % 5 else "now", n + 1)]
    marks[0] = [("tunnel", 0)]
    marks[1] = [("tunnel", 0), ("fox", 0)]
    marks[126] = [("fox", 1)]
    scene = Scene("hexagons", marks, [])
    keys = [("space", 50), ("fowl", 3), ("fox", 1), ("word", "done")]
    chosen = lights.places(scene, keys)
    print(chosen)
    for name in sorted(palette.PALETTES):
        shown = lights.Lights(name, 200, 400)
        shown.paint(scene, Table())
        shown.choose(chosen, 50)
        for ms in range(0, 1600, 100):
            print(name, ms, binascii.crc32(shown.frame(ms)))


def dim():
    numbers = chance(3)
    for n in range(60):
        top = (3, 40, 255)[n % 3]
        rgb = bytearray([next(numbers) % (top + 1) if next(numbers) % 3 else 0 for _ in range(381)])
        print(current.limit(rgb, 187 + next(numbers) % 600, next(numbers) % 256), binascii.crc32(rgb))


canvas()
light()
dim()
