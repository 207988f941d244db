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


def adopt(board, settings):
    """Changes a loaded board file's tables where the settings (`firmware.settings`) say otherwise: type of the display, the knob."""
    display = settings["display"]
    if display != "board":
        board.DISPLAY = dict(board.DISPLAY)
        board.DISPLAY["controller"] = display.split("-")[0]
        board.DISPLAY["offset"] = 2 if display == "sh1106" else 0
    board.ENCODER = dict(board.ENCODER)
    if settings["knob"] == "turned":
        board.ENCODER["direction"] = -board.ENCODER["direction"]
    if settings["steps"]:
        board.ENCODER["steps"] = settings["steps"]


def load(name):
    """The board file of that name, as a module; raises ImportError when there is none."""
    return getattr(__import__("firmware.boards." + name).boards, name)
