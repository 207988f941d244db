"""Stand-ins for MicroPython's `machine` and `rp2`, so far as its display and light drivers need them on CPython."""

import builtins
import sys
import types
from typing import Any

words: "list[bytes]" = []  # what the DMA was started on, a frame each


class I2C:
    def __init__(self) -> None:
        self.heard: "list[tuple[int, bytes]]" = []

    def writeto(self, address: int, data: Any) -> None:
        self.heard.append((address, bytes(data)))


class DMA:
    def __init__(self) -> None:
        self.read: Any = None
        self.count = 0

    def pack_ctrl(self, **_: Any) -> int:
        return 0

    def config(self, *, read: Any, write: Any, count: int, ctrl: int, trigger: bool) -> None:
        self.read, self.count = read, count

    def active(self, on: "int | None" = None) -> bool:
        if on:
            words.append(b"".join(word.to_bytes(4, "big") for word in self.read))
        return False


class StateMachine:
    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def active(self, _on: int) -> None:
        pass


class PIO:
    OUT_LOW = SHIFT_LEFT = SHIFT_RIGHT = JOIN_TX = JOIN_RX = 0


class _Address:
    """Where a buffer lies, as viper code has it as a number."""

    def __init__(self, buffer: Any, offset: int = 0) -> None:
        self.buffer, self.offset = buffer, offset

    def __add__(self, offset: int) -> "_Address":
        return _Address(self.buffer, self.offset + offset)


def _words_of(where: Any) -> memoryview:
    """A pointer to 32-bit words; where: a buffer or an _Address."""
    at = where if isinstance(where, _Address) else _Address(where)
    rest = memoryview(at.buffer)[at.offset :]
    return rest[: len(rest) // 4 * 4].cast("I")


def put() -> None:
    """Places the stand-ins."""
    machine = types.ModuleType("machine")
    machine.Pin = type("Pin", (), {"OUT": 1, "IN": 0, "PULL_UP": 1, "__init__": lambda self, *_, **__: None})  # type: ignore[attr-defined]
    rp2 = types.ModuleType("rp2")
    rp2.__dict__.update(DMA=DMA, StateMachine=StateMachine, PIO=PIO, asm_pio=lambda **_: lambda function: function)
    sys.modules["machine"] = machine
    sys.modules["rp2"] = rp2
    for name, made in (("ptr8", memoryview), ("ptr32", _words_of), ("uint", _Address)):
        setattr(builtins, name, made)
    import time

    for name, value in {
        "ticks_us": lambda: int(time.monotonic() * 1e6),
        "ticks_add": lambda a, b: a + b,
        "ticks_diff": lambda a, b: a - b,
    }.items():
        if not hasattr(time, name):
            setattr(time, name, value)
