"""The sheets for people to look at can be made, and show the pixels that are lit."""

import xml.etree.ElementTree as ET
from io import BytesIO

from PIL import Image

from firmware.canvas import Canvas
from host import pictures


def test_a_display_is_drawn_exactly(tmp_path):
    canvas = Canvas()
    canvas.rect(0, 0, 128, 64)
    canvas.pixel(64, 20)
    path = tmp_path / "display.png"
    pictures.write(pictures.displays([canvas.buffer]), path, 136 * 4)
    picture = Image.open(BytesIO(path.read_bytes())).convert("L")
    for x in range(128):
        for y in range(64):
            lit = picture.getpixel((16 + 4 * x + 2, 16 + 4 * y + 2)) > 128
            assert lit == bool(canvas.get(x, y)), (x, y)


def test_all_sheets_are_written(tmp_path):
    pictures.main(tmp_path, width=300)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "font_big.png",
        "font_medium.png",
        "font_small.png",
        "lights_clear.png",
        "lights_standard.png",
        "symbols_big.png",
        "symbols_medium.png",
        "symbols_small.png",
    ]
    for path in tmp_path.iterdir():
        assert len(Image.open(path).convert("RGB").getcolors(1 << 24)) > 2


def test_the_lights_differ_from_moment_to_moment():
    assert pictures.opening("standard", 0) != pictures.opening("standard", 200)
    assert ET.tostring(pictures.board(pictures.opening("standard", 0))).count(b"<polygon") > 127
