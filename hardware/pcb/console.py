"""The console's board: Pico, level shifter, encoder, buttons, buzzer, the display's socket, and how the device is fed.

Seen from the top: the Pico's USB plug at the left edge, the terminals for the light board and the supply at the back, the knob right in front.
All parts but the soft start's transistor are through-hole.
"""

from shapely.ops import unary_union

from hardware import device, parts
from hardware.pcb import footprints
from hardware.pcb.model import BOTTOM, TOP, Board, Hole, Label, Part, Via, Zone, pour, stitch
from hardware.pcb.route import Router, Rule

WIDTH, DEPTH = 150.0, 60.0
HOLES = [(-71.0, -26.0), (71.0, -26.0), (-71.0, 1.0), (71.0, 7.0), (56.0, 26.5)]
DISPLAY_AT = (-4.0, -4.0)  # the middle of the display, which sits in the lid
ENCODER_AT = (53.0, -11.0)
BUTTONS_AT = {"SW2": (29.0, -19.0), "SW3": (29.0, -3.0)}
USB_AT = 17.0  # y of the Pico's USB plug
JACK_AT = 21.0  # y of the DC jack
CABLES_AT = (-12.0, 24.0)  # where the wires to the light board leave, at the back

PLACES = {
    "U1": (footprints.PICO, (-49.0, USB_AT), 0), "U2": (footprints.DIP14, (-52.0, -4.0), 90), "R1": (footprints.R_AXIAL, (-65.5, -6.0), 90),
    "C3": (footprints.C_DISC, (-38.0, -3.0), 90), "BZ1": (footprints.BUZZER, (-58.0, -21.0), 0), "R3": (footprints.R_AXIAL, (-42.0, -20.0), 0),
    "J3": (footprints.header(4), (-28.0, -13.0), 0), "J4": (footprints.header(4), (-28.0, -22.5), 0),
    "J6": (footprints.header(4), (-12.0, -26.5), 0), "J7": (footprints.header(5), (-14.5, 16.0), 0),
    "J1": (footprints.terminal(3), (-15.0, 24.0), 180), "J2": (footprints.terminal(2), (-3.0, 24.0), 180),
    "C2": (footprints.C_100U, (6.0, 24.0), 270), "W1": (footprints.LINK, (18.0, 24.0), 0), "F1": (footprints.FUSE, (40.0, 24.0), 180),
    "J5": (footprints.JACK, (61.6, JACK_AT), 0), "C1": (footprints.C_1000U, (24.0, 12.0), 0), "D1": (footprints.D_AXIAL, (54.0, 11.0), 0),
    "Q1": (footprints.SOT23, (10.0, 15.0), 0), "R4": (footprints.R_AXIAL, (8.0, 8.0), 0), "C4": (footprints.C_DISC, (2.0, 15.0), 90),
    "C5": (footprints.C_DISC, (15.5, 14.5), 90), "SW1": (footprints.EC11, ENCODER_AT, 0),
    "SW2": (footprints.TACT, BUTTONS_AT["SW2"], 0), "SW3": (footprints.TACT, BUTTONS_AT["SW3"], 0),
}  # fmt: skip

# Words beside the pins of connectors, and what parts are for.
WORDS = {
    "J1": ("5V", "DATA", "GND"),
    "J2": ("5V", "GND"),
    "J3": ("GND", "3V3", "SCL", "SDA"),
    "J4": ("3V3", "GND", "SCL", "SDA"),
    "J6": ("GND", "3V3", "X", "Y"),
}


def build(name: str = "console") -> Board:
    """The board, routed and poured. Raises RuntimeError when a net can't be routed."""
    x, y = WIDTH / 2, DEPTH / 2
    board = Board(name, "Roost console", [(x, -y), (x, y), (-x, y), (-x, -y)])
    board.holes = [Hole(at, 3.2, f"H{index + 1}", 1.6) for index, at in enumerate(HOLES)]
    nets = device.console_nets()
    for ref, (footprint, at, angle) in PLACES.items():
        item = parts.item(device.CONSOLE_ITEMS[ref])
        board.parts.append(Part(ref, item.value, footprint, at, float(angle), nets=nets[ref], item=item.key))
    outline = [(-x, -y), (x, -y), (x, y), (-x, y)]
    # what carries the lights' current is poured, not drawn as lines
    board.zones = [
        Zone("SUPPLY", TOP, [(48, 30), (48, 18.6), (64.8, 18.6), (64.8, 30)], priority=3),
        Zone("+5V_FUSED", TOP, [(20.6, 30), (20.6, 19.2), (33.5, 19.2), (33.5, 30)], priority=3),
        Zone(
            "+5V_LED",
            TOP,
            [
                (-20.6, 28.6),
                (-20.6, 20.2),
                (2.6, 19.6),
                (17.2, 19.6),
                (17.2, 7),
                (26, 7),
                (26, 12.0),
                (21.4, 12.0),
                (20.4, 19.2),
                (20.4, 28.6),
            ],
            priority=2,
        ),
        Zone("GND", TOP, outline),
        Zone("GND", BOTTOM, outline),
    ]
    wide = {net: Rule(width=0.8) for net in ("+3V3",)}
    wide.update({net: Rule(width=1.2) for net in ("VBUS", "VSYS", "+5V_USB", "+5V_FUSED", "+5V_LED")})
    board_nets = [net for net in board.nets() if net not in ("GND", "SUPPLY")]
    order = sorted(board_nets, key=lambda net: (net not in wide, net not in ("VBUS", "+5V_USB"), net))
    pour(board)  # the supply's areas first: the router joins what they don't reach
    board.zones, rest = board.zones[:3], board.zones[3:]
    router = Router(board, step=0.25, clearance=0.25)
    failed = router.route(order, wide)
    if failed:
        raise RuntimeError(f"not routed: {failed}")
    board.zones += rest
    before = len(board.vias)
    stitch(board, "GND")
    pour(board)
    lonely = [via.at for via in _lonely(router, board.vias[before:])]
    board.vias = [via for via in board.vias if via.at not in lonely]
    pour(board)
    if not router.net("GND", Rule(width=0.3, via=1.0)):  # joins parts of the ground that tracks cut off
        left = [[shape.representative_point().coords[0] for _layers, shape in group][:3] for group in router.groups("GND")]
        raise RuntimeError(f"the ground is in pieces: {left}")
    pour(board)
    board.labels += _labels(board)
    return board


def _lonely(router: Router, vias: list[Via]) -> list[Via]:
    """Those of the new vias that reach no pad of the ground."""
    main = max(router.groups("GND"), key=lambda group: sum(shape.area for _layers, shape in group))
    copper = unary_union([shape for _layers, shape in main])
    return [via for via in vias if not copper.intersects(via.shape())]


def _labels(board: Board) -> list[Label]:
    out = [
        Label((53, -28.2), "ROOST CONSOLE", 1.4),
        Label((18, 28.4), "W1: ONE SIDE ONLY", 1.0),
        Label((12.6, 21.6), "USB", 1.0),
        Label((24.6, 21.6), "SUPPLY", 1.0),
        Label((29, -24.6), "BACK", 1.3),
        Label((29, -8.6), "MENU", 1.3),
        Label((53, 3.2), "CONFIRM", 1.3),
        Label((67.5, 15.0), "5V IN, TIP +", 1.0),
        Label((-28, -17.0), "DISPLAY: J3 OR J4", 1.0),
        Label((-12.0, -22.6), "JOYSTICK", 1.0),
        Label((-14.5, 13.6), "SENSING", 1.0),
    ]
    for ref, words in WORDS.items():
        part = board.part(ref)
        for number, word in enumerate(words, start=1):
            px, py = part.pad_at(str(number))
            if ref in ("J1", "J2"):
                out.append(Label((px, py - 5.0), word, 0.9))
            else:
                out.append(Label((px, py + 2.1), word, 0.8))
    return out
