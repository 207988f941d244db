"""The inner loop of the current budget, for MicroPython's viper compiler; runtimes without it can't import this module."""

import micropython


@micropython.viper
def dim(rgb: ptr8, count: int, factor: int):  # noqa: F821  # pyright: ignore
    """What `firmware.current.dim` does to a frame of so many bytes, with the same results."""
    at = 0
    while at < count:
        r = int(rgb[at])
        g = int(rgb[at + 1])
        b = int(rgb[at + 2])
        if r | g | b:
            dr = (r * factor + 32768) >> 16
            dg = (g * factor + 32768) >> 16
            db = (b * factor + 32768) >> 16
            if dr | dg | db == 0:
                if r >= g and r >= b:
                    dr = 1
                elif g >= b:
                    dg = 1
                else:
                    db = 1
            rgb[at] = dr
            rgb[at + 1] = dg
            rgb[at + 2] = db
        at += 3


@micropython.viper
def measure(rgb: ptr8, count: int) -> int:  # noqa: F821  # pyright: ignore
    """The sum of so many bytes, and above it, from bit 17 on, how many of them aren't 0."""
    found = 0
    at = 0
    while at < count:
        value = int(rgb[at])
        if value:
            found += value + 0x20000
        at += 1
    return found
