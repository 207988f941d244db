"""Runs on MicroPython's unix port: a game on the app, its storage a littlefs in memory whose n-th write fails or is torn, for every n.

`cut`: the power goes in the middle of the n-th write; the next start must resume at what was confirmed, or one later.
`fail`: the n-th write fails (and `many`: that and the next two), and the device goes on; nothing that it took may be missing afterwards.
`unsafe`: as `cut`, with a storage that rewrites files in place: it must be found out.

Arguments: the folder of the sources, the mode, how each write is torn (see `flash_memory.torn`; 4: in turn), and every how manieth write is
tried. Prints one line of figures.
"""

import asyncio
import gc
import os
import sys

sys.path.insert(0, sys.argv[1])

from firmware.app import App
from firmware.drivers import logstore
from tests.firmware import flash_memory
from tests.firmware.pilot import Pilot

SETUP = ("seats black orange", "foxes black h8 orange h7")
LINES = (
    "play black 5", "play orange 25", "move black b6 d5", "undo", "move black b6 d5", "move orange c2 d3", "move orange k7 j5",
    "fox black k9", "fox orange i5", "undo", "undo", "fox black k9", "fox orange i5", "play orange 3", "play black 28", "undo",
    "play black 28", "move orange c3 d1", "move black d3 e2", "move black a3 b4", "undo", "undo", "undo", "move orange c3 d1",
    "move black d3 e2", "move black a3 b4", "fox orange b4", "fox black e2",
)  # fmt: skip
SECOND = ("play orange 25", "play black 5")


class Memory(flash_memory.Memory):
    """The n-th write is the last before a cut, or fails.

    left  writes until then; None: never
    fail  how many writes fail; 0: the power goes in the middle of the first
    """

    def __init__(self, data=None):
        super().__init__(48, data)
        self.left = None
        self.fail = 0
        self.torn = 0
        self.writes = 0

    def write(self, at, after):
        self.writes += 1
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                if self.fail:
                    self.fail -= 1
                    if not self.fail:
                        self.left = None
                    super().write(at, flash_memory.torn(self.torn, self.data[at : at + len(after)], after))
                    raise OSError(5)
                super().write(at, flash_memory.torn(self.torn, self.data[at : at + len(after)], after))
                raise Cut()
        super().write(at, after)


class Cut(BaseException):
    """The power is gone."""


def mounted(memory, unsafe=False):
    os.mount(os.VfsLfs2(memory, progsize=256, readsize=32), "/fs")
    return flash_memory.Unsafe("/fs/roost") if unsafe else logstore.LogStorage("/fs/roost", memory, sectors=3)


def unmount():
    try:
        os.umount("/fs")
    except OSError:
        pass


def pilot_of(storage):
    pilot = Pilot()
    pilot.device.storage = storage
    pilot.app = _Resident(pilot.device)
    return pilot


class _Resident(App):
    """Keeps what it has imported: there are many starts."""

    def drop(self, *names):
        pass


class Script:
    """The game; `confirmed` counts the steps that were taken, `states` what then is: (record lines of the open game, brightness)."""

    def __init__(self, storage):
        self.storage = storage
        self.confirmed = 0
        self.states = []

    async def until(self, pilot, do, reached):
        """Does it, again if it was refused, until it was taken. Raises AssertionError if it never is."""
        for _ in range(4):
            if reached():
                break
            await do()
            await pilot.wait(700)
            for _ in range(6):
                view = pilot.view
                if (
                    view.style != "text"
                    or len(view.walk.level.keys) > 1
                    or view.walk.key[1] != "next"
                    or pilot.app.table is not None
                ):
                    break
                await pilot.press()
                await pilot.wait(400)
        assert reached(), (self.confirmed, pilot.view.do, pilot.view.rides)
        self.confirmed += 1
        self.states.append(state(pilot))
        await tidy(pilot, self.storage)

    async def play(self, pilot):
        await pilot.wait(700)
        await self.game(pilot, SETUP, LINES, 3)
        await self.until(pilot, lambda: park(pilot), lambda: pilot.app.machine() is None)
        await self.game(pilot, SETUP, SECOND, 0)

    async def game(self, pilot, setup, lines, brightness):
        await self.until(pilot, lambda: begin(pilot), lambda: pilot.app.machine() is not None)
        for line in setup:
            word = line.split(" ")[0]
            before = len(pilot.app.machine().lines())
            playing = lambda: hasattr(pilot.app.machine(), "log")
            done = lambda: playing() or (pilot.app.table is not None and has(pilot, word))  # noqa: B023
            await self.until(pilot, lambda: enter(pilot, line), done)  # noqa: B023
            assert playing() or len(pilot.app.machine().lines()) > before
        count = len(record(pilot))
        for n, line in enumerate(lines):
            count += 1
            await self.until(pilot, lambda: enter(pilot, line), lambda: len(record(pilot)) == count)  # noqa: B023
            if n == 8 and brightness:
                await pilot.send('{"set":{"brightness":%d}}' % brightness)
                await pilot.wait(200)


async def begin(pilot):
    if pilot.ask != "app-which-game":
        await pilot.press("back")
    if pilot.app.machine() is None and pilot.ask == "app-which-game":
        await pilot.pick(("game", "fowl_play"))
        if pilot.ask == "app-which-mode":
            await pilot.pick(("mode", "play"))


def has(pilot, word):
    return any(line.startswith(word) for line in pilot.app.machine().lines())


async def enter(pilot, line):
    if pilot.app.table is None:
        # There was no room for the game to begin: it waits among the stored ones.
        await pilot.pick(("start", "stored"))
        await pilot.press()
        await pilot.wait(700)
    if pilot.app.table is not None:
        await pilot.send('{"line":"%s"}' % line)


async def park(pilot):
    await pilot.press("menu")
    await pilot.pick(("menu", "another"))


async def tidy(pilot, storage):
    try:
        storage.tend()
    except OSError:
        pass


def record(pilot):
    journal = pilot.app.journal
    return [text for text, _, _ in journal.read(journal.number) if text[:1] != "#"] if journal.number else []


def state(pilot):
    machine = pilot.app.machine()
    if machine is None:
        return ()
    if hasattr(machine, "log"):
        return tuple(record(pilot))
    return ("roost 1 fowl_play",) + tuple(machine.lines())


def resumed(storage):
    """(the state after one press at the next start, its journals by number)"""
    pilot = pilot_of(storage)
    found = []

    async def script(pilot):
        await pilot.wait(200)
        if pilot.ask == "app-resume":
            await pilot.press()
            await pilot.wait(200)
        assert pilot.app.journal.numbers() or not found
        found.append(state(pilot))

    pilot.run(script)
    journal = pilot.app.journal
    return found[0], {n: [text for text, _, _ in journal.read(n) if text[:1] != "#"] for n in journal.numbers()}


def fresh():
    memory = Memory()
    os.VfsLfs2.mkfs(memory, progsize=256, readsize=32)
    mounted(memory)
    unmount()
    return bytes(memory.data)


def main():
    mode = sys.argv[2]
    how = int(sys.argv[3])
    every = int(sys.argv[4])
    unsafe = mode == "unsafe"
    start = fresh()

    def whole(memory):
        storage = mounted(memory, unsafe)
        script = Script(storage)
        pilot = pilot_of(storage)
        try:
            pilot.run(script.play)
        finally:
            memory.left = None
        assert pilot.app.failure is None, pilot.app.failure
        return script, resumed_and_gone(pilot)

    def resumed_and_gone(pilot):
        journal = pilot.app.journal
        return {n: [text for text, _, _ in journal.read(n) if text[:1] != "#"] for n in journal.numbers()}

    memory = Memory(start)
    script, journals = whole(memory)
    unmount()
    states = [()] + script.states
    writes = memory.writes
    last = resumed(mounted(Memory(memory.data), unsafe))
    unmount()
    assert last == (states[-1], journals), (last, states[-1])

    tried = lost = 0
    for n in range(0, writes, every):
        memory = Memory(start)
        memory.left = n
        memory.torn = n % 4 if how == 4 else how
        memory.fail = 0 if mode in ("cut", "unsafe") else 3 if mode == "many" else 1
        tried += 1
        script = None
        try:
            storage = mounted(memory, unsafe)
            script = Script(storage)
            pilot = pilot_of(storage)
            pilot.run(script.play)
            memory.left = None
            assert mode in ("fail", "many") or memory.writes < n, "the power did not go"
            assert pilot.app.failure is None, pilot.app.failure
            assert [texts for _, texts in sorted(resumed_and_gone(pilot).items())] == [journals[1], journals[2]]
            allowed = [script.states[-1]]
        except Cut:
            confirmed = 0 if script is None else script.confirmed
            allowed = states[confirmed : confirmed + 2]
        unmount()
        storage = script = pilot = None
        asyncio.new_event_loop()  # the tasks of a device without power are gone
        gc.collect()
        # The next start.
        where, _ = resumed(mounted(Memory(memory.data), unsafe))
        unmount()
        if where not in allowed:
            assert unsafe, "write %d: it stands at %r, not at %r" % (n, where[-2:], [one[-2:] for one in allowed])
            lost += 1
    print("writes %d tried %d lost %d" % (writes, tried, lost))


main()
