"""Pictures of a board, drawn from what goes into its Gerber files."""

from shapely.geometry import Point
from shapely.ops import unary_union

from hardware.draw import svg_to_png
from hardware.pcb.model import BOTTOM, TOP, Board

COLOURS = {
    "board": "#1f3d2b", TOP: "#b5682c", BOTTOM: "#3c6ea8", "mask": "#1d5b3a", "pad": "#d9c27a", "silk": "#f4f4f0", "hole": "#ffffff",
}  # fmt: skip


def _path(shape, mirror: float) -> str:
    """A polygon as SVG path data (with holes)."""
    out = []
    for polygon in shape.geoms if hasattr(shape, "geoms") else [shape]:
        for ring in (polygon.exterior, *polygon.interiors):
            out.append("M" + "L".join(f"{x * mirror:.2f},{-y:.2f}" for x, y in ring.coords[:-1]) + "Z")
    return "".join(out)


def svg(board: Board, side: str, copper: bool = False) -> str:
    """The board from one side (`bottom` is seen from below, mirrored) as it will look, or its copper alone."""
    from hardware.pcb.gerber import layers

    mirror = 1.0 if side == "top" else -1.0
    layer = TOP if side == "top" else BOTTOM
    xs, ys = [x for x, _y in board.outline], [y for _x, y in board.outline]
    margin = 3.0
    wide, high = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    left = (min(xs) if mirror > 0 else -max(xs)) - margin
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.2f}mm" height="{high:.2f}mm" '
        f'viewBox="{left:.2f} {-max(ys) - margin:.2f} {wide:.2f} {high:.2f}">',
        f'<rect x="{left:.2f}" y="{-max(ys) - margin:.2f}" width="{wide:.2f}" height="{high:.2f}" fill="#ffffff"/>',
    ]
    edge = "M" + "L".join(f"{x * mirror:.2f},{-y:.2f}" for x, y in board.outline) + "Z"
    out.append(
        f'<path d="{edge}" fill="{COLOURS["board"] if copper else COLOURS["mask"]}" stroke="#000000" stroke-width="0.15"/>'
    )
    if copper:
        by_kind = {"zone": [], "other": []}
        for _net, shape, what in board.copper(layer, zones=True):
            by_kind["zone" if what == "zone" else "other"].append(shape)
        out.append(
            f'<path d="{_path(unary_union(by_kind["zone"]), mirror)}" fill="{COLOURS[layer]}" fill-opacity="0.55" fill-rule="evenodd"/>'
        )
        out.append(f'<path d="{_path(unary_union(by_kind["other"]), mirror)}" fill="{COLOURS[layer]}" fill-rule="evenodd"/>')
    else:
        tracks = unary_union([track.shape() for track in board.tracks if track.layer == layer])
        if not tracks.is_empty:
            out.append(f'<path d="{_path(tracks, mirror)}" fill="#2a6d48" fill-rule="evenodd"/>')
        pads = [
            part.pad_shape(pad)
            for part in board.parts
            for pad in part.footprint.pads
            if pad.plated and (pad.drill or part.layer() == layer)
        ]
        out.append(f'<path d="{_path(unary_union(pads), mirror)}" fill="{COLOURS["pad"]}" fill-rule="evenodd"/>')
    holes = [Point(hole.at).buffer(hole.diameter / 2) for hole in board.holes]
    holes += [Point(via.at).buffer(via.drill / 2) for via in board.vias]
    holes += [Point(part.place(pad.at)).buffer(pad.drill / 2) for part in board.parts for pad in part.footprint.pads if pad.drill]
    if holes:
        out.append(
            f'<path d="{_path(unary_union(holes), mirror)}" fill="{COLOURS["hole"]}" stroke="#555555" stroke-width="0.05"/>'
        )
    from gerbonara.graphic_objects import Line

    for item in layers(board)[f"{side} silk"].objects:
        if isinstance(item, Line):
            out.append(
                f'<line x1="{item.x1 * mirror:.2f}" y1="{-item.y1:.2f}" x2="{item.x2 * mirror:.2f}" y2="{-item.y2:.2f}" '
                f'stroke="{COLOURS["silk"]}" stroke-width="{item.aperture.diameter}" stroke-linecap="round"/>'
            )
    out.append("</svg>")
    return "\n".join(out)


def png(board: Board, side: str, copper: bool = False, dots_per_mm: float = 8.0) -> bytes:
    """The same as PNG."""
    return svg_to_png(svg(board, side, copper), dots_per_mm)
