"""A folder of games is for one simulated device at a time, whichever command starts it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from host.cli import main
from host.emulator.image import NoImage, find_image
from host.sim.folder import InUse, taken


def test_a_folder_is_taken_once_and_given_back(tmp_path: Path):
    with taken(tmp_path / "new"):
        with pytest.raises(InUse, match="Another simulated device is using"), taken(tmp_path / "new"):
            pass
        with taken(tmp_path / "other"):
            pass
    with taken(tmp_path / "new"):
        pass


def test_a_program_that_was_killed_holds_nothing(tmp_path: Path):
    code = f"import sys\nfrom host.sim.folder import *\nwith taken(Path({str(tmp_path)!r})):\n    print('taken', flush=True)\n    sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"taken" + os.linesep.encode()
        with pytest.raises(InUse), taken(tmp_path):
            pass
        holder.kill()
        holder.wait()
    with taken(tmp_path):
        pass


@pytest.mark.parametrize("command", [["sim", "--no-browser"], ["say", "--plain"], ["games"]], ids=lambda words: words[0])
def test_every_command_says_that_a_folder_is_in_use(command: "list[str]", tmp_path: Path):
    with taken(tmp_path):
        done = CliRunner().invoke(main, [*command, "--runtime", "cpython", "--data", str(tmp_path)], input="")
    assert done.exit_code == 1
    assert done.stderr.startswith(("Error: ", "roost: "))
    assert f"Another simulated device is using {tmp_path}. End it first" in done.stderr


def test_an_emulated_pico_has_its_flash_alone(tmp_path: Path):
    try:
        find_image()
    except NoImage as missing:
        pytest.skip(str(missing))
    with taken(tmp_path):
        done = CliRunner().invoke(main, ["sim", "--no-browser", "--on", "pico", "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert "Another simulated device is using" in done.stderr


def test_without_the_emulator_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("host.sim.command.EMULATOR", ("no_such_package",))
    done = CliRunner().invoke(main, ["sim", "--no-browser", "--on", "pico", "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert done.stderr == "Error: The emulator of a Pico isn't installed here. In a copy of Roost's sources: make setup\n"
    assert not list(tmp_path.iterdir())
