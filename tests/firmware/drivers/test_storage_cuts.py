"""The log storage with the power cut at every flash command, on MicroPython's unix port."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).with_name("storage_cuts.py")


def cut(micropython: str, root: Path, kind: str, every: int) -> "dict[str, int]":
    command = [micropython, "-X", "heapsize=64M", str(SCRIPT), kind, str(root), str(every)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    return {name: int(number) for name, number in re.findall(r"(\w+) (\d+)", done.stdout)}


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_no_cut_loses_or_mixes_anything(micropython: str, root: Path, figure: Any, every: int) -> None:
    found = cut(micropython, root, "log", every)
    figure("storage: %(cuts)d power cuts among %(commands)d flash commands, none loses anything" % found)
    assert found["cuts"] > 300 * 3 // every
    assert found["lost"] == 0


def test_random_use_is_as_a_model_says(micropython: str, root: Path, figure: Any) -> None:
    command = [micropython, "-X", "heapsize=64M", str(SCRIPT.with_name("storage_random.py")), str(root), "20", "300"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    found = {name: int(number) for name, number in re.findall(r"(\w+) (\d+)", done.stdout)}
    figure("storage: %(steps)d random steps with %(starts)d starts and %(cuts)d power cuts leave what a model says" % found)
    assert found["steps"] == 6000
    assert found["cuts"] > 50


def test_an_unsafe_writer_is_caught(micropython: str, root: Path) -> None:
    found = cut(micropython, root, "unsafe", 37)
    assert found["lost"] > 10
