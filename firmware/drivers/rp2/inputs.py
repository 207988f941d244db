"""The knob, the three buttons and, where there is one, the joystick.

The encoder is counted by a PIO program, and DMA keeps its newest count in memory: no step is lost while the processor waits for the flash
with interrupts off. The edges of the buttons are caught by interrupts, with the time and the encoder's count: however long nobody looks, no
press is lost, and what was turned before it, during it and after it is told apart.
"""

import time
from array import array

import machine
import rp2
from machine import Pin

LOCK_MS = 20  # a button that changed can't change again for this long
STEADY_MS = 4  # a contact that hasn't moved for so long rests
RING = 16  # moves of contacts that are remembered until somebody looks
REST_MS = 200  # an encoder that has not moved for this long lies at a detent
CAUGHT_MS = 25  # both edges of a button at once are a press only if nobody could look for longer than this
AGAIN_MS = 60  # and of one that is down, let go and pressed again, only if for longer than this: hands need so long
SAMPLE_HZ = 400_000  # PIO instructions a second; one look at the contacts takes five to ten


@rp2.asm_pio(in_shiftdir=rp2.PIO.SHIFT_LEFT, out_shiftdir=rp2.PIO.SHIFT_RIGHT, fifo_join=rp2.PIO.JOIN_RX)
def _count():
    # The first sixteen instructions are a table: entry old * 4 + new (A is the lower bit) says what that change of the contacts means.
    # It works only at address 0, so the program fills the whole block: 32 instructions.
    jmp("look")  # noqa: F821
    jmp("up")  # noqa: F821
    jmp("down")  # noqa: F821
    jmp("look")  # noqa: F821
    jmp("down")  # noqa: F821
    jmp("look")  # noqa: F821
    jmp("look")  # noqa: F821
    jmp("up")  # noqa: F821
    jmp("up")  # noqa: F821
    jmp("look")  # noqa: F821
    jmp("look")  # noqa: F821
    jmp("down")  # noqa: F821
    jmp("look")  # noqa: F821
    jmp("down")  # noqa: F821
    jmp("up")  # noqa: F821
    jmp("look")  # noqa: F821
    label("up")  # noqa: F821
    mov(y, invert(y))  # noqa: F821
    jmp(y_dec, "up2")  # noqa: F821
    label("up2")  # noqa: F821
    mov(y, invert(y))  # noqa: F821
    jmp("tell")  # noqa: F821
    label("down")  # noqa: F821
    jmp(y_dec, "tell")  # noqa: F821
    label("tell")  # noqa: F821
    mov(isr, y)  # noqa: F821
    push(noblock)  # noqa: F821
    wrap_target()  # noqa: F821
    label("look")  # noqa: F821
    mov(isr, x)  # noqa: F821
    in_(pins, 2)  # noqa: F821
    mov(osr, isr)  # noqa: F821
    out(x, 2)  # noqa: F821
    mov(pc, isr)  # noqa: F821
    wrap()  # noqa: F821
    nop()  # noqa: F821
    nop()  # noqa: F821
    nop()  # noqa: F821
    nop()  # noqa: F821


class Encoder:
    """The knob's turning.

    pin        GPIO of A; B is on the next one
    steps      edges a detent: 4, 2 or 1
    direction  1, or -1 where clockwise counts down
    count      an array of one number: all edges so far, counted the chip's way
    """

    def __init__(self, pin, steps, direction):
        self.steps = steps
        self.direction = direction
        self._enough = steps // 2 + 1  # edges from one detent towards the next that make it count
        a = Pin(pin, Pin.IN, Pin.PULL_UP)
        Pin(pin + 1, Pin.IN, Pin.PULL_UP)
        rp2.PIO(1).remove_program()
        self.count = array("i", (0,))
        self._machine = rp2.StateMachine(4, _count, freq=SAMPLE_HZ, in_base=a)
        self._machine.exec("set(y, 0)")
        self._machine.exec("set(x, %d)" % (Pin(pin).value() | Pin(pin + 1).value() << 1))
        self._dma = rp2.DMA()
        self._dma.config(
            read=self._machine,
            write=self.count,
            count=0xFFFFFFFF,
            ctrl=self._dma.pack_ctrl(
                size=2, inc_read=False, inc_write=False, treq_sel=12
            ),  # what PIO 1's first machine has for us
            trigger=True,
        )
        self._machine.active(1)
        self._last = 0
        self._rest = 0
        self._moved = time.ticks_ms()

    def edges(self):
        """All edges so far, clockwise positive."""
        return self.count[0] * self.direction

    def detents(self, now, count=None):
        """Detents since the last call, clockwise positive; `now` from time.ticks_ms(). count: only up to this value of `count`."""
        edges = (self.count[0] if count is None else count) * self.direction
        if edges == self._last:
            if edges != self._rest and time.ticks_diff(now, self._moved) > REST_MS:
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

    def moved(self):
        """True if there are edges that `detents` hasn't seen."""
        return self.count[0] * self.direction != self._last


class _Moves:
    # The newest moves of all buttons' contacts, in a ring that interrupts write. Edges close together are one move. Nothing here may allocate.

    def __init__(self, encoder):
        self.encoder = encoder  # its count
        self.count = 0  # moves so far
        self.seen = 0  # of them
        self.began = array("i", (0,) * RING)
        self.ended = array("i", (0,) * RING)
        self.kinds = bytearray(RING)  # button << 2 | down and up at once << 1 | it is pressed now
        self.counts = array("i", (0,) * RING)  # the encoder's when it began


class _Catcher:
    # Catches the edges of one button.

    def __init__(self, pin, index, moves):
        self._index = index
        self._moves = moves
        self._irq = pin.irq()  # known before the first edge comes
        pin.irq(self._catch, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)

    def _catch(self, pin):
        moves = self._moves
        now = time.ticks_ms()
        kind = self._index << 2 | (0 if pin.value() else 1)
        at = (moves.count - 1) % RING
        same = moves.seen != moves.count and moves.kinds[at] >> 2 == self._index
        if not same or time.ticks_diff(now, moves.ended[at]) >= STEADY_MS:
            at = moves.count % RING
            if self._irq.flags() == Pin.IRQ_FALLING | Pin.IRQ_RISING:
                kind |= 2
            moves.began[at] = now
            moves.counts[at] = moves.encoder[0]
            moves.count += 1
        moves.ended[at] = now
        moves.kinds[at] = kind


class _Contact:
    # What is known of one button.

    def __init__(self, name, pin):
        self.name = name
        self.pin = pin
        self.down = False  # as it was told last
        self.changed = None  # when that was, None: long ago
        self.since = None  # when the contact began to move; None while it rests
        self.at = 0  # the encoder's count then
        self.last = 0  # when it last moved
        self.pressed = False  # how it stood after that

    def move(self, began, ended, kind, at, apart, found):
        # Takes a move. apart: how long nobody had looked
        if self.since is not None and time.ticks_diff(began, self.last) >= STEADY_MS:
            self.rest(self.pressed, found)
        if self.since is None:
            self.since = began
            self.at = at
        self.last = ended
        self.pressed = kind & 1 == 1
        if kind & 2 and self.pressed == self.down and apart > (AGAIN_MS if self.down else CAUGHT_MS):
            # There and back at once: interrupts were off, and so long that it was no bounce.
            self.rest(not self.down, found)
            self.changed = None
            self.since = began
            self.at = at

    def rest(self, pressed, found):
        # It has come to rest, pressed or not.
        since: int = self.since  # type: ignore
        self.since = None
        if pressed != self.down and (self.changed is None or time.ticks_diff(since, self.changed) >= LOCK_MS):
            self.down = pressed
            self.changed = since
            found.append((since, len(found), "down" if pressed else "up", self.name, self.at))


class Buttons:
    """Buttons to ground.

    pins   dict of names and GPIO numbers
    count  the encoder's (`Encoder.count`)
    """

    def __init__(self, pins, count):
        self._moves = _Moves(count)
        self._contacts = [_Contact(name, Pin(pins[name], Pin.IN, Pin.PULL_UP)) for name in sorted(pins)]
        self._catchers = [_Catcher(contact.pin, index, self._moves) for index, contact in enumerate(self._contacts)]
        self._looked = time.ticks_ms()

    def held(self):
        """Names of the buttons that are down now."""
        return [contact.name for contact in self._contacts if not contact.pin.value()]

    def moved(self):
        """True if `events` may have something to tell."""
        if self._moves.seen != self._moves.count:
            return True
        for contact in self._contacts:  # noqa: SIM110 - looked at all the time: it allocates nothing
            if contact.since is not None or contact.pin.value() == contact.down:
                return True
        return False

    def events(self, now):
        """What has happened since the last call, in order, as a list of (ms until now, negative, n, "down" or "up", name, encoder's count then).

        now  from time.ticks_ms()
        """
        found = []
        moves = self._moves
        apart = time.ticks_diff(now, self._looked)
        self._looked = now
        while moves.seen != moves.count:
            moves.seen = max(moves.seen, moves.count - RING)
            at = moves.seen % RING
            moves.seen += 1  # from now on it is as it is
            kind = moves.kinds[at]
            self._contacts[kind >> 2].move(moves.began[at], moves.ended[at], kind & 3, moves.counts[at], apart, found)
        for contact in self._contacts:
            if contact.since is not None:
                # How it stands by its last move, not by its pin: that may have just moved on, to be told by its next move.
                if time.ticks_diff(now, contact.last) >= STEADY_MS:
                    contact.rest(contact.pressed, found)
                continue
            pressed = not contact.pin.value()
            if pressed != contact.down and moves.seen == moves.count:  # an edge that came too soon to count, or was lost
                contact.since = now
                contact.at = moves.encoder[0]
                contact.rest(pressed, found)
            if contact.changed is not None and time.ticks_diff(now, contact.changed) > LOCK_MS:
                contact.changed = None  # ticks wrap around
        found = [(time.ticks_diff(entry[0], now),) + entry[1:] for entry in found]
        if len(found) > 1:
            found.sort()
        return found


class Joystick:
    """A two-axis joystick that steps in six directions; it repeats while it is held out.

    x, y      pins 26 to 28; invert_x, invert_y: the axis counts the other way
    """

    OUT = 17_000  # of 32,768: how far it is pushed before it steps
    BACK = 11_000  # and how far back it has to come before it may step anew
    FIRST_MS = 450
    AGAIN_MS = 180

    def __init__(self, x, y, invert_x=False, invert_y=False):
        self._x = machine.ADC(x)
        self._y = machine.ADC(y)
        self._invert_x = invert_x
        self._invert_y = invert_y
        self._going = None
        self._next = 0
        self._looked = None

    def out(self):
        """True while it is pushed away from its middle, or has just come back."""
        return self._going is not None or abs(self._x.read_u16() - 32768) > self.OUT or abs(self._y.read_u16() - 32768) > self.OUT

    def event(self, now):
        """A direction (`e ne nw w sw se`) to step in, or None; `now` from time.ticks_ms()."""
        if self._looked is not None and time.ticks_diff(now, self._looked) < 15:
            return None
        self._looked = now
        x = self._x.read_u16() - 32768
        y = self._y.read_u16() - 32768
        x = -x if self._invert_x else x
        y = -y if self._invert_y else y
        out = max(abs(x), abs(y))
        if out < self.BACK:
            self._going = None
            return None
        if out < self.OUT:
            return None
        direction = direction_of(x, y)
        if direction != self._going:
            self._going = direction
            self._next = time.ticks_add(now, self.FIRST_MS)
            return direction
        if time.ticks_diff(now, self._next) >= 0:
            self._next = time.ticks_add(now, self.AGAIN_MS)
            return direction
        return None


def direction_of(x, y):
    """The nearest of six directions: east is to the right, the others 60 degrees apart (y upwards)."""
    if abs(y) * 1000 <= abs(x) * 577:  # within 30 degrees of the horizontal
        return "e" if x > 0 else "w"
    if y > 0:
        return "ne" if x > 0 else "nw"
    return "se" if x > 0 else "sw"


class Inputs:
    """All of them together; any may be None."""

    def __init__(self, encoder, buttons, joystick=None):
        self.encoder = encoder
        self.buttons = buttons
        self.joystick = joystick

    def moved(self):
        """True if `poll` may have something to tell."""
        return self.encoder.moved() or self.buttons.moved() or (self.joystick is not None and self.joystick.out())

    def poll(self):
        """Raw events since the last call: ("turn", n), ("down", button, ms ago), ("up", button, ms ago), ("step", direction)."""
        now = time.ticks_ms()
        found = []
        for age, _n, what, name, count in self.buttons.events(now):
            turned = self.encoder.detents(now, count)
            if turned:
                found.append(("turn", turned))
            found.append((what, name, -age))
        turned = self.encoder.detents(now)
        if turned:
            found.append(("turn", turned))
        if self.joystick is not None:
            step = self.joystick.event(now)
            if step:
                found.append(("step", step))
        return found
