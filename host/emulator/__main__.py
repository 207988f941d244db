"""An emulated device as a program: `python -m host.emulator`.

--lines      (default) its serial port is standard input and output, a line at a time; what display and lights show is decoded from the
             bus and said in place of what the firmware says about them; the page's knob and buttons are turned and pressed
--pty        its serial port is a pseudo-terminal, whose path is printed; whatever speaks to a real Pico can speak to it
--image F    the MicroPython image; else as in the documentation
--flash F    its flash is kept in this file from run to run
--bare       nothing is installed on it
--board B    the board file
--fast       as fast as it goes, instead of at real speed
"""

import argparse
import base64
import json
import os
import pty
import select
import signal
import sys
import time
import tty
from pathlib import Path
from typing import Any

from .device import Device
from .image import NoImage

SLICE_MS = 4.0
SAVE_S = 5.0  # between two looks whether the flash has changed


class Pace:
    """Keeps emulated time to wall time, but never makes up for more than a moment."""

    def __init__(self, device: Device, fast: bool) -> None:
        self._device = device
        self._fast = fast
        self._wall = time.monotonic()
        self._emulated = device.pico.ms

    def ahead(self) -> float:
        """Seconds to wait before emulated time may go on."""
        if self._fast:
            return 0.0
        ahead = (self._device.pico.ms - self._emulated) / 1000 - (time.monotonic() - self._wall)
        if ahead < -0.1:
            self._wall, self._emulated = time.monotonic(), self._device.pico.ms
        return max(ahead, 0.0)


class Keeper:
    """Keeps the flash in a file."""

    def __init__(self, device: Device, path: "Path | None") -> None:
        self._device = device
        self._path = path
        self._kept = device.pico.flash_image() if path is not None and path.is_file() else b""
        self._next = 0.0

    def look(self, now: bool = False) -> None:
        """Writes the file if the flash has changed, and it is time, or `now`."""
        if self._path is None or (not now and time.monotonic() < self._next):
            return
        self._next = time.monotonic() + SAVE_S
        image = self._device.pico.flash_image()
        if image != self._kept:
            fresh = self._path.with_name(self._path.name + ".new")
            fresh.write_bytes(image)
            fresh.replace(self._path)
            self._kept = image


class Mirror:
    """Says what display and lights show, as the firmware's own messages would, but from what came over the wires."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self.topics: set[str] = set()
        self._pages: list[bytes] | None = None
        self._panel: tuple[int, bool] | None = None
        self._cells: bytes | None = None

    def again(self, topics: "set[str]") -> None:
        """Everything anew, for whoever has subscribed now."""
        self.topics = topics
        self._pages = self._panel = self._cells = None

    def changes(self) -> "list[dict[str, Any]]":
        """The messages that are due."""
        found: list[dict[str, Any]] = []
        if "display" in self.topics:
            display = self._device.display
            picture = display.picture()
            pages = [picture[at : at + 128] for at in range(0, 1024, 128)]
            panel = (display.contrast, display.on)
            changed = {
                str(n): base64.b64encode(page).decode()
                for n, page in enumerate(pages)
                if self._pages is None or page != self._pages[n]
            }
            if changed or panel != self._panel:
                self._pages, self._panel = pages, panel
                found.append({"display": {"pages": changed, "contrast": panel[0], "on": panel[1]}})
        if "lights" in self.topics:
            cells = self._device.cells()
            if cells != self._cells:
                runs: dict[str, str] = {}
                start: int | None = None
                for cell in range(128):
                    at = 3 * cell
                    differs = cell < 127 and (self._cells is None or cells[at : at + 3] != self._cells[at : at + 3])
                    if differs and start is None:
                        start = cell
                    elif not differs and start is not None:
                        runs[str(start)] = cells[3 * start : at].hex()
                        start = None
                self._cells = cells
                found.append({"lights": runs})
        return found


class Lines:
    """The serial port on standard input and output."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._mirror = Mirror(device)
        self._in = bytearray()
        self._out = bytearray()
        device.pico.on_received = self._heard

    def _heard(self, data: bytes) -> None:
        del self._device.pico.received[:]
        self._out += data

    def say(self) -> None:
        """Passes on the guest's lines, and what display and lights show now."""
        *lines, rest = self._out.split(b"\n")
        self._out = bytearray(rest)
        for line in lines:
            if line.lstrip().startswith((b'{"display"', b'{"lights"')):
                continue
            sys.stdout.buffer.write(line.rstrip() + b"\n")
        for message in self._mirror.changes():
            sys.stdout.buffer.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        sys.stdout.buffer.flush()

    def read(self) -> bool:
        """Takes what has come on standard input; False at its end."""
        data = os.read(0, 65536)
        self._in += data
        *lines, rest = self._in.split(b"\n")
        self._in = bytearray(rest)
        for line in lines:
            self._line(bytes(line))
        return bool(data)

    def _line(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        if isinstance(message, dict):
            if isinstance(message.get("subscribe"), list):
                self._mirror.again({topic for topic in message["subscribe"] if isinstance(topic, str)})
            elif isinstance(message.get("turn"), int) and abs(message["turn"]) <= 200:
                self._device.turn(message["turn"], message.get("pressed") is True)
                return
            elif message.get("press") in self._device.buttons:
                self._device.press(message["press"])
                return
            elif message.get("hold") in self._device.buttons:
                self._device.hold(message["hold"])
                return
        self._device.pico.send(line + b"\n")


class Terminal:
    """The serial port as a pseudo-terminal."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self.master, self._slave = pty.openpty()  # the other end stays open, so that programs may come and go
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(self._slave)
        self._out = bytearray()
        device.pico.on_received = self._heard

    def _heard(self, data: bytes) -> None:
        del self._device.pico.received[:]
        self._out += data
        del self._out[:-65536]

    def write(self) -> None:
        """Passes on what the guest said."""
        while self._out:
            try:
                count = os.write(self.master, self._out)
            except BlockingIOError:
                return
            del self._out[:count]

    def read(self) -> bool:
        """Passes on what has come; False if nothing has."""
        try:
            data = os.read(self.master, 4096)
        except (BlockingIOError, OSError):
            return False
        self._device.pico.send(data)
        return bool(data)


def _lines(device: Device, keeper: Keeper, fast: bool) -> None:
    port = Lines(device)
    pace = Pace(device, fast)
    while True:
        device.pico.run(SLICE_MS)
        port.say()
        keeper.look()
        ready, _, _ = select.select([0], [], [], pace.ahead())
        if ready and not port.read():
            return


def _terminal(device: Device, keeper: Keeper, fast: bool) -> None:
    port = Terminal(device)
    print(port.path, flush=True)
    pace = Pace(device, fast)
    while True:
        device.pico.run(1.0 if port.read() else SLICE_MS)
        port.write()
        keeper.look()
        ahead = pace.ahead()
        if ahead:
            select.select([port.master], [], [], ahead)


def main(arguments: "list[str] | None" = None) -> int:
    """Runs the program; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m host.emulator", description="An emulated Roost device.")
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--pty", action="store_true")
    parser.add_argument("--image", type=Path)
    parser.add_argument("--flash", type=Path)
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--board", default="pico")
    parser.add_argument("--fast", action="store_true")
    given = parser.parse_args(arguments)
    flash = b"" if given.bare else None
    if given.flash is not None and given.flash.is_file():
        flash = given.flash.read_bytes()
    try:
        device = Device(given.image, flash, given.board)
    except NoImage as missing:
        print(missing, file=sys.stderr)
        return 2
    keeper = Keeper(device, given.flash)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        (_terminal if given.pty else _lines)(device, keeper, given.fast)
    except KeyboardInterrupt:
        pass
    finally:
        keeper.look(True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
