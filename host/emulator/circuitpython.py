"""The whole device on an emulated Pico that runs CircuitPython."""

import importlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fatfs import RamDisk, create_extended_partition  # type: ignore[import-untyped]

from .device import Device
from .flash import TYPICAL
from .image import NoImage
from .parts import Button, Display, Encoder, Lights
from .pico import Pico

VARIABLE = "ROOST_CIRCUITPY_UF2"
CACHED = Path("~/.cache/roost/CIRCUITPY.uf2")
DRIVE_AT = 0x100000  # where CircuitPython keeps its drive on a board with 2 MB of flash
DRIVE_BYTES = 0x100000
SECTOR = 512


def find_image() -> Path:
    """The CircuitPython UF2 file: the variable ROOST_CIRCUITPY_UF2, else the cached one. Raises NoImage."""
    named = os.environ.get(VARIABLE)
    path = Path(named) if named else CACHED.expanduser()
    if not path.is_file():
        raise NoImage(
            "no CircuitPython image: {}, and {} does not exist".format(
                ("%s names it" if named else "%s is not set") % VARIABLE, path
            )
        )
    return path


def drive(files: "Mapping[str, bytes]") -> bytes:
    """An image of the CIRCUITPY drive with these files, as FatFs, which CircuitPython uses, makes it."""
    storage = bytearray(DRIVE_BYTES)
    partition = create_extended_partition(RamDisk(storage, sector_size=SECTOR))
    partition.mkfs()
    partition.mount()
    for name, data in files.items():
        folder = name.rpartition("/")[0]
        if folder:
            partition.makedirs("/" + folder, exist_ok=True)
        partition.write_file("/" + name, data)
    partition.unmount()
    return bytes(storage)


def read_drive(image: bytes, name: str) -> bytes:
    """A file of a drive image; raises OSError when it isn't there, or the drive can't be read."""
    partition = create_extended_partition(RamDisk(bytearray(image), sector_size=SECTOR))
    partition.mount()
    try:
        return bytes(partition.read_file("/" + name))
    finally:
        partition.unmount()


class Probed:
    """The two lines of the display's bus as CircuitPython uses them outside the chip's own I2C block: pull-ups, and an answer to an address.

    It looks for a device by an address without a byte, which that block can't send, so it moves the pins itself.
    """

    def __init__(self, display: Display, sda: int, scl: int) -> None:
        self._display = display
        self._pins = (sda, scl)
        self._levels = [True, True]  # SDA, SCL as the guest drives them
        self._bits: list[bool] | None = None  # since a start condition; None: not for us
        self._answering = False

    def attach(self, chip: Any) -> None:
        """Wires the lines, both pulled up."""
        from rp2040py.gpio_pin import GPIOPinState

        self._sda = chip.gpio[self._pins[0]]
        for line, pin in enumerate(self._pins):
            chip.gpio[pin].set_input_value(True)
            chip.gpio[pin].add_listener(lambda new, _old, line=line: self._moved(line, new != GPIOPinState.LOW))

    def _moved(self, line: int, level: bool) -> None:
        if level == self._levels[line]:
            return
        self._levels[line] = level
        if line == 0:
            if self._levels[1]:  # SDA moves while SCL is high: a start, or a stop
                self._bits = None if level else []
        elif level:
            if self._bits is not None and len(self._bits) < 8:
                self._bits.append(self._levels[0])
        elif self._answering:
            self._answering = False
            self._sda.set_input_value(True)
        elif self._bits is not None and len(self._bits) == 8:
            address = sum(bit << (6 - place) for place, bit in enumerate(self._bits[:7]))
            self._bits = None
            if self._display.connected and address == self._display.address:
                self._answering = True
                self._sda.set_input_value(False)


class CircuitDevice(Device):
    """A Pico with display, lights, knob and buttons, and CircuitPython on it.

    image     the UF2 file, None: as `find_image`
    contents  an image of its drive (as `drive` makes it)
    """

    def __init__(
        self,
        contents: bytes,
        image: "str | Path | None" = None,
        board: str = "pico",
        flash_ms: "tuple[float, float]" = TYPICAL,
    ) -> None:
        self.board = importlib.import_module("firmware.boards." + board)
        wiring = self.board
        self.display = Display(wiring.DISPLAY["bus"], wiring.DISPLAY["controller"], wiring.DISPLAY["address"])
        self.lights = Lights(wiring.LIGHTS["pin"], wiring.LIGHTS["order"])
        self.encoder = Encoder(wiring.ENCODER["a"], wiring.ENCODER["b"], wiring.ENCODER["steps"], wiring.ENCODER["direction"])
        self.buttons = {name: Button(pin) for name, pin in wiring.BUTTONS.items()}
        self._positions = list(wiring.LIGHTS["map"])
        lines = Probed(self.display, wiring.DISPLAY["sda"], wiring.DISPLAY["scl"])
        parts = [self.display, lines, self.lights, self.encoder, *self.buttons.values()]
        self.pico = Pico(find_image() if image is None else image, None, parts, flash_ms, circuitpython=True)
        self.pico.chip.flash[DRIVE_AT : DRIVE_AT + DRIVE_BYTES] = contents
        self._free_at = 0.0
        self.hands_rest_at = 0.0

    def drive_image(self) -> bytes:
        """The drive as it is in flash now."""
        return bytes(self.pico.chip.flash[DRIVE_AT : DRIVE_AT + DRIVE_BYTES])
