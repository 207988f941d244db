"""The flash chip's time and wear, and every state it goes through.

The emulator applies erase and program at once and without taking time. A real chip is busy for a while, and the processor waits with
interrupts off. `FlashWatch` makes the guest wait just so: it answers the status reads that follow a command with "busy" until the time is over.
"""

from collections.abc import Callable
from typing import Any

SECTOR = 4096
TYPICAL = (45.0, 0.7)  # ms: an erased sector of 4 KB, a programmed page of 256 bytes; a usual chip
SLOW = (400.0, 3.0)  # the worst its data sheet allows
INSTANT = (0.0, 0.0)

# A command shorter than this is an erase (4 bytes on the wire), a longer one programs a page (260 bytes).
_SHORT_NANOS = 20_000


class FlashWatch:
    """Charges flash commands and counts them.

    erases, programs   how many so far
    busy_ms            emulated time charged so far
    on_change          called after each command with "erase" or "program", before the busy time
    """

    def __init__(self, times: "tuple[float, float]" = TYPICAL) -> None:
        self.erase_ms, self.program_ms = times
        self.erases = 0
        self.programs = 0
        self.busy_ms = 0.0
        self.on_change: Callable[[str], None] | None = None
        self._until = 0.0
        self._low_at = 0.0
        self._armed = False
        self._mask_at = 0

    def set_times(self, times: "tuple[float, float]") -> None:
        """Other times from now on: (ms an erased sector, ms a programmed page)."""
        self.erase_ms, self.program_ms = times

    def attach(self, chip: Any) -> None:
        """Starts watching the flash of a chip."""
        self._chip = chip
        self._clock = chip.clock
        self._ssi = chip.ssi if hasattr(chip, "ssi") else chip.peripherals[0x18000]
        flash = chip.flash
        # Two neighbouring bytes with their lowest bit set: what a busy chip's status looks like.
        self._mask_at = next(i for i in range(len(flash) - 2, 0, -1) if flash[i] & flash[i + 1] & 1)
        self._low = _low_state()
        chip.qspi[1].add_listener(self._select)

    def _select(self, new: Any, _old: Any) -> None:
        now = self._clock.nanos
        if new == self._low:
            self._low_at = now
            self._armed = self._ssi._write_enabled
            if now < self._until:
                # Make the next command a read of two odd bytes, whatever it is: the status register of a busy chip.
                buffer = self._ssi._tx_buffer
                buffer.append(0x03)
                for shift in (16, 8, 0):
                    buffer.append(self._mask_at >> shift & 0xFF)
            return
        if self._armed and not self._ssi._write_enabled:
            self._armed = False
            if now - self._low_at < _SHORT_NANOS:
                kind, cost = "erase", self.erase_ms
                self.erases += 1
            else:
                kind, cost = "program", self.program_ms
                self.programs += 1
            self.busy_ms += cost
            self._until = now + cost * 1e6
            if self.on_change is not None:
                self.on_change(kind)


def _low_state() -> Any:
    from rp2040py.gpio_pin import GPIOPinState

    return GPIOPinState.LOW
