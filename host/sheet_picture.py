"""The score sheets of birds, one a seat: what is recorded, what lingers, what arrives."""

from typing import Any

from host import looks
from host.board_picture import HEIGHT, PAD, WIDTH
from host.svg import Picture

BELOW = 40.0  # the height of the legend

_TEXT = "#3a342d"
_LABEL = 82.0  # width of the habitats' names
_GAP = 18.0


def draw(page: Picture, x: float, y: float, report: dict[str, Any]) -> None:
    """Draws all sheets, their upper left corner at (x, y), together as large as the hexagonal board."""
    state = report["state"]
    page.rect(x, y, WIDTH, HEIGHT, rx=22, fill="#fffdf7", stroke="#e2d9c6", stroke_width=1.5)
    seats = len(state["seats"])
    columns = 1 if seats == 1 else 2
    rows = (seats + columns - 1) // columns
    width = (WIDTH - 2 * PAD + _GAP) / columns - _GAP
    height = (HEIGHT - 2 * PAD + _GAP) / rows - _GAP
    for index, (seat, name) in enumerate(zip(state["seats"], report["names"], strict=True)):
        left = x + PAD + index % columns * (width + _GAP)
        top = y + PAD + index // columns * (height + _GAP)
        _sheet(page, left, top, width, height, name, state["recorded"][seat], state)


def _sheet(
    page: Picture, left: float, top: float, width: float, height: float, name: str, recorded: list[str], state: dict[str, Any]
) -> None:
    arriving = [bird for birds in state["arriving"].values() for bird in (birds if isinstance(birds, list) else [birds])]
    page.text(left, top + 18, name, size=19, fill=_TEXT, weight="bold")
    step_x = (width - _LABEL) / len(state["kinds"])
    step_y = min((height - 44) / len(state["habitats"]), step_x)
    for column, kind in enumerate(state["kinds"]):
        across = left + _LABEL + (column + 0.5) * step_x
        page.text(across, top + 36, looks.KINDS[kind], size=13, fill="#8a7f70", anchor="middle")
    for row, habitat in enumerate(state["habitats"]):
        down = top + 44 + (row + 0.5) * step_y
        colour = looks.HABITATS[habitat]
        page.text(left, down + 5, habitat, size=15, fill=_TEXT)
        for column, kind in enumerate(state["kinds"]):
            bird = f"{habitat}-{kind}"
            across = left + _LABEL + (column + 0.5) * step_x
            spot = (across, down)
            page.rect(across - 0.46 * step_x, down - 0.46 * step_y, 0.92 * step_x, 0.92 * step_y, rx=4, fill=colour, opacity=0.16)
            if bird in recorded:
                page.circle(*spot, 0.3 * step_y, fill=colour)
            if bird in state["lingering"]:
                page.circle(*spot, 0.36 * step_y, fill="none", stroke=colour, stroke_width=2.5)
            if bird in arriving:
                page.circle(*spot, 0.13 * step_y, fill="#ffffff", stroke="#000000", stroke_width=1.5)


def below(page: Picture, x: float, y: float, report: dict[str, Any]) -> None:
    """What the signs mean, in one row from (x, y) downwards."""
    del report
    page.circle(x + 12, y + 14, 9, fill=_TEXT)
    page.text(x + 30, y + 20, "recorded", size=16, fill=_TEXT)
    page.circle(x + 132, y + 14, 10, fill="none", stroke=_TEXT, stroke_width=2.5)
    page.text(x + 150, y + 20, "lingers", size=16, fill=_TEXT)
    page.circle(x + 232, y + 14, 5, fill="#ffffff", stroke="#000000", stroke_width=1.5)
    page.text(x + 250, y + 20, "arrives", size=16, fill=_TEXT)
