"""The self-test of the device: Menu held at power-on, or an entry of the settings, which restarts into it.

It runs before the app, on the drivers alone. Each part is a class with what it shows, what turning does, and what a button does.
"""

import gc

from . import boards
from .canvas import Canvas
from .font import SMALL
from .settings import Settings
from .sounds import PATTERNS
from .version import VERSION
from .words import Words

HOLD_MS = 700
STEP_MS = 20
DIM = 24  # of 255: all pixels at that level stay within any budget


class Part:
    """One part. `words` gives its text; drawn below the title unless `draw` does it by itself."""

    steps = 1

    def __init__(self, device):
        self.device = device
        self.at = 0

    def turn(self, n):
        """The knob was turned."""
        self.at = (self.at + n) % self.steps

    def show(self, canvas) -> "list | None":
        """Does something for this step, and returns messages to be shown."""
        return []

    def event(self, event) -> bool:
        """Takes a raw event; True if the buttons don't lead on here."""
        return False

    def held(self, _button):
        """A button was held; True if that was for this part."""
        return False

    def leave(self):
        """Puts everything back."""


class LightsPart(Part):
    """Row by row, colour by colour."""

    name = "lights"
    steps = 16

    def show(self, canvas):
        """One row white, or all in one colour."""
        rgb = bytearray(381)
        if self.at < 13:
            first = sum(boards.ROW_LENGTHS[: self.at])
            for at in range(3 * first, 3 * (first + boards.ROW_LENGTHS[self.at])):
                rgb[at] = 2 * DIM
            self.device.lights.show(rgb)
            return [("light-row", {"row": boards.ROWS[self.at]})]
        colour = self.at - 13
        for at in range(colour, 381, 3):
            rgb[at] = DIM
        self.device.lights.show(rgb)
        return [("light-colour", {"colour": ("light", ("red", "green", "blue")[colour])})]

    def leave(self):
        """Dark again."""
        self.device.lights.show(bytearray(381))


class DisplayPart(Part):
    """Border and checker: a wrong column offset shows at once."""

    name = "display"
    steps = 2

    def show(self, canvas):
        """Draws the whole display."""
        canvas.fill(0)
        if self.at:
            for y in range(0, 64, 8):
                for x in range(0, 128, 16):
                    canvas.box(x + (8 if y & 8 else 0), y, 8, 8)
            return None
        canvas.rect(0, 0, 128, 64)
        canvas.rect(2, 2, 124, 60)
        return [("display-border", {})]


class ButtonsPart(Part):
    """Each button, the knob's push among them."""

    name = "buttons"

    def __init__(self, device):
        super().__init__(device)
        self.seen = []

    def show(self, canvas):
        """The buttons seen so far."""
        return [("button-press", {"seen": [("button", name) for name in self.seen]}), ("button-end", {})]

    def event(self, event) -> bool:
        """Notes what is pressed."""
        if event[0] == "down" and event[1] not in self.seen:
            self.seen.append(event[1])
        return True


class KnobPart(Part):
    """Direction and lost steps."""

    name = "knob"
    steps = 1000000

    def __init__(self, device):
        super().__init__(device)
        self.start = device.inputs.encoder.edges()
        self.detents = 0

    def turn(self, n):
        """Counts."""
        self.detents += n

    def show(self, canvas):
        """The count, and edges that make no whole detent."""
        encoder = self.device.inputs.encoder
        lost = encoder.edges() - self.start - self.detents * encoder.steps
        return [("knob-count", {"detents": self.detents, "lost": lost})]


class SoundPart(Part):
    """All sounds."""

    name = "sound"
    steps = len(PATTERNS)

    def show(self, canvas):
        """Plays one."""
        name = sorted(PATTERNS)[self.at]
        self.device.sound.play(PATTERNS[name], 3)
        return [("sound-play", {"name": name})]


class BusPart(Part):
    """The display's wires."""

    name = "bus"

    def show(self, canvas):
        """The address found, or what is probably wrong."""
        return [self.device.finding]


class StoragePart(Part):
    """Writing and reading back."""

    name = "storage"

    def show(self, canvas):
        """Writes a file, appends, reads it back and removes it."""
        storage = self.device.storage
        try:
            storage.replace("selftest", (b"one ",))
            storage.append("selftest", b"two")
            good = storage.read("selftest", 0, 20) == b"one two"
            storage.remove("selftest")
        except OSError as error:
            return [("storage-bad", {"error": str(error)})]
        if not good:
            return [("storage-bad", {"error": "?"})]
        return [("storage-good", {"files": len(storage.names()), "free": storage.free() // 1024})]


class MemoryPart(Part):
    """Free memory."""

    name = "memory"

    def show(self, canvas):
        """Collects first."""
        gc.collect()
        return [("memory-free", {"free": gc.mem_free()})]


class VersionPart(Part):
    """What runs."""

    name = "version"

    def show(self, canvas):
        """Firmware, interpreter, board."""
        return [("version-is", {"firmware": VERSION, "runtime": self.device.runtime, "board": self.device.board})]


class ProvokePart(Part):
    """An error or a hang, to see that the device gets over them."""

    name = "provoke"
    steps = 2

    def show(self, canvas):
        """What would happen."""
        return [("provoke-what", {"what": ("provoke", ("crash", "hang")[self.at])})]

    def held(self, button):
        """Does it."""
        if button != "confirm":
            return False
        if self.at == 0:
            raise ValueError("provoked by the self-test")
        self.device.watchdog.start(2000)
        while True:
            pass


PARTS = (
    LightsPart,
    DisplayPart,
    ButtonsPart,
    KnobPart,
    SoundPart,
    BusPart,
    StoragePart,
    MemoryPart,
    VersionPart,
    ProvokePart,
)


def _draw(canvas, words, part, count, messages):
    canvas.fill(0)
    canvas.text(0, 0, "%d/%d %s" % (count + 1, len(PARTS), words.text(("test", part.name))), SMALL)
    canvas.hline(0, 10, 128)
    y = 13
    for message in messages:
        for line in SMALL.wrap(words.text(message), 128):
            canvas.text(0, y, line, SMALL)
            y += SMALL.line
    if y <= 46:
        how = SMALL.wrap(words.text(("test-how", {})), 128)
        for index in range(min(len(how), 2)):
            canvas.text(0, 46 + 9 * index, how[index], SMALL)


async def alone(device):
    """Runs the self-test until Menu is pressed (or held, in the part that tests the buttons)."""
    canvas = Canvas()
    words = Words(Settings(device.storage)["language"], "selftest")
    count = 0
    part = PARTS[0](device)
    fresh = True
    down = {}
    for button in device.inputs.buttons.held():
        down[button] = None  # Menu is still down from power-on
    while True:
        if fresh:
            fresh = False
            if part.name != "display":
                canvas.fill(0)
            messages = part.show(canvas)
            if part.name == "display":
                if messages:
                    canvas.text(6, 28, SMALL.fit(words.text(messages[0]), 116), SMALL)
            else:
                _draw(canvas, words, part, count, messages)
            device.display.show(canvas.buffer)
        await device.clock.sleep_ms(STEP_MS)
        now = device.clock.ticks_ms()
        step = 0
        for event in device.inputs.poll():
            kind, value = event[0], event[1]
            own = part.event(event)
            fresh = True
            if kind == "turn":
                part.turn(value)
            elif kind == "down":
                down[value] = now
            elif kind == "up":
                since = down.pop(value, None)
                if since is None:
                    continue
                if now - since >= HOLD_MS:
                    if value == "menu" and own:
                        step = 1
                    continue
                if own:
                    continue
                if value == "menu":
                    part.leave()
                    return
                step = 1 if value == "confirm" else -1
        for button in list(down):
            if down[button] is not None and now - down[button] >= HOLD_MS and part.held(button):
                down[button] = None
        if step:
            part.leave()
            count = (count + step) % len(PARTS)
            part = None
            gc.collect()
            part = PARTS[count](device)
