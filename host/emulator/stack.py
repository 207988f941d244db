"""How deep the stack of an emulated Pico was: 8 KB, below which the heap begins. What grows beyond it damages objects without a word.

MicroPython refuses a call that would go deeper, but not what C functions and interrupts take on top: some of the stack must stay unused.
"""

from typing import Any

SIZE = 0x2000
_TOP = 0x20042000  # of the stack, in MicroPython 1.26 for the RP2040
_BOTTOM = _TOP - SIZE
_UNUSED = 0xA5C3A5C3
_NEAR = 64  # bytes below the stack pointer that are left alone


class Stack:
    """The stack of a chip (`Pico.chip`)."""

    def __init__(self, chip: Any) -> None:
        self._chip = chip
        self.watch()

    def watch(self) -> None:
        """From now on `deepest` counts."""
        for at in range(_BOTTOM, self._chip.core.registers[13] - _NEAR, 4):
            self._chip.write_uint32(at, _UNUSED)

    def deepest(self) -> int:
        """Bytes of the stack that have been in use at the same time, at the most, interrupts included."""
        for at in range(_BOTTOM, _TOP, 4):
            if self._chip.read_uint32(at) != _UNUSED:
                return _TOP - at
        return 0
