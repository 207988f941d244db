"""What a game costs the flash: bytes, pages and erases an action, erases of the block that wears most, how many
finished games are kept; and that the game that runs has room.
"""

import subprocess
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
RECORD = "tests/emulator/records/four-hundred.roost"
ENDURANCE = 100_000  # erases of a block, by the chip's data sheet


def run(micropython: str, script: str, *arguments: object) -> "dict[str, float]":
    command = [micropython, "-X", "heapsize=64M", str(FOLDER / script), *[str(argument) for argument in arguments]]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def worn(micropython: str, root: Path, games: int, kind: str, quiet: int) -> "dict[str, float]":
    return run(micropython, "wear.py", root, root / RECORD, games, kind, quiet)


def test_a_game_hardly_wears_the_flash_and_thirty_are_kept(micropython: str, root: Path, figure: Any) -> None:
    found = worn(micropython, root, 40, "log", 12)
    figure(
        "%d games of 400 actions: %.0f bytes in %.2f pages and %.2f erases an action, %.1f erases a game with housekeeping, %.2f of the block that wears"
        " most: flash for %d games; the youngest %d are kept"
        % (
            found["games"],
            found["bytes_an_action"],
            found["pages_an_action"],
            found["erases_an_action"],
            found["erases_a_game"],
            found["hottest_a_game"],
            ENDURANCE / found["hottest_a_game"],
            found["kept"],
        )
    )
    assert found["actions"] == 16_000
    assert found["kept"] >= 30
    assert found["bytes_an_action"] < 70
    assert found["pages_an_action"] < 1.4
    assert found["worst_erases_an_action"] == 0
    assert found["erases_a_game"] < 25
    assert ENDURANCE / found["hottest_a_game"] > 50_000


def test_plain_files_wear_it_much_faster(micropython: str, root: Path, figure: Any) -> None:
    found = worn(micropython, root, 4, "plain", 0)
    figure(
        "the same in plain files: %.0f bytes in %.2f pages and %.2f erases an action, %.1f erases a game of the block that wears most"
        % (found["bytes_an_action"], found["pages_an_action"], found["erases_an_action"], found["hottest_a_game"])
    )
    assert found["erases_an_action"] > 0.9
    assert found["hottest_a_game"] > 4


def test_a_game_that_is_begun_always_has_room(micropython: str, root: Path, figure: Any) -> None:
    found = run(micropython, "full.py", root)
    figure(
        "a game of %(actions)d actions in a flash with room for just one, mended, damaged and kept aside twice: of %(free_before)d bytes"
        " at least %(free_least)d stay free" % found
    )
    assert found["free_before"] == 64 * 1024
    assert found["lines"] > 600
    assert found["free_least"] > 0


def test_a_flash_that_others_fill_costs_lines_not_games(micropython: str, root: Path, figure: Any) -> None:
    found = run(micropython, "filled.py", root, 6)
    figure(
        "a flash filled to its last block and emptied again while games run: %(lines)d lines, %(refused)d refused for want of room, %(starts)d starts,"
        " no line that was taken is gone" % found
    )
    assert found["refused"] > 100
    assert found["starts"] > 40
