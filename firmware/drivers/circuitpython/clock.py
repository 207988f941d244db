"""Time under CircuitPython. Waiting looks at its event every few milliseconds, as on MicroPython."""

import asyncio

import supervisor

STEP_MS = 4
_MASK = (1 << 29) - 1  # supervisor.ticks_ms() starts over after six days


class Clock:
    """See `firmware.drivers`."""

    def __init__(self):
        self._last = supervisor.ticks_ms()
        self._now = 0

    def ticks_ms(self):
        now = supervisor.ticks_ms()
        self._now += (now - self._last) & _MASK
        self._last = now
        return self._now

    async def sleep_ms(self, ms):
        await asyncio.sleep(ms / 1000)

    async def wait(self, event, ms=None):
        until = None if ms is None else self.ticks_ms() + ms
        while not event.is_set():
            left = STEP_MS if until is None else until - self.ticks_ms()
            if left <= 0:
                return False
            await asyncio.sleep((left if left < STEP_MS else STEP_MS) / 1000)
        return True

    def spawn(self, coroutine, name):
        return asyncio.create_task(coroutine)
