"""The chip's watchdog, which restarts a device that hangs. MicroPython can start it but not stop it; its enable bit in the chip can."""

import machine

MOST_MS = 8300  # it can't wait longer
_CONTROL = {"rp2040": 0x40058000, "rp2350": 0x400D8000}
_CLEAR = 0x3000  # writing there clears the bits that are set
_ENABLE = 1 << 30


class Watchdog:
    """Off until `start`. `feed` must then be called more often than every `ms` milliseconds, until `stop`."""

    def __init__(self, chip="rp2040"):
        self._control = _CONTROL[chip]
        self._dog = None
        self.running = False

    def start(self, ms=8000):
        """Starts it; ms: at most 8,300."""
        self._dog = machine.WDT(timeout=min(ms, MOST_MS))
        self.running = True

    def feed(self):
        """Says that all is well."""
        if self._dog is not None and self.running:
            self._dog.feed()

    def stop(self):
        """Switches it off; it can be started again."""
        machine.mem32[self._control + _CLEAR] = _ENABLE
        self.running = False


def restarted_by_watchdog():
    """True if the chip's last start was the watchdog's doing (a hang, or a restart that the program asked for)."""
    return machine.reset_cause() == machine.WDT_RESET
