"""The emulated Pico: boots an image, lets emulated time pass, carries its serial port."""

import dataclasses
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from littlefs import LittleFS
from rp2040py.boards import BOARDS, BoardSpec, resolve_firmware
from rp2040py.device import MicroPythonDevice
from rp2040py.external import attach_external_devices
from rp2040py.memory_map import FLASH_START_ADDRESS

from .flash import TYPICAL, FlashWatch
from .image import find_image

FILES_AT = 0xA0000  # where MicroPython 1.26 for the Pico keeps its file system
BLOCK = 4096
BLOCKS = 352
_FIFO_ROOM = 400  # bytes the emulated host controller may hold at once


class GuestError(Exception):
    """Code run on the emulated Pico raised; the text is its traceback."""


class TimeIsUp(Exception):
    """Something did not happen within the emulated time given for it."""


def file_system(files: "Mapping[str, bytes]") -> bytes:
    """A littlefs image, as the Pico's flash holds it, with these files (paths without a leading slash)."""
    fs = _littlefs(disk_version=0x00020000)  # what MicroPython's own littlefs reads
    fs.format()
    fs.mount()
    for name, data in files.items():
        folder = name.rpartition("/")[0]
        if folder:
            fs.makedirs(folder, exist_ok=True)
        with fs.open(name, "wb") as file:
            file.write(data)
    return bytes(fs.context.buffer)


def _littlefs(**options: Any) -> LittleFS:
    return LittleFS(
        block_size=BLOCK, block_count=BLOCKS, prog_size=256, read_size=32, lookahead_size=32, cache_size=1024, mount=False, **options
    )  # fmt: skip


def mount(image: bytes) -> LittleFS:
    """The file system of a flash image, to look into; raises littlefs.LittleFSError when it can't be mounted."""
    fs = _littlefs()
    fs.context.buffer = bytearray(image)
    fs.mount()
    return fs


def read_file(image: bytes, name: str) -> bytes:
    """The content of a file in a flash image; raises FileNotFoundError."""
    fs = mount(image)  # kept until the file is closed: it must not be collected before
    with fs.open(name, "rb") as file:
        return bytes(file.read())


class Pico:
    """One emulated Pico.

    image   UF2 file; None: as `find_image`
    files   what its file system holds: a mapping of names to bytes, or an image of it (as `file_system` or `flash_image` give)
    parts   models to wire up (`parts`), each with `attach(chip)`
    flash_ms  (ms an erase, ms a page) charged for flash commands
    """

    def __init__(
        self,
        image: "str | Path | None" = None,
        files: "Mapping[str, bytes] | bytes | None" = None,
        parts: "Iterable[Any]" = (),
        flash_ms: "tuple[float, float]" = TYPICAL,
        circuitpython: bool = False,
    ) -> None:
        family = "circuitpython" if circuitpython else "micropython"
        path = Path(image) if image is not None else find_image()
        board: BoardSpec = dataclasses.replace(resolve_firmware(BOARDS["pico"], family, str(path)))
        if files is None:
            self._device = MicroPythonDevice(board=board, circuitpython=circuitpython)
        else:
            data = files if isinstance(files, bytes) else file_system(files)
            with tempfile.NamedTemporaryFile(suffix=".img") as file:
                file.write(data)
                file.flush()
                self._device = MicroPythonDevice(board=board, filesystem=Path(file.name), circuitpython=circuitpython)
        self.chip: Any = self._device.mcu
        self.clock: Any = self._device.simulator.clock
        self.received = bytearray()
        self.on_received: Callable[[bytes], None] | None = None
        # The last one given away: to read a file whose file system was collected ends the process.
        self._files: LittleFS | None = None
        self._outgoing = bytearray()
        self._feed_alarm = self.clock.create_alarm(self._feed)
        self._stop_alarm = self.clock.create_alarm(self._halt)
        self._device.cdc.on_serial_data = self._take
        self._connected = False
        self._device.cdc.on_device_connected = self._enumerated
        self.flash = FlashWatch(flash_ms)
        self.flash.attach(self.chip)
        attach_external_devices(self.chip, *parts)
        self.chip.core.pc = FLASH_START_ADDRESS

    # Time.
    @property
    def ms(self) -> float:
        """Emulated time since power, in ms."""
        return self.clock.nanos / 1e6

    def _halt(self) -> None:
        self._device.simulator.stopped = True

    def _enumerated(self) -> None:
        self._connected = True

    def run(self, ms: float) -> None:
        """Lets emulated time pass, exactly that long."""
        self._run_to(self.clock.nanos + ms * 1e6, None)

    def _run_to(self, deadline: float, done: "Callable[[], bool] | None") -> bool:
        simulator = self._device.simulator
        while True:
            if done is not None and done():
                return True
            left = deadline - self.clock.nanos
            if left <= 0:
                return False
            self._stop_alarm.schedule(min(left, 1e6) if done is not None else left)
            simulator.stopped = False
            while not simulator.stopped:
                simulator._execute_batch()  # pyright: ignore[reportPrivateUsage]

    def until(self, done: "Callable[[], bool]", ms: float = 5000, what: str = "") -> float:
        """Runs until `done()` (looked at every emulated ms); returns how long that took, in ms. Raises TimeIsUp."""
        began = self.clock.nanos
        if not self._run_to(began + ms * 1e6, done):
            tail = bytes(self.received[-800:]).decode("utf-8", "replace")
            raise TimeIsUp(
                "{} not within {:g} ms of emulated time; the serial port said last: {}".format(what or "it did", ms, tail)
            )
        return (self.clock.nanos - began) / 1e6

    def until_said(self, text: bytes, ms: float = 5000) -> float:
        """Runs until the serial port has said `text` since `received` was last cleared."""
        return self.until(lambda: text in self.received, ms, f"{text!r} was said")

    def run_in_real_time(self, until_wall: float) -> None:
        """Runs until the wall clock (`time.monotonic`) shows `until_wall`, never faster than the wall clock."""
        start_wall, start = time.monotonic(), self.clock.nanos
        while True:
            now = time.monotonic()
            if now >= until_wall:
                return
            ahead = (self.clock.nanos - start) / 1e9 - (now - start_wall)
            if ahead > 0.001:
                time.sleep(min(ahead, until_wall - now))
                continue
            self.run(2)

    # The serial port.
    def _take(self, data: "bytes | bytearray") -> None:
        self.received += data
        if self.on_received is not None:
            self.on_received(bytes(data))

    def send(self, data: bytes) -> None:
        """Puts bytes on the wire to the Pico; they go in as fast as it takes them."""
        self._outgoing += data
        self._feed()

    def _feed(self) -> None:
        cdc = self._device.cdc
        if self._connected:
            count = min(len(self._outgoing), max(0, _FIFO_ROOM - cdc.tx_fifo.item_count))
            for value in self._outgoing[:count]:
                cdc.send_serial_byte(value)
            del self._outgoing[:count]
        if self._outgoing:
            self._feed_alarm.schedule(1e6)

    def host_reads(self, reads: bool) -> None:
        """False: the computer has the port open and no longer reads it. True: it reads again (from the next transfer on)."""
        self._device.mcu.usb_ctrl.write_delay_microseconds = 10 if reads else 61_000_000

    def port_open(self, is_open: bool) -> None:
        """Whether a program on the computer has the port open."""
        self._device.cdc.set_control_lines(dtr=is_open, rts=is_open)

    # Code on the guest.
    def execute(self, code: str, ms: float = 20_000) -> str:
        """Interrupts what runs, runs `code` by the raw REPL and returns what it printed; raises GuestError with its traceback."""
        self.until(lambda: self._connected, ms, "the USB port came up")
        self.received.clear()
        self.send(b"\r\x03\x03\r\x01")
        self.until_said(b"raw REPL; CTRL-B to exit\r\n>", ms)
        self.received.clear()
        self.send((code.strip() or "pass").encode() + b"\x04")  # an empty program would restart the interpreter
        self.until(lambda: self.received.count(b"\x04") >= 2, ms, "the code ended")
        out, error, _ = bytes(self.received).split(b"\x04", 2)
        if error:
            raise GuestError(error.decode("utf-8", "replace"))
        if not out.startswith(b"OK"):
            raise GuestError(f"no answer from the raw REPL: {out!r}")
        return out[2:].decode("utf-8", "replace").replace("\r\n", "\n")

    def soft_reset(self) -> None:
        """Restarts the interpreter at the raw prompt, with nothing imported; `main.py` does not run."""
        self.execute("pass")
        self.received.clear()
        self.send(b"\x04")
        self.until_said(b"raw REPL; CTRL-B to exit\r\n>")

    # Flash and power.
    def flash_image(self) -> bytes:
        """The file system as it is in flash now."""
        return bytes(self.chip.flash[FILES_AT : FILES_AT + BLOCK * BLOCKS])

    def files(self) -> LittleFS:
        """The file system as it is in flash now, mounted (a copy)."""
        files = self._files = mount(self.flash_image())
        return files

    def read_file(self, name: str) -> bytes:
        """The content of a file as it is in flash now; raises FileNotFoundError."""
        return read_file(self.flash_image(), name)

    def reset(self) -> None:
        """Power off and on: memory of the chip is lost, flash stays."""
        self._connected = False
        self._outgoing.clear()
        self.received.clear()
        self._device.hard_reset()
