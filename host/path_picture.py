"""The Path of a position: its cards in order, the discs on them, and those that stand before it or have left it."""

from typing import Any

from host import looks
from host.board_picture import HEIGHT, PAD, WIDTH
from host.svg import Picture

BELOW = 86.0  # the height of the discs' legend

_SHAPE = 1.35  # of a card: its height in widths
_GAP = 8.0
_TEXT = "#3a342d"


def draw(page: Picture, x: float, y: float, report: dict[str, Any]) -> None:
    """Draws the Path, its upper left corner at (x, y), as large as the hexagonal board."""
    state = report["state"]
    page.rect(x, y, WIDTH, HEIGHT, rx=22, fill="#fffdf7", stroke="#e2d9c6", stroke_width=1.5)
    piles: dict[int, list[str]] = {int(place): seats for place, seats in state["piles"].items()}
    cards: dict[int, str] = {int(place): card for place, card in state["path"].items()}
    places = sorted({0} | set(cards) | set(piles))
    columns, width = _fit(len(places))
    height = _SHAPE * width
    for index, place in enumerate(places):
        left = x + PAD + index % columns * (width + _GAP)
        top = y + PAD + index // columns * (height + _GAP)
        _card(page, left, top, width, height, place, cards.get(place))
        pile = [state["seats"].index(seat) for seat in piles.get(place, [])]
        for level, seat in enumerate(pile):
            across = left + width / 2 + (level - (len(pile) - 1) / 2) * width / 7
            disc(page, across, top + height - 0.2 * width, seat, report["names"][seat], 0.15 * width)


def _fit(count: int) -> tuple[int, float]:
    """(cards in a row, width of a card): as large as so many cards can be."""
    columns = 5
    while True:
        width = (WIDTH - 2 * PAD + _GAP) / columns - _GAP
        rows = (count + columns - 1) // columns
        if rows * (_SHAPE * width + _GAP) - _GAP <= HEIGHT - 2 * PAD:
            return columns, width
        columns += 1


def _card(page: Picture, left: float, top: float, width: float, height: float, place: int, card: str | None) -> None:
    """A card of the Path; place 0 stands for where the discs wait before it."""
    middle = left + width / 2
    if card is None:
        page.rect(left, top, width, height, rx=9, fill="none", stroke="#b9ad98", stroke_width=1.5, stroke_dasharray="5 4")
    else:
        page.rect(left, top, width, height, rx=9, fill="#ffffff", stroke="#00000055", stroke_width=1.2)
        kind = card.rstrip("0123456789")
        page.rect(left + 4, top + 4, width - 8, 0.3 * height, rx=6, fill=looks.CARDS[kind])
        page.text(
            middle, top + 0.3 * height - 4, card[len(kind) :], size=0.2 * height, fill="#ffffff", weight="bold", anchor="middle"
        )
        page.text(middle, top + 0.48 * height, kind, size=0.19 * width, fill=_TEXT, weight="bold", anchor="middle")
    page.text(middle, top + 0.65 * height, str(place) if place else "start", size=0.17 * width, fill="#8a7f70", anchor="middle")


def disc(page: Picture, across: float, down: float, seat: int, name: str, radius: float) -> None:
    """A seat's disc with the first letters of its name."""
    page.circle(across, down, radius, fill=looks.DISCS[seat], stroke="#00000088", stroke_width=1.2)
    page.text(across, down + 0.35 * radius, name[:2], size=radius, fill="#ffffff", weight="bold", anchor="middle")


def below(page: Picture, x: float, y: float, report: dict[str, Any]) -> None:
    """Which disc is whose and where it stands, in two rows from (x, y) downwards."""
    state = report["state"]
    for seat, name in enumerate(report["names"]):
        across, down = x + 14 + seat // 2 * 250, y + 16 + seat % 2 * 40
        disc(page, across, down, seat, name, 14)
        place = state["discs"][state["seats"][seat]]
        where = "has left" if place is None else "before the Path" if place == 0 else f"on {place}"
        page.text(across + 24, down + 6, f"{name}: {where}", size=17, fill=_TEXT)
