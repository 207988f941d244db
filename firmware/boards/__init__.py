"""The boards: one file describes all that differs between two builds of the device.

A board file is a module of plain constants:

    NAME, TITLE     the file's name; what it is, in words
    CHIP            "rp2040" or "rp2350"
    DISPLAY         dict: bus (0 or 1), sda, scl, address, controller ("ssd1306" or "sh1106"), offset (columns by which the panel's picture
                    is shifted in the controller), hz (400_000; 1_000_000 is for short wires)
    LIGHTS          dict: pin, order (letters in wire order, "GRB" or "GRBW" ...), map (bytes: the cell at each position of the chain)
    ENCODER         dict: a, b (adjacent, a the lower), steps (edges a detent: 4, 2 or 1), direction (1, or -1 where clockwise counts down)
    BUTTONS         dict: confirm, back, menu: pins, pressed = low
    BUZZER          pin
    JOYSTICK        None, or dict: x, y (pins 26 to 28), invert_x, invert_y (bool)
    BUDGET_MA       current for the whole device, in mA
    RESERVED        dict: pin -> what it is kept free for
    IDLE            pins that nothing uses and that are tied low at start

Cells count a1, a2 ... m13 as in the rules.
"""

ROW_LENGTHS = (7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7)
CELLS = 127
ROWS = "abcdefghijklm"


def _row(letter):
    index = ROWS.index(letter)
    first = sum(ROW_LENGTHS[:index])
    return list(range(first, first + ROW_LENGTHS[index]))


def rows(order, first_leftward=False, alternate=True):
    """A chain that runs row by row: the cells in wiring order, as bytes.

    order           the row letters in the order in which the chain passes them, each once
    first_leftward  the first row is passed from its highest cell to its lowest
    alternate       each further row the other way round (serpentine); else all the same way

    Raises ValueError when a row is missing or named twice.
    """
    if sorted(order) != sorted(ROWS):
        raise ValueError("not all 13 rows once: " + order)
    cells = []
    leftward = first_leftward
    for letter in order:
        row = _row(letter)
        cells += reversed(row) if leftward else row
        if alternate:
            leftward = not leftward
    return bytes(cells)


def load(name):
    """The board file of that name, as a module; raises ImportError when there is none."""
    return getattr(__import__("firmware.boards." + name).boards, name)


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
