"""The USB serial port, by `usb_cdc`, never waiting for a computer that doesn't read."""

import usb_cdc

READ_MOST = 128  # bytes at one call


class Serial:
    """The data port if `boot.py` has switched one on, else the console. Ctrl-C on the console still stops the program."""

    closed = False

    def __init__(self):
        self._port = usb_cdc.data or usb_cdc.console
        self._port.timeout = 0
        self._port.write_timeout = 0

    def ready(self):
        """True if `read` would give something."""
        return self._port.in_waiting > 0

    def read(self):
        count = min(self._port.in_waiting, READ_MOST)
        return self._port.read(count) if count else b""

    def write(self, data):
        if not self._port.connected:
            return len(data)  # nobody has the port open: dropped
        return self._port.write(data) or 0
