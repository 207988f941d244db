"""The drivers for knob, buttons, joystick, serial port, display, sound and clock under CircuitPython, on stand-ins for its modules."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("parts.py")


def test_they_do_what_the_app_expects(root: Path) -> None:
    pytest.importorskip("adafruit_pixelbuf", reason="Adafruit's libraries are not installed")
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(root)], capture_output=True, text=True, check=False, timeout=60, cwd=root
    )
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    assert done.stdout == "right\n"
