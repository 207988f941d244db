"""The lights: a scene and what can be chosen in it become a frame of 127 pixels.

What is seen: pieces lie there dimly; what can be chosen shines; the cursor goes on and off; a seat's piece pulses as often in a
row as the seat's place in the order. Colour only adds to that.

A frame is 381 bytes, red, green and blue of each cell in cell order, linear (see `firmware.palette`), within brightness and
budget. The factor for the budget comes from the brightest moment of all beats, so that what is steady doesn't flicker when
something beats.
"""

from . import current, layouts, palette
from .layouts import CURSOR, FULL, NOW, STEADY

SIZE = 3 * current.PIXELS
STEP_MS = 100  # between two steps of a beat
STEPS = 16
BRIGHTNESS = (0, 40, 90, 160, 255)  # of the settings' steps 0 (dark) to 4, for `Lights.set`

# The light of each step in eighths, by beat: STEADY, PULSES 1 to 4, NOW, CURSOR.
_BEATS = (
    (8,) * 16,
    (8, 5, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3),
    (8, 5, 3, 8, 5, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3),
    (8, 5, 3, 8, 5, 3, 8, 5, 3, 3, 3, 3, 3, 3, 3, 3),
    (8, 5, 3, 8, 5, 3, 8, 5, 3, 8, 5, 3, 3, 3, 3, 3),
    (8, 8, 8, 8, 8, 8, 8, 6, 3, 3, 3, 3, 3, 3, 3, 6),
    (8, 8, 0, 0, 8, 8, 0, 0, 8, 8, 0, 0, 8, 8, 0, 0),
)


def places(scene, keys) -> list:
    """For each key the place of the scene that it names, None for a key that names none.

    `("space", place)` names that place, any other key the place that carries it as a mark.
    """
    kinds = []
    for key in keys:
        if key[0] != "space" and key[0] not in kinds:
            kinds.append(key[0])
    where = {}
    if kinds:
        for place in scene.marks:
            for mark in scene.marks[place]:
                if mark[0] in kinds and where.get(mark, -1) < place:  # of several the last, in whatever order they come
                    where[mark] = place
    return [key[1] if key[0] == "space" else where.get(key) for key in keys]


class Lights:
    """Keeps what is shown and gives its frames. Nothing is painted again that has not changed: a frame costs only what beats."""

    def __init__(self, name: str = "standard", brightness: int = 255, budget: int = current.USUAL) -> None:
        """As `set`."""
        self._painted = bytearray(SIZE)  # the scene, each cell at the top of its beat
        self._colours = {}  # cell -> colour, of the cells with a piece or sign
        self._beats = {}  # cell -> beat, of those that aren't steady
        self._lit = bytearray(SIZE)  # with the choices
        self._still = {}  # as _beats, of what doesn't shine steadily as a choice
        self._laid = False  # are those two right?
        self._top = bytearray(SIZE)  # with choices and cursor, dimmed: the brightest moment
        self._now = bytearray(SIZE)
        self._moving = {}  # as _beats, with the cursor
        self._step = -1
        self._scene = None
        self._layout = None
        self._chosen = ()
        self._cursor = None
        self.set(name, brightness, budget)

    def set(self, name: str, brightness: int, budget: int) -> None:
        """name: a palette. brightness: 0 to 255. budget: mA for the whole device; raises ValueError if it can't be kept."""
        self._budget = current.check(budget)
        self._brightness = brightness
        self._palette = palette.PALETTES[name]
        self.paint(None, None)

    def paint(self, scene, game) -> None:
        """Shows this scene of this game or set-up, without choices; None: everything dark."""
        painted = self._painted
        for at in range(SIZE):
            painted[at] = 0
        self._colours = {}
        self._beats = {}
        self._scene = scene
        self._layout = None
        self._laid = False
        if scene is not None:
            self._layout = layouts.load(scene.layout)
            self._layout.paint(scene, game, self._put)
        self.choose((), None)

    def _put(self, cell, colour, level, beat):
        self._colours[cell] = colour
        if beat == STEADY:
            self._beats.pop(cell, None)
        else:
            self._beats[cell] = beat
        self._light(self._painted, cell, colour, level)

    def _light(self, rgb, cell, colour, level):
        red, green, blue = self._palette[colour]
        rgb[3 * cell] = (red * level + 15) >> 4
        rgb[3 * cell + 1] = (green * level + 15) >> 4
        rgb[3 * cell + 2] = (blue * level + 15) >> 4

    def choose(self, chosen, cursor) -> None:
        """Lets the places shine that can be chosen, and the cursor blink.

        chosen: places of the scene, None among them is passed over; cursor: a place or None.
        """
        if not self._laid or chosen != self._chosen:
            self._lay(chosen)
        self._cursor = cursor
        top = self._top
        top[:] = self._lit
        moving = self._moving = dict(self._still)
        if self._layout is not None and cursor is not None:
            for cell in self._layout.cells(cursor, self._scene)[:1]:
                self._light(top, cell, "cursor", FULL)
                moving[cell] = CURSOR
        current.fit(top, self._budget, self._brightness)
        self._now[:] = top
        self._step = -1

    def _lay(self, chosen):
        # The scene with its choices, without the cursor: as long as only the cursor moves, it stays.
        self._chosen = chosen
        self._laid = True
        lit = self._lit
        lit[:] = self._painted
        still = self._still = dict(self._beats)
        if self._layout is not None:
            for place in chosen:
                if place is not None:
                    for cell in self._layout.cells(place, self._scene):
                        self._light(lit, cell, self._colours.get(cell, "choice"), FULL)
                        if still.get(cell) == NOW:
                            del still[cell]

    def move(self, cursor) -> None:
        """Puts the cursor on another place."""
        self.choose(self._chosen, cursor)

    def frame(self, ms: int) -> bytearray:
        """The frame at that time; the same bytearray on each call. It changes only every STEP_MS, and not at all if `steady`."""
        step = ms // STEP_MS % STEPS
        if step != self._step:
            self._step = step
            top = self._top
            now = self._now
            for cell, beat in self._moving.items():
                part = _BEATS[beat][step]
                for at in range(3 * cell, 3 * cell + 3):
                    now[at] = (top[at] * part + 7) >> 3
        return self._now

    @property
    def steady(self) -> bool:
        """Does the frame stay as it is?"""
        return not self._moving


def frame(scene, game, chosen=(), cursor=None, ms=0, name="standard", brightness=255, budget=current.USUAL) -> bytearray:
    """One frame of 381 bytes, from scratch; the parameters as those of `Lights`."""
    lights = Lights(name, brightness, budget)
    lights.paint(scene, game)
    lights.choose(chosen, cursor)
    return lights.frame(ms)
