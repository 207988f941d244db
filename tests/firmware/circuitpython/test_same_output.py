"""The display and the lights get from Adafruit's real libraries what the MicroPython drivers send."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("same_output.py")


@pytest.mark.parametrize(
    ("order", "controller", "offset"),
    [("GRB", "ssd1306", 0), ("GRBW", "sh1106", 2), ("RGB", "sh1106", 2), ("BRGW", "ssd1306", 0)],
)
def test_screens_and_lights_of_a_game(
    root: Path, figure: Callable[[str], None], order: str, controller: str, offset: int
) -> None:
    pytest.importorskip("adafruit_pixelbuf", reason="Adafruit's libraries are not installed")
    command = [sys.executable, str(SCRIPT), str(root), order, controller, str(offset)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100, cwd=root)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    word, screens, frames, *_ = done.stdout.split()
    assert word == "same"
    assert int(screens) > 40
    assert int(frames) > 20
    figure(
        "Adafruit's libraries, %s and %s: %s screens and %s light frames as by the MicroPython drivers"
        % (controller, order, screens, frames)
    )
