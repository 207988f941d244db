"""What the device remembers beside its games: one small file, written whole, so that a cut leaves the old or the new one."""

import json

from shared_rules.jsontext import dumps

from .journal import seal, unseal

FILE = "settings"
ASIDE = "settings.bad"

DEFAULTS = {
    "language": "en",
    "brightness": 2,  # of the lights, 1 to 4
    "contrast": 3,  # of the display, 1 to 4
    "volume": 2,  # 0 is off, to 3
    "palette": "standard",
    "budget": 450,  # mA for the whole device
    "current": 0,  # number of the game that runs
    "names": (),  # of players, last table first: lists of [as recorded, as spelled]
    "last": {},  # game -> {setup word: rest of that line} of its last table
}


def _same_kind(value, default):
    if isinstance(default, (list, tuple)):
        return isinstance(value, list)
    if isinstance(value, bool):
        return False
    return isinstance(value, type(default))


class Settings:
    """storage: see `firmware.drivers`. `damaged` is True when a file was there that couldn't be read: it is kept as `settings.bad`."""

    def __init__(self, storage):
        self._storage = storage
        self.damaged = False
        self._values = {}
        size = storage.size(FILE)
        if size < 0:
            return
        data = storage.read(FILE, 0, size)
        line = unseal(data[:-1]) if data[-1:] == b"\n" else None
        found = None
        if line is not None:
            try:
                found = json.loads(line[0])
            except ValueError:
                found = None
        if not isinstance(found, dict):
            self.damaged = True
            storage.replace(ASIDE, (data,))
            storage.remove(FILE)
            return
        for name in found:
            if name in DEFAULTS and _same_kind(found[name], DEFAULTS[name]):
                self._values[name] = found[name]

    def __getitem__(self, name):
        return self._values.get(name, DEFAULTS[name])

    def set(self, name, value):
        """Changes one setting and writes all of them, if it is a change. Raises OSError."""
        if name in self._values and self._values[name] == value:
            return
        self._values[name] = value
        self._storage.replace(FILE, (seal(dumps(self._values), 0),))
