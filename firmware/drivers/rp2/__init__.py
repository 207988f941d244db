"""The drivers of a Raspberry Pi Pico under MicroPython: see `firmware.drivers` for what they must do.

`device(board)` makes the bundle. One task, the pump, brings pictures to the display a page at a time, starts light frames that had to wait,
sets `wake` when there is something to poll, and does the storage's housekeeping when nobody has touched anything for a while.
"""

import asyncio
import gc
import io
import os
import sys

from machine import I2C, Pin

from .. import Device, spare
from ..logstore import LogStorage
from .clock import Clock
from .display import Display
from .flash import RawFlash
from .inputs import Buttons, Encoder, Inputs, Joystick
from .lights import Lights
from .serial import Serial
from .sound import Sound
from .watchdog import Watchdog

FOLDER = "/roost"
QUIET_MS = 1500  # since the last input and the last write, before housekeeping
IDLE_MS = 4  # between two looks at the inputs
AGAIN_MS = 100  # before a task that has failed begins anew
TIDY_MS = 60  # after the last input, memory is tidied up while nobody waits
BUSY_MS = 20
TIDY_BYTES = 6_000  # if so much was allocated
COUNT_MS = 1000  # between two looks at that: each walks through all memory, which takes some 3 ms


def traceback(error):
    """An exception and where it came from, as text."""
    text = io.StringIO()
    sys.print_exception(error, text)
    return text.getvalue()


def random(n):
    """0 to n - 1, by chance: from the chip's own noise."""
    return int.from_bytes(os.urandom(4), "little") % n


def open_storage():
    """The storage on the chip's flash."""
    return LogStorage(FOLDER, RawFlash())


def in_place(wanted):
    """Bytes that never change, read where they lie in flash: see `inplace.kept`."""
    from . import inplace

    found = inplace.kept(FOLDER + ".fixed", RawFlash(), wanted)
    del sys.modules[__name__ + ".inplace"], globals()["inplace"]
    return found


class PicoDevice(Device):
    """The bundle, and what only this device has: `watchdog`, `finding`, `storage.tend`."""

    def __init__(self, board, storage=None):
        """storage: as `open_storage` gives it, if it is open already."""
        self._wake = asyncio.Event()
        lights, knob = board.LIGHTS, board.ENCODER
        screen = self._screen = board.DISPLAY
        for pin in board.IDLE:
            Pin(pin, Pin.IN, Pin.PULL_DOWN)
        clock = Clock()
        joystick = None
        if board.JOYSTICK:
            stick = board.JOYSTICK
            joystick = Joystick(stick["x"], stick["y"], stick["invert_x"], stick["invert_y"])
        encoder = Encoder(knob["a"], knob["steps"], knob["direction"])
        super().__init__(
            clock,
            Display(self._bus(), screen["address"], screen["controller"], screen["offset"]),
            Lights(lights["pin"], lights["order"], lights["map"]),
            Inputs(encoder, Buttons(board.BUTTONS, encoder.count), joystick),
            Sound(board.BUZZER, clock.spawn),
            open_storage() if storage is None else storage,
            Serial(),
            board.NAME,
            self._wake,
            None,
            random,
            traceback,
        )
        self.watchdog = Watchdog(board.CHIP)
        self.stuck = self.inputs.buttons.held()  # buttons that were down at the start
        self.self_test = None  # function: restarts into the self-test
        self.notes = []  # messages that the app should tell at its start
        self.cautious = False  # the supply gives way: no lights until somebody has pressed something
        self.tasks = ("drivers",)
        self.finding = None  # message of the self-test: where the display answers, or what is probably wrong with its wires
        spare.set_aside()
        self._blinks = 0  # how often the first pixel blinks in a row, while there is no display to say it
        self._touched = clock.ticks_ms()

    def _bus(self):
        screen = self._screen
        return I2C(screen["bus"], sda=Pin(screen["sda"]), scl=Pin(screen["scl"]), freq=screen["hz"], timeout=10_000)  # type: ignore

    def examine(self):
        """Looks at the display's wires: sets `finding`, and the blinking of the first pixel. Takes some 20 ms."""
        from . import probe

        what, address = probe.look(self._screen)
        self.display.i2c = self._bus()
        facts = {"wanted": "0x%02X" % self._screen["address"]}
        if address is not None:
            facts["address"] = "0x%02X" % address
        self.finding = ("bus-" + what, facts)
        self._blinks = probe.BLINKS.get(what, 0)
        sys.modules.pop(__name__ + ".probe", None)

    def _signal(self, now):
        # The first pixel blinks so often, then rests.
        slot = now // 250 % (2 * self._blinks + 6)
        self.lights.signal(slot < 2 * self._blinks and not slot & 1)

    def quiet(self):
        """Has nobody touched anything, and was nothing written, for a while?"""
        return self.clock.ticks_ms() - self._touched > QUIET_MS // 2

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
                    sys.print_exception(error)
                else:
                    self.failed(error)
            await asyncio.sleep_ms(AGAIN_MS)

    async def _pump(self):
        display, lights, inputs, serial, storage = self.display, self.lights, self.inputs, self.serial, self.storage
        clock, wake = self.clock, self._wake
        written = storage.appends
        tidy = gc.mem_alloc()
        before = clock.ticks_ms()
        counted = 0  # when it was looked how much is allocated
        while True:
            now = clock.ticks_ms()
            idle = now - before < BUSY_MS  # else something long is being worked on: that is no quiet moment
            before = now
            self.alive.says("drivers")
            if inputs.moved() or serial.ready():
                self._touched = now
                wake.set()
            if storage.appends != written:
                written = storage.appends
                self._touched = now
            more = display.step(now)
            if not display.present:
                if self.finding is None:
                    self.examine()
                if self._blinks:
                    self._signal(now)
            elif self._blinks:
                self._blinks = 0
                lights.signal(False)
            going = lights.step()
            if idle and not more and not going and now - self._touched > QUIET_MS:
                self._touched = now
                try:
                    storage.tend()
                except (OSError, MemoryError):
                    # No room on the medium: the log keeps what it holds, and whoever writes next is told. None in memory: it is done later.
                    pass
            elif (
                idle
                and not more
                and not going
                and now - self._touched > TIDY_MS
                and (counted < self._touched or now - counted > COUNT_MS)
            ):
                counted = now
                if gc.mem_alloc() - tidy > TIDY_BYTES or spare.missing():
                    gc.collect()
                    spare.set_aside()
                    tidy = gc.mem_alloc()
            await asyncio.sleep_ms(0 if more else 1 if going else IDLE_MS)
