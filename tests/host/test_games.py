"""`roost games`, with simulated devices on both runtimes."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firmware.journal import seal, unseal
from host import games, games_command
from host.cli import main
from tests.conftest import RECORDS

FINISHED = RECORDS / "fowl_play" / "007-full.roost"
OTHER = RECORDS / "birds_of_a_feather" / "001-full.roost"


def lines_of(path: Path) -> "list[str]":
    lines = [line.partition("#")[0].strip() for line in path.read_text().splitlines()]
    return [line for line in lines if line]


def journal(lines: "list[str]", each: int = 7) -> bytes:
    return b"".join(seal(line, each * count) for count, line in enumerate(lines))


@pytest.fixture(params=["cpython", "micropython"])
def runtime(request: pytest.FixtureRequest) -> str:
    if request.param == "micropython":
        request.getfixturevalue("micropython")
    return request.param


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "device"
    folder.mkdir()
    full = lines_of(FINISHED)
    (folder / "0003.game").write_bytes(journal([*full, "# finished"]))
    (folder / "0004.game").write_bytes(journal(full[:40]))
    (folder / "0006.game").write_bytes(journal(["roost 1 toy"]))
    (folder / "0006.bad").write_bytes(b"\x00\xffnothing" * 200)
    (folder / "settings").write_bytes(seal('{"current":4}', 0))
    (folder / "foreign.game").write_bytes(b"whatever")
    return folder


@pytest.fixture
def run(data: Path, runtime: str):
    def go(*arguments: object, **options: object) -> Result:
        command = ["games", "--data", str(data), "--runtime", runtime, *[str(one) for one in arguments]]
        return CliRunner().invoke(main, command, **options)  # type: ignore[arg-type]

    return go


def test_they_are_listed(run) -> None:
    done = run()
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["3", "4", "6", "0006.bad"]
    assert "Fowl Play!" in lines[0]
    assert "finished" in lines[0]
    assert "0:15:24" in lines[0]
    assert "unfinished" in lines[1]
    assert "damaged, kept aside, 1800 bytes" in lines[3]


def test_fetched_they_are_records(run, data: Path, tmp_path: Path) -> None:
    done = run("fetch", 3, 4, "--to", tmp_path / "here")
    assert done.exit_code == 0, done.output
    path = tmp_path / "here" / "0003-fowl_play.roost"
    assert lines_of(path) == lines_of(FINISHED)
    whole = path.read_bytes().split(b"\n", 1)[1]
    assert whole == (data / "0003.game").read_bytes()  # not a byte of the journal is lost
    shown = CliRunner().invoke(main, ["replay", "--json", str(path)])
    assert shown.exit_code == 0
    assert shown.stdout == CliRunner().invoke(main, ["replay", "--json", str(FINISHED)]).stdout
    # Once more: the same; after the game went on: replaced; something else of that name: not without --force.
    assert "as it was" in run("fetch", 3, "--to", tmp_path / "here").stdout
    game = data / "0004.game"
    game.write_bytes(game.read_bytes() + seal(lines_of(FINISHED)[40], 500))
    assert run("fetch", 4, "--to", tmp_path / "here").exit_code == 0
    assert len(lines_of(tmp_path / "here" / "0004-fowl_play.roost")) == 41
    path.write_text("mine\n")
    refused = run("fetch", 3, "--to", tmp_path / "here")
    assert refused.exit_code == 1
    assert "--force" in refused.stderr
    assert path.read_text() == "mine\n"
    assert run("fetch", 3, "--force", "--to", tmp_path / "here").exit_code == 0
    assert lines_of(path) == lines_of(FINISHED)


def test_all_are_fetched_and_progress_is_shown(run, tmp_path: Path) -> None:
    done = run("fetch", "--to", tmp_path / "here")
    assert done.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "here").iterdir()) == [
        "0003-fowl_play.roost",
        "0004-fowl_play.roost",
        "0006-toy.roost",
    ]
    assert "game 3" in done.stderr


def test_damaged_files_and_reports_are_fetched_and_deleted(run, data: Path, tmp_path: Path) -> None:
    assert run("fetch", "0006.bad", "--to", tmp_path / "here").exit_code == 0
    assert (tmp_path / "here" / "0006.bad").read_bytes() == (data / "0006.bad").read_bytes()
    assert run("delete", "0006.bad", "--yes").exit_code == 0
    assert not (data / "0006.bad").exists()
    assert run("delete", "settings", "--yes").exit_code == 1
    assert (data / "settings").exists()


def test_deleting_asks_and_spares_the_running_one(run, data: Path) -> None:
    done = run("delete", 3, input="n\n")
    assert done.exit_code == 1
    assert (data / "0003.game").exists()
    done = run("delete", 3, input="y\n")
    assert done.exit_code == 0, done.output
    assert not (data / "0003.game").exists()
    done = run("delete", 4, "--yes")
    assert done.exit_code == 1
    assert "runs" in done.stderr
    assert (data / "0004.game").exists()
    assert "no game 9" in run("delete", 9, "--yes").stderr


def test_the_number_of_a_deleted_game_is_not_given_again(run, data: Path) -> None:
    (data / "0006.bad").unlink()
    assert run("delete", 6, "--yes").exit_code == 0
    done = run("restore", FINISHED)
    assert done.exit_code == 0, done.output
    assert (data / "0007.game").exists()


def test_what_was_fetched_can_be_restored_as_it_was(run, data: Path, tmp_path: Path) -> None:
    head, *rest = lines_of(FINISHED)
    whole = [head, "rules 1", *rest]  # as a device writes it
    (data / "0003.game").write_bytes(journal([*whole, "# finished"]))
    (data / "0004.game").write_bytes(journal(whole[:40]))
    run("fetch", 3, 4, "--to", tmp_path)
    before = (data / "0003.game").read_bytes(), (data / "0004.game").read_bytes()
    done = run("restore", tmp_path / "0003-fowl_play.roost", tmp_path / "0004-fowl_play.roost")
    assert done.exit_code == 0, done.output
    assert "is game 7 on the device" in done.stdout
    assert ((data / "0007.game").read_bytes(), (data / "0008.game").read_bytes()) == before
    assert not (data / "restore").exists()


def test_a_plain_record_is_restored_with_seals(run, data: Path) -> None:
    done = run("restore", OTHER)
    assert done.exit_code == 0, done.output
    found = [unseal(line) for line in (data / "0007.game").read_bytes().splitlines()]
    assert None not in found
    head, *rest = lines_of(OTHER)
    # It names no version of the rules: it was checked by the newest, and stays a game of these.
    assert [one[0] for one in found if one] == [head, "rules 1", *rest, "# finished"]


def test_a_set_up_comes_back_as_it_was(run, data: Path, tmp_path: Path) -> None:
    whole = journal(["roost 1 fowl_play", "rules 1", "# mode play", "# set seats black white"])
    (data / "0008.game").write_bytes(whole)
    assert run("fetch", 8, "--to", tmp_path).exit_code == 0
    done = run("restore", tmp_path / "0008-fowl_play.roost")
    assert done.exit_code == 0, done.output
    assert (data / "0009.game").read_bytes() == whole


def test_what_a_damaged_file_says_names_no_file_here(run, data: Path, tmp_path: Path) -> None:
    (data / "0008.game").write_bytes(journal(["roost 1 ../../../elsewhere", "rules 1"]))
    (data / "0009.game").write_bytes(b"")
    done = run("fetch", "--to", tmp_path / "here")
    assert done.exit_code == 0, done.output
    assert [path.name for path in sorted((tmp_path / "here").iterdir())][-2:] == ["0008-unknown.roost", "0009-unknown.roost"]


def test_only_what_is_kept_aside_is_deleted_by_name(run, data: Path, runtime: str) -> None:
    outside = data.parent / "outside.bad"
    outside.write_bytes(b"mine")
    with games_command._Way(None, data, runtime).open() as device, pytest.raises(games.Trouble):
        device.delete("../outside.bad")
    assert outside.exists()
    assert run("delete", 3, "3", "0003", "--yes").exit_code == 0
    assert not (data / "0003.game").exists()


def test_beside_a_file_with_the_highest_number_a_game_still_finds_one(run, data: Path) -> None:
    (data / "99999999.game").write_bytes(journal(["roost 1 toy"]))
    done = run("restore", FINISHED)
    assert done.exit_code == 0, done.output
    assert "is game 1 on the device" in done.stdout
    assert "Fowl Play!" in run().stdout.splitlines()[0]


def test_what_is_no_record_stays_away(run, data: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.roost"
    bad.write_text("\n".join([*lines_of(FINISHED)[:20], "fox black a1"]))
    done = run("restore", bad)
    assert done.exit_code == 1
    assert "bad.roost:21: " in done.stderr
    bad.write_text("nothing\n")
    assert "no-header" in run("restore", bad).stderr
    assert not (data / "0007.game").exists()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["games", "--data", str(tmp_path / "none")])
    assert done.exit_code == 1
    assert "no folder" in done.stderr


def test_a_device_that_says_nothing_of_the_kind(tmp_path: Path) -> None:
    import queue

    class Prompt:
        name = "/dev/somewhere"

        def __init__(self, heard: "queue.Queue") -> None:
            self.heard = heard

        def send(self, message: "dict") -> None:
            self.heard.put(("console", ">>> "))

        def close(self) -> None:
            pass

    heard: queue.Queue = queue.Queue()
    with pytest.raises(games.Trouble, match="prompt"):
        games.Connection(Prompt(heard), heard).greet(0.3)
    heard.put(("device", None))
    with pytest.raises(games.Trouble, match="gone"):
        games.Connection(Prompt(heard), heard).greet(0.3)
