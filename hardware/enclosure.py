"""The enclosure, as solids to print: the light board's case (base, light grid and top, each in two halves), the console's box, a knob.

Coordinates are those of the light board: origin under its centre, z 0 on the table. Parts are modelled where they sit; `printed` turns
them as they are printed. Nothing needs supports: tops and grid are printed upside down, overhangs are
bridges of at most 14 mm or slopes of 45 degrees.
"""

from collections.abc import Callable

from build123d import Box, Compound, Cone, Cylinder, Face, Part, Pos, Rot, Wire, extrude
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.polygon import orient
from shapely.ops import unary_union

from hardware import cells, parts, plate
from hardware.pcb import console as board

CASE, CONSOLE = parts.CASE, parts.CONSOLE

# heights, from the table up
Z_FLOOR = CASE.floor
Z_PLATE = Z_FLOOR + CASE.below
Z_GRID = Z_PLATE + parts.BOARD.thickness
Z_TOP = Z_GRID + CASE.grid
HEIGHT = Z_TOP + CASE.top
INNER = (parts.PLATE.width + 2 * CASE.gap, parts.PLATE.depth + 2 * CASE.gap)
OUTER = (INNER[0] + 2 * CASE.wall, INNER[1] + 2 * CASE.wall)

# The seams lie apart, so that each layer holds the next together; grid and top are parted along the walls between cells.
GRID_SEAM, TOP_SEAM, BASE_SEAM = 0, -2, 30.0

# the console: its board's origin in these coordinates, and heights
BOARD_AT = (0.0, -OUTER[1] / 2 - CONSOLE.wall - CONSOLE.gap - board.DEPTH / 2)
Z_BOARD = CONSOLE.floor + CONSOLE.standoff
Z_BOARD_TOP = Z_BOARD + parts.BOARD.thickness
Z_LID = Z_BOARD_TOP + CONSOLE.room
CONSOLE_INNER = (board.WIDTH + 2 * CONSOLE.gap, board.DEPTH + 2 * CONSOLE.gap)
CONSOLE_OUTER = (CONSOLE_INNER[0] + 2 * CONSOLE.wall, CONSOLE_INNER[1] + 2 * CONSOLE.wall)
LID_POSTS = [hole for hole in board.HOLES if hole[1] < 20]
TIE_Z = 13.6  # height of the screws that tie the console to the case


def solid(area: "Polygon | MultiPolygon", z0: float, z1: float) -> Compound:
    """A plan raised from z0 to z1."""
    made = []
    for polygon in area.geoms if isinstance(area, MultiPolygon) else [area]:
        polygon = orient(polygon)
        wires = [Wire.make_polygon([(x, y, 0) for x, y in ring.coords[:-1]]) for ring in (polygon.exterior, *polygon.interiors)]
        face = Face(wires[0], wires[1:])
        made.append(Pos(0, 0, z0) * extrude(face, z1 - z0, dir=(0, 0, 1)))
    return made[0] if len(made) == 1 else Part(children=[]) + made


def cylinder(at: tuple[float, float], diameter: float, z0: float, z1: float) -> Part:
    """An upright cylinder."""
    return Pos(at[0], at[1], (z0 + z1) / 2) * Cylinder(diameter / 2, z1 - z0)


def countersunk(at: tuple[float, float], z: float, upwards: bool) -> Part:
    """Room for the head of a countersunk screw whose head is flush at z; `upwards`: the screw points up."""
    high = (6.6 - parts.SCREW.clear) / 2
    if upwards:
        return Pos(at[0], at[1], z + high / 2) * Cone(6.6 / 2, parts.SCREW.clear / 2, high)
    return Pos(at[0], at[1], z - high / 2) * Cone(parts.SCREW.clear / 2, 6.6 / 2, high)


def block(x0: float, x1: float, y0: float, y1: float, z0: float, z1: float) -> Part:
    """A box from its limits."""
    return Pos((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2) * Box(x1 - x0, y1 - y0, z1 - z0)


def _seam_sides(column: int) -> tuple[Polygon, Polygon]:
    """The plan left and right of a zigzag seam along cell walls; between them a gap."""
    far = 150.0
    line = cells.seam(column)
    line = [(line[0][0], -far), *line, (line[-1][0], far)]
    left = Polygon([*line, (-far, far), (-far, -far)])
    right = Polygon([*line, (far, far), (far, -far)])
    gap = LineString(line).buffer(CASE.seam_gap / 2, join_style="mitre", cap_style="flat")
    return left.difference(gap), right.difference(gap)


def _outer(width: float, depth: float, corner: float) -> Polygon:
    return Polygon(plate.rounded(width, depth, corner, steps=6))


def grid_plan() -> Polygon:
    """The light grid seen from above: walls round every cell, and the arms to its ears (without the ears)."""
    whole = unary_union([Polygon(cells.hexagon(cells.position(cell), cells.ACROSS + CASE.grid_wall)) for cell in range(127)])
    windows = unary_union([Polygon(cells.hexagon(cells.position(cell), cells.ACROSS - CASE.grid_wall)) for cell in range(127)])
    return whole.difference(windows)


def grid_halves() -> list[Part]:
    """The light grid, left and right. The rows' channel underneath clears strips and their solder joints."""
    plan = grid_plan()
    windows = unary_union([Polygon(cells.hexagon(cells.position(cell), cells.ACROSS - CASE.grid_wall)) for cell in range(127)])
    whole = unary_union([Polygon(cells.hexagon(cells.position(cell), cells.ACROSS)) for cell in range(127)])
    half = CASE.channel_width / 2
    channels = unary_union([box(-130, cells.ROW * (y - 6) - half, 130, cells.ROW * (y - 6) + half) for y in range(13)])
    arms = unary_union([box(min(x, x * 0.8), y - 2.0, max(x, x * 0.8), y + 2.0) for x, y in parts.EAR_HOLES]).difference(whole)
    arms = arms.difference(windows)
    out = []
    for side, sign in zip(_seam_sides(GRID_SEAM), (-1, 1), strict=True):
        walls = plan.intersection(side)
        feet = walls.difference(channels)
        made = solid(walls, Z_GRID + CASE.channel_depth, Z_TOP) + solid(_areas(feet), Z_GRID, Z_GRID + CASE.channel_depth)
        for x, y in parts.EAR_HOLES:
            if x * sign > 0:
                arm = max(
                    _list(arms.intersection(box(min(x, x * 0.7), y - 5, max(x, x * 0.7), y + 5))), key=lambda piece: piece.area
                )
                arm = arm.union(box(min(x, 0.8 * x), y - 2, max(x, 0.8 * x), y + 2).intersection(plan))
                made += solid(max(_list(arm), key=lambda piece: piece.area), Z_GRID + 4.0, Z_TOP)
                made += cylinder((x, y), 8.0, Z_GRID, Z_TOP)
                made -= cylinder((x, y), parts.SCREW.insert, Z_GRID, Z_GRID + 8.0)
        out.append(made)
    return out


def _list(area) -> list[Polygon]:
    return [
        piece for piece in (area.geoms if hasattr(area, "geoms") else [area]) if isinstance(piece, Polygon) and piece.area > 1e-3
    ]


def _areas(area) -> MultiPolygon:
    return MultiPolygon(_list(area))


def base_halves() -> list[Part]:
    """The base, left and right: floor, walls, posts for the plate. The floor's halves are joined like a jigsaw; both are glued."""
    outer = _outer(*OUTER, parts.PLATE.corner + CASE.gap + CASE.wall)
    inner = _outer(*INNER, parts.PLATE.corner + CASE.gap)
    far, gap = 150.0, CASE.seam_gap / 2
    tabs = [
        Polygon([(BASE_SEAM - 0.01, y - 5), (BASE_SEAM + 9, y - 8), (BASE_SEAM + 9, y + 8), (BASE_SEAM - 0.01, y + 5)])
        for y in (-62.0, -20.0, 20.0, 62.0)
    ]
    left = unary_union([box(-far, -far, BASE_SEAM, far), *tabs])
    right = box(-far, -far, far, far).difference(left.buffer(2 * gap, join_style="mitre"))
    posts = [*parts.CORNER_HOLES, *parts.EAR_HOLES]
    rests = [
        (-75.0, 0.0),
        (-37.5, 43.3),
        (-37.5, -43.3),
        (-37.5, 86.6),
        (-37.5, -86.6),
        (0.0, 0.0),
        (75.0, 0.0),
        (66.7, 43.3),
        (66.7, -43.3),
        (54.0, 86.6),
        (54.0, -86.6),
    ]
    out = []
    for floor, sign in ((left, -1), (right, 1)):
        side = box(-far, -far, BASE_SEAM, far) if sign < 0 else box(BASE_SEAM + 2 * gap, -far, far, far)
        made = solid(outer.intersection(floor), 0, Z_FLOOR) + solid(outer.difference(inner).intersection(side), 0, Z_TOP)
        edge = BASE_SEAM if sign < 0 else BASE_SEAM + 2 * gap
        for y0, y1 in ((-84, -72), (-52, -30), (-10, 10), (30, 52), (72, 84)):
            made += block(min(edge, edge + 3 * sign), max(edge, edge + 3 * sign), y0, y1, Z_FLOOR, Z_PLATE)
        for at in posts:
            if (at[0] - BASE_SEAM) * sign > 0:
                made += cylinder(at, CASE.post, Z_FLOOR, Z_PLATE)
                made -= cylinder(at, parts.SCREW.clear, 0, Z_PLATE)
                made -= countersunk(at, 0, upwards=True)
        for at in rests:
            if (at[0] - BASE_SEAM) * sign > 0:
                made += cylinder(at, 6.0, Z_FLOOR, Z_PLATE)
        front = -OUTER[1] / 2
        for x in CONSOLE.screw_x:
            if (x - BASE_SEAM) * sign > 0:
                made -= Pos(x, front, TIE_Z) * Rot(90, 0, 0) * Cylinder(parts.SCREW.clear / 2, 12)
        if sign < 0:
            made -= block(*CONSOLE.cable_x, front - 1, front + CASE.wall + 1, Z_GRID, Z_GRID + 8)
        out.append(made)
    return out


def top_halves() -> list[Part]:
    """The top, left and right: a plate with 127 pockets from below that leave a thin skin, which spreads the light."""
    outer = _outer(*OUTER, parts.PLATE.corner + CASE.gap + CASE.wall)
    inner = _outer(INNER[0] - 0.4, INNER[1] - 0.4, parts.PLATE.corner + CASE.gap - 0.2)
    lip = inner.difference(_outer(INNER[0] - 2.8, INNER[1] - 2.8, parts.PLATE.corner - 0.9))
    grid = unary_union([Polygon(cells.hexagon(cells.position(cell), cells.ACROSS + CASE.grid_wall + 0.6)) for cell in range(127)])
    lip = lip.difference(grid)
    windows = unary_union([Polygon(cells.hexagon(cells.position(cell), CASE.window)) for cell in range(127)])
    out = []
    for side, sign in zip(_seam_sides(TOP_SEAM), (-1, 1), strict=True):
        plan = outer.intersection(side)
        made = solid(plan.difference(windows), Z_TOP, HEIGHT - CASE.skin) + solid(plan, HEIGHT - CASE.skin, HEIGHT)
        made += solid(_areas(lip.intersection(side)), Z_TOP - 2.0, Z_TOP)
        for at in parts.CORNER_HOLES:
            if at[0] * sign > 0:
                made += cylinder(at, 8.0, Z_GRID, Z_TOP)
                made -= cylinder(at, parts.SCREW.insert, Z_GRID, Z_GRID + 8.0)
        out.append(made)
    return out


def _console(x: float, y: float) -> tuple[float, float]:
    """A point of the console's board in the case's coordinates."""
    return (BOARD_AT[0] + x, BOARD_AT[1] + y)


def console_base() -> Part:
    """The console's box: floor, walls with openings for the USB plug, the supply's plug and the wires, standoffs for the board."""
    wide, deep = CONSOLE_OUTER
    inner = box(-CONSOLE_INNER[0] / 2, -CONSOLE_INNER[1] / 2, CONSOLE_INNER[0] / 2, CONSOLE_INNER[1] / 2)
    outer = _outer(wide, deep, 3.0)
    made = solid(outer, 0, CONSOLE.floor) + solid(outer.difference(inner), 0, Z_LID)
    for at in board.HOLES:
        made += cylinder(at, 7.0, CONSOLE.floor, Z_BOARD)
        made -= cylinder(at, parts.SCREW.insert, 1.0, Z_BOARD)
    usb = Z_BOARD_TOP + parts.PICO.header + parts.PICO.board + parts.PICO.usb_height / 2
    made -= block(-wide / 2 - 1, -CONSOLE_INNER[0] / 2 + 1, board.USB_AT - 6.5, board.USB_AT + 6.5, usb - 4.2, usb + 4.2)
    jack = Pos(wide / 2, board.JACK_AT, Z_BOARD_TOP + 6.4) * Rot(0, 90, 0) * Cylinder(5.7, 12)
    made -= jack
    for x in CONSOLE.screw_x:
        made -= Pos(x, deep / 2, TIE_Z) * Rot(90, 0, 0) * Cylinder(parts.SCREW.clear / 2, 12)
    made -= block(*CONSOLE.cable_x, deep / 2 - CONSOLE.wall - 1, deep / 2 + 1, Z_GRID, Z_GRID + 8)
    return Pos(*BOARD_AT, 0) * made


def console_lid(display: str = "small") -> Part:
    """The console's lid for the 0.96 inch (`small`) or 1.3 inch (`large`) display; posts hold the board down."""
    module = getattr(parts.DISPLAY, display)
    outer = _outer(*CONSOLE_OUTER, 3.0)
    made = solid(outer, Z_LID, Z_LID + CONSOLE.lid)
    rim_x, rim_y = CONSOLE_INNER[0] / 2 - 0.2, CONSOLE_INNER[1] / 2 - 0.2
    rim = box(-rim_x, -rim_y, rim_x, rim_y).difference(box(-rim_x + 1.2, -rim_y + 1.2, rim_x - 1.2, rim_y - 1.2))
    # the rim stands back where tall parts, plugs and posts are
    rim = rim.difference(unary_union([box(-80, board.USB_AT - 9, -60, 32), box(55, 8, 80, 32), box(-80, 20, -60, 32)]))
    made += solid(_areas(rim), Z_LID - 2.0, Z_LID)
    for at in LID_POSTS:
        made += cylinder(at, 7.0, Z_BOARD_TOP, Z_LID)
        made -= cylinder(at, parts.SCREW.clear, Z_BOARD_TOP, Z_LID + CONSOLE.lid)
        made -= countersunk(at, Z_LID + CONSOLE.lid, upwards=False)
    x, y = board.DISPLAY_AT
    wide, high = module.view_width + 1.6, module.view_height + 1.6
    centre = y + module.view_above
    made -= block(x - wide / 2, x + wide / 2, centre - high / 2, centre + high / 2, Z_LID, Z_LID + CONSOLE.lid)
    w, h, depth = module.width / 2 + 0.3, module.height / 2 + 0.3, 3.0
    for sx in (-1, 1):
        for sy in (-1, 1):
            cx, cy = x + sx * w, y + sy * h
            made += block(
                min(cx, cx + sx * 1.6),
                max(cx, cx + sx * 1.6),
                min(cy - sy * 6, cy + sy * 1.6),
                max(cy - sy * 6, cy + sy * 1.6),
                Z_LID - depth,
                Z_LID,
            )
            made += block(
                min(cx - sx * 6, cx + sx * 1.6),
                max(cx - sx * 6, cx + sx * 1.6),
                min(cy, cy + sy * 1.6),
                max(cy, cy + sy * 1.6),
                Z_LID - depth,
                Z_LID,
            )
    made -= cylinder(board.ENCODER_AT, parts.ENCODER.thread + 0.8, Z_LID, Z_LID + CONSOLE.lid)
    for at in board.BUTTONS_AT.values():
        made += cylinder(at, parts.BUTTON.stem + 3.7, Z_LID - 4.0, Z_LID)
        made -= cylinder(at, parts.BUTTON.stem + 0.7, Z_LID - 4.0, Z_LID + CONSOLE.lid)
    bx, by = board.PLACES["BZ1"][1]
    for k in range(-2, 3):
        made -= block(bx + 2.6 * k - 0.6, bx + 2.6 * k + 0.6, by - 4.5, by + 4.5, Z_LID, Z_LID + CONSOLE.lid)
    return Pos(*BOARD_AT, 0) * made


def knob() -> Part:
    """The knob for a 6 mm shaft with a flat; turned as it sits, its bore open below."""
    from math import cos, pi, sin

    k = parts.KNOB
    z0 = Z_LID + CONSOLE.lid + 1.0
    made = cylinder((0, 0), k.diameter, z0, z0 + k.height)
    for step in range(k.flutes):
        a = 2 * pi * step / k.flutes
        made -= cylinder((k.diameter / 2 * cos(a), k.diameter / 2 * sin(a)), 2.4, z0, z0 + k.height)
    bore = cylinder((0, 0), k.bore, z0, z0 + k.depth) - block(-5, 5, k.flat - k.bore / 2, 5, z0, z0 + k.depth)
    made -= bore
    made -= cylinder((0, 0), 16.0, z0, z0 + 1.2) - cylinder((0, 0), 10.0, z0, z0 + 1.2)
    made -= block(-0.6, 0.6, 6, 13, z0 + k.height - 0.8, z0 + k.height)
    x, y = _console(*board.ENCODER_AT)
    return Pos(x, y, 0) * made


def _both(make: Callable[[], list[Part]], name: str) -> dict[str, Part]:
    left, right = make()
    return {f"{name}-left": left, f"{name}-right": right}


def parts_made() -> dict[str, Part]:
    """All printed parts by name, where they sit."""
    made: dict[str, Part] = {}
    made.update(_both(base_halves, "base"))
    made.update(_both(grid_halves, "grid"))
    made.update(_both(top_halves, "top"))
    made["console-base"] = console_base()
    made["console-lid"] = console_lid("small")
    made["console-lid-1.3"] = console_lid("large")
    made["knob"] = knob()
    return made


UPSIDE_DOWN = ("grid-left", "grid-right", "top-left", "top-right", "console-lid", "console-lid-1.3", "knob")
# of the pictures
COLOURS = {
    "base": (138, 146, 156), "grid": (84, 88, 96), "top": (240, 240, 232), "console-base": (150, 158, 168), "console-lid": (120, 150, 170),
    "knob": (200, 70, 60),
}  # fmt: skip


def printed(name: str, part: Part) -> Part:
    """A part turned as it is printed, standing on the bed, centred on it."""
    if name in UPSIDE_DOWN:
        part = Rot(180, 0, 0) * part
    limits = part.bounding_box()
    return Pos(-(limits.min.X + limits.max.X) / 2, -(limits.min.Y + limits.max.Y) / 2, -limits.min.Z) * part
