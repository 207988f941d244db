"""A second build: Pico W with an SH1106 display on the other bus, a joystick, and an RGBW chain wired row by row from a to m."""

from . import rows

NAME = "pico_w"
TITLE = "Raspberry Pi Pico W, with joystick and RGBW lights"
CHIP = "rp2040"

DISPLAY = {"bus": 1, "sda": 18, "scl": 19, "address": 0x3C, "controller": "sh1106", "offset": 2, "hz": 400_000}
LIGHTS = {"pin": 22, "order": "GRBW", "map": rows("abcdefghijklm", first_leftward=True, alternate=False)}
ENCODER = {"a": 6, "b": 7, "steps": 2, "direction": -1}
BUTTONS = {"confirm": 8, "back": 9, "menu": 10}
BUZZER = 16
JOYSTICK = {"x": 26, "y": 27, "invert_x": False, "invert_y": True}
BUDGET_MA = 900

RESERVED = {
    0: "sensing: I2C0 SDA",
    1: "sensing: I2C0 SCL",
    2: "sensing: clock",
    3: "sensing: data out",
    4: "sensing: data in",
    5: "sensing: select",
    20: "sensing: interrupt",
}
IDLE = (11, 12, 13, 14, 15, 17, 21, 28)
