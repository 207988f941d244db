"""The inner loops of the canvas for runtimes without MicroPython's viper compiler: the same functions as in `firmware.blit`.

There are no loops over pixels, nor over the columns of a text: a row of columns is one long integer, the leftmost column lowest.
"""

_ONES = int.from_bytes(b"\x01" * 128, "little")  # times a byte: that byte in every column
_row = bytearray(128)


def numbers(text: bytes, length: int, codes: bytes, many: int, out: bytearray) -> int:
    """The glyph numbers of a text in UTF-8 of this length, 255 for what isn't in `codes` (two bytes each); returns how many."""
    count = 0
    for char in text.decode():
        code = ord(char)
        n = code - 32
        if not 0 <= n < 95:
            pair = bytes((code & 255, code >> 8 & 255))
            at = codes.find(pair)
            while at & 1 and at > 0:
                at = codes.find(pair, at + 1)
            n = 255 if at < 0 or code > 65535 else 95 + at // 2
        out[count] = n
        count += 1
    return count


def width(nums: bytearray, count: int, glyphs: bytes, starts: bytes, gap: int) -> int:
    """Columns that these glyphs take, each with the gap after it."""
    return sum([(glyphs[starts[2 * number] | starts[2 * number + 1] << 8] & 31) + gap for number in nums])


def text(buffer: bytearray, x: int, y: int, nums: bytearray, count: int, glyphs: bytes, starts: bytes, gap: int, ink: int) -> int:
    """Draws these glyphs, 1 lit, 0 dark, 2 swapping what is there; returns the x after the last gap."""
    places = [starts[2 * number] | starts[2 * number + 1] << 8 for number in nums]
    end = x
    page = 0
    more = True
    while more:
        end = x
        more = False
        first = last = -1  # the columns of the row that are used
        for at in places:
            head = glyphs[at]
            wide = head & 31
            n = page - (head >> 5 & 1)
            if n < head >> 6:
                more = True
            if 0 <= n <= head >> 6 and end < 128 and end + wide > 0:
                at += 1 + n * wide
                start = max(end, 0)
                part = glyphs[at + start - end : at + min(wide, 128 - end)]
                if first < 0:
                    first = last = start
                _row[last:start] = bytes(start - last)
                last = start + len(part)
                _row[start:last] = part
            end += wide + gap
        top = y + 8 * page
        if first >= 0 and -8 < top < 64:
            _lay(buffer, first, top, int.from_bytes(_row[first:last], "little"), last - first, ink)
        page += 1
    return end


def _lay(buffer, x, y, bits, w, ink):
    # w columns of eight pixels each into rows y to y + 7.
    shift = y & 7
    page = y >> 3
    if page >= 0:
        _mix(buffer, page * 128 + x, w, (bits << shift) & _ONES * ((255 << shift) & 255), ink)
    if shift and page < 7:
        _mix(buffer, page * 128 + 128 + x, w, (bits >> (8 - shift)) & _ONES * (255 >> (8 - shift)), ink)


def _mix(buffer, at, w, bits, ink):
    was = int.from_bytes(buffer[at : at + w], "little")
    if ink == 1:
        was |= bits
    elif ink == 0:
        was ^= was & bits
    else:
        was ^= bits
    buffer[at : at + w] = was.to_bytes(w, "little")


def paint(buffer: bytearray, x: int, y: int, w: int, h: int, ink: int) -> None:
    """A rectangle that lies wholly on the canvas: 1 lights, 0 darkens, 2 swaps."""
    end = y + h
    ones = _ONES & ((1 << 8 * w) - 1)
    while y < end:
        page = y >> 3
        below = min(end, page * 8 + 8)
        _mix(buffer, page * 128 + x, w, ones * (((1 << (below - y)) - 1) << (y & 7)), ink)
        y = below
