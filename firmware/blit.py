"""The inner loops of the canvas, for MicroPython's viper compiler.

Runtimes without it can't import this module; `firmware.blit_plain` has the same functions with the same results for them.
"""

import micropython


@micropython.viper
def numbers(text: ptr8, length: int, codes: ptr8, many: int, out: ptr8) -> int:  # noqa: F821  # pyright: ignore
    """The glyph numbers of a text in UTF-8 of this length, 255 for what isn't in `codes` (two bytes each); returns how many."""
    i = 0
    count = 0
    while i < length:
        code = int(text[i])
        i += 1
        if code >= 0xF0:
            code = 0
            i += 3
        elif code >= 0xE0:
            code = (code & 15) << 12 | (int(text[i]) & 63) << 6 | int(text[i + 1]) & 63
            i += 2
        elif code >= 0xC0:
            code = (code & 31) << 6 | int(text[i]) & 63
            i += 1
        n = 255
        if code >= 32 and code < 127:
            n = code - 32
        else:
            k = 0
            while k < many:
                if int(codes[2 * k]) | int(codes[2 * k + 1]) << 8 == code:
                    n = 95 + k
                    k = many
                k += 1
        out[count] = n
        count += 1
    return count


@micropython.viper
def width(nums: ptr8, count: int, glyphs: ptr8, starts: ptr8, gap: int) -> int:  # noqa: F821  # pyright: ignore
    """Columns that these glyphs take, each with the gap after it."""
    total = 0
    for k in range(count):
        n = int(nums[k])
        total += (int(glyphs[int(starts[2 * n]) | int(starts[2 * n + 1]) << 8]) & 31) + gap
    return total


@micropython.viper
def text(buffer: ptr8, x: int, y: int, nums: ptr8, count: int, glyphs: ptr8, starts: ptr8, gap: int, ink: int) -> int:  # noqa: F821  # pyright: ignore
    """Draws these glyphs, 1 lit, 0 dark, 2 swapping what is there; returns the x after the last gap."""
    keep = 0 if ink == 2 else 255
    flip = 255 if ink else 0
    for k in range(count):
        n = int(nums[k])
        at = int(starts[2 * n]) | int(starts[2 * n + 1]) << 8
        head = int(glyphs[at])
        at += 1
        wide = head & 31
        if x < 128 and x + wide > 0:
            left = 0
            if x < 0:
                left = 0 - x
            right = wide
            if x + right > 128:
                right = 128 - x
            top = y + 8 * (head >> 5 & 1)
            pages = (head >> 6) + 1
            while pages > 0:
                if top > -8 and top < 64:
                    shift = top & 7
                    page = top >> 3
                    o = page * 128 + x + left
                    c = left
                    while c < right:
                        bits = int(glyphs[at + c]) << shift
                        if page >= 0:
                            low = bits & 255
                            buffer[o] = int(buffer[o]) & (255 ^ low & keep) ^ low & flip
                        if page < 7:
                            high = bits >> 8
                            buffer[o + 128] = int(buffer[o + 128]) & (255 ^ high & keep) ^ high & flip
                        o += 1
                        c += 1
                at += wide
                top += 8
                pages -= 1
        x += wide + gap
    return x


@micropython.viper
def paint(buffer: ptr8, x: int, y: int, w: int, h: int, ink: int):  # noqa: F821  # pyright: ignore
    """A rectangle that lies wholly on the canvas: 1 lights, 0 darkens, 2 swaps."""
    keep = 0 if ink == 2 else 255
    flip = 255 if ink else 0
    end = y + h
    while y < end:
        page = y >> 3
        below = page * 8 + 8
        if below > end:
            below = end
        mask = ((1 << (below - y)) - 1) << (y & 7)
        o = page * 128 + x
        stop = o + w
        while o < stop:
            buffer[o] = int(buffer[o]) & (255 ^ mask & keep) ^ mask & flip
            o += 1
        y = below
