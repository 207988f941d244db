"""`roost flash --circuitpython`: copies Roost and Adafruit's libraries onto the CIRCUITPY drive of a board, and verifies them.

It writes only on a drive that CircuitPython made, and over no file that it didn't write, unless that is allowed. What it wrote, with hashes,
it keeps on the drive in `roost.json`; the games in `/roost` are never touched.
"""

import ctypes
import hashlib
import json
import os
import re
import string
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from firmware.version import VERSION

from . import circuitpython
from .build import BuildError

LABEL = "CIRCUITPY"
MANIFEST = "roost.json"
BOOT_OUT = "boot_out.txt"  # CircuitPython writes it at each power-on
NEEDED = (8, 2)  # the oldest version that it was tried on
GAMES = "roost/"


class DriveProblem(Exception):
    """Nothing was copied, or not all of it; the text says why, and what to do."""


def is_circuitpy(folder: Path) -> bool:
    """Is this the root of a drive that CircuitPython made?"""
    try:
        return (folder / BOOT_OUT).read_text("utf-8", "replace").startswith("Adafruit CircuitPython")
    except OSError:
        return False


def _mounts(text: str) -> "list[Path]":
    """Mount points of /proc/mounts, or of macOS's `mount`, which have no such file."""
    return [
        Path(re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), line.split()[1]))
        for line in text.splitlines()
        if line.strip()
    ]


def _windows_drives() -> "list[Path]":  # pragma: no cover - only there
    kernel: Any = ctypes.windll.kernel32  # type: ignore[attr-defined]
    found: list[Path] = []
    bits = kernel.GetLogicalDrives()
    for number, letter in enumerate(string.ascii_uppercase):
        if bits >> number & 1:
            name = ctypes.create_unicode_buffer(64)
            root = letter + ":\\"
            if kernel.GetVolumeInformationW(root, name, 64, None, None, None, None, 0) and name.value == LABEL:
                found.append(Path(root))
    return found


def candidates(platform: str = sys.platform, root: Path = Path("/")) -> "list[Path]":
    """Where a drive named CIRCUITPY is mounted on this system, whether or not CircuitPython made it.

    platform  as `sys.platform`
    root      the root of the file system
    """
    if platform == "win32":
        return _windows_drives()
    if platform == "darwin":
        volumes = root / "Volumes"
        return sorted(volumes.glob(LABEL + "*")) if volumes.is_dir() else []
    try:
        mounted = _mounts((root / "proc/mounts").read_text("utf-8", "replace"))
    except OSError:
        return []
    # Two boards: the second drive is CIRCUITPY1.
    return sorted({root / str(path).lstrip("/") for path in mounted if re.fullmatch(LABEL + r"\d*", path.name)})


def find(given: "str | Path | None" = None, found: "Iterable[Path] | None" = None) -> Path:
    """The drive: `given`, else the only one of those `found` (None: as `candidates`) that CircuitPython made. Raises DriveProblem."""
    if given is not None:
        path = Path(given)
        if not is_circuitpy(path):
            raise DriveProblem(
                f"{path} is no drive that CircuitPython made: there is no {BOOT_OUT} of CircuitPython on it. Nothing was written."
            )
        return path
    drives = [path for path in (candidates() if found is None else found) if is_circuitpy(path)]
    if not drives:
        raise DriveProblem(
            f"No drive named {LABEL} was found. Plug the board in, with Back held if Roost is on it already; a board without CircuitPython gets "
            "it from circuitpython.org."
        )
    if len(drives) > 1:
        raise DriveProblem("There are several such drives; name one with --drive: {}".format(", ".join(map(str, drives))))
    return drives[0]


def version_of(drive: Path) -> "tuple[tuple[int, ...], str]":
    """(version, the line that says it) of the CircuitPython on a drive."""
    line = (drive / BOOT_OUT).read_text("utf-8", "replace").splitlines()[0]
    found = re.search(r"CircuitPython (\d+)\.(\d+)\.(\d+)", line)
    return (tuple(int(part) for part in found.groups()) if found else (0,)), line


def manifest(drive: Path) -> "dict[str, str]":
    """Path -> SHA-256 of what was written here before; empty where nothing was."""
    try:
        found = json.loads((drive / MANIFEST).read_text("utf-8"))
        files = found["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {name: digest for name, digest in files.items() if isinstance(name, str)} if isinstance(files, dict) else {}


def _unfinished(drive: Path) -> "list[str]":
    """What a copy that was interrupted had begun to write."""
    try:
        found = json.loads((drive / MANIFEST).read_text("utf-8")).get("writing", [])
    except (OSError, ValueError, AttributeError):
        return []
    return found if isinstance(found, list) else []


def digest(data: bytes) -> str:
    """What the manifest holds of a file."""
    return hashlib.sha256(data).hexdigest()


def _inside(drive: Path, name: str) -> Path:
    path = drive / name
    if ".." in Path(name).parts or Path(name).is_absolute() or not path.resolve().is_relative_to(drive.resolve()):
        raise DriveProblem(f"{name} would lie outside {drive}.")
    return path


def _now(path: Path) -> "bytes | None":
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def foreign(drive: Path, files: "dict[str, bytes]") -> "list[str]":
    """Files that would be overwritten or hidden, and that Roost didn't write as they are now.

    A compiled module hides behind a source of its name, so that one counts, too.
    """
    before = manifest(drive)
    torn = _unfinished(drive)
    found: list[str] = []
    for name, data in files.items():
        twin = name[:-4] + ".py" if name.endswith(".mpy") else name[:-3] + ".mpy" if name.endswith(".py") else None
        for path in (name, twin):
            old = None if path is None else _now(_inside(drive, path))
            if path is None or old is None or (path == name and old == data) or path in torn or before.get(path) == digest(old):
                continue
            found.append(path)
    return sorted(found)


def state(drive: Path, files: "dict[str, bytes]") -> "tuple[list[str], list[str]]":
    """(what is missing, what is there in another version) on a drive, of these files."""
    missing = [name for name in files if _now(_inside(drive, name)) is None]
    other = [name for name, data in files.items() if _now(_inside(drive, name)) not in (None, data)]
    return sorted(missing), sorted(other)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def flash(
    say: Callable[[str], None],
    ask: Callable[[str], bool],
    drive: "str | Path | None" = None,
    board: str = "pico",
    compiler: "str | Path | None" = None,
    progress: "Callable[[str, int, int], None] | None" = None,
    files: "dict[str, bytes] | None" = None,
) -> Path:
    """Copies this version onto the drive, only what differs, and reads all of it back. Returns the drive.

    say, ask  where lines go; a question that is answered with True or False
    compiler  CircuitPython's `mpy-cross` of the version on the board, None: sources
    files     what to copy, None: as `circuitpython.files`

    Raises DriveProblem or BuildError.
    """
    place = find(drive)
    version, line = version_of(place)
    say(f"{place}: {line}")
    if version < NEEDED:
        say("Roost was tried on CircuitPython %s and later; this one is older, so things may fail." % ".".join(map(str, NEEDED)))
    wanted = circuitpython.files(board, compiler) if files is None else files
    if any(name.startswith(GAMES) for name in wanted):
        raise BuildError("the games' folder is not ours to write")
    before = manifest(place)
    missing, other = state(place, wanted)
    say("%d files: %d are missing, %d are there in another version." % (len(wanted), len(missing), len(other)))
    strangers = foreign(place, wanted)
    if strangers:
        say("Roost did not write these files, and would overwrite them: {}".format(", ".join(strangers)))
        if not ask("Overwrite them?"):
            raise DriveProblem("Nothing was written.")
    changed = missing + other
    stale = [name for name in before if name not in wanted]
    try:
        for name in strangers:
            if name not in wanted:
                _inside(place, name).unlink()
        for name in stale:
            path = _inside(place, name)
            if not name.startswith(GAMES) and _now(path) is not None and digest(path.read_bytes()) == before[name]:
                path.unlink()
        notes: dict[str, Any] = {"roost": VERSION, "board": board, "libraries": circuitpython.library_versions()}
        if changed:  # what is half written when this is interrupted is still known as ours
            _write(place / MANIFEST, json.dumps({"files": before, "writing": changed}).encode())
        for count, name in enumerate(changed):
            _write(_inside(place, name), wanted[name])
            if progress is not None:
                progress("copying", count + 1, len(changed))
        notes["files"] = {name: digest(wanted[name]) for name in sorted(wanted)}
        _write(place / MANIFEST, (json.dumps(notes, indent=1) + "\n").encode())
        missing, other = state(place, wanted)
    except PermissionError as problem:
        raise DriveProblem(f"{place} can't be written: {problem.strerror}.") from problem
    except OSError as problem:
        if problem.errno == 30 or "read-only" in str(problem).lower():
            raise DriveProblem(
                "The device has the drive, so a computer can't write on it. Plug it in with Back held."
            ) from problem
        if problem.errno == 28:
            raise DriveProblem(
                "The drive is full. Old games in %s may be moved elsewhere." % (place / GAMES.rstrip("/"))
            ) from problem
        raise DriveProblem(f"The drive gave way: {problem}. Run this again.") from problem
    if missing or other:
        raise DriveProblem(
            "Not all arrived; missing: {}; other than written: {}".format(
                ", ".join(missing) or "none", ", ".join(other) or "none"
            )
        )
    say("All %d files are on the drive, and read back the same. Eject it, then plug the board in anew." % len(wanted))
    return place
