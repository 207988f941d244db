"""The words: one module for each language (common) and for each language and game, each with one dict `WORDS` (see `firmware.words`).

A dict of 300 texts takes 28 KB of a Pico's memory. So there the modules are made into tables, files from which single texts are read as they
are needed; what is in memory is two numbers a text, and the last few texts.
"""

import binascii
from array import array

from ..drivers.spare import opened

ENDING = ".words"
_READ = 112  # bytes that hold most texts with their keys
_KEPT = 20  # texts in memory of the younger kind, and so many of the older


def crc(key: str) -> int:
    """The number by which a table finds a key: 16 bits (`Table.get` works it out itself)."""
    return binascii.crc32(key.encode()) & 0xFFFF


class Table:
    """A table of texts in an open file; what a dict's `get` does.

    The file: how many texts (2 bytes, as all numbers with the low byte first), the sorted numbers of their keys, where each text's entry
    starts, and the entries: length of the key (1 byte), of the text (2 bytes), key and text in UTF-8.
    """

    def __init__(self, file):
        self._file = file
        count = int.from_bytes(file.read(2), "little")
        self._numbers = array("H", file.read(2 * count))
        self._places = array("H", file.read(2 * count))
        self._kept = {}
        self._older = {}

    def get(self, key):
        """The text under a key, None if there is none."""
        # All in one function: it is called where a Pico's stack is deepest.
        text = self._kept.get(key)
        if text is not None:
            return text
        text = self._older.get(key)
        if text is None:
            coded = key.encode()
            wanted = binascii.crc32(coded) & 0xFFFF
            numbers = self._numbers
            low = 0
            high = len(numbers)
            while low < high:
                middle = (low + high) >> 1
                if numbers[middle] < wanted:
                    low = middle + 1
                else:
                    high = middle
            file = self._file
            while text is None and low < len(numbers) and numbers[low] == wanted:
                file.seek(self._places[low])
                data = file.read(_READ)
                start = 3 + data[0]
                if data[3:start] == coded:
                    end = start + data[1] + (data[2] << 8)
                    if end > len(data):
                        data += file.read(end - len(data))
                    text = str(data[start:end], "utf-8")
                low += 1
            if text is None:
                return None
        if len(self._kept) >= _KEPT:
            self._older = self._kept
            self._kept = {}
        self._kept[key] = text
        return text


def table(words: "dict[str, str]") -> bytes:
    """The bytes of a table of these texts. Raises ValueError if they are too many for one."""
    keys = sorted(words, key=lambda key: (crc(key), key))
    entries = bytearray()
    places = array("H")
    for key in keys:
        place = 2 + 4 * len(keys) + len(entries)
        if place > 0xFFFF:
            raise ValueError("too many texts for one table")
        places.append(place)
        coded = key.encode()
        text = words[key].encode()
        entries += bytes((len(coded), len(text) & 255, len(text) >> 8)) + coded + text
    return len(keys).to_bytes(2, "little") + bytes(array("H", [crc(key) for key in keys])) + bytes(places) + bytes(entries)


def load(name: str):
    """The texts of `en`, `en_fowl_play` ...: a Table where there is one beside this module, else the module's dict."""
    folder = __file__.rpartition("/")[0]
    try:
        file = opened(folder + "/" + name + ENDING, "rb")  # the Table reads from it later
    except OSError:
        return __import__("firmware.lang." + name, None, None, ("WORDS",)).WORDS
    return Table(file)
