"""The drivers: everything that differs between a real device, a simulated one and a test, behind one small interface.

The app is given one bundle, a `Device`, whose parts are objects with these members. No part may be missing; a display that isn't
there, lights that aren't wired or a computer that doesn't listen are a driver that does nothing. Nothing in a driver raises for
hardware that fails, except `storage`, which must say so.

clock
    ticks_ms() -> int            milliseconds since some start, growing for ever
    async sleep_ms(ms)
    async wait(event, ms)        waits for an `asyncio.Event`, at most `ms` milliseconds (None: for ever); True if the event came
    spawn(coroutine, name)       starts a task and returns it (it has `cancel()`)

display
    present                      bool, False while none was found
    show(buffer)                 1,024 bytes, page-ordered: byte 128 * page + x holds eight pixels, the lowest bit on top;
                                 sends what changed
    contrast(level)              0 to 255
    power(on)                    bool

lights
    show(rgb)                    bytearray of 381: red, green, blue of each place in cell order a1 ... m13, already within the budget

inputs
    poll() -> list               raw events since the last call, oldest first: ("turn", detents) clockwise positive,
                                 ("down", button), ("up", button), ("step", direction); buttons are `confirm`, `back` and `menu`,
                                 after a button may stand how many ms ago that was;
                                 directions `e ne nw w sw se`; buttons are debounced

sound
    play(pattern, volume)        pattern: tuple of (frequency in Hz or 0 for a rest, milliseconds); volume 0 (off) to 3;
                                 returns at once, a new pattern replaces the one that plays

storage                          small files with flat names; each method raises OSError when the medium fails or is full
    names() -> list              of the files there are
    size(name) -> int            in bytes, -1 if there is no such file
    read(name, start, count)     bytes, fewer at the end, b"" beyond it
    append(name, data)           returns once the bytes are durable; when it raises, any part of them may have been added
    replace(name, pieces)        the file becomes these pieces (an iterable of bytes), durable on return; after a cut it is the
                                 old file or the new one, never a mix
    remove(name)                 no error if it isn't there
    free() -> int                bytes left, about; -1 if that isn't known

serial
    read() -> bytes              what has come in, b"" if nothing; never waits
    write(data) -> int           how many of these bytes were taken, perhaps 0; never waits
    closed                       bool: the other side is gone for good (never on a real serial port)

and of the bundle itself
    board                        str, the name of the board
    runtime                      str, such as "micropython 1.26.1"
    wake                         asyncio.Event that the drivers set when there is something to poll, or None
    poll_ms                      longest time between two polls of inputs and serial; None where `wake` tells of everything
    notes                        list of messages that the app tells at its start, and empties
    cautious                     bool, the supply gives way: no lights before somebody has chosen something, and then few
    random(n) -> int             0 to n - 1, by chance
    traceback(error) -> str      an exception and where it came from
    alive                        an `Alive`, whom tasks tell that they live
    tasks                        tuple of the names under which tasks of the drivers themselves do so
    failed(error)                set by the app: drivers tell it what ended a task of theirs
    ends_well()                  the device may be unplugged now: this start was a good one
"""

import sys


class Device:
    """The bundle of drivers that the app is given (see this module's description)."""

    def __init__(self, clock, display, lights, inputs, sound, storage, serial, board, wake, poll_ms, random, traceback):
        self.clock = clock
        self.display = display
        self.lights = lights
        self.inputs = inputs
        self.sound = sound
        self.storage = storage
        self.serial = serial
        self.board = board
        self.wake = wake
        self.poll_ms = poll_ms
        self.random = random
        self.traceback = traceback
        self.notes = []
        self.cautious = False
        version = sys.implementation.version
        self.runtime = "%s %d.%d.%d" % (sys.implementation.name, version[0], version[1], version[2])
        self.alive = Alive()
        self.tasks = ()
        self.failed = None

    def ends_well(self):
        """The device may be unplugged now."""


class Alive:
    """Tasks say here that they live; `feed`, where there is a watchdog to be fed, is called each time that all of them have."""

    def __init__(self):
        self.feed = None
        self._names = ()
        self._silent = set()

    def expect(self, names):
        """From now on these tasks are waited for."""
        self._names = names
        self._silent = set(names)

    def says(self, name):
        """A task lives."""
        silent = self._silent
        silent.discard(name)
        if not silent:
            silent.update(self._names)
            if self.feed is not None:
                self.feed()
