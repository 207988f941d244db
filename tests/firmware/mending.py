"""Stories of mistakes and of one's own copy, by input events; also a program, so that MicroPython can play the same:

    micropython -m tests.firmware.mending LANGUAGE

It prints a digest of all the pictures that display and lights showed, the journals, what was cut off, and the copies kept.
"""

import sys

from firmware import screens
from firmware.journal import seal
from shared_rules import hexboard
from shared_rules.fowl_play.pieces import STANDARD_TUNNELS
from tests.firmware.pilot import Pilot
from tests.firmware.playing import Digest

FOWL = ["roost 1 fowl_play", "rules 1", "seats black white", "foxes black g8 white g6"]
TURN = ["play black 1", "play white 4", "done black", "done white", "stay black", "stay white"]
FEATHERS = ["roost 1 fancy_feathers", "rules 1", "seats anna ben", "types fox trap monal green golden mirror", "discs anna ben"]
BIRDS = ["roost 1 birds_of_a_feather", "rules 1", "seats anna ben", "raptors on"]


def stored(lines):
    """The files of a device on which this record's game is open."""
    return {"0001.game": b"".join([seal(line, 0) for line in lines])}


def at_table(lines, script, files=None, language="en"):
    """Runs a script at the table of this record, resumed; returns the Pilot."""
    found = stored(lines)
    found.update(files or {})
    pilot = Pilot(found)
    pilot.digest = Digest(pilot)

    async def begin(pilot):
        await pilot.wait()
        if language != "en":
            await pilot.send('{"set":{"language":"%s"}}' % language)
        await pilot.press()
        await pilot.read_on()
        await script(pilot)
        await pilot.wait()

    pilot.run(begin)
    return pilot


async def menu(pilot, name):
    await pilot.press("menu")
    await pilot.pick(("menu", name))


async def answer(pilot, key):
    """Answers a dialog, which nobody does within 300 ms."""
    await pilot.wait(320)
    await pilot.pick(key)


def game(pilot):
    return pilot.app.machine()


def cell(name):
    return ("space", hexboard.cell(name))


# ---- stories -----------------------------------------------------------------------------------------------------------------


async def foxes_and_fowl(pilot):
    await menu(pilot, "wrong")
    await pilot.pick(("flock", 0))
    for fowl, name in ((1, "m8"), (2, "m7")):
        await pilot.pick(("fowl", fowl))
        await pilot.pick(cell(name))
    await pilot.pick(("word", "right"))
    await pilot.pick(("foxes", 0))
    await pilot.pick(("fox", 1))
    await pilot.pick(cell("f6"))
    await pilot.press("back")
    await pilot.pick(("lights", 0))
    await pilot.pick(("light", 0))
    await pilot.pick(("number", 2))
    await pilot.press("back")
    await pilot.pick(("wrong-do", "enter"))
    await menu(pilot, "why-not")
    await pilot.pick(("card", 1))
    await answer(pilot, ("way", "change"))
    await answer(pilot, ("change", "anew"))
    await pilot.pick(("card", 3))
    await pilot.read_on()
    await menu(pilot, "why-not")
    await pilot.pick(("card", 3))
    await answer(pilot, ("way", "agree"))
    await menu(pilot, "leaves")
    await pilot.pick(("seat", 1))
    await answer(pilot, ("word", "yes"))
    await pilot.read_on()
    await pilot.act("play white 9")
    await pilot.act("done black")
    await pilot.act("stay black")
    await pilot.read_on()
    await menu(pilot, "light-up")
    for kind, value in (("type", "goose"), ("colour", "white"), ("shape", "circle"), ("reach", 0)):
        await pilot.pick(("light-up", kind))
        await pilot.pick(("seat", 0) if kind == "reach" else (kind, value))
        await pilot.turn(3)
        await pilot.press("back")
        await pilot.press("back")
    await pilot.press("back")
    await menu(pilot, "change")
    await pilot.pick(("set-up", "foxes"))
    await pilot.pick(cell("h8"))
    await pilot.press()
    await pilot.read_on()
    await pilot.hold("back")


async def path(pilot):
    await menu(pilot, "wrong")
    await pilot.pick(("path", 0))
    await pilot.pick(("lies", 3))
    await pilot.pick(("face", "trap"))
    await pilot.pick(("word", "right"))
    await pilot.pick(("discs", 0))
    await pilot.pick(("disc", 1))
    await pilot.pick(("space", 2))
    await pilot.press("back")
    await pilot.pick(("stacked", 0))
    await pilot.pick(("stack", 0))
    await pilot.pick(("number", 20))
    await pilot.press("back")
    await pilot.pick(("wrong-do", "enter"))
    await menu(pilot, "change")
    await pilot.pick(("entry", 4))
    await answer(pilot, ("change", "out"))
    await pilot.read_on()
    await menu(pilot, "change")
    await pilot.pick(("set-up", "discs"))
    await pilot.pick(("seat", 1))
    await pilot.pick(("seat", 0))
    await pilot.read_on()
    await menu(pilot, "leaves")
    await pilot.pick(("seat", 1))
    await answer(pilot, ("word", "yes"))
    await pilot.act("reveal fox")
    await pilot.read_on()
    await menu(pilot, "light-up")
    await pilot.pick(("type", "green"))
    await pilot.press("back")
    await pilot.press("back")


async def sheets(pilot):
    await menu(pilot, "wrong")
    await pilot.pick(("ticks", 1))
    for bird in (3, 10, 3):
        await pilot.pick(("tick", 64 + bird))
    await pilot.press("back")
    await pilot.pick(("wrong-do", "enter"))
    await menu(pilot, "sheets")
    await pilot.pick(("seat", 1))
    await pilot.press("back")
    await pilot.press("back")
    await menu(pilot, "light-up")
    await pilot.pick(("seat", 1))
    await pilot.turn(2)
    await pilot.press("back")
    await pilot.press("back")
    for line in ("play anna ocean-ace", "play ben ocean-rare"):
        await pilot.act(line)
    await menu(pilot, "wrong")
    await pilot.pick(("wrong", "none"))
    await pilot.read_on()


async def own_board(pilot):
    """From the game menu: a board with one tunnel elsewhere, flocks that are turned round, two cards that are exchanged."""
    await pilot.wait()
    await pilot.pick(("start", "copy"))
    await pilot.pick(("game", "fowl_play"))
    await pilot.pick(("copy", "all"))
    await pilot.read_on()
    await pilot.pick(cell("i12"))
    for _ in STANDARD_TUNNELS[2:]:
        await pilot.press()
    await pilot.read_on()
    for _ in range(36):
        await pilot.press()
    await pilot.read_on()
    await pilot.pick(("look", 1))
    await pilot.pick(("look", 0))
    for _ in range(34):
        await pilot.press()
    await pilot.read_on()
    await pilot.press("back")


async def own_birds(pilot):
    await pilot.wait()
    await pilot.pick(("start", "copy"))
    await pilot.pick(("game", "birds_of_a_feather"))
    await pilot.pick(("copy", "habitats"))
    for name in ("ocean", "desert", "mountains", "forest", "wetlands"):
        await pilot.pick(("habitat", name))
    await pilot.read_on()
    await pilot.pick(("copy", "called"))
    await pilot.pick(("space", 5))
    for letter in "Osp":
        await pilot.pick(("letter", letter))
    await pilot.hold("confirm")
    await pilot.pick(("space", 12))
    await pilot.send('{"text":"Red-winged Blackbird"}')
    await pilot.press("back")
    await pilot.press("back")


def stories(language):
    """Plays them all; the lines to print."""
    found = []
    for lines, script in ((FOWL + TURN, foxes_and_fowl), (FEATHERS + ["reveal green"] * 5, path), (BIRDS, sheets)):
        pilot = at_table(lines, script, None, language)
        found.append("%08x, inputs %d" % (pilot.digest.value, pilot.inputs))
        for number in pilot.app.journal.numbers():
            found += pilot.journal(number)
    for script in (own_board, own_birds):
        pilot = Pilot()
        digest = Digest(pilot)

        async def begin(pilot, script=script):
            if language != "en":
                await pilot.send('{"set":{"language":"%s"}}' % language)
            await script(pilot)

        pilot.run(begin)
        found.append("%08x, inputs %d" % (digest.value, pilot.inputs))
        for name in sorted(pilot.device.storage.files):
            if name.startswith("copy-"):
                found += [line.split(" #")[0] for line in str(pilot.device.storage.files[name], "utf-8").split("\n") if line]
    return found + ["cut: %s %s" % cut for cut in screens.cuts]


if __name__ == "__main__":
    for text in stories(sys.argv[1]):
        print(text)
