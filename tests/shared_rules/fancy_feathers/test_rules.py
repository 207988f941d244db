"""What the rulebook and the rulings say, case by case."""

import pytest

from shared_rules.refusal import Refusal
from tests.shared_rules.fancy_feathers.table import NAMES, fill, leave_all, lines, play, run, start

CHAINS = "fox trap monal green golden mirror"


def collected(game, name):
    return " ".join(game.state()["collected"][name])


# ---- the way of the discs ------------------------------------------------------------------------------------------------


def test_example_of_hedwigs_turn():
    game = start("hedwig angelika", "golden fart amherst blood green reeves")
    play(game, "reveal green fart1 amherst blood golden2\nmove hedwig 3\nreveal blood reeves green\nmove angelika 5")
    assert game.state()["due"] == 2
    play(game, "reveal fart2 fart3")
    assert game.state()["to_act"] == ["hedwig"]
    assert collected(game, "hedwig") == "amherst fart1 green"
    assert list(game.this_turn()) == [1, 2, 3]
    play(game, "move hedwig 7")
    assert game.state()["due"] == 2
    play(game, "reveal golden1 blood")
    assert game.state()["to_act"] == ["angelika"]
    assert collected(game, "angelika") == "blood golden2"
    assert list(game.state()["path"]) == ["6", "7", "8", "9", "10", "11", "12"]


def example_of_three():
    """Nichole is last; Angelika is about to leave the Blood Pheasant; Hedwig stands on the Mirror."""
    game = start("angelika hedwig nichole", "blood golden peacock fox mirror nest", "hedwig nichole angelika")
    return run(game, "fill blood golden1 peacock fox mirror\nmove hedwig 5\nmove nichole 2\nmove angelika 1")


def test_example_of_three_players():
    game = example_of_three()
    assert collected(game, "angelika") == "blood"
    run(game, "move angelika 5")
    assert game.state()["piles"] == {"2": ["nichole"], "5": ["hedwig", "angelika"]}
    assert collected(game, "nichole") == "golden1"
    run(game, "move nichole 3")
    assert game.state()["to_act"] == ["nichole"]
    assert collected(game, "nichole") == "golden1 peacock"
    for place in (4, 5, 6):
        game = run(example_of_three(), f"move angelika 5\nmove nichole {place}")
        fill(game)
        assert game.state()["to_act"] == ["nichole" if place < 6 else "angelika"]
        # On top of the others she collects nothing, whatever lies below.
        assert collected(game, "nichole") == ("fox golden1 peacock" if place == 4 else "golden1")


def test_the_top_disc_moves_first_and_collects_nothing():
    game = run(start("anna ben cleo", discs="cleo anna ben"), "move cleo 3\nmove anna 3\nmove ben 3\nfill")
    assert game.state()["piles"] == {"3": ["cleo", "anna", "ben"]}
    assert game.state()["to_act"] == ["ben"]
    assert game.state()["collected"] == {"anna": [], "ben": [], "cleo": []}
    run(game, "move ben 4\nfill")
    assert game.state()["to_act"] == ["anna"]
    run(game, "move anna 4\nfill")
    assert game.state()["piles"] == {"3": ["cleo"], "4": ["ben", "anna"]}
    assert len(game.state()["collected"]["cleo"]) == 3


def test_a_disc_before_the_path_collects_nothing():
    game = run(start(), "move anna 5\nfill")
    assert game.state()["piles"] == {"0": ["ben"], "5": ["anna"]}
    assert game.state()["collected"] == {"anna": [], "ben": []}


def test_the_rearmost_disc_may_have_several_turns():
    game = run(start(), "move anna 5\nmove ben 1\nfill")
    for place in (2, 3, 4):
        assert game.state()["to_act"] == ["ben"]
        assert game.turn == place + 1
        run(game, f"move ben {place}\nfill")
    assert len(game.state()["collected"]["ben"]) == 4


@pytest.mark.parametrize("seats", range(2, 7))
def test_five_cards_lie_ahead_of_the_foremost_until_the_stack_is_empty(seats):
    game = start(" ".join(NAMES[:seats]))
    all_cards = 15 * seats
    reached = 0
    while game.phase != "lose" and not game.over:
        assert game.state()["due"] == min(reached + 5, all_cards) - len(game.cards)
        fill(game)
        assert len(game.cards) == min(reached + 5, all_cards)
        assert game.state()["stack"] == all_cards - len(game.cards)
        step = 1 + len(game.log) % 5
        places = [place for place in range(1, len(game.cards) + 1) if place > game.at[game.order[-1]]]
        if places:
            reached = max(reached, places[:step][-1])
        run(game, f"move {game.seats[game.order[-1]]} {places[:step][-1]}" if places else f"leave {game.seats[game.order[-1]]}")
    assert reached == all_cards


def test_cards_are_due_to_the_foremost_alone():
    game = run(start("anna ben cleo"), "move anna 4\nfill")
    run(game, "move ben 3")
    assert game.phase == "move"
    run(game, "move cleo 5")
    assert game.state()["due"] == 1
    assert game.state()["to_act"] == []
    assert game.turn == 3


def test_reveals_belong_to_the_turn_that_caused_them():
    game = start()
    assert game.turn == 1
    play(game, "reveal golden1 golden2 golden3 green green")
    assert game.turn == 1
    play(game, "move anna 2")
    assert (game.turn, game.phase) == (1, "reveal")
    play(game, "reveal green")
    assert game.turn == 1
    play(game, "reveal green")
    assert (game.turn, game.phase) == (2, "move")


# ---- Foxes -----------------------------------------------------------------------------------------------------------------


def test_a_fox_with_nothing_to_lose_costs_nothing():
    game = run(start(types=CHAINS), "fill fox green fox\nmove anna 1\nmove ben 5")
    fill(game)
    assert collected(game, "anna") == "fox"
    assert game.state()["losses"]["anna"] == 0


def test_a_trap_of_this_turn_is_nothing_to_lose():
    game = run(start(types=CHAINS), "fill trap fox green\nmove anna 2\nmove ben 5")
    fill(game)
    assert game.state()["aside"] == 1
    assert collected(game, "anna") == "fox"
    assert game.state()["losses"]["anna"] == 0


def test_a_trap_handed_over_can_be_lost():
    game = run(start(types=CHAINS), "fill trap fox green\nmove anna 1\nmove ben 2\nfill\nmove anna 5\nfill")
    # Anna's Trap went to Ben before he collected his first card.
    assert collected(game, "ben") == "fox trap"
    assert game.state()["losses"]["ben"] == 1
    leave_all(game)
    assert [line for line in lines(game) if line.startswith("lose ben")] == ["lose ben trap"]


def test_a_fox_takes_a_card_from_an_earlier_turn_or_earlier_in_the_collection():
    game = run(start(types=CHAINS), "fill green monal3 fox golden1 mirror\nmove anna 1\nmove ben 5\nfill\nmove anna 4")
    fill(game)
    assert collected(game, "anna") == "fox golden1 green monal3"
    leave_all(game)
    assert [line for line in lines(game) if "anna" in line] == ["lose anna green", "lose anna monal3"]


def test_two_foxes_in_one_collection():
    game = run(start(types=CHAINS), "fill green fox monal3 fox mirror\nmove anna 4\nmove ben 5")
    fill(game)
    assert game.state()["losses"]["anna"] == 2
    leave_all(game)
    mine = [line for line in lines(game) if "anna" in line]
    assert mine == ["lose anna green"]
    play(game, "lose anna green")
    assert [line for line in lines(game) if "anna" in line] == ["lose anna fox", "lose anna monal3"]
    assert game.state()["losses"]["anna"] == 1


def test_a_fox_can_lose_a_fox():
    game = run(start(types=CHAINS), "fill fox fox fox green green\nmove anna 3\nmove ben 5")
    fill(game)
    assert game.state()["losses"] == {"anna": 2, "ben": 0}
    before = collected(game, "anna")
    leave_all(game)
    assert before == "fox fox fox"
    for _ in range(2):
        assert [line for line in lines(game) if "anna" in line] == ["lose anna fox"]
        play(game, "lose anna fox")
    assert collected(game, "anna").split().count("fox") == 1


def test_the_same_card_is_not_lost_twice():
    game = run(start(types=CHAINS), "fill green green fox fox fox\nmove anna 5\nmove ben 6")
    fill(game)
    leave_all(game)
    play(game, "lose anna green\nlose anna green")
    # Both Green Pheasants are named: of what came before the third Fox two Foxes are left.
    assert [line for line in lines(game) if "anna" in line] == ["lose anna fox"]
    with pytest.raises(Refusal, match="no-such-card"):
        play(game, "lose anna green")


def test_a_lost_card_stays_collected_until_it_is_named():
    game = run(start(types=CHAINS), "fill green fox mirror\nmove anna 2\nmove ben 5")
    fill(game)
    assert collected(game, "anna") == "fox green"
    leave_all(game)
    before = collected(game, "anna").split()
    play(game, "lose anna green")
    assert sorted([*collected(game, "anna").split(), "green"]) == before


def test_losses_are_named_in_any_order_of_seats():
    game = run(start(types=CHAINS), "fill green fox green fox mirror\nmove anna 2\nmove ben 4\nfill\nmove anna 5\nfill")
    leave_all(game)
    assert game.phase == "lose"
    assert game.state()["to_act"] == ["anna", "ben"]
    play(game, "lose ben green")
    assert game.state()["to_act"] == ["anna"]
    with pytest.raises(Refusal) as refused:
        play(game, "lose ben fox")
    assert (refused.value.code, refused.value.kind) == ("not-your-turn", "not-your-turn")
    assert game.scores() is None
    play(game, "lose anna green")
    assert game.over


def test_without_foxes_to_name_the_game_is_over_when_all_have_left():
    game = start()
    leave_all(game)
    assert game.phase == "over"
    assert game.turn == len(game.log) - 30


# ---- Traps -----------------------------------------------------------------------------------------------------------------


def test_a_trap_goes_to_the_seat_that_takes_the_next_turn():
    game = run(start("anna ben cleo", CHAINS), "fill trap green\nmove anna 1\nmove ben 3\nmove cleo 4\nfill")
    assert game.state()["aside"] == 1
    assert game.state()["collected"] == {"anna": [], "ben": [], "cleo": []}
    run(game, "move anna 5")
    assert game.state()["aside"] == 0
    assert "trap" in collected(game, "ben")
    assert "trap" not in collected(game, "anna")


def test_a_trap_is_handed_over_before_cards_are_turned_up():
    game = run(start(types=CHAINS), "fill trap green\nmove anna 1\nmove ben 2\nfill\nmove anna 5")
    assert game.phase == "reveal"
    assert game.state()["aside"] == 0
    assert collected(game, "ben") == "trap"


def test_a_trap_handed_to_oneself():
    game = run(start(types=CHAINS), "fill trap trap green fox\nmove anna 2\nmove ben 5\nfill\nmove anna 4")
    # She has the next turn again, so both Traps are hers and can go to the Fox.
    assert collected(game, "anna") == "fox green trap trap"
    assert game.state()["losses"]["anna"] == 1
    leave_all(game)
    assert lines(game) == ["lose anna green", "lose anna trap"]


def test_a_trap_that_nobody_can_get_stays_with_its_collector():
    game = start(types=CHAINS)
    while len(game.cards) < 25:
        fill(game)
        run(game, f"move {game.seats[game.order[-1]]} {len(game.cards)}")
    fill(game, "trap trap fox fox fox")
    first, last = (game.seats[seat] for seat in reversed(game.order))
    run(game, f"leave {first}\nmove {last} 30")
    assert game.state()["aside"] == 2
    held = collected(game, last).split()
    run(game, f"leave {last}")
    assert collected(game, last).split() == sorted([*held, "trap", "trap"])
    assert game.state()["aside"] == 0


# ---- leaving ---------------------------------------------------------------------------------------------------------------


def last_cards():
    """A game whose stack is empty, with both discs on card 25 and five cards ahead."""
    game = start()
    for place in (5, 10, 15, 20, 25):
        fill(game)
        while game.at[game.order[-1]] < place:
            run(game, f"move {game.seats[game.order[-1]]} {place}")
            fill(game)
    assert game.state()["stack"] == 0
    return game


def test_leaving_from_a_stack():
    game = last_cards()
    [below, top] = game.state()["piles"]["25"]
    before = len(collected(game, top).split())
    run(game, f"leave {top}")
    assert game.state()["left"] == [top]
    assert game.state()["discs"][top] is None
    assert len(collected(game, top).split()) == before
    # The other disc is alone now and collects.
    assert game.state()["to_act"] == [below]
    assert list(game.state()["path"]) == ["26", "27", "28", "29", "30"]


def test_who_remains_takes_some_or_all_or_none_of_the_last_cards():
    for places in ([], [30], [27, 29], [26, 27, 28, 29, 30]):
        game = last_cards()
        below, top = game.state()["piles"]["25"]
        run(game, f"leave {top}")
        for place in places:
            run(game, f"move {below} {place}")
        run(game, f"leave {below}")
        left = [str(place) for place in range((places or [25])[-1] + 1, 31)]
        assert list(game.state()["path"]) == left
        assert game.over
        assert game.state()["discs"] == {"anna": None, "ben": None}
        assert game.state()["piles"] == {}


def test_at_the_last_card_one_can_only_leave():
    game = last_cards()
    _, top = game.state()["piles"]["25"]
    run(game, f"move {top} 30")
    assert len(game.legal()) == 6  # five cards and leaving
    run(game, f"move {game.seats[game.order[-1]]} 30")
    assert lines(game) == [f"leave {game.seats[game.order[-1]]}"]


@pytest.mark.parametrize("seats", range(2, 7))
def test_whole_games_of_every_number_of_seats(seats):
    game = start(" ".join(NAMES[:seats]), CHAINS)
    leave_all(game)
    while not game.over:
        game.apply(game.legal()[0])
    assert len(game.cards) == 15 * seats
    assert sorted(game.state()["left"]) == sorted(NAMES[:seats])
    assert game.state()["over"]


# ---- the deck --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("token", ["golden2", "green"])
def test_no_more_copies_than_there_are(seats, token):
    game = start(" ".join(NAMES[:seats]))
    most = seats if token == "golden2" else 3 * seats
    for _ in range(most):
        if game.phase == "move":
            run(game, f"move {game.seats[game.order[-1]]} {len(game.cards)}")
        play(game, "reveal " + token)
    if game.phase == "move":
        run(game, f"move {game.seats[game.order[-1]]} {len(game.cards)}")
    assert "reveal " + token not in lines(game)
    with pytest.raises(Refusal, match="card-is-out") as refused:
        play(game, "reveal " + token)
    assert refused.value.facts.pop("where")[0] in ("out-turned-up", "out-at-start")
    assert refused.value.facts == {"card": ("card", token), "copies": most}


def test_copies_are_counted_within_one_line_too():
    with pytest.raises(Refusal, match="card-is-out"):
        play(start(), "reveal golden1 green golden1 golden1")
