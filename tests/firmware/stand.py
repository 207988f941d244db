"""A stand-in for the app, around a real journal and real settings: what `firmware.start` needs to open a stored game, without its screen.

Runs on MicroPython, too.
"""

from firmware import start
from firmware.drivers import virtual
from firmware.journal import Journal
from firmware.settings import Settings


class Stand:
    """storage: as `firmware.drivers` says; None: files in memory.

    told   messages that were announced
    yes    the answer to every dialog
    """

    def __init__(self, storage=None, files=None):
        self.device = _Device()
        self.device.storage = virtual.Storage(files) if storage is None else storage
        self.device.random = virtual.Random()
        self.clock = _Clock()
        self.settings = Settings(self.device.storage)
        self.journal = Journal(self.device.storage, self.clock)
        self.game = None
        self.told = []
        self.yes = True
        self.breaths = 0

    def use_game(self, game):
        self.game = game

    def names(self):
        return ["anna", "ben", "player1"]

    def say(self, message, hands=False, kind="event"):
        pass

    async def tell(self, messages, mode="announce", machine=None):
        self.told += messages
        return ("back",)

    async def dialog(self, message, machine=None):
        self.told.append(message)
        return self.yes

    async def breathe(self):
        self.breaths += 1

    def delete_game(self, number):
        self.journal.delete(number)

    def stored(self, number):
        """`start.stored`, at once."""
        return done(start.stored(self, number))


class _Device:
    pass


class _Clock:
    def ticks_ms(self):
        return 0


def done(coroutine):
    """Runs a coroutine that never waits; returns what it returns."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("it waits for something")
