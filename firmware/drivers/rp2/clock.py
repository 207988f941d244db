"""Time on the Pico. Waiting looks at its event every few milliseconds: far cheaper here than a task of its own for each wait."""

import asyncio

from ..clock import Clock as PlainClock

STEP_MS = 4


class Clock(PlainClock):
    """See `firmware.drivers`."""

    async def sleep_ms(self, ms):
        """Lets others run for so long."""
        await asyncio.sleep_ms(ms)

    async def wait(self, event, ms=None):
        """Waits for an event, at most `ms` (None: for ever); True if it came."""
        if ms is None:
            await event.wait()
            return True
        until = self.ticks_ms() + ms
        while not event.is_set():
            left = until - self.ticks_ms()
            if left <= 0:
                return False
            await asyncio.sleep_ms(left if left < STEP_MS else STEP_MS)
        return True
