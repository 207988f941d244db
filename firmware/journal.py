"""The journals: one file for each game, a line for each step, every line sealed with a checksum and on the medium before it counts.

A line is its text, ` #`, the CRC-32 of the text's bytes as eight hex digits, ` t=` and the seconds played so far. To a record's
reader everything from the `#` on is a comment. Lines of our own start with `#` themselves:

    # step ...     a step of a set-up that is not complete yet (`pack`), # back takes the last one back
    # set ...      a set-up line that was typed
    # mode ..., # use ...    what such a set-up began with
    # gone ..., # here ...   whose player has left in which turn, and who is back (see `leaving`)
    # finished, # abandoned  what became of the game, as long as no further line follows

Only lines that end in a newline and whose checksum holds are counted, up to the first that doesn't. Nothing in here trusts a file: any
bytes may lie there, and a medium may fail to give them.
"""

import binascii

_ENDING = ".game"
ASIDE = ".bad"
_HIGHEST = 99999999
_CHUNK = 512
_LONGEST = 2048  # bytes; no line of ours is longer, so what is longer is damaged
_TAIL = 120  # bytes at the end of a file that hold its last line, unless it is an uncommonly long one

# Bytes that stay free for the game that runs when another one is begun: 400 actions take 18 KB, and mending its file needs them once
# more, keeping a damaged one aside a third time.
RESERVE = 64 * 1024

OPEN = "open"
FINISHED = "finished"
ABANDONED = "abandoned"


def seal(text, seconds):
    """The bytes of a journal line."""
    data = text.encode()
    return data + (" #%08x t=%d\n" % (binascii.crc32(data) & 0xFFFFFFFF, seconds)).encode()


def unseal(line):
    """(text, seconds) of a journal line without its newline; None if it isn't whole."""
    at = line.rfind(b" #")
    if at < 0:
        return None
    data = line[:at]
    if line[at + 2 : at + 10] != b"%08x" % (binascii.crc32(data) & 0xFFFFFFFF):
        return None
    seconds = 0
    if len(line) > at + 10:
        digits = line[at + 13 :]
        if line[at + 10 : at + 13] != b" t=" or not 0 < len(digits) < 10 or not digits.isdigit():
            return None
        seconds = int(digits)
    try:
        return str(data, "utf-8"), seconds
    except UnicodeError:
        return None


def pack(step):
    """A set-up's step (a tuple of str without blanks, int, bool, bytes and such tuples) as text without line breaks."""
    parts = []
    for item in step:
        if isinstance(item, (tuple, list)):
            parts.append("( " + pack(item) + " )" if item else "( )")
        elif isinstance(item, bytes):
            parts.append("x" + str(binascii.hexlify(item), "utf-8"))
        elif isinstance(item, bool):
            parts.append("b" + str(int(item)))
        elif isinstance(item, int):
            parts.append("i" + str(item))
        else:
            parts.append("s" + item)
    return " ".join(parts)


def unpack(text):
    """The step that `pack` made this of; raises ValueError if it made no such text."""
    open_ones = [[]]
    for part in text.split(" "):
        kind = part[:1]
        rest = part[1:]
        if part == "(":
            open_ones.append([])
        elif part == ")" and len(open_ones) > 1:
            whole = tuple(open_ones.pop())
            open_ones[-1].append(whole)
        elif kind == "x":
            open_ones[-1].append(binascii.unhexlify(rest))
        elif kind == "i":
            open_ones[-1].append(int(rest))
        elif kind == "b" and rest in ("0", "1"):
            open_ones[-1].append(rest == "1")
        elif kind == "s":
            open_ones[-1].append(rest)
        else:
            raise ValueError(part)
    if len(open_ones) != 1:
        raise ValueError(text)
    return tuple(open_ones[0])


class Journal:
    """The games on this device; one of them is open.

    number   of the open game, 0 while none is
    lines    record lines in it
    seconds  it was played for, before `since`
    """

    def __init__(self, storage, clock):
        self._storage = storage
        self._clock = clock
        self.number = 0
        self.lines = 0
        self.seconds = 0
        self._since = 0
        self._good = 0  # bytes of the open file that are whole lines
        self._torn = False  # a write has failed: what lies beyond must go first
        self._stray = 0  # number of a new game that could not be written, and whose file may be there all the same

    def _name(self, number):
        return "%04d%s" % (number, _ENDING)

    def numbers(self):
        """The numbers of all games, oldest first."""
        return self._numbered((_ENDING,))

    def _numbered(self, endings):
        found = []
        for name in self._storage.names():
            for ending in endings:
                number = _number(name[: -len(ending)]) if name.endswith(ending) else 0
                if number:
                    found.append(number)
        return sorted(found)

    def size(self, number):
        """Bytes that a game takes; -1 if there is none of that number."""
        return self._storage.size(self._name(number))

    def short(self):
        """Is there so little room left that no other game should be begun before one was deleted?"""
        return 0 <= self._storage.free() < RESERVE

    def head(self, number):
        """(name of the game, OPEN, FINISHED or ABANDONED) from the first and last lines alone; ("", OPEN) when they tell nothing."""
        game, state, _ = self.outline(number)
        return game, state

    def outline(self, number):
        """The same, and the seconds played."""
        name = self._name(number)
        game = ""
        state = OPEN
        seconds = 0
        try:
            first = self._storage.read(name, 0, _TAIL)
            size = self._storage.size(name)
            last = self._storage.read(name, max(size - _TAIL, 0), _TAIL)
        except OSError:  # a file that is there and can't be read
            return game, state, seconds
        found = unseal(first.split(b"\n")[0])
        if found is not None:
            words = found[0].split(" ")
            if len(words) == 3 and words[0] == "roost":
                game = words[2]
        for line in last.split(b"\n")[:-1]:
            found = unseal(line)
            if found is not None:
                state = found[0][2:] if found[0] in ("# " + FINISHED, "# " + ABANDONED) else OPEN
                seconds = found[1]
        return game, state, seconds

    def read(self, number):
        """Yields (text, seconds, end) for each whole line of a game, up to the first that isn't; `end` counts bytes."""
        name = self._name(number)
        rest = b""
        end = 0
        for data in self._pieces(name, 0, self._storage.size(name)):
            if len(rest) > _LONGEST:
                return
            rest += data
            start = 0
            cut = rest.find(b"\n")
            while cut >= 0:
                line = unseal(rest[start:cut])
                if line is None:
                    return
                end += cut + 1 - start
                start = cut + 1
                yield line[0], line[1], end
                cut = rest.find(b"\n", start)
            rest = rest[start:]

    def open(self, number, good, lines, seconds, aside=True):
        """Goes on with a game whose first `good` bytes are all right. Returns True if more was lost than a line torn by a cut.

        What lies beyond is dropped; if it was more than one torn line, the whole file is kept aside first, unless `aside` is False.
        Raises OSError where there is no room for that; nothing has changed then, and no game is open.
        """
        name = self._name(number)
        size = self._storage.size(name)
        damaged = False
        if size != good:
            damaged = any([b"\n" in data for data in self._pieces(name, good, size)])
            if damaged and aside:
                self._storage.replace(name[: -len(_ENDING)] + ASIDE, self._pieces(name, 0, size))
            self._mend(number, good)
        if number == self._stray:
            self._stray = 0  # somebody has taken it up: it is a game now
        self.number = number
        self.lines = lines
        self.seconds = seconds
        self._since = self._clock.ticks_ms()
        self._good = good
        self._torn = False
        return damaged

    def next_number(self, above=0):
        """The number that the next game gets: beyond all there are, and beyond `above`; where such numbers end, the lowest that is free."""
        numbers = self._numbered((_ENDING, ASIDE))
        number = max(numbers[-1] if numbers else 0, above) + 1
        if number > _HIGHEST:  # a foreign file: a name with more digits would be no game's
            number = 1
            while number in numbers:
                number += 1
        return number

    def create(self, game, lines, above=0):
        """Opens a new game: its header and further lines of text. Its number is beyond `above`. Raises OSError; no game is open then."""
        number = self._stray or self.next_number(above)
        self.close()
        self.seconds = 0
        self._since = self._clock.ticks_ms()
        self._stray = number
        try:
            self._write(number, ["roost 1 " + game] + lines)
        except OSError:
            self._forget(number)
            raise
        self._stray = 0
        self.number = number

    def adopt(self, name, above=0):
        """A file of the storage becomes a game; returns its number, which is beyond `above`. Raises OSError, and then there is none."""
        number = self._stray or self.next_number(above)
        self._stray = number
        try:
            self._storage.replace(self._name(number), self._whole(name, self._storage.size(name)))
        except OSError:
            self._forget(number)
            raise
        self._stray = 0
        return number

    def _forget(self, number):
        # A new game could not be written, and yet may be there, where only the last of it was reported as failed.
        try:
            self._storage.remove(self._name(number))
        except OSError:
            pass  # then the next new game takes its place

    def rewrite(self, lines):
        """The open game becomes these lines, in one step. Raises OSError, and then nothing has changed."""
        self._write(self.number, lines)

    def _write(self, number, lines):
        pieces = [seal(line, self.elapsed()) for line in lines]
        self._storage.replace(self._name(number), pieces)
        self._good = sum([len(piece) for piece in pieces])
        self._torn = False
        self.lines = len([line for line in lines if line[0] != "#"])

    def append(self, text):
        """Adds a line to the open game; it is on the medium when this returns. Raises OSError, and then nothing was added."""
        if self._torn:
            self._mend(self.number, self._good)
        data = seal(text, self.elapsed())
        self._torn = True
        try:
            self._storage.append(self._name(self.number), data)
        except OSError:
            try:
                self._mend(self.number, self._good)  # else it might be there after all, at the next start
            except OSError:
                pass  # then before the next line
            raise
        self._torn = False
        self._good += len(data)
        if text[0] != "#":
            self.lines += 1

    def extend(self, count, line):
        """Adds so many lines to the open game, in one step; line: function index -> text. Raises OSError, and then nothing was added."""
        name = self._name(self.number)
        seconds = self.elapsed()
        good = self._good

        def pieces():
            yield from self._whole(name, good)
            for index in range(count):
                yield seal(line(index), seconds)

        self._storage.replace(name, pieces())
        self._good = self._storage.size(name)
        self._torn = False
        self.lines += count

    def close(self):
        """No game is open."""
        self.number = 0

    def delete(self, number):
        """Removes a game for good. Raises OSError."""
        self._storage.remove(self._name(number))

    def set_aside(self, number):
        """Keeps a game of which nothing can be used as a file that is no game."""
        name = self._name(number)
        self._storage.replace(name[: -len(_ENDING)] + ASIDE, self._pieces(name, 0, self._storage.size(name)))
        self._storage.remove(name)

    def oldest(self, state):
        """The number of the oldest game that is FINISHED or ABANDONED, whichever is asked for, and isn't open; 0 if there is none."""
        for number in self.numbers():
            if number != self.number and self.head(number)[1] == state:
                return number
        return 0

    def elapsed(self):
        """Seconds that the open game was played for."""
        return self.seconds + (self._clock.ticks_ms() - self._since) // 1000

    def _pieces(self, name, start, end):
        """Yields a part of a file; it ends early where the medium gives no more."""
        while start < end:
            try:
                data = self._storage.read(name, start, min(_CHUNK, end - start))
            except OSError:
                return
            if not data:
                return
            start += len(data)
            yield data

    def _mend(self, number, good):
        name = self._name(number)
        self._storage.replace(name, self._whole(name, good))
        self._torn = False

    def _whole(self, name, end):
        # The first `end` bytes of a file; raises OSError rather than give fewer.
        got = 0
        for data in self._pieces(name, 0, end):
            got += len(data)
            yield data
        if got < end:
            raise OSError(5)


def _number(stem):
    """The number of a file's name without its ending, 0 if it isn't written as we write them."""
    if not 4 <= len(stem) <= 8:
        return 0
    for char in stem:
        if not "0" <= char <= "9":
            return 0
    number = int(stem)
    return number if stem == "%04d" % number else 0
