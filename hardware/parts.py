"""The parts of the device and their dimensions, in one place: the parts list, the boards and the enclosure take theirs from here.

Prices are typical single-quantity prices in euros, taken as a guide only. Dimensions are in mm.
"""

from dataclasses import dataclass
from types import SimpleNamespace

# ---- dimensions -------------------------------------------------------------------------------------------------------

STRIP = SimpleNamespace(
    per_metre=60,
    width=10.0,  # bare strip (IP30); 12 mm strips fit too, their channel is as wide
    thickness=0.4,
    led_height=1.6,
    pad_length=2.2,  # the copper pads that a cut goes through, along the strip
    rail_width=3.0,  # copper of each supply rail, as wide as the strip's pads allow
    rail_copper=35e-6,  # 1 oz: the thin kind, so that a better strip is only better
)
TERMINAL = SimpleNamespace(pitch=3.5, depth=7.2, height=8.7)
PICO = SimpleNamespace(length=51.0, width=21.0, board=1.0, header=2.54, usb_width=8.0, usb_height=2.8, usb_beyond=1.3)
DISPLAY = SimpleNamespace(
    # a lid for each of the two common modules; `view_above`: how far the picture's centre lies behind the module's (farther from the players)
    small=SimpleNamespace(width=27.4, height=27.8, view_width=21.8, view_height=10.9, view_above=1.5),
    large=SimpleNamespace(width=35.5, height=33.7, view_width=29.5, view_height=14.8, view_above=1.5),
    thickness=3.0,
)
ENCODER = SimpleNamespace(body=12.2, body_height=7.0, thread=7.0, thread_length=7.0, shaft=6.0, shaft_length=20.0, flat=4.5)
BUTTON = SimpleNamespace(body=6.2, stem=3.5, height=17.0)
BUZZER = SimpleNamespace(diameter=14.0, height=9.5)
JACK = SimpleNamespace(width=9.0, height=11.0, hole=8.0)
SCREW = SimpleNamespace(clear=3.4, head=6.0, insert=4.0, insert_length=5.0)  # M3; hole for a heat-set insert
BOARD = SimpleNamespace(thickness=1.6)

# The plate that carries the lights: the printed board, or plywood or hardboard as thick as it, with strips on it.
PLATE = SimpleNamespace(width=220.0, depth=195.0, corner=5.0, hole=3.2)
# The case round the plate. Heights are stacked: floor, room for wires, plate, grid, top.
CASE = SimpleNamespace(
    gap=0.5, wall=2.4, floor=2.0, below=5.0, grid=10.0, top=2.4, skin=0.8, grid_wall=1.6, window=12.6, channel_width=12.4, channel_depth=1.0,
    post=9.0, seam_gap=0.1,
)  # fmt: skip
# The console's box, at the players' side of the case.
CONSOLE = SimpleNamespace(
    gap=1.0, wall=2.4, floor=2.0, standoff=4.0, room=12.0, lid=2.4, screw_x=(-63.0, 68.0), cable_x=(-75.5, -67.5)
)
KNOB = SimpleNamespace(diameter=30.0, height=15.0, bore=6.15, flat=4.6, depth=12.0, flutes=18)
BED = 210.0  # every printed part fits a bed of this size, both ways
# Screws go up through base and plate: at the corners into the top, left and right into the ears of the grid.
CORNER_HOLES = [(x, y) for x in (-104.0, 104.0) for y in (-90.0, 90.0)]
EAR_HOLES = [(x, y) for x in (-102.0, 102.0) for y in (-48.0, 48.0)]

# ---- the parts list ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Item:
    """A line of the parts list. `build` says who needs it: all, strip, pcb, usb, supply, sensing, optional, case, tool or consumable."""

    key: str
    name: str
    value: str
    package: str
    quantity: float
    unit_price: float
    build: str
    refs: str = ""
    alternatives: str = ""


ITEMS = [
    Item(
        "pico",
        "Microcontroller board, RP2040",
        "Raspberry Pi Pico",
        "51 x 21 mm module with pin headers",
        1,
        5.00,
        "all",
        "U1",
        "Pico H; Pico W or Pico 2 with their own board file",
    ),
    Item(
        "oled",
        "OLED display 128x64, I2C, address 0x3C",
        "0.96 inch, SSD1306",
        "module 27 x 28 mm, 4 pins",
        1,
        5.00,
        "all",
        "DS1",
        "1.3 inch SH1106 module 36 x 34 mm: set the controller in the board file",
    ),
    Item(
        "encoder",
        "Rotary encoder with push, 20 detents",
        "EC11, shaft 20 mm with flat",
        "EC11 vertical, through hole",
        1,
        1.50,
        "all",
        "SW1",
        "any EC11 with 4 edges a detent; others: set the steps in the board file",
    ),
    Item(
        "button",
        "Push button, tall stem",
        "6 x 6 x 17 mm",
        "through hole, 4 pins",
        2,
        0.20,
        "all",
        "SW2 SW3",
        "other heights when the lid is set to them in hardware/parts.py",
    ),
    Item(
        "buzzer",
        "Piezo buzzer WITHOUT oscillator (passive)",
        "12-14 mm, 3-20 Vpp",
        "through hole, pitch 5.0 or 7.6 mm",
        1,
        0.80,
        "all",
        "BZ1",
        "no magnetic buzzer (16-42 ohm): it draws more than a pin may give",
    ),
    Item("shifter", "Quad buffer with TTL inputs, 5 V", "SN74AHCT125N", "DIP-14", 1, 0.70, "all", "U2", "74HCT125 in DIP-14"),
    Item("r_pull", "Resistor, metal film", "10 kohm, 0.25 W", "axial 6.3 mm", 1, 0.05, "all", "R1", "4.7 to 22 kohm"),
    Item("r_buzzer", "Resistor, metal film", "100 ohm, 0.25 W", "axial 6.3 mm", 1, 0.05, "all", "R3", "100 to 220 ohm"),
    Item("c_shifter", "Capacitor, ceramic", "100 nF, 16 V or more", "disc, pitch 5.08 mm", 1, 0.10, "all", "C3", ""),
    Item(
        "terminal3",
        "Screw terminal, 3 poles, 3.5 mm, 8 A",
        "3 x 3.5 mm",
        "through hole, 8.7 mm high",
        1,
        0.60,
        "all",
        "J1",
        "wires soldered in",
    ),
    Item(
        "terminal2",
        "Screw terminal, 2 poles, 3.5 mm, 8 A",
        "2 x 3.5 mm",
        "through hole, 8.7 mm high",
        1,
        0.45,
        "all",
        "J2",
        "wires soldered in",
    ),
    Item(
        "socket4",
        "Pin header, 1 row, 2.54 mm",
        "40 poles, to be broken",
        "through hole",
        1,
        0.50,
        "all",
        "J3 J4 J6 J7 and the Pico's",
        "",
    ),
    Item(
        "console_pcb",
        "Console board",
        "hardware/build/console",
        "150 x 60 mm, 2 layers, 1.6 mm",
        1,
        6.00,
        "all",
        "",
        "stripboard, wired from the pin table",
    ),
    # how it is fed: one of the two
    Item(
        "q_soft",
        "P-channel MOSFET, logic level, 3 A, below 60 mohm at 4.5 V",
        "AO3401A",
        "SOT-23",
        1,
        0.30,
        "usb",
        "Q1",
        "DMP2035U, IRLML6402",
    ),
    Item("r_soft", "Resistor, metal film", "100 kohm, 0.25 W", "axial 6.3 mm", 1, 0.05, "usb", "R4", ""),
    Item("c_gate", "Capacitor, ceramic", "1 uF, 16 V", "disc, pitch 5.08 mm", 1, 0.15, "usb", "C4", ""),
    Item("c_ramp", "Capacitor, film or ceramic", "47 nF, 16 V or more", "disc, pitch 5.08 mm", 1, 0.10, "usb", "C5", ""),
    Item(
        "c_usb", "Capacitor, electrolytic", "100 uF, 10 V or more", "radial 6.3 x 11 mm, pitch 2.5 mm", 1, 0.15, "usb", "C2", ""
    ),
    Item("usb_cable", "USB cable, short, thick", "USB-A or -C to micro-USB, 28/24 AWG or better", "1 m", 1, 4.00, "usb", "", ""),
    Item(
        "supply",
        "Power supply, 5 V regulated",
        "5 V 4 A (20 W), centre plus",
        "plug 5.5 x 2.1 mm",
        1,
        14.00,
        "supply",
        "",
        "5 V 3 A; see the table of supplies",
    ),
    Item(
        "jack",
        "DC jack, 5 A",
        "5.5 x 2.1 mm",
        "through hole, horizontal, thin pins",
        1,
        1.00,
        "supply",
        "J5",
        "a jack for the panel, wired to the pads",
    ),
    Item("fuse", "Fuse, slow", "T4A, 5 x 20 mm", "glass tube", 1, 0.40, "supply", "F1", "T3.15A with a 5 V 3 A supply"),
    Item("fuse_holder", "Fuse holder, open", "5 x 20 mm, pins 22.5 mm apart", "through hole", 1, 0.80, "supply", "F1", ""),
    Item("d_sys", "Schottky diode", "1N5819", "DO-41", 1, 0.15, "supply", "D1", "SB140, 1N5817"),
    Item(
        "c_supply",
        "Capacitor, electrolytic",
        "1000 uF, 10 V or 16 V, 105 degrees",
        "radial 10 x 16 mm, pitch 5 mm, laid flat",
        1,
        0.50,
        "supply",
        "C1",
        "",
    ),
    # the light board: one of the two
    Item(
        "strip",
        "LED strip WS2812B, 60 per metre, 10 mm, bare (IP30), black or white",
        "127 pixels, bought as 2.5 or 3 m",
        "strip",
        3,
        6.00,
        "strip",
        "",
        "SK6812; RGBW with order GRBW in the board file",
    ),
    Item(
        "plate",
        "Plate for the strips, 1.5 to 1.8 mm",
        "220 x 195 mm plywood or hardboard",
        "sheet",
        1,
        2.00,
        "strip",
        "",
        "two sheets of 0.8 mm card",
    ),
    Item("r_data", "Resistor, metal film", "470 ohm, 0.25 W", "axial 6.3 mm", 1, 0.05, "strip", "R2", "330 to 560 ohm"),
    Item(
        "light_pcb",
        "Light board",
        "hardware/build/lightboard",
        "220 x 195 mm, 2 layers, 1.6 mm",
        1,
        30.00,
        "pcb",
        "",
        "5 pieces cost little more",
    ),
    Item(
        "led", "Addressable LED", "WS2812B", "5050, 4 pads", 127, 0.08, "pcb", "LED1-LED127", "SK6812 (same pads, same protocol)"
    ),
    Item("c_led", "Capacitor, ceramic X7R", "100 nF, 16 V", "0603", 127, 0.01, "pcb", "C1-C127", ""),
    Item("r_data_smd", "Resistor, thick film", "470 ohm", "0603", 1, 0.01, "pcb", "R1", ""),
    Item(
        "terminal3_pcb",
        "Screw terminal, 3 poles, 3.5 mm, 8 A",
        "3 x 3.5 mm",
        "through hole, 8.7 mm high",
        2,
        0.60,
        "pcb",
        "J1 J2",
        "wires soldered in",
    ),
    # wires
    Item("wire_power", "Stranded wire", "0.75 mm2 (18 AWG), red and black", "1.5 m each", 3, 0.60, "all", "", "1.0 mm2"),
    Item("wire_row", "Stranded wire", "0.5 mm2 (20 AWG), red and black", "1 m each", 2, 0.50, "strip", "", "0.34 mm2 up to 2 A"),
    Item("wire_signal", "Stranded wire", "0.14 mm2 (26 AWG), several colours", "2 m", 2, 0.30, "all", "", "ribbon cable"),
    # case
    Item(
        "filament",
        "Filament PLA: black for base and grid, white for the top",
        "about 520 g",
        "1.75 mm",
        0.52,
        22.00,
        "case",
        "",
        "PETG",
    ),
    Item("screws", "Screws M3 x 16, countersunk", "M3 x 16", "steel", 8, 0.08, "case", "", "M3 x 18"),
    Item("screws_lid", "Screws M3 x 20, countersunk", "M3 x 20", "steel", 4, 0.09, "case", "", ""),
    Item("screws_console", "Screws M3 x 10 with nuts and washers", "M3 x 10", "steel", 2, 0.12, "case", "", "M3 x 12"),
    Item(
        "inserts",
        "Heat-set inserts",
        "M3, 4.0 mm hole, 5 mm long",
        "brass",
        12,
        0.10,
        "case",
        "",
        "smaller holes (2.6 mm) in which screws cut their thread",
    ),
    Item("feet", "Rubber feet", "10 mm, self-adhesive", "", 8, 0.10, "case", "", "felt"),
    Item(
        "sheet",
        "Paper or self-adhesive film for the printed top sheet",
        "A4",
        "2 sheets",
        2,
        0.30,
        "case",
        "",
        "frosted film on 1 mm acrylic",
    ),
    Item(
        "joystick",
        "Joystick, two axes, 10 kohm",
        "module, 5 pins",
        "wired",
        1,
        1.50,
        "optional",
        "",
        "needs a board file with JOYSTICK",
    ),
    # sensing board, optional
    Item(
        "hall",
        "Hall switch, omnipolar, micropower, push-pull, 1.65-5.5 V, below 10 uA",
        "DRV5032FB",
        "SOT-23",
        127,
        0.45,
        "sensing",
        "U1-U127",
        "other omnipolar push-pull switch with the same pins, 2.5-5 mT, no open drain",
    ),
    Item(
        "sensing_pcb",
        "Light board with sensing, instead of the light board",
        "hardware/build/lightboard-sensing",
        "220 x 195 mm, 4 layers, 1.6 mm",
        1,
        75.00,
        "sensing",
        "",
        "",
    ),
    Item("shift", "Shift register, parallel in", "SN74HC165D", "SOIC-16", 16, 0.35, "sensing", "U201-U216", ""),
    Item("magnet", "Magnet disc for the pieces", "8 x 3 mm, N45", "glued under each piece", 40, 0.25, "sensing", "", "10 x 2 mm"),
    # consumables and tools
    Item("solder", "Solder 0.8 mm, flux", "Sn60Pb40 or SAC305", "", 1, 6.00, "consumable", "", ""),
    Item("glue", "Glue for the halves; hot glue", "two-part epoxy or thick CA", "", 1, 4.00, "consumable", "", ""),
    Item("shrink", "Heat-shrink tube, tape", "2 and 4 mm", "", 1, 2.00, "consumable", "", ""),
    Item("iron", "Soldering iron with fine tip", "", "", 1, 0.0, "tool", "", ""),
    Item(
        "printer", "3D printer, bed 210 x 210 mm or larger", "", "", 1, 0.0, "tool", "", "a laser cutter for plate, grid and top"
    ),
    Item("meter", "Multimeter (continuity, 5 V, mA)", "", "", 1, 0.0, "tool", "", ""),
    Item("cutters", "Side cutters, wire stripper, screwdriver, sharp knife, steel ruler", "", "", 1, 0.0, "tool", "", ""),
    Item("computer", "Computer with a USB port, for the firmware", "", "", 1, 0.0, "tool", "", ""),
]

# What a complete device needs, by the way it is built.
BUILDS = {
    "strip, USB": ("all", "strip", "usb", "case", "consumable"),
    "strip, own supply": ("all", "strip", "supply", "case", "consumable"),
    "printed board, USB": ("all", "pcb", "usb", "case", "consumable"),
    "printed board, own supply": ("all", "pcb", "supply", "case", "consumable"),
}


def item(key: str) -> Item:
    """The line of the parts list with that key; KeyError if there is none."""
    for line in ITEMS:
        if line.key == key:
            return line
    raise KeyError(key)


def cost(build: str) -> float:
    """What the parts of a build (a key of BUILDS) cost together, in euros."""
    return sum(line.quantity * line.unit_price for line in ITEMS if line.build in BUILDS[build])
