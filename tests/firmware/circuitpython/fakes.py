"""Stand-ins for the modules that are part of CircuitPython, for Adafruit's real libraries and our drivers on CPython.

`put()` places them in `sys.modules`; it must happen before any of the libraries is imported. What goes out is kept: `I2C.heard`, `chain`.
"""

import sys
import time
import types
from typing import Any


class Pin:
    def __init__(self, number: int) -> None:
        self.number = number


class I2C:
    """A bus. `answers` are the addresses at which something is; `heard` takes (address, bytes) of every transfer."""

    answers: "set[int]" = {0x3C}
    pulled_up = True

    def __init__(self, scl: Pin, sda: Pin, frequency: int = 100_000) -> None:
        if not self.pulled_up:
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        self.pins = (scl.number, sda.number)
        self.frequency = frequency
        self.heard: "list[tuple[int, bytes]]" = []
        self._locked = False
        made.append(self)

    def try_lock(self) -> bool:
        free, self._locked = not self._locked, True
        return free

    def unlock(self) -> None:
        assert self._locked
        self._locked = False

    def writeto(self, address: int, buffer: Any, *, start: int = 0, end: "int | None" = None) -> None:
        assert self._locked
        if address not in self.answers:
            raise OSError(19)
        data = bytes(buffer)[start : len(buffer) if end is None else end]
        if data:
            self.heard.append((address, data))

    def readfrom_into(self, address: int, buffer: Any, *, start: int = 0, end: "int | None" = None) -> None:
        assert self._locked
        if address not in self.answers:
            raise OSError(19)


class DigitalInOut:
    def __init__(self, pin: Pin) -> None:
        self.pin = pin
        self.direction: Any = None
        self.value = True

    def switch_to_input(self, pull: Any = None) -> None:
        self.direction = "in"

    def switch_to_output(self, value: bool = False) -> None:
        self.direction = "out"
        self.value = value

    def deinit(self) -> None:
        pass


class IncrementalEncoder:
    def __init__(self, pin_a: Pin, pin_b: Pin, divisor: int = 4) -> None:
        assert pin_b.number == pin_a.number + 1
        assert divisor == 1
        self.position = 0


class Event:
    def __init__(self, key_number: int, pressed: bool, after: int = 5000) -> None:
        self.timestamp = int(time.monotonic() * 1000) + after & (1 << 29) - 1
        self.key_number = key_number
        self.pressed = pressed


class EventQueue:
    def __init__(self) -> None:
        self.queue: "list[Event]" = []
        self.overflowed = False

    def __len__(self) -> int:
        return len(self.queue)

    def get(self) -> "Event | None":
        return self.queue.pop(0) if self.queue else None


class Keys:
    def __init__(self, pins: "list[Pin]", *, value_when_pressed: bool, pull: bool, interval: float) -> None:
        assert pull
        assert not value_when_pressed
        self.pins = pins
        self.events = EventQueue()

    def reset(self) -> None:
        self.events.overflowed = False


class AnalogIn:
    def __init__(self, pin: Pin) -> None:
        self.value = 32768


class PWMOut:
    """`told` takes (frequency, duty cycle) after every change."""

    def __init__(self, pin: Pin, *, duty_cycle: int = 0, frequency: int = 500, variable_frequency: bool = False) -> None:
        assert variable_frequency
        self.told: "list[tuple[int, int]]" = []
        self._frequency, self._duty = frequency, duty_cycle
        made.append(self)

    @property
    def frequency(self) -> int:
        return self._frequency

    @frequency.setter
    def frequency(self, value: int) -> None:
        self._frequency = value
        self.told.append((value, self._duty))

    @property
    def duty_cycle(self) -> int:
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, value: int) -> None:
        self._duty = value
        self.told.append((self._frequency, value))


class Port:
    """A serial port with room for `room` bytes."""

    def __init__(self) -> None:
        self.connected = True
        self.timeout: Any = None
        self.write_timeout: Any = None
        self.came = bytearray()
        self.sent = bytearray()
        self.room = 256

    @property
    def in_waiting(self) -> int:
        return len(self.came)

    def read(self, count: int) -> bytes:
        assert self.timeout == 0
        data = bytes(self.came[:count])
        del self.came[:count]
        return data

    def write(self, data: Any) -> int:
        assert self.write_timeout == 0
        part = bytes(data)[: self.room]
        self.sent += part
        self.room -= len(part)
        return len(part)


made: "list[Any]" = []  # buses and the like, newest last
chain: "list[bytes]" = []  # what went out on the light chain, a frame each
console = Port()


def _neopixel_write(_pin: Any, buffer: Any) -> None:
    chain.append(bytes(buffer))


def put() -> None:
    """Places the stand-ins."""
    pins = types.SimpleNamespace(**{"GPIO%d" % number: Pin(number) for number in range(29)})
    modules = {
        "analogio": {"AnalogIn": AnalogIn},
        "board": {"SCL": None, "SDA": None},
        "busio": {"I2C": I2C, "SPI": object},
        "circuitpython_typing": {"ReadableBuffer": object, "WriteableBuffer": object},
        "digitalio": {
            "DigitalInOut": DigitalInOut,
            "Direction": types.SimpleNamespace(OUTPUT="out", INPUT="in"),
            "Pull": types.SimpleNamespace(UP="up"),
        },
        "keypad": {"Keys": Keys},
        "microcontroller": {"pin": pins, "Pin": Pin, "nvm": bytearray(64)},
        "neopixel_write": {"neopixel_write": _neopixel_write},
        "pwmio": {"PWMOut": PWMOut},
        "rotaryio": {"IncrementalEncoder": IncrementalEncoder},
        "supervisor": {"ticks_ms": lambda: int(time.monotonic() * 1000) & (1 << 29) - 1},
        "usb_cdc": {"console": console, "data": None},
        # Of MicroPython: what both libraries and the drivers for RP2040 need to be imported at all.
        "micropython": {"const": lambda value: value, "viper": lambda function: function},
    }
    for name, content in modules.items():
        module = types.ModuleType(name)
        module.__dict__.update(content)
        sys.modules[name] = module
