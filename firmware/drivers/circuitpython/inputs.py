"""The knob by `rotaryio`, the buttons by `keypad`."""

import keypad
import rotaryio
import supervisor

REST_MS = 200  # an encoder that has not moved for this long lies at a detent
SCAN_S = 0.01  # between two looks at the buttons: what changes and is back at the next look is bounce
HELD_MS = 200  # a button that is down so soon after the start was held at power-on: that press, and its end, mean nothing here
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


class Inputs:
    """All of them together.

    buttons  dict of names and pins, pressed = low
    """

    def __init__(self, encoder, buttons, joystick=None):
        self.encoder = encoder
        self.joystick = joystick
        self._names = sorted(buttons)
        self._held = set()
        self._began = supervisor.ticks_ms()
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
            key = event.key_number
            if event.pressed and (event.timestamp - self._began) & _MASK < HELD_MS:
                self._held.add(key)
            elif key in self._held:
                self._held.discard(key)
            else:
                found.append(("down" if event.pressed else "up", self._names[key]))
            event = events.get()
        if self.joystick is not None:
            step = self.joystick.event(now)
            if step:
                found.append(("step", step))
        return found
