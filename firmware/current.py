"""The current budget: how much the device may draw, and how far a frame of lights has to be dimmed for it.

All in whole milliamperes at 5 V. Each channel of a pixel draws 20 mA at 255 and in proportion below; that full white on all 127
pixels would draw 7.6 A is why there is a budget. Only integer arithmetic: every runtime gets the same frame from the same one.
"""

try:
    from . import dimming as _fast
except (ImportError, SyntaxError, ValueError):  # no viper, or compiled for another processor
    _fast = None

PIXELS = 127
BOARD = 60  # Pico and display
IDLE = 1  # a dark pixel
CHANNEL = 20  # one channel at 255
LEAST = BOARD + PIXELS * IDLE  # a budget below this can't be kept even with all lights dark
USUAL = 450  # for a USB port


def check(budget: int) -> int:
    """The budget, if it can be kept; raises ValueError if it is less than the device draws with all lights dark (187 mA)."""
    if budget < LEAST:
        raise ValueError("the budget must be at least " + str(LEAST) + " mA")
    return budget


def room(budget: int) -> int:
    """How large the sum of all channels of a frame may be for a budget in mA; raises ValueError as `check` does."""
    return (check(budget) - LEAST) * 255 // CHANNEL


def _measure(rgb: "bytes | bytearray") -> "tuple[int, int]":
    """(sum of all channels, how many of them aren't 0)."""
    if _fast is not None:
        found = _fast.measure(rgb, len(rgb))
        return found & 0x1FFFF, found >> 17
    return sum(rgb), len(rgb) - bytes(rgb).count(b"\x00")


def estimate(rgb: "bytes | bytearray") -> int:
    """What the whole device draws in mA while it shows these 381 bytes, rounded up."""
    return LEAST + (_measure(rgb)[0] * CHANNEL + 254) // 255


def scale(total: int, lit: int, budget: int = USUAL, brightness: int = 255) -> int:
    """The factor, in 1/65536, by which `dim` must multiply a frame so that the device keeps within the budget.

    total       sum of all channels of the frame
    lit         how many of its channels aren't 0 (each may be rounded up)
    budget      mA; raises ValueError as `check` does
    brightness  0 to 255: what the players have set; the frame is never brighter than total * brightness / 255
    """
    space = room(budget)
    factor = 65536 * brightness // 255
    if total > space or factor < 65536:
        # Rounding may add up to one to each lit channel; where there is no room for that, `dim` rounds down.
        factor = min(factor, ((space - lit if space > lit else space) << 16) // max(total, 1))
    return factor


def dim(rgb: bytearray, factor: int, floor: bool = False) -> None:
    """Multiplies a frame by a factor in 1/65536, in place.

    Channels are rounded to the nearest; a pixel that was lit stays lit, with at least 1 in its strongest channel. With `floor`
    everything is rounded down instead, also to nothing.
    """
    if factor >= 65536:
        return
    if floor:
        for i in range(len(rgb)):
            rgb[i] = rgb[i] * factor >> 16
        return
    if _fast is not None:
        _fast.dim(rgb, len(rgb), factor)
        return
    for i in range(0, len(rgb), 3):
        r = rgb[i]
        g = rgb[i + 1]
        b = rgb[i + 2]
        if r or g or b:
            dr = (r * factor + 32768) >> 16
            dg = (g * factor + 32768) >> 16
            db = (b * factor + 32768) >> 16
            if not (dr or dg or db):
                if r >= g and r >= b:
                    dr = 1
                elif g >= b:
                    dg = 1
                else:
                    db = 1
            rgb[i] = dr
            rgb[i + 1] = dg
            rgb[i + 2] = db


def fit(rgb: bytearray, budget: int = USUAL, brightness: int = 255) -> None:
    """Dims a frame of 381 bytes as a whole, in place, to the players' brightness and further if it would pass the budget.

    budget in mA, brightness 0 (dark) to 255. Raises ValueError as `check` does.
    """
    space = room(budget)
    if brightness <= 0:
        for i in range(len(rgb)):
            rgb[i] = 0
        return
    total, lit = _measure(rgb)
    dim(rgb, scale(total, lit, budget, brightness), space <= lit)


def limit(rgb: bytearray, budget: int = USUAL, brightness: int = 255) -> int:
    """As `fit`; returns the estimate in mA of what is left, never above the budget."""
    fit(rgb, budget, brightness)
    return estimate(rgb)


def table(budgets: "list[int]") -> "list[tuple[int, int, int, int]]":
    """For the power table of the build: a row for each budget in mA.

    A row: (budget, mA left for light, how bright all 127 pixels can be white at once (0-255), how many pixels can be full white).
    """
    rows = []
    for budget in budgets:
        space = room(budget)
        rows.append((budget, budget - LEAST, min(255, space // (3 * PIXELS)), min(PIXELS, space // (3 * 255))))
    return rows
