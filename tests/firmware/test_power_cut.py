"""A game on the app, on MicroPython's unix port: its littlefs lies in memory, and each write in turn fails or is torn by a power cut."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).with_name("cut_game.py")
IN_TURN = 4  # nothing of a write, half of it, single bits, all of it: one after the other
ALL = os.environ.get("ROOST_CUTS") == "all"
TORN = (0, 1, 2, 3) if ALL else (IN_TURN,)


def game(micropython: str, root: Path, mode: str, torn: int, every: int = 1) -> "dict[str, int]":
    command = [micropython, "-X", "heapsize=128M", str(SCRIPT), str(root), mode, str(torn), str(every)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    return {name: int(number) for name, number in re.findall(r"(\w+) (\d+)", done.stdout)}


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("torn", TORN)
@pytest.mark.parametrize(("mode", "what"), [("cut", "the power cut in each write"), ("fail", "each write failing")])
def test_every_write_may_be_cut_or_fail(micropython: str, root: Path, figure: Any, mode: str, what: str, torn: int) -> None:
    found = game(micropython, root, mode, torn)
    figure(f"unix port: two games of %(writes)d writes, {what}: %(tried)d tried, %(lost)d lost anything" % found)
    assert found["tried"] == found["writes"] > 70
    assert found["lost"] == 0


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("torn", TORN)
def test_three_writes_in_a_row_may_fail(micropython: str, root: Path, figure: Any, torn: int) -> None:
    found = game(micropython, root, "many", torn, 1 if ALL else 3)
    figure("unix port: the same, a write and the next two failing: %(tried)d tried, %(lost)d lost anything" % found)
    assert found["tried"] >= found["writes"] // 3 > 20
    assert found["lost"] == 0


def test_an_unsafe_writer_is_found_out(micropython: str, root: Path) -> None:
    assert game(micropython, root, "unsafe", IN_TURN, 3)["lost"] > 10
