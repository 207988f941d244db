"""The score-only mode."""

import pytest

from shared_rules.fancy_feathers.cards import copies, deck
from shared_rules.refusal import Refusal
from tests.shared_rules.fancy_feathers.table import Dice, RandomGame, everything, leave_all, play, record, start

HEAD = "rules 1\nmode score\nseats anna ben\ntypes golden fart amherst blood green reeves\n"


def entered(game, held):
    """Enters everything; held: by seat name a text such as `green 5`, the rest is 0."""
    for name in game.seats:
        words = held.get(name, "").split()
        have = dict(zip(words[::2], words[1::2], strict=True))
        for card in game.cards:
            token = game.line(("has", 0, card, 0)).split()[2]
            play(game, f"has {name} {token} {have.pop(token, 0)}")
        assert not have
    return game


def test_collections_are_scored():
    game = entered(record(HEAD), {"anna": "golden2 1 golden3 1 green 5", "ben": "amherst 3 reeves 1 fart2 2 blood 3"})
    assert game.over
    assert game.scores()["anna"] == {"golden": 5, "fart": 0, "amherst": 0, "blood": 0, "green": 8, "reeves": 0, "total": 13}
    assert game.scores()["ben"] == {"golden": 0, "fart": -4, "amherst": 0, "blood": 3, "green": 0, "reeves": -5, "total": -6}
    assert game.winners() == [0]
    assert game.verdict() == [("wins", {"seat": ("seat", "anna"), "points": 13})]
    state = game.state()
    assert state["collected"]["anna"] == ["golden2", "golden3", "green", "green", "green", "green", "green"]
    assert list(state) == list(start().state())
    assert state["left"] == []


def test_a_tie_is_decided_by_who_left_first():
    game = entered(record(HEAD), {"anna": "green 2", "ben": "green 2"})
    assert game.phase == "left"
    assert game.scores() is None
    assert game.legal() == [("left", 0), ("left", 1)]
    events = play(game, "left ben")
    assert events == [("over",)]
    assert game.winners() == [1]
    assert game.verdict()[0][0] == "wins-tie"
    assert game.state()["left"] == ["ben"]
    assert game.undo() == ("left", 1)
    assert game.phase == "left"


def test_a_played_game_and_its_collections_score_the_same():
    for seed in range(40):
        table = RandomGame(seed)
        line = table.next_line()
        while line is not None:
            play(table.game, line)
            line = table.next_line()
        played = table.game
        result = record("mode score\nseats " + " ".join(played.seats) + "\ntypes " + " ".join(played.types))
        entered(result, {name: " ".join(f"{token} {held.count(token)}" for token in sorted(set(held)))
                         for name, held in played.state()["collected"].items()})  # fmt: skip
        if not result.over:
            play(result, "left " + played.seats[played.winners()[0]])
        assert result.scores() == played.scores()
        assert result.winners() == played.winners()
        assert result.sheet() == played.sheet()
        assert result.verdict() == played.verdict()


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_what_is_legal_is_what_is_accepted_and_undo_gives_it_back(seats):
    dice = Dice(seats)
    names = ["anna", "ben", "cleo", "dora", "emil", "fritz"][:seats]
    game = record("mode score\nseats " + " ".join(names) + "\ntypes monal fart amherst blood trap fox")
    states = []
    while not game.over:
        states.append(everything(game))
        legal = game.legal()
        candidates = [("has", seat, card, n) for seat in range(seats) for card in range(18) for n in range(3 * seats + 2)]
        for action in candidates + [("left", seat) for seat in range(seats)] if len(states) % 7 == 0 else ():
            if action in legal:
                game.check(action)
            else:
                with pytest.raises(Refusal):
                    game.check(action)
            assert game.read(game.line(action).split()) == action
        assert everything(game) == states[-1]
        game.apply(dice.pick(legal))
    for state in reversed(states):
        game.undo()
        assert everything(game) == state


def test_no_more_cards_than_come_to_the_path():
    game = record(HEAD)
    play(
        game, "has anna green 6\nhas anna amherst 6\nhas anna blood 6\nhas anna reeves 6\nhas anna golden1 2\nhas anna golden2 2"
    )
    assert sum(game.entered[0].values()) == 28
    play(game, "has anna golden3 1")
    assert [action for action in game.legal() if action[1] == 1 and action[3] > 1] == []
    assert deck(2) == 30
    assert copies(game.cards[0], 2) == 2


def test_the_table_is_asked_seat_by_seat_and_card_by_card():
    game = record(HEAD)
    order = []
    while not game.over:
        prompt = game.prompt()
        choice = prompt.choice
        assert choice.auto
        cards = choice.pick(choice.keys[choice.start])
        assert cards.auto
        count = cards.pick(cards.keys[cards.start])
        assert (count.kind, count.least, count.keys[0]) == ("count", 0, ("number", 0))
        action = count.pick(("number", 1 if order == [] else 0))
        assert game.path(action) == [choice.keys[choice.start], cards.keys[cards.start], ("number", 1 if order == [] else 0)]
        order.append(game.line(action))
        game.apply(action)
    assert order[:4] == ["has anna golden1 1", "has anna golden2 0", "has anna golden3 0", "has anna fart1 0"]
    assert len(order) == 2 * 10
    assert game.prompt().choice is None
    assert game.sheet()[-1][1] == [1, 0]


def test_nothing_is_shown_as_scored_before_all_is_entered():
    game = record(HEAD)
    play(game, "has anna green 3")
    assert game.sheet() == []
    assert game.scores() is None
    assert game.winners() is None
    assert game.verdict() == []
    assert game.scene().rows[0] == (
        ("row-collected", {"seat": ("seat", "anna"), "n": 3}),
        [("count-of", {"n": 3, "card": ("card", "green")})],
    )
    played = start()
    leave_all(played)
    assert list(played.state()) == list(game.state())
