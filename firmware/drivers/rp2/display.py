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


# Places in the state that `_next` keeps.
_PAGE = 0  # where the next look for a change starts
_NOISE = 1  # pages, a bit each, of which the panel's content is unknown
_WRAPPED = 2  # 1 if the controller's column is the first one by itself
_OFFSET = 3  # column of the controller in which the panel's left edge lies
_WRAPS = 4  # 1 if the controller goes back to column 0 after the last one

_TAIL = 5 << 8 | 3 + WIDTH  # what `_next` gives for a whole page without a column


@micropython.viper
def _next(wanted: ptr8, shown: ptr8, packet: ptr8, state: ptr8) -> int:  # noqa: F821  # pyright: ignore
    """Packs what differs in the next page that does, from its first column to its last, and takes it as shown.

    Returns where in the packet what is to be sent begins (<< 8) and how many bytes it has; 0 if nothing differs.
    """
    page = state[0]
    pages = 8
    noise = int(state[1])
    start = 0
    a = ptr32(wanted)  # noqa: F821  # pyright: ignore
    b = ptr32(shown)  # noqa: F821  # pyright: ignore
    while True:
        start = page << 5
        right = start + 32
        if noise & 1 << page:
            break
        left = start
        while left < right and a[left] == b[left]:
            left += 1
        if left < right:
            break
        page = (page + 1) & 7
        pages -= 1
        if pages == 0:
            return 0
    start = page << 7
    left = start
    right = start + 127
    if not noise & 1 << page:
        while wanted[left] == shown[left]:
            left += 1
        while wanted[right] == shown[right]:
            right -= 1
    count = right - left + 1
    if count == 128:  # four bytes at once
        c = ptr32(uint(packet) + 8)  # noqa: F821  # pyright: ignore
        start = page << 5
        at = 0
        while at < 32:
            c[at] = b[start + at] = a[start + at]
            at += 1
    else:
        at = left
        to = 8
        while at <= right:
            packet[to] = shown[at] = wanted[at]
            to += 1
            at += 1
    column = left & 127
    begin = 1
    if state[2] and column == 0:
        begin = 5
        packet[6] = 0xB0 | page
    else:
        packet[2] = 0xB0 | page
        packet[4] = (column + state[3]) & 15
        packet[6] = 0x10 | (column + state[3]) >> 4
    state[0] = (page + 1) & 7
    state[1] = noise & ~(1 << page)
    state[2] = state[4] if right & 127 == 127 else 0
    return begin << 8 | count + 8 - begin


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
        # A packet: page, low and high half of the column, each a command byte, then data, from byte 1 on. Where the controller's column is
        # right by itself, only the page is sent, from byte 5 on. The data lie at a multiple of four.
        self._packet = bytearray(8 + WIDTH)
        for at in (1, 3, 5):
            self._packet[at] = 0x80  # one command byte follows
        self._packet[7] = 0x40  # data follows
        self._view = memoryview(self._packet)
        self._tail = self._view[5:]  # made once, so that a whole page goes out without an allocation
        self._state = bytearray((0, 0, 0, offset, 1 if controller == "ssd1306" and not offset else 0))
        self._command = bytearray(2)
        self._contrast = 0xCF
        self._power = True
        self._dirty = True
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
        part = _next(self._wanted, self._shown, self._packet, self._state)
        if part:
            try:
                self.i2c.writeto(
                    self.address, self._tail if part == _TAIL else self._view[part >> 8 : (part >> 8) + (part & 255)]
                )
            except OSError as error:
                self._lost(error)  # and once it is found again, all of it is sent anew
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
        self._state[_PAGE] = 0
        self._state[_NOISE] = 0xFF
        self._state[_WRAPPED] = 0
        self._lit = False
        self._dirty = True

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
