"""The OLED by `adafruit_ssd1306`: SSD1306, or SH1106 by its column offset; only what changed, a page at a time.

Adafruit's class sends the whole picture at once, in the addressing mode that an SH1106 lacks, and is switched on while its memory is noise.
So its ways to the bus are used, and pages are sent as the MicroPython driver sends them.
"""

import sys

import busio


class _Plain:
    """In place of a module `framebuf`: we draw on our own canvas, and the library that draws in Python would take 10 KB."""

    MVLSB = MONO_VLSB = 0

    class FrameBuffer:
        """What Adafruit's display is made on."""

        def __init__(self, buffer, width, height, order):
            self.buf = buffer


sys.modules["framebuf"] = _Plain
from adafruit_ssd1306 import SSD1306_I2C  # noqa: E402

del sys.modules["framebuf"]

WIDTH = 128
PAGES = 8
SEARCH_MS = 2000
STEP = 16  # columns: how finely a page is looked through for what has changed

# As in the MicroPython driver: off; clock, rows, no shift; charge pump and DC converter; turned; pins, charge time, level, no inversion.
_START = bytes(
    (0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0xA1, 0xC8, 0xDA, 0x12, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6)
)
_MORE = {"ssd1306": (0x20, 0x02), "sh1106": (0xAD, 0x8B)}


class Panel(SSD1306_I2C):
    """Adafruit's display, started so that either controller understands it and nothing is lit yet."""

    def __init__(self, i2c, address, controller):
        self._more = _MORE[controller]
        super().__init__(WIDTH, 8 * PAGES, i2c, addr=address)

    def init_display(self):
        for command in _START:
            self.write_cmd(command)
        for command in self._more:
            self.write_cmd(command)

    def send(self, data):
        """Bytes with their control bytes, in one transfer."""
        with self.i2c_device:
            self.i2c_device.write(data)


class Display:
    """The display. `present` tells whether one answers.

    pins        function: GPIO number to pin
    wiring      DISPLAY of the board file
    """

    def __init__(self, pin, wiring):
        self._pin = pin
        self._wiring = wiring
        self.offset = wiring["offset"]
        self.present = False
        self.error = None
        self._i2c = None
        self._panel = None
        self._wanted = bytearray(WIDTH * PAGES)
        self._shown = bytearray(WIDTH * PAGES)
        self._packet = bytearray(7 + WIDTH)
        for at in (0, 2, 4):
            self._packet[at] = 0x80  # one command byte follows
        self._packet[6] = 0x40  # data follows
        self._page = 0
        self._contrast = 0xCF
        self._power = True
        self._dirty = True
        self._noise = 0  # pages, a bit each, of which the panel's content is unknown
        self._lit = False
        self._search_at = None

    def show(self, buffer):
        self._wanted[:] = buffer
        self._dirty = True

    def contrast(self, level):
        self._contrast = level & 0xFF
        if self.present and self._lit:
            self._try(self._panel.contrast, self._contrast)

    def power(self, on):
        self._power = bool(on)
        if self.present and self._lit:
            self._try(self._panel.poweron if on else self._panel.poweroff)

    def step(self, now):
        """One transfer of at most a page, or a look for a missing display. True if there is more to do at once."""
        if not self.present:
            if self._search_at is None or now - self._search_at >= 0:
                self._search_at = now + SEARCH_MS
                self._find()
            return self.present
        if not self._dirty:
            return False
        for _ in range(PAGES):
            page = self._page
            start = page * WIDTH
            if self._noise & 1 << page or self._wanted[start : start + WIDTH] != self._shown[start : start + WIDTH]:
                self._send(page)
                return True
            self._page = (page + 1) & 7
        if not self._lit:
            self._lit = True
            self.contrast(self._contrast)
            self.power(self._power)
            return True
        self._dirty = False
        return False

    def busy(self):
        """True while a picture is not yet wholly on the panel."""
        return self.present and self._dirty

    def _find(self):
        wiring = self._wiring
        try:
            if self._i2c is None:
                self._i2c = busio.I2C(self._pin(wiring["scl"]), self._pin(wiring["sda"]), frequency=wiring["hz"])
            self._panel = Panel(self._i2c, wiring["address"], wiring["controller"])
        except (OSError, RuntimeError, ValueError) as error:  # no answer; no pull-ups, so no display; no device at that address
            self.error = error
            return
        self.present = True
        # The controller's memory holds noise now: it is switched on only after every page has been sent.
        self._noise = (1 << PAGES) - 1
        self._lit = False
        self._dirty = True
        self._page = 0

    def _try(self, do, *values):
        try:
            do(*values)
        except OSError as error:
            self.error = error
            self.present = False
            self._search_at = None

    def _send(self, page):
        start = page * WIDTH
        left, right = 0, WIDTH
        wanted, shown = self._wanted, self._shown
        if not self._noise & 1 << page:
            while wanted[start + left : start + left + STEP] == shown[start + left : start + left + STEP]:
                left += STEP
            while wanted[start + right - STEP : start + right] == shown[start + right - STEP : start + right]:
                right -= STEP
        column = left + self.offset
        packet = self._packet
        packet[1] = 0xB0 | page
        packet[3] = column & 15
        packet[5] = 0x10 | column >> 4
        part = wanted[start + left : start + right]
        packet[7 : 7 + len(part)] = part
        self._try(self._panel.send, memoryview(packet)[: 7 + len(part)])
        if self.present:
            self._noise &= ~(1 << page)
            shown[start + left : start + right] = part
