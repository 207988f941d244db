"""Random games: the two referees agree, invariants hold, undo goes all the way back."""

import random

import pytest

from shared_rules.fowl_play.rules import FOWL, GONE
from shared_rules.jsontext import dumps
from shared_rules.refusal import Refusal
from tests.shared_rules.fowl_play.games import legal_lines, random_game, random_setup
from tests.shared_rules.fowl_play.reference import Referee


@pytest.mark.parametrize("seed", range(40))
def test_the_slow_referee_agrees_at_every_step(seed):
    setup, game = random_game(seed, greedy=random.Random(seed).choice([0, 0.3, 0.9]))
    referee = Referee(setup.lines())
    replayed = setup.start()
    rng = random.Random(seed)
    for action in game.log:
        if rng.random() < 0.25 or replayed.phase == "play":
            assert legal_lines(replayed) == referee.lines()
        replayed.apply(action)
        referee.feed(replayed.line(action))
    state = replayed.state()
    assert state["fowl"] == {str(card): cell for card, cell in referee.fowl.items()}
    assert (state["light"], state["turn"], state["captured"]) == (referee.light, referee.turn, referee.captured)
    points, winners = referee.score()
    for seat in game.seats:
        sheet = state["scores"][seat]
        assert (sheet["captured"]["subtotal"], sheet["surviving"]["subtotal"], sheet["total"]) == points[seat]
    assert state["winners"] == winners


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_long_games_pass_several_shuffles(seats):
    """Games in which foxes rarely capture meet the light limit; greedy ones last long enough for the pile to run out again."""
    most = 0
    for seed in range(12):
        setup, game = random_game(1000 + seed, seats, greedy=0.5)
        referee = Referee(setup.lines())
        replayed = setup.start()
        for action in game.log:
            if replayed.phase == "play":
                assert legal_lines(replayed) == referee.lines()
            replayed.apply(action)
            referee.feed(replayed.line(action))
        most = max(most, len(referee.shuffles))
    assert most >= (1 if seats < 4 else 2)


@pytest.mark.parametrize("seed", range(10))
def test_invariants(seed):
    setup, game = random_game(200 + seed)
    replayed = setup.start()
    light = 0
    for action in game.log:
        replayed.apply(action)
        cells = [replayed.cell_of(fowl) for fowl in range(1, FOWL + 1) if replayed.cell_of(fowl) != GONE]
        assert len(set(cells)) == len(cells) == replayed.left()
        assert not set(cells) & set(replayed.tunnels)
        assert not set(cells) & set(replayed.foxes)
        assert len(set(replayed.foxes)) == len(replayed.seats)
        assert light <= replayed.light <= replayed.light_limit
        light = replayed.light
    assert replayed.left() <= 8 or replayed.light == replayed.light_limit


@pytest.mark.parametrize("seed", range(8))
def test_undo_is_exact_back_to_the_start(seed):
    setup, game = random_game(300 + seed)
    replayed = setup.start()
    states = []
    for action in game.log:
        states.append((dumps(replayed.state()), legal_lines(replayed)))
        replayed.apply(action)
    log = list(game.log)
    while states:
        assert replayed.undo() == log.pop()
        assert (dumps(replayed.state()), legal_lines(replayed)) == states.pop()
    with pytest.raises(Refusal) as refused:
        replayed.undo()
    assert refused.value.code == "nothing-to-undo"


@pytest.mark.parametrize("seed", range(6))
def test_apply_takes_what_legal_lists_and_nothing_else(seed):
    """Every line that could be written is tried; what is refused leaves the state alone."""
    rng = random.Random(seed)
    setup, game = random_game(400 + seed)
    replayed = setup.start()
    stops = set(rng.sample(range(len(game.log)), 6))
    for index, action in enumerate(game.log):
        if index in stops:
            before = dumps(replayed.state())
            legal = set(replayed.legal())
            seats = range(len(replayed.seats))
            tried = [verb << 16 | seat << 14 | card for verb in (0, 5) for seat in seats for card in range(1, 37)]
            tried += [verb << 16 | seat << 14 for verb in (2, 4) for seat in seats]
            tried += [3 << 16 | seat << 14 | cell for seat in seats for cell in range(127)]
            seat = replayed.mover()
            if seat >= 0:
                tried += [1 << 16 | seat << 14 | start << 7 | goal for start in range(127) for goal in range(127)]
            accepted = set()
            for candidate in tried:
                try:
                    replayed.check(candidate)
                except Refusal:
                    continue
                accepted.add(candidate)
            assert accepted == legal
            assert dumps(replayed.state()) == before
        replayed.apply(action)


def test_trying_every_action_and_taking_it_back_changes_nothing():
    rng = random.Random(5)
    game = random_setup(rng, 4).start()
    for _ in range(150):
        if game.over:
            break
        before = dumps(game.state())
        legal = game.legal()
        for action in legal:
            game.apply(action)
            game.undo()
        assert dumps(game.state()) == before
        assert game.legal() == legal
        game.apply(rng.choice(legal))
