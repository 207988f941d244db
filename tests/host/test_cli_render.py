"""`roost render`: the picture shows the lights and the board of the position that was asked for."""

import io
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from host import geometry, replay
from host.cli import main
from host.lights_picture import screen_colours
from shared_rules import hexboard

RECORDS = Path(__file__).resolve().parent.parent / "records"
PART = RECORDS / "fowl_play" / "049-part-move.roost"
SVG = "{http://www.w3.org/2000/svg}"


def render(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["render", *arguments])


def texts(path: Path) -> list[str]:
    return [element.text or "" for element in ET.parse(path).getroot().iter(f"{SVG}text")]


def test_an_svg_names_every_space_and_shows_every_fowl_and_fox(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    result = render(str(PART), "-o", str(out))
    assert (result.exit_code, result.stderr) == (0, "")
    words = texts(out)
    for cell in range(hexboard.CELLS):
        assert hexboard.name(cell) in words
    state = replay.replay(PART.read_bytes()).game.state()
    for card in range(1, 37):
        assert words.count(str(card)) == 1, card  # on the board or among the captured
    for seat, caught in state["captured"].items():
        assert f"{seat.title()}: {len(caught)}" in words
    for word in ("chicken", "duck", "goose", "turkey", "tunnel", "den", "circle", "hexagon", "square"):
        assert word in words
    assert "<" not in "".join(words)


def test_a_png_has_the_width_asked_for_and_shows_both_boards(tmp_path: Path) -> None:
    out = tmp_path / "board.PNG"
    assert render(str(PART), "-o", str(out), "--width", "800").exit_code == 0
    picture = Image.open(io.BytesIO(out.read_bytes())).convert("RGB")
    assert picture.width == 800
    dark, light = picture.getpixel((200, 240)), picture.getpixel((600, 240))
    assert max(dark) < 80
    assert min(light) > 120
    assert len(picture.getcolors(1 << 24) or ()) > 500


def test_the_same_position_gives_the_same_picture(tmp_path: Path) -> None:
    pictures = []
    for name in ("a.svg", "b.svg"):
        assert render(str(PART), "-o", str(tmp_path / name)).exit_code == 0
        pictures.append((tmp_path / name).read_bytes())
    assert pictures[0] == pictures[1]


def test_turn_and_line_choose_the_position(tmp_path: Path) -> None:
    seen = set()
    for option in (["--turn", "1"], ["--turn", "3"], ["--line", "10"], []):
        out = tmp_path / "board.svg"
        assert render(str(PART), "-o", str(out), *option).exit_code == 0
        seen.add(out.read_bytes())
    assert len(seen) == 4
    first = tmp_path / "first.svg"
    render(str(PART), "-o", str(first), "--turn", "1")
    assert "Orange: 0" in texts(first)


@pytest.mark.parametrize("game", ["fowl_play", "fancy_feathers", "birds_of_a_feather"])
def test_every_example_of_every_game_can_be_drawn(game: str, tmp_path: Path) -> None:
    for path in sorted((RECORDS / game).glob("*.legal")):
        out = tmp_path / "board.png"
        result = render(str(path.with_suffix(".roost")), "-o", str(out), "--width", "400")
        assert result.exit_code == 0, result.output
        assert out.read_bytes().startswith(b"\x89PNG")


def test_a_refused_line_is_said_and_nothing_drawn(tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    refused = next((RECORDS / "fowl_play").glob("x*.roost"))
    result = render(str(refused), "-o", str(out))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{refused}:234: card-is-out: ")
    assert not out.exists()


@pytest.mark.parametrize(
    ("output", "words"), [("board.jpg", ".svg or .png"), ("no/such/folder/board.svg", "No such file"), ("board", ".svg or .png")]
)
def test_a_picture_that_cannot_be_written(output: str, words: str, tmp_path: Path) -> None:
    result = render(str(PART), "-o", str(tmp_path / output))
    assert result.exit_code == 2
    assert words in result.stderr


# ---- geometry --------------------------------------------------------------------------------------------------------------


def test_neighbours_are_one_pitch_apart_and_others_farther() -> None:
    for one in range(hexboard.CELLS):
        for other in range(one):
            (x1, y1), (x2, y2) = geometry.centre(one), geometry.centre(other)
            apart = ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5
            assert (abs(apart - 1) < 1e-9) == (other in hexboard.NEIGHBOURS[one])
            assert apart > 0.999


def test_the_board_stands_upright() -> None:
    assert geometry.centre(hexboard.CENTRE) == (0, 0)
    assert geometry.centre(hexboard.cell("g13")) == (6, 0)
    right, down = geometry.centre(hexboard.cell("m7"))
    assert (right, round(down, 3)) == (-3, -5.196)


def test_the_brightest_light_is_drawn_full_and_dark_ones_not_at_all() -> None:
    rgb = bytearray(381)
    rgb[0:3] = bytes((10, 0, 0))
    rgb[3:6] = bytes((5, 5, 0))
    colours = screen_colours(rgb)
    assert colours[0] == "#ff0000"
    assert colours[1] == "#baba00"
    assert colours[2:] == [None] * 125
