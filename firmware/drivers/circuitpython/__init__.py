"""The drivers of an RP2040 board under CircuitPython, on Adafruit's libraries: see `firmware.drivers` for what they must do.

`CircuitDevice(board)` is the bundle. One task, the pump, brings pictures to the display a page at a time, sets `wake` when there is something
to poll, and tidies memory up while nobody waits. Pins are named by their number on the chip, so that the board files hold on any RP2040 board.
"""

import asyncio
import gc
import os
import sys
import traceback as tracebacks

import microcontroller

from .. import Device
from .clock import Clock
from .display import Display
from .inputs import Encoder, Inputs
from .lights import Lights
from .serial import Serial
from .sound import Sound
from .storage import Storage

IDLE_MS = 4  # between two looks at the inputs
AGAIN_MS = 100  # before a task that has failed begins anew
TIDY_MS = 60  # after the last input, memory is tidied up while nobody waits
TIDY_BYTES = 6_000  # if so much was allocated


def pin(number):
    """The chip's pin of that number."""
    return getattr(microcontroller.pin, "GPIO%d" % number)


def traceback(error):
    """An exception and where it came from, as text."""
    return "".join(tracebacks.format_exception(error))


def random(n):
    """0 to n - 1, by chance: from the chip's own noise."""
    return int.from_bytes(os.urandom(4), "little") % n


class CircuitDevice(Device):
    """The bundle.

    read_only  the computer has the drive (see `boot.py`)
    """

    def __init__(self, board, read_only=False):
        wake = asyncio.Event()
        clock = Clock()
        lights, knob = board.LIGHTS, board.ENCODER
        stick = board.JOYSTICK
        joystick = None
        if stick:
            from .joystick import Joystick

            joystick = Joystick(pin(stick["x"]), pin(stick["y"]), stick["invert_x"], stick["invert_y"])
        buttons = {name: pin(board.BUTTONS[name]) for name in board.BUTTONS}
        super().__init__(
            clock,
            Display(pin, board.DISPLAY),
            Lights(pin(lights["pin"]), lights["order"], lights["map"]),
            Inputs(Encoder(pin(knob["a"]), pin(knob["b"]), knob["steps"], knob["direction"]), buttons, joystick),
            Sound(pin(board.BUZZER), clock.spawn),
            Storage(read_only=read_only),
            Serial(),
            board.NAME,
            wake,
            None,
            random,
            traceback,
        )
        self.tasks = ("drivers",)
        self._touched = clock.ticks_ms()

    def start(self):
        """Starts the pump; call it inside the running loop. Returns the task."""
        return self.clock.spawn(self.watched(self._pump), "drivers")

    async def watched(self, task):
        """Runs a task of the device; what it raises ends the app, which shows it on the display: so the task begins anew."""
        while True:
            try:
                await task()
            except Exception as error:  # noqa: BLE001 - whatever it is, people must see it
                if self.failed is None:
                    sys.stdout.write(traceback(error))
                else:
                    self.failed(error)
            await asyncio.sleep(AGAIN_MS / 1000)

    async def _pump(self):
        display, inputs, serial, clock, wake = self.display, self.inputs, self.serial, self.clock, self.wake
        tidy = gc.mem_alloc()
        while True:
            now = clock.ticks_ms()
            self.alive.says("drivers")
            if inputs.moved() or serial.ready():
                self._touched = now
                wake.set()
            more = display.step(now)
            if not more and now - self._touched > TIDY_MS and gc.mem_alloc() - tidy > TIDY_BYTES:
                gc.collect()
                tidy = gc.mem_alloc()
            await asyncio.sleep(0 if more else IDLE_MS / 1000)
