"""A flash in memory for MicroPython's unix port, as littlefs and the log of `firmware.drivers.logstore` use it; and an unsafe storage."""

import os

SECTOR = 4096


def torn(how, before, after):
    """What a write leaves that was cut off: nothing of it, half of it, some and a byte of which only some bits, all of it (0 to 3)."""
    if how == 0:
        return before
    if how == 1:
        half = len(after) // 2
        return after[:half] + before[half:]
    if how == 2:
        third = len(after) // 3
        mixed = bytearray(after[:third] + before[third:])
        mixed[third] = (before[third] & after[third]) | ((before[third] ^ after[third]) & 0x5A)
        return mixed
    return after


class Memory:
    """data: its bytes; blocks: how many sectors it has."""

    def __init__(self, blocks, data=None):
        self.data = bytearray(data) if data else bytearray(b"\xff" * (blocks * SECTOR))
        self.blocks = blocks

    def write(self, at, after):
        """Every erase and every programmed page comes through here."""
        self.data[at : at + len(after)] = after

    def _program(self, at, buffer):
        old = self.data[at : at + len(buffer)]
        self.write(at, bytes([old[i] & buffer[i] for i in range(len(buffer))]))

    # As littlefs uses it.
    def readblocks(self, block, buffer, offset=0):
        at = block * SECTOR + offset
        buffer[:] = memoryview(self.data)[at : at + len(buffer)]

    def writeblocks(self, block, buffer, offset=None):
        if offset is None:
            self.erase(block)
            offset = 0
        self._program(block * SECTOR + offset, buffer)

    def ioctl(self, op, arg):
        if op == 6:
            self.erase(arg)
            return 0
        return {4: self.blocks, 5: SECTOR}.get(op, 0)

    # As the log uses it.
    def view(self, block):
        return memoryview(self.data)[block * SECTOR : (block + 1) * SECTOR]

    def start(self, block, buffer):
        self.readblocks(block, buffer)

    def erase(self, block):
        self.write(block * SECTOR, b"\xff" * SECTOR)

    def program(self, block, offset, page):
        assert offset % 256 == 0
        assert len(page) == 256
        self._program(block * SECTOR + offset, page)


class Unsafe:
    """A storage that rewrites a file in place for each line that is added."""

    def __init__(self, folder):
        self._name = folder + "/"
        try:
            os.mkdir(folder)
        except OSError:
            pass

    def names(self):
        return sorted(os.listdir(self._name[:-1]))

    def size(self, name):
        try:
            return os.stat(self._name + name)[6]
        except OSError:
            return -1

    def read(self, name, start, count):
        with open(self._name + name, "rb") as file:
            file.seek(start)
            return file.read(count)

    def append(self, name, data):
        have = self.read(name, 0, 100000) if self.size(name) > 0 else b""
        self.replace(name, (have, data))

    def replace(self, name, pieces):
        pieces = [bytes(piece) for piece in pieces]
        with open(self._name + name, "wb") as file:
            file.flush()
            for piece in pieces:
                file.write(piece)

    def remove(self, name):
        if self.size(name) >= 0:
            os.remove(self._name + name)

    def free(self):
        return -1

    def tend(self):
        return False
