"""Why no display answers: looks at the two wires."""

import time

from machine import Pin, SoftI2C

ADDRESSES = (0x3C, 0x3D)

# How often the first pixel blinks for each finding.
BLINKS = {"nothing": 2, "swapped": 3, "address": 4, "low": 5}


def _answering(sda, scl):
    wire = SoftI2C(sda=Pin(sda), scl=Pin(scl), freq=50_000, timeout=2_000)
    found = None
    for address in ADDRESSES:
        try:
            wire.writeto(address, b"\x00")
        except OSError:
            continue
        found = address
        break
    return found


def look(screen):
    """("found" | "address" | "swapped" | "low" | "nothing", address or None). screen: the board's DISPLAY.

    It takes the wires away from the display's own driver, which has to be made anew afterwards.
    """
    sda, scl = screen["sda"], screen["scl"]
    levels = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in (sda, scl)]
    time.sleep_ms(1)
    if not (levels[0].value() and levels[1].value()):
        return "low", None
    address = _answering(sda, scl)
    if address is not None:
        return ("found" if address == screen["address"] else "address"), address
    if _answering(scl, sda) is not None:
        return "swapped", None
    return "nothing", None
