"""A game that was begun before an update, on a simulated device in a process of its own, on both runtimes.

Three versions of the firmware stand beside each other: the one here, one with a corrected rule that carries the version before, and one that no
longer does. The correction is an invented one: half as many light turn cards end a game of two seats.
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from firmware.journal import unseal
from host import replay
from tests.conftest import RECORDS
from tests.firmware.test_simulated import Child, enter

RECORD = RECORDS / "fowl_play" / "two-seats.roost"

BEFORE = """
from .rules import FowlRules

def version_1(newest):
    if not issubclass(newest, FowlRules):
        return newest

    class Version1(newest):
        def __init__(self, *parts):
            super().__init__(*parts)
            self.light_limit = {2: 6, 3: 3, 4: 3}[len(self.seats)]

    return Version1

VERSIONS = {1: version_1}
"""


def edited(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new))


@pytest.fixture(scope="module")
def versions(root: Path, tmp_path_factory: pytest.TempPathFactory) -> "dict[str, Path]":
    """The folders of the three versions."""
    folders = {"now": root}
    for name in ("updated", "later"):
        folder = folders[name] = tmp_path_factory.mktemp(name)
        for package in ("firmware", "shared_rules"):
            shutil.copytree(root / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
        game = folder / "shared_rules" / "fowl_play"
        edited(game / "rules.py", "LIGHT_LIMIT = {2: 6, 3: 3, 4: 3}", "LIGHT_LIMIT = {2: 3, 3: 2, 4: 2}")
        edited(game / "__init__.py", "RULES = (1,)", "RULES = (1, 2)" if name == "updated" else "RULES = (2, 3)")
        (game / "before.py").write_text(BEFORE if name == "updated" else "VERSIONS = {2: lambda newest: newest}\n")
    return folders


@pytest.fixture(params=["cpython", "micropython"])
def start(request: pytest.FixtureRequest, versions: "dict[str, Path]", tmp_path: Path) -> Any:
    """Function: starts the device with a version of the firmware; the one that ran before loses its power."""
    command = [sys.executable] if request.param == "cpython" else [request.getfixturevalue("micropython")]
    children: "list[Child]" = []

    def stop() -> None:
        for child in children:
            child.process.kill()
            child.process.wait()

    def go(version: str) -> Child:
        stop()
        child = Child(command, versions[version], tmp_path / "data")
        children.append(child)
        child.wait("hello")
        child.send({"subscribe": ["screen", "recorded"]})
        return child

    yield go
    stop()


def state(child: Child) -> "dict[str, Any]":
    child.send({"ask": "state", "id": 1})
    return json.loads(json.dumps(child.wait("state")))


def play(child: Child, lines: "list[str]") -> None:
    for line in lines:
        child.send({"line": line})
        assert child.wait("recorded")["line"] == line


def set_up(child: Child, lines: "list[str]") -> None:
    enter(child, "game fowl_play")
    enter(child, "mode play")
    for line in lines:
        child.send({"line": line})
        child.wait("screen")


def read(child: Child) -> str:
    """Confirms the next announcement, and returns it."""
    screen = child.wait("screen", lambda value: value["mode"] == "announce")
    child.send({"choose": 0, "screen": screen["id"]})
    return " ".join(screen["do"])


def replayed(lines: "list[str]") -> "dict[str, Any]":
    game = replay.replay("\n".join(lines).encode()).game
    assert game is not None
    return json.loads(json.dumps(game.state()))


def kept(data: Path, number: int) -> "list[str]":
    found = [unseal(line) for line in (data / ("%04d.game" % number)).read_bytes().splitlines()]
    return [line[0] for line in found if line is not None and line[0][:1] != "#"]


def test_a_game_goes_on_by_the_rules_it_was_begun_with(start: Any, tmp_path: Path) -> None:
    data = tmp_path / "data"
    lines = [line.partition("#")[0].strip() for line in RECORD.read_text().splitlines()]
    lines = [line for line in lines if line]
    head = [lines[0], "rules 1", *[line for line in lines if line.split()[0] in ("seats", "foxes")]]
    actions = lines[lines.index(head[-1]) + 1 :]
    half, most = len(actions) // 2, len(actions) - 1

    child = start("now")
    set_up(child, head[2:])
    play(child, actions[:half])
    assert kept(data, 1) == head + actions[:half]

    # After the update: the same state, by the same rules; it passes what would be its end by the corrected ones.
    child = start("updated")
    enter(child, "start resume")
    child.wait("screen", lambda value: value["mode"] in ("game", "announce"))
    found = state(child)
    assert (found["rules"], found["light_limit"]) == (1, 6)
    assert found == replayed(head + actions[:half])
    play(child, ["undo", actions[half - 1], *actions[half:most]])
    found = state(child)
    assert found == replayed(head + actions[:most])
    assert found["light"] > 3
    as_it_was = (data / "0001.game").read_bytes()

    # A firmware that no longer carries those rules says so and leaves the game alone; a new one is by its newest rules.
    child = start("later")
    enter(child, "start resume")
    assert "rules that this firmware doesn't know" in read(child)
    set_up(child, head[2:])
    play(child, actions[:1])
    assert state(child)["rules"] == 3
    assert (data / "0001.game").read_bytes() == as_it_was

    # Back at the one before: the old game is still there, and is played to its end.
    child = start("updated")
    enter(child, "start resume")
    assert "rules that this firmware doesn't know" in read(child)
    enter(child, "start stored")
    enter(child, "stored 1")
    child.wait("screen", lambda value: value["mode"] in ("game", "announce"))
    play(child, actions[most:])
    found = state(child)
    assert found["over"]
    assert found == replayed(head + actions)
    assert kept(data, 2)[:2] == [lines[0], "rules 3"]
