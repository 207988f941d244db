"""Random games: the rules against an independent account of them, undo, what is legal against what is accepted, both runtimes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shared_rules.fancy_feathers.cards import CARDS, copies, deck
from shared_rules.fancy_feathers.rules import leave, lose, move, reveal
from shared_rules.jsontext import dumps
from shared_rules.refusal import Refusal
from tests.shared_rules.fancy_feathers.reference import Reference
from tests.shared_rules.fancy_feathers.table import RandomGame, everything, lines, play

ROOT = Path(__file__).resolve().parents[3]
# With both Fox and Trap there is most to go wrong.
CHAINS = ("fox", "trap", "monal", "green", "golden", "mirror")


def reference_of(random_game: RandomGame) -> Reference:
    game = random_game.game
    return Reference(game.seats, [game.seats[seat] for seat in game.discs], game.types)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("types", [None, CHAINS], ids=["any types", "fox and trap"])
def test_the_rules_agree_with_the_reference_at_every_step(seats, types):
    for seed in range(12):
        table = RandomGame(seed, seats, types)
        reference = reference_of(table)
        while True:
            state = json.loads(dumps(table.game.state()))
            expected = reference.state()
            assert {key: state[key] for key in expected} == expected
            assert list(state["path"]) == list(expected["path"])
            assert list(state["piles"]) == list(expected["piles"])
            assert lines(table.game) == sorted(reference.legal())
            line = table.next_line()
            if line is None:
                break
            play(table.game, line)
            reference.apply(line)
        assert reference.phase() == "over"


@pytest.mark.slow
def test_thousands_of_games_end_as_the_reference_says():
    for seed in range(2000):
        table = RandomGame(1000 + seed, None, CHAINS if seed % 2 else None)
        reference = reference_of(table)
        line = table.next_line()
        while line is not None:
            play(table.game, line)
            reference.apply(line)
            line = table.next_line()
        state = json.loads(dumps(table.game.state()))
        expected = reference.state()
        assert {key: state[key] for key in expected} == expected


def candidates(game):
    """Every action that could be meant at all, and some that can't."""
    seats = range(len(game.seats))
    found = [reveal([card]) for card in range(len(CARDS))]
    found += [move(seat, place) for seat in seats for place in range(deck(len(seats)) + 2)]
    found += [leave(seat) for seat in seats]
    found += [lose(seat, card) for seat in seats for card in range(len(CARDS))]
    return found


@pytest.mark.parametrize("seats", range(2, 7))
def test_what_is_legal_is_what_is_accepted(seats):
    for seed in range(4):
        table = RandomGame(300 + seed, seats, CHAINS if seed % 2 else None)
        while True:
            game = table.game
            before = everything(game)
            legal = set(game.legal())
            assert len(legal) == len(game.legal())
            for action in candidates(game):
                assert game.read(game.line(action).split()) == action
                if action in legal:
                    game.check(action)
                    game.apply(action)
                    assert game.undo() == action
                else:
                    with pytest.raises(Refusal):
                        game.check(action)
                    with pytest.raises(Refusal):
                        game.apply(action)
            assert everything(game) == before
            line = table.next_line()
            if line is None:
                break
            play(game, line)


@pytest.mark.parametrize("seats", range(2, 7))
def test_undo_gives_back_every_earlier_state_exactly(seats):
    for seed in range(16):
        table = RandomGame(seed, seats, CHAINS if seed % 2 else None)
        states = [everything(table.game)]
        line = table.next_line()
        while line is not None:
            play(table.game, line)
            states.append(everything(table.game))
            line = table.next_line()
        log = list(table.game.log)
        while log:
            assert everything(table.game) == states[len(log)]
            assert table.game.undo() == log.pop()
        assert everything(table.game) == states[0]
        with pytest.raises(Refusal, match="nothing-to-undo"):
            table.game.undo()


@pytest.mark.parametrize("seats", range(2, 7))
def test_cards_are_conserved_and_somebody_wins(seats):
    for seed in range(30):
        table = RandomGame(600 + seed, seats)
        game = table.game
        line = table.next_line()
        while line is not None:
            play(game, line)
            state = game.state()
            given = sum(len(cards) for cards in game.given)
            held = [token for cards in state["collected"].values() for token in cards]
            assert len(held) + given + state["aside"] + len(state["path"]) + state["stack"] == 15 * seats
            everywhere = held + ["trap"] * state["aside"] + list(state["path"].values())
            for card in range(len(CARDS)):
                assert everywhere.count(CARDS[card]) <= copies(card, seats)
            line = table.next_line()
        assert sorted(game.left) == list(range(seats))
        assert len(game.winners()) == 1
        assert game.legal() == []
        assert game.to_act() == []
        totals = [row["total"] for row in game.scores().values()]
        assert totals[game.winners()[0]] == max(totals)
        assert all(row["total"] == sum(row.values()) - row["total"] for row in game.scores().values())


@pytest.mark.slow
def test_micropython_and_cpython_agree(micropython):
    script = "tests/shared_rules/fancy_feathers/play_on_both.py"
    environment = dict(os.environ, MICROPYPATH=str(ROOT) + ":.frozen", PYTHONPATH=str(ROOT))
    outputs = []
    for command in ([sys.executable], [micropython, "-X", "heapsize=2m"]):
        run = subprocess.run(
            [*command, script], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100, check=False
        )
        assert run.returncode == 0, run.stderr + run.stdout
        outputs.append(run.stdout)
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") == 30 * 2 + 20
    assert outputs[0].count('"over":true') == 30 + 20
