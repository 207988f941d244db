"""Draws a position: as the lights of the device show it, and as a labelled board beside it.

The picture is SVG; PNG is made from it.
"""

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from firmware import lights
from host import board_picture, lights_picture, looks, path_picture, replay, sheet_picture
from host.svg import Picture
from shared_rules import jsontext

MARGIN = 44.0
GAP = 36.0
TOP = 118.0

_BOARDS = {"hexagons": board_picture, "path": path_picture, "sheet": sheet_picture}


def picture(game: Any) -> ET.Element:
    """The picture of a game as it stands."""
    report = json.loads(jsontext.dumps(replay.report(game)))
    board = _BOARDS[report["layout"]]
    hexagons = board is board_picture
    side = board_picture.WIDTH
    right = MARGIN + side + GAP
    below = TOP + board_picture.HEIGHT + 26
    seats = len(game.seats) * board_picture.SEAT_HEIGHT if hexagons else 0
    width = 2 * MARGIN + 2 * side + GAP
    height = below + max(seats, board.BELOW) + 24
    page = Picture(width, height)
    page.rect(0, 0, width, height, fill="#f3efe6")
    page.text(MARGIN, 58, looks.heading(report), size=34, weight="bold", fill="#2a2622")
    page.text(MARGIN, 92, report["ask"] or " · ".join(report["verdict"]), size=21, fill="#6b5f52")
    lights_picture.draw(page, MARGIN, TOP, lit(game))
    board.draw(page, right, TOP, report)
    board.below(page, right, below, report)
    if hexagons:
        board_picture.captured(page, MARGIN, below, side, report)
    return page.root


def lit(game: Any) -> bytearray:
    """The frame that the device shows when it asks for the next decision: 381 bytes, what can be chosen bright."""
    scene = game.scene()
    choice = replay.asked(game.prompt())
    chosen = lights.places(scene, choice.keys) if choice else ()
    return lights.frame(scene, game, chosen)


def _write_svg(root: ET.Element, path: Path, width: int) -> None:
    del width  # an SVG has every size
    path.write_bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))


def _write_png(root: ET.Element, path: Path, width: int) -> None:
    import resvg_py

    fonts = files("font_lato") / "files"
    png = resvg_py.svg_to_bytes(
        svg_string=ET.tostring(root, encoding="unicode"),
        width=width,
        skip_system_fonts=True,
        font_files=[str(fonts / name) for name in ("Lato-Regular.ttf", "Lato-Bold.ttf")],
        font_family="Lato",
    )
    path.write_bytes(bytes(png))


WRITERS: dict[str, Callable[[ET.Element, Path, int], None]] = {".svg": _write_svg, ".png": _write_png}
