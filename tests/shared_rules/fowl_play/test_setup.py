"""Setting up by steps and by lines mixed, in any order, as a table may: what comes out can always be replayed."""

import pytest

from shared_rules import hexboard
from shared_rules.fowl_play import open_setup
from shared_rules.fowl_play.pieces import FOXES
from shared_rules.record import Reader
from shared_rules.refusal import Refusal

STANDARD = open_setup(1, None).where()
PLACE = "place " + " ".join([hexboard.name(cell) for cell in STANDARD])
ON_THE_FLOCK = "tunnels c5 e3 %s g7 i5 i11 k9" % hexboard.name(STANDARD[0])


def line(setup, text):
    word, *tokens = text.split(" ")
    setup.setting(word, tokens)


def steps(setup, *wanted):
    """Takes steps; `next` as often as it is asked for before each."""
    for step in wanted:
        while [key[1] for key in setup.prompt().choice.keys] == ["next"]:
            setup.apply(("next",))
        setup.apply(step)


def replayed(setup):
    reader = Reader()
    reader.feed("roost 1 fowl_play")
    for text in setup.lines():
        reader.feed(text)
    return reader.finish()


def cells(*names):
    return [("fox", hexboard.cell(name)) for name in names]


def test_seats_by_a_line_are_a_step_like_any_other():
    setup = open_setup(1, None)
    line(setup, "seats white black")
    steps(setup, ("arrange", "laid-out"))
    assert setup.prompt().choice.ask[0] == "ask-next"
    setup.undo()
    assert setup.prompt().choice.ask[0] == "ask-arrange"
    setup.undo()
    assert setup.prompt().choice.ask[0] == "ask-seats"
    with pytest.raises(Refusal):
        setup.undo()


def test_other_seats_begin_the_questions_anew():
    setup = open_setup(1, None)
    steps(setup, ("seats", 0, 1, 2, 3), ("arrange", "laid-out"), ("first", 0), *cells("f6", "f7", "g6"))
    line(setup, "seats black white")
    assert setup.prompt().choice.ask[0] == "ask-arrange"
    steps(setup, ("arrange", "laid-out"), ("first", 1), *cells("f6", "h8"))
    assert setup.ready
    game = replayed(setup)
    assert game.seats == ("black", "white")
    assert [hexboard.name(cell) for cell in game.foxes] == ["h8", "f6"]


@pytest.mark.parametrize("lines", [[PLACE, ON_THE_FLOCK], [ON_THE_FLOCK]])
def test_tunnels_under_the_fowl_are_found_before_the_game_begins(lines):
    setup = open_setup(1, None)
    line(setup, "seats black white")
    for text in lines:
        line(setup, text)
    with pytest.raises(Refusal, match="place-"):
        line(setup, "foxes black f6 white h8")
    assert not setup.ready


def test_tunnels_under_the_fowl_are_found_at_the_last_fox():
    setup = open_setup(1, None)
    steps(setup, ("seats", FOXES.index("black"), FOXES.index("white")), ("arrange", "laid-out"), ("first", 0), *cells("f6"))
    line(setup, ON_THE_FLOCK)
    with pytest.raises(Refusal, match="place-needed"):
        steps(setup, *cells("h8"))
    assert not setup.ready
    line(setup, "tunnels c5 e3 e9 g7 i5 i11 k9")
    steps(setup, *cells("h8"))
    assert replayed(setup).tunnels == setup.tunnels


def test_a_typed_arrangement_outlives_the_question_for_it():
    setup = open_setup(1, None)
    line(setup, "seats black white")
    other = list(STANDARD)
    other[0], other[1] = other[1], other[0]
    line(setup, "place " + " ".join([hexboard.name(cell) for cell in other]))
    steps(setup, ("arrange", "laid-out"))
    setup.undo()
    assert list(setup.where()) == other


@pytest.mark.parametrize(
    ("cell", "code"), [("f6", "fox-place-taken"), ("g7", "fox-not-in-den"), ("a1", "fox-not-in-den"), ("g8", None)]
)
def test_why_a_fox_does_not_start_there(cell, code):
    setup = open_setup(1, None)
    assert setup.why() is None
    steps(setup, ("seats", 0, 1), ("arrange", "laid-out"), ("first", 0), *cells("f6"))
    choice = setup.why()
    step = choice.pick(("space", hexboard.cell(cell)))
    if code is None:
        setup.check(step)
    else:
        with pytest.raises(Refusal, match=code):
            setup.check(step)


@pytest.mark.parametrize(("seats", "code"), [(2, "do-light-cards-all"), (3, "do-light-cards"), (4, "do-light-cards")])
def test_light_cards_stay_in_the_box_only_where_some_are_left(seats, code):
    setup = open_setup(1, None)
    steps(setup, ("seats", *range(seats)), ("arrange", "laid-out"))
    assert setup.prompt().do[0][0] == code
