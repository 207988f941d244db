"""Data that never changes, read where it lies in flash: there it takes no memory.

What is to be read so is written once into a file of one block, as the sectors of the log are (see `firmware.drivers.logstore`): littlefs
never moves it, and a number that is drawn anew for each such file tells its block from any older copy.
"""

import os

from .flash import SECTOR

MAGIC = b"RoostFx1"
HEAD = 12  # magic, number drawn
LEAST = 1200  # bytes: a shorter file would not have a block of its own


class InPlace:
    """The files of a folder, on `flash` (a RawFlash)."""

    def __init__(self, folder, flash):
        self._folder = folder
        self._flash = flash

    def kept(self, name, parts):
        """These bytes, as a list of what can be read like them but lies in flash; where that can't be had, the parts themselves.

        name   of the file; it is written anew where it holds anything else
        parts  list of bytes, LEAST to SECTOR - HEAD of them altogether
        """
        try:
            os.mkdir(self._folder)
        except OSError:
            pass  # it is there; if not, nothing can be opened in it
        path = self._folder + "/" + name
        try:
            found = self._found(path, parts)
            if found is None:
                self._write(path, parts)
                found = self._found(path, parts)
        except OSError:
            found = None
        return parts if found is None else found

    def _found(self, path, parts):
        # The parts in the one block that begins as the file does; None if there is no such block, or it holds anything else.
        head = bytearray(HEAD)
        try:
            with open(path, "rb") as file:
                file.readinto(head)
        except OSError:
            return None
        blocks = [block for block in range(self._flash.blocks) if self._flash.mapped(block, 0, HEAD) == head]
        if len(blocks) != 1 or head[: len(MAGIC)] != MAGIC:
            return None
        found = []
        at = HEAD
        for part in parts:
            there = self._flash.mapped(blocks[0], at, len(part))
            if there != part:
                return None
            found.append(there)
            at += len(part)
        return found

    def _write(self, path, parts):
        size = HEAD + sum([len(part) for part in parts])
        if not LEAST <= size <= SECTOR:
            raise ValueError(size)
        with open(path, "wb") as file:
            file.write(MAGIC + os.urandom(HEAD - len(MAGIC)))
            for part in parts:
                file.write(part)
