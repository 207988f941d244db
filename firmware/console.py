"""One stream of input events, whatever their source: knob and buttons, the page, lines on the serial port.

Events are tuples:

    ("turn", n)            n steps through the choices, negative backwards
    ("spin", n)            the same, turned fast
    ("jump", n)            the same to the first choice of a group (the knob turned while pressed)
    ("press", button)      `confirm`, `back` or `menu` was pressed and let go
    ("hold", button)       it was held for HOLD_MS
    ("step", direction)    joystick: `e ne nw w sw se`
    ("tap", place)         a place of the scene was pointed at
    ("choose", index, id)  a choice of screen `id` was picked from a list
    ("line", text)         a record line
    ("text", text)         something typed, where a text is asked for
    ("request", object)    the other end of the link asks or sets something
    ("rubbish", text)      the other end of the link said something that can't be understood
    ("refresh",)           language, brightness or the like has changed: draw again
"""

import asyncio

HOLD_MS = 600
GUARD_MS = 300  # after an announcement appears, for so long nothing counts as a Confirm of it
FAST_MS = 45  # detents closer together than this are fast turning
_MOST = 64  # events that may wait; beyond that the oldest are dropped: nobody meant them for what is asked by then


class Console:
    """Collects events. `feed` and `post` put in, `next` takes out."""

    def __init__(self, clock):
        self._clock = clock
        self._queue = []
        self._come = asyncio.Event()
        self._down = {}  # button -> when it went down, None once it has been held or turned
        self._last_turn = -1000
        self._quick = False  # the last detent came quickly
        self._guard = 0
        self._pressed = 0  # when something was last pressed, tapped or the like
        self._blind = False  # the display is dark: what the hands do only wakes it

    # in

    def feed(self, raw):
        """Takes raw events of the drivers (see `firmware.drivers`)."""
        now = self._clock.ticks_ms()
        for event in raw:
            kind = event[0]
            when = now - event[2] if len(event) > 2 else now
            if kind == "turn":
                self._turned(event[1], now)
            elif kind == "down":
                self._down[event[1]] = None if self._wakes() else when
            elif kind == "up":
                began = self._down.pop(event[1], None)
                if began is not None:
                    self._pressed = when
                    self._put(("hold" if when - began >= HOLD_MS else "press", event[1]))
            elif not self._wakes():
                self._put(event)

    def post(self, event):
        """Takes an event that is one already."""
        if event[0] in ("turn", "spin", "jump", "press", "hold", "step") and self._wakes():
            return
        self._pressed = self._clock.ticks_ms()
        self._put(event)

    def put_back(self, event):
        """The event is to be taken again, before all others: it wasn't meant for what was on the screen."""
        self._queue.insert(0, event)
        self._come.set()

    def tick(self):
        """Notices buttons that have been held long enough."""
        now = self._clock.ticks_ms()
        for button in self._down:
            began = self._down[button]
            if began is not None and now - began >= HOLD_MS:
                self._down[button] = None
                self._pressed = now
                self._put(("hold", button))

    def due(self):
        """Milliseconds until `tick` should be called, None when there is nothing to wait for."""
        left = None
        now = self._clock.ticks_ms()
        for button in self._down:
            began = self._down[button]
            if began is not None:
                ms = max(began + HOLD_MS - now, 0)
                left = ms if left is None else min(left, ms)
        return left

    def guard(self):
        """From now on, for GUARD_MS, `guarded` says True."""
        self._guard = self._clock.ticks_ms() + GUARD_MS

    def guarded(self):
        """Was the last Confirm too early to be an answer to what has just appeared? It may have been read late."""
        return self._pressed < self._guard

    def blind(self, dark):
        """The display is dark (True): the next thing that hands do wakes it and does nothing else."""
        self._blind = dark

    def _wakes(self):
        if self._blind:
            self._blind = False
            self._put(("refresh",))
            return True
        return False

    def _turned(self, n, now):
        if self._wakes():
            return
        held = "confirm" in self._down
        if held:
            self._down["confirm"] = None  # this press was for turning
            self._put(("jump", n))
            self._quick = False
        else:
            # Twice in a row: detents that were read late, since something was being drawn, seem to come quickly once. Of what is read at
            # the same time, before and after a press, nobody knows when it was.
            quick = 0 < now - self._last_turn < FAST_MS * abs(n)
            self._put(("spin" if quick and self._quick else "turn", n))
            self._quick = quick
        self._last_turn = now

    def _put(self, event):
        queue = self._queue
        if event[0] in ("turn", "spin", "jump") and queue and queue[-1][0] == event[0]:
            event = (event[0], event[1] + queue.pop()[1])
        queue.append(event)
        if len(queue) > _MOST:
            queue.pop(0)
        self._come.set()

    # out

    def empty(self):
        """Is there nothing to take?"""
        return not self._queue

    async def next(self, ms=None):
        """The next event; None if none came within so many milliseconds."""
        while not self._queue:
            self._come.clear()
            if not await self._clock.wait(self._come, ms):
                return None
        return self._queue.pop(0)
