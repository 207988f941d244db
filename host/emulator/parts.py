"""The parts of the device as models on the emulated chip: OLED, light chain, encoder, buttons.

Inputs move by alarms of the emulated clock, never by wall time, so that every run is the same to the microsecond.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rp2040py.external.ws2812 import Ws2812

WIDTH = 128
PAGES = 8


class Chip(Protocol):
    """What a part needs of the emulated chip."""

    i2c: Any
    gpio: Any
    clock: Any


class Display:
    """An SSD1306 or SH1106 on I2C, down to the byte timing.

    controller  "ssd1306" (128 columns) or "sh1106" (132 columns, of which the panel shows 2 to 129)
    address     7-bit I2C address
    connected   False: nothing answers, as with the plug pulled; may be changed at any moment
    contrast, on, inverted   as the controller was last told
    transfers   list of (emulated ns at the start, ns taken, bytes) of every write to it
    """

    def __init__(self, bus: int, controller: str = "ssd1306", address: int = 0x3C) -> None:
        if controller not in ("ssd1306", "sh1106"):
            raise ValueError(f"unknown controller {controller}")
        self.bus = bus
        self.address = address
        self.controller = controller
        self.columns = 132 if controller == "sh1106" else WIDTH
        self.first = 2 if controller == "sh1106" else 0
        self.connected = True
        self.transfers: list[tuple[float, float, int]] = []
        self.power_up()

    def power_up(self) -> None:
        """The state after power comes: the picture is noise, nothing is shown."""
        self.ram = bytearray((i * 73 + 41) & 0xFF for i in range(self.columns * PAGES))
        self.on = False
        self.inverted = False
        self.contrast = 0x7F
        self.page = self.column = 0
        self.mode = 2
        self.window = [0, self.columns - 1, 0, PAGES - 1]
        self._command: list[int] = []
        self._need = 0
        self._control: int | None = None
        self._selected = False
        self._count = 0
        self._began = 0.0
        self.commands: list[tuple[int, ...]] = []

    def attach(self, chip: Chip) -> None:
        """Wires the display to the chip's I2C block."""
        self._i2c = i2c = chip.i2c[self.bus]
        self._clock = chip.clock
        self._pending: list[Callable[[], None]] = []
        self._alarm = chip.clock.create_alarm(self._due)
        i2c.on_connect = self._connect
        i2c.on_write_byte = self._write
        i2c.on_read_byte = self._read
        i2c.on_stop = self._stop

    # The wire: nine bit times a byte, from the controller's own clock counts (a 125 MHz peripheral clock).
    def _after(self, bits: int, then: "Callable[[], None]") -> None:
        self._pending.append(then)
        self._alarm.schedule(bits * (self._i2c.scl_low_period + self._i2c.scl_high_period) * 8)

    def _due(self) -> None:
        self._pending.pop(0)()

    def _connect(self, address: int, mode: int) -> None:
        self._selected = self.connected and address == self.address
        self._control = None
        self._count = 0
        self._began = self._clock.nanos

        def answer() -> None:
            self._i2c.complete_connect(self._selected)
            if not self._selected:  # the transmit-empty flag has to rise after an abort, or the guest waits for its time-out
                self._i2c.int_raw |= 1 << 4
                self._i2c.check_interrupts()

        self._after(10, answer)

    def _write(self, value: int) -> None:
        self._count += 1
        taken = self._selected and self.connected
        if taken:
            self._take(value)
        self._after(9, lambda: self._i2c.complete_write(taken))

    def _read(self, _ack: bool) -> None:
        self._after(9, lambda: self._i2c.complete_read(0 if self.on else 0x40))

    def _stop(self) -> None:
        if self._selected:
            self.transfers.append((self._began, self._clock.nanos - self._began, self._count))
        self._i2c.complete_stop()

    # The controller.
    def _take(self, value: int) -> None:
        if self._control is None:
            self._control = value
        elif self._control & 0x40:
            self._data(value)
        else:
            self._instruction(value)
            if self._control & 0x80:  # one command byte, then the next control byte
                self._control = None

    def _data(self, value: int) -> None:
        if self.mode == 2:  # page addressing: after its last column an SSD1306 starts over, an SH1106 stops
            if self.column < self.columns:
                self.ram[self.page * self.columns + self.column] = value
                self.column += 1
                if self.column == self.columns and self.controller == "ssd1306":
                    self.column = 0
            return
        first, last, top, bottom = self.window
        self.ram[self.page * self.columns + self.column] = value
        self.column += 1
        if self.column > last:
            self.column = first
            self.page = top if self.page >= bottom else self.page + 1

    ARGUMENTS = {0x81: 1, 0x8D: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
    SSD1306_ONLY = {0x20: 1, 0x21: 2, 0x22: 2}

    def _instruction(self, value: int) -> None:
        if self._need:
            self._command.append(value)
            self._need -= 1
        else:
            self._command = [value]
            self._need = self.ARGUMENTS.get(value, 0)
            if self.controller == "ssd1306":
                self._need = self.SSD1306_ONLY.get(value, self._need)
        if not self._need:
            self._execute(self._command)

    def _execute(self, command: list[int]) -> None:
        self.commands.append(tuple(command))
        op = command[0]
        if op in (0xAE, 0xAF):
            self.on = op == 0xAF
        elif op in (0xA6, 0xA7):
            self.inverted = op == 0xA7
        elif op == 0x81:
            self.contrast = command[1]
        elif 0xB0 <= op <= 0xB7:
            self.page = op & 7
        elif op <= 0x0F:
            self.column = self.column & 0xF0 | op
        elif op <= 0x1F:
            self.column = self.column & 0x0F | (op & 0x0F) << 4
        elif op == 0x20 and len(command) == 2:
            self.mode = command[1] & 3
        elif op == 0x21 and len(command) == 3:
            self.window[:2] = command[1:]
            self.column = command[1]
        elif op == 0x22 and len(command) == 3:
            self.window[2:] = command[1:]
            self.page = command[1]

    # What an eye sees.
    def picture(self) -> bytes:
        """The 1,024 bytes the panel shows, ordered by page, lowest bit on top (whether it is switched on or not)."""
        return b"".join(bytes(self.ram[page * self.columns + self.first :][:WIDTH]) for page in range(PAGES))

    def pixel(self, x: int, y: int) -> int:
        """0 or 1 of a pixel of the panel; x from 0 to 127, y from 0 to 63, from the upper left corner."""
        return self.picture()[(y >> 3) * WIDTH + x] >> (y & 7) & 1

    def text(self) -> str:
        """The panel as 64 lines of `#` and `.`."""
        picture = self.picture()
        return "\n".join(
            "".join("#" if picture[(y >> 3) * WIDTH + x] >> (y & 7) & 1 else "." for x in range(WIDTH)) for y in range(64)
        )


class Lights(Ws2812):
    """The light chain.

    pixels  the last latched frame, in wiring order
    frames  list of (when it was latched, its pixels) of the last frames, times in ns
    pauses  list of the silences between them, in ns

    Newer chips need a long pause between frames, so a frame counts only after 280 us of silence.

    The emulator lets a sleeping processor's time jump from one alarm to the next, and the PIO's edges would all fall on the landing. So while
    a frame is on the wire, the chain keeps an alarm every 100 ns.
    """

    STEP_NANOS = 100.0
    QUIET_TICKS = 8_000 * 16  # 8 us without an edge (the clock counts sixteenths of a nanosecond): the frame is over

    def __init__(self, gpio: int, order: str = "GRB") -> None:
        super().__init__(gpio, color_order=order, latch_nanos=280_000.0)
        self.frames: list[tuple[float, list[tuple[int, ...]]]] = []
        self.on_pixels = self._latched
        self.pauses: list[float] = []
        self._stepping = False
        self._last_edge = 0

    def attach(self, rp2040: Any) -> None:
        """Wires the chain to its pin."""
        super().attach(rp2040)
        self._step_alarm = rp2040.clock.create_alarm(self._step)

    def _on_change(self, new_state: Any, old_state: Any) -> None:
        assert self._clock is not None
        now = self._clock.ticks
        if not self._stepping and self.frames:
            self.pauses.append((now - self._last_edge) / 16)
        self._last_edge = now
        if not self._stepping:
            self._stepping = True
            self._step_alarm.schedule(self.STEP_NANOS)
        super()._on_change(new_state, old_state)

    def _step(self) -> None:
        assert self._clock is not None
        self._stepping = self._clock.ticks - self._last_edge < self.QUIET_TICKS
        if self._stepping:
            self._step_alarm.schedule(self.STEP_NANOS)

    def _latched(self, pixels: "list[tuple[int, ...]]") -> None:
        clock = self._clock
        assert clock is not None
        self.frames.append((clock.nanos, pixels))
        del self.frames[:-200]


class Button:
    """A push button from a pin to ground."""

    def __init__(self, gpio: int) -> None:
        self.gpio = gpio
        self._chip: Any = None

    def attach(self, chip: Chip) -> None:
        """Wires the button; it starts released."""
        self._chip = chip
        self.release()

    def press(self) -> None:
        """Closes the contact now."""
        self._chip.gpio[self.gpio].set_input_value(False)

    def release(self) -> None:
        """Opens the contact now; the chip's pull-up has the pin."""
        self._chip.gpio[self.gpio].release_input()

    def play(self, steps: "Sequence[tuple[float, bool]]") -> None:
        """Plays (ms from now, pressed) pairs by the emulated clock."""
        for at, pressed in steps:
            self._chip.clock.create_alarm(self.press if pressed else self.release).schedule(at * 1e6)

    def push(self, at_ms: float = 0.0, for_ms: float = 80.0, bounce: "Sequence[float]" = ()) -> None:
        """Presses and releases; `bounce` are the ms after each edge at which the contact flips once more (an even number of them)."""
        for edge, pressed in ((at_ms, True), (at_ms + for_ms, False)):
            steps = [(edge, pressed)]
            level = pressed
            for late in bounce:
                level = not level
                steps.append((edge + late, level))
            self.play(steps)


class Encoder:
    """A quadrature encoder with detents; both contacts are open at a detent of the usual kind (four edges a detent).

    steps, direction   as in a board file: edges a detent, -1 where the contacts are swapped
    """

    FORWARD = ((False, True), (False, False), (True, False), (True, True))  # levels of A, B after each edge

    def __init__(self, a: int, b: int, steps: int = 4, direction: int = 1) -> None:
        self.a = a
        self.b = b
        self.steps = steps
        self.direction = direction
        self._chip: Any = None
        self._phase = 3  # index in FORWARD

    def attach(self, chip: Chip) -> None:
        """Wires the encoder, resting at a detent."""
        self._chip = chip
        self._phase = 3
        a, b = self.FORWARD[3]
        chip.gpio[self.a].set_input_value(a)
        chip.gpio[self.b].set_input_value(b)

    def turn(self, detents: int, per_second: float = 40.0, at_ms: float = 0.0, bounce_us: float = 0.0, bounces: int = 0) -> float:
        """Turns by that many detents (negative: back) at that speed, by the emulated clock; returns when it ends, in ms from now.

        After each edge the contact that moved flips `bounces` times there and back, `bounce_us` apart.
        """
        edge_ms = 1000.0 / per_second / self.steps
        phase = self._phase
        at = at_ms
        step = self.direction if detents > 0 else -self.direction
        for _ in range(abs(detents) * self.steps):
            old, phase = phase, (phase + step) & 3
            at += edge_ms
            self.move(at, phase)
            for n in range(bounces):
                self.move(at + (2 * n + 1) * bounce_us / 1000, old)
                self.move(at + (2 * n + 2) * bounce_us / 1000, phase)
        self._phase = phase
        return at

    def move(self, ms: float, phase: int) -> None:
        """Puts the contacts into one of the four states, so many ms from now."""
        levels = self.FORWARD[phase]

        def now() -> None:
            self._chip.gpio[self.a].set_input_value(levels[0])
            self._chip.gpio[self.b].set_input_value(levels[1])

        self._chip.clock.create_alarm(now).schedule(ms * 1e6)
