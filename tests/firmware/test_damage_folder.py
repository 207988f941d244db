"""A simulated device whose folder holds what doesn't belong there: it starts, tells, and a game is played, on both runtimes."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from firmware.journal import seal
from host.cli import main
from tests.conftest import RECORDS
from tests.firmware.test_simulated import Child


def record() -> "list[str]":
    lines = [line.partition("#")[0].strip() for line in (RECORDS / "fowl_play" / "007-full.roost").read_text().splitlines()]
    return [line for line in lines if line]


def journal(lines: "list[str]") -> bytes:
    return b"".join(seal(line, 3 * count) for count, line in enumerate(lines))


# ---- what lies there: functions of the folder


def folders(data: Path) -> None:
    for name in ("0005.game", "copy-fowl_play", "crash.txt", "0009.bad", "restore", "0010.game.new"):
        (data / name).mkdir()


def settings_that_are_a_folder(data: Path) -> None:
    (data / "settings").unlink()
    (data / "settings" / "deeper").mkdir(parents=True)


def odd_names(data: Path) -> None:
    for name in (
        b"\xff\xfe.bad",
        b"\xff.game",
        "ä ö.bad".encode(),
        b"new\nline.bad",
        b'quo"te.bad',
        b".game",
        b"-1.game",
        b"a" * 200 + b".bad",
    ):
        try:
            Path(os.fsdecode(os.path.join(os.fsencode(data), name))).write_bytes(b"x" * 10)
        except OSError:  # not every file system takes every name
            continue


def large_files(data: Path) -> None:
    (data / "0008.game").write_bytes(b"\x01\xfe" * 1_000_000)
    (data / "0007.game").write_bytes(b"a" * 3_000_000)
    for name in ("settings", "copy-fowl_play", "crash.txt"):
        (data / name).write_bytes(b"\n" * 1_000_000)


def empty_files(data: Path) -> None:
    for name in ("0004.game", "0007.game", "settings", "copy-fowl_play", "crash.txt", "restore", "0011.bad"):
        (data / name).write_bytes(b"")


def a_game_that_is_over(data: Path) -> None:
    (data / "settings").write_bytes(seal('{"current":3}', 0))


def settings_of_another_device(data: Path) -> None:
    (data / "settings").write_bytes(
        seal('{"current":99999,"games":99999999,"names":[["x","y"]],"last":{"fowl_play":{"seats":"pink","foxes":"zz"}}}', 0)
    )


def an_endless_line(data: Path) -> None:
    lines = record()
    (data / "0004.game").write_bytes(journal(lines[:20]) + seal("play black " + "1" * 5000, 5) + journal(lines[20:30]))


def control_characters(data: Path) -> None:
    (data / "0004.game").write_bytes(journal([*record()[:20], "play\x00black 3", "move \u2028 x"]))


CASES = [
    folders,
    settings_that_are_a_folder,
    odd_names,
    large_files,
    empty_files,
    a_game_that_is_over,
    settings_of_another_device,
    an_endless_line,
    control_characters,
]

SET_UP = {"start resume": 1, "word next": 2, "game fowl_play": 3, "mode play": 4}


def to_a_game(child: Child) -> "list[dict[str, Any]]":
    """Takes up the game that is offered, else begins one; returns the screens on the way."""
    screens: "list[dict[str, Any]]" = []
    for _ in range(40):
        screens.append(child.wait("screen"))
        screen = screens[-1]
        keys = [choice["key"] for choice in screen["choices"]]
        if screen["mode"] in ("game", "sheet"):
            return screens
        if screen["mode"] == "setup" and "mode play" not in keys:
            child.send({"line": "seats black white"})
            child.wait("screen")
            child.send({"line": "foxes black g8 white g6"})
            continue
        wanted = min((key for key in keys if key in SET_UP), key=SET_UP.__getitem__, default=keys[0])
        child.send({"choose": keys.index(wanted), "screen": screen["id"]})
    raise AssertionError([(screen["mode"], screen["title"], screen["do"]) for screen in screens])


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_what_does_not_belong_there_stops_no_game(
    case: "Callable[[Path], None]", runtime: str, request: Any, root: Path, tmp_path: Path
) -> None:
    command = [sys.executable] if runtime == "cpython" else [request.getfixturevalue("micropython")]
    data = tmp_path / "device"
    data.mkdir()
    lines = record()
    (data / "0003.game").write_bytes(journal([*lines, "# finished"]))
    (data / "0004.game").write_bytes(journal(lines[:40]))
    (data / "settings").write_bytes(seal('{"current":4}', 0))
    case(data)
    finished = (data / "0003.game").read_bytes()
    listed = CliRunner().invoke(main, ["games", "--data", str(data), "--runtime", runtime])
    assert listed.exit_code == 0, listed.output
    assert listed.stdout.splitlines()[0].split()[0] == "3"
    child = Child(command, root, data)
    try:
        child.wait("hello")
        child.send({"subscribe": ["screen", "recorded"]})
        screens = to_a_game(child)
        if case is not a_game_that_is_over:
            resumed = any(screen["choices"][0]["key"] == "start resume" for screen in screens)
            child.send({"line": "undo" if resumed else "play black 5"})
            child.wait("recorded")
        assert (data / "0003.game").read_bytes() == finished
        assert child.end()[0] == 0
    finally:
        child.process.kill()
        child.process.wait()
