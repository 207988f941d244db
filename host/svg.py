"""A small brush for SVG."""

import xml.etree.ElementTree as ET
from copy import copy

from host.geometry import Point

_NAMESPACE = "http://www.w3.org/2000/svg"
FONT = "Lato, 'Segoe UI', 'DejaVu Sans', sans-serif"


def number(value: float) -> str:
    """A length with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Picture:
    """An SVG element that is drawn on from bottom to top; lengths are pixels, y grows downwards."""

    def __init__(self, width: float, height: float):
        self.root = ET.Element(
            "svg",
            {
                "xmlns": _NAMESPACE,
                "viewBox": f"0 0 {number(width)} {number(height)}",
                "width": number(width),
                "height": number(height),
                "font-family": FONT,
            },
        )
        self._at = self.root

    def add(self, tag: str, **attributes: str | float) -> ET.Element:
        """An element with these attributes (`_` stands for `-`, one at the end for nothing)."""
        named = {
            name.rstrip("_").replace("_", "-"): number(value) if isinstance(value, int | float) else value
            for name, value in attributes.items()
        }
        return ET.SubElement(self._at, tag, named)

    def inside(self, element: ET.Element) -> "Picture":
        """A brush that draws inside an element (a group, the definitions)."""
        brush = copy(self)
        brush._at = element
        return brush

    def group(self, **attributes: str | float) -> "Picture":
        """A brush that draws inside a new group."""
        return self.inside(self.add("g", **attributes))

    def rect(self, x: float, y: float, width: float, height: float, **attributes: str | float) -> None:
        """A rectangle."""
        self.add("rect", x=x, y=y, width=width, height=height, **attributes)

    def circle(self, x: float, y: float, radius: float, **attributes: str | float) -> None:
        """A circle."""
        self.add("circle", cx=x, cy=y, r=radius, **attributes)

    def polygon(self, points: list[Point], **attributes: str | float) -> None:
        """A polygon."""
        self.add("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str,
        weight: str = "normal",
        anchor: str = "start",
        **attributes: str | float,
    ) -> None:
        """A line of text on the base line y."""
        element = self.add("text", x=x, y=y, font_size=size, fill=fill, font_weight=weight, text_anchor=anchor, **attributes)
        element.text = text
