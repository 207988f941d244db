"""Runs on MicroPython's unix port: many games on the device's storage, in a flash of the Pico's size, every erase and program counted.

Arguments: the folder of the sources, a record, how many games, `log` (the device's storage) or `plain` (files of littlefs alone), and after how
many actions nobody does anything for a while (0: never). Prints figures, one a line.
"""

import os
import sys

sys.path.insert(0, sys.argv[1])

from firmware.drivers import files, logstore
from firmware.journal import FINISHED, Journal
from firmware.settings import Settings
from tests.firmware.flash_memory import Memory

BLOCKS = 352
FIRMWARE = 190  # blocks that hold something else: two versions of the firmware
NOTES = 14  # steps of a set-up


class Counted(Memory):
    """Counts what is done to each block."""

    def __init__(self):
        super().__init__(BLOCKS)
        self.erases = [0] * BLOCKS
        self.programs = 0
        self.bytes = 0
        self.counting = False

    def erase(self, block):
        self.erases[block] += 1
        super().erase(block)

    def _program(self, at, buffer):
        self.programs += (len(buffer) + 255) // 256
        if self.counting:
            self.bytes += len([1 for byte in buffer if byte != 0xFF])
        super()._program(at, buffer)


class Clock:
    now = 0

    def ticks_ms(self):
        return self.now


def lines_of(path):
    found = []
    with open(path) as file:
        for line in file:
            line = line.split("#")[0].strip()
            if line:
                found.append(line)
    return found


def main():
    lines = lines_of(sys.argv[2])
    setup = [line for line in lines if line.split(" ")[0] in ("roost", "rules", "seats", "tunnels", "cards", "place", "foxes")]
    actions = lines[len(setup) :]
    games = int(sys.argv[3])
    log = sys.argv[4] == "log"
    quiet = int(sys.argv[5])
    flash = Counted()
    os.VfsLfs2.mkfs(flash, progsize=256, readsize=32)
    os.mount(os.VfsLfs2(flash, progsize=256, readsize=32), "/fs")
    with open("/fs/firmware", "wb") as file:
        for _ in range(FIRMWARE * 4):
            file.write(b"x" * 1016)
    storage = logstore.LogStorage("/fs/roost", flash) if log else files.Files("/fs/roost")
    clock = Clock()
    settings = Settings(storage)
    journal = Journal(storage, clock)
    deleted = 0
    worst = (0, 0)
    first = list(flash.erases)
    programs = flash.programs
    act = [0, 0, 0]  # appends, programs, erases
    for game in range(games):
        while journal.short():
            journal.delete(journal.oldest(FINISHED))
            deleted += 1
        journal.create("fowl_play", ["rules 1", "# mode play"])
        settings.set("current", journal.number)
        for step in range(NOTES):
            journal.append("# step sfox i%d" % step)
        journal.rewrite(setup)
        settings.set("last", {"fowl_play": {"seats": "black orange", "foxes": "black h%d orange h7" % game}})
        for count in range(len(actions)):
            clock.now += 20000
            before = sum(flash.erases), flash.programs
            flash.counting = True
            journal.append(actions[count])
            flash.counting = False
            act[0] += 1
            act[1] += flash.programs - before[1]
            act[2] += sum(flash.erases) - before[0]
            worst = max(worst, (sum(flash.erases) - before[0], flash.programs - before[1]))
            if log and quiet and count % quiet == quiet - 1:
                while storage.tend():
                    pass
        journal.append("# " + FINISHED)
        journal.close()
        settings.set("current", 0)
        assert len(journal.numbers()) == game + 1 - deleted
    kept = [number for number in journal.numbers() if journal.head(number)[1] == FINISHED]
    erases = [flash.erases[block] - first[block] for block in range(BLOCKS)]
    total = sum(erases)
    print("games", games)
    print("actions", act[0])
    print("kept", len(kept))
    print("bytes_an_action", flash.bytes / act[0])
    print("pages_an_action", act[1] / act[0])
    print("erases_an_action", act[2] / act[0])
    print("worst_erases_an_action", worst[0])
    print("erases_a_game", total / games)
    print("pages_a_game", (flash.programs - programs) / games)
    print("hottest_a_game", max(erases) / games)  # of the block that is erased most often


main()
