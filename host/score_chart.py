"""The score over the turns as a line chart, in SVG: told apart by dashes, marks and names at the lines' ends, not by colour alone."""

import xml.etree.ElementTree as ET

from host.svg import Picture

WIDTH = 720.0
HEIGHT = 236.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 40.0, 132.0, 12.0, 34.0

# Dark enough on white paper, and in grey, too.
_COLOURS = ("#1b1b1d", "#0b5fa5", "#b34700", "#00704a", "#7a3e9d", "#8a6d00", "#a3195b")
_DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2", "1 4 6 4")
_INK = "#2a2622"
_GRID = "#c9c4bb"
_MARKS = 16  # so many marks on a line at most


def step(span: float, most: int) -> int:
    """A round distance between at most so many lines over a span: 1, 2 or 5 times a power of ten."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if span / (size * factor) <= most:
                return size * factor
        size *= 10


def _spread(wanted: list[float], gap: float, least: float, most: float) -> list[float]:
    """Heights near those wanted, in their order, at least a gap apart."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    placed = [0.0] * len(wanted)
    at = least
    for index in order:
        at = max(wanted[index], at)
        placed[index] = at
        at += gap
    over = max(at - gap - most, 0.0) if order else 0.0
    limit = most
    for index in reversed(order):  # pushed back up from the lower edge
        if over <= 0:
            break
        placed[index] = min(placed[index], limit)
        limit = placed[index] - gap
    return placed


def _mark(page: Picture, shape: int, x: float, y: float, colour: str) -> None:
    size = 3.4
    if shape == 0:
        page.circle(x, y, size * 0.85, fill=colour)
    elif shape == 1:
        page.rect(x - size * 0.8, y - size * 0.8, size * 1.6, size * 1.6, fill="#ffffff", stroke=colour, stroke_width=1.4)
    elif shape == 2:
        page.polygon([(x, y - size), (x + size, y + size * 0.8), (x - size, y + size * 0.8)], fill=colour)
    elif shape == 3:
        page.circle(x, y, size * 0.85, fill="#ffffff", stroke=colour, stroke_width=1.4)
    elif shape == 4:
        page.polygon([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], fill=colour)
    elif shape == 5:
        page.rect(x - size * 0.8, y - size * 0.8, size * 1.6, size * 1.6, fill=colour)
    else:
        page.polygon([(x, y + size), (x + size, y - size * 0.8), (x - size, y - size * 0.8)], fill="#ffffff", stroke=colour)


def chart(names: list[str], series: list[list[int]], across: str, up: str, title: str, description: str) -> ET.Element:
    """The chart as an SVG element without a fixed size.

    names        of the lines
    series       by line, a value for each turn from 1 on; all equally long, at least one
    across, up   what stands at the axes
    title, description  what is said instead of the picture
    """
    page = Picture(WIDTH, HEIGHT)
    root = page.root
    del root.attrib["width"], root.attrib["height"]
    root.set("role", "img")
    root.set("aria-labelledby", "chart-title chart-description")
    ET.SubElement(root, "title", {"id": "chart-title"}).text = title
    ET.SubElement(root, "desc", {"id": "chart-description"}).text = description
    turns = len(series[0])
    low = min(0, *(min(values) for values in series))
    high = max(1, *(max(values) for values in series))
    every = step(high - low, 6)
    low, high = low // every * every, -(-high // every) * every

    def x(turn: float) -> float:
        return _LEFT + (turn - 1) / max(turns - 1, 1) * (WIDTH - _LEFT - _RIGHT)

    def y(value: float) -> float:
        return _TOP + (high - value) / (high - low) * (HEIGHT - _TOP - _BOTTOM)

    for value in range(low, high + 1, every):
        page.add("line", x1=_LEFT, x2=x(turns), y1=y(value), y2=y(value), stroke=_INK if value == 0 else _GRID, stroke_width=0.8)
        page.text(_LEFT - 6, y(value) + 4, str(value).replace("-", "−"), size=12, fill=_INK, anchor="end")
    gap = step(turns, 14)
    for turn in [1, *range(gap if gap > 1 else 2, turns + 1, gap)]:
        page.add("line", x1=x(turn), x2=x(turn), y1=y(low), y2=y(low) + 4, stroke=_INK, stroke_width=0.8)
        page.text(x(turn), y(low) + 16, str(turn), size=12, fill=_INK, anchor="middle")
    page.text((_LEFT + x(turns)) / 2, HEIGHT - 3, across, size=12, fill=_INK, anchor="middle")
    page.text(11, (_TOP + y(low)) / 2, up, 12, _INK, anchor="middle", transform=f"rotate(-90 11 {(_TOP + y(low)) / 2:.1f})")
    ends = _spread([y(values[-1]) for values in series], 14.0, _TOP + 2, y(low))
    for index, (name, values) in enumerate(zip(names, series, strict=True)):
        colour = _COLOURS[index % len(_COLOURS)]
        points = " ".join(f"{x(turn):.1f},{y(value):.1f}" for turn, value in enumerate(values, 1))
        dashes = {"stroke_dasharray": _DASHES[index]} if _DASHES[index % len(_DASHES)] else {}
        page.add("polyline", points=points, fill="none", stroke=colour, stroke_width=1.8, stroke_linejoin="round", **dashes)
        for turn in range(turns, 0, -max(step(turns, _MARKS), 1)):
            _mark(page, index % 7, x(turn), y(values[turn - 1]), colour)
        page.add("line", x1=x(turns) + 5, x2=x(turns) + 15, y1=y(values[-1]), y2=ends[index], stroke=colour, stroke_width=0.8)
        shown = f"{name} {values[-1]}".replace(" -", " −")
        page.text(x(turns) + 18, ends[index] + 4, shown, size=12.5, fill=colour, weight="bold")
    return root
