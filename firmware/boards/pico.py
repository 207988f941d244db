"""The device as the assembly guide builds it: Raspberry Pi Pico, serpentine strip from row m down to row a."""

from . import rows

NAME = "pico"
TITLE = "Raspberry Pi Pico, breadboard or first board"
CHIP = "rp2040"

DISPLAY = {"bus": 0, "sda": 4, "scl": 5, "address": 0x3C, "controller": "ssd1306", "offset": 0, "hz": 400_000}
LIGHTS = {"pin": 2, "order": "GRB", "map": rows("mlkjihgfedcba")}
ENCODER = {"a": 10, "b": 11, "steps": 4, "direction": 1}
BUTTONS = {"confirm": 12, "back": 13, "menu": 14}
BUZZER = 15
JOYSTICK = None
BUDGET_MA = 450

# Kept free for a board that senses the pieces by itself: a second I2C bus and a row of scan lines.
RESERVED = {
    6: "sensing: I2C1 SDA",
    7: "sensing: I2C1 SCL",
    16: "sensing: data in",
    17: "sensing: select",
    18: "sensing: clock",
    19: "sensing: data out",
    20: "sensing: interrupt",
}
IDLE = (0, 1, 3, 8, 9, 21, 22, 26, 27, 28)
