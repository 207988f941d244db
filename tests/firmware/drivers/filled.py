"""Runs on MicroPython's unix port: while a game runs, something else fills the flash to its last block, and goes away again.

Lines that find no room are refused; none that was taken may be gone at any start. Arguments: the folder of the sources, how many games.
Prints figures, one a line.
"""

import os
import random
import sys

sys.path.insert(0, sys.argv[1])

from firmware.drivers import logstore
from firmware.journal import FINISHED, Journal
from firmware.settings import Settings
from tests.firmware.flash_memory import Memory

LINES = 400


class Clock:
    def ticks_ms(self):
        return 0


def opened(flash):
    os.mount(os.VfsLfs2(flash, progsize=256, readsize=32), "/fs")
    storage = logstore.LogStorage("/fs/roost", flash, sectors=3)
    return storage, Journal(storage, Clock()), Settings(storage)


def fill():
    """Fills the flash with another file."""
    with open("/fs/other", "ab") as file:
        while True:
            try:
                file.write(b"x" * random.choice((100, 1000, 4096)))
                file.flush()
            except OSError:
                return


def tried(do, *arguments):
    """Whether it found room."""
    try:
        do(*arguments)
    except OSError:
        return False
    return True


def game(seed):
    """Returns (lines refused, starts)."""
    random.seed(seed)
    flash = Memory(40)
    os.VfsLfs2.mkfs(flash, progsize=256, readsize=32)
    storage, journal, settings = opened(flash)
    journal.create("fowl_play", ["rules 1"])
    journal.extend(60, lambda index: "move black e5 e7")
    journal.append("# " + FINISHED)
    journal.close()
    journal.create("fowl_play", ["rules 1"])
    number = journal.number
    settings.set("current", number)
    lines = ["roost 1 fowl_play", "rules 1"]
    refused = starts = 0
    for count in range(LINES):
        if count % 130 == 50:
            fill()
        if count % 330 == 300:
            os.remove("/fs/other")
        line = "undo" if random.random() < 0.1 else "move %d " % count + "y" * 70
        if tried(journal.append, line):
            lines.append(line)
        else:
            refused += 1
        if random.random() < 0.05:
            tried(storage.tend)
        if random.random() < 0.05:
            tried(settings.set, "brightness", random.randrange(1, 5))
        if random.random() < 0.04:
            os.umount("/fs")
            storage, journal, settings = opened(flash)
            found = list(journal.read(number))
            assert [text for text, _, _ in found] == lines, (seed, count, len(found), len(lines))
            assert not journal.open(number, found[-1][2], len(lines), 0)
            assert settings["current"] == number
            starts += 1
    os.umount("/fs")
    return refused, starts


def main():
    refused = starts = 0
    games = int(sys.argv[2])
    for seed in range(games):
        more = game(seed)
        refused += more[0]
        starts += more[1]
    print("lines", games * LINES)
    print("refused", refused)
    print("starts", starts)


main()
