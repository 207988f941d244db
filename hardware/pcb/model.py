"""A printed board as plain data: parts with pads, tracks, vias and poured areas; all in mm, x to the right, y upwards, seen from the top.

What is placed here is written by `kicad.py` and `gerber.py` and checked by `check.py`, which reads the written files back.
"""

from dataclasses import dataclass, field
from math import cos, hypot, radians, sin

import numpy as np
from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.ops import unary_union

Xy = tuple[float, float]
TOP, BOTTOM = "F.Cu", "B.Cu"
INNER_1, INNER_2 = "In1.Cu", "In2.Cu"  # from the top down
LAYERS = (TOP, BOTTOM)  # the outer ones, where parts and tracks are
SEGMENTS = 8  # corners of a quarter circle
WIDE_BRIDGE = 1.0  # thermal spokes of drilled pads, which carry the supply


@dataclass(frozen=True)
class Pad:
    """A pad of a footprint: `shape` is rect, round or oval; `drill` 0 for surface mount."""

    name: str
    at: Xy
    size: Xy
    shape: str = "rect"
    drill: float = 0.0
    plated: bool = True


@dataclass(frozen=True)
class Footprint:
    """Pads round an origin; `body` is the part's outline as (left, front, right, back); `height` above the board."""

    name: str
    pads: tuple[Pad, ...]
    body: tuple[float, float, float, float]
    height: float = 1.0
    silk: tuple[tuple[Xy, ...], ...] = ()
    smd: bool = True
    pin1: Xy | None = None
    label: Xy = (0.0, 0.0)
    label_size: float = 1.0
    keep: float = 0.25  # courtyard beyond body and pads


@dataclass
class Part:
    """A footprint placed on the board. `nets` tells the net of each pad name; `angle` counterclockwise, seen from the top."""

    ref: str
    value: str
    footprint: Footprint
    at: Xy
    angle: float = 0.0
    side: str = "top"
    nets: dict[str, str] = field(default_factory=dict)
    item: str = ""  # the line of the parts list
    show_ref: bool = True

    def place(self, point: Xy) -> Xy:
        """Where a point of the footprint lies on the board."""
        x, y = point
        if self.side == "bottom":
            x = -x
        a = radians(self.angle)
        return (self.at[0] + x * cos(a) - y * sin(a), self.at[1] + x * sin(a) + y * cos(a))

    def pad_at(self, name: str) -> Xy:
        """The centre of the first pad of that name; KeyError if there is none."""
        for pad in self.footprint.pads:
            if pad.name == name:
                return self.place(pad.at)
        raise KeyError(name)

    def layer(self) -> str:
        """The copper layer that the part sits on."""
        return TOP if self.side == "top" else BOTTOM

    def pad_shape(self, pad: Pad) -> Polygon:
        """The copper of a pad, on the board."""
        width, height = pad.size
        if pad.shape == "rect":
            shape = box(-width / 2, -height / 2, width / 2, height / 2)
        elif abs(width - height) < 1e-9:
            shape = Point(0, 0).buffer(width / 2, quad_segs=SEGMENTS)
        elif width > height:
            shape = LineString([(-(width - height) / 2, 0), ((width - height) / 2, 0)]).buffer(height / 2, quad_segs=SEGMENTS)
        else:
            shape = LineString([(0, -(height - width) / 2), (0, (height - width) / 2)]).buffer(width / 2, quad_segs=SEGMENTS)
        shape = affinity.rotate(shape, self.angle, origin=(0, 0))
        x, y = self.place(pad.at)
        return affinity.translate(shape, x, y)

    def courtyard(self) -> Polygon:
        """The room that the part needs on its side."""
        x0, y0, x1, y1 = self.footprint.body
        corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        shapes = [Polygon([self.place(corner) for corner in corners])]
        shapes += [self.pad_shape(pad) for pad in self.footprint.pads]
        return unary_union(shapes).envelope.buffer(self.footprint.keep, join_style="mitre")


@dataclass
class Track:
    """A straight piece of copper."""

    start: Xy
    end: Xy
    width: float
    layer: str
    net: str

    def shape(self) -> Polygon:
        """Its copper."""
        if hypot(self.end[0] - self.start[0], self.end[1] - self.start[1]) < 1e-9:
            return Point(self.start).buffer(self.width / 2, quad_segs=SEGMENTS)
        return LineString([self.start, self.end]).buffer(self.width / 2, quad_segs=SEGMENTS)


@dataclass
class Via:
    """A plated hole that joins all layers."""

    at: Xy
    net: str
    size: float = 0.8
    drill: float = 0.4

    def shape(self) -> Polygon:
        """Its copper."""
        return Point(self.at).buffer(self.size / 2, quad_segs=SEGMENTS)


@dataclass
class Zone:
    """An area to be poured with copper; `fill` is what is left of it after clearances, filled in by `pour`."""

    net: str
    layer: str
    outline: list[Xy]
    clearance: float = 0.3
    least: float = 0.25
    bridge: float = 0.5
    gap: float = 0.3
    priority: int = 0
    solid: tuple[str, ...] = ()  # references of parts joined without thermal spokes
    fill: list[Polygon] = field(default_factory=list)


@dataclass
class Hole:
    """A hole without copper."""

    at: Xy
    diameter: float
    ref: str = ""
    clear: float = 0.5  # copper stays this far from its edge


@dataclass
class Label:
    """Text on the silkscreen."""

    at: Xy
    text: str
    size: float = 1.2
    side: str = "top"
    turn: float = 0.0


@dataclass
class Board:
    """A board of two layers, or of four: the inner ones only for poured planes."""

    name: str
    title: str
    outline: list[Xy]
    parts: list[Part] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    holes: list[Hole] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    silk: list[tuple[list[Xy], str]] = field(default_factory=list)
    clearance: float = 0.2
    edge: float = 0.5
    thickness: float = 1.6
    layers: tuple[str, ...] = LAYERS

    def part(self, ref: str) -> Part:
        """The part of that reference; KeyError if there is none."""
        for part in self.parts:
            if part.ref == ref:
                return part
        raise KeyError(ref)

    def track(self, points: list[Xy], width: float, layer: str, net: str) -> None:
        """Tracks through points; joints that coincide are left out."""
        for a, b in zip(points, points[1:], strict=False):
            if hypot(a[0] - b[0], a[1] - b[1]) > 1e-6:
                self.tracks.append(Track(a, b, width, layer, net))

    def nets(self) -> dict[str, list[tuple[str, str]]]:
        """What belongs together: net -> (reference, pad) of every pad, sorted. Pads without a net are left out."""
        nets: dict[str, set[tuple[str, str]]] = {}
        for part in self.parts:
            for pad in part.footprint.pads:
                net = part.nets.get(pad.name)
                if net:
                    nets.setdefault(net, set()).add((part.ref, pad.name))
        return {net: sorted(nets[net]) for net in sorted(nets)}

    def copper(self, layer: str, zones: bool = False) -> list[tuple[str, Polygon, str]]:
        """(net, shape, what it is) of all copper of a layer; a pad without a net has one of its own."""
        out = []
        for part in self.parts:
            for index, pad in enumerate(part.footprint.pads):
                if pad.drill or part.layer() == layer:
                    if not pad.plated:
                        continue
                    net = part.nets.get(pad.name) or f"-{part.ref}.{pad.name or index}"
                    out.append((net, part.pad_shape(pad), f"pad {part.ref}.{pad.name}"))
        out += [(track.net, track.shape(), "track") for track in self.tracks if track.layer == layer]
        out += [(via.net, via.shape(), "via") for via in self.vias]
        if zones:
            out += [(zone.net, piece, "zone") for zone in self.zones if zone.layer == layer for piece in zone.fill]
        return out


def pieces(shape) -> list[Polygon]:
    """The polygons of any shape, without slivers."""
    if shape.is_empty:
        return []
    parts = shape.geoms if isinstance(shape, MultiPolygon) or hasattr(shape, "geoms") else [shape]
    return [part for part in parts if isinstance(part, Polygon) and part.area > 1e-4]


def pour(board: Board) -> None:
    """Fills every zone: its outline less clearances, with thermal spokes at pads, without islands that reach no pad or via.

    A zone of higher priority is poured first, and lower ones keep clear of it.
    """
    edge = Polygon(board.outline).buffer(-board.edge)
    done: list[Zone] = []
    for zone in sorted(board.zones, key=lambda zone: -zone.priority):
        area = Polygon(zone.outline).intersection(edge)
        cut, spokes, anchors = [], [], []
        margin = 0.01  # circles are drawn as polygons, which lie a little inside
        for other in done:
            if other.layer == zone.layer and other.net != zone.net:
                cut += [piece.buffer(zone.clearance + margin, quad_segs=SEGMENTS) for piece in other.fill]
        for net, shape, _what in board.copper(zone.layer):
            if net != zone.net:
                cut.append(shape.buffer(zone.clearance + margin, quad_segs=SEGMENTS))
        for hole in board.holes:
            cut.append(Point(hole.at).buffer(hole.diameter / 2 + hole.clear, quad_segs=SEGMENTS))
        for part in board.parts:
            for pad in part.footprint.pads:
                if not pad.plated:
                    cut.append(Point(part.place(pad.at)).buffer(pad.drill / 2 + zone.clearance + 0.05, quad_segs=SEGMENTS))
                    continue
                if not (pad.drill or part.layer() == zone.layer) or part.nets.get(pad.name) != zone.net:
                    continue
                shape = part.pad_shape(pad)
                anchors.append(shape)
                if part.ref in zone.solid:
                    continue
                cut.append(shape.buffer(zone.gap, quad_segs=SEGMENTS, join_style="mitre"))
                x, y = part.place(pad.at)
                half = (max(zone.bridge, WIDE_BRIDGE) if pad.drill else zone.bridge) / 2
                wide, high = (pad.size[0], pad.size[1]) if round(part.angle) % 180 == 0 else (pad.size[1], pad.size[0])
                spokes.append(box(x - wide / 2 - zone.gap - zone.least, y - half, x + wide / 2 + zone.gap + zone.least, y + half))
                spokes.append(box(x - half, y - high / 2 - zone.gap - zone.least, x + half, y + high / 2 + zone.gap + zone.least))
        anchors += [via.shape() for via in board.vias if via.net == zone.net]
        anchors += [track.shape() for track in board.tracks if track.net == zone.net and track.layer == zone.layer]
        foreign = unary_union(
            [
                shape.buffer(zone.clearance + margin, quad_segs=SEGMENTS)
                for net, shape, _w in board.copper(zone.layer)
                if net != zone.net
            ]
            + [Point(hole.at).buffer(hole.diameter / 2 + hole.clear) for hole in board.holes]
            + [
                piece.buffer(zone.clearance + margin)
                for other in done
                if other.layer == zone.layer and other.net != zone.net
                for piece in other.fill
            ]
        )
        filled = area.difference(unary_union(cut)) if cut else area
        filled = unary_union([filled, unary_union(spokes).intersection(area).difference(foreign)]) if spokes else filled
        filled = filled.buffer(-zone.least / 2, quad_segs=SEGMENTS).buffer(zone.least / 2, quad_segs=SEGMENTS).simplify(0.004)
        anchor = unary_union(anchors) if anchors else Polygon()
        zone.fill = [piece for piece in pieces(filled) if piece.area > 0.3 and piece.intersects(anchor)]
        done.append(zone)


def stitch(board: Board, net: str, pitch: float = 9.0) -> int:
    """Adds vias that tie the pours of a net on both layers together, on a grid, wherever there is room; gives how many."""
    outline = Polygon(board.outline).buffer(-(board.edge + 0.8))
    foreign = [shape.buffer(0.75) for layer in LAYERS for other, shape, _what in board.copper(layer) if other != net]
    foreign += [piece.buffer(0.75) for zone in board.zones if zone.net != net for piece in zone.fill]
    foreign += [Point(hole.at).buffer(hole.diameter / 2 + hole.clear + 0.5) for hole in board.holes]
    foreign += [
        Point(part.place(pad.at)).buffer(pad.drill / 2 + 0.8) for part in board.parts for pad in part.footprint.pads if pad.drill
    ]
    foreign += [part.pad_shape(pad).buffer(0.5) for part in board.parts for pad in part.footprint.pads]
    foreign += [via.shape().buffer(1.0) for via in board.vias]
    taken = unary_union(foreign)
    left, front, right, back = outline.bounds
    count = 0
    y = front + pitch / 3
    while y < back:
        x = left + pitch / 3
        while x < right:
            at = Point(x, y)
            if outline.contains(at) and not taken.intersects(at):
                board.vias.append(Via((round(x, 3), round(y, 3)), net))
                count += 1
            x += pitch
        y += pitch
    return count


def keyhole(shape: Polygon) -> list[Xy]:
    """A polygon with holes as one outline: each hole is joined to the rest by a slit of no width. ValueError if that can't be."""
    outline = np.asarray(shape.exterior.coords)[:-1, :2]
    holes = sorted((np.asarray(ring.coords)[:-1, :2] for ring in shape.interiors), key=lambda ring: -ring[:, 0].max())
    for ring in holes:
        ring = np.roll(ring, -max(range(len(ring)), key=lambda i: tuple(ring[i])), axis=0)
        x0, y0 = ring[0]
        ax, ay = outline[:, 0], outline[:, 1]
        bx, by = np.roll(ax, -1), np.roll(ay, -1)
        crossing = ((ay <= y0) != (by <= y0)) | ((ay == y0) & (ay != by))
        with np.errstate(divide="ignore", invalid="ignore"):
            x = ax + (y0 - ay) / (by - ay) * (bx - ax)
        x = np.where(crossing & (x >= x0 - 1e-9), x, np.inf)
        i = int(np.argmin(x))
        if not np.isfinite(x[i]):
            raise ValueError("a hole lies outside its polygon")
        joint = np.array([[x[i], y0]])
        outline = np.concatenate([outline[: i + 1], joint, ring, ring[:1], joint, outline[i + 1 :]])
    return [(float(x), float(y)) for x, y in outline]
