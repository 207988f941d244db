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
_START = bytes(
    (0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0xA1, 0xC8, 0xDA, 0x12, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6)
)


@micropython.viper
def _span(wanted: ptr8, shown: ptr8, start: int) -> int:  # noqa: F821  # pyright: ignore
    """First and last column (first << 8 | last) in which two pictures, which differ there, differ in the page at `start`."""
    left = start
    while wanted[left] == shown[left]:
        left += 1
    right = start + 127
    while wanted[right] == shown[right]:
        right -= 1
    return (left - start) << 8 | right - start


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
        # Views are made once, so that a whole page goes out without an allocation.
        self._view = memoryview(self._packet)
        self._data = self._view[7:]
        self._tail = self._view[4:]
        self._wraps = controller == "ssd1306" and not offset
        self._wrapped = False
        self._wanted_rows = [memoryview(self._wanted)[at : at + WIDTH] for at in range(0, PAGES * WIDTH, WIDTH)]
        self._shown_rows = [memoryview(self._shown)[at : at + WIDTH] for at in range(0, PAGES * WIDTH, WIDTH)]
        # A packet: page, low and high half of the column, each a command byte, then data. Where the controller's column is right by
        # itself, only the page is sent, from byte 4 on.
        for at in (0, 2, 4):
            self._packet[at] = 0x80  # one command byte follows
        self._packet[6] = 0x40  # data follows
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
        page = self._page
        for _ in range(PAGES):
            if self._noise & 1 << page or self._wanted_rows[page] != self._shown_rows[page]:
                self._page = page
                self._send(page)
                return True
            page = (page + 1) & 7
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
        self._wrapped = False
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

    def _send(self, page):
        """What differs in a page, from its first column to its last."""
        left, count = 0, WIDTH
        row = self._wanted_rows[page]
        if not self._noise & 1 << page:
            span = _span(self._wanted, self._shown, page * WIDTH)
            left = span >> 8
            count = (span & 0xFF) - left + 1
        if count == WIDTH:
            self._data[:] = row
        else:
            self._data[:count] = row[left : left + count]
        packet = self._packet
        if left or not self._wrapped:
            column = left + self.offset
            packet[1] = 0xB0 | page
            packet[3] = column & 15
            packet[5] = 0x10 | column >> 4
            view = self._view
        else:
            packet[5] = 0xB0 | page
            view = self._tail
        if count < WIDTH:
            view = view[: count + (7 if view is self._view else 3)]
        try:
            self.i2c.writeto(self.address, view)
        except OSError as error:
            self._lost(error)
            return
        # An SSD1306 goes back to column 0 by itself after the last one, an SH1106 has more columns.
        self._wrapped = left + count == WIDTH and self._wraps
        self._noise &= ~(1 << page)
        self._shown_rows[page][:] = row
