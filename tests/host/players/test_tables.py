"""Dealt tables: no card is lost or doubled, nothing that isn't in a hand is played, the same seed gives the same game."""

import random
from collections import Counter

import pytest

from host.players.tables import SEATS, TABLES, BirdsTable, FeathersTable, FowlTable, RandomPlayer, new_table, step
from host.replay import replay
from shared_rules.birds_of_a_feather import birds
from shared_rules.fancy_feathers import cards as feathers

ALL = [(game, seats) for game in TABLES for seats in range(SEATS[game][0], SEATS[game][1] + 1)]


def whole_pack(table):
    """Every card of the game, wherever it is."""
    game = table.game
    if isinstance(table, FowlTable):
        laid = [card for card in game.cards if card]
        return Counter(table.pile + table.discards + laid + table.targets + [card for hand in table.hands for card in hand])
    if isinstance(table, FeathersTable):
        return Counter(table.stack + game.cards)
    assert isinstance(table, BirdsTable)
    out = [action[-1] for action in game.log if action[0] != "last"]
    held = [bird for hand in table.hands for bird in hand]
    return Counter(table.deck + [bird for deck in table.decks for bird in deck] + held + out)


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_no_card_is_lost(name, seats):
    for seed in range(4):
        table = new_table(name, seats, random.Random(seed))
        players = [RandomPlayer(random.Random(seed))] * seats
        step(table, players)
        pack = whole_pack(table)
        if name == "fowl_play":
            assert pack == Counter(range(1, 37))
        elif name == "fancy_feathers":
            assert sum(pack.values()) == 15 * seats
            assert all(count <= feathers.copies(card, seats) for card, count in pack.items())
        elif seats > 1:
            assert sum(pack.values()) == 60
        while not table.game.over:
            if not table.questions():
                due = table.due()
                assert due is None or table.fits(due)
            step(table, players)
            if name != "birds_of_a_feather" or seats > 1:  # alone, cards are discarded unseen
                assert whole_pack(table) == pack


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_records_replay(name, seats):
    table = new_table(name, seats, random.Random(5))
    players = [RandomPlayer(random.Random(6))] * seats
    while not table.game.over:
        step(table, players)
    outcome = replay(("\n".join(table.record()) + "\n").encode())
    assert outcome.problem is None
    assert outcome.game.state() == table.game.state()


@pytest.mark.parametrize(("name", "seats"), ALL)
def test_the_same_seed_plays_the_same(name, seats):
    def record(seed):
        table = new_table(name, seats, random.Random(seed))
        players = [RandomPlayer(random.Random(seed + 1))] * seats
        while not table.game.over:
            step(table, players)
        return table.record()

    assert record(3) == record(3)
    assert record(3) != record(4)


def test_every_reshuffle_of_fowl_play_fits_the_rules():
    """With two seats the pile runs out at the end of turn 15; the game then refuses what can't be in a hand, and the table never asks for it."""
    shuffles = 0
    for seed in range(30):
        table = new_table("fowl_play", 4, random.Random(seed))
        players = [RandomPlayer(random.Random(seed))] * 4
        while not table.game.over:
            turn = table.game.turn
            step(table, players)
            shuffles += table.game.turn > turn and table.game.turn == 7
    assert shuffles > 2


def test_answers_are_checked():
    table = new_table("fowl_play", 3, random.Random(1))
    first, second, _ = table.questions()
    assert first.asking == "target"
    assert len(first.options) == 4
    foreign = second.options[0]
    with pytest.raises(ValueError, match="no answer"):
        table.answer(first, foreign)
    table.answer(first, first.options[0])
    with pytest.raises(ValueError, match="no answer"):
        table.answer(first, first.options[1])
    assert [question.seat for question in table.questions()] == [1, 2]


def test_only_dealt_cards_fit():
    table = new_table("fowl_play", 2, random.Random(1))
    while questions := table.questions():
        table.answer(questions[0], questions[0].options[0])
    due = table.due()
    assert table.fits(due)
    assert not table.fits(due ^ 1 if (due ^ 1) & 127 else due ^ 2)


@pytest.mark.parametrize(("seats", "deals"), [(2, 3), (3, 2)])
def test_a_draft(seats, deals):
    names = " ".join(f"player{n + 1}" for n in range(seats))
    table = new_table("birds_of_a_feather", seats, random.Random(2), [f"seats {names}", "variant draft"])
    assert isinstance(table, BirdsTable)
    seen = Counter()
    first = {question.seat: question.options for question in table.questions()}
    passed = None
    while table.questions()[0].asking.startswith("draft"):
        for question in table.questions():
            seen[question.asking] += 1
            table.answer(question, question.options[0])
        if passed is None and len(table.questions()[0].options) == (8 if seats == 2 else 9):
            passed = {question.seat: question.options for question in table.questions()}
    assert seen == {"draft-hand": 15 * seats, "draft-deck": 30 if seats == 2 else 15}
    assert [len(hand) for hand in table.hands] == [15] * seats
    assert [len(deck) for deck in table.decks] == [15] * (2 if seats == 2 else 1)
    # The first deal is passed to the left: what one seat held lies before the next.
    assert passed is not None
    assert not Counter(passed[1]) - Counter(first[0])
    assert table.deck == []
    assert deals * 10 * seats == 60


def test_migration_passes_to_the_left():
    table = new_table("birds_of_a_feather", 4, random.Random(2), ["seats a b c d", "variant migration"])
    assert isinstance(table, BirdsTable)
    before = [table.hand(seat) for seat in range(4)]
    passed = [[] for _ in range(4)]
    while table.questions()[0].asking == "pass":
        question = table.questions()[0]
        passed[question.seat].append(question.options[0])
        table.answer(question, question.options[0])
        if table.questions()[0].asking == "pass":
            assert question.of[1] == birds.PASSED[3]
    for seat in range(4):
        assert Counter(table.hand(seat)) == Counter(before[seat]) - Counter(passed[seat]) + Counter(passed[seat - 1])


def test_a_fox_asks_at_once_and_is_named_at_the_end():
    asked = named = 0
    for seed in range(20):
        table = new_table(
            "fancy_feathers", 3, random.Random(seed), ["seats a b c", "types fox golden fart nest trap blood", "discs a b c"]
        )
        players = [RandomPlayer(random.Random(seed))] * 3
        while not table.game.over:
            asked += len(table.questions())
            step(table, players)
            named += table.game.phase == "lose"
        assert table.game.given == table.given
    assert asked > 20
    assert named > 20
