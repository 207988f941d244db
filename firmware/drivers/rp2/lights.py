"""The light chain: WS2812 or RGBW relatives, shifted out by PIO and fed by DMA, so that interrupts stay on and the processor is free.

A frame of 127 pixels takes 3.8 ms on the wire (5.1 ms with white) and a pause of 300 us. A picture that comes while one is still going
out waits in a second buffer, and only the newest one waits.
"""

import time
from array import array

import machine
import micropython
import rp2
from machine import Pin

from ..gamma import EXPONENT, table

BIT_HZ = 800_000
PAUSE_US = 300
SIGNAL = 0x40404000  # a word of the wire: white, whatever the order
_FIFO_WORDS = 8


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=24, fifo_join=rp2.PIO.JOIN_TX
)
def _rgb():  # ten cycles a bit: high for two (a zero) or seven (a one)
    wrap_target()  # noqa: F821
    label("bit")  # noqa: F821
    out(x, 1).side(0)[2]  # noqa: F821
    jmp(not_x, "zero").side(1)[1]  # noqa: F821
    jmp("bit").side(1)[4]  # noqa: F821
    label("zero")  # noqa: F821
    nop().side(0)[4]  # noqa: F821
    wrap()  # noqa: F821


@rp2.asm_pio(
    sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True, pull_thresh=32, fifo_join=rp2.PIO.JOIN_TX
)
def _rgbw():
    wrap_target()  # noqa: F821
    label("bit")  # noqa: F821
    out(x, 1).side(0)[2]  # noqa: F821
    jmp(not_x, "zero").side(1)[1]  # noqa: F821
    jmp("bit").side(1)[4]  # noqa: F821
    label("zero")  # noqa: F821
    nop().side(0)[4]  # noqa: F821
    wrap()  # noqa: F821


@micropython.viper
def _pack(rgb: ptr8, words: ptr32, cells: ptr8, gamma: ptr8, count: int, shifts: int, white: int):  # noqa: F821  # pyright: ignore
    """Colours in cell order to words in wire order. `shifts` holds how far left red, green, blue and white go, a byte each."""
    red_shift = shifts & 31
    green_shift = (shifts >> 8) & 31
    blue_shift = (shifts >> 16) & 31
    white_shift = (shifts >> 24) & 31
    i = 0
    while i < count:
        at = int(cells[i]) * 3
        red = int(rgb[at])
        green = int(rgb[at + 1])
        blue = int(rgb[at + 2])
        word = 0
        if red | green | blue:
            if white:
                least = red
                if green < least:
                    least = green
                if blue < least:
                    least = blue
                red -= least
                green -= least
                blue -= least
                word = int(gamma[least]) << white_shift
            word |= int(gamma[red]) << red_shift | int(gamma[green]) << green_shift | int(gamma[blue]) << blue_shift
        words[i] = word
        i += 1


def dark(pin, white=False):
    """Switches a chain off at once, without PIO or DMA: the first thing that happens at power-on. Takes 4 ms, interrupts off."""
    machine.bitstream(Pin(pin, Pin.OUT, value=0), 0, (250, 1000, 875, 375), bytes(127 * (4 if white else 3)))


class Lights:
    """The chain.

    pin     data pin
    order   letters in wire order, such as "GRB" or "GRBW"; with a W, what red, green and blue have in common goes there
    cells   bytes: the cell at each position of the chain
    gamma   exponent; 1 sends levels as they are
    """

    def __init__(self, pin, order, cells, gamma=EXPONENT, machine_id=0):
        self.white = "W" in order
        bits = 32 if self.white else 24
        self.count = len(cells)
        self.frames = 0
        shifts = 0
        for place, letter in enumerate("RGBW"):
            if letter in order:
                shifts |= (24 - 8 * order.index(letter)) << 8 * place
        self._shifts = shifts
        self._cells = cells
        self._gamma = table(gamma)
        self._going = array("I", bytes(4 * self.count))
        self._next = array("I", bytes(4 * self.count))
        self._waiting = False
        # The chain may start again when the last words have left the FIFO and the pause is over.
        self._drain_us = (_FIFO_WORDS + 1) * bits * 1_000_000 // BIT_HZ + PAUSE_US + 20
        self._going_out = False
        self._free_at = None
        self._rgb = bytes(381)
        self._signal = False
        self._machine = rp2.StateMachine(machine_id, _rgbw if self.white else _rgb, freq=BIT_HZ * 10, sideset_base=Pin(pin))
        self._machine.active(1)
        self._dma = rp2.DMA()
        control = self._dma.pack_ctrl(
            size=2, inc_read=True, inc_write=False, treq_sel=machine_id if machine_id < 4 else machine_id + 4
        )
        # The count is taken anew by the chip at each start; only where to read from changes.
        self._dma.config(read=self._going, write=self._machine, count=self.count, ctrl=control, trigger=False)

    def show(self, rgb):
        """Takes 381 bytes: red, green, blue of each cell in cell order. Sends them now, or when the chain is free (`step`)."""
        _pack(rgb, self._next, self._cells, self._gamma, self.count, self._shifts, 1 if self.white else 0)
        self._rgb = rgb
        if self._signal:
            self._next[0] = SIGNAL
        self._waiting = True
        self.step()

    def signal(self, on):
        """Lets the chain's first pixel shine white, over whatever the frame has there, or not."""
        if on != self._signal:
            self._signal = on
            self.show(self._rgb)

    def step(self):
        """Starts the picture that waits, if the chain is free. True while one waits or goes out."""
        if self._going_out:
            if self._dma.active():
                return True
            if self._free_at is None:  # seen for the first time that all words are in the FIFO, or beyond
                self._free_at = time.ticks_add(time.ticks_us(), self._drain_us)
            if time.ticks_diff(self._free_at, time.ticks_us()) > 0:
                return True
            self._going_out = False
        if not self._waiting:
            return False
        self._going, self._next = self._next, self._going
        self._dma.read = self._going  # type: ignore
        self._dma.active(1)
        self._going_out = True
        self._free_at = None
        self._waiting = False
        self.frames += 1
        return True
