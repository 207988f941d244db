"""The light board: 127 WS2812B where the strip's pixels would be, so that the same grid and top fit.

5 V is poured on the top, ground on the bottom; data runs along the rows on the top. Ordering of the pixels is the board file's map.
"""

from hardware import cells, device, plate
from hardware.pcb import footprints
from hardware.pcb.model import BOTTOM, TOP, Board, Hole, Label, Part, Via, Xy, Zone

POWER, GROUND = "+5V", "GND"
DATA_WIDTH = 0.3


def build(name: str = "lightboard") -> Board:
    """The board with parts, tracks and zones, not yet poured."""
    board = Board(name, "Roost light board", plate.outline())
    chain = device.chain()
    board.holes = [Hole(at, 3.2, f"H{index + 1}", 2.2) for index, at in enumerate(plate.holes())]
    rightward = _directions(chain)
    for index, cell in enumerate(chain):
        _pixel(board, index, cell, rightward[index], last=index + 1 == len(chain))
    for index in range(1, len(chain)):
        board.track(_link(chain, rightward, index), DATA_WIDTH, TOP, f"DATA{index}")
    _connectors(board, chain, rightward)
    outline = [(-110.0, -97.5), (110.0, -97.5), (110.0, 97.5), (-110.0, 97.5)]
    board.zones = [Zone(POWER, TOP, outline), Zone(GROUND, BOTTOM, outline)]
    board.labels += [
        Label((0, 96.2), "ROOST  LIGHT BOARD", 1.3),
        Label((-88, 74.5), "5 V ONLY", 1.2),
        Label((0, -96.2), "PLAYERS SIT HERE", 1.2),
    ]
    return board


def _directions(chain: list[int]) -> list[bool]:
    """Whether data runs to the right at each pixel of the chain. Raises ValueError unless rows are passed to and fro."""
    out = []
    for index, cell in enumerate(chain):
        other = chain[index + 1] if index + 1 < len(chain) and cells.row(chain[index + 1]) == cells.row(cell) else None
        if other is not None:
            out.append(other > cell)
        else:
            out.append(cell > chain[index - 1])
    for a, b in zip(range(len(chain)), range(1, len(chain)), strict=False):
        if cells.row(chain[a]) != cells.row(chain[b]) and out[a] == out[b]:
            raise ValueError("the printed board needs a serpentine map: rows to and fro")
    return out


def _pixel(board: Board, index: int, cell: int, right: bool, last: bool) -> None:
    """One LED with its capacitor and the vias to ground."""
    at = cells.position(cell)
    angle = 180.0 if right else 0.0
    number = index + 1
    led = Part(
        f"LED{number}", "WS2812B", footprints.WS2812B, at, angle, item="led",
        nets={"1": POWER, "2": "DATA_OUT" if last else f"DATA{number}", "3": GROUND, "4": f"DATA{index}"},
    )  # fmt: skip
    board.parts.append(led)
    cap = Part(
        f"C{number}", "100n", footprints.C0603, led.place((-5.2, 2.425)), (angle + 90) % 360, item="c_led",
        nets={"1": POWER, "2": GROUND}, show_ref=False,
    )  # fmt: skip
    board.parts.append(cap)
    board.track([led.pad_at("1"), cap.pad_at("1")], 0.6, TOP, POWER)
    via = led.place((2.45, -3.1))
    board.track([led.pad_at("3"), via], 0.5, TOP, GROUND)
    board.vias.append(Via(via, GROUND))
    via = led.place((-5.2, 4.4))
    board.track([cap.pad_at("2"), via], 0.5, TOP, GROUND)
    board.vias.append(Via(via, GROUND))
    board.labels.append(Label((at[0], at[1] - (-4.3 if right else 4.3)), cells.NAMES[cell], 1.4))


def _link(chain: list[int], rightward: list[bool], index: int) -> list[Xy]:
    """The way of the data from pixel `index` - 1 to the next."""
    x0, y0 = cells.position(chain[index - 1])
    x1, y1 = cells.position(chain[index])
    sx, sy = 2.45, 1.65
    before = rightward[index - 1]
    out = (x0 + sx, y0 + sy) if before else (x0 - sx, y0 - sy)
    into = (x1 - sx, y1 - sy) if rightward[index] else (x1 + sx, y1 + sy)
    if cells.row(chain[index - 1]) == cells.row(chain[index]):
        middle = (x0 + x1) / 2
        step = sy if before else -sy
        return [out, (middle - step, out[1]), (middle + step, into[1]), into]
    down = 1 if y1 < y0 else -1
    if down < 0:
        raise ValueError("the printed board is laid out for a chain that starts at row m")
    if before:  # round the right end
        if x1 > x0:
            return [out, (into[0], out[1]), into]
        return [out, (x0 + 6.6, out[1]), (x0 + 6.6, y0 - 6.3), (into[0], y0 - 6.3), into]
    turn = min(out[0], x1 - 4.6)
    return [out, (turn, out[1]), (turn, into[1]), into]


def _connectors(board: Board, chain: list[int], rightward: list[bool]) -> None:
    """The terminal for 5 V, data and ground near the first pixel with its resistor, and one for 5 V near the last."""
    first = board.part("LED1")
    din = first.pad_at("4")
    x, y = cells.position(chain[0])
    side = -1.0 if x < 0 else 1.0
    back = 1.0 if y > 0 else -1.0
    terminal = Part(
        "J1", "5V DATA GND", footprints.terminal(3), (side * 88.0, back * 84.0), 180.0 if back > 0 else 0.0,
        nets={"1": POWER, "2": "DATA_IN", "3": GROUND}, item="terminal3_pcb",
    )  # fmt: skip
    resistor = Part(
        "R1",
        "470",
        footprints.R0603,
        (din[0] + side * 8.5, din[1]),
        0.0 if side < 0 else 180.0,
        nets={"1": "DATA_IN", "2": "DATA0"},
        item="r_data_smd",
    )
    board.parts += [terminal, resistor]
    board.track([resistor.pad_at("2"), din], DATA_WIDTH, TOP, "DATA0")
    start = terminal.pad_at("2")
    level = start[1] - back * 4.0
    end = resistor.pad_at("1")
    board.track([start, (start[0], level), (end[0], level), end], DATA_WIDTH, TOP, "DATA_IN")

    out = board.part(f"LED{len(chain)}").pad_at("2")
    x, y = cells.position(chain[-1])
    side, back = (-1.0 if x < 0 else 1.0), (1.0 if y > 0 else -1.0)
    terminal = Part(
        "J2", "5V OUT GND", footprints.terminal(3), (side * 88.0, back * 84.0), 180.0 if back > 0 else 0.0,
        nets={"1": POWER, "2": "DATA_OUT", "3": GROUND}, item="terminal3_pcb",
    )  # fmt: skip
    board.parts.append(terminal)
    start = terminal.pad_at("2")
    level = start[1] - back * 4.0
    board.track(
        [out, (out[0] + side * 8.0, out[1]), (out[0] + side * 8.0, level), (start[0], level), start], DATA_WIDTH, TOP, "DATA_OUT"
    )
    for ref in ("J1", "J2"):
        part = board.part(ref)
        for pad, words in (("1", "5V"), ("2", "DI" if ref == "J1" else "DO"), ("3", "GND")):
            px, py = part.pad_at(pad)
            inward = -1.0 if part.at[1] > 0 else 1.0
            board.labels.append(Label((px, py + inward * 4.6), words, 1.0))
