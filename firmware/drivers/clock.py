"""The clock of devices that live in real time, on every runtime that has asyncio."""

import asyncio
import time

try:
    from time import ticks_diff, ticks_ms  # type: ignore
except ImportError:  # CPython

    def ticks_ms():
        return int(time.monotonic() * 1000)  # type: ignore

    def ticks_diff(ticks1, ticks2):  # type: ignore
        return ticks1 - ticks2


class Clock:
    """See `firmware.drivers`."""

    def __init__(self):
        self._last = ticks_ms()
        self._now = 0

    def ticks_ms(self):
        # A runtime's own ticks may wrap around; ours only grow.
        now = ticks_ms()
        self._now += ticks_diff(now, self._last)
        self._last = now
        return self._now

    async def sleep_ms(self, ms):
        await asyncio.sleep(ms / 1000)

    async def wait(self, event, ms=None):
        if event.is_set():
            return True
        if ms is None:
            await event.wait()
            return True
        try:
            await asyncio.wait_for(event.wait(), ms / 1000)
        except asyncio.TimeoutError:
            return event.is_set()
        return True

    def spawn(self, coroutine, name):
        return asyncio.create_task(coroutine)
