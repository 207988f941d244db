"""How much turning and pressing a turn takes: the limits that a table can live with."""

import pytest

from host import inputs, selfplay

GAMES = 6
MEDIANS = {"play": 6, "move": 10, "fox": 5, "stay": 5, "done": 5, "target": 6, "announced": 1}


@pytest.fixture(scope="module", params=["sensible", "random"])
def measured(request):
    plan = selfplay.Plan("fowl_play", 4, 7, request.param)
    games = [inputs.enter("fowl_play", selfplay.play(plan, number)) for number in range(1, GAMES + 1)]
    return request.param, inputs.ease(games)


def test_medians(measured, figure):
    player, ease = measured
    for kind, (count, median, mean, _most) in ease.kinds.items():
        figure(f"Fowl Play!, four {player} seats, {kind}: median {median:g}, mean {mean:.1f} inputs ({count} times)")
        assert median <= MEDIANS[kind], kind
    assert set(ease.kinds) >= {"play", "move", "fox", "target"}


def test_a_whole_turn(measured, figure):
    player, ease = measured
    figure(f"Fowl Play!, four {player} seats: {ease.a_turn:.1f} inputs a turn, {ease.detents:.1f} of them detents")
    if player == "sensible":
        assert ease.a_turn <= 55
    else:
        assert ease.a_turn <= 90  # seats that move at random use all their spaces, on fowl that nobody would think of


@pytest.mark.parametrize(
    ("game", "seats", "limit"),
    [("fancy_feathers", 4, 10), ("fancy_feathers", 2, 12), ("birds_of_a_feather", 4, 22), ("birds_of_a_feather", 2, 22)],
)
def test_the_other_games(game, seats, limit, figure):
    plan = selfplay.Plan(game, seats, 7, "greedy")
    ease = inputs.ease([inputs.enter(game, selfplay.play(plan, number)) for number in range(1, 6)])
    figure(f"{game}, {seats} greedy seats: {ease.a_turn:.1f} inputs a turn")
    assert ease.a_turn <= limit
