"""The device: from the board file to the running app, and what must happen around it on a Pico.

The order matters: the lights go dark before anything else; Back held at power-on leaves a developer at the prompt; Menu held runs the
self-test; a supply that gives way again and again starts without lights; the watchdog runs only from the first screen on and is switched off
again whatever ends the app.
"""

import asyncio
import gc
import os
import sys
import time

import machine
from machine import Pin

from .drivers.rp2.lights import dark

STARTS = "/roost.starts"  # a byte for each start that has not yet lasted; outside the folder of games and settings
TEST = "/roost.selftest"  # is there: the next start is a self-test
FEW_MS = 20_000  # a start that lasts so long, or ends cleanly, was a good one
MANY = 3
WATCH_MS = 8_000
CARE_MS = 500
LOADING = 64_000  # bytes allocated between two collections, while the app is loaded
PLAYING = 20_000  # and later: what lives long comes to lie close together, and leaves a large block free


def held(board, button):
    """Is this button down now?"""
    return not Pin(board.BUTTONS[button], Pin.IN, Pin.PULL_UP).value()


def count_start():
    """How many starts in a row, this one included, did not last."""
    try:
        count = os.stat(STARTS)[6]
    except OSError:
        count = 0
    with open(STARTS, "a") as file:
        file.write("x")
    return count + 1


def asked_for(path):
    """Is there this file? Answers yes only once: it is removed."""
    try:
        os.remove(path)
    except OSError:
        return False
    return True


def self_test():
    """Restarts the device into its self-test."""
    with open(TEST, "w") as file:
        file.write("x")
    machine.reset()


def forget_starts():
    """This start was a good one."""
    try:
        os.remove(STARTS)
    except OSError:
        pass


def forget_boards():
    """The drivers have taken from the board file what they need; the self-test loads it anew."""
    for module in list(sys.modules):
        if module.startswith("firmware.boards"):
            del sys.modules[module]
    delattr(sys.modules["firmware"], "boards")


def forget_glyphs(in_place):
    """The glyphs of the fonts are read in flash from now on: they are the largest thing that never changes."""
    from . import font

    font.forget_sources(in_place)


def main(name, before, fell_back):
    """Runs the device of that board file until somebody interrupts it.

    before     folder of the version before, while this one is on trial; None otherwise
    fell_back  this version runs because the newer one did not start
    """
    from . import boards  # here, so that it can be forgotten again

    board = boards.load(name)
    dark(board.LIGHTS["pin"], "W" in board.LIGHTS["order"])
    time.sleep_ms(2)  # for the pull-ups
    if held(board, "back"):
        print("Back is held: nothing was started. `roost connect` or a terminal finds MicroPython's prompt.")
        return
    test = held(board, "menu") or asked_for(TEST)
    starts = count_start()
    # What is loaded stays: without a low threshold it would be scattered among what was thrown away, and leave no large block free.
    gc.collect()
    gc.threshold(LOADING)
    runner = Runner(board, before, fell_back, starts >= MANY, test)
    del board, boards
    forget_boards()
    try:
        asyncio.run(runner.run())
    finally:
        runner.watchdog_off()
        forget_starts()


class Runner:
    """One run of the app on the board."""

    def __init__(self, board, before, fell_back, cautious, test):
        from . import boards
        from .drivers.rp2 import PicoDevice, in_place, open_storage
        from .settings import Settings  # not before the lights are dark

        self.before = before
        storage = open_storage()
        forget_glyphs(in_place)
        boards.adopt(board, Settings(storage))
        self.device = PicoDevice(board, storage)
        notes = self.device.notes
        if cautious:
            notes.append(("hardware", "supply"))
        if fell_back:
            notes.append(("hardware", "fell-back"))
        for button in self.device.stuck:
            if not (test and button == "menu"):
                notes.append(("hw-stuck", {"button": ("button", button)}))
        self.device.cautious = cautious
        self.device.self_test = self_test  # type: ignore
        self.device.ends_well = forget_starts
        self.device.alive.feed = self.device.watchdog.feed  # type: ignore
        self.test = test
        self.app = None

    def watchdog_off(self):
        """Switches the watchdog off, for whoever works at the prompt now."""
        self.device.watchdog.stop()

    async def run(self):
        """The app, anew after each crash, watched over."""
        device = self.device
        device.start()
        device.clock.spawn(device.watched(self._care), "care")
        error = None
        if self.test:
            error = await self._self_test()
        gc.collect()
        from .app import App

        canvas = None
        at_once = False
        while True:
            self.app = App(device, canvas, at_once)
            await self.app.run(error)
            error = None
            canvas, at_once = self.app.canvas, self.app.again  # its memory is in one piece, and stays so
            self.app = None
            gc.collect()

    async def _self_test(self):
        from . import selftest

        self.device.examine()
        try:
            await selftest.alone(self.device)
        except Exception as error:  # noqa: BLE001 - it is shown as one of the app is
            return error
        finally:
            sys.modules.pop("firmware.selftest", None)
        return None

    async def _care(self):
        """Starts the watchdog (whom the tasks feed) once there is a screen, and takes notes of good starts."""
        device = self.device
        began = device.clock.ticks_ms()
        old = None
        good = False
        while True:
            await asyncio.sleep_ms(CARE_MS)
            if not device.watchdog.running and self.app is not None and self.app.view is not None:
                gc.threshold(PLAYING)
                device.watchdog.start(WATCH_MS)
                if self.before is not None:
                    old = self._accept()
            if not good and device.clock.ticks_ms() - began > FEW_MS:
                good = True
                forget_starts()
            if old is not None and device.quiet() and not next(old):
                old = None

    def _accept(self):
        """The new version has shown its first screen: it stays. Yields True for each file of the old one that it removes."""
        try:
            with open("/current.txt") as file:
                words = file.read().split()
            with open("/current.txt.new", "w") as file:
                file.write(" ".join(words[:2]) + "\n")
            os.rename("/current.txt.new", "/current.txt")
            os.remove("/trial.txt")
        except OSError as error:
            sys.print_exception(error)
        return _emptied("/" + self.before)


def _emptied(folder):
    """Removes a folder, a file at each step; yields True, and at the end False."""
    folders = [folder]
    while folders:
        path = folders[-1]
        deeper = None
        try:
            for entry in os.ilistdir(path):
                if entry[1] == 0x4000:
                    deeper = path + "/" + entry[0]
                    break
                os.remove(path + "/" + entry[0])
                yield True
                break
            else:
                os.rmdir(folders.pop())
        except OSError:
            folders.pop()
        if deeper is not None:
            folders.append(deeper)
    while True:
        yield False
