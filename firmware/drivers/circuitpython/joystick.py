"""The joystick by `analogio`; loaded only where a board has one."""

import analogio

_MASK = (1 << 29) - 1  # of supervisor.ticks_ms()


class Joystick:
    """A two-axis joystick that steps in six directions; it repeats while it is held out."""

    OUT = 17_000  # of 32,768: how far it is pushed before it steps
    BACK = 11_000  # and how far back it has to come before it may step anew
    FIRST_MS = 450
    AGAIN_MS = 180

    def __init__(self, x, y, invert_x=False, invert_y=False):
        self._x = analogio.AnalogIn(x)
        self._y = analogio.AnalogIn(y)
        self._signs = (-1 if invert_x else 1, -1 if invert_y else 1)
        self._going = None
        self._began = 0
        self._wait = 0

    def _read(self):
        return (self._x.value - 32768) * self._signs[0], (self._y.value - 32768) * self._signs[1]

    def out(self):
        """True while it is pushed away from its middle, or has just come back."""
        x, y = self._read()
        return self._going is not None or abs(x) > self.OUT or abs(y) > self.OUT

    def event(self, now):
        """A direction (`e ne nw w sw se`) to step in, or None; `now` from supervisor.ticks_ms()."""
        x, y = self._read()
        out = max(abs(x), abs(y))
        if out < self.BACK:
            self._going = None
            return None
        if out < self.OUT:
            return None
        # Within 30 degrees of the horizontal it is that, else one of the four others.
        slope = "" if abs(y) * 1000 <= abs(x) * 577 else "n" if y > 0 else "s"
        direction = slope + ("e" if x > 0 else "w")
        if direction != self._going:
            self._going = direction
            self._wait = self.FIRST_MS
        elif (now - self._began) & _MASK < self._wait:
            return None
        else:
            self._wait = self.AGAIN_MS
        self._began = now
        return direction
