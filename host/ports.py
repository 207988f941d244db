"""Which serial port a Pico is at, and opening it through mpremote's transport, with words for all that can go wrong."""

import contextlib
import errno
import io
import os
import sys
import time
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import serial
import serial.tools.list_ports
from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

RASPBERRY = 0x2E8A
MICROPYTHON = 0x0005  # product id of MicroPython on a Pico; the others are other programs
ADAFRUIT = 0x239A  # CircuitPython on a Pico says it is one of theirs
LEAST = (1, 23)  # the oldest MicroPython whose compiled files and DMA we can use
USED = "1.26.1"  # the one everything is tested with

BOOTSEL_STEPS = f"""Putting MicroPython on a Pico:
  1. Download the file for your board (RPI_PICO, RPI_PICO_W or RPI_PICO2), version {USED} or newer, from micropython.org/download.
  2. Unplug the Pico. Hold its BOOTSEL button, plug it in, let go: a drive RPI-RP2 (Pico 2: RP2350) appears.
  3. Copy the .uf2 file onto that drive. It vanishes by itself, and the Pico starts MicroPython.
  4. Run this command again."""


class PortProblem(Exception):
    """Something between this computer and the Pico; the text says what, and what to do."""


@dataclass(frozen=True)
class Found:
    """A serial port that looks like a Pico. kind: "micropython", "circuitpython" or "other"."""

    path: str
    kind: str
    serial_number: str
    description: str


def found(ports: "Iterable[Any] | None" = None) -> list[Found]:
    """The Picos at this computer, by their USB numbers. `ports`: as pyserial's comports gives them, for tests."""
    result: list[Found] = []
    for port in serial.tools.list_ports.comports() if ports is None else ports:
        vendor, product = port.vid, port.pid
        if vendor == RASPBERRY:
            kind = "micropython" if product == MICROPYTHON else "other"
        elif vendor == ADAFRUIT and "pico" in (f"{port.product} {port.description}").lower():
            kind = "circuitpython"
        else:
            continue
        result.append(Found(port.device, kind, port.serial_number or "", port.description or ""))
    return sorted(result, key=lambda one: one.path)


def boot_drive() -> "Path | None":
    """Where the drive of a Pico in BOOTSEL mode is mounted, or its device; None if there is none."""
    for label in ("RPI-RP2", "RP2350"):
        if (device := Path("/dev/disk/by-label") / label).exists():
            return device
        for folder in (Path("/Volumes"), *Path("/media").glob("*"), *Path("/run/media").glob("*")):
            if (folder / label).is_dir():
                return folder / label
    if sys.platform == "win32":
        for letter in "DEFGHIJKLMNOPQRSTUVWXYZ":
            if (drive := Path(letter + ":/")).exists() and (drive / "INFO_UF2.TXT").exists():
                return drive
    return None


def choose(port: "str | None", ports: "list[Found] | None" = None) -> str:
    """The port to use: the one given, or the only one there is. Raises PortProblem; several are listed, none is guessed."""
    if port is not None:
        return port
    there = found() if ports is None else ports
    if len(there) == 1:
        return there[0].path
    if there:
        lines = [
            "  {}  {}{}".format(one.path, one.description, "  " + one.serial_number if one.serial_number else "") for one in there
        ]
        raise PortProblem("Several Picos are connected. Say which with --port:\n" + "\n".join(lines))
    drive = boot_drive()
    if drive is not None:
        raise PortProblem(f"A Pico is connected, but waits for a program (its drive is {drive}).\n{BOOTSEL_STEPS}")
    raise PortProblem(
        "No Pico was found on USB. Is it plugged in, with a cable that carries data (many only charge)?\n"
        "If it is new, or runs another program, it has no MicroPython yet.\n" + BOOTSEL_STEPS
    )


def _may_not(port: str) -> "str | None":
    """Words for a port that this user may not open; None if that isn't it."""
    if os.name != "posix" or not os.path.exists(port) or os.access(port, os.R_OK | os.W_OK):
        return None
    import grp

    try:
        group = grp.getgrgid(os.stat(port).st_gid).gr_name
    except KeyError:
        group = "dialout"
    if group == "root":
        return f"You may not open {port}: it belongs to root alone. A udev rule that gives it to the group dialout helps."
    return (
        f"You may not open {port}: it belongs to the group {group}, and you are not in it. Do this once, then log out and in again:\n"
        f"  sudo usermod -a -G {group} $USER"
    )


def _why(port: str, error: BaseException) -> str:
    """Why a port could not be opened, in words."""
    refused = _may_not(port)
    if refused:
        return refused
    if os.name == "posix" and not os.path.exists(port):
        return f"There is no port {port}. `roost doctor` lists what is connected."
    number = getattr(error, "errno", None)
    text = str(error)
    if number in (errno.EBUSY, errno.EAGAIN) or "lock" in text or "busy" in text.lower() or "PermissionError" in text:
        return f"The port {port} is in use by another program: close Thonny, a terminal, `roost connect` or whatever has it open."
    return f"The port {port} could not be opened: {text}"


@contextlib.contextmanager
def _quiet() -> Generator[None, None, None]:
    # mpremote prints what it read when it gives up.
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def open_port(port: str) -> SerialTransport:
    """The port, opened by mpremote's transport for this program alone. Raises PortProblem."""
    refused = _may_not(port)
    if refused:
        raise PortProblem(refused)
    try:
        with _quiet():
            transport = SerialTransport(port, timeout=5)
        transport.serial.write_timeout = 10  # pyright: ignore[reportAttributeAccessIssue]
        return transport
    except TransportError as error:
        cause: BaseException = error
        try:
            serial.Serial(port, exclusive=True).close()
        except (OSError, serial.SerialException) as second:
            cause = second
        raise PortProblem(_why(port, cause)) from error
    except (OSError, ValueError) as error:
        raise PortProblem(_why(port, error)) from error


def enter(transport: SerialTransport) -> None:
    """Stops what runs on the Pico and gets MicroPython's raw prompt. Raises PortProblem."""
    problem: BaseException | None = None
    for wait in (0.0, 0.5, 2.0):
        time.sleep(wait)
        try:
            transport.serial.write(b"\r\x03\x03")
            time.sleep(0.1)
            with _quiet():
                transport.enter_raw_repl(soft_reset=True, timeout_overall=8)
            return
        except (TransportError, OSError) as error:
            problem = error
            if isinstance(error, serial.SerialTimeoutException):
                break
    raise PortProblem(
        f"The Pico at {transport.device_name} does not answer as MicroPython does ({problem}).\n"
        "Unplug it, hold Back while plugging it in again (then Roost does not start), and repeat the command.\n"
        f"If that does not help, it may run another program.\n{BOOTSEL_STEPS}"
    )


@dataclass(frozen=True)
class Runtime:
    """What runs on a Pico: name and version of the interpreter, and what board it says it is."""

    name: str
    version: tuple[int, int, int]
    machine: str
    mpy: int

    @property
    def text(self) -> str:
        """As "MicroPython 1.26.1 on Raspberry Pi Pico with RP2040"."""
        names = {"micropython": "MicroPython", "circuitpython": "CircuitPython"}
        return "%s %d.%d.%d on %s" % (names.get(self.name, self.name), *self.version, self.machine)


def runtime(transport: SerialTransport) -> Runtime:
    """Asks the Pico what it runs; it must be at the raw prompt."""
    found: Any = transport.eval(
        "(lambda s: (s.implementation[0], tuple(s.implementation[1][:3]), s.implementation[2], getattr(s.implementation, '_mpy', 0)))"
        "(__import__('sys'))"
    )
    name, version, machine, mpy = found
    name, version, machine, mpy = found
    return Runtime(name, version, machine, mpy)


def check(what: Runtime) -> None:
    """Raises PortProblem when Roost can't run on it."""
    if what.name != "micropython":
        raise PortProblem(f"The Pico runs {what.text}. Roost's firmware needs MicroPython.\n{BOOTSEL_STEPS}")
    if what.version < LEAST:
        raise PortProblem(
            "The Pico runs %s, which is too old: at least %d.%d is needed.\n%s" % (what.text, *LEAST, BOOTSEL_STEPS)
        )
    if "RP2" not in what.machine:
        raise PortProblem(f"This is no Pico: it says {what.text}.")
