"""The canvas against a drawing of single pixels, and the same bytes on MicroPython."""

import itertools
import subprocess
import sys
import timeit
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.canvas import HEIGHT, SIZE, WIDTH, Canvas, Font
from firmware.font import BIG, MEDIUM, SMALL

PROBE = Path(__file__).with_name("probe_drawing.py")
FONTS = [SMALL, MEDIUM, BIG]
TEXT = "Größe 17, „Zug“ → e5 ★\ue010\ue014☃"

positions = st.integers(-150, 150)
lengths = st.integers(-5, 160)
inks = st.sampled_from([0, 1])


def dots(canvas: Canvas) -> list[list[int]]:
    return [[canvas.buffer[(y >> 3) * WIDTH + x] >> (y & 7) & 1 for x in range(WIDTH)] for y in range(HEIGHT)]


def noise() -> Canvas:
    return Canvas(bytearray((n * 89 + (n >> 3) * 7) & 255 for n in range(SIZE)))


def expected(canvas: Canvas, change) -> list[list[int]]:
    """The dots after `change(x, y, dot)` was asked for each."""
    return [[change(x, y, dot) for x, dot in enumerate(row)] for y, row in enumerate(dots(canvas))]


def test_a_buffer_of_another_size_is_refused():
    with pytest.raises(ValueError, match="1024"):
        Canvas(bytearray(1023))


def test_the_buffer_is_the_one_given():
    buffer = bytearray(SIZE)
    Canvas(buffer).pixel(3, 9)
    assert buffer[WIDTH + 3] == 2
    assert sum(buffer) == 2


def test_fill():
    canvas = noise()
    canvas.fill(1)
    assert canvas.buffer == b"\xff" * SIZE
    canvas.fill(0)
    assert canvas.buffer == bytes(SIZE)


@given(positions, positions, inks)
def test_pixel(x, y, ink):
    canvas = noise()
    wanted = expected(canvas, lambda a, b, dot: ink if (a, b) == (x, y) else dot)
    canvas.pixel(x, y, ink)
    assert dots(canvas) == wanted
    assert canvas.get(x, y) == (ink if 0 <= x < WIDTH and 0 <= y < HEIGHT else 0)


@given(positions, positions, lengths, lengths, inks)
def test_box(x, y, w, h, ink):
    canvas = noise()
    wanted = expected(canvas, lambda a, b, dot: ink if x <= a < x + w and y <= b < y + h else dot)
    canvas.box(x, y, w, h, ink)
    assert dots(canvas) == wanted


@given(positions, positions, lengths, lengths)
def test_invert(x, y, w, h):
    canvas = noise()
    wanted = expected(canvas, lambda a, b, dot: dot ^ (x <= a < x + w and y <= b < y + h))
    canvas.invert(x, y, w, h)
    assert dots(canvas) == wanted


@given(positions, positions, lengths, lengths, inks)
def test_rect_and_lines(x, y, w, h, ink):
    canvas = noise()

    def on_edge(a, b):
        return x <= a < x + w and y <= b < y + h and (a in (x, x + w - 1) or b in (y, y + h - 1))

    wanted = expected(canvas, lambda a, b, dot: ink if on_edge(a, b) else dot)
    canvas.rect(x, y, w, h, ink)
    assert dots(canvas) == wanted
    canvas = noise()
    wanted = expected(canvas, lambda a, b, dot: ink if x <= a < x + w and b == y else dot)
    canvas.hline(x, y, w, ink)
    assert dots(canvas) == wanted
    canvas = noise()
    wanted = expected(canvas, lambda a, b, dot: ink if y <= b < y + h and a == x else dot)
    canvas.vline(x, y, h, ink)
    assert dots(canvas) == wanted


def glyph_dots(font: Font, char: str) -> tuple[int, set[tuple[int, int]]]:
    """(width, lit pixels) of a glyph, straight from the font's bytes."""
    at, width, first, pages = font.glyph(font.numbers(char)[0])
    lit = {
        (x, (first + page) * 8 + bit)
        for page in range(pages)
        for x in range(width)
        for bit in range(8)
        if font.glyphs[at + page * width + x] >> bit & 1
    }
    return width, lit


@given(st.sampled_from(FONTS), st.integers(-140, 140), st.integers(-30, 70), st.text(st.sampled_from(TEXT), max_size=25), inks)
def test_text(font, x, y, text, ink):
    lit = set()
    at = x
    for char in text:
        width, spots = glyph_dots(font, char)
        lit |= {(at + a, y + b) for a, b in spots}
        at += width + font.gap
    canvas = noise()
    wanted = expected(canvas, lambda a, b, dot: ink if (a, b) in lit else dot)
    assert canvas.text(x, y, text, font, ink) == at
    assert dots(canvas) == wanted
    assert font.width(text) == max(at - font.gap - x, 0)


def test_centered_text_has_equal_margins():
    canvas = Canvas()
    start = canvas.centered(10, "Gans", BIG)
    columns = [x for x in range(WIDTH) if any(row[x] for row in dots(canvas))]
    assert columns[0] == start
    assert abs(columns[0] - (WIDTH - 1 - columns[-1])) <= 1


@given(st.sampled_from(FONTS), st.text(st.sampled_from("abW i\u00a0\n–"), max_size=60), st.integers(14, 128))
def test_wrap(font, text, width):
    lines = font.wrap(text, width)
    assert all(font.width(line) <= width or len(line) == 1 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")
    for line, after in itertools.pairwise(lines):
        assert after or "\n" in text
        if "\n" not in text and line and after and font.width(after.split(" ")[0]) <= width:
            room = font.width(line + " " + after.split(" ")[0])
            assert room > width or len(after.split(" ")[0]) < len(after)


def test_letters_with_foreign_accents_are_shown_plain():
    for font in FONTS:
        for char, plain in (("é", "e"), ("Š", "S"), ("ø", "o"), ("ł", "l"), ("ž", "z"), ("Á", "A")):
            assert font.numbers(char) == font.numbers(plain)
        assert font.numbers("ä") != font.numbers("a")
        assert font.numbers("字\t🦊") == font.numbers("☃☃☃")


def test_wrap_fills_lines_and_keeps_words():
    assert SMALL.wrap("the goose flies off", SMALL.width("the goose")) == ["the goose", "flies off"]
    assert SMALL.wrap("a\nb", 100) == ["a", "b"]
    assert SMALL.wrap("goose\u00a017 flies", SMALL.width("goose 17")) == ["goose\u00a017", "flies"]
    assert SMALL.wrap("", 100) == [""]


@given(st.sampled_from(FONTS), st.text(st.sampled_from("abWi –"), max_size=40), st.integers(20, 128))
def test_fit(font, text, width):
    fitted = font.fit(text, width)
    assert font.width(fitted) <= width
    if font.width(text) <= width:
        assert fitted == text
    else:
        assert fitted.endswith("…")
        assert text.startswith(fitted[:-1])


def test_micropython_draws_the_same_bytes(micropython, root):
    ours = subprocess.run([sys.executable, PROBE, root, "plain"], capture_output=True, check=True, timeout=60)
    assert ours.stdout.count(b"\n") == 108
    for loops in ("plain", "viper"):
        theirs = subprocess.run([micropython, PROBE, root, loops], capture_output=True, check=True, timeout=60)
        assert theirs.stdout == ours.stdout, loops


def test_a_screen_of_text_is_quick(figure):
    def screen():
        for y in range(0, 63, 9):
            canvas.text(0, y, "Black: which fowl? 17 e5", SMALL)

    canvas = Canvas()
    ms = min(timeit.repeat(screen, number=20, repeat=5)) / 20 * 1000
    figure(f"a display full of small text, 7 lines: {ms:.2f} ms on this machine's CPython")
    assert ms < 10
