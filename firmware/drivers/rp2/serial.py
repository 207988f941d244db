"""The USB serial port, never waiting for a computer that doesn't read.

MicroPython's own output waits up to half a second for room, and a poll promises room for a single byte only. But the port's buffer is
emptied 64 bytes at a time: as long as everything that goes in is a multiple of 64, a poll that says yes promises 64. So pieces are filled up
to 64 with spaces in front of a line's end, which mean nothing to JSON.
"""

import select
import sys

PIECE = 64
READ_MOST = 128  # bytes at one call
_SPACES = b" " * PIECE


class Serial:
    """The port the REPL is on. Ctrl-C still stops the program: no line of the link holds that character."""

    closed = False

    def __init__(self):
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._got = bytearray(READ_MOST)
        self._piece_view = memoryview(bytearray(PIECE))
        self._used = 0  # bytes in the block of 64 that is being filled

    def ready(self):
        """True if `read` would give something."""
        for _ in self._readable.ipoll(0):
            return True
        return False

    def read(self):
        """What has come in, at most 128 bytes at once; b"" if nothing."""
        ready = self._readable.ipoll
        count = 0
        while count < READ_MOST:
            for _ in ready(0):
                break
            else:
                break
            self._in.readinto(self._byte)  # type: ignore
            self._got[count] = self._byte[0]
            count += 1
        return bytes(memoryview(self._got)[:count]) if count else b""

    def write(self, data):
        """How many of these bytes were taken: all, or as many as there was room for."""
        view = memoryview(data)
        length = len(data)
        taken = 0
        while taken < length:
            for _ in self._writable.ipoll(0):
                break
            else:
                return taken
            room = PIECE - self._used
            count = length - taken
            if count >= room:
                self._out.write(view[taken : taken + room])
                self._used = 0
                taken = taken + room
            elif data[length - 1] == 10:
                self._last(view[taken : length - 1], room)
                return length
            else:
                self._out.write(view[taken:])
                self._used += count
                return length
        return taken

    def _last(self, part, room):
        """The last piece of a line, filled up to the end of the block: with spaces, then the line's end."""
        piece = self._piece_view
        count = len(part)
        piece[:count] = part
        piece[count : room - 1] = _SPACES[: room - 1 - count]
        piece[room - 1] = 10
        self._out.write(piece[:room])
        self._used = 0
