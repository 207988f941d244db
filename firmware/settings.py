"""What the device remembers beside its games: one small file, written whole, so that a cut leaves the old or the new one."""

import json

from shared_rules.jsontext import dumps

from .journal import seal, unseal
from .words import LANGUAGES

FILE = "settings"
ASIDE = "settings.bad"
_LONGEST = 8192  # bytes; ours are far shorter

DEFAULTS = {
    "language": "en",
    "brightness": 2,  # of the lights, 1 to 4
    "contrast": 3,  # of the display, 1 to 4
    "volume": 2,  # 0 is off, to 3
    "palette": "standard",
    "budget": 450,  # mA for the whole device
    "display": "board",  # what the board file says, or one of CHOICES; from the next start on
    "knob": "board",  # or "turned": clockwise counts the other way; from the next start on
    "steps": 0,  # of the knob, edges a detent; 0: what the board file says; from the next start on
    "current": 0,  # number of the game that runs
    "games": 0,  # no new game gets this number or a lower one: that of a youngest game that was deleted
    "names": (),  # of players, last table first: lists of [as recorded, as spelled]
    "last": {},  # game -> {setup word: rest of that line} of its last table
}

AS_BUILT = ("display", "knob", "steps")  # what usually only the board file says
CHOICES = {"display": ("board", "ssd1306", "sh1106", "sh1106-0"), "knob": ("board", "turned"), "steps": (0, 4, 2, 1)}
LIMITS = {"brightness": (1, 4), "contrast": (1, 4), "volume": (0, 3), "budget": (187, 5000)}  # least and most


def _fits(name, value):
    # May this setting have this value? A file of another version may hold what this one can't use.
    default = DEFAULTS[name]
    try:
        dumps(value).encode()
    except (TypeError, ValueError):  # it could never be written again
        return False
    if name == "language":
        return value in LANGUAGES
    if name == "names":
        return isinstance(value, list) and all([_texts(entry) and len(entry) == 2 for entry in value])
    if name == "last":
        return isinstance(value, dict) and all([isinstance(one, dict) and _texts(list(one.values())) for one in value.values()])
    if isinstance(value, bool) or not isinstance(value, type(default)):
        return False
    if name in CHOICES and value not in CHOICES[name]:
        return False
    least, most = LIMITS.get(name, (None, None))
    return least is None or least <= value <= most


def _texts(items):
    return isinstance(items, list) and all([isinstance(item, str) for item in items])


class Settings:
    """storage: see `firmware.drivers`.

    damaged  a file was there that couldn't be read: it is kept as `settings.bad`, where there is room for that
    fresh    nothing was there that could be read
    """

    def __init__(self, storage):
        self._storage = storage
        self.damaged = False
        self.fresh = True
        self._values = {}
        self._unsaved = False
        size = storage.size(FILE)
        if size < 0:
            return
        found = self._read(size)
        if found is None:
            self.damaged = True
            self._set_aside(size)
            return
        self.fresh = False
        for name in found:
            if name in DEFAULTS and _fits(name, found[name]):
                self._values[name] = found[name]

    def _read(self, size):
        # What the file holds, None if that isn't settings.
        try:
            data = self._storage.read(FILE, 0, size) if size <= _LONGEST else b""
        except OSError:
            return None
        line = unseal(data[:-1]) if data[-1:] == b"\n" else None
        if line is None:
            return None
        try:
            found = json.loads(line[0])
        except (ValueError, RuntimeError):  # RuntimeError: nested too deep
            return None
        return found if isinstance(found, dict) else None

    def _set_aside(self, size):
        try:
            self._storage.replace(ASIDE, self._pieces(size))
            self._storage.remove(FILE)
        except OSError:
            pass  # no room for it: the next setting replaces it

    def _pieces(self, size):
        for start in range(0, size, 512):
            data = self._storage.read(FILE, start, min(512, size - start))
            if not data:
                return
            yield data

    def __getitem__(self, name):
        return self._values.get(name, DEFAULTS[name])

    def set(self, name, value):
        """Changes one setting and writes all of them, if it is a change. Raises OSError; the setting holds then until the next start,
        and longer if a later `save` succeeds.
        """
        if name not in self._values or self._values[name] != value:
            self._values[name] = value
            self._unsaved = True
        self.save()

    def save(self):
        """Writes what could not be written when it was set. Raises OSError."""
        if self._unsaved:
            self._storage.replace(FILE, (seal(dumps(self._values), 0),))
            self._unsaved = False
