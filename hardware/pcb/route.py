"""A small maze router: joins the pads of a net by tracks on two layers, on a grid, keeping clearances to everything that lies there already.

Nets are routed one after the other, each from the pad nearest to what is joined already; when a net can't be routed, all tracks are taken
up and it goes first in the next round.
"""

from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np
import shapely
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union
from shapely.strtree import STRtree

from hardware.pcb.model import BOTTOM, LAYERS, TOP, Board, Track, Via

DIAGONAL = 1.41421356


@dataclass
class Rule:
    """How a net is routed: track width, cost of a step on the top and bottom layer, cost of a via in mm."""

    width: float = 0.3
    top: float = 1.0
    bottom: float = 1.0
    via: float = 3.0


class Router:
    """Routes on a grid of `step` mm within the board's outline."""

    def __init__(self, board: Board, step: float = 0.25, clearance: float = 0.25, margin: float = 12.0):
        self.board = board
        self.step = step
        self.clearance = clearance
        self.margin = margin
        xs, ys = [x for x, _y in board.outline], [y for _x, y in board.outline]
        self.left, self.front = min(xs), min(ys)
        self.columns = int((max(xs) - self.left) / step) + 1
        self.rows = int((max(ys) - self.front) / step) + 1
        self.inside = Polygon(board.outline)
        self.keepouts: list[tuple[str, Polygon]] = []  # (layer, area) where no track may go
        self._pads: dict[str, list[tuple[str, Polygon]]] | None = None

    def route(self, nets: list[str], rules: dict[str, Rule] | None = None, rounds: int = 8) -> list[str]:
        """Routes the nets in order; gives those that could not be routed in the last round."""
        order = list(nets)
        before = (list(self.board.tracks), list(self.board.vias))
        failed: list[str] = []
        for _round in range(rounds):
            self.board.tracks, self.board.vias = list(before[0]), list(before[1])
            failed = [net for net in order if not self.net(net, (rules or {}).get(net, Rule()))]
            if not failed:
                break
            order = failed + [net for net in order if net not in failed]
        return failed

    def net(self, net: str, rule: Rule) -> bool:
        """Joins all copper of one net; False when a pad can't be reached."""
        while True:
            groups = self.groups(net)
            if len(groups) < 2:
                return True
            poured = any(zone.net == net for zone in self.board.zones)
            if poured:  # from the smallest island to whatever is near
                groups.sort(key=lambda group: sum(shape.area for _layers, shape in group))
            else:
                groups.sort(key=lambda group: min(shape.bounds[0] for _layers, shape in group))
            start = groups[0]
            area = unary_union([shape for _layers, shape in start])
            rest = sorted(groups[1:], key=lambda group: min(area.distance(shape) for _layers, shape in group))
            for margin in (self.margin, 3 * self.margin, 400.0):
                path = self._search(net, start, rest[:1] if margin < 400 and not poured else rest, rule, margin, poured)
                if path:
                    break
            if not path:
                return False
            self._lay(net, path, rule)

    def tight(self, least: float) -> list[str]:
        """Nets with a track closer than `least` mm to another net: a slanted track may cut the corner of what its ends keep clear of."""
        found = set()
        for layer in LAYERS:
            copper = [(net, shape, what) for net, shape, what in self.board.copper(layer)]
            tree = STRtree([shape for _net, shape, _what in copper])
            for net, shape, what in copper:
                if what == "track" and net not in found:
                    near = tree.query(shape, predicate="dwithin", distance=least)
                    if any(copper[int(j)][0] != net for j in near):
                        found.add(net)
        return sorted(found)

    def drop(self, net: str, rule: Rule) -> bool:
        """Joins every piece of a net that no via or drilled pad reaches with the net's plane, by a via near by; False when one has no room."""
        for group in self.groups(net):
            if any(len(layers) > 1 for layers, _shape in group):
                continue
            path = self._search(net, group, None, rule, 3.0) or self._search(net, group, None, rule, 8.0)
            if not path:
                return False
            self._lay(net, path, rule)
            self.board.vias.append(Via(path[-1][1:], net))
        return True

    def groups(self, net: str) -> list[list[tuple[tuple[str, ...], Polygon]]]:
        """The net's copper as (layers, shape), in groups that hang together already."""
        from hardware.pcb.check import Copper, clusters

        pieces = []
        for part in self.board.parts:
            for pad in part.footprint.pads:
                if pad.plated and part.nets.get(pad.name) == net:
                    layers = self.board.layers if pad.drill else (part.layer(),)
                    pieces.append(Copper(net, layers, part.pad_shape(pad), "pad"))
        pieces += [Copper(net, (track.layer,), track.shape(), "track") for track in self.board.tracks if track.net == net]
        pieces += [Copper(net, self.board.layers, via.shape(), "via") for via in self.board.vias if via.net == net]
        pieces += [
            Copper(net, (zone.layer,), piece, "zone") for zone in self.board.zones if zone.net == net for piece in zone.fill
        ]
        return [[(pieces[i].layers, pieces[i].shape) for i in group] for group in clusters(pieces)]

    def _search(self, net: str, start, rest, rule: Rule, margin: float, poured: bool = False):
        step = self.step
        plane = rest is None
        goal_shapes = start if plane else [(layers, shape) for group in rest for layers, shape in group]
        near = unary_union([shape for _l, shape in goal_shapes])
        here = min((shape for _l, shape in start), key=lambda shape: shape.distance(near))
        bounds = here.buffer(here.distance(near)).bounds if poured else here.union(near).bounds
        c0 = max(0, int((bounds[0] - margin - self.left) / step))
        r0 = max(0, int((bounds[1] - margin - self.front) / step))
        c1 = min(self.columns, int((bounds[2] + margin - self.left) / step) + 2)
        r1 = min(self.rows, int((bounds[3] + margin - self.front) / step) + 2)
        xs = self.left + step * np.arange(c0, c1)
        ys = self.front + step * np.arange(r0, r1)
        grid_x, grid_y = np.meshgrid(xs, ys)
        window = box(xs[0], ys[0], xs[-1], ys[-1])
        wide, high = len(xs), len(ys)
        size = wide * high

        def raster(shape) -> np.ndarray:
            shapely.prepare(shape)
            return shapely.contains_xy(shape, grid_x, grid_y)

        free, via_free = [], np.ones((high, wide), bool)
        via = 0.4
        reach = max(rule.width / 2, via) + self.clearance + 0.6
        for layer in LAYERS:
            others = self._others(net, layer, window.buffer(reach))
            holes = [Point(hole.at).buffer(hole.diameter / 2 + max(hole.clear, 0.3)) for hole in self.board.holes]
            holes += [
                Point(part.place(pad.at)).buffer(pad.drill / 2 + 0.3)
                for part in self.board.parts
                for pad in part.footprint.pads
                if not pad.plated
            ]
            avoid = [area for where, area in self.keepouts if where == layer]
            allowed = self.inside.buffer(-(self.board.edge + rule.width / 2))
            mask = raster(allowed)
            blocked = [shape.buffer(self.clearance + rule.width / 2) for shape in others]
            blocked += [hole.buffer(rule.width / 2) for hole in holes] + avoid
            if blocked:
                mask &= ~raster(unary_union(blocked))
            free.append(mask)
            blocked = [shape.buffer(self.clearance + via) for shape in others] + [hole.buffer(via) for hole in holes] + avoid
            via_mask = raster(self.inside.buffer(-(self.board.edge + via)))
            if blocked:
                via_mask &= ~raster(unary_union(blocked))
            via_free &= via_mask
        drilled = [Point(v.at).buffer(v.drill / 2 + 0.2 + 0.26) for v in self.board.vias]
        drilled += [
            Point(part.place(pad.at)).buffer(pad.drill / 2 + 0.2 + 0.26)
            for part in self.board.parts
            for pad in part.footprint.pads
            if pad.drill
        ]
        drilled = [shape for shape in drilled if shape.intersects(window)]
        if drilled:
            via_free &= ~raster(unary_union(drilled))

        def cells(shapes) -> list[np.ndarray]:
            out = []
            for index, layer in enumerate(LAYERS):
                mine = [shape.buffer(-0.02) for layers, shape in shapes if layer in layers]
                out.append(raster(unary_union(mine)) & free[index] if mine else np.zeros((high, wide), bool))
            return out

        starts, goals = cells(start), cells(goal_shapes)
        goal_flat = np.concatenate([goals[0].ravel(), goals[1].ravel()])
        if plane:  # anywhere outside its own pads where a via may stand
            own = raster(unary_union([shape.buffer(0.15) for _layers, shape in start]))
            goal_flat = np.concatenate([(via_free & ~own & free[0]).ravel(), (via_free & ~own & free[1]).ravel()])
        if not goal_flat.any():
            return None
        goal_box = near.intersection(window).bounds if poured else near.bounds
        open_flat = np.concatenate([free[0].ravel(), free[1].ravel()]).tolist()
        via_flat = via_free.ravel().tolist()
        goal_list = goal_flat.tolist()
        best = [1e9] * (2 * size)
        came = [-1] * (2 * size)
        heap = []
        costs = (rule.top, rule.bottom)
        cheapest = min(costs)
        gx0 = (goal_box[0] - xs[0]) / step
        gx1 = (goal_box[2] - xs[0]) / step
        gy0 = (goal_box[1] - ys[0]) / step
        gy1 = (goal_box[3] - ys[0]) / step

        def guess(x: int, y: int) -> float:
            if plane:
                return 0.0
            dx = gx0 - x if x < gx0 else (x - gx1 if x > gx1 else 0.0)
            dy = gy0 - y if y < gy0 else (y - gy1 if y > gy1 else 0.0)
            return cheapest * (max(dx, dy) + (DIAGONAL - 1) * min(dx, dy))

        for index in (0, 1):
            for flat in np.flatnonzero(starts[index].ravel()).tolist():
                node = index * size + flat
                best[node] = 0.0
                heappush(heap, (guess(flat % wide, flat // wide), node))
        moves = [(1, 0, 1.0), (-1, 0, 1.0), (0, 1, 1.0), (0, -1, 1.0)]
        moves += [(1, 1, DIAGONAL), (1, -1, DIAGONAL), (-1, 1, DIAGONAL), (-1, -1, DIAGONAL)]
        via_cost = rule.via / step
        while heap:
            _estimate, node = heappop(heap)
            if goal_list[node]:
                path = []
                while node >= 0:
                    layer, flat = divmod(node, size)
                    path.append((layer, float(xs[flat % wide]), float(ys[flat // wide])))
                    node = came[node]
                return path[::-1]
            layer, flat = divmod(node, size)
            x, y = flat % wide, flat // wide
            cost = best[node]
            if _estimate > cost + guess(x, y) + 1e-6:
                continue
            weight = costs[layer]
            for dx, dy, length in moves:
                nx, ny = x + dx, y + dy
                if not (0 <= nx < wide and 0 <= ny < high):
                    continue
                other = node + dy * wide + dx
                if not open_flat[other]:
                    continue
                total = cost + length * weight
                if total < best[other] - 1e-9:
                    best[other] = total
                    came[other] = node
                    heappush(heap, (total + guess(nx, ny), other))
            if via_flat[flat] and not plane:
                other = node + size if layer == 0 else node - size
                total = cost + via_cost
                if open_flat[other] and total < best[other] - 1e-9:
                    best[other] = total
                    came[other] = node
                    heappush(heap, (total + guess(x, y), other))
        return None

    def _others(self, net: str, layer: str, window: Polygon) -> list[Polygon]:
        """Copper of other nets that touches a window. Pads stay where they are, so they are sorted once."""
        if self._pads is None:
            kept = (self.board.tracks, self.board.vias)
            self.board.tracks, self.board.vias = [], []
            self._pads = {where: [(owner, shape) for owner, shape, _what in self.board.copper(where)] for where in LAYERS}
            self.board.tracks, self.board.vias = kept
            self._trees = {where: STRtree([shape for _owner, shape in pads]) for where, pads in self._pads.items()}
        found = [self._pads[layer][int(i)] for i in self._trees[layer].query(window)]
        x0, y0, x1, y1 = window.bounds
        for track in self.board.tracks:
            if track.layer == layer and track.net != net:
                (ax, ay), (bx, by) = track.start, track.end
                if max(ax, bx) > x0 and min(ax, bx) < x1 and max(ay, by) > y0 and min(ay, by) < y1:
                    found.append((track.net, track.shape()))
        found += [
            (via.net, via.shape()) for via in self.board.vias if via.net != net and x0 < via.at[0] < x1 and y0 < via.at[1] < y1
        ]
        found += [(zone.net, piece) for zone in self.board.zones if zone.layer == layer for piece in zone.fill]
        return [shape for owner, shape in found if owner != net]

    def _lay(self, net: str, path, rule: Rule) -> None:
        runs: list[list[tuple[int, float, float]]] = [[path[0]]]
        for before, point in zip(path, path[1:], strict=False):
            if point[0] != before[0]:
                self.board.vias.append(Via((before[1], before[2]), net))
                runs.append([point])
            else:
                runs[-1].append(point)
        for run in runs:
            layer = (TOP, BOTTOM)[run[0][0]]
            corners = [run[0]]
            for before, point, after in zip(run, run[1:], run[2:], strict=False):
                one = (round(point[1] - before[1], 6), round(point[2] - before[2], 6))
                two = (round(after[1] - point[1], 6), round(after[2] - point[2], 6))
                if one != two:
                    corners.append(point)
            corners.append(run[-1])
            for a, b in zip(corners, corners[1:], strict=False):
                if a != b:
                    self.board.tracks.append(Track((a[1], a[2]), (b[1], b[2]), rule.width, layer, net))
