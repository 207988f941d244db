"""Storage on CircuitPython's drive, whose FAT was not made for power cuts.

A cut while the flash is being written loses a block of 4,096 bytes, and with it whatever else lies there: other files, the directory, the
table of the whole drive. So during a game nothing is written but the inside of one file that was made long before, `ROOST.DAT`, and of that
two copies, in turn. It is kept open: its directory entry would be written at each close. It holds

    a gap, copy 0 of the tail, a gap, copy 1 of the tail, a gap, settings, a gap, settings again, a gap

(a gap keeps neighbours out of a block). The tail is the whole content of one file, that of the game that runs; when another one takes its
place, it becomes an ordinary file of the drive. That, and any other file, is written the usual way, and unsafe.

A copy of the tail is a row of pages of 512 bytes: a head (see `_HEAD`) and 496 bytes. All pages but the last are full, and all have the
same generation; a new content gets a new generation, and its first page is written last. A copy is written only while the other one is whole
and new; then they change places.
"""

import binascii
import os
import struct

PAGE = 512  # a sector of the drive: only whole ones can be written without touching the directory
BLOCK = 4096  # what the flash erases at once
PAGES = 48  # of a copy: 23 KB
DATA = "ROOST.DAT"
SETTINGS = "settings"

_HEAD = "<HHHHII"  # mark, generation, number of the page, bytes used, CRC-32 of all the rest of the page, nothing
_SIZE = PAGE - 16
_MARK = 0x5452
_COPY = PAGES * PAGE
_COPIES = (BLOCK, 2 * BLOCK + _COPY)
_SLOTS = (3 * BLOCK + 2 * _COPY, 5 * BLOCK + 2 * _COPY)
LENGTH = 7 * BLOCK + 2 * _COPY
ROOM = PAGES * _SIZE - 32  # the longest content
_NEW = ".new"  # a whole file that waits for its name
_PART = ".tmp"  # a file that is being written
_READ_ONLY = 30


def _sealed(generation, number, data):
    """A page."""
    page = bytearray(PAGE)
    struct.pack_into(_HEAD, page, 0, _MARK, generation, number, len(data), 0, 0)
    page[16 : 16 + len(data)] = data
    struct.pack_into("<I", page, 8, binascii.crc32(page))  # of the page with a CRC of 0
    return page


def _opened(page):
    """(generation, number, data) of a page, None if it isn't whole."""
    if len(page) != PAGE:
        return None
    mark, generation, number, used, crc, _ = struct.unpack(_HEAD, page[:16])
    if mark != _MARK or used > _SIZE:
        return None
    plain = bytearray(page)
    plain[8:12] = b"\x00\x00\x00\x00"
    if binascii.crc32(plain) != crc:
        return None
    return generation, number, page[16 : 16 + used]


class Storage:
    """See `firmware.drivers`.

    folder     where the files are
    sync       puts what was written onto the medium, and no more than that: `os.sync`
    opener     `open`, where files aren't kept in memory first
    read_only  the computer has the drive: everything can be read, nothing written
    """

    def __init__(self, folder="/roost", sync=None, read_only=False, opener=open):
        self.folder = folder
        self.read_only = read_only
        self._sync = os.sync if sync is None else sync
        self._opener = opener
        self._file = None
        self._generation = 0
        self._name = ""  # whose content the tail is
        self._full = 0  # pages that are full
        self._last = b""  # content of the page after them
        self._done = [0, 0]  # full pages that each copy has for good
        self._good = 0  # the copy that is whole and new
        self._settings = None
        self._settings_at = 0  # generation of the settings: its lowest bit is their slot
        if not read_only:
            self._make()
        try:
            self._file = self._opener(self._path(DATA), "rb" if read_only else "r+b")
        except OSError:
            if not read_only:
                raise
            return
        self._open_tail()
        self._open_settings()
        if not read_only:
            self._tidy()

    def _path(self, name):
        return self.folder + "/" + name

    def _make(self):
        # The file and its folder, where they aren't there yet: once in the life of a drive.
        try:
            os.mkdir(self.folder)
        except OSError:
            os.stat(self.folder)
        if self._stat(DATA) != LENGTH:
            with self._opener(self._path(DATA), "wb") as file:
                empty = bytes(BLOCK)  # a block at a time: it would be erased again for each sector
                for _ in range(LENGTH // BLOCK):
                    file.write(empty)
            self._sync()

    def _stat(self, name):
        try:
            return os.stat(self._path(name))[6]
        except OSError:
            return -1

    # Pages

    def _page(self, at):
        self._file.seek(at)
        return self._file.read(PAGE)

    def _put(self, at, page):
        self._file.seek(at)
        if self._file.write(page) != PAGE:
            raise OSError(28)

    def _survey(self, copy):
        """(generation, full pages, content of the last page) of a copy; None if it isn't whole: a row of pages ends in one that isn't full."""
        generation = None
        for number in range(PAGES):
            found = _opened(self._page(_COPIES[copy] + number * PAGE))
            if found is None or found[1] != number or (number and found[0] != generation):
                return None
            generation = found[0]
            if len(found[2]) < _SIZE:
                return generation, number, found[2]
        return None

    def _open_tail(self):
        found = [self._survey(0), self._survey(1)]
        if found[0] is None and found[1] is None:
            if not self.read_only:
                self._begin("", ())
            return
        self._good = 0 if _newer(found[0], found[1]) else 1
        self._generation, self._full, self._last = found[self._good]
        self._done[self._good] = self._full
        length = self._content(0, 1)[0]
        self._name = str(self._content(1, length), "utf-8")
        # The other copy must be whole before anything is written.
        if found[0] != found[1] and not self.read_only:
            self._write_all(1 - self._good)
        else:
            self._done[1 - self._good] = self._full

    def _write_all(self, copy):
        """The whole content into one copy, its first page last."""
        base = _COPIES[copy]
        for number in range(self._full, 0, -1):
            if number < PAGES:
                self._put(base + number * PAGE, _sealed(self._generation, number, self._get(number)))
        self._sync()
        self._put(base, _sealed(self._generation, 0, self._get(0)))
        self._sync()
        self._done[copy] = self._full

    def _get(self, number):
        """The content of a page of the tail."""
        if number == self._full:
            return self._last
        found = _opened(self._page(_COPIES[self._good] + number * PAGE))
        if found is None or found[0] != self._generation:
            raise OSError(5)
        return found[2]

    def _content(self, start, count):
        """Bytes of the tail."""
        data = b""
        while len(data) < count:
            at = start + len(data)
            number = at // _SIZE
            if number > self._full or number >= PAGES:
                break
            part = self._get(number)[at % _SIZE :][: count - len(data)]
            if not part:
                break
            data += part
        return data

    def _length(self):
        return self._full * _SIZE + len(self._last)

    def _head(self):
        return 1 + len(self._name.encode())

    def _begin(self, name, pieces):
        """The tail becomes the content of another file (or none, ""). Raises OSError if it is too long: nothing has changed then."""
        coded = name.encode()
        generation = (self._generation + 1) & 0xFFFF
        copy = 1 - self._good
        base = _COPIES[copy]
        self._done[copy] = 0
        first = None
        rest = bytes((len(coded),)) + coded
        number = 0
        for piece in pieces:
            rest += piece
            while len(rest) >= _SIZE:
                if number == PAGES - 1:
                    raise OSError(28)
                if number:
                    self._put(base + number * PAGE, _sealed(generation, number, rest[:_SIZE]))
                else:
                    first = rest[:_SIZE]
                rest = rest[_SIZE:]
                number += 1
        if number:
            self._put(base + number * PAGE, _sealed(generation, number, rest))
            self._sync()
        self._put(base, _sealed(generation, 0, rest if first is None else first))
        self._sync()
        self._generation, self._full, self._last, self._name = generation, number, rest, name
        self._good = copy
        self._done[copy] = number
        self._write_all(1 - copy)

    def _add(self, data):
        copy = 1 - self._good
        base = _COPIES[copy]
        rest = self._last + data
        full = self._full + len(rest) // _SIZE
        if full >= PAGES:
            raise OSError(28)
        done = self._done[copy]
        self._done[copy] = 0  # unless all goes well
        for number in range(done, self._full):  # filled since this copy was last written
            self._put(base + number * PAGE, _sealed(self._generation, number, self._get(number)))
        number = self._full
        while True:
            part = rest[:_SIZE]
            self._put(base + number * PAGE, _sealed(self._generation, number, part))
            if len(part) < _SIZE:
                break
            rest = rest[_SIZE:]
            number += 1
        self._sync()
        self._full, self._last = number, rest
        self._good = copy
        self._done[copy] = number

    # Settings: one of two slots, written in turn

    def _open_settings(self):
        for slot in _SLOTS:
            data = b""
            found = None
            for number in range(BLOCK // PAGE):
                before = found
                found = _opened(self._page(slot + number * PAGE))
                if found is None or found[1] != number or (before is not None and before[0] != found[0]):
                    found = None
                    break
                data += found[2]
                if len(found[2]) < _SIZE:
                    break
            if found is not None and (self._settings is None or (found[0] - self._settings_at) & 0xFFFF < 0x8000):
                self._settings_at = found[0]
                self._settings = data

    def _put_settings(self, data):
        if len(data) >= BLOCK // PAGE * _SIZE:
            raise OSError(28)
        at = (self._settings_at + 1) & 0xFFFF
        number = len(data) // _SIZE
        while number >= 0:
            part = data[number * _SIZE : (number + 1) * _SIZE]
            self._put(_SLOTS[at & 1] + number * PAGE, _sealed(at, number, part))
            number -= 1
        self._sync()
        self._settings_at = at
        self._settings = data

    # Ordinary files of the drive

    def _tidy(self):
        # What a cut has left of an ordinary file: half of it, which is dropped, or all of it under another name.
        for name in os.listdir(self.folder):
            if name.endswith(_PART):
                os.remove(self._path(name))
            elif name.endswith(_NEW):
                self._rename(name, name[: -len(_NEW)])

    def _rename(self, name, to):
        if self._stat(to) >= 0:
            os.remove(self._path(to))
        os.rename(self._path(name), self._path(to))
        self._sync()

    def _ordinary(self, name, pieces):
        with self._opener(self._path(name + _PART), "wb") as file:
            for piece in pieces:
                file.write(piece)
        self._sync()
        self._rename(name + _PART, name + _NEW)
        self._rename(name + _NEW, name)

    def _fold(self):
        """The tail becomes an ordinary file; it is still the tail, too."""
        if self._name:
            self._ordinary(self._name, self._pieces(self._name))

    def _pieces(self, name):
        size = self.size(name)
        for start in range(0, size, _SIZE):
            yield self.read(name, start, min(_SIZE, size - start))

    def _writable(self):
        if self.read_only or self._file is None:
            raise OSError(_READ_ONLY)

    # The interface

    def names(self):
        try:
            found = [name for name in os.listdir(self.folder) if name != DATA and name[-4:] not in (_NEW, _PART)]
        except OSError:
            found = []
        if self._name and self._name not in found:
            found.append(self._name)
        if self._settings:
            found.append(SETTINGS)
        return sorted(found)

    def size(self, name):
        if name == SETTINGS:
            return len(self._settings) if self._settings else -1
        if name == self._name:
            return self._length() - self._head()
        return self._stat(name)

    def read(self, name, start, count):
        if name == SETTINGS:
            return (self._settings or b"")[start : start + count]
        if name == self._name:
            return self._content(self._head() + start, count)
        with self._opener(self._path(name), "rb") as file:
            file.seek(start)
            return file.read(count)

    def append(self, name, data):
        self._writable()
        if name != self._name:
            size = self.size(name)
            if size + len(data) > ROOM:
                self._ordinary(name, _chain(self._pieces(name), data))
                return
            self._fold()
            self._begin(name, self._pieces(name) if size > 0 else ())
        try:
            self._add(data)
        except OSError as error:
            if error.args[0] != 28:
                raise
            # Longer than any game: it goes on as an ordinary file.
            self._ordinary(name, _chain(self._pieces(name), data))
            self._begin("", ())

    def replace(self, name, pieces):
        self._writable()
        if name == SETTINGS:
            self._put_settings(b"".join(pieces))
            return
        if name.endswith(".game"):
            if name != self._name:
                self._fold()
            try:
                self._begin(name, pieces)
                return
            except OSError as error:
                if error.args[0] != 28 or not isinstance(pieces, (list, tuple)):
                    raise
        self._ordinary(name, pieces)
        if name == self._name:
            self._begin("", ())

    def remove(self, name):
        self._writable()
        if name == SETTINGS:
            self._put_settings(b"")
            return
        if self._stat(name) >= 0:
            os.remove(self._path(name))
            self._sync()
        if name == self._name:
            self._begin("", ())

    def free(self):
        if not hasattr(os, "statvfs"):
            return -1
        found = os.statvfs(self.folder)
        return found[0] * found[3]


def _newer(one, other):
    """Is the first of two surveys the newer one? Of one generation it is the longer one."""
    if one is None or other is None:
        return other is None
    if one[0] != other[0]:
        return (one[0] - other[0]) & 0xFFFF < 0x8000
    return (one[1], len(one[2])) >= (other[1], len(other[2]))


def _chain(pieces, data):
    yield from pieces
    yield data
