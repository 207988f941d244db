"""`roost selfplay`: the same seed gives the same games, whoever shares the work; results as a table; what is refused."""

import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from host import selfplay
from host.cli import main
from host.replay import replay


def run(*arguments):
    return CliRunner().invoke(main, ["selfplay", *arguments])


@pytest.mark.parametrize("game", ["fowl_play", "fancy_feathers", "birds_of_a_feather"])
def test_jobs_change_nothing(game, tmp_path):
    one = run(game, "--games", "6", "--jobs", "1", "--out", str(tmp_path / "one"))
    two = run(game, "--games", "6", "--jobs", "2", "--out", str(tmp_path / "two"))
    assert one.exit_code == two.exit_code == 0, one.output + two.output
    assert one.stdout == two.stdout
    names = [f"{number:04d}.roost" for number in range(1, 7)]
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == names
    for name in names:
        data = (tmp_path / "one" / name).read_bytes()
        assert data == (tmp_path / "two" / name).read_bytes()
        outcome = replay(data)
        assert outcome.problem is None
        assert outcome.game.over
    assert len({(tmp_path / "one" / name).read_bytes() for name in names}) == 6


def test_the_table_of_results(tmp_path):
    done = run("fowl_play", "--games", "8", "--jobs", "1", "--player", "greedy", "--seed", "4")
    assert done.exit_code == 0
    for word in ("8 games, 4 greedy players, seed 4", "turns", "actions", "endings", "ties", "seat 4", "wins"):
        assert word in done.stdout
    wins = [float(found) for found in re.findall(r"wins ([0-9.]+)", done.stdout)]
    assert sum(wins) == pytest.approx(8, abs=0.3)


def test_another_seed_plays_others():
    plan = selfplay.Plan("fowl_play", 3, 1)
    assert selfplay.play(plan, 1).lines != selfplay.play(plan, 2).lines
    assert selfplay.play(plan, 1).lines != selfplay.play(selfplay.Plan("fowl_play", 3, 2), 1).lines


def test_inputs_are_counted():
    done = run("birds_of_a_feather", "--games", "1", "--jobs", "1", "--seats", "2", "--inputs")
    assert done.exit_code == 0
    assert re.search(r"play +│ +28 ", done.stdout)
    assert "a turn" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["checkers"], "'checkers' is not one of"),
        (["fowl_play", "--seats", "5"], "fowl_play takes 2 to 4 players"),
        (["fancy_feathers", "--seats", "1"], "fancy_feathers takes 2 to 6 players"),
        (["birds_of_a_feather", "--player", "sensible"], "no sensible player"),
        (["fowl_play", "--games", "0"], "0 is not in the range"),
        (["fowl_play", "--jobs", "0"], "0 is not in the range"),
        (["fowl_play", "--seed", "x"], "'x' is not a valid integer"),
    ],
)
def test_what_is_refused(arguments, words):
    done = run(*arguments)
    assert done.exit_code == 2
    assert words in done.stderr
    assert "Traceback" not in done.output


def test_records_are_never_written_over(tmp_path):
    assert run("fancy_feathers", "--games", "2", "--jobs", "1", "--out", str(tmp_path)).exit_code == 0
    before = (tmp_path / "0001.roost").read_bytes()
    done = run("fancy_feathers", "--games", "2", "--jobs", "1", "--seed", "9", "--out", str(tmp_path))
    assert done.exit_code == 1
    assert "is there already" in done.stderr
    assert (tmp_path / "0001.roost").read_bytes() == before


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    done = run("fancy_feathers", "--games", "1", "--jobs", "1", "--out", str(tmp_path / "file" / "folder"))
    assert done.exit_code == 1
    assert "can't be used" in done.stderr


def test_as_a_program(tmp_path):
    """No progress bar where nobody watches, and plain output that can be kept."""
    code = "from host.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "selfplay", "fancy_feathers", "--games", "4", "--jobs", "2"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "4 games" in done.stdout
