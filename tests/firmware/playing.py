"""Whole games by input events; also a program, so that MicroPython can play the same: `micropython -m tests.firmware.playing RECORD LANGUAGE`.

It prints a digest of all the pictures that display and lights showed, and the journal.
"""

import binascii
import sys

from firmware import screens
from shared_rules import hexboard
from shared_rules.fowl_play.pieces import FOXES
from tests.firmware.pilot import Pilot

ACTIONS = ("play", "move", "done", "fox", "stay", "target", "undo")


def read(path):
    with open(path) as file:
        lines = [line.split("#")[0].strip() for line in file]
    return [line for line in lines if line]


def words_after(lines, word):
    for line in lines:
        if line.split(" ")[0] == word:
            return line.split(" ")[1:]
    return []


async def set_up(pilot, lines, language="en"):
    """From the game menu to the first question of a game of Fowl Play! on the standard board."""
    await pilot.wait()
    if language != "en":
        await pilot.send('{"set":{"language":"%s"}}' % language)
    await pilot.pick(("game", "fowl_play"))
    await pilot.pick(("mode", "play"))
    await pilot.read_on()
    seats = words_after(lines, "seats")
    for seat in seats:
        await pilot.pick(("fox", FOXES.index(seat)))
    if pilot.ask == "ask-seats":
        await pilot.pick(("word", "done"))
    await pilot.pick(("word", "standard"))
    await pilot.read_on()
    await pilot.pick(("seat", 0))
    foxes = words_after(lines, "foxes")
    for seat in seats:
        await pilot.pick(("space", hexboard.cell(foxes[foxes.index(seat) + 1])))
    await pilot.read_on()


async def play(pilot, lines, first=0):
    """Enters the action lines of a record, from the first-th on."""
    for line in actions(lines)[first:]:
        if line == "undo":
            await pilot.hold("back")
            await pilot.read_on()
        else:
            await pilot.act(line)
    await pilot.read_on()


def actions(lines):
    return [line for line in lines if line.split(" ")[0] in ACTIONS]


async def finish(pilot):
    """Through the score sheet and past the winner."""
    await pilot.read_on()
    for _ in range(60):
        if pilot.view.mode != "sheet":
            return
        await pilot.wait(320)
        await pilot.press()
    raise AssertionError("the score sheet never ends")


class Digest:
    """Watches what display and lights are told, and sums it up in one number."""

    def __init__(self, pilot):
        self.value = 0
        display, lights = pilot.device.display, pilot.device.lights
        show, shine = display.show, lights.show

        def shown(buffer):
            show(buffer)
            self.value = binascii.crc32(display.buffer, self.value) & 0xFFFFFFFF

        def shone(rgb):
            shine(rgb)
            self.value = binascii.crc32(lights.rgb, self.value) & 0xFFFFFFFF

        display.show = shown
        lights.show = shone


def whole_game(path, language):
    """Plays a record to its end; returns (lines that were printed, the Pilot)."""
    lines = read(path)
    pilot = Pilot()
    digest = Digest(pilot)

    async def script(pilot):
        await set_up(pilot, lines, language)
        await play(pilot, lines)
        await finish(pilot)

    del screens.cuts[:]
    pilot.run(script)
    out = ["%08x" % digest.value, "inputs %d, shown %d" % (pilot.inputs, pilot.device.display.shows)]
    return out + ["cut: %s %s" % cut for cut in screens.cuts] + pilot.journal(), pilot


def toy_game(language):
    """The toy game from its set-up to its end, with a take-back; returns what `whole_game` does. Call `toy.install()` first."""
    pilot = Pilot()
    digest = Digest(pilot)

    async def script(pilot):
        await pilot.wait()
        await pilot.send('{"set":{"language":"%s"}}' % language)
        await pilot.pick(("game", "toy"))
        await pilot.pick(("name", "player2"))
        await pilot.pick(("word", "new-name"))
        await pilot.pick(("letter", "Ü"))
        await pilot.hold("confirm")
        await pilot.pick(("word", "done"))
        await pilot.pick(("colour", "green"))
        await pilot.hold("confirm")
        await pilot.pick(("number", 3))
        for line in ("claim player2 g7 green", "claim ue f6 green"):
            await pilot.act(line)
        await pilot.hold("back")
        await pilot.read_on()
        await pilot.send('{"line":"claim ue g7 green"}')
        for line in ("claim ue h8 green", "claim player2 f6 green"):
            await pilot.act(line)
        await finish(pilot)

    pilot.run(script)
    out = ["%08x" % digest.value, "inputs %d, shown %d" % (pilot.inputs, pilot.device.display.shows)]
    return out + pilot.journal(), pilot


if __name__ == "__main__":
    if sys.argv[1] == "toy":
        from tests.firmware import toy

        toy.install()
    for text in toy_game(sys.argv[2])[0] if sys.argv[1] == "toy" else whole_game(sys.argv[1], sys.argv[2])[0]:
        print(text)
