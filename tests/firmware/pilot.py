"""Playing on the app by input events, in virtual time, on CPython and MicroPython: what a test's script holds in its hands."""

from firmware.app import App
from firmware.drivers import virtual
from firmware.view import TEXT

GAP_MS = 60  # between two detents: not fast turning
PRESS_MS = 40


class _App(App):
    """The app as it is, but modules that lie in no file stay loaded."""

    def drop(self, *names):
        super().drop(*[name for name in names if not name.endswith("toy")])


class Pilot:
    """device: the virtual device; app: the App on it; inputs: detents and presses so far."""

    def __init__(self, files=None):
        self.device = virtual.device(files)
        self.app = _App(self.device)
        self.inputs = 0
        self.screens = None  # a list takes the display's picture before each input

    def run(self, script):
        """Runs the app and `script(self)`."""
        virtual.run(self.device, self.app.run(), script(self))

    async def wait(self, ms=GAP_MS):
        await self.device.clock.sleep_ms(ms)
        if self.app.failure is not None:
            raise self.app.failure

    async def _do(self, *events, ms=PRESS_MS):
        if self.screens is not None:
            picture = bytes(self.device.display.buffer)
            if not self.screens or self.screens[-1] != picture:
                self.screens.append(picture)
        self.inputs += 1
        self.device.inputs.feed(*events)
        await self.wait(ms)

    async def turn(self, n):
        for _ in range(abs(n)):
            await self._do(("turn", 1 if n > 0 else -1), ms=GAP_MS)

    async def jump(self, n):
        """Turns n detents while the knob is pressed."""
        self.device.inputs.feed(("down", "confirm"))
        await self.wait()
        await self.turn(n)
        self.device.inputs.feed(("up", "confirm"))
        await self.wait()

    async def press(self, button="confirm"):
        await self._do(("down", button))
        self.device.inputs.feed(("up", button))
        await self.wait()

    async def hold(self, button):
        await self._do(("down", button), ms=700)
        self.device.inputs.feed(("up", button))
        await self.wait()

    async def send(self, line):
        """A line on the serial link."""
        self.device.serial.feed(line.encode() + b"\n")
        await self.wait(20)

    @property
    def view(self):
        return self.app.view

    @property
    def ask(self):
        """The code of the question on the screen."""
        return self.view.walk.choice.ask[0]

    def options(self):
        return self.view.walk.level.keys

    async def go(self, key):
        """Turns to a key, the shorter way round."""
        level = self.view.walk.level
        count = len(level.keys)
        n = (level.keys.index(key) - level.at) % count
        await self.turn(n if n <= count - n else n - count)
        assert self.view.walk.key == key, (self.view.walk.key, key)

    async def pick(self, key):
        await self.go(key)
        await self.press()

    async def read_on(self):
        """Confirms announcements until there is a question."""
        for _ in range(30):
            view = self.view
            if view.style != TEXT or len(view.walk.level.keys) > 1 or view.walk.key[1] != "next":
                return
            await self.wait(320)
            await self.press()
        raise AssertionError("announcements never end")

    async def act(self, line):
        """Enters an action of the game by its record line, key by key."""
        await self.read_on()
        machine = self.app.machine()
        path = machine.path(machine.read(line.split(" ")))
        while self.view.walk.entered != path[: len(self.view.walk.entered)]:
            await self.press("back")
        for key in path[len(self.view.walk.entered) :]:
            await self.pick(key)

    def journal(self, number=1):
        """The record lines of a game's journal, without their seals."""
        data = self.device.storage.files["%04d.game" % number]
        lines = [str(line, "utf-8").split(" #")[0] for line in data.split(b"\n") if line]
        return [line for line in lines if line and line[0] != "#"]
