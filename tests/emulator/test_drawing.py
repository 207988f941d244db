"""How long drawing takes on the emulated Pico, and how much memory fonts and lights do."""

from typing import Any

from host.build import build, in_folder

from .guest import START

ONLY = (
    "firmware/__init__",
    "firmware/blit",
    "firmware/boards/",
    "firmware/canvas",
    "firmware/current",
    "firmware/font/",
    "firmware/layouts/",
    "firmware/lights",
    "firmware/palette",
    "shared_rules/__init__",
    "shared_rules/choice",
)

PROGRAM = """
def free():
    gc.collect()
    return gc.mem_free()

def took(draw):
    gc.collect()
    a = time.ticks_us()
    draw()
    print(time.ticks_diff(time.ticks_us(), a))

before = free()
from firmware.canvas import Canvas
from firmware.font import BIG, MEDIUM, SMALL
print(before - free())
canvas = Canvas()
LINE = "Black: which fowl? 17 e5"

def full():
    for y in range(0, 63, 9):
        canvas.text(0, y, LINE, SMALL)

def usual():
    canvas.fill(0)
    canvas.text(0, 0, "Schwarz", BIG)
    canvas.text(0, 24, "Welches Geflügel?", MEDIUM)
    canvas.text(2, 38, "\\ue012 17 \\ue000 e5", MEDIUM)
    canvas.invert(0, 37, 128, 15)
    canvas.text(0, 54, "Fuchs daneben", SMALL)

took(full)
took(usual)
before = free()
from firmware import layouts, lights
from shared_rules.choice import Scene
layouts.load("hexagons")
print(before - free())

class Game:
    seats = ("black", "brown", "orange", "white")
    def describe(self, key):
        return ("fowl", {"type": ("type", "duck"), "colour": ("colour", "white")})

marks = {cell: [("fowl", cell + 1)] for cell in range(36)}
for cell in range(7):
    marks[50 + cell] = [("tunnel", 0)]
for cell in range(4):
    marks[70 + cell] = [("fox", cell)]
scene = Scene("hexagons", marks, [])
keeper = lights.Lights()
took(lambda: keeper.paint(scene, Game()))
took(lambda: keeper.choose(list(range(20)), 3))
took(lambda: keeper.frame(0))
"""


def test_drawing_times_and_memory(bench: Any, figure: Any) -> None:
    out = bench(in_folder("a", build("pico", only=ONLY))).execute(START + PROGRAM)
    fonts, full, usual, lights, paint, choose, frame = map(int, out.split())
    figure(f"on the emulated Pico: a display full of small text {full / 1000:.1f} ms, a usual screen {usual / 1000:.1f} ms")
    figure(
        f"on the emulated Pico: lights painted in {paint / 1000:.1f} ms, choices laid over them in {choose / 1000:.1f} ms, "
        f"a frame {frame / 1000:.1f} ms"
    )
    figure(f"on the emulated Pico: canvas and fonts take {fonts} bytes of heap, the lights {lights}")
    assert full < 10_000
    assert frame < 5_000
