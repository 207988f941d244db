"""The wiring: a diagram of the console, made from the net list of `device.py`, and tables of pins and wires.

Every pad of the net list is drawn; pads of one net are joined by a line or carry the net's flag. In the SVG each pad carries the tag
`pad:REF.PAD:NET`, each line `wire:NET` and each flag `flag:REF.PAD:NET`, so that a test can hold the diagram, the pin table and the board file
against each other.
"""

import csv
import io

from hardware import cells, device, power
from hardware.draw import Drawing, text_width

Point = tuple[float, float]

COLOURS = {
    "GND": "#222222", "+5V_LED": "#c62828", "+5V_USB": "#e65100", "+5V_FUSED": "#ad1457", "SUPPLY": "#880e4f", "VBUS": "#ef6c00",
    "VSYS": "#b8860b", "+3V3": "#c2185b", "DATA_5V": "#2e7d32", "LIGHTS_3V3": "#2e7d32", "SDA": "#1565c0", "SCL": "#0277bd",
}  # fmt: skip
OTHER = "#37474f"

# Nets in words: as flags say them, and where to find those that have no flag.
FLAGS = {"+5V_LED": "+5V lights", "DATA_5V": "data 5V", "+3V3": "3V3"}
PLACES = {"+5V_FUSED": "5 V behind F1", "+5V_USB": "5 V behind Q1", "LIGHTS_3V3": f"GP{device.board().LIGHTS['pin']}"}


class Diagram:
    """Collects boxes with pads, wires between pads and flags for the rest."""

    def __init__(self, sheet: Drawing, nets: dict[str, dict[str, str]]):
        self.sheet = sheet
        self.nets = nets
        self.pads: dict[str, tuple[Point, Point]] = {}  # REF.PAD -> where, and the direction outwards
        self.wired: set[str] = set()

    def box(
        self, ref: str, title: str, x: float, y: float, width: float, height: float, pads: dict[str, tuple[str, float, str]]
    ) -> None:
        """A part. `pads`: pad -> (side: l r t b, position on that axis, words inside)."""
        self.sheet.rectangle(x, y, width, height, stroke="#000000", fill="#f7f7f2", width=0.35)
        for line, words in enumerate(title.split("\n")):
            self.sheet.text(
                (x + width / 2, y + height + 1.2 + 3.2 * (title.count("\n") - line)), words, 2.6, anchor="middle", bold=line == 0
            )
        for pad, (side, at, words) in pads.items():
            net = self.nets[ref].get(pad, "")
            place, out = {
                "l": ((x, at), (-1.0, 0.0)), "r": ((x + width, at), (1.0, 0.0)), "t": ((at, y + height), (0.0, 1.0)),
                "b": ((at, y), (0.0, -1.0)),
            }[side]  # fmt: skip
            self.pads[f"{ref}.{pad}"] = (place, out)
            dx, anchor = {"l": (1.0, "start"), "r": (-1.0, "end"), "t": (0.0, "middle"), "b": (0.0, "middle")}[side]
            dy = {"l": -0.8, "r": -0.8, "t": -3.0, "b": 1.2}[side]
            self.sheet.text((place[0] + dx, place[1] + dy), words, 2.2, anchor=anchor)
            self.sheet.circle(place, 0.6, stroke="#000000", fill="#ffffff", width=0.2, tag=f"pad:{ref}.{pad}:{net}")

    def two(self, ref: str, words: str, first: str, a: Point, second: str, b: Point) -> None:
        """A part with two legs between points a and b, as a small body with its name beside it."""
        for pad, place, other in ((first, a, b), (second, b, a)):
            length = max(abs(place[0] - other[0]), abs(place[1] - other[1]))
            out = ((place[0] - other[0]) / length, (place[1] - other[1]) / length)
            self.pads[f"{ref}.{pad}"] = (place, out)
        upright = abs(a[0] - b[0]) < 0.01
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        half = 1.6
        long = (abs(a[1] - b[1]) if upright else abs(a[0] - b[0])) / 2 - 1.2
        if upright:
            self.sheet.rectangle(middle[0] - half, middle[1] - long, 2 * half, 2 * long, fill="#f7f7f2", width=0.35)
            at, anchor = (middle[0] + half + 0.8, middle[1]), "start"
        else:
            self.sheet.rectangle(middle[0] - long, middle[1] - half, 2 * long, 2 * half, fill="#f7f7f2", width=0.35)
            at, anchor = (middle[0], middle[1] + half + 1.0), "middle"
        for pad, place in ((first, a), (second, b)):
            sign = 1 if (place[1] > middle[1] if upright else place[0] > middle[0]) else -1
            self.sheet.line(
                [place, (place[0], middle[1] + long * sign) if upright else (middle[0] + long * sign, place[1])], width=0.35
            )
            net = self.nets[ref].get(pad, "")
            self.sheet.circle(place, 0.1, fill="#000000", width=0.1, tag=f"pad:{ref}.{pad}:{net}")
        for line, word in enumerate(words.split("\n")):
            self.sheet.text(
                (at[0], at[1] - (2.8 * line if upright else -2.8 * (words.count("\n") - line))), word, 2.2, anchor=anchor
            )

    def wire(self, *stops: "str | Point") -> None:
        """A line through pads (`REF.PAD`) and points. Raises ValueError when pads of different nets would be joined."""
        names = [stop for stop in stops if isinstance(stop, str)]
        nets = {self.nets[name.split(".")[0]].get(name.split(".", 1)[1], "") for name in names}
        if len(nets) != 1 or "" in nets:
            raise ValueError(f"these are not on one net: {names}")
        net = nets.pop()
        self.wired.update(names)
        points = [self.pads[stop][0] if isinstance(stop, str) else stop for stop in stops]
        for a, b in zip(points, points[1:], strict=False):
            if abs(a[0] - b[0]) > 0.01 and abs(a[1] - b[1]) > 0.01:
                raise ValueError(f"a slanted line in {names}")
        self.sheet.line(points, stroke=COLOURS.get(net, OTHER), width=0.5, tag=f"wire:{net}")
        for stop in (stops[0], stops[-1]):
            if not isinstance(stop, str):
                self.sheet.circle(stop, 0.8, stroke=None, fill=COLOURS.get(net, OTHER))

    def flag(self, name: str, length: float = 4.0, at: "tuple[Point, Point] | None" = None) -> None:
        """A short line from a pad (or from a place on its line, in a direction) to a flag with the net's name."""
        (x, y), (dx, dy) = at or self.pads[name]
        ref, pad = name.split(".", 1)
        net = self.nets[ref][pad]
        colour = COLOURS.get(net, OTHER)
        end = (x + dx * length, y + dy * length)
        self.sheet.line([(x, y), end], stroke=colour, width=0.5, tag=f"wire:{net}")
        words = FLAGS.get(net, net)
        wide = text_width(words, 2.2) + 1.6
        left = end[0] if dx > 0 else end[0] - wide if dx < 0 else end[0] - wide / 2
        bottom = end[1] - 1.5 if dy == 0 else end[1] if dy > 0 else end[1] - 3.0
        self.sheet.rectangle(left, bottom, wide, 3.0, stroke=colour, fill="#ffffff", width=0.3)
        self.sheet.text((left + wide / 2, bottom + 0.75), words, 2.2, anchor="middle", fill=colour, tag=f"flag:{name}:{net}")
        self.wired.add(name)

    def flags(self) -> None:
        """Flags for every pad that no line reaches."""
        for ref, pads in self.nets.items():
            for pad in pads:
                if f"{ref}.{pad}" not in self.wired:
                    self.flag(f"{ref}.{pad}")


def _left(pin: int) -> float:
    return 235.0 - 5 * (pin - 1)


def _right(pin: int) -> float:
    return 140.0 + 5 * (pin - 21)


def diagram() -> Drawing:
    """The wiring of the whole device on one A3 sheet."""
    which = device.board()
    nets = device.console_nets(which)
    gpio = {net: device.PIN_OF[f"GP{pin}"] for net, pin, _use in device.signals(which)}
    sheet = Drawing(420, 297, title="Roost: wiring")
    sheet.rectangle(5, 5, 410, 287, width=0.5)
    sheet.text((12, 281), "Roost: wiring", 6, bold=True)
    sheet.text((12, 274.5), f"{which.TITLE}. Made from firmware/boards/{which.NAME}.py.", 3)
    d = Diagram(sheet, nets)
    # The Pico: all forty pins, as seen from the top with the USB plug upwards
    pads = {}
    for number, name in device.PICO_PINS.items():
        side, y = ("l", _left(number)) if number <= 20 else ("r", _right(number))
        pads[str(number)] = (side, y, f"{number} {name}" if side == "l" else f"{name} {number}")
    d.box("U1", "", 150, 136, 36, 103, pads)
    sheet.rectangle(161, 237, 14, 5, fill="#dddddd", width=0.3)
    sheet.text((168, 238.6), "USB", 2.2, anchor="middle")
    sheet.text((168, 244.5), "U1 Raspberry Pi Pico", 2.6, anchor="middle", bold=True)
    sheet.text((168, 132.5), "seen from the top", 2.2, anchor="middle")

    def pin(net: str) -> str:
        return f"U1.{gpio[net]}"

    y = {net: _left(number) if number <= 20 else _right(number) for net, number in gpio.items()}
    # left: level shifter, display, encoder, buttons, buzzer
    top = y["LIGHTS_3V3"] + 9
    d.box(
        "U2", "U2 74AHCT125, at 5 V\n(6, 8 and 11 stay open)", 52, top - 4, 34, 38,
        {"2": ("r", top, "1A 2"), "1": ("r", top + 6, "1OE 1"), "3": ("r", top + 12, "1Y 3"), "14": ("r", top + 18, "VCC 14"),
         "7": ("r", top + 24, "GND 7"),
         "4": ("l", top, "4 2OE"), "5": ("l", top + 6, "5 2A"), "9": ("l", top + 12, "9 3A"), "10": ("l", top + 18, "10 3OE"),
         "12": ("l", top + 24, "12 4A"), "13": ("l", top + 30, "13 4OE")},
    )  # fmt: skip
    low = top - 9
    d.wire(pin("LIGHTS_3V3"), (104, low), (104, top), "U2.2")
    d.two("R1", "R1 10k", "1", (120, low + 5), "2", (120, low + 16))
    d.wire("R1.1", (120, low))
    d.two("C3", "C3 100n\nclose to U2", "1", (22, top + 30), "2", (22, top + 16))
    yd, yc = y["SDA"], y["SCL"]
    d.box(
        "J3",
        "J3 display, order GND first",
        62,
        yd - 18,
        24,
        21,
        {"4": ("r", yd, "SDA"), "3": ("r", yc, "SCL"), "2": ("r", yc - 5, "VCC"), "1": ("r", yc - 10, "GND")},
    )
    d.wire(pin("SDA"), "J3.4")
    d.wire(pin("SCL"), "J3.3")
    d.flag("J3.4", 1.5, ((126, yd), (0.0, 1.0)))
    d.flag("J3.3", 1.5, ((126, yc), (0.0, -1.0)))
    d.box(
        "J4",
        "J4 display, VCC first\n(fit J3 or J4)",
        16,
        yd - 18,
        22,
        21,
        {"4": ("r", yd, "SDA"), "3": ("r", yc, "SCL"), "2": ("r", yc - 5, "GND"), "1": ("r", yc - 10, "VCC")},
    )
    ya, yb, yk = y["ENC_A"], y["ENC_B"], y["CONFIRM"]
    d.box(
        "SW1", "SW1 encoder EC11", 56, yk - 3, 30, 16,
        {"A": ("r", ya, "A"), "B": ("r", yb, "B"), "S1": ("r", yk, "push"),
         "C": ("l", ya, "C"), "S2": ("l", yb, "push"), "MP": ("l", yk, "case")},
    )  # fmt: skip
    for net, pad in (("ENC_A", "A"), ("ENC_B", "B"), ("CONFIRM", "S1")):
        d.wire(pin(net), f"SW1.{pad}")
    yn, ym, yz = y["BACK"], y["MENU"], y["BUZZER"]
    d.two("SW2", "SW2 Back", "1", (124, yn), "2", (108, yn))
    d.wire(pin("BACK"), "SW2.1")
    d.two("SW3", "SW3 Menu", "1", (84, ym), "2", (68, ym))
    d.wire(pin("MENU"), "SW3.1")
    d.two("R3", "", "1", (124, yz), "2", (108, yz))
    sheet.text((116, yz - 4.4), "R3 100", 2.2, anchor="middle")
    d.wire(pin("BUZZER"), "R3.1")
    d.box("BZ1", "BZ1 piezo buzzer", 56, yz - 13, 30, 7, {"1": ("r", yz - 9.5, "1"), "2": ("l", yz - 9.5, "2")})
    d.wire("R3.2", (98, yz), (98, yz - 9.5), "BZ1.1")
    # right: the soft start from USB
    yv = _right(40)
    d.box("Q1", "Q1 AO3401A", 217, yv - 4, 18, 8, {"2": ("l", yv, "S"), "3": ("r", yv, "D"), "1": ("b", 226, "G")})
    d.wire("U1.40", "Q1.2")
    d.two("C4", "C4 1u", "1", (202, yv - 5), "2", (202, yv - 13))
    d.two("C5", "C5 47n", "2", (246, yv - 5), "1", (246, yv - 13))
    d.wire("C4.1", (202, yv))
    d.wire("C5.2", (246, yv))
    d.wire("C4.2", (202, yv - 15.5), (246, yv - 15.5), "C5.1")
    d.wire("Q1.1", (226, yv - 15.5))
    d.two("R4", "", "1", (229, yv - 21), "2", (241, yv - 21))
    sheet.text((235, yv - 25.4), "R4 100k", 2.2, anchor="middle")
    d.wire("R4.1", (226, yv - 21), (226, yv - 15.5))
    sheet.text((226, yv + 13), "USB build: soft start", 2.8, anchor="middle", bold=True)
    d.box(
        "W1",
        "W1 wire link:\none side only!",
        264,
        yv - 22,
        22,
        24,
        {"1": ("l", yv, "1 USB"), "2": ("r", yv - 10, "2"), "3": ("l", yv - 20, "3 supply")},
    )
    d.wire("Q1.3", "W1.1")
    # own supply
    yf = yv - 30
    d.two("D1", "D1 1N5819, ring towards VSYS", "1", (214, yf - 3), "2", (232, yf - 3))
    d.wire("U1.39", (194, _right(39)), (194, yf - 3), "D1.1")
    d.box(
        "J5",
        "J5 own supply\n5 V, centre plus",
        372,
        yf - 14,
        30,
        18,
        {"1": ("l", yf, "1 +"), "2": ("l", yf - 5, "2 -"), "3": ("l", yf - 10, "3 -")},
    )
    d.two("F1", "", "1", (352, yf), "2", (334, yf))
    sheet.text((343, yf - 4.4), "F1 fuse T4A", 2.2, anchor="middle")
    d.wire("J5.1", "F1.1")
    d.wire("F1.2", (256, yf), (256, yv - 20), "W1.3")
    d.wire("D1.2", (256, yf - 3), (256, yf))
    # the lights' rail
    yl = yv - 10
    d.wire("W1.2", (318, yl))
    d.two("C2", "C2 100u\n(USB)", "1", (294, yl - 2), "2", (294, yl - 10))
    d.wire("C2.1", (294, yl))
    d.flag("C2.2", 2.5)
    d.two("C1", "C1 1000u\n(own supply)", "1", (340, yl - 2), "2", (340, yl - 10))
    d.flag("C1.2", 2.5)
    d.box(
        "J1",
        "J1 lights, first pixel",
        330,
        158,
        24,
        17,
        {"1": ("l", 171, "1 5V"), "2": ("l", 166, "2 data"), "3": ("l", 161, "3 GND")},
    )
    d.box("J2", "J2 lights, last pixel", 330, 136, 24, 12, {"1": ("l", 145, "1 5V"), "2": ("l", 140, "2 GND")})
    d.wire("C1.1", (340, yl), (318, yl))
    d.flag("C1.1", 5)
    d.wire((318, yl), (318, 145), "J2.1")
    d.wire("J1.1", (318, 171))
    # joystick and sensing board
    d.box(
        "J6",
        "J6 joystick (optional)",
        214,
        176,
        26,
        20.6,
        {
            "4": ("l", _right(32), "4 y"),
            "3": ("l", _right(31), "3 x"),
            "2": ("r", _right(32), "3V3 2"),
            "1": ("r", _right(31), "GND 1"),
        },
    )
    for row in device.pin_table(which):
        if row["net"] in ("JOY_X", "JOY_Y"):
            d.wire(f"U1.{row['pin']}", f"J6.{'3' if row['net'] == 'JOY_X' else '4'}")
    ys = {net: y[net] for net in ("SENSE_CLK", "SENSE_LOAD", "SENSE_DATA")}
    d.box(
        "J7", "J7 sensing board (optional)", 214, 136, 26, 24,
        {"4": ("l", ys["SENSE_CLK"], "4 clock"), "3": ("l", ys["SENSE_LOAD"], "3 load"), "5": ("l", ys["SENSE_DATA"], "5 data"),
         "1": ("r", 155, "3V3 1"), "2": ("r", 148, "GND 2")},
    )  # fmt: skip
    for net, pad in (("SENSE_CLK", "4"), ("SENSE_LOAD", "3"), ("SENSE_DATA", "5")):
        d.wire(pin(net), f"J7.{pad}")
    d.flags()
    _light_board(sheet, d)
    _notes(sheet)
    return sheet


def _light_board(sheet: Drawing, d: Diagram) -> None:
    """The chain of pixels in small, fed at both ends."""
    scale, cx, cy = 0.44, 330.0, 66.0
    chain = device.chain()
    points = [(cx + scale * cells.position(cell)[0], cy + scale * cells.position(cell)[1]) for cell in chain]
    sheet.text((cx, 8.5), "Light board: 127 WS2812B, seen from the top (players below)", 2.6, anchor="middle", bold=True)
    sheet.line(points, stroke=COLOURS["DATA_5V"], width=0.5)
    for index, point in enumerate(points):
        end = index in (0, len(points) - 1)
        sheet.rectangle(point[0] - 1.5, point[1] - 1.5, 3, 3, fill="#ffe082" if end else "#ffffff", width=0.2)
    first, last = points[0], points[-1]
    sheet.text((first[0] + 3, first[1] + 4.4), f"first: {cells.NAMES[chain[0]]}", 2.4)
    sheet.text((last[0] + 6, last[1] - 7.4), f"last: {cells.NAMES[chain[-1]]}", 2.4)
    # wires from the terminals: three to the first pixel, two to the last
    start = 354.0
    for place, (pad, net) in enumerate((("1", "+5V_LED"), ("2", "DATA_5V"), ("3", "GND"))):
        y = d.pads[f"J1.{pad}"][0][1]
        x, up, left = 372.0 - 4 * place, 126.0 - 4 * place, first[0] - 14 - 4 * place
        level = first[1] + (3.4, 0.0, -3.4)[place]
        points = [(start, y), (x, y), (x, up), (left, up), (left, level)]
        points += (
            [(first[0] - 1.5, level)] if place == 1 else [(first[0], level), (first[0], first[1] + (1.5 if place == 0 else -1.5))]
        )
        sheet.line(points, stroke=COLOURS[net], width=0.7)
    sheet.rectangle(first[0] - 11, first[1] - 1.3, 7, 2.6, fill="#ffffff", width=0.35)
    sheet.text((first[0] - 24, first[1] - 5.0), "R2 470,", 2.4, anchor="end")
    sheet.text((first[0] - 24, first[1] - 8.4), "close to the pixel", 2.4, anchor="end")
    for place, (pad, net) in enumerate((("1", "+5V_LED"), ("2", "GND"))):
        y = d.pads[f"J2.{pad}"][0][1]
        x, level = 404.0 - 4 * place, last[1] + (3.4, -3.4)[place]
        sheet.line(
            [(start, y), (x, y), (x, level), (last[0], level), (last[0], last[1] + (1.5, -1.5)[place])],
            stroke=COLOURS[net],
            width=0.7,
        )


def _notes(sheet: Drawing) -> None:
    x, y = 12.0, 112.0
    sheet.text((x, y), "Never join", 3.6, bold=True, fill="#b71c1c")
    for a, b, why in device.NEVER_JOINED:
        y -= 5.2
        one, other = (PLACES.get(net, FLAGS.get(net, net)) for net in (a, b))
        sheet.text((x, y), f"{one} and {other}:", 2.6, bold=True)
        for line in _wrap(why, 2.6, 186.0):
            sheet.text((x + 50, y), line, 2.6)
            y -= 3.8
        y += 3.8
    y -= 8
    sheet.text((x, y), "USB build", 3.2, bold=True)
    sheet.text((x + 50, y), "fit Q1 R4 C4 C5 C2, bridge W1 1-2; leave J5 F1 D1 C1 out", 2.6)
    y -= 5.2
    sheet.text((x, y), "Own supply", 3.2, bold=True)
    sheet.text((x + 50, y), "fit J5 F1 D1 C1, bridge W1 2-3; leave Q1 R4 C4 C5 C2 out", 2.6)
    y -= 7
    sheet.text(
        (x, y),
        "All grounds are joined. Wires: 5 V and ground 0.75 mm² (row to row 0.5 mm²), signals 0.14 mm²; lengths in wires.csv.",
        2.6,
    )
    y -= 4.6
    worst = power.drop_table([450, 3200])
    sheet.text(
        (x, y),
        f"Lowest voltage at any pixel, fed at both ends: {worst[0]['worst_both_ends_V']:.2f} V at a budget of 450 mA, "
        f"{worst[1]['worst_both_ends_V']:.2f} V at 3200 mA.",
        2.6,
    )
    y -= 4.6
    sheet.text((x, y), "Flags of the same name are joined. A line that crosses another without a dot is not joined to it.", 2.6)


def _wrap(text: str, size: float, width: float) -> list[str]:
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if text_width(longer, size) > width and line:
            lines.append(line)
            line = word
        else:
            line = longer
    return lines + [line]


def pins_csv() -> str:
    """The pin table as CSV."""
    out = io.StringIO()
    writer = csv.DictWriter(out, ["pin", "name", "net", "use"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(device.pin_table())
    return out.getvalue()


def wires_csv() -> str:
    """The wires to cut as CSV: what, from, to, length in m, area in mm2, colour, its rating and resistance."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["wire", "from", "to", "length_m", "area_mm2", "colour", "rated_A", "resistance_ohm"])
    for name, start, end, length, area, colour in power.WIRES:
        writer.writerow([name, start, end, length, area, colour, power.RATED[area], f"{power.wire(length, area):.4f}"])
    return out.getvalue()
