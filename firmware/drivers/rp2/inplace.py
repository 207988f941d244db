"""Data that never changes, read where it lies in flash: there it takes no memory.

What is to be read so is written once into a file of one block, as the sectors of the log are (see `firmware.drivers.logstore`): littlefs
never moves it, and a number that is drawn anew for each such file tells its block from any older copy.
"""

import os

from .flash import SECTOR

MAGIC = b"RoostFx1"
HEAD = 12  # magic, number drawn
LEAST = 1200  # bytes: a shorter file would not have a block of its own


def kept(folder, flash, wanted):
    """What can be read like the bytes that are wanted, but lies in flash; where that can't be had, these bytes themselves.

    folder  of the files; one that is missing, or holds anything else, is written anew
    flash   a RawFlash
    wanted  dict: name of a file -> list of bytes, LEAST to SECTOR - HEAD of them altogether
    """
    paths = {name: folder + "/" + name for name in wanted}
    found = _found(paths, flash, wanted)
    if len(found) < len(wanted):
        try:
            _write([(paths[name], wanted[name]) for name in wanted if name not in found], folder)
            found = _found(paths, flash, wanted)
        except OSError:
            pass  # no room: what was not found stays in memory
    return {name: found.get(name, wanted[name]) for name in wanted}


def _found(paths, flash, wanted):
    # dict: name -> the parts in the one block that begins as its file does, of those files that hold just what is wanted.
    heads = {}
    for name in wanted:
        head = bytearray(HEAD)
        try:
            with open(paths[name], "rb") as file:
                file.readinto(head)
        except OSError:
            continue
        if head[: len(MAGIC)] == MAGIC:
            heads[bytes(head)] = name
    blocks = flash.beginning(heads, HEAD)
    found = {}
    for head in heads:
        name = heads[head]
        parts = _parts(flash, blocks[head][0], wanted[name]) if len(blocks[head]) == 1 else None
        if parts is not None:
            found[name] = parts
    return found


def _parts(flash, block, wanted):
    # The parts in that block; None if it holds anything else.
    found = []
    at = HEAD
    for part in wanted:
        there = flash.mapped(block, at, len(part))
        if there != part:
            return None
        found.append(there)
        at += len(part)
    return found


def _write(files, folder):
    try:
        os.mkdir(folder)
    except OSError:
        os.stat(folder)  # raises OSError if it isn't there now either
    for path, parts in files:
        size = HEAD + sum([len(part) for part in parts])
        if not LEAST <= size <= SECTOR:
            raise ValueError(size)
        with open(path, "wb") as file:
            file.write(MAGIC + os.urandom(HEAD - len(MAGIC)))
            for part in parts:
                file.write(part)
