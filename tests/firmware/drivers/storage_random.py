"""Runs on MicroPython's unix port: random use of the log storage, compared with a model in memory, with starts and power cuts in between.

Arguments: the folder of the sources, how many runs, how many steps each. Prints figures, one a line.
"""

import os
import random
import sys

sys.path.insert(0, sys.argv[1])

from firmware.drivers import logstore
from tests.firmware import flash_memory

NAMES = ("0001.game", "0002.game", "part", "settings", "draft")


class Cut(Exception):
    """The power is gone."""


class Memory(flash_memory.Memory):
    """left: writes until the power goes; None: never."""

    left = None

    def write(self, at, after):
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                how = random.randrange(4)
                self.left = 1 << 30  # what is closed by and by changes nothing
                super().write(at, flash_memory.torn(how, self.data[at : at + len(after)], after))
                self.dead = True
                raise Cut()
        if not self.dead:
            super().write(at, after)

    dead = False


def opened(flash):
    os.mount(os.VfsLfs2(flash, progsize=256, readsize=32), "/fs")
    return logstore.LogStorage("/fs/roost", flash, sectors=3)


def content(storage, name):
    data = b""
    while True:
        piece = storage.read(name, len(data), random.choice((7, 100, 512, 3000)))
        if not piece:
            return data
        data += piece


def check(storage, model, names=NAMES):
    found = storage.names()
    for name in names:
        assert (name in found) == (name in model), name
        assert storage.size(name) == (len(model[name]) if name in model else -1), name
        if name in model:
            assert content(storage, name) == model[name], name
            start = random.randrange(len(model[name]) + 1)
            assert storage.read(name, start, 300) == model[name][start : start + 300], name


def step(model):
    """A random step: (what, name, data, the model afterwards)."""
    what = random.choice(("append",) * 12 + ("replace", "remove", "tend"))
    name = random.choice(NAMES)
    after = dict(model)
    data = bytes([random.randrange(256)]) * random.choice((1, 20, 60, 60, 60, 300, 1000, 1500))
    if what == "append":
        if len(model.get(name, b"")) > 9000:
            what = "remove"
        else:
            after[name] = model.get(name, b"") + data
    if what == "replace":
        data = data * random.randrange(4)
        after[name] = data
    if what == "remove":
        after.pop(name, None)
    return what, name, data, after


def do(storage, what, name, data):
    if what == "append":
        storage.append(name, data)
    elif what == "replace":
        storage.replace(name, (data[:10], data[10:]))
    elif what == "remove":
        storage.remove(name)
    else:
        storage.tend()


def run(seed, steps):
    """Returns (starts, cuts)."""
    random.seed(seed)
    flash = Memory(40)
    os.VfsLfs2.mkfs(flash, progsize=256, readsize=32)
    storage = opened(flash)
    model = {}
    starts = cuts = 0
    for _ in range(steps):
        what, name, data, after = step(model)
        if random.random() < 0.1:
            flash.left = random.randrange(12)
        try:
            try:
                do(storage, what, name, data)
            except OSError:
                if not flash.dead:
                    raise
            if flash.dead:
                raise Cut()  # closing a file has made another error of it, or somebody tried something else
            flash.left = None
            model = after
            if random.random() < 0.2:
                check(storage, model, (random.choice(NAMES),))
            if random.random() < 0.95:
                continue
            os.umount("/fs")
        except Cut:
            cuts += 1
            os.umount("/fs")
            flash = Memory(40, flash.data)
            storage = opened(flash)
            # The step has happened, or it has not.
            if (content(storage, name) if name in storage.names() else None) == after.get(name):
                model = after
            if name not in model and storage.size(name) == 0:
                storage.remove(name)  # a file that was begun with a long append, and got nothing yet
            check(storage, model)
            os.umount("/fs")
        storage = opened(flash)
        starts += 1
        check(storage, model)
    check(storage, model)
    os.umount("/fs")
    return starts, cuts


def main():
    runs, steps = int(sys.argv[2]), int(sys.argv[3])
    starts = cuts = 0
    for seed in range(runs):
        more = run(seed, steps)
        starts += more[0]
        cuts += more[1]
    print("steps", runs * steps)
    print("starts", starts)
    print("cuts", cuts)


main()
