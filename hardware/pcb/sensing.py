"""The second revision of the light board: as the first, with a hall switch under every cell and sixteen shift registers on the bottom.

Not needed to play. It works at 3.3 V on pins that the board file keeps free. It has four layers: parts and tracks outside, a
plane of ground and a plane of 3.3 V inside, since what 127 switches need to be joined would cut a ground poured on the bottom
into pieces. The chain of registers is ordered like the chain of pixels: the first bit that comes out is the switch under pixel 1,
the 127th that under pixel 127; the spare 128th input is tied to ground.
"""

from math import hypot

from shapely.geometry import Polygon, box
from shapely.ops import unary_union

from hardware import cells, device
from hardware.pcb import footprints, lightboard
from hardware.pcb.model import BOTTOM, INNER_1, INNER_2, TOP, Board, Label, Part, Zone, pour
from hardware.pcb.route import Router, Rule

VCC, GROUND = "+3V3", lightboard.GROUND
# 74HC165: the parallel inputs in the order in which they come out (H first)
INPUTS = ("6", "5", "4", "3", "14", "13", "12", "11")
REGISTERS = 16


def build(name: str = "lightboard-sensing") -> Board:
    """The board, routed and poured. Raises RuntimeError when a net can't be routed."""
    board = lightboard.build(name)
    board.title = "Roost light board with sensing"
    board.layers = (TOP, INNER_1, INNER_2, BOTTOM)
    board.labels = [label for label in board.labels if "LIGHT BOARD" not in label.text] + [
        Label((0, 96.2), "ROOST  SENSING LIGHT BOARD", 1.3)
    ]
    chain = device.chain()
    for index, cell in enumerate(chain):
        _switch(board, index + 1, cells.position(cell))
    _registers(board, chain)
    _connector(board)
    _route(board)
    return board


def _switch(board: Board, number: int, at: tuple[float, float]) -> None:
    """A hall switch on the bottom, under the middle of its pixel, with its capacitor."""
    x, y = at
    board.parts.append(
        Part(
            f"U{number}",
            "DRV5032FB",
            footprints.SOT23,
            at,
            0.0,
            "bottom",
            {"1": VCC, "2": f"S{number}", "3": "GND"},
            "hall",
            show_ref=False,
        )
    )
    board.parts.append(
        Part(
            f"C{200 + number}",
            "100n",
            footprints.C0603,
            (x + 3.4, y + 0.95 - 0.775),
            270.0,
            "bottom",
            {"1": "GND", "2": VCC},
            "c_led",
            show_ref=False,
        )
    )


def _registers(board: Board, chain: list[int]) -> None:
    """Sixteen registers in the channels between rows, each as near as can be to its eight switches."""
    taken = [via.shape().buffer(0.35) for via in board.vias]
    taken += [part.courtyard() for part in board.parts if part.side == "bottom" or part.ref.startswith("J")]
    taken = unary_union(taken)
    for index in range(REGISTERS):
        mine = chain[index * 8 : index * 8 + 8]
        points = [cells.position(cell) for cell in mine]
        best = None
        for y in range(12):
            level = cells.ROW * (y - 5.5)
            for step in range(-160, 161):
                x = step * 0.5
                cost = sum(hypot(px - x, 1.5 * (py - level)) for px, py in points)
                if best and cost >= best[0]:
                    continue
                pads = [box(x - 5.0, level + s * 2.475 - 1.1, x + 5.0, level + s * 2.475 + 1.1) for s in (-1, 1)]
                room = box(x - 6.2, level - 3.8, x + 8.6, level + 3.8)
                if any(pad.intersects(taken) for pad in pads) or any(room.intersects(other) for other in _rooms(board)):
                    continue
                best = (cost, x, level)
        if best is None:
            raise RuntimeError(f"no room for register {index + 1}")
        _cost, x, level = best
        nets = {
            "1": "SENSE_LOAD",
            "2": "SENSE_CLK",
            "8": "GND",
            "15": "GND",
            "16": VCC,
            "9": "SENSE_DATA" if index == 0 else f"Q{index}",
        }
        nets["10"] = f"Q{index + 1}" if index + 1 < REGISTERS else "GND"
        for place, pin in enumerate(INPUTS):
            number = index * 8 + place + 1
            nets[pin] = f"S{number}" if number <= len(chain) else "GND"
        board.parts.append(Part(f"U{201 + index}", "74HC165", footprints.SOIC16, (x, level), 90.0, "bottom", nets, "shift"))
        board.parts.append(
            Part(
                f"C{401 + index}",
                "100n",
                footprints.C0603,
                (x + 7.0, level),
                90.0,
                "bottom",
                {"1": VCC, "2": "GND"},
                "c_led",
                show_ref=False,
            )
        )


def _rooms(board: Board) -> list:
    return [box(p.at[0] - 6.2, p.at[1] - 3.8, p.at[0] + 8.6, p.at[1] + 3.8) for p in board.parts if p.item == "shift"]


def _connector(board: Board) -> None:
    first = board.part("J1").at
    side = -1.0 if first[0] < 0 else 1.0
    at = (side * 90.0, first[1] * 0.72)
    board.parts.append(
        Part(
            "J3",
            "SENSING",
            footprints.header(5),
            at,
            90.0,
            "top",
            {"1": VCC, "2": "GND", "3": "SENSE_LOAD", "4": "SENSE_CLK", "5": "SENSE_DATA"},
            "socket4",
        )
    )
    part = board.part("J3")
    for pad, words in zip("12345", ("3V3", "GND", "LD", "CLK", "Q"), strict=True):
        x, y = part.pad_at(pad)
        board.labels.append(Label((x + 3.4, y), words, 1.0))


def _route(board: Board) -> None:
    """Vias to the planes first, then the signals: on the bottom, on the top only what must cross."""
    zones, board.zones = board.zones, []
    router = Router(board, step=0.25, clearance=0.22, margin=8.0)
    for net in (GROUND, VCC):
        if not router.drop(net, Rule(width=0.4)):
            raise RuntimeError(f"no room for a via of {net}")
    # The top carries the lights' supply: tracks there cost more, and none may shut in a pixel's supply pad and its capacitor.
    for number in range(1, len(device.chain()) + 1):
        led = board.part(f"LED{number}")
        corners = [led.place(corner) for corner in ((-7.4, 0.7), (-7.4, 5.4), (-1.2, 5.4), (-1.2, 0.7))]
        router.keepouts.append((TOP, Polygon(corners)))
    signal = Rule(width=0.25, top=4.0, via=6.0)
    # the two that found no way when they came last come first; the router would find that out itself, but slowly
    nets = ["S1", "SENSE_LOAD", *(f"S{number}" for number in range(len(device.chain()), 1, -1))]
    nets += [*(f"Q{number}" for number in range(REGISTERS - 1, 0, -1)), "SENSE_DATA", "SENSE_CLK"]
    failed = router.route(nets, dict.fromkeys(nets, signal), rounds=4)
    if failed:
        raise RuntimeError(f"not routed: {failed}")
    for _attempt in range(4):
        tight = [net for net in router.tight(board.clearance) if net in nets]
        if not tight:
            break
        board.tracks = [track for track in board.tracks if track.net not in tight]
        board.vias = [via for via in board.vias if via.net not in tight]
        router.clearance += 0.02
        if failed := router.route(tight, dict.fromkeys(nets, signal), rounds=4):
            raise RuntimeError(f"not routed with more room: {failed}")
    outline = zones[0].outline
    board.zones = [*zones, Zone(GROUND, INNER_1, outline), Zone(VCC, INNER_2, outline)]
    pour(board)
    if len(router.groups(lightboard.POWER)) > 1:
        raise RuntimeError("tracks on the top cut the lights' supply into pieces")
