"""The device's side of a soak run: plays what it is told on the app by knob and buttons, and compares the state after each action.

A program on CPython and MicroPython: `micropython -m host.players.soaking`. It reads a line a step from standard input:

    game <game> <language>    a new game, from the game menu
    with <setup line>         how it is to be set up; all of them before the first action
    act <crc> <record line>   enter this action (or `undo`); <crc> is that of the state after it, as JSON, in eight hex digits
    fidget <seed>             do something that changes nothing
    cut                       the power fails, and the game is resumed
    end                       the game is over: through the score sheet, back to the menu

and writes one for each game: `done <actions> <detents> <presses> <virtual ms> <memory>`, where memory is bytes of heap that are free on
MicroPython and allocated blocks on CPython. What goes wrong is written as `wrong <what>`, and ends the run.
"""
# pyright: reportMissingParameterType=false

import asyncio
import binascii
import gc
import sys

from firmware.app import App
from firmware.drivers import virtual
from host.players.hands import GUARD_MS, Hands, Lost
from shared_rules import jsontext

KEPT = 3  # finished games that stay on the device
_MOST_BACKS = 12


def digest(state) -> str:
    """The CRC-32 of a state, as the record format's JSON, in eight hex digits."""
    crc = binascii.crc32(jsontext.dumps(state).encode("utf-8")) & 0xFFFFFFFF
    return f"{crc:08x}"


def memory() -> int:
    """Bytes of heap that are free (MicroPython), or blocks that are allocated (CPython)."""
    gc.collect()
    if hasattr(gc, "mem_free"):
        return gc.mem_free()  # pyright: ignore[reportAttributeAccessIssue]
    return sys.getallocatedblocks()


# Bytes allocated between two collections. The Pico has such a limit as well (`firmware.device`; objects are twice as large here):
# else what lives long comes to lie all over the heap, and leaves no large block.
THRESHOLD = 160_000


class Wrong(Exception):
    """The device isn't in the state that it should be in."""


class Quiet:
    """A buzzer that keeps nothing of what it was told to play: it would be a thousand sounds a game."""

    def play(self, pattern, volume):
        """Plays a pattern of tones."""


class Soaker:
    """Takes steps, one after the other, and does them.

    read  function that gives the next step, "" at the end
    say   function that takes a line of output
    """

    def __init__(self, read, say):
        self._read = read
        self._say = say
        self._device = virtual.device()
        self._detents = self._presses = self._actions = 0
        self._began = 0
        self._game = ""
        self._lines = []  # setup lines still to be entered
        self._cut = False

    def run(self) -> None:
        """Until there are no steps left; raises Wrong, Lost or what the app raises."""
        resume = False
        while True:
            files = self._device.storage.files
            now = self._device.clock.now
            self._device = virtual.device(files)
            self._device.clock.now = now
            self._device.sound = Quiet()  # pyright: ignore[reportAttributeAccessIssue]
            app = App(self._device)
            hands = Hands(self._device, app)
            if sys.implementation.name == "micropython":
                asyncio.new_event_loop()  # else the tasks of a device without power would live on
            virtual.run(self._device, app.run(), self._life(hands, resume))
            self._count(hands)
            if not self._cut:
                return
            resume = True

    async def _life(self, hands, resume):
        # From switching on to a power cut, or to the end of the steps.
        if resume:
            await self._resume(hands)
        self._cut = await self._play(hands)

    def _count(self, hands):
        self._detents += hands.detents
        self._presses += hands.presses
        hands.detents = hands.presses = 0
        del hands.decisions[:]

    async def _play(self, hands):
        # True when the power fails.
        while True:
            line = self._read().strip()
            if not line:
                return False
            word, _, rest = line.partition(" ")
            if word == "game":
                self._game, _, language = rest.partition(" ")
                self._lines = []
                self._actions = self._detents = self._presses = 0
                self._began = self._device.clock.now
                await hands.wait(20)
                self._device.serial.feed(b'{"set":{"language":"%s"}}\n' % language.encode())
                await hands.wait(20)
            elif word == "with":
                self._lines.append(rest)
            elif word == "act":
                await self._begin(hands)
                crc, _, action = rest.partition(" ")
                await hands.act(action)
                self._actions += 1
                self._compare(hands, crc, action)
            elif word == "fidget":
                await self._begin(hands)
                await self._fidget(hands, int(rest))
            elif word == "cut":
                return True
            elif word == "end":
                await hands.finish()
                if hands.app.table is not None:
                    raise Lost("the game isn't left at its end")
                self._count(hands)
                self._tidy()
                ms = self._device.clock.now - self._began
                self._say(f"done {self._actions} {self._detents} {self._presses} {ms} {memory()}")

    async def _begin(self, hands):
        if self._lines:
            await hands.begin(self._game, self._lines)
            self._lines = []

    def _compare(self, hands, crc, action):
        state = hands.machine().state()
        if digest(state) != crc:
            raise Wrong(f"after {action}: {jsontext.dumps(state)}")

    async def _resume(self, hands):
        await hands.wait(60)
        if hands.walk.key != ("start", "resume"):
            raise Lost("the game isn't offered again")
        await hands.press()

    def _tidy(self):
        # What a test keeps of the device's output and of old games is no memory that the app has lost.
        files = self._device.storage.files
        games = sorted([name for name in files if name.endswith(".game")])
        for name in games[:-KEPT]:
            del files[name]
        self._device.serial.sent = bytearray()

    async def _fidget(self, hands, seed):
        chance = virtual.Random(seed)
        await hands.confirm()
        crc = digest(hands.machine().state())
        view = hands.app.view
        what = chance(6)
        if what == 0:
            await hands.turn(chance(31) - 15)
        elif what == 1:
            await hands.jump((1, 2, 3, -1, -2, -3)[chance(6)])
        elif what == 2:
            await hands.press("menu")
            await hands.turn(chance(9))
        elif what == 3:
            await hands.press("menu")
            await hands.pick(("menu", ("status", "score", "said", "why-not", "settings")[chance(5)]))
            await hands.turn(chance(3))
        elif what == 4:
            self._device.serial.feed(
                b'{"turn":1}\n{"choose":%d,"screen":0}\n{"line":"play nobody %d"}\nnonsense\n{"line":\n' % (chance(9), chance(99))
            )
            await hands.wait(40)
        else:
            self._device.inputs.feed(("step", ("e", "ne", "nw", "w", "sw", "se")[chance(6)]))
            await hands.press("back")
        for _ in range(_MOST_BACKS):
            if hands.app.view is view or hands.app.view.mode == "game":
                break
            await hands.wait(GUARD_MS)
            await hands.press("back")
        if digest(hands.machine().state()) != crc:
            raise Wrong(f"looking has changed the game, fidget {seed}")


def main() -> int:
    """Reads steps from standard input until its end; returns the exit status."""
    if hasattr(gc, "threshold"):  # MicroPython
        gc.threshold(THRESHOLD)  # pyright: ignore[reportAttributeAccessIssue]
    try:
        Soaker(sys.stdin.readline, print).run()
    except Exception as error:  # noqa: BLE001 - whatever it is, the host is told
        print(f"wrong {type(error).__name__}: {error}")
        if hasattr(sys, "print_exception"):
            sys.print_exception(error)  # pyright: ignore[reportAttributeAccessIssue]
        if isinstance(error, MemoryError) and sys.implementation.name == "micropython":
            import micropython  # pyright: ignore[reportMissingImports]

            micropython.mem_info()  # what there is, and then what is left without what nobody needs
            gc.collect()
            micropython.mem_info()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
