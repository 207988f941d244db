"""The knob by `rotaryio`, the buttons by `keypad`, the joystick by `analogio`."""

import analogio
import keypad
import rotaryio
import supervisor

REST_MS = 200  # an encoder that has not moved for this long lies at a detent
SCAN_S = 0.01  # between two looks at the buttons: what changes and is back at the next look is bounce
_MASK = (1 << 29) - 1


class Encoder:
    """The knob's turning: the count of edges, told by detents.

    a, b       pins, adjacent, A the lower
    steps      edges a detent: 4, 2 or 1
    direction  1, or -1 where clockwise counts down
    """

    def __init__(self, a, b, steps, direction):
        self._counter = rotaryio.IncrementalEncoder(a, b, divisor=1)
        self._direction = direction
        self.steps = steps
        self._enough = steps // 2 + 1  # edges from one detent towards the next that make it count
        self._last = 0
        self._rest = 0
        self._moved = supervisor.ticks_ms()

    def edges(self):
        """All edges so far, clockwise positive."""
        return self._counter.position * self._direction

    def moved(self):
        """True if there are edges that `detents` hasn't seen."""
        return self.edges() != self._last

    def detents(self, now):
        """Detents since the last call, clockwise positive; `now` from supervisor.ticks_ms()."""
        edges = self.edges()
        if edges == self._last:
            if edges != self._rest and (now - self._moved) & _MASK > REST_MS:
                self._rest = edges
            return 0
        self._last = edges
        self._moved = now
        turned = 0
        away = edges - self._rest
        while away >= self._enough:
            turned += 1
            away -= self.steps
        while away <= -self._enough:
            turned -= 1
            away += self.steps
        self._rest = edges - away
        return turned


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


class Inputs:
    """All of them together.

    buttons  dict of names and pins, pressed = low
    """

    def __init__(self, encoder, buttons, joystick=None):
        self.encoder = encoder
        self.joystick = joystick
        self._names = sorted(buttons)
        self._keys = keypad.Keys([buttons[name] for name in self._names], value_when_pressed=False, pull=True, interval=SCAN_S)

    def moved(self):
        """True if `poll` may have something to tell."""
        return self.encoder.moved() or len(self._keys.events) > 0 or (self.joystick is not None and self.joystick.out())

    def poll(self):
        now = supervisor.ticks_ms()
        found = []
        turned = self.encoder.detents(now)
        if turned:
            found.append(("turn", turned))
        events = self._keys.events
        if events.overflowed:  # 64 events that nobody took: what is pressed now is told anew
            self._keys.reset()
        event = events.get()
        while event is not None:
            found.append(("down" if event.pressed else "up", self._names[event.key_number]))
            event = events.get()
        if self.joystick is not None:
            step = self.joystick.event(now)
            if step:
                found.append(("step", step))
        return found
