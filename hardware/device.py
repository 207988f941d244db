"""The device's wiring, from the firmware's board file: which GPIO does what, which Pico pin that is, what is joined to what.

This is the one net list that the wiring diagram, the pin table and the console board are made from.
"""

from types import ModuleType

from firmware import boards

# The Pico's 40 pins: number -> name. GPIOs are GP0 to GP28.
PICO_PINS = dict(
    enumerate(
        [
            "GP0",
            "GP1",
            "GND",
            "GP2",
            "GP3",
            "GP4",
            "GP5",
            "GND",
            "GP6",
            "GP7",
            "GP8",
            "GP9",
            "GND",
            "GP10",
            "GP11",
            "GP12",
            "GP13",
            "GND",
            "GP14",
            "GP15",
            "GP16",
            "GP17",
            "GND",
            "GP18",
            "GP19",
            "GP20",
            "GP21",
            "GND",
            "GP22",
            "RUN",
            "GP26",
            "GP27",
            "AGND",
            "GP28",
            "ADC_VREF",
            "3V3",
            "3V3_EN",
            "GND",
            "VSYS",
            "VBUS",
        ],
        start=1,
    )
)
PIN_OF = {name: number for number, name in PICO_PINS.items() if name.startswith("GP")}
GROUND_PINS = [number for number, name in PICO_PINS.items() if name in ("GND", "AGND")]


def board() -> ModuleType:
    """The board file that the guide builds."""
    return boards.load("pico")


def chain(which: ModuleType | None = None) -> list[int]:
    """The cells in the order of the chain of pixels."""
    return list((which or board()).LIGHTS["map"])


def signals(which: ModuleType | None = None) -> list[tuple[str, int, str]]:
    """(net, GPIO, what it is for) of every pin that the board file names, reserved ones last."""
    which = which or board()
    out = [
        ("SDA", which.DISPLAY["sda"], "display SDA"),
        ("SCL", which.DISPLAY["scl"], "display SCL"),
        ("LIGHTS_3V3", which.LIGHTS["pin"], "lights, to the level shifter"),
        ("ENC_A", which.ENCODER["a"], "encoder A"),
        ("ENC_B", which.ENCODER["b"], "encoder B"),
        ("CONFIRM", which.BUTTONS["confirm"], "Confirm: the encoder's push"),
        ("BACK", which.BUTTONS["back"], "button Back"),
        ("MENU", which.BUTTONS["menu"], "button Menu"),
        ("BUZZER", which.BUZZER, "buzzer"),
    ]
    if which.JOYSTICK:
        out += [("JOY_X", which.JOYSTICK["x"], "joystick x"), ("JOY_Y", which.JOYSTICK["y"], "joystick y")]
    names = {"data in": "SENSE_DATA", "select": "SENSE_LOAD", "clock": "SENSE_CLK"}
    for pin in sorted(which.RESERVED):
        words = which.RESERVED[pin]
        net = next((name for key, name in names.items() if words.endswith(key)), f"RESERVED_{pin}")
        out.append((net, pin, words))
    return out


def pin_table(which: ModuleType | None = None) -> list[dict[str, str]]:
    """One row for each of the Pico's 40 pins: pin, name, net, use."""
    which = which or board()
    by_pin = {PIN_OF[f"GP{gpio}"]: (net, use) for net, gpio, use in signals(which)}
    fixed = {
        "VBUS": (
            "VBUS",
            "5 V from the USB plug; feeds the lights through the soft start in a USB build, nothing in a build with its own supply",
        ),
        "VSYS": ("VSYS", "fed through the Schottky diode D1 from an own supply; else left open"),
        "3V3": ("+3V3", "display, joystick, sensing board (not the lights)"),
    }
    rows = []
    for number, name in PICO_PINS.items():
        if number in by_pin:
            net, use = by_pin[number]
        elif name in ("GND", "AGND"):
            net, use = "GND", "ground"
        elif name in fixed:
            net, use = fixed[name]
        elif name.startswith("GP"):
            net, use = "", "free"
        else:
            net, use = "", "left open"
        if name in ("GP26", "GP27") and not which.JOYSTICK:
            net, use = {"GP26": "JOY_X", "GP27": "JOY_Y"}[name], "free; led to the header for a joystick"
        rows.append({"pin": str(number), "name": name, "net": net, "use": use})
    return rows


def console_nets(which: ModuleType | None = None) -> dict[str, dict[str, str]]:
    """Reference -> pad -> net, of everything on the console board."""
    which = which or board()
    pico = {row["pin"]: row["net"] for row in pin_table(which) if row["net"]}
    led, gnd = "+5V_LED", "GND"
    return {
        "U1": {pin: net for pin, net in pico.items() if not net.startswith("RESERVED_")},
        # 74AHCT125: gate 1 drives the lights; the inputs of the other three are tied to ground, their outputs left open
        "U2": {
            "1": gnd,
            "2": "LIGHTS_3V3",
            "3": "DATA_5V",
            "4": gnd,
            "5": gnd,
            "7": gnd,
            "9": gnd,
            "10": gnd,
            "12": gnd,
            "13": gnd,
            "14": led,
        },
        "R1": {"1": "LIGHTS_3V3", "2": gnd},
        "C3": {"1": led, "2": gnd},
        "SW1": {"A": "ENC_A", "B": "ENC_B", "C": gnd, "S1": "CONFIRM", "S2": gnd, "MP": gnd},
        "SW2": {"1": "BACK", "2": gnd},
        "SW3": {"1": "MENU", "2": gnd},
        "R3": {"1": "BUZZER", "2": "BUZZER_OUT"},
        "BZ1": {"1": "BUZZER_OUT", "2": gnd},
        "J3": {"1": gnd, "2": "+3V3", "3": "SCL", "4": "SDA"},
        "J4": {"1": "+3V3", "2": gnd, "3": "SCL", "4": "SDA"},
        "J1": {"1": led, "2": "DATA_5V", "3": gnd},
        "J2": {"1": led, "2": gnd},
        # own supply: jack, fuse, then to the lights by the wire link W1 and to VSYS by the diode
        "J5": {"1": "SUPPLY", "2": gnd, "3": gnd},
        "F1": {"1": "SUPPLY", "2": "+5V_FUSED"},
        "D1": {"1": "VSYS", "2": "+5V_FUSED"},
        "W1": {"1": "+5V_USB", "2": led, "3": "+5V_FUSED"},
        "C1": {"1": led, "2": gnd},
        # USB: the soft start
        "Q1": {"1": "SOFT_GATE", "2": "VBUS", "3": "+5V_USB"},
        "R4": {"1": "SOFT_GATE", "2": gnd},
        "C4": {"1": "VBUS", "2": "SOFT_GATE"},
        "C5": {"1": "SOFT_GATE", "2": "+5V_USB"},
        "C2": {"1": led, "2": gnd},
        "J6": {"1": gnd, "2": "+3V3", "3": "JOY_X", "4": "JOY_Y"},
        "J7": {"1": "+3V3", "2": gnd, "3": "SENSE_LOAD", "4": "SENSE_CLK", "5": "SENSE_DATA"},
    }


# What each part of the console board is, by the key of its line in the parts list.
CONSOLE_ITEMS = {
    "U1": "pico", "U2": "shifter", "R1": "r_pull", "C3": "c_shifter", "SW1": "encoder", "SW2": "button", "SW3": "button", "R3": "r_buzzer",
    "BZ1": "buzzer", "J3": "socket4", "J4": "socket4", "J1": "terminal3", "J2": "terminal2", "J5": "jack", "F1": "fuse_holder",
    "D1": "d_sys", "W1": "wire_power", "C1": "c_supply", "Q1": "q_soft", "R4": "r_soft", "C4": "c_gate", "C5": "c_ramp", "C2": "c_usb",
    "J6": "socket4", "J7": "socket4",
}  # fmt: skip

# Nets that must never touch, and why.
NEVER_JOINED = [
    (
        "+5V_FUSED",
        "VBUS",
        "an own supply would feed back into the computer's USB port: bridge W1 to one side only, and never both",
    ),
    ("+5V_FUSED", "+5V_USB", "the same through the MOSFET's body diode"),
    ("+5V_FUSED", "VSYS", "only through D1, the ring towards VSYS"),
    ("+5V_LED", "+3V3", "5 V destroys the Pico and the display"),
    ("DATA_5V", "LIGHTS_3V3", "the shifter's output is 5 V; a Pico pin stands 3.3 V"),
    ("GND", "+5V_LED", "a short: check with a meter before the first power"),
]
