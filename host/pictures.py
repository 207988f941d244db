"""Pictures of what the device shows, for people to look at: display buffers and frames of lights, and sheets of the fonts.

`python -m host.pictures FOLDER` writes the sheets and the lights of an opening as PNG.
"""

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from firmware import canvas, font, lights, palette
from firmware.canvas import Canvas, Font
from host import board_picture, lights_picture
from host.drawing import WRITERS
from host.svg import Picture
from shared_rules import catalogue

DOT = 4  # pixels of the picture for one of the display
LIT = "#e8f4ff"
DARK = "#05070a"

LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ ÄÖÜ abcdefghijklmnopqrstuvwxyz äöüß 0123456789",
    "Schwarz: „Die Gans 17 flieht – nach e5 …“ It’s · 3 × 4 − 5 = 7! → ← ↑ ↓ ★ ✓ ▸ () [] {} #%&@?;:/+*",
)
SYMBOLS = [0xE000 + n for n in range(9)] + [0xE010 + n for n in range(9)] + [0xE020 + n for n in range(11)]


def _dots(page: Picture, x: float, y: float, buffer: bytes | bytearray, dot: float) -> None:
    page.rect(x - 2 * dot, y - 2 * dot, (canvas.WIDTH + 4) * dot, (canvas.HEIGHT + 4) * dot, rx=dot, fill=DARK)
    shown = Canvas(bytearray(buffer))
    runs: list[str] = []
    for row in range(canvas.HEIGHT):
        start = -1
        for column in range(canvas.WIDTH + 1):
            lit = shown.get(column, row)
            if lit and start < 0:
                start = column
            elif not lit and start >= 0:
                wide = (column - start) * dot
                runs.append(f"M{x + start * dot:g} {y + row * dot:g}h{wide:g}v{dot:g}h{-wide:g}z")
                start = -1
    page.add("path", d="".join(runs), fill=LIT, shape_rendering="crispEdges")


def displays(buffers: list[bytes | bytearray], across: int = 1, dot: float = DOT) -> ET.Element:
    """Displays side by side and below each other, from buffers of 1,024 bytes."""
    wide, high = (canvas.WIDTH + 8) * dot, (canvas.HEIGHT + 8) * dot
    across = min(across, len(buffers))
    page = Picture(across * wide, -(-len(buffers) // across) * high)
    page.rect(0, 0, across * wide, -(-len(buffers) // across) * high, fill="#3a3f47")
    for n, buffer in enumerate(buffers):
        _dots(page, n % across * wide + 4 * dot, n // across * high + 4 * dot, buffer, dot)
    return page.root


def board(rgb: bytes | bytearray) -> ET.Element:
    """The board of lights, from a frame of 381 bytes."""
    page = Picture(board_picture.WIDTH, board_picture.HEIGHT)
    lights_picture.draw(page, 0, 0, rgb)
    return page.root


def text_sheet(face: Font) -> list[bytes | bytearray]:
    """Displays full of a font's letters."""
    full: list[bytes | bytearray] = []
    for text in LETTERS:
        page, y = Canvas(), 0
        for line in face.wrap(text, canvas.WIDTH):
            if y + face.base > canvas.HEIGHT:
                full.append(page.buffer)
                page, y = Canvas(), 0
            page.text(0, y, line, face)
            y += face.line
        full.append(page.buffer)
    return full


def symbol_sheet(face: Font) -> list[bytes | bytearray]:
    """Displays full of a font's symbols."""
    full: list[bytes | bytearray] = []
    page, x, y = Canvas(), 0, 0
    for code in SYMBOLS:
        if not face.has(chr(code)):
            continue
        if x + face.width(chr(code)) > canvas.WIDTH:
            x, y = 0, y + face.height + 2
        if y + face.height > canvas.HEIGHT:
            full.append(page.buffer)
            page, x, y = Canvas(), 0, 0
        x = page.text(x, y, chr(code), face) + 3
    full.append(page.buffer)
    return full


OPENING = ("seats black brown orange white", "foxes black g8 brown h8 orange g6 white f6")
CARDS = {"black": 1, "brown": 12, "orange": 20, "white": 30}


def opening(name: str, ms: int, brightness: int = 255) -> bytearray:
    """The lights of an opening of Fowl Play! in which a fowl is to be chosen; name: the palette."""
    setup = catalogue.package("fowl_play").open_setup(1, None)
    for line in OPENING:
        word, *rest = line.split(" ")
        setup.setting(word, rest)
    game = setup.start()
    for seat, card in CARDS.items():
        game.apply(game.read(["play", seat, str(card)]))
    scene = game.scene()
    choice = game.prompt().choice
    chosen = lights.places(scene, choice.keys)
    return lights.frame(scene, game, chosen, chosen[choice.start], ms, name, brightness)


def write(root: ET.Element, path: Path, width: int = 1200) -> None:
    """Writes a picture as SVG or PNG, as the file's name says."""
    WRITERS[path.suffix](root, path, width)


def main(folder: Path, width: int = 1200) -> None:
    """Writes all sheets, so many pixels wide."""
    folder.mkdir(parents=True, exist_ok=True)
    for face in (font.SMALL, font.MEDIUM, font.BIG):
        write(displays(text_sheet(face), 2), folder / f"font_{face.name}.png", width)
        write(displays(symbol_sheet(face), 2), folder / f"symbols_{face.name}.png", width)
    for name in palette.PALETTES:
        write(board(opening(name, 0)), folder / f"lights_{name}.png", width)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m host.pictures FOLDER")
    main(Path(sys.argv[1]))
