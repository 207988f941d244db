"""Runs on MicroPython's unix port: the log storage on a littlefs in memory, with the power cut at every flash command.

Prints one line of figures; raises AssertionError when a cut loses or mixes anything. Argument 1: "log" or "unsafe" (a writer that
rewrites a file in place, which has to be caught).
"""

import os
import sys

sys.path.insert(0, sys.argv[2])

from firmware.drivers import logstore

BLOCKS = 64
SECTOR = 4096


class Cut(Exception):
    pass


class Memory:
    """A flash in memory, for littlefs and for the log alike. `left`: commands until the power goes; `torn`: how the last one ends."""

    def __init__(self, data=None):
        self.data = bytearray(data) if data else bytearray(b"\xff" * (BLOCKS * SECTOR))
        self.left = None
        self.torn = 0
        self.erases = 0
        self.programs = 0
        self.blocks = BLOCKS

    def _last(self):
        if self.left is None:
            return False
        self.left -= 1
        if self.left < 0:
            raise Cut()
        return self.left == 0

    def _program(self, at, buffer):
        self.programs += 1
        last = self._last()
        count = len(buffer)
        if last:
            count = (0, count // 2, count // 3, count)[self.torn]
        for i in range(count):
            self.data[at + i] &= buffer[i]
        if last:
            if self.torn == 2 and count < len(buffer):  # the last byte got only some of its bits
                self.data[at + count] &= buffer[count] | 0x5A
            raise Cut()

    def _erase(self, block):
        self.erases += 1
        last = self._last()
        count = SECTOR
        if last:
            count = (0, SECTOR // 2, 24, SECTOR)[self.torn]
        for i in range(count):
            self.data[block * SECTOR + i] = 0xFF
        if last:
            raise Cut()

    # As littlefs uses it.
    def readblocks(self, block, buffer, offset=0):
        at = block * SECTOR + offset
        buffer[:] = self.data[at : at + len(buffer)]

    def writeblocks(self, block, buffer, offset=None):
        if offset is None:
            self._erase(block)
            offset = 0
        self._program(block * SECTOR + offset, buffer)

    def ioctl(self, op, arg):
        if op == 4:
            return BLOCKS
        if op == 5:
            return SECTOR
        if op == 6:
            self._erase(arg)
            return 0
        return 0

    # As the log uses it.
    def view(self, block):
        return memoryview(self.data)[block * SECTOR : (block + 1) * SECTOR]

    def start(self, block, buffer):
        self.readblocks(block, buffer)

    def erase(self, block):
        self._erase(block)

    def program(self, block, offset, page):
        assert offset % 256 == 0 and len(page) == 256
        self._program(block * SECTOR + offset, page)


class Unsafe:
    """A writer that rewrites the whole file in place for each append."""

    def __init__(self, folder, flash):
        self._name = folder + "/"
        try:
            os.mkdir(folder)
        except OSError:
            pass

    def append(self, name, data):
        have = self.read(name, 0, 100000) if self.size(name) > 0 else b""
        with open(self._name + name, "wb") as file:
            file.flush()
            file.write(have + data)

    def replace(self, name, pieces):
        with open(self._name + name, "wb") as file:
            file.flush()
            for piece in pieces:
                file.write(piece)

    def remove(self, name):
        try:
            os.remove(self._name + name)
        except OSError:
            pass

    def tend(self):
        return False

    def size(self, name):
        try:
            return os.stat(self._name + name)[6]
        except OSError:
            return -1

    def read(self, name, start, count):
        with open(self._name + name, "rb") as file:
            file.seek(start)
            return file.read(count)

    def names(self):
        return os.listdir(self._name[:-1])


def opened(memory):
    vfs = os.VfsLfs2(memory, progsize=256, readsize=32)
    os.mount(vfs, "/fs")
    if sys.argv[1] == "unsafe":
        return Unsafe("/fs/roost", memory)
    return logstore.LogStorage("/fs/roost", memory, sectors=3)


def steps():
    """What the app might do: (what, name, data)."""
    number = 0
    for game in range(2):
        name = "game%d" % game
        for line in range(60):
            number += 1
            yield "append", name, b"move black e5 e%d #%08x t=%d\n" % (line, number * 2654435761 & 0xFFFFFFFF, number)
            if line % 20 == 7:
                yield "tend", "", b""
            if line % 25 == 10:
                yield "replace", "settings", b"language de\nbrightness %d\n" % number * 3
        if game:
            yield "append", name, b"x" * 1500
        yield "replace", "cards", b"tunnels g7 i11 k9 %d\n" % number
        if game:
            yield "remove", "game0", b""
            yield "append", "game0", b"anew\n"
        # What was removed must not come back, wherever in the log it still lies.
        for part in range(3):
            yield "append", "part", b"%d" % (5 * game + part) * 400
        yield "remove", "part", b""
        for part in range(4):
            yield "append", "part", b"%d" % (5 * game + part + 4) * 300
        yield "replace", "part", b"short\n"
        yield "append", "part", b"and longer\n"
        yield "tend", "", b""


def apply(model, what, name, data):
    if what == "append":
        model[name] = model.get(name, b"") + data
    elif what == "replace":
        model[name] = data
    elif what == "remove":
        model.pop(name, None)


def content(store):
    found = {}
    for name in store.names():
        size = store.size(name)
        data = b""
        while len(data) < size:
            piece = store.read(name, len(data), 100)
            assert piece, (name, len(data), size)
            data += piece
        assert store.read(name, size, 10) == b""
        found[name] = data
    return found


def run(memory, store, model, states):
    """Plays the steps; states[0] is what must be there, states[1] what may be."""
    for what, name, data in steps():
        after = dict(model)
        apply(after, what, name, data)
        states[0], states[1] = dict(model), after
        if what == "append":
            store.append(name, data)
        elif what == "replace":
            store.replace(name, [data])
        elif what == "remove":
            store.remove(name)
        else:
            store.tend()
        model = after
    states[0] = states[1] = model
    return model


def unmount():
    try:
        os.umount("/fs")
    except OSError:
        pass


def main():
    fresh = Memory()
    os.VfsLfs2.mkfs(fresh, progsize=256, readsize=32)
    store = opened(fresh)
    unmount()
    start = bytes(fresh.data)

    whole = Memory(start)
    store = opened(whole)
    states = [None, None]
    run(whole, store, {}, states)
    assert content(store) == states[0], (content(store), states[0])
    unmount()
    store = opened(Memory(whole.data))
    assert content(store) == states[0]
    unmount()
    commands = whole.erases + whole.programs

    cuts = lost = 0
    every = int(sys.argv[3])
    for torn in range(4):
        for at in range(1 + torn % every, commands + 1, every):
            memory = Memory(start)
            states = [None, None]
            try:
                store = opened(memory)
                memory.left = at
                run(memory, store, {}, states)
            except Cut:
                pass
            unmount()
            if states[0] is None:
                continue
            cuts += 1
            after = Memory(memory.data)
            store = opened(after)
            found = content(store)
            if found != states[0] and found != states[1]:
                if sys.argv[1] == "unsafe":
                    lost += 1
                else:
                    for name in sorted(set(found) | set(states[0])):
                        print(name, found.get(name), states[0].get(name), states[1].get(name))
                    raise AssertionError("cut %d torn %d: neither before nor after" % (at, torn))
            else:
                # It must go on from there, and a second look must agree.
                store.append("more", b"on it goes\n")
                store.tend()
                found["more"] = found.get("more", b"") + b"on it goes\n"
                assert content(store) == found
                unmount()
                store = opened(Memory(after.data))
                assert content(store) == found
            unmount()
    print("commands %d cuts %d lost %d erases %d programs %d" % (commands, cuts, lost, whole.erases, whole.programs))


main()
