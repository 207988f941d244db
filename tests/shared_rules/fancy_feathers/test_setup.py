"""Set-up by the table and by a record."""

import pytest

from shared_rules.choice import NAME, SOME, Choice
from shared_rules.fancy_feathers import MODES, RULES, SETUP, open_setup
from shared_rules.fancy_feathers import NAME as GAME
from shared_rules.fancy_feathers.cards import FIRST_GAME, TYPES
from shared_rules.refusal import Refusal
from tests.shared_rules.fancy_feathers.table import NAMES, Dice


def go(setup, *keys):
    """Walks the prompt by keys and applies the step they lead to."""
    choice = setup.prompt().choice
    for key in keys:
        if choice.kind == SOME:
            assert choice.least <= len(key) <= choice.most
            assert set(key) <= set(choice.keys)
        elif choice.kind != NAME or key[0] != "name":
            assert key in choice.keys
        choice = choice.pick(key)
    assert not isinstance(choice, Choice)
    setup.apply(choice)
    return choice


def named(setup, n):
    """Names n players."""
    keys = [("name", name) for name in NAMES[:n]]
    return go(setup, *keys, *([("word", "done")] if n < 6 else []))


def test_what_the_package_offers():
    assert (GAME, RULES, MODES, SETUP) == ("fancy_feathers", (1,), ("score",), ("seats", "types", "discs"))


def test_the_table_is_led_to_a_first_game():
    setup = open_setup(1)
    assert not setup.ready
    assert named(setup, 2) == ("seats", ("anna", "ben"))
    assert go(setup, ("word", "first")) == ("types", FIRST_GAME)
    prompt = setup.prompt()
    assert prompt.choice.keys == [("word", "next")]
    assert [code for code, _ in prompt.do] == ["do-take-cards", "do-shuffle"]
    assert prompt.do[0][1]["sets"] == 2
    assert prompt.do[1][1]["n"] == 6
    go(setup, ("word", "next"))
    assert not setup.ready
    go(setup, (("seat", 1), ("seat", 0)))
    assert setup.ready
    assert setup.prompt().choice is None
    assert setup.lines() == ["rules 1", "seats anna ben", "types golden fart amherst blood reeves green", "discs ben anna"]
    game = setup.start()
    assert game.order == [0, 1]
    assert [code for code, _ in game.prompt().do] == ["do-stack-discs", "do-turn-up"]
    assert game.prompt().do[0][1]["seats"] == [("seat", "ben"), ("seat", "anna")]
    assert game.prompt().do[1][1]["n"] == 5


@pytest.mark.parametrize(("seats", "copies", "back"), [(3, 2, 9), (4, 2, 12), (5, 3, 15), (6, 3, 18)])
def test_more_seats_need_more_copies_of_the_game(seats, copies, back):
    setup = open_setup(1)
    named(setup, seats)
    go(setup, ("word", "choose"), tuple(("type", kind) for kind in TYPES[-6:]))
    do = setup.prompt().do
    assert do[0][1] == {"types": [("type", kind) for kind in TYPES[-6:]], "sets": seats}
    assert do[1] == ("do-more-copies", {"seats": seats, "copies": copies})
    assert do[2] == ("do-shuffle", {"n": back})


def test_names_are_asked_one_by_one():
    setup = open_setup(1)
    setup.names = ["anna", "player2"]
    choice = setup.prompt().choice
    assert choice.kind == NAME
    assert choice.keys == [("name", "player1")]
    assert choice.hold is None
    choice = choice.pick(("name", "anna"))
    # player2 is offered by the table itself
    assert choice.keys == []
    assert choice.taken == ("anna",)
    choice = choice.pick(("name", "player2"))
    assert choice.keys == [("name", "player3"), ("word", "done")]
    assert choice.hold == ("word", "done")
    for name in ("x", "y", "z"):
        choice = choice.pick(("name", name))
    assert choice.pick(("name", "w")) == ("seats", ("anna", "player2", "x", "y", "z", "w"))
    assert choice.pick(("word", "done")) == ("seats", ("anna", "player2", "x", "y", "z"))


def test_chance_is_offered_only_where_there_is_some():
    setup = open_setup(1)
    named(setup, 4)
    assert ("word", "random") not in setup.prompt().choice.keys
    setup.random = Dice(3).below
    assert ("word", "random") in setup.prompt().choice.keys
    seen = set()
    orders = set()
    for _ in range(60):
        _, types = go(setup, ("word", "random"))
        assert list(types) == [kind for kind in TYPES if kind in types]
        seen |= set(types)
        go(setup, ("word", "next"))
        _, discs = go(setup, ("word", "random"))
        assert sorted(discs) == [0, 1, 2, 3]
        orders.add(discs)
        for _ in range(3):
            setup.undo()
    assert seen == set(TYPES)
    assert len(orders) > 12
    go(setup, ("word", "first"))
    go(setup, ("word", "next"))
    go(setup, ("word", "choose"), (("seat", 3), ("seat", 1), ("seat", 0), ("seat", 2)))
    assert setup.lines()[-1] == "discs dora ben anna cleo"


def test_steps_are_taken_back_one_by_one():
    setup = open_setup(1)
    steps = [
        named(setup, 3),
        go(setup, ("word", "first")),
        go(setup, ("word", "next")),
        go(setup, tuple(("seat", n) for n in (2, 0, 1))),
    ]
    lines = setup.lines()
    assert setup.ready
    for count in range(4, 0, -1):
        assert setup.undo() == steps[count - 1]
        assert not setup.ready
    assert setup.lines() == ["rules 1"]
    with pytest.raises(Refusal, match="nothing-to-undo"):
        setup.undo()
    for step in steps:
        setup.apply(step)
    assert setup.lines() == lines


def test_a_step_out_of_turn_is_refused():
    setup = open_setup(1)
    for step in (("types", FIRST_GAME), ("next",), ("discs", (0, 1))):
        with pytest.raises(Refusal, match="wrong-phase"):
            setup.apply(step)
    with pytest.raises(Refusal, match="bad-seats"):
        setup.apply(("seats", ("anna", "anna")))
    assert setup.lines() == ["rules 1"]


def test_lines_and_steps_may_be_mixed():
    setup = open_setup(1)
    setup.setting("seats", ["anna", "ben"])
    go(setup, ("word", "first"))
    setup.setting("discs", ["ben", "anna"])
    assert setup.ready
    assert setup.undo() == ("discs", (1, 0))
    assert [code for code, _ in setup.prompt().do] == ["do-take-cards", "do-shuffle"]


def test_score_only_needs_no_discs():
    setup = open_setup(1, "score")
    named(setup, 2)
    go(setup, ("word", "first"))
    assert setup.ready
    assert setup.lines() == ["rules 1", "mode score", "seats anna ben", "types golden fart amherst blood reeves green"]
    assert setup.start().phase == "has"


def test_what_is_settled_can_be_read():
    setup = open_setup(1)
    assert setup.scene().rows == []
    named(setup, 2)
    go(setup, ("word", "first"))
    go(setup, ("word", "next"))
    go(setup, (("seat", 1), ("seat", 0)))
    scene = setup.scene()
    assert scene.layout == "path"
    assert scene.marks == {0: [("disc", 0), ("disc", 1)]}
    assert [title[0] for title, _ in scene.rows] == ["row-seats", "row-types"]
