"""Runs on MicroPython's unix port: a game that is begun when there is only just room for one, in a flash of the Pico's size.

It grows to many more actions than usual, with settings changed, its file mended after a failed line, kept aside after damage, and resumed.
Arguments: the folder of the sources. Prints figures, one a line; raises OSError when the game ever finds no room.
"""

import os
import sys

sys.path.insert(0, sys.argv[1])

from firmware.drivers import logstore
from firmware.journal import FINISHED, RESERVE, Journal
from firmware.settings import Settings
from tests.firmware.flash_memory import Memory

BLOCKS = 352
FIRMWARE = 290  # blocks that hold something else: not the subject here
ACTIONS = 900


class Clock:
    now = 0

    def ticks_ms(self):
        return self.now


def opened(flash):
    os.mount(os.VfsLfs2(flash, progsize=256, readsize=32), "/fs")
    storage = logstore.LogStorage("/fs/roost", flash)
    return storage, Journal(storage, Clock()), Settings(storage)


def fill(storage, journal):
    """Finished games until no other may be begun, then one of them less."""
    while not journal.short():
        journal.create("fowl_play", ["rules 1"])
        journal.extend(400, lambda index: "move black e5 e7")
        journal.append("# " + FINISHED)
        journal.close()
    journal.delete(journal.oldest(FINISHED))
    # What that game left is filled up with something else, to the last block above the reserve.
    with open("/fs/other", "ab") as file:
        while storage.free() - 4096 >= RESERVE:
            file.write(b"\x55" * 2000)
            file.flush()
    assert not journal.short()


def lines_of(journal, number):
    return [text for text, _, _ in journal.read(number)]


def main():
    flash = Memory(BLOCKS)
    os.VfsLfs2.mkfs(flash, progsize=256, readsize=32)
    storage, journal, settings = opened(flash)
    with open("/fs/firmware", "wb") as file:
        for _ in range(FIRMWARE):
            file.write(b"\xaa" * 4064)
    fill(storage, journal)
    before = storage.free()
    kept = journal.numbers()
    journal.create("fowl_play", ["rules 1", "seats black white", "foxes black g8 white g6"])
    number = journal.number
    settings.set("current", number)
    lines = lines_of(journal, number)
    least = before
    for count in range(ACTIONS):
        line = "undo" if count % 9 == 5 else "move white e%d f%d" % (count % 5 + 1, count % 7 + 1)
        journal.append(line)
        lines.append(line)
        if count % 40 == 20:
            settings.set("brightness", settings["brightness"] % 4 + 1)
        if count % 100 == 50:
            journal._torn = True  # as after a line that the flash didn't take: the file is written anew
        if count in (299, 599):
            # The power goes, and the file is damaged in its last third: it is kept aside and goes on with what is whole.
            os.umount("/fs")
            storage, journal, settings = opened(flash)
            assert settings["current"] == number
            found = list(journal.read(number))
            assert [text for text, _, _ in found] == lines
            whole = len(found) * 2 // 3
            assert journal.open(number, found[whole][2], whole + 1, 0)
            lines = lines[: whole + 1]
            assert lines_of(journal, number) == lines
        least = min(least, storage.free())
    assert journal.numbers() == kept + [number]
    assert lines_of(journal, number) == lines
    print("actions", ACTIONS)
    print("lines", len(lines))
    print("bytes", journal.size(number))
    print("free_before", before)
    print("free_least", least)


main()
