"""Runs on MicroPython's unix port: the log storage on a littlefs in memory, with the power cut at every flash command.

Prints one line of figures; raises AssertionError when a cut loses or mixes anything. Argument 1: "log" or "unsafe" (a writer that
rewrites a file in place, which has to be caught).
"""

import os
import sys

sys.path.insert(0, sys.argv[2])

from firmware.drivers import logstore
from tests.firmware import flash_memory

BLOCKS = 64
SECTOR = flash_memory.SECTOR


class Cut(Exception):
    pass


class Memory(flash_memory.Memory):
    """left: commands until the power goes, None: never; torn: how the last one ends (see `flash_memory.torn`)."""

    def __init__(self, data=None, torn=0):
        super().__init__(BLOCKS, data)
        self.left = None
        self.torn = torn
        self.erases = 0
        self.programs = 0

    def write(self, at, after):
        if len(after) == SECTOR:
            self.erases += 1
        else:
            self.programs += 1
        if self.left is not None:
            self.left -= 1
            if self.left <= 0:
                if not self.left:  # what is still tried after the cut does nothing
                    super().write(at, flash_memory.torn(self.torn, bytes(self.data[at : at + len(after)]), after))
                raise Cut()
        super().write(at, after)


def opened(memory):
    vfs = os.VfsLfs2(memory, progsize=256, readsize=32)
    os.mount(vfs, "/fs")
    if sys.argv[1] == "unsafe":
        return flash_memory.Unsafe("/fs/roost")
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
            memory = Memory(start, torn)
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
