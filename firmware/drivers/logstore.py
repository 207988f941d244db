"""Storage in flash: files, and in front of them a log in which an append is the programming of one page.

A plain append to a file costs littlefs an erased sector, some 50 ms with interrupts off (400 ms on a slow chip). So small appends go into
the log: sectors that were erased beforehand, in which an entry is added by programming one page (0.8 ms). What the log holds counts as
part of its file at once and for ever; it is moved into the file itself later, a sector's worth at a time, when nobody waits (`tend`).

The log's sectors are ordinary files of exactly one block each, in a folder of their own. littlefs keeps no pointers in a file of one
block, never moves it and never looks into it, so its block can be programmed and erased behind littlefs's back, and littlefs's own
structures are never touched. Where each block lies is found by a number that is drawn anew whenever such a file is made.

A sector: 16 bytes of head (magic, number drawn, its place), programmed after each erase; then, once it is in use, its turn (4 bytes, ever
growing, and their check sum); then entries. An entry: length of the name, 0x52 where the file was replaced or removed (all older entries
of that name are void) or 0x41 (appended), length of the data (2 bytes), where in the file it goes (4 bytes), name, data, CRC-32 of all that (4
bytes). What doesn't check is the end of its sector: the next entry goes into the next one. An
entry counts only where the file, with the entries before it, is just as long as the place that it goes to.

Everything here may be cut at any point: an entry is there or not; a move into a file only repeats what the log says, at the same place, and
is skipped when the file is already that long.
"""

import binascii
import os
import struct

from .files import Files

SECTOR = 4096
PAGE = 256
MAGIC = b"RoostLg1"
HEAD = 16  # magic, number drawn (4), place (1), three spare
TURN_AT = HEAD
FIRST = HEAD + 8  # where entries start
LARGEST = 1024  # bytes; longer appends go to the file directly
APPENDED = 0x41
RESET = 0x52
_ERASED = b"\xff" * PAGE


class LogStorage:
    """See `firmware.drivers`, storage.

    folder   where the files are
    flash    the flash by blocks, as littlefs counts them: `blocks`, `start(block, buffer)`, `view(block)`, `erase(block)`,
             `program(block, offset, page)`
    sectors  how many sectors the log has
    """

    def __init__(self, folder, flash, sectors=8):
        self._files = Files(folder)
        self._folder = folder
        self._flash = flash
        self._log = folder + ".log"
        self._count = sectors
        self._page = bytearray(PAGE)
        self.appends = 0
        self.moved = 0
        self._open()

    # Finding and making the log's sectors.
    def _open(self):
        try:
            os.mkdir(self._log)
        except OSError:
            os.stat(self._log)
        numbers = {}
        head = bytearray(HEAD)
        for place in range(self._count):
            try:
                with open("%s/%d" % (self._log, place), "rb") as file:
                    file.readinto(head)
            except OSError:
                continue
            if head[:8] == MAGIC and head[12] == place:
                numbers[bytes(head)] = place
        self._blocks: "list" = [None] * self._count  # where each sector lies
        self._heads = [b""] * self._count  # what each sector begins with
        doubtful = set()
        for block in range(self._flash.blocks):
            self._flash.start(block, head)
            if head[:8] == MAGIC:
                place = numbers.get(bytes(head))
                if place is not None:
                    if self._blocks[place] is not None:
                        doubtful.add(place)
                    self._blocks[place] = block
                    self._heads[place] = bytes(head)
        for place in doubtful:
            self._blocks[place] = None
        self._turns = [0] * self._count  # 0: free
        self._ends = [FIRST] * self._count
        self._clean = [False] * self._count
        self._named = [set() for _ in range(self._count)]  # names that have entries in each sector
        self._lengths = {}  # name -> length of the file with what the log adds, for the names that the log adds to
        self._resets = {}  # name -> (turn, end) of its last entry that made all older ones void
        self._now: "int | None" = None  # the sector that is being filled
        self._last = -1  # the sector that was put into use last
        self._turn = 0
        self._cursor = None
        for place in range(self._count):
            if self._blocks[place] is None:
                self._make(place)
            view = self._flash.view(self._blocks[place])
            turn = self._turn_of(view)
            if turn:
                self._turns[place] = turn
                self._turn = max(self._turn, turn)
            else:
                self._clean[place] = _blank(view, HEAD)
        for place in self._in_use():
            self._scan(place)
            self._now = self._last = place
        if self._now is not None and not _blank(self._flash.view(self._blocks[self._now]), self._ends[self._now]):
            self._now = None  # a torn entry: what follows goes into a fresh sector

    def _make(self, place):
        """A new file of one block for a place whose block is gone or in doubt; what it held was lost with it."""
        path = "%s/%d" % (self._log, place)
        try:
            os.remove(path)
        except OSError:
            pass
        head = MAGIC + os.urandom(4) + bytes((place, 0, 0, 0))
        with open(path, "wb") as file:
            file.write(head)
            for _ in range(15):
                file.write(b"\xff" * PAGE)
            file.write(b"\xff" * (PAGE - HEAD))
        found = bytearray(HEAD)
        self._heads[place] = head
        self._blocks[place] = None
        for block in range(self._flash.blocks):
            self._flash.start(block, found)
            if found == head:
                self._blocks[place] = block
        if self._blocks[place] is None:
            raise OSError(5)

    def _turn_of(self, view):
        turn, check = struct.unpack("<II", view[TURN_AT : TURN_AT + 8])
        return turn if turn ^ check == 0xA5A5A5A5 else 0

    def _in_use(self):
        """Places of the sectors in use, oldest first."""
        return sorted([place for place in range(self._count) if self._turns[place]], key=lambda place: self._turns[place])

    def _entry(self, view, at):
        """(kind, name, offset in the file, start of the data in the sector, its length, end) of the entry at `at`; its check isn't looked at."""
        name_length, kind, length, offset = struct.unpack("<BBHI", view[at : at + 8])
        start = at + 8 + name_length
        return kind, bytes(view[at + 8 : start]).decode(), offset, start, length, start + length + 4

    def _entries(self, place, at=FIRST):
        """Yields the entries of a sector from `at` to its known end."""
        view = self._flash.view(self._blocks[place])
        while at < self._ends[place]:
            entry = self._entry(view, at)
            yield entry
            at = entry[5]

    def _scan(self, place):
        """Finds the end of a sector and what its entries add to their files."""
        view = self._flash.view(self._blocks[place])
        at = FIRST
        while at + 12 <= SECTOR:
            name_length, kind, length, _offset = struct.unpack("<BBHI", view[at : at + 8])
            end = at + 12 + name_length + length
            if kind not in (APPENDED, RESET) or not name_length or end > SECTOR:
                break
            if binascii.crc32(view[at : end - 4]) & 0xFFFFFFFF != struct.unpack("<I", view[end - 4 : end])[0]:
                break
            kind, name, offset, _start, length, at = self._entry(view, at)
            self._named[place].add(name)
            if kind == RESET:
                self._lengths.pop(name, None)
                self._resets[name] = (self._turns[place], at)
                continue
            have = self._lengths.get(name)
            if have is None:
                have = max(self._files.size(name), 0)
            if offset == have:
                self._lengths[name] = have + length
        self._ends[place] = at

    # Writing into the log.
    def _write(self, place, at, data):
        """Programs bytes at a place of a sector, page by page; only bits of the page that belong to them change."""
        block = self._blocks[place]
        view = memoryview(data)
        done = 0
        while done < len(data):
            offset = (at + done) % PAGE
            count = min(PAGE - offset, len(data) - done)
            page = self._page
            page[:] = _ERASED
            page[offset : offset + count] = view[done : done + count]
            self._flash.program(block, at + done - offset, page)
            done += count

    def _fresh(self):
        """Puts a clean sector into use; moves or erases first if there is none."""
        if not any(self._clean):
            if all(self._turns):
                self._move_oldest()
            for place in range(self._count):
                if not self._turns[place] and not self._clean[place]:
                    self._erase(place)
                    break
        place = self._last
        while True:  # in turn, so that all sectors wear alike
            place = (place + 1) % self._count
            if self._clean[place]:
                break
        self._last = place
        self._turn += 1
        self._clean[place] = False
        self._turns[place] = self._turn
        self._ends[place] = FIRST
        self._named[place] = set()
        self._write(place, TURN_AT, struct.pack("<II", self._turn, self._turn ^ 0xA5A5A5A5))
        self._now = place

    def _erase(self, place):
        block = self._blocks[place]
        self._flash.erase(block)
        self._write(place, 0, self._heads[place])
        self._clean[place] = True

    def _enter(self, kind, name, offset, data):
        coded = name.encode()
        entry = struct.pack("<BBHI", len(coded), kind, len(data), offset) + coded + data
        entry += struct.pack("<I", binascii.crc32(entry) & 0xFFFFFFFF)
        if self._now is None or self._ends[self._now] + len(entry) > SECTOR:
            self._fresh()
        place: int = self._now  # type: ignore
        at = self._ends[place]
        self._ends[place] = at + len(entry)
        self._named[place].add(name)
        try:
            self._write(place, at, entry)
            if bytes(self._flash.view(self._blocks[place])[at : at + len(entry)]) != entry:
                raise OSError(5)
        except OSError:
            self._now = None  # the flash didn't take it, or not all of it: never add behind it
            self._ends[place] = at
            raise

    # Moving out of the log.
    def _move_oldest(self):
        """Writes what the oldest sector adds to files into those files, and frees it."""
        used = self._in_use()
        place = used[0]
        if place == self._now:
            self._now = None
        view = self._flash.view(self._blocks[place])
        for name in sorted(self._named[place]):
            if name not in self._lengths:
                continue
            have = max(self._files.size(name), 0)
            more = sum(length for _, length in self._adds(place, name, have))
            if more:
                self._files.extend(name, (bytes(view[at : at + length]) for at, length in self._adds(place, name, have)))
                have += more
            if have == self._lengths[name]:
                del self._lengths[name]
        for name in list(self._resets):
            if self._resets[name][0] == self._turns[place]:
                del self._resets[name]  # what it made void is gone
        self._turns[place] = 0
        self._cursor = None
        self.moved += 1
        # Its turn must be gone before a younger sector's entries could be taken for older ones: erased at once.
        self._erase(place)

    def _after(self, place, name):
        """Where in a sector the entries of a name begin that are not void."""
        turn, end = self._resets.get(name, (0, FIRST))
        return FIRST if self._turns[place] > turn else end if self._turns[place] == turn else SECTOR

    def _adds(self, place, name, have):
        """Yields (start in the sector, length) of what a sector adds to a file of `have` bytes, piece by piece: memory is scarce."""
        for _kind, other, offset, start, length, _end in self._entries(place, self._after(place, name)):
            if other == name and offset == have:
                have += length
                yield start, length

    def _settle(self, name):
        """Writes what the log adds to a file into it, in one step. The entries stay: they lie before the file's end, and add nothing."""
        if name in self._lengths:
            self._files.extend(name, self._pieces(name, max(self._files.size(name), 0)))
            del self._lengths[name]
            self._cursor = None

    def _pieces(self, name, have):
        for place in self._in_use():
            view = self._flash.view(self._blocks[place])
            for start, length in self._adds(place, name, have):
                have += length
                yield bytes(view[start : start + length])

    def _void(self, name):
        """All entries of a name that are there now count no more."""
        if any([self._turns[place] and name in self._named[place] for place in range(self._count)]):
            self._enter(RESET, name, 0, b"")
            now: int = self._now  # type: ignore
            self._resets[name] = (self._turns[now], self._ends[now])
        self._lengths.pop(name, None)
        self._cursor = None

    def tend(self):
        """One piece of housekeeping, 50 to 200 ms: for moments when nobody waits. True if there was something to do."""
        for place in range(self._count):
            if not self._turns[place] and not self._clean[place]:
                self._erase(place)
                return True
        if sum([1 for turn in self._turns if turn]) > self._count // 2:
            self._move_oldest()
            return True
        return False

    # What the interface asks for.
    def names(self):
        """Names of the files there are."""
        found = self._files.names()
        for name in self._lengths:
            if name not in found:
                found.append(name)
        return sorted(found)

    def size(self, name):
        """Length in bytes, -1 if there is no such file."""
        length = self._lengths.get(name)
        return self._files.size(name) if length is None else length

    def read(self, name, start, count):
        """Up to `count` bytes from `start`."""
        length = self._lengths.get(name)
        if length is None:
            return self._files.read(name, start, count)
        count = max(0, min(count, length - start))
        base = max(self._files.size(name), 0)
        if start + count <= base:
            return self._files.read(name, start, count)
        data = bytearray(count)
        if start < base:
            data[: base - start] = self._files.read(name, start, base - start)
        self._read_log(name, start, count, base, data)
        return bytes(data)

    def _read_log(self, name, start, count, base, data):
        """Fills in what lies in the log."""
        have, turn, at = base, 0, FIRST
        if self._cursor is not None and self._cursor[0] == name and self._cursor[1] <= max(start, base):
            _name, have, turn, at = self._cursor  # files are read from front to back: go on where the last read was
        for place in self._in_use():
            if self._turns[place] < turn:
                continue
            view = self._flash.view(self._blocks[place])
            for _kind, other, offset, begin, length, end in self._entries(place, max(at, self._after(place, name))):
                if other == name and offset == have:
                    low = max(offset, start)
                    high = min(offset + length, start + count)
                    if low < high:
                        data[low - start : high - start] = view[begin + low - offset : begin + high - offset]
                    if offset + length >= start + count:
                        self._cursor = (name, have, self._turns[place], end - length - len(other.encode()) - 12)
                        return
                    have = offset + length
            at = FIRST

    def append(self, name, data):
        """Adds bytes to a file; they are durable when it returns. Raises OSError."""
        have = max(self.size(name), 0)
        if len(data) > LARGEST:
            self._settle(name)
            self._files.append(name, data)
            return
        self._enter(APPENDED, name, have, data)
        self._lengths[name] = have + len(data)
        self.appends += 1

    def replace(self, name, pieces):
        """The file becomes these pieces; after a cut it is the old one or the new one."""
        self._settle(name)
        self._void(name)
        self._files.replace(name, pieces)

    def remove(self, name):
        """Removes a file, if it is there."""
        try:
            if self._files.size(name) >= 0:
                self._settle(name)
            self._void(name)
        except OSError:  # no room for that: the file goes first
            self._files.remove(name)
            self._void(name)
        self._files.remove(name)

    def free(self):
        """Bytes left for files, about."""
        found = os.statvfs(self._folder)
        blocks = found[3]
        if blocks > found[2]:
            blocks -= 1 << 32  # it is negative, see below, and was given without its sign
        # MicroPython's littlefs counts the two blocks of each folder twice.
        return max(blocks + 2 * _folders(self._folder.rpartition("/")[0] or "/"), 0) * found[0]


def _folders(path):
    """How many folders lie below this one, at any depth."""
    count = 0
    ahead = [path.encode()]  # as bytes: a foreign name that isn't UTF-8 would end the listing
    while ahead:
        path = ahead.pop()
        for entry in os.ilistdir(path):
            if entry[1] == 0x4000:
                count += 1
                ahead.append(path.rstrip(b"/") + b"/" + entry[0])
    return count


def _blank(view, start):
    """Whether a sector is all 0xFF from `start` on."""
    for at in range(start, SECTOR, PAGE):
        piece = view[at : min(at + PAGE, SECTOR)]
        if piece != memoryview(_ERASED)[: len(piece)]:
            return False
    return True
