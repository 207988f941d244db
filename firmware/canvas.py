"""A small canvas: 128 by 64 pixels, black and white, drawn into one page-ordered buffer as the SSD1306 wants it.

Byte `page * 128 + x` holds the eight pixels of column x in rows `8 * page` to `8 * page + 7`, the topmost in the lowest bit.
Everything may lie partly or wholly outside; what is outside is not drawn. `ink` is 1 for a lit pixel, 0 for a dark one.

Text is put together in a row of glyph columns and moved to its height as one long integer, on all runtimes the same: no
loop over pixels or columns, and no need for `framebuf`.
"""

WIDTH = 128
HEIGHT = 64
SIZE = WIDTH * HEIGHT // 8

_ONES = int.from_bytes(b"\x01" * WIDTH, "little")  # times a byte: that byte in every column


class Canvas:
    """Drawing on one buffer of 1,024 bytes. `buffer` is a bytearray that others may show at any time."""

    def __init__(self, buffer: "bytearray | None" = None) -> None:
        """buffer: a bytearray of 1,024 to draw into, else a new one. Raises ValueError if it has another size."""
        if buffer is None:
            buffer = bytearray(SIZE)
        if len(buffer) != SIZE:
            raise ValueError("a canvas needs 1024 bytes")
        self.buffer = buffer
        self._row = bytearray(WIDTH)

    def fill(self, ink: int) -> None:
        """The whole canvas in one ink."""
        self.buffer[:] = (b"\xff" if ink else b"\x00") * SIZE

    def get(self, x: int, y: int) -> int:
        """The pixel there, 0 or 1; 0 outside."""
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            return self.buffer[(y >> 3) * WIDTH + x] >> (y & 7) & 1
        return 0

    def pixel(self, x: int, y: int, ink: int = 1) -> None:
        """One pixel."""
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            at = (y >> 3) * WIDTH + x
            if ink:
                self.buffer[at] |= 1 << (y & 7)
            else:
                self.buffer[at] &= ~(1 << (y & 7)) & 255

    def hline(self, x: int, y: int, w: int, ink: int = 1) -> None:
        """A line of w pixels to the right."""
        self._paint(x, y, w, 1, ink)

    def vline(self, x: int, y: int, h: int, ink: int = 1) -> None:
        """A line of h pixels downwards."""
        self._paint(x, y, 1, h, ink)

    def box(self, x: int, y: int, w: int, h: int, ink: int = 1) -> None:
        """A filled rectangle."""
        self._paint(x, y, w, h, ink)

    def rect(self, x: int, y: int, w: int, h: int, ink: int = 1) -> None:
        """The outline of a rectangle, one pixel thick."""
        if w > 0 and h > 0:
            self._paint(x, y, w, 1, ink)
            self._paint(x, y + h - 1, w, 1, ink)
            self._paint(x, y, 1, h, ink)
            self._paint(x + w - 1, y, 1, h, ink)

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        """Swaps lit and dark in a rectangle: a bar under the cursor."""
        self._paint(x, y, w, h, 2)

    def text(self, x: int, y: int, text: str, font: "Font", ink: int = 1) -> int:
        """Writes one line, its top left corner at (x, y), over what is there; returns the x at which a next glyph would start.

        A character that the font lacks is shown as the font's box. The ground is left as it is: clear it first, or write
        with ink 0 on a filled box.
        """
        end = x
        for page in range(font.pages):
            end = self._line(x, y + 8 * page, text, font, page, ink)
        return end

    def centered(self, y: int, text: str, font: "Font", x: int = 0, w: int = WIDTH, ink: int = 1) -> int:
        """Writes one line in the middle of the columns x to x + w - 1; returns where it starts."""
        x += (w - font.width(text)) // 2
        self.text(x, y, text, font, ink)
        return x

    def _line(self, x, y, text, font, page, ink):
        # One page (eight rows) of a line of text: glyphs side by side in self._row, then all of them at once onto the buffer.
        row = self._row
        seen = -8 < y < HEIGHT
        blob = font.glyphs
        gap = font.gap
        first = last = -1
        for char in text:
            at, w, top, pages = font.glyph(char)
            n = page - top
            if seen and 0 <= n < pages and x < WIDTH and x + w > 0:
                at += n * w
                if x < 0:
                    part = blob[at - x : at + w]
                    start = 0
                else:
                    part = blob[at : at + min(w, WIDTH - x)]
                    start = x
                if first < 0:
                    first = last = start
                if start > last:
                    row[last:start] = bytes(start - last)
                last = start + len(part)
                row[start:last] = part
            x += w + gap
        if first >= 0:
            self._lay(first, y, int.from_bytes(row[first:last], "little"), last - first, ink)
        return x

    def _lay(self, x, y, bits, w, ink):
        # w columns of eight pixels each (a long integer, the leftmost lowest) into rows y to y + 7.
        shift = y & 7
        page = y >> 3
        if page >= 0:
            self._mix(page * WIDTH + x, w, (bits << shift) & _ONES * ((255 << shift) & 255), ink)
        if shift and page < 7:
            self._mix((page + 1) * WIDTH + x, w, (bits >> (8 - shift)) & _ONES * (255 >> (8 - shift)), ink)

    def _mix(self, at, w, bits, ink):
        buffer = self.buffer
        was = int.from_bytes(buffer[at : at + w], "little")
        if ink == 1:
            was |= bits
        elif ink == 0:
            was ^= was & bits
        else:
            was ^= bits
        buffer[at : at + w] = was.to_bytes(w, "little")

    def _paint(self, x, y, w, h, ink):
        # A rectangle: 1 lights, 0 darkens, 2 swaps.
        if x < 0:
            w += x
            x = 0
        if y < 0:
            h += y
            y = 0
        w = min(w, WIDTH - x)
        h = min(h, HEIGHT - y)
        if w <= 0 or h <= 0:
            return
        end = y + h
        ones = _ONES & ((1 << 8 * w) - 1)
        while y < end:
            page = y >> 3
            below = min(end, page * 8 + 8)
            mask = ((1 << (below - y)) - 1) << (y & 7)
            at = page * WIDTH + x
            if mask == 255 and ink < 2:
                self.buffer[at : at + w] = (b"\xff" if ink else b"\x00") * w
            else:
                self._mix(at, w, ones * mask, ink)
            y = below


class Font:
    """A font as `firmware.font` has them. Heights and widths in pixels.

    name    "small", "medium" or "big"
    height  rows of a glyph, from the top of an accent to the bottom of a descender
    base    rows above the base line: two fonts in one line stand level when y + base is the same
    line    distance of lines that reads well
    """

    def __init__(self, name, module) -> None:
        self.name = name
        self.height = module.HEIGHT
        self.base = module.BASE
        self.line = module.LINE
        self.gap = module.GAP
        self.pages = (module.HEIGHT + 7) // 8
        self.glyphs = module.GLYPHS
        self._starts = module.STARTS
        self._more = module.MORE

    def has(self, char: str) -> bool:
        """Has it a glyph of its own for this character?"""
        return " " <= char <= "~" or char in self._more

    def glyph(self, char):
        """(where its columns start in `glyphs`, width, first page, pages): a glyph's bytes lie page after page."""
        n = ord(char) - 32
        if not 0 <= n < 95:
            n = 95 + self._more.find(char)  # 94 + 1 - 1: what isn't found is the box, the last of the row
            if n == 94:
                n = 95 + len(self._more)
        at = self._starts[2 * n] | self._starts[2 * n + 1] << 8
        head = self.glyphs[at]
        return at + 1, head & 31, head >> 5 & 1, (head >> 6) + 1

    def width(self, text: str) -> int:
        """Columns that a line of text takes, without the gap after its last glyph."""
        total = 0
        for char in text:
            total += self.glyph(char)[1] + self.gap
        return max(total - self.gap, 0)

    def fit(self, text: str, width: int) -> str:
        """The text if it fits, else as much of its beginning as fits with `…` after it."""
        if self.width(text) <= width:
            return text
        while text and self.width(text + "…") > width:
            text = text[:-1]
        return text.rstrip() + "…"

    def wrap(self, text: str, width: int) -> "list[str]":
        """The text as lines no wider than `width`, broken at blanks, where a word is too long for a line also inside it.

        A newline in the text starts a new line. A no-break space keeps words together.
        """
        lines = []
        blank = self.width(" ") + 2 * self.gap
        for part in text.split("\n"):
            line = ""
            used = 0
            for word in part.split(" "):
                if not word:
                    continue
                wide = self.width(word)
                if line and used + blank + wide <= width:
                    line += " " + word
                    used += blank + wide
                    continue
                if line:
                    lines.append(line)
                while wide > width:
                    cut = len(word) - 1
                    while cut > 1 and self.width(word[:cut]) > width:
                        cut -= 1
                    if cut < 1:
                        break
                    lines.append(word[:cut])
                    word = word[cut:]
                    wide = self.width(word)
                line = word
                used = wide
            lines.append(line)
        return lines
