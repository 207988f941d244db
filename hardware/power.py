"""Power: voltage drop along the chain, what each supply allows, and the soft start. The current of a frame is the firmware's own function.

Assumptions (measured by makers many times; measure your own with a meter in the 5 V wire): a dark pixel draws 0.6 to 1 mA, a channel of a
WS2812B at full 12 to 20 mA, of later versions 12 mA; Pico and display 30 to 60 mA. The firmware counts with the upper ends.
"""

from dataclasses import dataclass

from firmware import current
from hardware import cells, device, parts

COPPER = 1.72e-8  # ohm metre, at 20 degrees
HOT = 1.12  # at 50 degrees
LEAST_VOLTS = 4.5  # at any pixel: below that blue and white fade
LEAST_DATA = 3.7  # a WS2812B works from here
VOLTS = 5.0


def wire(length: float, area: float) -> float:
    """Resistance in ohm of a copper wire of so many metres and mm2."""
    return COPPER * HOT * length / (area * 1e-6)


def strip_metre() -> float:
    """Resistance of one supply rail of the strip, ohm a metre: the thin kind of strip."""
    return COPPER * HOT / (parts.STRIP.rail_width * 1e-3 * parts.STRIP.rail_copper)


# Wires of a build: (name, from, to, metres of cut length, mm2, colour)
WIRES = [
    ("5 V to the first pixel", "J1 5V", "row m, left end", 0.45, 0.75, "red"),
    ("ground to the first pixel", "J1 GND", "row m, left end", 0.45, 0.75, "black"),
    ("5 V to the last pixel", "J2 5V", "row a, right end", 0.35, 0.75, "red"),
    ("ground to the last pixel", "J2 GND", "row a, right end", 0.35, 0.75, "black"),
    ("data", "J1 DATA", "R2 at the first pixel", 0.45, 0.14, "green"),
    ("row to row, 5 V (12 pieces)", "end of a row", "start of the next", 0.06, 0.5, "red"),
    ("row to row, ground (12 pieces)", "end of a row", "start of the next", 0.06, 0.5, "black"),
    ("row to row, data (12 pieces)", "DOUT of a row", "DIN of the next", 0.06, 0.14, "green"),
    ("display (4 pieces)", "J3 or J4", "display", 0.12, 0.14, "any"),
    ("own supply", "supply", "J5", 1.5, 0.75, "plug"),
]
# What a wire of that many mm2 may carry in air, in A, on the safe side.
RATED = {0.14: 1.0, 0.34: 3.0, 0.5: 4.0, 0.75: 6.0, 1.0: 8.0}


@dataclass
class Drop:
    """Voltage along the chain: the volts at each pixel between its supply pads, and the current from each end in A."""

    volts: list[float]
    first: float
    last: float


def chain_drop(currents: list[float], both_ends: bool = True, volts: float = VOLTS) -> Drop:
    """The volts at every pixel of the strip build when pixel i draws `currents[i]` A.

    Supply and ground rail are taken alike; rows are joined by 60 mm of wire; the feeding wires' drop counts too. Raises ValueError
    unless there is a current for each of the 127 pixels.
    """
    if len(currents) != len(cells.NAMES):
        raise ValueError("a current for each of the 127 pixels")
    chain = device.chain()
    step = 2 * strip_metre() * cells.PITCH / 1000
    jump = 2 * wire(0.06, 0.5)
    links = [step if cells.row(a) == cells.row(b) else jump for a, b in zip(chain, chain[1:], strict=False)]
    feed_first = wire(0.45, 0.75) * 2
    feed_last = wire(0.35, 0.75) * 2
    # The drop is linear in the current f that comes from the last end: walk from the first end and close the loop.
    total = sum(currents)

    def walk(from_last: float) -> tuple[list[float], float]:
        flow = total - from_last
        here = volts - flow * feed_first
        out = []
        for index, drawn in enumerate(currents):
            if index:
                here -= flow * links[index - 1]
            out.append(here)
            flow -= drawn
        return out, here

    if not both_ends:
        return Drop(walk(0.0)[0], total, 0.0)

    def gap(from_last: float) -> float:
        """Volts at the last pixel as reached from the first end, less as fed from the last."""
        return walk(from_last)[1] - (volts - from_last * feed_last)

    low, high = gap(0.0), gap(total)
    if high == low:
        return Drop(walk(0.0)[0], total, 0.0)
    from_last = -low * total / (high - low)
    return Drop(walk(from_last)[0], total - from_last, from_last)


def even(budget: int) -> list[float]:
    """A frame that uses the whole budget (mA), spread over all pixels; in A a pixel. Never more than full white."""
    light = min(budget - current.LEAST, len(cells.NAMES) * 3 * current.CHANNEL)
    return [(current.IDLE + light / current.PIXELS) / 1000] * current.PIXELS


def bunched(budget: int, middle: int) -> list[float]:
    """The worst frame for the drop: the whole budget as full white pixels next to each other round one place of the chain."""
    light = float(budget - current.LEAST)
    out = [current.IDLE / 1000] * current.PIXELS
    for distance in range(current.PIXELS):
        for index in {middle - distance, middle + distance}:
            if 0 <= index < current.PIXELS and light > 0:
                drawn = min(light, 3.0 * current.CHANNEL)
                out[index] += drawn / 1000
                light -= drawn
    return out


def drop_table(budgets: list[int]) -> list[dict[str, float]]:
    """For each budget in mA: the lowest volts at any pixel, evenly lit and in the worst frame, fed at both ends and at one."""
    rows = []
    for budget in budgets:
        worst = min(min(chain_drop(bunched(budget, middle)).volts) for middle in range(0, current.PIXELS, 6))
        single = min(min(chain_drop(bunched(budget, middle), both_ends=False).volts) for middle in range(6, current.PIXELS, 20))
        single = min(single, *chain_drop(bunched(budget, current.PIXELS - 1), both_ends=False).volts)
        rows.append(
            {
                "budget_mA": budget,
                "even_both_ends_V": round(min(chain_drop(even(budget)).volts), 3),
                "worst_both_ends_V": round(worst, 3),
                "even_one_end_V": round(min(chain_drop(even(budget), both_ends=False).volts), 3),
                "worst_one_end_V": round(single, 3),
            }
        )
    return rows


# supply, what it gives in mA, the budget to set (a tenth to a fifth kept in hand), the fuse
SUPPLIES = [
    ("USB 2 port of a computer", 500, 450, "none (the port limits)"),
    ("USB 3 port of a computer", 900, 800, "none (the port limits)"),
    ("USB charger 5 V 1 A, by the Pico's plug", 1000, 900, "none (soft start and Pico's plug carry 1 A)"),
    ("own supply 5 V 2 A", 2000, 1800, "T2A"),
    ("own supply 5 V 3 A", 3000, 2700, "T3.15A"),
    ("own supply 5 V 4 A", 4000, 3200, "T4A"),
]


def supply_table() -> list[dict[str, object]]:
    """For each supply: the budget to set, how bright all lights can be white at once, how many can be full white, the lowest volts."""
    rows = []
    limits = current.table([budget for _name, _gives, budget, _fuse in SUPPLIES])
    drops = drop_table([budget for _name, _gives, budget, _fuse in SUPPLIES])
    for (name, gives, budget, fuse), (_budget, light, white, full), drop in zip(SUPPLIES, limits, drops, strict=True):
        rows.append(
            {
                "supply": name, "gives_mA": gives, "budget_mA": budget, "for_light_mA": light, "all_white_of_255": white,
                "all_white_percent": round(white / 2.55), "full_white_pixels": full, "lowest_V": drop["worst_both_ends_V"], "fuse": fuse,
            }
        )  # fmt: skip
    return rows


@dataclass
class SoftStart:
    """What the soft start does when 5 V appears: ms until the lights' rail moves, ms it takes to rise, mA of charging current."""

    delay: float
    rise: float
    charging: float


def soft_start(volts: float = VOLTS, load: float = 100e-6 + 127 * 100e-9) -> SoftStart:
    """The P-MOSFET with 1 uF from gate to source, 47 nF from gate to drain and 100 kohm from gate to ground.

    At first the gate follows the source (1 uF against 47 nF); it sinks until the transistor conducts (1 V), then the 47 nF hold it there
    while the drain rises at a constant rate. `load` is the capacitance behind it, in F.
    """
    from math import log

    resistance, hold, ramp, threshold = 100e3, 1e-6, 47e-9, 1.0
    start = volts * ramp / (hold + ramp)
    delay = resistance * (hold + ramp) * log((volts - start) / (volts - threshold))
    rate = (volts - threshold) / resistance / ramp
    return SoftStart(delay * 1000, volts / rate * 1000, load * rate * 1000)


def guarantee(budget: int = current.USUAL) -> str:
    """What the firmware's limit promises, in words."""
    return (
        f"No frame is sent whose estimate passes {budget} mA: {current.BOARD} mA for Pico and display and {current.IDLE} mA for each of "
        f"{current.PIXELS} pixels are taken off first, the rest is for light, at {current.CHANNEL} mA a channel; a frame that would pass it is "
        "dimmed as a whole."
    )
