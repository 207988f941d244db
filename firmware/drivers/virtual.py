"""A device that is all in memory, with a clock that jumps to the next deadline: for tests, on CPython and MicroPython alike.

    device = virtual.device()
    virtual.run(device, app(device), script(device))

runs the app until the script (a coroutine that feeds inputs and waits on the device's clock) has ended.
"""

import asyncio

from . import Device


class Stuck(Exception):
    """Every task waits for something that nobody will do."""


class Clock:
    """See `firmware.drivers`. Time stands still while any task has something to do.

    It works only for tasks that wait through this clock and through nothing else. `keep()` must run as a task.
    """

    def __init__(self):
        self.now = 0
        self._deadlines = []  # one slot [deadline or None] for each wait
        self._moves = 0

    def ticks_ms(self):
        return self.now

    async def sleep_ms(self, ms):
        await self._until(None, ms)

    async def wait(self, event, ms=None):
        return await self._until(event, ms)

    def spawn(self, coroutine, name):
        return asyncio.create_task(coroutine)

    async def _until(self, event, ms):
        deadline = None if ms is None else self.now + (ms if ms > 0 else 0)
        slot = [deadline]
        self._deadlines.append(slot)
        try:
            while not (event is not None and event.is_set()) and (deadline is None or self.now < deadline):  # noqa: ASYNC110
                await asyncio.sleep(0)
        finally:
            self._deadlines.remove(slot)
            self._moves += 1
        return event is not None and event.is_set()

    async def keep(self):
        """Jumps to the next deadline whenever a whole round of all tasks has moved nobody. Raises Stuck."""
        while True:
            before = self._moves
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            if before != self._moves:
                continue
            next_up = None
            for slot in self._deadlines:
                if slot[0] is not None and (next_up is None or slot[0] < next_up):
                    next_up = slot[0]
            if next_up is None:
                raise Stuck("every task waits for ever")
            if next_up > self.now:
                self.now = next_up


class Display:
    """Keeps what it shows, and how often it was told."""

    def __init__(self):
        self.present = True
        self.buffer = bytearray(1024)
        self.level = 255
        self.on = True
        self.shows = 0

    def show(self, buffer):
        self.buffer[:] = buffer
        self.shows += 1

    def contrast(self, level):
        self.level = level

    def power(self, on):
        self.on = on


class Lights:
    """Keeps the last frame."""

    def __init__(self):
        self.rgb = bytearray(381)
        self.shows = 0

    def show(self, rgb):
        self.rgb[:] = rgb
        self.shows += 1


class Inputs:
    """Gives what it is fed."""

    def __init__(self, wake):
        self._events = []
        self._wake = wake

    def feed(self, *events):
        self._events.extend(events)
        self._wake.set()

    def poll(self):
        events = self._events
        self._events = []
        return events


class Sound:
    """Keeps what it was told to play."""

    def __init__(self):
        self.played = []

    def play(self, pattern, volume):
        self.played.append((pattern, volume))


class Storage:
    """Files in memory.

    files     dict: name -> bytes; may be read and changed by tests
    room      bytes that may still be written, None for no limit; what goes beyond is torn off and OSError raised
    """

    def __init__(self, files=None):
        self.files = {} if files is None else files
        self.room = None

    def _take(self, data):
        if self.room is None:
            return data, False
        taken = data[: self.room]
        self.room -= len(taken)
        return taken, len(taken) < len(data)

    def names(self):
        return sorted(self.files)

    def size(self, name):
        return len(self.files[name]) if name in self.files else -1

    def read(self, name, start, count):
        if name not in self.files:
            raise OSError(2)
        return self.files[name][start : start + count]

    def append(self, name, data):
        data, full = self._take(data)
        self.files[name] = self.files.get(name, b"") + data
        if full:
            raise OSError(28)

    def replace(self, name, pieces):
        data = b"".join(pieces)
        if self.room is not None:
            if len(data) > self.room:
                raise OSError(28)
            self.room += max(self.size(name), 0) - len(data)  # the old one goes when the new one is there
        self.files[name] = data

    def remove(self, name):
        self.files.pop(name, None)

    def free(self):
        return 1000000 if self.room is None else self.room


class Serial:
    """Both ends of a serial line.

    sent      bytearray of what the device has written
    room      how many bytes it takes from now on, None for no limit: a computer that has stopped reading
    """

    def __init__(self, wake):
        self.sent = bytearray()
        self.room = None
        self.closed = False
        self._come = b""
        self._wake = wake

    def feed(self, data):
        self._come += data
        self._wake.set()

    def read(self):
        data = self._come
        self._come = b""
        return data

    def write(self, data):
        taken = len(data) if self.room is None else min(len(data), self.room)
        self.sent.extend(data[:taken])
        if self.room is not None:
            self.room -= taken
        return taken


class Random:
    """The same numbers in every run."""

    def __init__(self, seed=1):
        self._state = seed

    def __call__(self, n):
        self._state = (self._state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self._state >> 8) % n


def _traceback(error):
    return "%s: %s" % (type(error).__name__, error)


def device(files=None):
    """A new device; files: what its storage holds, dict of name -> bytes."""
    wake = asyncio.Event()
    return Device(
        Clock(),
        Display(),
        Lights(),
        Inputs(wake),
        Sound(),
        Storage(files),
        Serial(wake),
        "virtual",
        wake,
        None,
        Random(),
        _traceback,
    )


async def _run(device, app, script):
    clock = device.clock
    done = asyncio.Event()
    failed = []

    async def watched(coroutine):
        try:
            await coroutine
        except Exception as error:  # noqa: BLE001 - raised again below
            failed.append(error)
        done.set()

    tasks = [asyncio.create_task(watched(coroutine)) for coroutine in (app, script, clock.keep())]
    await done.wait()
    for task in tasks:
        task.cancel()
    await asyncio.sleep(0)
    if failed:
        raise failed[0]


def run(device, app, script):
    """Runs both coroutines in virtual time until one of them ends; what either raises, or `Stuck`, is raised here."""
    asyncio.run(_run(device, app, script))
