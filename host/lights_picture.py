"""The lights of a position: a dark board with glowing hexagons."""

from typing import Any

from host import geometry
from host.board_picture import HEIGHT, WIDTH, spot
from host.svg import Picture
from shared_rules import hexboard

PITCH = 54.0


def draw(page: Picture, x: float, y: float, report: dict[str, Any]) -> None:
    """Draws the lights, the upper left corner of their board at (x, y)."""
    colours = ["000000"] * hexboard.CELLS
    state = report["state"]
    for name in state["tunnels"]:
        colours[hexboard.cell(name)] = "5020a0"
    for card, name in state["fowl"].items():
        colours[hexboard.cell(name)] = {"black": "1030ff", "brown": "ff7010", "white": "ffffff"}[
            state["shows"][card].split("-")[1]
        ]
    for seat, name in state["foxes"].items():
        colours[hexboard.cell(name)] = "ff0000"
    glow = page.inside(page.add("defs")).add("filter", id="glow", x="-100%", y="-100%", width="300%", height="300%")
    page.inside(glow).add("feGaussianBlur", stdDeviation=str(0.16 * PITCH))
    page.rect(x, y, WIDTH, HEIGHT, rx=22, fill="#15161a")
    for cell in range(hexboard.CELLS):
        page.polygon(geometry.corners(0.52 * PITCH, spot(x, y, cell)), fill="#1f2126", stroke="#2b2e35", stroke_width=1)
    light = page.group(filter="url(#glow)")
    for cell, colour in enumerate(colours):
        if colour != "000000":
            light.polygon(geometry.corners(0.5 * PITCH, spot(x, y, cell)), fill="#" + colour, opacity=0.75)
    for cell, colour in enumerate(colours):
        if colour != "000000":
            at = spot(x, y, cell)
            page.polygon(geometry.corners(0.43 * PITCH, at), fill="#" + colour)
            page.circle(*at, 0.13 * PITCH, fill="#ffffff", opacity=0.55)
