"""Draws a position: as the lights of the device show it, and as a labelled board beside it.

The picture is SVG; PNG is made from it.
"""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from host import board_picture, lights_picture, records
from host.records import Answer, Question
from host.svg import Picture

MARGIN = 44.0
GAP = 36.0
TOP = 118.0


def draw(question: Question) -> tuple[Answer, ET.Element]:
    """The picture of a record's position, and the answer that it was drawn from (which may tell of a problem)."""
    answer = records.ask(question, "report")
    report = answer.data()
    if report is None:
        return answer, Picture(1, 1).root
    return answer, picture(report)


def picture(report: dict[str, Any]) -> ET.Element:
    """The picture of a report of `host.replay.report`."""
    side = board_picture.WIDTH
    right = MARGIN + side + GAP
    below = TOP + board_picture.HEIGHT + 26
    seats = len(report["state"]["seats"]) * board_picture.SEAT_HEIGHT
    width = 2 * MARGIN + 2 * side + GAP
    height = below + max(seats, board_picture.LEGEND_HEIGHT) + 24
    page = Picture(width, height)
    page.rect(0, 0, width, height, fill="#f3efe6")
    page.text(MARGIN, 58, report["title"], size=34, weight="bold", fill="#2a2622")
    page.text(MARGIN, 92, report["ask"] or " · ".join(report["verdict"]), size=21, fill="#6b5f52")
    lights_picture.draw(page, MARGIN, TOP, report)
    board_picture.draw(page, right, TOP, report)
    board_picture.captured(page, MARGIN, below, side, report)
    board_picture.legend(page, right, below)
    return page.root


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
