"""Writes a board's Gerber and drill files, position file and parts file, as board houses ask for them."""

import zipfile
from pathlib import Path

from shapely.geometry import Polygon

from hardware.pcb import strokes
from hardware.pcb.model import BOTTOM, INNER_1, INNER_2, TOP, Board, keyhole

MASK = 0.05  # the mask's opening goes this far beyond a pad
# layer -> (ending of the file's name, what it is)
FILES = {
    "top copper": "F_Cu.gbr", "bottom copper": "B_Cu.gbr", "top mask": "F_Mask.gbr", "bottom mask": "B_Mask.gbr", "top paste": "F_Paste.gbr",
    "bottom paste": "B_Paste.gbr", "top silk": "F_Silkscreen.gbr", "bottom silk": "B_Silkscreen.gbr", "outline": "Edge_Cuts.gbr",
    "drill": "PTH.drl", "drill unplated": "NPTH.drl", "inner 1": "In1_Cu.gbr", "inner 2": "In2_Cu.gbr",
}  # fmt: skip
# File functions, so that viewers and board houses know the layers whatever the files are called.
FUNCTIONS = {
    "top copper": "Copper,L1,Top", "bottom copper": "Copper,L2,Bot", "top mask": "Soldermask,Top", "bottom mask": "Soldermask,Bot",
    "top paste": "Paste,Top", "bottom paste": "Paste,Bot", "top silk": "Legend,Top", "bottom silk": "Legend,Bot", "outline": "Profile,NP",
}  # fmt: skip
INNER = {"inner 1": INNER_1, "inner 2": INNER_2}


def functions(board: Board) -> dict[str, str]:
    """The layers of a board and their file functions."""
    if len(board.layers) == 2:
        return FUNCTIONS
    return {**FUNCTIONS, "bottom copper": "Copper,L4,Bot", "inner 1": "Copper,L2,Inr", "inner 2": "Copper,L3,Inr"}


class _Layer:
    """Collects objects of one Gerber file; apertures of the same shape are shared."""

    def __init__(self):
        self.objects = []
        self.apertures = {}

    def _aperture(self, kind: str, *size: float):
        from gerbonara.apertures import CircleAperture, ObroundAperture, RectangleAperture
        from gerbonara.utils import MM

        key = (kind, *(round(value, 4) for value in size))
        if key not in self.apertures:
            made = {"round": CircleAperture, "rect": RectangleAperture, "oval": ObroundAperture}[kind]
            self.apertures[key] = made(*key[1:], unit=MM)
        return self.apertures[key]

    def flash(self, at, kind: str, *size: float) -> None:
        from gerbonara.graphic_objects import Flash
        from gerbonara.utils import MM

        self.objects.append(Flash(round(at[0], 5), round(at[1], 5), self._aperture(kind, *size), unit=MM))

    def line(self, a, b, width: float) -> None:
        from gerbonara.graphic_objects import Line
        from gerbonara.utils import MM

        self.objects.append(
            Line(round(a[0], 5), round(a[1], 5), round(b[0], 5), round(b[1], 5), self._aperture("round", width), unit=MM)
        )

    def region(self, points) -> None:
        from gerbonara.graphic_objects import Region
        from gerbonara.utils import MM

        points = [(round(x, 5), round(y, 5)) for x, y in points]
        self.objects.append(Region(points + points[:1], unit=MM))


def _pad(layer: _Layer, part, pad, grow: float = 0.0) -> None:
    """A pad flashed, or as a region where the part is turned by anything but quarter turns."""
    width, height = pad.size[0] + 2 * grow, pad.size[1] + 2 * grow
    turn = round(part.angle) % 360
    at = part.place(pad.at)
    if pad.shape == "round" or (pad.shape == "oval" and abs(width - height) < 1e-9):
        layer.flash(at, "round", width)
    elif turn % 90 == 0:
        if turn % 180:
            width, height = height, width
        layer.flash(at, pad.shape, width, height)
    else:
        shape = part.pad_shape(pad).buffer(grow, join_style="mitre") if grow else part.pad_shape(pad)
        layer.region(list(shape.exterior.coords[:-1]))


def layers(board: Board) -> dict[str, _Layer]:
    """What goes on each Gerber layer."""
    out = {name: _Layer() for name in functions(board)}
    for name, copper in INNER.items():
        if copper in board.layers:
            for piece in (piece for zone in board.zones if zone.layer == copper for piece in zone.fill):
                out[name].region(keyhole(piece))
            for via in board.vias:
                out[name].flash(via.at, "round", via.size)
            for part in board.parts:
                for pad in part.footprint.pads:
                    if pad.drill and pad.plated:
                        _pad(out[name], part, pad)
    for side, copper in (("top", TOP), ("bottom", BOTTOM)):
        layer, mask, paste, silk = out[f"{side} copper"], out[f"{side} mask"], out[f"{side} paste"], out[f"{side} silk"]
        for zone in board.zones:
            if zone.layer == copper:
                for piece in zone.fill:
                    layer.region(keyhole(piece))
        for track in board.tracks:
            if track.layer == copper:
                layer.line(track.start, track.end, track.width)
        for via in board.vias:
            layer.flash(via.at, "round", via.size)
        for part in board.parts:
            for pad in part.footprint.pads:
                if pad.drill:
                    if pad.plated:
                        _pad(layer, part, pad)
                    _pad(mask, part, pad, MASK)
                elif part.layer() == copper:
                    _pad(layer, part, pad)
                    _pad(mask, part, pad, MASK)
                    _pad(paste, part, pad)
            if part.side == side:
                for line in part.footprint.silk:
                    points = [part.place(point) for point in line]
                    for a, b in zip(points, points[1:], strict=False):
                        silk.line(a, b, 0.12)
                if part.show_ref:
                    _text(silk, part.place(part.footprint.label), part.ref, part.footprint.label_size, part.angle, side)
        for hole in board.holes:
            mask.flash(hole.at, "round", hole.diameter + 2 * MASK)
        for points, where in board.silk:
            if where == side:
                for a, b in zip(points, points[1:], strict=False):
                    silk.line(a, b, 0.15)
        for label in board.labels:
            if label.side == side:
                _text(silk, label.at, label.text, label.size, label.turn, side)
    closed = board.outline + board.outline[:1]
    for a, b in zip(closed, closed[1:], strict=False):
        out["outline"].line(a, b, 0.1)
    return out


def _text(layer: _Layer, at, text: str, size: float, angle: float, side: str) -> None:
    turn = angle % 360
    if turn in (180, 270):
        turn -= 180
    for line in strokes.text(text, at, size, turn, mirror=side == "bottom"):
        for a, b in zip(line, line[1:], strict=False):
            layer.line(a, b, max(0.1, size * 0.13))


def write(board: Board, folder: Path) -> None:
    """Writes all files of a board into the folder: NAME-*.gbr, NAME-*.drl, NAME-positions.csv, NAME-parts.csv; and NAME-gerbers.zip."""
    from gerbonara.apertures import ExcellonTool
    from gerbonara.excellon import ExcellonFile
    from gerbonara.graphic_objects import Flash
    from gerbonara.rs274x import GerberFile
    from gerbonara.utils import MM

    written = []
    for name, layer in layers(board).items():
        file = GerberFile(
            objects=layer.objects, file_attrs={".FileFunction": tuple(functions(board)[name].split(",")), ".Part": ("Single",)}
        )
        path = folder / f"{board.name}-{FILES[name]}"
        file.save(path)
        written.append(path)
    tools: dict[tuple[float, bool], ExcellonTool] = {}

    def drill(at, diameter: float, plated: bool):
        key = (round(diameter, 3), plated)
        tool = tools.setdefault(key, ExcellonTool(key[0], plated=plated, unit=MM))
        return Flash(round(at[0], 4), round(at[1], 4), tool, unit=MM)

    plated = [drill(via.at, via.drill, True) for via in board.vias]
    unplated = [drill(hole.at, hole.diameter, False) for hole in board.holes]
    for part in board.parts:
        for pad in part.footprint.pads:
            if pad.drill:
                (plated if pad.plated else unplated).append(drill(part.place(pad.at), pad.drill, pad.plated))
    for name, objects in (("drill", plated), ("drill unplated", unplated)):
        path = folder / f"{board.name}-{FILES[name]}"
        ExcellonFile(objects=objects).save(path)
        written.append(path)
    rows = ["Ref,Value,Package,X mm,Y mm,Rotation,Side"]
    for part in board.parts:
        rows.append(
            f"{part.ref},{part.value},{part.footprint.name},{part.at[0]:.4f},{part.at[1]:.4f},{part.angle % 360:.1f},{part.side}"
        )
    (folder / f"{board.name}-positions.csv").write_text("\n".join(rows) + "\n")
    grouped: dict[tuple[str, str], list[str]] = {}
    for part in board.parts:
        grouped.setdefault((part.value, part.footprint.name), []).append(part.ref)
    rows = ["Value,Package,Quantity,Refs"]
    rows += [f'"{value}",{package},{len(refs)},"{" ".join(refs)}"' for (value, package), refs in grouped.items()]
    (folder / f"{board.name}-parts.csv").write_text("\n".join(rows) + "\n")
    with zipfile.ZipFile(folder / f"{board.name}-gerbers.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in written:
            entry = zipfile.ZipInfo(path.name, (2025, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    for path in written:
        path.unlink()


def outline_area(board: Board) -> float:
    """The board's area in mm2."""
    return Polygon(board.outline).area
