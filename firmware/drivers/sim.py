"""A simulated device: the serial port is this process's standard input and output, storage is files in a folder.

Display, lights and sound do nothing here: the app mirrors them down the serial link to whoever has subscribed, and input events come
up the same link. The same file serves CPython and MicroPython's unix port.
"""

import asyncio
import random
import sys

from . import Device
from .clock import Clock
from .files import Files

try:
    import threading
except ImportError:  # MicroPython
    threading = None

_BACKLOG = 65536  # bytes that may wait for a reader


class _Nothing:
    """A display, lights, inputs and a sounder that aren't there."""

    present = False

    def show(self, data):
        pass

    def contrast(self, level):
        pass

    def power(self, on):
        pass

    def play(self, pattern, volume):
        pass

    def poll(self):
        return []


class _ThreadedSerial:
    """On CPython: threads read and write, since pipes can't be polled on every system."""

    def __init__(self, wake):
        self.closed = False
        self._wake = wake
        self._come = []
        self._out = bytearray()
        self._more = threading.Condition()
        self._loop = None

    def start(self):
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._reading, daemon=True).start()
        threading.Thread(target=self._writing, daemon=True).start()

    def _took(self, data):
        if data:
            self._come.append(data)
        else:
            self.closed = True
        self._wake.set()

    def _reading(self):
        data = b" "
        while data:
            data = sys.stdin.buffer.raw.read(4096)  # type: ignore
            try:
                self._loop.call_soon_threadsafe(self._took, data)
            except RuntimeError:  # the loop has ended, and with it the interest in what comes
                return

    def _writing(self):
        while True:
            with self._more:
                while not self._out:
                    self._more.wait()
                data = bytes(self._out[:4096])
            try:
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()
            except (OSError, ValueError):  # nobody reads any more
                return
            with self._more:
                del self._out[: len(data)]
                self._more.notify_all()

    def read(self):
        data = b"".join(self._come)
        self._come.clear()
        return data

    def write(self, data):
        with self._more:
            taken = max(min(len(data), _BACKLOG - len(self._out)), 0)
            self._out.extend(data[:taken])
            self._more.notify_all()
        return taken

    def drain(self):
        """Waits until everything was written, half a second at most."""
        with self._more:
            for _ in range(50):
                if not self._out:
                    return
                self._more.wait(0.01)


class _PolledSerial:
    """On MicroPython: a task waits for input, output is polled."""

    def __init__(self, wake):
        import select

        self.closed = False
        self._wake = wake
        self._come = bytearray()
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)

    def start(self):
        self._task = asyncio.create_task(self._reading())

    async def _reading(self):
        stream = asyncio.StreamReader(sys.stdin)
        while True:
            data = await stream.read(1)
            while data:
                self._come.extend(data)
                if not self._readable.poll(0):
                    break
                data = sys.stdin.buffer.read(1)
            if not data:
                self.closed = True
            self._wake.set()
            if self.closed:
                return

    def read(self):
        data = bytes(self._come)
        self._come = bytearray()
        return data

    def write(self, data):
        # A pipe that polls as writable has room for 4,096 bytes.
        taken = 0
        while taken < len(data) and self._writable.poll(0):
            piece = data[taken : taken + 4096]
            sys.stdout.buffer.write(piece)
            taken += len(piece)
        return taken

    def drain(self):
        pass


def _traceback(error):
    import io

    if hasattr(sys, "print_exception"):  # MicroPython
        text = io.StringIO()
        sys.print_exception(error, text)
        return text.getvalue()
    import traceback

    return "".join(traceback.format_exception(error))


def device(folder):
    """A device that keeps its files in this folder. Call it inside the running loop."""
    wake = asyncio.Event()
    serial = _PolledSerial(wake) if threading is None else _ThreadedSerial(wake)
    serial.start()
    nothing = _Nothing()
    return Device(
        Clock(), nothing, nothing, nothing, nothing, Files(folder), serial, "simulated", wake, None, random.randrange, _traceback
    )
