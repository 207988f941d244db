"""The footprints that the boards use, from the makers' data sheets; seen from the top, pin 1 where the data sheet has it."""

from hardware import parts
from hardware.pcb.model import Footprint, Pad, Xy


def _box(x0: float, y0: float, x1: float, y1: float) -> tuple[Xy, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))


def two_pads(name: str, pitch: float, pad: Xy, body: Xy, height: float) -> Footprint:
    """A chip resistor or capacitor."""
    x, y = body[0] / 2, body[1] / 2
    return Footprint(
        name,
        (Pad("1", (-pitch / 2, 0), pad), Pad("2", (pitch / 2, 0), pad)),
        (-x, -y, x, y),
        height,
        silk=(((-0.2, pad[1] / 2 + 0.15), (0.2, pad[1] / 2 + 0.15)), ((-0.2, -pad[1] / 2 - 0.15), (0.2, -pad[1] / 2 - 0.15))),
        label=(0, pad[1] / 2 + 1.0),
    )


R0603 = two_pads("R_0603", 1.65, (0.8, 0.95), (1.6, 0.8), 0.5)
C0603 = two_pads("C_0603", 1.55, (0.9, 0.95), (1.6, 0.8), 0.9)
R1206 = two_pads("R_1206", 2.95, (1.15, 1.75), (3.2, 1.6), 0.6)


def axial(name: str, pitch: float, drill: float, pad: float, body: Xy, height: float, band: bool = False) -> Footprint:
    """A wired resistor, capacitor or diode lying flat; pad 1 left (the cathode of a diode)."""
    x, y = body[0] / 2, body[1] / 2
    silk = [_box(-x, -y, x, y), ((-pitch / 2 + pad / 2 + 0.15, 0), (-x, 0)), ((x, 0), (pitch / 2 - pad / 2 - 0.15, 0))]
    if pitch / 2 - pad / 2 - 0.15 <= x:
        silk = silk[:1]
    if band:
        silk.append(((-x + 0.8, -y), (-x + 0.8, y)))
    return Footprint(
        name,
        (
            Pad("1", (-pitch / 2, 0), (pad, pad), "rect" if band else "round", drill),
            Pad("2", (pitch / 2, 0), (pad, pad), "round", drill),
        ),
        (-x, -y, x, y),
        height,
        silk=tuple(silk),
        smd=False,
        label=(0, y + 0.9),
    )


R_AXIAL = axial("R_Axial_P10.16", 10.16, 0.8, 1.7, (6.5, 2.5), 2.6)
D_AXIAL = axial("D_DO-41_P10.16", 10.16, 1.1, 2.2, (5.2, 2.7), 2.8, band=True)
C_DISC = axial("C_Disc_P5.08", 5.08, 0.8, 1.7, (4.5, 2.6), 4.5)


def electrolytic(name: str, diameter: float, pitch: float, drill: float) -> Footprint:
    """A standing electrolytic capacitor; pad 1 is plus."""
    from math import cos, pi, sin

    radius = diameter / 2
    ring = tuple((radius * cos(2 * pi * k / 36), radius * sin(2 * pi * k / 36)) for k in range(37))
    plus = ((-radius - 1.6, 1.8), (-radius - 0.4, 1.8)), ((-radius - 1.0, 1.2), (-radius - 1.0, 2.4))
    return Footprint(
        name,
        (Pad("1", (-pitch / 2, 0), (1.9, 1.9), "rect", drill), Pad("2", (pitch / 2, 0), (1.9, 1.9), "round", drill)),
        (-radius, -radius, radius, radius),
        11.5,
        silk=(ring, *plus),
        smd=False,
        label=(0, radius + 0.9),
    )


C_100U = electrolytic("CP_D6.3_P2.5", 6.3, 2.5, 0.8)


def flat_electrolytic() -> Footprint:
    """The 1000 uF capacitor lying flat (10 x 16 mm, legs 5 mm apart bent down), since standing it would be too high."""
    return Footprint(
        "CP_Flat_D10_L16_P5",
        (Pad("1", (0, -2.5), (2.2, 2.2), "rect", 1.0), Pad("2", (0, 2.5), (2.2, 2.2), "round", 1.0)),
        (2.0, -5.0, 18.5, 5.0),
        10.0,
        silk=(_box(2.0, -5.0, 18.5, 5.0), ((-1.8, -4.6), (-0.6, -4.6)), ((-1.2, -5.2), (-1.2, -4.0))),
        smd=False,
        label=(10, 0),
    )


C_1000U = flat_electrolytic()


def ws2812b() -> Footprint:
    """WS2812B in 5050: 1 VDD, 2 DOUT, 3 VSS (the notched corner), 4 DIN; data runs from right to left."""
    y = 1.65
    return Footprint(
        "LED_WS2812B_5050",
        (
            Pad("1", (-2.45, y), (1.5, 0.9)),
            Pad("2", (-2.45, -y), (1.5, 0.9)),
            Pad("3", (2.45, -y), (1.5, 0.9)),
            Pad("4", (2.45, y), (1.5, 0.9)),
        ),
        (-2.5, -2.5, 2.5, 2.5),
        1.6,
        silk=(
            ((-3.4, 2.7), (3.4, 2.7)),
            ((-3.4, -2.7), (2.4, -2.7), (3.5, -2.7), (3.5, -1.2)),
        ),
        label=(0, 3.4),
    )


WS2812B = ws2812b()

SOT23 = Footprint(
    "SOT-23",
    (Pad("1", (-0.9375, 0.95), (1.475, 0.6)), Pad("2", (-0.9375, -0.95), (1.475, 0.6)), Pad("3", (0.9375, 0), (1.475, 0.6))),
    (-0.65, -1.46, 0.65, 1.46),
    1.1,
    silk=(((-0.65, 1.6), (0.65, 1.6)), ((-0.65, -1.6), (0.65, -1.6))),
    label=(0, 2.4),
)


def soic(count: int) -> Footprint:
    """SOIC with 1.27 mm pitch and a 3.9 mm body; pin 1 upper left."""
    half = count // 2
    top = (half - 1) * 1.27 / 2
    pads = [Pad(str(i + 1), (-2.475, top - 1.27 * i), (1.95, 0.6)) for i in range(half)]
    pads += [Pad(str(half + i + 1), (2.475, -top + 1.27 * i), (1.95, 0.6)) for i in range(half)]
    y = top + 0.6
    return Footprint(
        f"SOIC-{count}",
        tuple(pads),
        (-1.95, -y, 1.95, y),
        1.75,
        silk=(((-1.95, y + 0.1), (1.95, y + 0.1)), ((-1.95, -y - 0.1), (1.95, -y - 0.1)), ((-3.4, top + 0.6), (-3.4, top + 0.9))),
        label=(0, 0),
    )


SOIC16 = soic(16)


def dip(count: int, width: float = 7.62) -> Footprint:
    """DIP; pin 1 upper left, the notch upwards."""
    half = count // 2
    top = (half - 1) * 1.27
    pads = [Pad(str(i + 1), (-width / 2, top - 2.54 * i), (2.0, 1.6), "rect" if i == 0 else "oval", 0.9) for i in range(half)]
    pads += [Pad(str(half + i + 1), (width / 2, -top + 2.54 * i), (2.0, 1.6), "oval", 0.9) for i in range(half)]
    x, y = width / 2 - 1.25, top + 1.27
    notch = ((-x, y), (-1, y), (-0.7, y - 0.7), (0.7, y - 0.7), (1, y), (x, y), (x, -y), (-x, -y), (-x, y))
    return Footprint(f"DIP-{count}", tuple(pads), (-x - 1, -y, x + 1, y), 4.6, silk=(notch,), smd=False, label=(0, 0))


DIP14 = dip(14)


def header(count: int, name: str = "PinHeader", drill: float = 1.0) -> Footprint:
    """One row of pins, 2.54 mm apart, from left to right."""
    left = -(count - 1) * 1.27
    pads = tuple(Pad(str(i + 1), (left + 2.54 * i, 0), (1.8, 1.8), "rect" if i == 0 else "round", drill) for i in range(count))
    x = count * 1.27
    return Footprint(
        f"{name}_1x{count:02}", pads, (-x, -1.27, x, 1.27), 8.5, silk=(_box(-x, -1.27, x, 1.27),), smd=False, label=(-x - 1.6, 0)
    )


def terminal(count: int) -> Footprint:
    """Screw terminal, 3.5 mm apart, wires entering from below (-y)."""
    pitch = parts.TERMINAL.pitch
    left = -(count - 1) * pitch / 2
    pads = tuple(Pad(str(i + 1), (left + pitch * i, 0), (2.3, 2.3), "rect" if i == 0 else "round", 1.2) for i in range(count))
    x = count * pitch / 2
    front, back = -parts.TERMINAL.depth / 2 - 0.3, parts.TERMINAL.depth / 2 - 0.3
    return Footprint(
        f"Terminal_P3.5_{count}",
        pads,
        (-x, front, x, back),
        parts.TERMINAL.height,
        silk=(_box(-x, front, x, back), ((-x, front + 1.5), (x, front + 1.5))),
        smd=False,
        label=(x + 1.6, 0),
    )


def pico() -> Footprint:
    """Raspberry Pi Pico on two rows of pins; USB to the left. Pins 1-20 along the lower edge from left to right."""
    x0 = -24.13
    pads = [Pad(str(i + 1), (x0 + 2.54 * i, -8.89), (1.7, 1.7), "rect" if i == 0 else "round", 1.0) for i in range(20)]
    pads += [Pad(str(40 - i), (x0 + 2.54 * i, 8.89), (1.7, 1.7), "round", 1.0) for i in range(20)]
    usb = ((-25.5, -4), (-26.8, -4), (-26.8, 4), (-25.5, 4))
    return Footprint("Pico", tuple(pads), (-25.5, -10.5, 25.5, 10.5), 6.3, silk=(_box(-25.5, -10.5, 25.5, 10.5), usb), smd=False)


PICO = pico()


def ec11() -> Footprint:
    """EC11 rotary encoder with push, centred on its shaft; pins A C B in front, the push's pins S1 S2 behind."""
    return Footprint(
        "EC11",
        (
            Pad("A", (-2.5, -7.5), (2.0, 2.0), "rect", 1.0),
            Pad("C", (0, -7.5), (2.0, 2.0), "round", 1.0),
            Pad("B", (2.5, -7.5), (2.0, 2.0), "round", 1.0),
            Pad("S1", (2.5, 7.0), (2.0, 2.0), "round", 1.0),
            Pad("S2", (-2.5, 7.0), (2.0, 2.0), "round", 1.0),
            Pad("MP", (-5.6, 0), (3.8, 3.8), "round", 2.8),
            Pad("MP", (5.6, 0), (3.8, 3.8), "round", 2.8),
        ),
        (-6.1, -6.6, 6.1, 6.6),
        7.0,
        silk=(((-6.1, -3), (-6.1, -6.2), (6.1, -6.2), (6.1, -3)), ((-6.1, 3), (-6.1, 5.7), (6.1, 5.7), (6.1, 3))),
        smd=False,
        label=(0, 2),
    )


EC11 = ec11()


def tact() -> Footprint:
    """Push button 6 x 6 mm, centred; the two pads 1 are one contact, the two pads 2 the other."""
    pads = [Pad(name, (x, y), (2.0, 2.0), "round", 1.1) for name, y in (("1", 2.25), ("2", -2.25)) for x in (-3.25, 3.25)]
    return Footprint(
        "Tact_6x6",
        tuple(pads),
        (-3.2, -3.2, 3.2, 3.2),
        5.0,
        silk=(((-2, -3.2), (2, -3.2)), ((-2, 3.2), (2, 3.2)), ((-3.2, -1), (-3.2, 1)), ((3.2, -1), (3.2, 1))),
        smd=False,
        label=(0, 4.2),
    )


TACT = tact()


def buzzer() -> Footprint:
    """Round piezo buzzer up to 14 mm; legs 5.0 or 7.6 mm apart (the two pads 2 are one)."""
    from math import cos, pi, sin

    ring = tuple((7 * cos(2 * pi * k / 36), 7 * sin(2 * pi * k / 36)) for k in range(37))
    return Footprint(
        "Buzzer_D14_P5_P7.6",
        (
            Pad("1", (-3.15, 0), (1.9, 1.9), "rect", 1.0),
            Pad("2", (1.85, 0), (1.9, 1.9), "round", 1.0),
            Pad("2", (4.45, 0), (1.9, 1.9), "round", 1.0),
        ),
        (-7, -7, 7, 7),
        9.5,
        silk=(ring,),
        smd=False,
        label=(0, 3),
    )


BUZZER = buzzer()

FUSE = Footprint(
    "Fuse_5x20_P22.5",
    (
        Pad("1", (-11.25, 0), (3.0, 3.0), "round", 1.3),
        Pad("2", (11.25, 0), (3.0, 3.0), "round", 1.3),
        Pad("", (0, 0), (2.7, 2.7), "round", 2.7, False),
    ),
    (-12.0, -4.8, 12.0, 4.8),
    10.5,
    silk=(_box(-12.0, -4.8, 12.0, 4.8),),
    smd=False,
    label=(0, 2.5),
)

JACK = Footprint(
    "Jack_5.5x2.1_Thin",
    (
        Pad("1", (0, 0), (2.6, 2.6), "rect", 1.6),
        Pad("2", (6.0, 0), (2.6, 2.6), "round", 1.6),
        Pad("3", (3.0, 4.7), (2.6, 2.6), "round", 1.6),
    ),
    (-0.7, -4.5, 13.7, 4.5),
    11.0,
    silk=(_box(-0.7, -4.5, 13.7, 4.5),),
    smd=False,
    label=(10, 0),
)


def link() -> Footprint:
    """Three pads in a row for one piece of wire from the middle to either side."""
    return Footprint(
        "Link_3",
        tuple(Pad(str(i + 1), (-5.08 + 5.08 * i, 0), (2.4, 2.4), "round", 1.3) for i in range(3)),
        (-6.3, -1.2, 6.3, 1.2),
        1.5,
        silk=(_box(-6.6, -1.5, 6.6, 1.5),),
        smd=False,
        label=(0, 2.3),
    )


LINK = link()
