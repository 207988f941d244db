"""A piece of memory that is set aside: to open a file takes more than a kilobyte in one piece, and a heap that has been in use for hours may
have none so large. It is given up where it is needed, and set aside again once there is room.
"""

import gc

SIZE = 1280  # bytes; an open file on littlefs takes 1,148
_piece = None


def set_aside():
    """Sets the piece aside, if it isn't and there is room; call it after a collection."""
    global _piece
    if _piece is None:
        try:
            _piece = bytearray(SIZE)
        except MemoryError:
            pass  # there is no room now: it stays missing, and the caller asks again


def missing():
    """Has it been given up?"""
    return _piece is None


def give_up():
    """Gives it up, and collects what else can be freed."""
    global _piece
    _piece = None
    gc.collect()


def opened(path, mode):
    """As `open`; where there is no piece of memory large enough for the file, in the one that is set aside."""
    try:
        return open(path, mode)
    except MemoryError:
        give_up()
        return open(path, mode)
