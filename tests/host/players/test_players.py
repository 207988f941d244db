"""Players decide by what a person at the table would see, and those that think more score more."""

import random
from statistics import mean

import pytest

from host.players.catalogue import kinds, new_player
from host.players.tables import new_table, step

CASES = [
    ("fowl_play", 4, 20),
    ("fowl_play", 2, 12),
    ("fancy_feathers", 4, 40),
    ("birds_of_a_feather", 4, 30),
    ("birds_of_a_feather", 1, 20),
]


def mixed(game, seats, games):
    """Mean points by kind of player, all kinds at the same tables, changing seats."""
    points = {kind: [] for kind in kinds(game)}
    for number in range(games):
        table = new_table(game, seats, random.Random(number))
        names = [kinds(game)[(seat + number) % len(kinds(game))] for seat in range(seats)]
        players = [new_player(game, kind, random.Random(f"{number} {seat}")) for seat, kind in enumerate(names)]
        while not table.game.over:
            step(table, players)
        for kind, score in zip(names, table.game.scores().values()):
            points[kind].append(score["total"])
    return {kind: mean(values) for kind, values in points.items()}


@pytest.mark.parametrize(("game", "seats", "games"), CASES)
def test_thinking_pays(game, seats, games, figure):
    points = mixed(game, seats, games)
    figure(f"{game}, {seats} seats, points on average: " + ", ".join(f"{kind} {value:.1f}" for kind, value in points.items()))
    order = [points[kind] for kind in kinds(game)]
    assert order == sorted(order)
    assert order[-1] > 1.3 * order[0]


class Blindfold:
    """A table as one seat sees it: looking at what is hidden from it raises."""

    def __init__(self, table, seat):
        self._table = table
        self._seat = seat

    def __getattr__(self, name):
        if name in ("hand", "kept"):
            return self._own(name)
        if name == "targets":
            return {self._seat: self._table.targets[self._seat]}
        if name in ("pile", "hands", "stack", "given", "deck", "decks", "chosen", "discards", "rng"):
            raise AssertionError(f"looks at {name}")
        return getattr(self._table, name)

    def _own(self, name):
        def look(seat):
            assert seat == self._seat, "looks into another's hand"
            return getattr(self._table, name)(seat)

        return look

    @property
    def __class__(self):
        return self._table.__class__


@pytest.mark.parametrize(("game", "seats"), [("fowl_play", 3), ("fancy_feathers", 3), ("birds_of_a_feather", 3)])
def test_nobody_peeks(game, seats):
    for kind in kinds(game):
        player = new_player(game, kind, random.Random(1))

        class Peeping:
            def choose(self, table, question, player=player):
                return player.choose(Blindfold(table, question.seat), question)

        table = new_table(game, seats, random.Random(3))
        while not table.game.over:
            step(table, [Peeping()] * seats)


@pytest.mark.parametrize("game", ["fowl_play", "fancy_feathers", "birds_of_a_feather"])
def test_players_leave_the_table_as_it_was(game):
    table = new_table(game, 3, random.Random(3))
    for kind in kinds(game):
        player = new_player(game, kind, random.Random(1))

        class Watched:
            def choose(self, table, question, player=player):
                state, hands = table.game.state(), [table.hand(seat) for seat in range(3)]
                picked = player.choose(table, question)
                assert table.game.state() == state
                assert [table.hand(seat) for seat in range(3)] == hands
                return picked

        for _ in range(30):
            if not table.game.over:
                step(table, [Watched()] * 3)
