"""A stored game isn't changed or broken by a later correction of the rules: proven with an invented version of each game's."""

import importlib

import pytest

from host import replay
from shared_rules import catalogue
from tests.conftest import RECORDS
from tests.shared_rules import invented

# A record of each game, and why the corrected rules refuse a line of it.
CASES = {
    "fowl_play": ("two-seats.roost", "wrong-phase"),
    "fancy_feathers": ("102-rulebook-three-seats.roost", "cards-due"),
    "birds_of_a_feather": ("107-six-seats.roost", "game-over"),
}


def lines_of(game: str) -> "list[str]":
    lines = [line.partition("#")[0].strip() for line in (RECORDS / game / CASES[game][0]).read_text().splitlines()]
    return [line for line in lines if line and not line.startswith("rules")]


def data(lines: "list[str]", rules: int) -> bytes:
    return "\n".join([lines[0], "rules %d" % rules, *lines[1:]]).encode()


def seen(lines: "list[str]") -> "tuple | None":
    """What is seen of a game that these lines, by version 1, lead to."""
    game = replay.replay(data(lines, 1)).game
    return None if game is None else (game.state(), game.legal(), game.prompt().do)


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_every_version_but_the_newest_stands_in_one_place(game: str) -> None:
    package = importlib.import_module("shared_rules." + game)
    before = importlib.import_module("shared_rules." + game + ".before")
    assert sorted(before.VERSIONS) == list(package.RULES[:-1])
    assert list(package.RULES) == sorted(package.RULES)


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_a_correction_changes_no_stored_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(game)
    whole = replay.replay(data(lines, 1))
    assert whole.problem is None
    as_it_was = whole.game.state()
    assert as_it_was["rules"] == 1
    parts = [seen(lines[:end]) for end in range(6, len(lines), 9)]
    invented.update(game, monkeypatch)
    # By version 1 it is what it was, at its end and on the way there.
    again = replay.replay(data(lines, 1))
    assert again.problem is None
    assert again.game.state() == as_it_was
    assert [seen(lines[:end]) for end in range(6, len(lines), 9)] == parts
    # By version 2, and by the newest when a record names none, the corrected rule holds.
    for text in (data(lines, 2), "\n".join(lines).encode()):
        corrected = replay.replay(text)
        assert corrected.problem.code == CASES[game][1]
        assert corrected.game is None or corrected.game.rules == 2
    # What isn't carried is refused at its line.
    unknown = replay.replay(data(lines, 3)).problem
    assert (unknown.line, unknown.code) == (2, "unknown-rules")
    invented.later(game, monkeypatch)
    assert replay.replay(data(lines, 1)).problem.code == "unknown-rules"
