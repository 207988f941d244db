"""What is wrong with a board file. Not copied to the device."""

from . import CELLS


def pins(board):
    """List of (pin, what it is for) of everything that a board uses or keeps free."""
    used = [(board.DISPLAY["sda"], "display SDA"), (board.DISPLAY["scl"], "display SCL"), (board.LIGHTS["pin"], "lights")]
    used += [(board.ENCODER["a"], "encoder A"), (board.ENCODER["b"], "encoder B"), (board.BUZZER, "buzzer")]
    used += [(board.BUTTONS[name], "button " + name) for name in ("confirm", "back", "menu")]
    if board.JOYSTICK:
        used += [(board.JOYSTICK["x"], "joystick x"), (board.JOYSTICK["y"], "joystick y")]
    used += [(pin, board.RESERVED[pin]) for pin in sorted(board.RESERVED)]
    return used


def faults(board):
    """What is wrong with a board file, as a list of sentences; empty when all is well."""
    found = []
    seen = {}
    for pin, use in pins(board) + [(pin, "nothing (idle)") for pin in board.IDLE]:
        if pin in seen:
            found.append("GP%d is both %s and %s" % (pin, seen[pin], use))
        if not 0 <= pin <= 28 or pin in (23, 24, 25):
            found.append("GP%d (%s) is not a free pin of the board" % (pin, use))
        seen[pin] = use
    if board.ENCODER["b"] != board.ENCODER["a"] + 1:
        found.append("the encoder's A and B must be adjacent pins, A the lower")
    if board.ENCODER["steps"] not in (1, 2, 4) or board.ENCODER["direction"] not in (1, -1):
        found.append("encoder steps are 1, 2 or 4, its direction 1 or -1")
    if sorted(board.LIGHTS["map"]) != list(range(CELLS)):
        found.append("the map of the lights does not name each of the 127 cells once")
    order = board.LIGHTS["order"]
    if sorted(order) not in (sorted("RGB"), sorted("RGBW")):
        found.append("the colour order %s is no order of RGB or RGBW" % order)
    display = board.DISPLAY
    bus = display["bus"]
    if display["sda"] % 4 != 2 * bus or display["scl"] % 4 != 2 * bus + 1:
        found.append("GP%d and GP%d are not the SDA and SCL of I2C%d" % (display["sda"], display["scl"], bus))
    if display["controller"] not in ("ssd1306", "sh1106") or not 0 <= display["offset"] <= 4:
        found.append("the display's controller or column offset is unknown")
    if display["hz"] not in (400_000, 1_000_000):
        found.append("the display's clock is 400 kHz or 1 MHz")
    if board.JOYSTICK and not all(26 <= board.JOYSTICK[axis] <= 28 for axis in ("x", "y")):
        found.append("a joystick needs analogue pins, 26 to 28")
    if board.BUDGET_MA < 60 + CELLS:
        found.append("the current budget is below what the device draws with all lights dark")
    return found
