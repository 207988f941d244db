"""A small canvas: 128 by 64 pixels, black and white, drawn into one page-ordered buffer as the SSD1306 wants it.

Byte `page * 128 + x` holds the eight pixels of column x in rows `8 * page` to `8 * page + 7`, the topmost in the lowest bit.
Everything may lie partly or wholly outside; what is outside is not drawn. `ink` is 1 for a lit pixel, 0 for a dark one.

The inner loops are in `firmware.blit` where the runtime has MicroPython's viper compiler, else in `firmware.blit_plain`, with equal
results. Both are quicker here than `framebuf`, which would need a buffer object for each glyph.
"""

try:
    from . import blit
except (ImportError, SyntaxError):  # no viper
    from . import blit_plain as blit

WIDTH = 128
HEIGHT = 64
SIZE = WIDTH * HEIGHT // 8

# Letters that people's names have and the fonts lack, each before the letter that is shown for it.
_PLAIN = "ÀAÁAÂAÃAÅAÇCĆCČCÈEÉEÊEËEÌIÍIÎIÏIİIŁLÑNŃNÒOÓOÔOÕOØOŘRŚSŠSŞSÙUÚUÛUÝYŹZŻZŽZ"
_PLAIN += "àaáaâaãaåaąaçcćcčcďdèeéeêeëeęeěeğgìiíiîiïiıiłlñnńnňnòoóoôoõoøořrśsšsşsťtùuúuûuůuýyÿyźzżzžz"

_DARK = bytes(64)
_LIT = b"\xff" * 64


class Canvas:
    """Drawing on one buffer of 1,024 bytes. `buffer` is a bytearray that others may show at any time."""

    def __init__(self, buffer: "bytearray | None" = None) -> None:
        """buffer: a bytearray of 1,024 to draw into, else a new one. Raises ValueError if it has another size."""
        if buffer is None:
            buffer = bytearray(SIZE)
        if len(buffer) != SIZE:
            raise ValueError("a canvas needs 1024 bytes")
        self.buffer = buffer

    def fill(self, ink: int) -> None:
        """The whole canvas in one ink."""
        row = _LIT if ink else _DARK
        for at in range(0, SIZE, len(row)):  # on the device there may be no room for all of it at once
            self.buffer[at : at + len(row)] = row

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

        A letter that the font lacks only for its accent is shown without it, any other character as the font's box. The ground
        is left as it is: clear it first, or write with ink 0 on a filled box.
        """
        numbers = font.numbers(text)
        return blit.text(self.buffer, x, y, numbers, len(numbers), font.glyphs, font.starts, font.gap, ink)

    def centered(self, y: int, text: str, font: "Font", x: int = 0, w: int = WIDTH, ink: int = 1) -> int:
        """Writes one line in the middle of the columns x to x + w - 1; returns where it starts."""
        x += (w - font.width(text)) // 2
        self.text(x, y, text, font, ink)
        return x

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
        if w > 0 and h > 0:
            blit.paint(self.buffer, x, y, w, h, ink)


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
        self.glyphs = module.GLYPHS
        self.starts = module.STARTS
        self._codes = b"".join([bytes((ord(char) & 255, ord(char) >> 8)) for char in module.MORE])

    def has(self, char: str) -> bool:
        """Has it a glyph of its own for this character?"""
        found = bytearray(1)
        coded = char.encode()
        blit.numbers(coded, len(coded), self._codes, len(self._codes) // 2, found)
        return found[0] != 255 and self._own(found[0])

    def numbers(self, text: str) -> bytearray:
        """The numbers of the glyphs of a text, one byte each: 0-94 for ASCII, then the others, last the box."""
        coded = text.encode()
        found = bytearray(len(text))
        many = len(self._codes) // 2
        blit.numbers(coded, len(coded), self._codes, many, found)
        if b"\xff" in found:
            for at in range(len(found)):
                if found[at] == 255:
                    plain = _PLAIN.find(text[at])
                    found[at] = 95 + many if plain < 0 else ord(_PLAIN[plain + 1]) - 32
        return found

    def _own(self, number):
        # What the font lacks in ASCII shares the glyph of the box.
        return self.starts[2 * number : 2 * number + 2] != self.starts[-2:]

    def glyph(self, number: int) -> "tuple[int, int, int, int]":
        """(where its columns start in `glyphs`, width, first page, pages) of a glyph: its bytes lie page after page."""
        at = self.starts[2 * number] | self.starts[2 * number + 1] << 8
        head = self.glyphs[at]
        return at + 1, head & 31, head >> 5 & 1, (head >> 6) + 1

    def width(self, text: str) -> int:
        """Columns that a line of text takes, without the gap after its last glyph."""
        numbers = self.numbers(text)
        return max(blit.width(numbers, len(numbers), self.glyphs, self.starts, self.gap) - self.gap, 0)

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
