"""The simulated device is killed at random moments of a game, also while it writes: the next start resumes at what was confirmed, or later."""

import json
import queue
import random
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import RECORDS
from tests.firmware.test_simulated import Child, enter

RECORD = RECORDS / "fowl_play" / "two-seats.roost"
KILLS = 8


def lines() -> "list[str]":
    found = [line.partition("#")[0].strip() for line in RECORD.read_text().splitlines()]
    return [line for line in found if line]


def confirmed(child: Child) -> "list[str]":
    """The lines that the device had said were on its medium when it was killed."""
    found = []
    while True:
        try:
            line = child._lines.get(timeout=5)
        except queue.Empty:
            return found
        if line is None:
            return found
        if line.startswith('{"recorded"') and line.endswith("}\n"):
            found.append(line)
    return found


def record(child: Child) -> "list[str]":
    """The lines of the open game, which come in several replies."""
    child.send({"ask": "record", "id": 1})
    found: "list[str]" = []
    while True:
        reply = json.loads(child._lines.get(timeout=20))
        if "reply" in reply:
            found += reply["lines"]
            if not reply.get("more"):
                return found


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_kill_at_any_moment_loses_nothing(runtime: str, request: Any, root: Path, tmp_path: Path, figure: Any) -> None:
    command = [sys.executable] if runtime == "cpython" else [request.getfixturevalue("micropython")]
    rng = random.Random(runtime)
    head = [line for line in lines() if line.split()[0] in ("roost", "rules", "seats", "foxes")]
    actions = [line for line in lines() if line not in head]
    child = Child(command, root, tmp_path)
    try:
        child.wait("hello")
        child.send({"subscribe": ["screen", "recorded"]})
        enter(child, "game fowl_play")
        enter(child, "mode play")
        for line in head[2:]:
            child.send({"line": line})
            child.wait("screen")
        done = 0
        for _ in range(KILLS):
            # Lines are sent without waiting, with take-backs in between, and the process dies somewhere among them.
            for line in actions[done : done + 12]:
                child.send({"line": line})
            child.wait("recorded")
            time.sleep(rng.random() * 0.012)
            child.process.kill()
            child.process.wait()
            count = 1 + len(confirmed(child))
            child = Child(command, root, tmp_path)
            child.wait("hello")
            child.send({"subscribe": ["screen"]})
            enter(child, "start resume")
            child.wait("screen", lambda value: value["mode"] in ("game", "announce"))
            found = record(child)
            assert found == (head + actions)[: len(found)]
            assert len(head) + done + count <= len(found) <= len(head) + done + 12
            done = len(found) - len(head)
            child.send({"subscribe": ["screen", "recorded"]})
        figure("%s: killed %d times in a game, %d actions in, nothing that was confirmed is gone" % (runtime, KILLS, done))
        assert done >= KILLS
    finally:
        child.process.kill()
        child.process.wait()
