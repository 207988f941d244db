"""Checks of a board, on the files that were written: the KiCad board (read with kiutils) and the Gerber files (read with gerbonara).

Every check gives sentences; none means all is well.
"""

import tempfile
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union
from shapely.strtree import STRtree

from hardware.pcb.kicad import SHEET, rotate
from hardware.pcb.model import BOTTOM, INNER_1, INNER_2, LAYERS, SEGMENTS, TOP, Board


@dataclass
class Copper:
    """A piece of copper that was read: its net's name, its layers, and what it is."""

    net: str
    layers: tuple[str, ...]
    shape: Polygon
    what: str


@dataclass
class Read:
    """What a KiCad board file holds."""

    copper: list[Copper] = field(default_factory=list)
    pads: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    edge: Polygon = field(default_factory=Polygon)
    holes: list[tuple[tuple[float, float], float, bool]] = field(default_factory=list)
    courtyards: list[tuple[str, str, Polygon]] = field(default_factory=list)
    parts: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    layers: tuple[str, ...] = LAYERS


def read_kicad(path: Path) -> Read:
    """Reads a board file; coordinates as in the model (mm, y upwards, the same origin)."""
    from kiutils.board import Board as KiBoard
    from kiutils.items.brditems import Segment, Via
    from kiutils.items.gritems import GrLine

    board = KiBoard.from_file(str(path))
    names = {net.number: net.name for net in board.nets}
    out = Read(layers=tuple(layer.name for layer in board.layers if layer.name.endswith(".Cu")))

    def xy(position) -> tuple[float, float]:
        return (position.X - SHEET[0], SHEET[1] - position.Y)

    for fp in board.footprints:
        at, turn = xy(fp.position), fp.position.angle or 0.0
        ref = next(item.text for item in fp.graphicItems if getattr(item, "type", "") == "reference")
        out.parts[ref] = (at[0], at[1], turn)
        for pad in fp.pads:
            offset = rotate((pad.position.X, -pad.position.Y), turn)
            centre = (at[0] + offset[0], at[1] + offset[1])
            wide, high = pad.size.X, pad.size.Y
            if pad.shape == "rect":
                shape = box(-wide / 2, -high / 2, wide / 2, high / 2)
            elif pad.shape == "circle" or wide == high:
                shape = Point(0, 0).buffer(wide / 2, quad_segs=SEGMENTS)
            else:
                reach = abs(wide - high) / 2
                spine = LineString([(-reach, 0), (reach, 0)] if wide > high else [(0, -reach), (0, reach)])
                shape = spine.buffer(min(wide, high) / 2, quad_segs=SEGMENTS)
            shape = affinity.translate(affinity.rotate(shape, pad.position.angle or 0.0, origin=(0, 0)), *centre)
            if pad.drill:
                out.holes.append((centre, pad.drill.diameter, pad.type == "thru_hole"))
            if pad.type == "np_thru_hole":
                continue
            layers = out.layers if "*.Cu" in pad.layers else tuple(layer for layer in LAYERS if layer in pad.layers)
            net = pad.net.name if pad.net else f"-{ref}.{pad.number}"
            out.copper.append(Copper(net, layers, shape, f"pad {ref}.{pad.number}"))
            if pad.net:
                out.pads.setdefault(net, []).append((ref, pad.number))
        for item in fp.graphicItems:
            if getattr(item, "layer", "").endswith("CrtYd"):
                a, b = (rotate((p.X, -p.Y), turn) for p in (item.start, item.end))
                out.courtyards.append((ref, item.layer, box(*_sorted(at, a, b))))
    for item in board.traceItems:
        if isinstance(item, Segment):
            a, b = xy(item.start), xy(item.end)
            out.copper.append(
                Copper(names[item.net], (item.layer,), LineString([a, b]).buffer(item.width / 2, quad_segs=SEGMENTS), "track")
            )
        elif isinstance(item, Via):
            out.copper.append(
                Copper(names[item.net], out.layers, Point(xy(item.position)).buffer(item.size / 2, quad_segs=SEGMENTS), "via")
            )
            out.holes.append((xy(item.position), item.drill, True))
    for zone in board.zones:
        for piece in zone.filledPolygons:
            shape = Polygon([xy(point) for point in piece.coordinates]).buffer(0)
            out.copper.append(Copper(zone.netName, (piece.layer,), shape, "zone"))
    edges = [
        LineString([xy(item.start), xy(item.end)])
        for item in board.graphicItems
        if isinstance(item, GrLine) and item.layer == "Edge.Cuts"
    ]
    from shapely.ops import polygonize

    rings = list(polygonize(edges))
    if len(rings) == 1:
        out.edge = rings[0]
    return out


def _sorted(at, a, b):
    xs, ys = sorted((at[0] + a[0], at[0] + b[0])), sorted((at[1] + a[1], at[1] + b[1]))
    return xs[0], ys[0], xs[1], ys[1]


def nets_complete(read: Read, wanted: dict[str, list[tuple[str, str]]]) -> list[str]:
    """Whether each net of the list has exactly its pads and they hang together, over both layers."""
    faults = []
    for net, pins in wanted.items():
        if sorted(set(read.pads.get(net, []))) != sorted(pins):
            faults.append(f"net {net}: the board file has other pads than the net list")
    faults += [f"net {net}: not in the net list" for net in read.pads if net not in wanted]
    by_net: dict[str, list[Copper]] = {}
    for copper in read.copper:
        by_net.setdefault(copper.net, []).append(copper)
    for net, pieces in by_net.items():
        groups = clusters(pieces)
        if len(groups) > 1:
            groups.sort(key=len)
            lonely = ", ".join(sorted({pieces[i].what for group in groups[:-1] for i in group})[:6])
            faults.append(f"net {net}: in {len(groups)} pieces ({lonely})")
    return faults


def clusters(pieces: list[Copper]) -> list[list[int]]:
    """Groups of pieces that touch, layer by layer."""
    parent = list(range(len(pieces)))

    def find(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for layer in sorted({layer for piece in pieces for layer in piece.layers}):
        index = [i for i, piece in enumerate(pieces) if layer in piece.layers]
        if not index:
            continue
        tree = STRtree([pieces[i].shape for i in index])
        for i in index:
            for j in tree.query(pieces[i].shape, predicate="intersects"):
                a, b = find(i), find(index[int(j)])
                if a != b:
                    parent[a] = b
    groups: dict[int, list[int]] = {}
    for i in range(len(pieces)):
        groups.setdefault(find(i), []).append(i)
    return list(groups.values())


def clearances(read: Read, least: float) -> tuple[list[str], float]:
    """Pairs of different nets closer than `least` mm, and the smallest distance that there is."""
    faults, smallest = [], 9.9
    for layer in read.layers:
        pieces = [copper for copper in read.copper if layer in copper.layers]
        tree = STRtree([piece.shape for piece in pieces])
        for i, piece in enumerate(pieces):
            for j in tree.query(piece.shape, predicate="dwithin", distance=0.6):
                other = pieces[int(j)]
                if int(j) <= i or other.net == piece.net:
                    continue
                distance = piece.shape.distance(other.shape)
                smallest = min(smallest, distance)
                if distance < least - 0.004:
                    x, y = piece.shape.representative_point().coords[0]
                    faults.append(
                        f"{layer}: {piece.what} ({piece.net}) and {other.what} ({other.net}) {distance:.3f} mm apart near {x:.1f},{y:.1f}"
                    )
    return faults, smallest


def outline(read: Read, board: Board) -> list[str]:
    """Whether the outline is one closed line as drawn, and copper and holes keep away from it."""
    if read.edge.is_empty:
        return ["the outline is not one closed line"]
    faults = []
    if read.edge.symmetric_difference(Polygon(board.outline)).area > 0.5:
        faults.append("the outline is not the one that was drawn")
    inside = read.edge.buffer(-(board.edge - 0.01))
    faults += [
        f"{copper.what} ({copper.net}) too close to the edge" for copper in read.copper if not inside.contains(copper.shape)
    ]
    for at, diameter, _plated in read.holes:
        if not read.edge.buffer(-0.5).contains(Point(at).buffer(diameter / 2)):
            faults.append(f"hole at {at[0]:.1f},{at[1]:.1f} too close to the edge")
    return faults


def holes(read: Read, least: float = 0.25) -> list[str]:
    """Holes too close to each other or to copper of another net; rings that are too thin."""
    faults = []
    shapes = [Point(at).buffer(diameter / 2, quad_segs=SEGMENTS) for at, diameter, _plated in read.holes]
    tree = STRtree(shapes)
    for i, shape in enumerate(shapes):
        for j in tree.query(shape, predicate="dwithin", distance=least - 0.01):
            if int(j) > i:
                faults.append(f"holes {least} mm or less apart at {read.holes[i][0]}")
    for layer in read.layers:
        pieces = [copper for copper in read.copper if layer in copper.layers]
        tree = STRtree([piece.shape for piece in pieces])
        for (at, _diameter, plated), shape in zip(read.holes, shapes, strict=True):
            touching = {pieces[int(j)].net for j in tree.query(shape, predicate="intersects")}
            if len(touching) > (1 if plated else 0):
                faults.append(f"hole at {at[0]:.1f},{at[1]:.1f} cuts copper of {sorted(touching)}")
            if plated:
                wanted = shape.buffer(0.14)
                mine = [pieces[int(j)].shape for j in tree.query(shape, predicate="intersects")]
                if not any(piece.contains(wanted) for piece in mine) and not unary_union(mine).buffer(0.001).contains(wanted):
                    faults.append(f"{layer}: the ring round the hole at {at[0]:.1f},{at[1]:.1f} is thinner than 0.15 mm")
    return faults


def courtyards(read: Read) -> list[str]:
    """Parts that overlap on the same side."""
    faults = []
    for layer in ("F.CrtYd", "B.CrtYd"):
        mine = [(ref, shape) for ref, where, shape in read.courtyards if where == layer]
        tree = STRtree([shape for _ref, shape in mine]) if mine else None
        for i, (ref, shape) in enumerate(mine):
            for j in tree.query(shape, predicate="intersects"):
                if int(j) > i and shape.intersection(mine[int(j)][1]).area > 0.01:
                    faults.append(f"{ref} and {mine[int(j)][0]} overlap ({layer})")
    return faults


def gerbers(archive: Path, board: Board, read: Read) -> list[str]:
    """Whether the Gerber and drill files, read on their own, hold the same copper and connections as the board file.

    On each layer the copper must be the same but for rounding; joined through the plated holes, no two nets may meet and none fall apart.
    """
    from gerbonara import ExcellonFile, GerberFile

    faults = []
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(folder)
        where = Path(folder)
        shapes = {}
        files = {TOP: "F_Cu.gbr", BOTTOM: "B_Cu.gbr", INNER_1: "In1_Cu.gbr", INNER_2: "In2_Cu.gbr"}
        for layer, name in ((layer, files[layer]) for layer in read.layers):
            shapes[layer] = _union(GerberFile.open(where / f"{board.name}-{name}"))
            known = unary_union([copper.shape for copper in read.copper if layer in copper.layers])
            difference = shapes[layer].symmetric_difference(known).area
            if difference > 3e-5 * known.length + 0.01:  # what rounding to a ten-thousandth of a mm may do along the edges
                faults.append(f"{layer}: Gerber and board file differ by {difference:.2f} mm2")
        drills = []
        for name, plated in (("PTH.drl", True), ("NPTH.drl", False)):
            file = ExcellonFile.open(where / f"{board.name}-{name}")
            found = sorted((round(o.x, 2), round(o.y, 2), round(o.tool.diameter, 2)) for o in _mm(file.objects))
            known = sorted((round(at[0], 2), round(at[1], 2), round(d, 2)) for at, d, p in read.holes if p == plated)
            if len(found) != len(known) or any(
                max(abs(a - b) for a, b in zip(f, k, strict=True)) > 0.02 for f, k in zip(found, known, strict=False)
            ):
                faults.append(f"{name}: {len(found)} holes, the board file has {len(known)}, or elsewhere")
            if plated:
                drills = found
        edge = GerberFile.open(where / f"{board.name}-Edge_Cuts.gbr")
        (x0, y0), (x1, y1) = edge.bounding_box()
        left, front, right, back = read.edge.bounds
        if max(abs(x0 + 0.05 - left), abs(y0 + 0.05 - front), abs(x1 - 0.05 - right), abs(y1 - 0.05 - back)) > 0.02:
            faults.append("the outline in the Gerber files has another size")
    # connectivity from copper and drills alone
    islands = []
    for layer in read.layers:
        shape = shapes[layer]
        islands += [(layer, piece) for piece in (shape.geoms if hasattr(shape, "geoms") else [shape])]
    parent = list(range(len(islands)))

    def find(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    tree = STRtree([piece for _layer, piece in islands])
    for x, y, diameter in drills:
        touching = [int(j) for j in tree.query(Point(x, y).buffer(diameter / 2), predicate="intersects")]
        for j in touching[1:]:
            parent[find(touching[0])] = find(j)
    nets_at: dict[int, set[str]] = {}
    pieces_of: dict[str, set[int]] = {}
    for copper in read.copper:
        if not copper.what.startswith("pad"):
            continue
        point = copper.shape.centroid
        for j in tree.query(copper.shape.buffer(-0.05), predicate="intersects"):
            if islands[int(j)][0] in copper.layers and (len(copper.layers) > 1 or islands[int(j)][1].distance(point) < 1):
                nets_at.setdefault(find(int(j)), set()).add(copper.net)
                pieces_of.setdefault(copper.net, set()).add(find(int(j)))
    faults += [f"Gerber: nets {sorted(nets)[:4]} are joined" for nets in nets_at.values() if len(nets) > 1]
    faults += [f"Gerber: net {net} is in {len(pieces)} pieces" for net, pieces in pieces_of.items() if len(pieces) > 1]
    return faults


def _mm(objects):
    """The objects of a file, which must be in millimetres (as they are written)."""
    from gerbonara.utils import MM

    objects = list(objects)
    if any(item.unit != MM for item in objects):
        raise ValueError("a Gerber or drill file isn't in millimetres")
    return objects


def _union(file):
    """The copper of a Gerber file as one shape."""
    from gerbonara.graphic_objects import Flash, Line, Region

    shapes = []
    for item in _mm(file.objects):
        if isinstance(item, Region):
            shapes.append(Polygon(item.outline).buffer(0))
        elif isinstance(item, Line):
            shapes.append(
                LineString([(item.x1, item.y1), (item.x2, item.y2)]).buffer(item.aperture.diameter / 2, quad_segs=SEGMENTS)
            )
        elif isinstance(item, Flash):
            aperture = item.aperture
            if hasattr(aperture, "diameter"):
                shape = Point(0, 0).buffer(aperture.diameter / 2, quad_segs=SEGMENTS)
            elif type(aperture).__name__ == "ObroundAperture":
                reach = abs(aperture.w - aperture.h) / 2
                spine = LineString([(-reach, 0), (reach, 0)] if aperture.w > aperture.h else [(0, -reach), (0, reach)])
                shape = spine.buffer(min(aperture.w, aperture.h) / 2, quad_segs=SEGMENTS)
            else:
                shape = box(-aperture.w / 2, -aperture.h / 2, aperture.w / 2, aperture.h / 2)
            shapes.append(affinity.translate(shape, item.x, item.y))
        else:
            raise ValueError(f"a Gerber file holds an unexpected {type(item).__name__}")
    return unary_union(shapes)


def check(board: Board, folder: Path) -> dict:
    """All checks of the files of a board in a folder, as a summary: figures, and `faults`, a list of sentences."""
    read = read_kicad(folder / f"{board.name}.kicad_pcb")
    near, smallest = clearances(read, board.clearance)
    faults = nets_complete(read, board.nets()) + near + outline(read, board) + holes(read) + courtyards(read)
    faults += gerbers(folder / f"{board.name}-gerbers.zip", board, read)
    left, front, right, back = read.edge.bounds if not read.edge.is_empty else (0, 0, 0, 0)
    return {
        "board": board.name,
        "size_mm": [round(right - left, 2), round(back - front, 2)],
        "layers": len(read.layers),
        "parts": len(board.parts),
        "nets": len(board.nets()),
        "pads": sum(len(pins) for pins in board.nets().values()),
        "tracks": len(board.tracks),
        "vias": len(board.vias),
        "holes": len(read.holes),
        "smallest_clearance_mm": round(smallest, 3),
        "rule_clearance_mm": board.clearance,
        "rule_edge_mm": board.edge,
        "checks": ["nets complete", "clearances", "outline and edge", "holes and rings", "courtyards", "Gerber and drill files"],
        "faults": faults,
    }
