"""Writes a board as a KiCad 6 board file, its design rules and its net list, and reads a board file back for the checks."""

import json
import uuid
from math import cos, radians, sin
from pathlib import Path

from hardware.pcb.model import BOTTOM, TOP, WIDE_BRIDGE, Board, Part, keyhole

# Where the board's origin lies on KiCad's sheet; there y grows downwards.
SHEET = (150.0, 130.0)
NAMESPACE = uuid.UUID("6f0d6f1c-5d0c-4b7a-9a55-0e8c1c1f7a11")


def _stamp(*words: object) -> str:
    """The same identifier on every run for the same thing."""
    return str(uuid.uuid5(NAMESPACE, " ".join(str(word) for word in words)))


def _round(value: float) -> float:
    return round(value, 4) + 0.0


def write(board: Board, folder: Path) -> None:
    """Writes NAME.kicad_pcb, NAME.kicad_pro and NAME.net into the folder."""
    from kiutils.board import Board as KiBoard
    from kiutils.items.brditems import LayerToken, Segment
    from kiutils.items.brditems import Via as KiVia
    from kiutils.items.common import Effects, Font, Justify, Net, Position
    from kiutils.items.gritems import GrLine, GrText
    from kiutils.items.zones import FilledPolygon, FillSettings, Hatch, ZonePolygon
    from kiutils.items.zones import Zone as KiZone

    def position(point: tuple[float, float], angle: float | None = None) -> Position:
        return Position(X=_round(SHEET[0] + point[0]), Y=_round(SHEET[1] - point[1]), angle=angle)

    out = KiBoard.create_new()
    out.paper.paperSize = "A3"
    out.general.thickness = board.thickness
    for number, layer in enumerate(board.layers[1:-1], start=1):
        out.layers.insert(number, LayerToken(ordinal=number, name=layer, type="power"))
    names = list(board.nets())
    for part in board.parts:
        for pad in part.footprint.pads:
            net = part.nets.get(pad.name)
            if net and net not in names:
                names.append(net)
    numbers = {name: index + 1 for index, name in enumerate(names)}
    out.nets = [Net(0, "")] + [Net(number, name) for name, number in numbers.items()]

    for part in board.parts:
        out.footprints.append(_footprint(part, numbers, position))
    for index, track in enumerate(board.tracks):
        out.traceItems.append(
            Segment(
                start=position(track.start), end=position(track.end), width=track.width, layer=track.layer,
                net=numbers[track.net], tstamp=_stamp("track", index),
            )
        )  # fmt: skip
    for index, via in enumerate(board.vias):
        out.traceItems.append(
            KiVia(
                position=position(via.at),
                size=via.size,
                drill=via.drill,
                layers=[TOP, BOTTOM],
                net=numbers[via.net],
                tstamp=_stamp("via", index),
            )
        )
    for index, zone in enumerate(board.zones):
        out.zones.append(
            KiZone(
                net=numbers[zone.net], netName=zone.net, layers=[zone.layer], tstamp=_stamp("zone", index), hatch=Hatch("edge", 0.5),
                priority=zone.priority or None, connectPads=None, clearance=zone.clearance, minThickness=zone.least, filledAreasThickness="no",
                fillSettings=FillSettings(yes=True, thermalGap=zone.gap, thermalBridgeWidth=zone.bridge, islandRemovalMode=0),
                polygons=[ZonePolygon([position(point) for point in zone.outline])],
                filledPolygons=[FilledPolygon(layer=zone.layer, coordinates=[position(point) for point in keyhole(piece)])
                                for piece in zone.fill],
            )
        )  # fmt: skip
    for index, hole in enumerate(board.holes):
        out.footprints.append(_hole(hole.at, hole.diameter, hole.ref or f"H{index + 1}", position))
    closed = board.outline + board.outline[:1]
    for index, (a, b) in enumerate(zip(closed, closed[1:], strict=False)):
        out.graphicItems.append(
            GrLine(start=position(a), end=position(b), layer="Edge.Cuts", width=0.1, tstamp=_stamp("edge", index))
        )
    for index, (points, side) in enumerate(board.silk):
        for step, (a, b) in enumerate(zip(points, points[1:], strict=False)):
            layer = "F.SilkS" if side == "top" else "B.SilkS"
            out.graphicItems.append(
                GrLine(start=position(a), end=position(b), layer=layer, width=0.15, tstamp=_stamp("silk", index, step))
            )
    for index, label in enumerate(board.labels):
        effects = Effects(font=Font(height=label.size, width=label.size, thickness=round(label.size * 0.15, 3)))
        if label.side == "bottom":
            effects.justify = Justify(mirror=True)
        out.graphicItems.append(
            GrText(
                text=label.text, position=position(label.at, label.turn), layer="F.SilkS" if label.side == "top" else "B.SilkS",
                effects=effects, tstamp=_stamp("label", index),
            )
        )  # fmt: skip
    out.to_file(str(folder / f"{board.name}.kicad_pcb"))
    (folder / f"{board.name}.kicad_pro").write_text(json.dumps(_project(board), indent=1, sort_keys=True) + "\n")
    (folder / f"{board.name}.net").write_text(netlist(board))


def _footprint(part: Part, numbers: dict[str, int], position):
    from kiutils.footprint import Attributes, DrillDefinition, Footprint, Pad
    from kiutils.items.common import Effects, Font, Justify, Net, Position
    from kiutils.items.fpitems import FpLine, FpRect, FpText

    bottom = part.side == "bottom"
    sign = -1.0 if bottom else 1.0
    silk, courtyard, fab = ("B.SilkS", "B.CrtYd", "B.Fab") if bottom else ("F.SilkS", "F.CrtYd", "F.Fab")

    def local(point: tuple[float, float], angle: float | None = None) -> Position:
        return Position(X=_round(sign * point[0]), Y=_round(-point[1]), angle=angle)

    fp = Footprint()
    fp.libraryNickname, fp.entryName = "roost", part.footprint.name
    fp.layer = part.layer()
    fp.tstamp = fp.tedit = None
    fp.tstamp = _stamp("part", part.ref)
    fp.tedit = "00000000"
    fp.position = position(part.at, part.angle or None)
    fp.attributes = Attributes(type="smd" if part.footprint.smd else "through_hole")
    justify = Justify(mirror=True) if bottom else Justify()
    size = part.footprint.label_size
    effects = Effects(font=Font(height=size, width=size, thickness=0.15), justify=justify)
    turn = _upright(part.angle)
    fp.graphicItems.append(
        FpText(
            type="reference", text=part.ref, position=local(part.footprint.label, turn), layer=silk, effects=effects,
            hide=not part.show_ref, tstamp=_stamp("ref", part.ref),
        )
    )  # fmt: skip
    hidden = Effects(font=Font(height=1.0, width=1.0, thickness=0.15), justify=justify)
    fp.graphicItems.append(
        FpText(
            type="value",
            text=part.value,
            position=local((0, 0), turn),
            layer=fab,
            effects=hidden,
            hide=True,
            tstamp=_stamp("value", part.ref),
        )
    )
    for index, line in enumerate(part.footprint.silk):
        for step, (a, b) in enumerate(zip(line, line[1:], strict=False)):
            fp.graphicItems.append(
                FpLine(start=local(a), end=local(b), layer=silk, width=0.12, tstamp=_stamp("silk", part.ref, index, step))
            )
    x0, y0, x1, y1 = part.footprint.body
    fp.graphicItems.append(
        FpRect(start=local((x0, y0)), end=local((x1, y1)), layer=fab, width=0.1, tstamp=_stamp("fab", part.ref))
    )
    xs, ys = [x0, x1], [y0, y1]
    for pad in part.footprint.pads:
        xs += [pad.at[0] - pad.size[0] / 2, pad.at[0] + pad.size[0] / 2]
        ys += [pad.at[1] - pad.size[1] / 2, pad.at[1] + pad.size[1] / 2]
    keep = part.footprint.keep
    fp.graphicItems.append(
        FpRect(
            start=local((min(xs) - keep, min(ys) - keep)), end=local((max(xs) + keep, max(ys) + keep)), layer=courtyard, width=0.05,
            tstamp=_stamp("courtyard", part.ref),
        )
    )  # fmt: skip
    for index, pad in enumerate(part.footprint.pads):
        net = part.nets.get(pad.name)
        shape = {"rect": "rect", "round": "circle", "oval": "oval"}[pad.shape]
        if pad.drill:
            kind = "thru_hole" if pad.plated else "np_thru_hole"
            layers = ["*.Cu", "*.Mask"]
        else:
            kind = "smd"
            layers = ["B.Cu", "B.Paste", "B.Mask"] if bottom else ["F.Cu", "F.Paste", "F.Mask"]
        fp.pads.append(
            Pad(
                number=pad.name, type=kind, shape=shape, position=local(pad.at, part.angle or None), size=Position(X=pad.size[0], Y=pad.size[1]),
                drill=DrillDefinition(diameter=pad.drill) if pad.drill else None, layers=layers,
                thermalWidth=WIDE_BRIDGE if pad.drill and pad.plated else None,
                net=Net(numbers[net], net) if net else None, tstamp=_stamp("pad", part.ref, index),
            )
        )  # fmt: skip
    return fp


def _upright(angle: float) -> float | None:
    """The angle of a part's texts, so that they read from the front or from the right."""
    turn = angle % 360
    if turn in (180, 270):
        turn -= 180
    return turn or None


def _hole(at: tuple[float, float], diameter: float, ref: str, position):
    from kiutils.footprint import Attributes, DrillDefinition, Footprint, Pad
    from kiutils.items.common import Effects, Font, Position
    from kiutils.items.fpitems import FpText

    fp = Footprint()
    fp.libraryNickname, fp.entryName = "roost", f"Hole_{diameter}"
    fp.layer = TOP
    fp.tedit = "00000000"
    fp.tstamp = _stamp("hole", ref)
    fp.position = position(at)
    fp.attributes = Attributes(type="through_hole", excludeFromPosFiles=True, excludeFromBom=True)
    effects = Effects(font=Font(height=1.0, width=1.0, thickness=0.15))
    for kind, text in (("reference", ref), ("value", "hole")):
        fp.graphicItems.append(
            FpText(
                type=kind,
                text=text,
                position=Position(X=0, Y=0),
                layer="F.Fab",
                effects=effects,
                hide=True,
                tstamp=_stamp(kind, ref),
            )
        )
    fp.pads.append(
        Pad(
            number="", type="np_thru_hole", shape="circle", position=Position(X=0, Y=0), size=Position(X=diameter, Y=diameter),
            drill=DrillDefinition(diameter=diameter), layers=["*.Cu", "*.Mask"], tstamp=_stamp("pad", ref),
        )
    )  # fmt: skip
    return fp


def _project(board: Board) -> dict:
    """The design rules, as KiCad's project file keeps them."""
    return {
        "board": {
            "design_settings": {
                "rules": {
                    "min_clearance": board.clearance,
                    "min_copper_edge_clearance": board.edge,
                    "min_hole_clearance": 0.25,
                    "min_hole_to_hole": 0.25,
                    "min_through_hole_diameter": 0.3,
                    "min_track_width": 0.2,
                    "min_via_annular_width": 0.13,
                    "min_via_diameter": 0.5,
                    "min_silk_clearance": 0.0,
                    "min_text_height": 0.8,
                    "min_text_thickness": 0.08,
                },
                # Texts and outlines of parts on the silkscreen may cross pads' mask openings: the maker clips them.
                "rule_severities": {"silk_over_copper": "ignore", "silk_overlap": "ignore", "lib_footprint_issues": "ignore"},
            }
        },
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 1},
        "net_settings": {
            "classes": [
                {
                    "name": "Default", "clearance": board.clearance, "track_width": 0.25, "via_diameter": 0.8, "via_drill": 0.4,
                    "bus_width": 12, "wire_width": 6, "diff_pair_gap": 0.25, "diff_pair_via_gap": 0.25, "diff_pair_width": 0.2,
                    "line_style": 0, "microvia_diameter": 0.3, "microvia_drill": 0.1, "pcb_color": "rgba(0, 0, 0, 0.000)",
                    "schematic_color": "rgba(0, 0, 0, 0.000)",
                }
            ],
            "meta": {"version": 2},
        },
    }  # fmt: skip


def netlist(board: Board) -> str:
    """The net list in KiCad's own form: components with value and footprint, nets with their pins."""
    out = ['(export (version "E")', f'  (design (source "{board.name}") (tool "Roost"))', "  (components"]
    for part in board.parts:
        out.append(f'    (comp (ref "{part.ref}") (value "{part.value}") (footprint "roost:{part.footprint.name}"))')
    out.append("  )")
    out.append("  (nets")
    for number, (net, pins) in enumerate(board.nets().items(), start=1):
        out.append(f'    (net (code "{number}") (name "{net}")')
        out += [f'      (node (ref "{ref}") (pin "{pin}"))' for ref, pin in pins]
        out.append("    )")
    out.append("  )")
    out.append(")")
    return "\n".join(out) + "\n"


def rotate(point: tuple[float, float], degrees: float) -> tuple[float, float]:
    """A point turned counterclockwise, y upwards."""
    a = radians(degrees)
    return (point[0] * cos(a) - point[1] * sin(a), point[0] * sin(a) + point[1] * cos(a))
