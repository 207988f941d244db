"""The light board from strip: cut drawing, and 1:1 templates for plate, grid and top sheet, as SVG, DXF and A4 tiles to print."""

from pathlib import Path

from hardware import cells, device, parts, plate
from hardware.draw import Circle, Drawing, Path2, Text, write_pdf
from shared_rules.fowl_play.pieces import STANDARD_TUNNELS

Point = tuple[float, float]

WALL = parts.CASE.grid_wall
_ROUND = 2 * (parts.CASE.gap + parts.CASE.wall)
# the top's outer size: the case round the plate
TOP_WIDTH, TOP_DEPTH, TOP_CORNER = parts.PLATE.width + _ROUND, parts.PLATE.depth + _ROUND, parts.PLATE.corner + _ROUND / 2
MARK, CUT, WINDOWS, TEXT = "MARK", "CUT", "CUT_WINDOWS", "TEXT"


def tunnels() -> list[int]:
    """The cells of the seven tunnel entrances of the standard board."""
    return [cells.NAMES.index(name) for name in STANDARD_TUNNELS]


def _sheet(title: str) -> Drawing:
    wide, deep = TOP_WIDTH + 6, TOP_DEPTH + 6
    return Drawing(wide, deep, (-wide / 2, -deep / 2), title)


def base_plate() -> Drawing:
    """The plate that the strips are glued to: outline, holes, and where each strip and pixel lies."""
    drawing = _sheet("Roost: base plate with strips, 1:1")
    drawing.area(plate.outline(), layer=CUT, stroke="#d00000", width=0.2)
    for hole in plate.holes():
        drawing.circle(hole, parts.PLATE.hole / 2, layer=CUT, stroke="#d00000", width=0.2)
    half = parts.STRIP.width / 2
    for row in cells.rows():
        x0, y = cells.position(row[0])
        x1 = cells.position(row[-1])[0]
        x0, x1 = x0 - cells.PITCH / 2, x1 + cells.PITCH / 2
        drawing.area([(x0, y - half), (x1, y - half), (x1, y + half), (x0, y + half)], layer=MARK, stroke="#808080", width=0.15)
    chain = device.chain()
    for index, cell in enumerate(chain):
        x, y = cells.position(cell)
        drawing.rectangle(x - 2.5, y - 2.5, 5, 5, layer=MARK, stroke="#404040", width=0.15)
        drawing.text((x, y - 0.8), str(index + 1), 2.2, anchor="middle", layer=TEXT)
    for row in cells.rows():
        first, second, third = sorted(row, key=chain.index)[:3]
        a, b, c = (cells.position(cell) for cell in (first, second, third))
        step = 1 if b[0] > a[0] else -1
        start, end = a[0] + step * 5.0, b[0] - step * 5.0
        drawing.line([(start, a[1]), (end, a[1])], layer=MARK, stroke="#2e7d32", width=0.4)
        drawing.line(
            [(end - step * 1.4, a[1] + 1.2), (end, a[1]), (end - step * 1.4, a[1] - 1.2)], layer=MARK, stroke="#2e7d32", width=0.4
        )
        drawing.text(((b[0] + c[0]) / 2, a[1] - 1.4), cells.NAMES[first][0], 4.0, anchor="middle", bold=True, layer=TEXT)
    drawing.text((0, -parts.PLATE.depth / 2 + 0.9), "players sit here", 1.6, anchor="middle", layer=TEXT)
    return drawing


def grid() -> Drawing:
    """The light guide grid for a laser cutter or by hand: a frame with 127 hexagonal holes, stacked to 10 mm."""
    drawing = _sheet("Roost: light grid, 1:1")
    drawing.area(plate.outline(), layer=CUT, stroke="#d00000", width=0.2)
    for hole in plate.holes():
        drawing.circle(hole, parts.PLATE.hole / 2, layer=CUT, stroke="#d00000", width=0.2)
    for cell in range(len(cells.NAMES)):
        drawing.area(cells.hexagon(cells.position(cell), cells.ACROSS - WALL), layer=WINDOWS, stroke="#008000", width=0.2)
    return drawing


def top(blank: bool = False) -> Drawing:
    """The sheet that lies on top: cell names, tunnels, the den; or blank but for the cells, for one's own board."""
    drawing = _sheet("Roost: top sheet, blank, 1:1" if blank else "Roost: top sheet, 1:1")
    drawing.area(plate.rounded(TOP_WIDTH, TOP_DEPTH, TOP_CORNER), layer=CUT, stroke="#d00000", width=0.2)
    marked = set() if blank else set(tunnels())
    for cell, name in enumerate(cells.NAMES):
        centre = cells.position(cell)
        drawing.area(cells.hexagon(centre, cells.ACROSS - 0.6), layer=MARK, stroke="#9e9e9e" if blank else "#606060", width=0.2)
        if blank:
            continue
        if cell in marked:
            drawing.circle((centre[0], centre[1] + 0.6), 5.4, layer=MARK, stroke="#4e342e", width=0.6)
            drawing.circle((centre[0], centre[1] + 0.6), 4.4, layer=MARK, stroke="#4e342e", width=0.25)
        drawing.text((centre[0], centre[1] - cells.CORNERS / 2 + 2.4), name, 2.3, anchor="middle", fill="#606060", layer=TEXT)
    if not blank:
        for letter, row in zip("abcdefghijklm", cells.rows(), strict=True):
            x, y = cells.position(row[0])
            if x > -99:
                drawing.text((x - 12.6, y - 1.6), letter, 4.4, anchor="middle", bold=True, fill="#606060", layer=TEXT)
        drawing.text((-72, -96.0), "Roost", 4.4, anchor="middle", bold=True, fill="#606060", layer=TEXT)
        drawing.text((72, -96.0), "o = tunnel entrance", 2.6, anchor="middle", fill="#606060", layer=TEXT)
    return drawing


def cut_drawing() -> Drawing:
    """How the strip is cut and soldered: thirteen pieces, cut marks, the order and the wires between rows."""
    drawing = Drawing(297, 210, (0, 0), "Roost: cutting and soldering the strip")
    drawing.rectangle(5, 5, 287, 200, width=0.5)
    drawing.text((10, 196), "Light board from strip: cutting and soldering", 5, bold=True)
    chain = device.chain()
    order = []
    for cell in chain:
        if not order or cells.row(order[-1][-1]) != cells.row(cell):
            order.append([])
        order[-1].append(cell)
    lengths = ", ".join(f"{cells.NAMES[row[0]][0]} {len(row)}" for row in order)
    drawing.text(
        (10, 189),
        "127 pixels of WS2812B strip, 60 a metre, in 13 pieces. Cut through the middle of the copper pads (scissors).",
        2.8,
    )
    drawing.text((10, 184.6), f"Pixels of each row, in the order of the chain: {lengths}.", 2.8)
    drawing.text(
        (10, 180.2),
        f"Pitch {cells.PITCH:.2f} mm in a row, rows {cells.ROW:.2f} mm apart; a row of 13 is {13 * cells.PITCH:.1f} mm long. "
        "All arrows (DIN to DOUT) run with the chain.",
        2.8,
    )
    # the board from the top, 0.7 : 1
    scale, cx, cy = 0.78, 100.0, 90.0

    def p(point: Point) -> Point:
        return (cx + scale * point[0], cy + scale * point[1])

    for number, row in enumerate(order, start=1):
        a, b = cells.position(row[0]), cells.position(row[-1])
        sign = 1 if b[0] > a[0] else -1
        half = parts.STRIP.width / 2
        corners = [
            (a[0] - sign * cells.PITCH / 2, a[1] - half),
            (b[0] + sign * cells.PITCH / 2, a[1] - half),
            (b[0] + sign * cells.PITCH / 2, a[1] + half),
            (a[0] - sign * cells.PITCH / 2, a[1] + half),
        ]
        drawing.area([p(corner) for corner in corners], fill="#fdf6e3", width=0.2)
        for cell in row:
            x, y = cells.position(cell)
            drawing.area(
                [p((x + dx, y + dy)) for dx, dy in ((-2.5, -2.5), (2.5, -2.5), (2.5, 2.5), (-2.5, 2.5))],
                fill="#ffffff",
                width=0.15,
            )
        x, y = cells.position(row[1])
        shaft = [p((x + sign * 5.0 - sign * cells.PITCH, y)), p((x - sign * 5.0, y))]
        drawing.line(shaft, stroke="#2e7d32", width=0.4)
        tip = shaft[1]
        drawing.line([(tip[0] - sign * 1.4, tip[1] + 1.1), tip, (tip[0] - sign * 1.4, tip[1] - 1.1)], stroke="#2e7d32", width=0.4)
        label = p(((cells.position(row[2])[0] + cells.position(row[3])[0]) / 2, a[1]))
        drawing.text((label[0], label[1] - 1.0), f"{number}{cells.NAMES[row[0]][0]}", 2.8, anchor="middle", bold=True)
        if number < len(order):
            nxt = order[number]
            c = cells.position(nxt[0])
            edge = max(b[0], c[0]) if sign > 0 else min(b[0], c[0])
            for place, (colour, dy) in enumerate((("#c62828", 3.2), ("#2e7d32", 0.0), ("#222222", -3.2))):
                x = edge + sign * (cells.PITCH / 2 + 5.6 - 1.6 * place)  # red outside, so that no wire crosses another
                drawing.line(
                    [
                        p((b[0] + sign * cells.PITCH / 2, b[1] + dy)),
                        p((x, b[1] + dy)),
                        p((x, c[1] - dy)),
                        p((c[0] + sign * cells.PITCH / 2, c[1] - dy)),
                    ],
                    stroke=colour,
                    width=0.5,
                )
    first, last = chain[0], chain[-1]
    x, y = p(cells.position(first))
    drawing.text((x - 14, y + 8.2), f"1 in: 5 V, data through R2 (470), ground: pixel 1 = {cells.NAMES[first]}", 2.6)
    x, y = p(cells.position(last))
    drawing.text((x - 34, y - 10.4), f"13 out: 5 V and ground again: pixel 127 = {cells.NAMES[last]}", 2.6)
    # one cut, large
    ox, oy = 203.0, 118.0
    drawing.text((ox, oy + 51), "A cut (3 : 1)", 3.6, bold=True)
    wide = 3 * cells.PITCH
    drawing.rectangle(ox, oy + 12, wide * 1.5, 30, fill="#fdf6e3", width=0.3)
    for k in (0.5, 1.5):
        if k < 1.5:
            drawing.rectangle(ox + wide * k - 7.5, oy + 19.5, 15, 15, fill="#ffffff", width=0.3)
            drawing.text((ox + wide * k, oy + 26), "pixel", 2.8, anchor="middle")
    cut = ox + wide
    for level, words, colour in ((36.5, "5 V", "#c62828"), (27.0, "DIN / DOUT", "#2e7d32"), (17.5, "GND", "#222222")):
        drawing.rectangle(cut - 3.3, oy + level - 2.4, 6.6, 4.8, fill="#d9a066", width=0.25)
        drawing.text((cut + 5, oy + level - 1), words, 2.6, fill=colour)
    drawing.line([(cut, oy + 6), (cut, oy + 47)], stroke="#d00000", width=0.5, dash=(2, 1.2))
    drawing.text((cut, oy + 2.2), "cut here, half way between pixels", 2.6, anchor="middle", fill="#d00000")
    steps = [
        "1  Cut 13 pieces; mark number and row on the back.",
        "2  Tin both ends of each (5 V, data, ground).",
        "3  Peel and glue row 1 on its outline of the",
        "    template, arrow from left to right; press.",
        "4  Row 2 below it, arrow from right to left;",
        "    and so on: to and fro, row m down to row a.",
        "5  Join each row's out with the next row's in:",
        "    5 V to 5 V, DOUT to DIN, ground to ground",
        "    (red and black 0.5 mm2, 60 mm; data 0.14).",
        "6  Feed 5 V and ground at both ends of the chain;",
        "    data only at pixel 1, through R2.",
        "7  With a meter: no short from 5 V to ground;",
        "    ground of the first and last pixel joined.",
    ]
    drawing.text((ox, oy - 8), "Order", 3.6, bold=True)
    for index, line in enumerate(steps):
        drawing.text((ox, oy - 14.5 - 6.0 * index), line[:1], 2.75, bold=True)
        drawing.text((ox + 5, oy - 14.5 - 6.0 * index), line[1:].strip(), 2.75)
    return drawing


def tiles(drawing: Drawing) -> list[Drawing]:
    """A drawing cut into A4 pages that overlap by 10 mm, with alignment marks, names and a check ruler on each."""
    page_wide, page_high, margin, overlap, head = 210.0, 297.0, 10.0, 10.0, 20.0
    inner_wide, inner_high = page_wide - 2 * margin, page_high - 2 * margin - head
    ox, oy = drawing.origin
    columns = 1 + max(0, -int(-(drawing.width - inner_wide) // (inner_wide - overlap)))
    rows = 1 + max(0, -int(-(drawing.height - inner_high) // (inner_high - overlap)))
    step_x = (drawing.width - inner_wide) / (columns - 1) if columns > 1 else 0.0
    pages = []
    for row in range(rows):
        for column in range(columns):
            left, front = ox + column * step_x, oy + row * (inner_high - overlap)
            page = Drawing(page_wide, page_high, (left - margin, front - margin), drawing.title)
            page.items = [item for item in drawing.items if _touches(item, left, front, inner_wide, inner_high)]
            # what lies outside the frame is covered, so that nothing prints into the margins
            for x, y, wide, high in (
                (left - margin, front - margin, margin, page_high), (left + inner_wide, front - margin, margin, page_high),
                (left - margin, front - margin, page_wide, margin), (left - margin, front + inner_high, page_wide, margin + head),
            ):  # fmt: skip
                page.rectangle(x, y, wide, high, stroke=None, fill="#ffffff")
            page.rectangle(left, front, inner_wide, inner_high, stroke="#b0b0b0", width=0.1, dash=(2, 2))
            # alignment marks lie at fixed places of the drawing, so neighbours show the same ones
            for k in range(1, columns):
                for mark_x in (ox + k * step_x + overlap / 2, ox + (k - 1) * step_x + inner_wide - overlap / 2):
                    for mark_y in (oy + 30, oy + drawing.height / 2, oy + drawing.height - 30):
                        if left < mark_x < left + inner_wide and front < mark_y < front + inner_high:
                            page.line([(mark_x - 4, mark_y), (mark_x + 4, mark_y)], stroke="#0055cc", width=0.2)
                            page.line([(mark_x, mark_y - 4), (mark_x, mark_y + 4)], stroke="#0055cc", width=0.2)
                            page.circle((mark_x, mark_y), 2, stroke="#0055cc", width=0.2)
            top_y = front + inner_high + 4
            page.text(
                (left, top_y + 10), f"{drawing.title} - page {row * columns + column + 1} of {rows * columns}", 3.4, bold=True
            )
            page.text(
                (left, top_y + 5.6),
                "Print at 100 % (actual size), then measure the ruler. Lay the blue marks of neighbouring pages over each other.",
                2.5,
            )
            _ruler(page, left, top_y)
            pages.append(page)
    return pages


def _ruler(page: Drawing, x: float, y: float) -> None:
    page.line([(x, y), (x + 100, y)], width=0.2)
    for step in range(0, 101, 5):
        page.line([(x + step, y), (x + step, y + (3 if step % 10 == 0 else 1.6))], width=0.2)
    page.text((x + 103, y), "100 mm", 2.6)


def _touches(item: "Path2 | Circle | Text", left: float, front: float, wide: float, high: float) -> bool:
    if isinstance(item, Text):
        xs, ys = [item.at[0] - 40, item.at[0] + 40], [item.at[1] - 4, item.at[1] + 4]
    elif isinstance(item, Circle):
        xs = [item.centre[0] - item.radius, item.centre[0] + item.radius]
        ys = [item.centre[1] - item.radius, item.centre[1] + item.radius]
    else:
        xs, ys = [x for x, _y in item.points], [y for _x, y in item.points]
    return max(xs) > left and min(xs) < left + wide and max(ys) > front and min(ys) < front + high


def _settle(path: Path) -> None:
    """Sorts a DXF's class records, which ezdxf writes in another order on every run; their order means nothing."""
    head, rest = path.read_text().split("  0\nCLASS\n", 1)
    body, tail = rest.split("  0\nENDSEC\n", 1)
    classes = sorted(body.split("  0\nCLASS\n"))
    path.write_text(head + "".join("  0\nCLASS\n" + record for record in classes) + "  0\nENDSEC\n" + tail)


def write(folder: Path) -> None:
    """Writes the cut drawing and the templates (SVG, DXF, and one PDF of tiles each) into a folder."""
    drawing = cut_drawing()
    (folder / "strip.svg").write_text(drawing.svg())
    drawing.pdf(folder / "strip.pdf")
    for name, drawing in (("plate", base_plate()), ("grid", grid()), ("top", top()), ("top-blank", top(blank=True))):
        (folder / f"template-{name}.svg").write_text(drawing.svg())
        drawing.dxf(folder / f"template-{name}.dxf")
        _settle(folder / f"template-{name}.dxf")
        write_pdf(folder / f"template-{name}.pdf", tiles(drawing), drawing.title)
