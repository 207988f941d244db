"""The labelled board of a position, drawn as it lies on the table."""

from typing import Any

from host import geometry, looks
from host.geometry import Point
from host.svg import Picture
from shared_rules import hexboard

PITCH = 54.0
PAD = 26.0  # between the spaces and the board's edge, and around the board
WIDTH = geometry.WIDTH * PITCH + 2 * PAD
HEIGHT = geometry.HEIGHT * PITCH + 2 * PAD
BELOW = 78.0  # the height of the legend
SEAT_HEIGHT = 42.0  # of a seat's captured fowl

_PAPER = "#fffdf7"
_GRASS = "#e3e9cd"
_GRASS_EDGE = "#b9c596"
_EARTH = "#dcb98c"
_EARTH_EDGE = "#b78f5d"
_NAME = "#5d6546"
_TEXT = "#3a342d"


def spot(x: float, y: float, cell: int) -> Point:
    """The centre of a space when the picture's upper left corner is at (x, y)."""
    right, down = geometry.centre(cell)
    return x + WIDTH / 2 + right * PITCH, y + HEIGHT / 2 + down * PITCH


def draw(page: Picture, x: float, y: float, report: dict[str, Any]) -> None:
    """Draws the board, its upper left corner at (x, y); `captured` and `below` draw what belongs to it."""
    state = report["state"]
    page.rect(x, y, WIDTH, HEIGHT, rx=22, fill=_PAPER, stroke="#e2d9c6", stroke_width=1.5)
    for cell in range(hexboard.CELLS):
        _space(page, spot(x, y, cell), cell)
    for name in state.get("tunnels", ()):  # none of these where only results were entered
        tunnel(page, _up(spot(x, y, hexboard.cell(name))))
    for card, name in state.get("fowl", {}).items():
        fowl(page, _up(spot(x, y, hexboard.cell(name))), state["shows"][card], card)
    for seat, name in state.get("foxes", {}).items():
        fox(page, _up(spot(x, y, hexboard.cell(name))), seat)
    for cell in range(hexboard.CELLS):
        right, down = spot(x, y, cell)
        page.text(right, down + 0.44 * PITCH, hexboard.name(cell), size=10.5, fill=_NAME, anchor="middle")


def _up(point: Point) -> Point:
    """A little above the middle of a space: its name stands below."""
    return point[0], point[1] - 0.1 * PITCH


def _space(page: Picture, at: Point, cell: int) -> None:
    den = cell in hexboard.DEN
    page.polygon(
        geometry.corners(geometry.CORNER * PITCH, at),
        fill=_EARTH if den else _GRASS,
        stroke=_EARTH_EDGE if den else _GRASS_EDGE,
        stroke_width=1.4,
    )


def tunnel(page: Picture, at: Point, size: float = PITCH) -> None:
    """A tunnel entrance: a hole in the ground."""
    across, down = at
    page.circle(across, down, 0.38 * size, fill="#8a6f52")
    page.circle(across, down, 0.31 * size, fill="#4a3a2c")
    page.circle(across, down + 0.03 * size, 0.24 * size, fill="#1f1812")


def fowl(page: Picture, at: Point, shows: str, card: str = "", size: float = PITCH) -> None:
    """A wooden fowl: its border and the letter tell the type, the sign on it colour and shape, with the number of its card."""
    kind, colour, shape = looks.look(shows)
    across, down = at
    page.circle(across, down + 0.025 * size, 0.4 * size, fill="#00000022")
    page.circle(across, down, 0.39 * size, fill=looks.TYPES[kind], stroke="#00000066", stroke_width=0.016 * size)
    page.circle(across, down, 0.315 * size, fill=looks.WOOD)
    sign(page, at, shape, 0.245 * size, fill=looks.FACES[colour], stroke="#1b1b1d", stroke_width=0.025 * size)
    if card:
        ink = looks.INKS[colour]
        page.text(across, down + 0.088 * size, card, size=0.25 * size, fill=ink, weight="bold", anchor="middle")
    badge = across + 0.24 * size, down - 0.26 * size
    page.circle(*badge, 0.125 * size, fill=looks.TYPES[kind], stroke="#00000088", stroke_width=0.016 * size)
    page.text(
        badge[0], badge[1] + 0.066 * size, looks.LETTERS[kind], size=0.18 * size, fill="#1b1b1d", weight="bold", anchor="middle"
    )


def sign(page: Picture, at: Point, shape: str, radius: float, **attributes: str | float) -> None:
    """A circle, hexagon or square of about that radius."""
    if shape == "circle":
        page.circle(*at, radius * 0.96, **attributes)
    elif shape == "hexagon":
        page.polygon(geometry.corners(radius * 1.08, at), **attributes)
    else:
        half = radius * 0.84
        page.rect(at[0] - half, at[1] - half, 2 * half, 2 * half, **attributes)


# A fox's head from the front and its muzzle; a pitch is 100.
_HEAD = (
    "M-34,-36 C-20,-30 -14,-26 -10,-20 C-4,-22 4,-22 10,-20 C14,-26 20,-30 34,-36 C37,-18 36,-6 30,6 "
    "C24,18 10,30 0,38 C-10,30 -24,18 -30,6 C-36,-6 -37,-18 -34,-36 Z"
)
_MUZZLE = "M0,38 C-9,31 -15,26 -17,18 C-15,8 -8,5 0,5 C8,5 15,8 17,18 C15,26 9,31 0,38 Z"


def fox(page: Picture, at: Point, seat: str, size: float = PITCH) -> None:
    """A fox of a seat's colour."""
    dark = seat in ("black", "brown")
    line = "#ffe2b8" if dark else "#1b1b1d"
    muzzle = "#ffe2b8" if dark else "#d9cdb8" if seat == "white" else "#fff4e0"
    head = page.group(transform=f"translate({at[0]:.2f} {at[1]:.2f}) scale({size / 100:.4f})")
    head.circle(0, 0, 45, fill="#d8432055")
    head.add("path", d=_HEAD, fill=looks.FOXES[seat], stroke="#000000", stroke_width=9, stroke_linejoin="round")
    head.add("path", d=_HEAD, fill=looks.FOXES[seat], stroke=line, stroke_width=3.5, stroke_linejoin="round")
    head.add("path", d=_MUZZLE, fill=muzzle)
    head.circle(-13, -1, 4, fill=line)
    head.circle(13, -1, 4, fill=line)
    head.circle(0, 33, 5, fill="#1b1b1d")


def captured(page: Picture, x: float, y: float, width: float, report: dict[str, Any]) -> None:
    """What each seat has captured, a row of SEAT_HEIGHT a seat, from (x, y) downwards."""
    state = report["state"]
    small = 36.0
    for seat, name in zip(state["seats"], report["names"], strict=True):
        caught = state["captured"][seat]
        fox(page, (x + small / 2, y + SEAT_HEIGHT / 2), seat, small)
        page.text(x + 46, y + SEAT_HEIGHT / 2 + 6, f"{name}: {len(caught)}", size=17, fill=_TEXT, weight="bold")
        step = min(small + 2, (width - 170) / max(len(caught), 1))
        for index, card in enumerate(caught):
            fowl(page, (x + 170 + step * index, y + SEAT_HEIGHT / 2), state["shows"][str(card)], str(card), small)
        y += SEAT_HEIGHT


def below(page: Picture, x: float, y: float, report: dict[str, Any]) -> None:
    """What the signs mean, in two rows from (x, y) downwards."""
    del report
    column = 112.0

    def word(place: int, row: int, text: str) -> Point:
        at = x + 12 + place * column, y + 14 + row * 34
        page.text(at[0] + 19, at[1] + 5, text, size=16, fill=_TEXT)
        return at

    for place, kind in enumerate(looks.TYPES):
        at = word(place, 0, kind)
        page.circle(*at, 12, fill=looks.TYPES[kind], stroke="#00000055")
        page.circle(*at, 8.5, fill=looks.WOOD)
        page.text(at[0], at[1] + 4.5, looks.LETTERS[kind], size=13, fill=_TEXT, weight="bold", anchor="middle")
    tunnel(page, word(4, 0, "tunnel"), 32)
    page.polygon(geometry.corners(13, word(5, 0, "den")), fill=_EARTH, stroke=_EARTH_EDGE)
    for place, colour in enumerate(looks.FACES):
        page.circle(*word(place, 1, colour), 11, fill=looks.FACES[colour], stroke="#00000088")
    for place, shape in enumerate(looks.SHAPES, 3):
        sign(page, word(place, 1, shape), shape, 10, fill="none", stroke=_TEXT, stroke_width=2)
