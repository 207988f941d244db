"""Random games, step by step against the slow reference, and what must hold in every game."""

import itertools
import random

import pytest

from shared_rules.birds_of_a_feather import birds
from shared_rules.jsontext import dumps
from shared_rules.refusal import Refusal
from tests.shared_rules.birds_of_a_feather import reference
from tests.shared_rules.birds_of_a_feather.tables import enter, everything, random_action, random_table, start


def test_the_deck_has_sixty_cards() -> None:
    assert sum(reference.DECK.values()) == 60
    sheet = birds.Sheet()
    assert {sheet.name(bird): sheet.copies[bird % 7] for bird in range(35)} == reference.DECK


@pytest.mark.parametrize("part", range(8))
def test_random_games_equal_the_reference(part: int) -> None:
    rng = random.Random(part)
    tied = 0
    for _ in range(300):
        game, raptors, variant, habitats, kinds = random_table(rng)
        table = reference.Table(list(game.seats), raptors, variant, habitats, kinds)
        looks = {rng.randrange(60) for _ in range(3)}
        while not game.over:
            action = random_action(game, rng)
            game.apply(action)
            tied += game.phase == "last"
            if len(game.log) in looks or game.phase in ("last", "over"):
                other = reference.Position(table, [game.line(action) for action in game.log])
                assert dumps(game.state()) == dumps(other.state())
                legal = [game.line(action) for action in game.legal()]
                assert len(set(legal)) == len(legal)
                assert set(legal) == other.legal()
    assert tied > 20


@pytest.mark.parametrize("seats", range(1, 8))
def test_legal_is_exactly_what_apply_accepts(seats: int) -> None:
    rng = random.Random(seats)
    for _ in range(4):
        game = start(seats, raptors=True)
        looks = {rng.randrange(60) for _ in range(6)}
        while True:
            if len(game.log) in looks or game.phase in ("last", "over"):
                lines = [f"reveal {bird}" for bird in reference.DECK]
                lines += [" ".join(words) for words in itertools.product(("play", "last"), game.seats, reference.DECK)]
                legal = {game.line(action) for action in game.legal()}
                before = everything(game)
                for line in lines:
                    action = game.read(line.split())
                    assert game.line(action) == line
                    if line in legal:
                        game.check(action)
                        game.apply(action)
                        assert game.undo() == action
                    else:
                        with pytest.raises(Refusal) as checked:
                            game.check(action)
                        with pytest.raises(Refusal) as applied:
                            game.apply(action)
                        assert checked.value.code == applied.value.code
                    assert everything(game) == before
            if game.over:
                break
            game.apply(random_action(game, rng))


def test_undo_gives_back_every_state() -> None:
    rng = random.Random(5)
    for mode in [None] * 60 + ["score"] * 20:
        game = random_table(rng, mode)[0]
        states = [(everything(game), dumps(game.state()))]
        actions = []
        while not game.over:
            actions.append(random_action(game, rng))
            game.apply(actions[-1])
            states.append((everything(game), dumps(game.state())))
            if rng.random() < 0.1:
                back = min(len(actions), rng.choice((1, 1, 2, 3, 8)))
                for _ in range(back):
                    game.undo_notes()
                    assert game.undo() == actions.pop()
                    states.pop()
                    assert (everything(game), dumps(game.state())) == states[-1]
        while actions:
            game.undo()
            actions.pop()
            states.pop()
            assert (everything(game), dumps(game.state())) == states[-1]
        with pytest.raises(Refusal) as refused:
            game.undo()
        assert refused.value.code == "nothing-to-undo"


def test_what_always_holds() -> None:
    rng = random.Random(6)
    for _ in range(150):
        game = random_table(rng)[0]
        ticked = 0
        while not game.over:
            events = game.apply(random_action(game, rng))
            state = game.state()
            # Nothing is ever forgotten on a sheet, and what was newly seen is what was told.
            now = sum(len(seen) for seen in state["recorded"].values())
            assert now - ticked == sum(len(event[3]) for event in events if event[0] == "saw")
            ticked = now
            told = [event[1] for event in events if event[0] == "saw"]
            assert told in ([], list(range(len(game.seats))))
            shown = [action[-1] for action in game.log]
            assert all(shown.count(bird) <= game.printed.copies[bird % 7] for bird in shown)
            assert bool(game.legal()) != game.over
            assert game.to_act() == sorted({action[1] for action in game.legal() if action[0] != "reveal"})
            assert 1 <= game.turn <= game.rounds
            assert (state["winners"] is None) == (state["scores"] is None) == (not game.over)
        assert len([1 for action in game.log if action[0] != "last"]) == game.rounds * (len(game.seats) + game.reveals)
        assert game.sheet()[-1][0][0] == "total"
        assert game.sheet()[-1][1] == [score["total"] for score in game.scores().values()]
        assert [sum(column) for column in zip(*[row[1] for row in game.sheet()[:-1]], strict=True)] == game.sheet()[-1][1]


def test_a_record_played_again_gives_the_same_state() -> None:
    rng = random.Random(7)
    for _ in range(20):
        game, raptors, variant, habitats, kinds = random_table(rng)
        while not game.over:
            game.apply(random_action(game, rng))
        again = start(" ".join(game.seats), raptors, variant, habitats, kinds)
        enter(again, "\n".join(game.line(action) for action in game.log))
        assert everything(again) == everything(game)
