"""The lights of a position: a dark board with glowing hexagons."""

from host import geometry
from host.board_picture import HEIGHT, PITCH, WIDTH, spot
from host.svg import Picture
from shared_rules import hexboard

_GAMMA = 2.2  # pixels are driven linearly, screens are not


def screen_colours(rgb: bytes | bytearray) -> list[str | None]:
    """The colour of each cell on a screen, None for a dark one.

    rgb: 381 bytes as sent to the pixels. The brightest of them is drawn at full light, as an eye gets used to a dim board.
    """
    most = max(rgb) or 1
    colours: list[str | None] = []
    for cell in range(hexboard.CELLS):
        light = [round(255 * (part / most) ** (1 / _GAMMA)) for part in rgb[3 * cell : 3 * cell + 3]]
        colours.append("#" + bytes(light).hex() if any(light) else None)
    return colours


def _lighter(colour: str) -> str:
    """The colour half way to white, as bright as it is itself: the hot spot in the middle of a light."""
    parts = bytes.fromhex(colour[1:])
    return "#" + bytes((part + max(parts)) // 2 for part in parts).hex()


def draw(page: Picture, x: float, y: float, rgb: bytes | bytearray) -> None:
    """Draws the lights (381 bytes as sent to the pixels), the upper left corner of their board at (x, y)."""
    blur = page.inside(page.add("defs")).add(
        "filter", id="glow", x=x, y=y, width=WIDTH, height=HEIGHT, filterUnits="userSpaceOnUse"
    )
    page.inside(blur).add("feGaussianBlur", stdDeviation=0.17 * PITCH)
    page.rect(x, y, WIDTH, HEIGHT, rx=22, fill="#121317")
    colours = screen_colours(rgb)
    spots = [spot(x, y, cell) for cell in range(hexboard.CELLS)]
    for at in spots:
        page.polygon(geometry.corners(0.53 * PITCH, at), fill="#1c1e23", stroke="#282b31", stroke_width=1)
    glow = page.group(filter="url(#glow)")
    for at, colour in zip(spots, colours, strict=True):
        if colour:
            glow.polygon(geometry.corners(0.52 * PITCH, at), fill=colour, opacity=0.7)
    for at, colour in zip(spots, colours, strict=True):
        if colour:
            page.polygon(geometry.corners(0.44 * PITCH, at), fill=colour)
            page.circle(*at, 0.15 * PITCH, fill=_lighter(colour))
