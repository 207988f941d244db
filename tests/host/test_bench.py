"""The benchmark measures what it says, and the rules keep the limits that a person would notice."""

from collections.abc import Callable

import chess
import pytest

from host import bench
from shared_rules.record import Reader


def test_perft_counts_every_leaf() -> None:
    assert [bench.perft(chess.Board(), depth) for depth in (1, 2, 3)] == [20, 400, 8902]


def test_a_random_game_is_whole_and_its_record_replays() -> None:
    game, data = bench.random_game(3)
    assert game.over
    reader = Reader()
    for line in data.decode().splitlines():
        reader.feed(line)
    assert reader.finish().state() == game.state()


def test_the_speed_is_that_of_every_legal_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "LEAST_NODES", 1)
    game, data = bench.random_game(5)
    log = list(game.log)
    nodes = 0
    reader = Reader()
    for line in data.decode().splitlines():
        if reader.game is not None:
            nodes += len(reader.game.legal())
        reader.feed(line)
    opening = len(bench.opening().legal())
    assert bench.roost_speed([game]).nodes == nodes + opening
    assert game.log == log
    monkeypatch.setattr(bench, "LEAST_NODES", 10**9)
    with pytest.raises(ValueError, match="wanted"):
        bench.roost_speed([game])


def test_limits(figure: Callable[[str], None]) -> None:
    first, found = bench.opening_ms(repeats=3)
    figure(f"legal actions of the opening with four seats: {first:.2f} ms, {found} actions")
    assert first < bench.OPENING_MS
    game, data = bench.random_game(1)
    whole = bench.game_ms(data, repeats=5)
    figure(f"replay of a whole random game of {len(game.log)} actions: {whole:.1f} ms")
    assert whole < bench.GAME_MS
