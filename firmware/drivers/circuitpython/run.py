"""What `code.py` runs: from the board file to the running app, and what must happen around it under CircuitPython.

run.main("pico")
"""

import asyncio
import gc

import microcontroller
import storage
import supervisor

from ... import boards
from . import CircuitDevice

FEW_MS = 20_000  # a start that lasts so long, or ends cleanly, was a good one
MANY = 3
WATCH_S = 8
CARE_MS = 500
_MARK = 0x52


def count_start():
    """How many starts in a row, this one included, did not last. The count is in the chip's own memory, outside the drive."""
    kept = microcontroller.nvm
    count = kept[1] + 1 if kept[0] == _MARK else 1
    kept[0:2] = bytes((_MARK, min(count, 255)))
    return count


def forget_starts():
    """This start was a good one."""
    if microcontroller.nvm[1]:
        microcontroller.nvm[0:2] = bytes((_MARK, 0))


def main(name):
    """Runs the device of that board file until somebody interrupts it."""
    gc.collect()
    supervisor.runtime.autoreload = False  # a game must not end because a computer looks at the drive
    board = boards.load(name)
    starts = count_start()
    try:
        asyncio.run(Runner(board, starts >= MANY, storage.getmount("/").readonly).run())
    finally:
        forget_starts()


class Runner:
    """One run of the app on the board."""

    def __init__(self, board, cautious, read_only):
        self.device = CircuitDevice(board, read_only)
        if cautious:
            self.device.notes.append(("hardware", "supply"))
        if read_only:
            self.device.notes.append(("hardware", "drive"))
        self.device.cautious = cautious
        self.device.ends_well = forget_starts
        self.read_only = read_only
        self.app = None

    async def run(self):
        """The app, anew after each crash."""
        device = self.device
        device.start()
        device.clock.spawn(device.watched(self._care), "care")
        gc.collect()
        from ...app import App

        canvas = None
        at_once = False
        while True:
            self.app = App(device, canvas, at_once)
            await self.app.run()
            canvas, at_once = self.app.canvas, self.app.again
            self.app = None
            gc.collect()

    async def _care(self):
        """Takes notes of good starts, and starts the watchdog (whom the tasks feed) once there is a screen, unless somebody is at work on it."""
        device = self.device
        began = device.clock.ticks_ms()
        good = watched = False
        while True:
            await asyncio.sleep(CARE_MS / 1000)
            if not watched and not self.read_only and self.app is not None and self.app.view is not None:
                watched = True
                _watch(device.alive)
            if not good and device.clock.ticks_ms() - began > FEW_MS:
                good = True
                forget_starts()


def _watch(alive):
    # It can't be stopped again: after Ctrl-C the device restarts. Back held at power-on is for those who work on it.
    from watchdog import WatchDogMode

    dog = microcontroller.watchdog
    dog.timeout = WATCH_S
    dog.mode = WatchDogMode.RESET
    alive.feed = dog.feed
