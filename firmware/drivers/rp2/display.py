"""The OLED: SSD1306 or SH1106 on I2C, only what changed, a page at a time.

Both controllers understand page addressing, so there is one way to write to either. A page with its three commands goes out in one
transfer (135 bytes, 3.1 ms at 400 kHz), and between two transfers everything else has its turn. A display that stops answering is
looked for again every two seconds, and is sent the whole picture when it is back.
"""

import micropython

WIDTH = 128
PAGES = 8
SEARCH_MS = 2000

# Off; clock, rows, no shift; charge pump and DC converter for either controller; page addressing where there is a choice;
# turned so that the plug is on top; common pins, charge time, level, no inversion.
_START = bytes((0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0xA1, 0xC8, 0xDA, 0x12, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6))


@micropython.viper
def _changed(wanted: ptr8, shown: ptr8, start: int) -> int:  # noqa: F821  # pyright: ignore
    """First and last column (first << 8 | last) in which two pictures differ in the page at `start`; -1 if in none."""
    left = 0
    while left < 128 and wanted[start + left] == shown[start + left]:
        left += 1
    if left == 128:
        return -1
    right = 127
    while wanted[start + right] == shown[start + right]:
        right -= 1
    return left << 8 | right


class Display:
    """The display. `present` tells whether one answers.

    i2c         machine.I2C, already at its speed
    address     7-bit address
    controller  "ssd1306" or "sh1106"
    offset      column of the controller in which the panel's left edge lies
    """

    def __init__(self, i2c, address, controller, offset):
        self.i2c = i2c
        self.address = address
        self.controller = controller
        self.offset = offset
        self.present = False
        self.error = None  # the last OSError number
        self.found = 0  # how many times a display came into sight
        self._wanted = bytearray(WIDTH * PAGES)
        self._shown = bytearray(WIDTH * PAGES)
        self._packet = bytearray(7 + WIDTH)
        self._packet_view = memoryview(self._packet)
        self._wanted_view = memoryview(self._wanted)
        self._command = bytearray(2)
        self._page = 0  # where the next look for a change starts
        self._contrast = 0xCF
        self._power = True
        self._dirty = True
        self._noise = 0  # pages, a bit each, of which the panel's content is unknown
        self._lit = False
        self._search_at = None

    def show(self, buffer):
        """Takes a picture of 1,024 bytes; `step()` brings it onto the panel."""
        self._wanted[:] = buffer
        self._dirty = True

    def contrast(self, level):
        """Brightness, 0 to 255."""
        self._contrast = level & 0xFF
        if self.present and self._lit:
            self._commands(0x81, self._contrast)

    def power(self, on):
        """Switches the panel on or off; the picture stays."""
        self._power = bool(on)
        if self.present and self._lit:
            self._commands(0xAF if on else 0xAE)

    def step(self, now):
        """One transfer of at most a page, or a look for a missing display. True if there is more to do at once.

        now  milliseconds, for the time between two searches
        """
        if not self.present:
            if self._search_at is None or now - self._search_at >= 0:
                self._search_at = now + SEARCH_MS
                self._find()
            return self.present
        if not self._dirty:
            return False
        for _ in range(PAGES):
            page = self._page
            self._page = (page + 1) % PAGES
            if self._noise & 1 << page:
                if self._send(page, 0, WIDTH - 1):
                    self._noise &= ~(1 << page)
                return True
            span = _changed(self._wanted, self._shown, page * WIDTH)
            if span >= 0:
                self._send(page, span >> 8, span & 0xFF)
                return True
        if not self._lit:
            self._lit = True
            self._commands(0x81, self._contrast)
            self._commands(0xAF if self._power else 0xAE)
            return True
        self._dirty = False
        return False

    def busy(self):
        """True while a picture is not yet wholly on the panel."""
        return self.present and self._dirty

    def _find(self):
        try:
            for value in _START:
                self._one(value)
            self._one(0x20 if self.controller == "ssd1306" else 0xAD)
            self._one(0x02 if self.controller == "ssd1306" else 0x8B)
        except OSError as error:
            self.error = error.errno
            return
        self.present = True
        self.found += 1
        # The controller's memory holds noise now: it is switched on only after every page has been sent.
        self._noise = (1 << PAGES) - 1
        self._lit = False
        self._dirty = True
        self._page = 0

    def _one(self, value):
        command = self._command
        command[0] = 0
        command[1] = value
        self.i2c.writeto(self.address, command)

    def _commands(self, *values):
        try:
            self.i2c.writeto(self.address, bytes((0,) + values))
        except OSError as error:
            self._lost(error)

    def _lost(self, error):
        self.error = error.errno
        self.present = False
        self._search_at = None

    def _send(self, page, left, right):
        packet = self._packet
        column = left + self.offset
        packet[0] = packet[2] = packet[4] = 0x80  # one command byte follows
        packet[1] = 0xB0 | page
        packet[3] = column & 15
        packet[5] = 0x10 | column >> 4
        packet[6] = 0x40  # data follows
        count = right - left + 1
        start = page * WIDTH + left
        packet[7 : 7 + count] = self._wanted_view[start : start + count]
        try:
            self.i2c.writeto(self.address, self._packet_view[: 7 + count])
        except OSError as error:
            self._lost(error)
            return False
        self._shown[start : start + count] = self._wanted_view[start : start + count]
        return True
