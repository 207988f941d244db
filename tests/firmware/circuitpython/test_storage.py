"""The storage of CircuitPython's drive: the driver's promises, and power cuts at every flash command of a game."""

import importlib.util
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
# By its path: its package needs CircuitPython's modules.
_spec = importlib.util.spec_from_file_location("circuitpython_storage", ROOT / "firmware/drivers/circuitpython/storage.py")
assert _spec is not None
assert _spec.loader is not None
module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(module)
Storage = module.Storage


class Cut(Exception):
    pass


class Medium:
    """The inside of ROOST.DAT as CircuitPython writes it: a block of 4,096 bytes is collected in memory, erased and programmed as a whole
    when another block's turn comes, or at a sync.

    data   what is in flash
    shift  where the file's first byte lies in a block
    left   flash commands until the power goes, None: never
    torn   how far the last command gets: of 4 quarters
    """

    def __init__(self, data: "bytes | None" = None, shift: int = 0) -> None:
        self.data = bytearray(module.LENGTH) if data is None else bytearray(data)
        self.shift = shift
        self.left: "int | None" = None
        self.torn = 0
        self.commands = 0
        self._at = 0
        self._block: "int | None" = None
        self._cache = bytearray()

    def _span(self, block: int) -> "tuple[int, int]":
        start = block * module.BLOCK - self.shift
        return max(start, 0), min(start + module.BLOCK, len(self.data))

    def sync(self) -> None:
        if self._block is None:
            return
        start, end = self._span(self._block)
        new = bytes(self._cache)
        self._block = None
        for step in (b"\xff" * (end - start), new):
            self.commands += 1
            if self.left is not None:
                self.left -= 1
                if self.left < 0:
                    done = (end - start) * self.torn // 4
                    self.data[start : start + done] = step[:done]
                    raise Cut
            self.data[start:end] = step

    def seek(self, at: int) -> None:
        self._at = at

    def read(self, count: int) -> bytes:
        self.sync()
        found = bytes(self.data[self._at : self._at + count])
        self._at += count
        return found

    def write(self, data: Any) -> int:
        assert self._at % module.PAGE == 0, "a part of a sector: that touches the directory entry"
        assert len(data) == module.PAGE
        block = (self._at + self.shift) // module.BLOCK
        if block != self._block:
            self.sync()
            self._block = block
            start, end = self._span(block)
            self._cache = bytearray(self.data[start:end])
        start, _ = self._span(block)
        self._cache[self._at - start : self._at - start + len(data)] = data
        self._at += len(data)
        return len(data)


class Drive:
    """A folder that stands for the drive, and the inside of the one file that is written during a game."""

    def __init__(self, folder: Path, shift: int = 0) -> None:
        self.folder = folder
        self.medium = Medium(shift=shift)
        self.directory = 0  # how often the directory was changed

    def opener(self, path: str, mode: str) -> Any:
        if path.endswith(module.DATA) and mode in ("r+b", "rb"):
            return self.medium
        if "w" in mode:
            self.directory += 1
        return open(path, mode, buffering=0)

    def storage(self, **options: Any) -> Any:
        return Storage(str(self.folder), sync=self.medium.sync, opener=self.opener, **options)


@pytest.fixture
def drive(tmp_path: Path) -> "Iterator[Drive]":
    return Drive(tmp_path / "roost")


def line(n: int) -> bytes:
    return b"move black e5 e7 #%08x t=%d\n" % (n * 2654435761 & 0xFFFFFFFF, n)


def whole(storage: Any, name: str) -> "bytes | None":
    size = storage.size(name)
    if size < 0:
        return None
    data = b"".join(storage.read(name, at, 100) for at in range(0, size, 100))
    assert len(data) == size
    return data


def test_what_is_written_is_there_after_a_restart(drive: Drive) -> None:
    s = drive.storage()
    assert s.names() == []
    assert s.size("0001.game") == -1
    s.replace("settings", [b"one", b"two"])
    s.replace("0001.game", [line(0), line(1)])
    for n in range(2, 60):
        s.append("0001.game", line(n))
    s.replace("crash.txt", [b"x" * 700])
    expected = {"settings": b"onetwo", "0001.game": b"".join(map(line, range(60))), "crash.txt": b"x" * 700}
    for storage in (s, drive.storage(), drive.storage(read_only=True)):
        assert storage.names() == sorted(expected)
        assert {name: whole(storage, name) for name in expected} == expected
    assert s.read("0001.game", 990, 20) == expected["0001.game"][990:1010]
    assert s.read("0001.game", 10**6, 5) == b""


def test_another_game_leaves_the_first_as_a_file_of_the_drive(drive: Drive) -> None:
    s = drive.storage()
    s.replace("0001.game", [line(0)])
    s.append("0001.game", line(1))
    s.replace("0002.game", [line(7)])
    assert (drive.folder / "0001.game").read_bytes() == line(0) + line(1)
    assert not (drive.folder / "0002.game").exists()
    s.append("0001.game", line(2))  # and back again
    s = drive.storage()
    assert whole(s, "0001.game") == line(0) + line(1) + line(2)
    assert whole(s, "0002.game") == line(7)
    s.remove("0001.game")
    s.remove("settings")
    s.remove("nothing")
    assert drive.storage().names() == ["0002.game"]


def test_a_game_changes_no_directory(drive: Drive) -> None:
    s = drive.storage()
    s.replace("0001.game", [line(0)])
    before = drive.directory, sorted(os.listdir(drive.folder)), os.stat(drive.folder).st_mtime_ns
    for n in range(1, 400):
        s.append("0001.game", line(n))
        if n % 50 == 0:
            s.replace("settings", [b"setting %d" % n])
    assert (drive.directory, sorted(os.listdir(drive.folder)), os.stat(drive.folder).st_mtime_ns) == before
    assert whole(drive.storage(), "0001.game") == b"".join(map(line, range(400)))


def test_a_game_longer_than_any_goes_on(drive: Drive) -> None:
    s = drive.storage()
    s.replace("0001.game", [line(0)])
    for n in range(1, 800):
        s.append("0001.game", line(n))
    assert whole(drive.storage(), "0001.game") == b"".join(map(line, range(800)))


def test_the_computer_has_the_drive(drive: Drive) -> None:
    with pytest.raises(OSError):
        drive.storage(read_only=True).append("0001.game", b"x\n")  # nothing there yet
    drive.storage().replace("0001.game", [line(0)])
    before = bytes(drive.medium.data)
    s = drive.storage(read_only=True)
    for do in (lambda: s.append("0001.game", b"x\n"), lambda: s.replace("settings", [b"x"]), lambda: s.remove("0001.game")):
        with pytest.raises(OSError, match="30"):
            do()
    assert whole(s, "0001.game") == line(0)
    assert drive.medium.data == before


def steps() -> "list[tuple[str, bytes]]":
    """What a game writes: its beginning, lines, a setting now and then, a mended file, a new beginning."""
    rng = random.Random(5)
    found = [("new", line(0) * 12)]
    for n in range(40):
        found.append(("line", line(n)[: rng.randrange(8, 38)] + b"\n"))
        if n % 13 == 5:
            found.append(("settings", b"s%d" % n * rng.randrange(1, 400)))
        if n == 25:
            found.append(("new", line(n) * 14))
    return found


def do(storage: Any, step: "tuple[str, bytes]") -> None:
    kind, data = step
    if kind == "new":
        storage.replace("0001.game", [data[at : at + 300] for at in range(0, len(data), 300)])
    elif kind == "line":
        storage.append("0001.game", data)
    else:
        storage.replace("settings", [data])


def after(state: "tuple[bytes, bytes | None]", step: "tuple[str, bytes]") -> "tuple[bytes, bytes | None]":
    kind, data = step
    if kind == "settings":
        return state[0], data
    return (data if kind == "new" else state[0] + data), state[1]


@pytest.mark.parametrize("shift", [0, 3 * 512])
def test_no_power_cut_loses_or_mixes_anything(tmp_path: Path, figure: Callable[[str], None], shift: int) -> None:
    drive = Drive(tmp_path / "roost", shift)
    storage = drive.storage()
    state: "tuple[bytes, bytes | None]" = (b"", None)
    cuts = 0
    rng = random.Random(shift)
    for step in [("new", line(0))] + steps():
        data = bytes(drive.medium.data)
        before = drive.medium.commands
        do(storage, step)
        commands = drive.medium.commands - before
        wanted = after(state, step)
        if state[0]:
            for left in range(commands):
                for torn in range(4):
                    cuts += 1
                    cut = Drive(drive.folder, shift)
                    cut.medium = Medium(data, shift)
                    victim = cut.storage()
                    cut.medium.left, cut.medium.torn = left, torn
                    with pytest.raises(Cut):
                        do(victim, step)
                    again = Drive(drive.folder, shift)
                    again.medium = Medium(bytes(cut.medium.data), shift)
                    # The start repairs what is torn; sometimes the power goes then, too.
                    if rng.random() < 0.2:
                        again.medium.left, again.medium.torn = rng.randrange(3), rng.randrange(4)
                        try:
                            again.storage()
                        except Cut:
                            pass
                        again.medium = Medium(bytes(again.medium.data), shift)
                    s = again.storage()
                    found = (whole(s, "0001.game"), whole(s, "settings"))
                    assert found in (state, wanted), (step, left, torn)
                    do(s, ("line", b"on\n"))
                    assert whole(again.storage(), "0001.game") == (found[0] or b"") + b"on\n"
        state = wanted
    assert cuts > 300
    figure("CircuitPython's storage, shifted by %d bytes: %d power cuts, none loses or mixes anything" % (shift, cuts))


def test_the_test_catches_a_storage_that_writes_one_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_COPIES", (module._COPIES[0], module._COPIES[0]))
    with pytest.raises((AssertionError, OSError)):
        test_no_power_cut_loses_or_mixes_anything(tmp_path, lambda _text: None, 0)
