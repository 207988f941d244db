"""One drawing in millimetres, written as SVG, PDF, DXF or PNG, so that all of them show the same.

x grows to the right and y upwards, as in DXF and PDF; SVG is mirrored when written. Text is set in Bitstream Vera Sans, which comes with
reportlab, so that a drawing looks alike on every machine and widths of text are known.
"""

from dataclasses import dataclass, field
from html import escape
from pathlib import Path

Point = tuple[float, float]
FONT = "Bitstream Vera Sans, DejaVu Sans, Verdana, sans-serif"


@dataclass
class Path2:
    """A line or area through points. Colours are `#rrggbb` or None; `layer` is for DXF."""

    points: list[Point]
    closed: bool = False
    stroke: str | None = "#000000"
    fill: str | None = None
    width: float = 0.25
    dash: tuple[float, float] | None = None
    layer: str = "DRAWING"
    tag: str = ""


@dataclass
class Circle:
    """A circle."""

    centre: Point
    radius: float
    stroke: str | None = "#000000"
    fill: str | None = None
    width: float = 0.25
    dash: tuple[float, float] | None = None
    layer: str = "DRAWING"
    tag: str = ""


@dataclass
class Text:
    """One line of text; `size` is the font size in mm, `anchor` is start, middle or end, `turn` degrees counterclockwise.

    `at` is on the base line. `tag` marks what tests look for.
    """

    at: Point
    text: str
    size: float = 3.0
    anchor: str = "start"
    fill: str = "#000000"
    bold: bool = False
    turn: float = 0.0
    tag: str = ""
    layer: str = "TEXT"


@dataclass
class Drawing:
    """Items drawn one over the other on a sheet of `width` x `height` mm whose lower left corner is at `origin`."""

    width: float
    height: float
    origin: Point = (0.0, 0.0)
    title: str = ""
    items: list["Path2 | Circle | Text"] = field(default_factory=list)

    def line(self, points: list[Point], **options) -> None:
        """An open line."""
        self.items.append(Path2(list(points), **options))

    def area(self, points: list[Point], **options) -> None:
        """A closed outline."""
        self.items.append(Path2(list(points), closed=True, **options))

    def rectangle(self, x: float, y: float, wide: float, high: float, **options) -> None:
        """A rectangle from its lower left corner."""
        self.area([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], **options)

    def circle(self, centre: Point, radius: float, **options) -> None:
        """A circle."""
        self.items.append(Circle(centre, radius, **options))

    def text(self, at: Point, text: str, size: float = 3.0, **options) -> None:
        """One line of text."""
        self.items.append(Text(at, text, size, **options))

    def svg(self) -> str:
        """The drawing as SVG in true size (mm)."""
        ox, oy = self.origin
        top = oy + self.height

        def p(point: Point) -> str:
            return f"{_number(point[0] - ox)},{_number(top - point[1])}"

        out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(self.width)}mm" height="{_number(self.height)}mm" '
            f'viewBox="0 0 {_number(self.width)} {_number(self.height)}" font-family="{FONT}">'
        ]
        if self.title:
            out.append(f"<title>{escape(self.title)}</title>")
        out.append(f'<rect width="{_number(self.width)}" height="{_number(self.height)}" fill="#ffffff"/>')
        for item in self.items:
            if isinstance(item, Text):
                x, y = p(item.at).split(",")
                turn = f' transform="rotate({_number(-item.turn)} {x} {y})"' if item.turn else ""
                bold = ' font-weight="bold"' if item.bold else ""
                tag = f' data-tag="{escape(item.tag)}"' if item.tag else ""
                out.append(
                    f'<text x="{x}" y="{y}" font-size="{_number(item.size)}" text-anchor="{item.anchor}" fill="{item.fill}"'
                    f"{bold}{turn}{tag}>{escape(item.text)}</text>"
                )
                continue
            style = f'fill="{item.fill or "none"}" stroke="{item.stroke or "none"}" stroke-width="{_number(item.width)}"'
            if item.dash:
                style += f' stroke-dasharray="{_number(item.dash[0])} {_number(item.dash[1])}"'
            if item.tag:
                style += f' data-tag="{escape(item.tag)}"'
            if isinstance(item, Circle):
                x, y = p(item.centre).split(",")
                out.append(f'<circle cx="{x}" cy="{y}" r="{_number(item.radius)}" {style}/>')
            else:
                kind = "polygon" if item.closed else "polyline"
                out.append(
                    f'<{kind} points="{" ".join(p(point) for point in item.points)}" {style} stroke-linejoin="round" '
                    'stroke-linecap="round"/>'
                )
        out.append("</svg>")
        return "\n".join(out) + "\n"

    def png(self, dots_per_mm: float = 8.0) -> bytes:
        """The drawing as PNG."""
        return svg_to_png(self.svg(), dots_per_mm)

    def dxf(self, path: Path) -> None:
        """Writes the drawing as DXF (R2010, mm), one layer for each `layer` named."""
        import ezdxf

        ezdxf.options.write_fixed_meta_data_for_testing = True  # the same file on every run
        document = ezdxf.new("R2010")
        document.header["$INSUNITS"] = 4  # mm
        colours = {"CUT": 1, "CUT_WINDOWS": 3, "MARK": 5, "TEXT": 8}
        for name in sorted({item.layer for item in self.items}):
            document.layers.add(name, color=colours.get(name, 7))
        space = document.modelspace()
        for item in self.items:
            attributes = {"layer": item.layer}
            if isinstance(item, Text):
                entity = space.add_text(item.text, height=item.size * 0.73, rotation=item.turn, dxfattribs=attributes)
                from ezdxf.enums import TextEntityAlignment

                alignment = {"start": "LEFT", "middle": "CENTER", "end": "RIGHT"}[item.anchor]
                entity.set_placement(item.at, align=TextEntityAlignment[alignment])
            elif isinstance(item, Circle):
                space.add_circle(item.centre, item.radius, dxfattribs=attributes)
            else:
                space.add_lwpolyline(item.points, close=item.closed, dxfattribs=attributes)
        document.saveas(path)

    def pdf(self, path: Path) -> None:
        """Writes the drawing as a PDF of one page in true size."""
        write_pdf(path, [self], title=self.title)


def overlaps(drawing: Drawing) -> list[tuple[str, str]]:
    """Pairs of upright texts of a drawing that cover each other, and texts that leave the sheet (paired with an empty one)."""
    boxes = []
    for item in drawing.items:
        if not isinstance(item, Text) or not item.text or item.turn:
            continue
        wide = text_width(item.text, item.size, item.bold)
        left = item.at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[item.anchor]
        boxes.append((item.text, left, item.at[1] - 0.15 * item.size, left + wide, item.at[1] + 0.72 * item.size))
    found = []
    ox, oy = drawing.origin
    for index, (text, x0, y0, x1, y1) in enumerate(boxes):
        if x0 < ox or y0 < oy or x1 > ox + drawing.width or y1 > oy + drawing.height:
            found.append((text, ""))
        found += [(text, other) for other, a0, b0, a1, b1 in boxes[index + 1 :] if x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1]
    return found


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def _fonts() -> list[str]:
    import reportlab

    folder = Path(reportlab.__file__).parent / "fonts"
    return [str(folder / "Vera.ttf"), str(folder / "VeraBd.ttf")]


def svg_to_png(svg: str, dots_per_mm: float = 8.0) -> bytes:
    """An SVG whose size is given in mm, as PNG."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            dpi=dots_per_mm * 25.4,
            font_files=_fonts(),
            skip_system_fonts=True,
            font_family="Bitstream Vera Sans",
            sans_serif_family="Bitstream Vera Sans",
        )
    )


def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is, in the unit of `size`."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    _register()
    return stringWidth(text, "VeraBd" if bold else "Vera", size)


def _register() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    if "Vera" not in pdfmetrics.getRegisteredFontNames():
        plain, bold = _fonts()
        pdfmetrics.registerFont(TTFont("Vera", plain))
        pdfmetrics.registerFont(TTFont("VeraBd", bold))


def write_pdf(path: Path, pages: list[Drawing], title: str) -> None:
    """Writes drawings as the pages of one PDF, each page as large as its drawing."""
    from reportlab.lib.colors import HexColor
    from reportlab.lib.units import mm
    from reportlab.pdfgen.canvas import Canvas

    _register()
    canvas = Canvas(str(path), invariant=1)
    canvas.setTitle(title)
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        ox, oy = page.origin
        canvas.setPageSize((page.width * mm, page.height * mm))
        canvas.scale(mm, mm)
        canvas.translate(-ox, -oy)
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        for item in page.items:
            if isinstance(item, Text):
                canvas.saveState()
                canvas.translate(*item.at)
                canvas.rotate(item.turn)
                canvas.setFillColor(HexColor(item.fill))
                canvas.setFont("VeraBd" if item.bold else "Vera", item.size)
                draw = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}
                draw[item.anchor](0, 0, item.text)
                canvas.restoreState()
                continue
            canvas.setLineWidth(item.width)
            canvas.setDash(list(item.dash) if item.dash else [])
            if item.stroke:
                canvas.setStrokeColor(HexColor(item.stroke))
            if item.fill:
                canvas.setFillColor(HexColor(item.fill))
            stroke, fill = int(item.stroke is not None), int(item.fill is not None)
            if isinstance(item, Circle):
                canvas.circle(*item.centre, item.radius, stroke=stroke, fill=fill)
                continue
            shape = canvas.beginPath()
            shape.moveTo(*item.points[0])
            for point in item.points[1:]:
                shape.lineTo(*point)
            if item.closed:
                shape.close()
            canvas.drawPath(shape, stroke=stroke, fill=fill)
        canvas.showPage()
    canvas.save()
