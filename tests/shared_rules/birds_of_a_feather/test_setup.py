"""The set-up, step by step: everything that is asked, what is dealt, drafted and passed, and the lines that come of it."""

import itertools

import pytest

from shared_rules.birds_of_a_feather import open_setup
from shared_rules.birds_of_a_feather.birds import HABITATS, KINDS
from shared_rules.choice import NAME, SOME, Choice
from shared_rules.record import Reader
from shared_rules.refusal import Refusal
from tests.shared_rules.birds_of_a_feather.tables import NAMES
from tests.shared_rules.birds_of_a_feather.test_prompts import Speech

BY_SEATS = [(seats, variant) for seats in range(1, 8) for variant in ("base", "draft", "migration")
            if variant == "base" or (seats in (2, 3) if variant == "draft" else seats > 1)]  # fmt: skip


def answer(setup, *keys):
    """Picks keys one after the other and applies the step they lead to."""
    choice = setup.prompt().choice
    for key in keys:
        assert isinstance(choice, Choice)
        if choice.kind == SOME:
            assert choice.least <= len(key) <= choice.most
            assert set(key) <= set(choice.keys)
        elif choice.kind != NAME:
            assert key in choice.keys
        choice = choice.pick(key)
    setup.apply(choice)
    return choice


def seat(setup, count):
    done = [] if count == 7 else [("word", "done")]
    answer(setup, *[("name", name) for name in NAMES[:count]], *done)


def through(setup, seats, variant="base", raptors="on"):
    """Answers everything up to what hands do."""
    seat(setup, seats)
    answer(setup, ("raptors", raptors))
    if seats > 1:
        answer(setup, ("variant", variant))
    answer(setup, ("word", "yes"))


def hands(setup):
    """Confirms all that hands do; returns the messages of each step."""
    steps = []
    while not setup.ready:
        steps.append(setup.prompt().do)
        assert setup.prompt().choice.keys == [("word", "next")]
        answer(setup, ("word", "next"))
    return steps


@pytest.mark.parametrize(("seats", "variant"), BY_SEATS)
def test_every_number_of_seats_and_variant(seats: int, variant: str) -> None:
    setup = open_setup(1)
    speech = Speech()
    speech.prompt(setup)
    through(setup, seats, variant)
    steps = hands(setup)
    for message in itertools.chain(*steps):
        speech.say(message)
    speech.scene(setup)
    assert setup.prompt().choice is None
    lines = setup.lines()
    assert lines[:3] == ["rules 1", "seats " + " ".join(NAMES[:seats]), "raptors on"]
    assert ("variant " + variant in lines) == (seats > 1)
    assert lines[-2:] == ["habitats " + " ".join(HABITATS), "kinds " + " ".join(KINDS)]
    game = setup.start()
    assert (game.seats, game.raptors, game.variant) == (NAMES[:seats], True, variant)
    reader = Reader()
    for line in ["roost 1 birds_of_a_feather", *lines]:
        reader.feed(line)
    assert reader.finish().state() == game.state()
    # The last step says what each holds, and how many rounds there are.
    hand = {1: 13, 2: 15, 3: 15, 4: 15, 5: 12, 6: 10, 7: 8}[seats]
    deck = {1: 47, 2: 30, 3: 15}.get(seats, 0) if variant != "draft" else 15
    assert steps[-1][0][1] == {"n": hand, "deck": deck}
    assert steps[-1][-1][1] == {"n": game.rounds}


@pytest.mark.parametrize("seats", range(1, 8))
def test_all_sixty_cards_are_accounted_for(seats: int) -> None:
    setup = open_setup(1)
    through(setup, seats)
    facts = {message[0]: message[1] for message in itertools.chain(*hands(setup))}
    deal = facts["do-deal" if seats > 1 else "do-deal-solo"]["n"]
    assert deal * seats + facts.get("do-deck", facts.get("do-aside", {"n": 0}))["n"] == 60
    assert ("do-aside" in facts) == (seats == 7)
    assert ("do-deck" in facts) == (seats < 4)


@pytest.mark.parametrize(("seats", "cards"), [(2, 3), (3, 3), (4, 3), (5, 2), (6, 2), (7, 1)])
def test_migration_says_how_many_cards_go_to_whom(seats: int, cards: int) -> None:
    setup = open_setup(1)
    through(setup, seats, "migration")
    facts = {message[0]: message[1] for message in itertools.chain(*hands(setup))}
    assert facts["do-pass"]["n"] == facts["do-take-passed"]["n"] == cards
    passes = [(entry[1]["seat"][1], entry[1]["to"][1]) for entry in facts["do-pass"]["passes"]]
    assert passes == [(NAMES[index], NAMES[(index + 1) % seats]) for index in range(seats)]


def draft(seats):
    setup = open_setup(1)
    through(setup, seats, "draft")
    return hands(setup)


def test_drafting_with_two() -> None:
    steps = draft(2)
    hand = deck = 0
    held = 0
    deals = 0
    for step in steps[1:-1]:
        for code, facts in step:
            if code.startswith("do-deal-draft"):
                assert held == 0
                held = facts["n"]
                deals += 1
            elif code.startswith("do-pick-deck"):
                assert facts.get("n", 2) == held
                hand += 1
                deck += 1
                held -= 2
            else:
                assert (code, facts["n"]) == ("do-swap-rest", held)
    assert (deals, hand, deck, held) == (3, 15, 15, 0)
    assert steps[-1][0] == ("do-holds-decks", {"n": 15, "deck": 15})


def test_drafting_with_three() -> None:
    steps = draft(3)
    hand = centre = held = deals = 0
    for step in steps[1:-1]:
        for code, facts in step:
            if code.startswith("do-deal-draft"):
                assert held == 0
                held = facts["n"]
                deals += 1
            elif code.startswith("do-pick"):
                assert code.startswith("do-pick-hand" if deals == 1 else "do-pick-centre")
                hand += 1
                centre += 3 * (deals == 2)
                held -= deals
                assert facts.get("n", held + deals) == held + deals
            else:
                assert (code, facts["n"]) == ("do-pass-left" if deals == 1 else "do-pass-right", held)
                to = [(entry[1]["seat"][1], entry[1]["to"][1]) for entry in facts["passes"]]
                assert to[0] == ("anna", "ben" if deals == 1 else "cleo")
    assert (deals, hand, centre, held) == (2, 15, 15, 0)
    assert steps[-1][0] == ("do-holds-centre", {"n": 15, "deck": 15})


def test_names_are_asked_one_after_the_other() -> None:
    setup = open_setup(1)
    setup.names = ["zoe", "player2"]
    choice = setup.prompt().choice
    assert (choice.kind, choice.keys, choice.hold, choice.taken) == (NAME, [("name", "player1")], None, ())
    choice = choice.pick(("name", "zoe"))
    assert choice.keys == [("word", "done")]  # player2 is offered already
    assert choice.hold == ("word", "done")
    assert choice.taken == ("zoe",)
    assert choice.pick(("word", "done")) == ("seats", ("zoe",))
    for name in NAMES[:5]:
        choice = choice.pick(("name", name))
    assert choice.pick(("name", "gina")) == ("seats", ("zoe", *NAMES[:5], "gina"))


def test_the_last_table_lies_under_the_cursor() -> None:
    setup = open_setup(1)
    order = list(reversed(HABITATS))
    setup.last = {"raptors": "on", "variant": "draft", "habitats": " ".join(order)}
    seat(setup, 2)
    assert setup.prompt().choice.ask == ("ask-raptors", {})
    assert setup.prompt().choice.start == 1
    answer(setup, ("raptors", "on"))
    choice = setup.prompt().choice
    assert choice.keys[choice.start] == ("variant", "draft")
    answer(setup, ("variant", "base"))
    step = answer(setup, ("word", "yes"))
    assert step == ("sheet", tuple(order), KINDS)
    # Without a last table, and where its variant doesn't fit:
    setup = open_setup(1)
    seat(setup, 4)
    assert setup.prompt().choice.start == 0
    answer(setup, ("raptors", "off"))
    setup.last = {"variant": "draft"}
    choice = setup.prompt().choice
    assert choice.keys == [("variant", "base"), ("variant", "migration")]
    assert choice.start == 0


def test_the_printed_sheet_can_be_entered() -> None:
    setup = open_setup(1)
    seat(setup, 4)
    answer(setup, ("raptors", "off"))
    answer(setup, ("variant", "base"))
    rows = tuple(("habitat", name) for name in reversed(HABITATS))
    columns = tuple(("kind", name) for name in reversed(KINDS))
    answer(setup, ("word", "no"), rows, columns)
    assert setup.lines()[-2:] == ["habitats " + " ".join(reversed(HABITATS)), "kinds " + " ".join(reversed(KINDS))]
    hands(setup)
    game = setup.start()
    assert game.printed.name(0) == "ocean-ace"
    assert game.printed.name(34) == "desert-common"


def test_one_s_own_copy_is_not_asked_again() -> None:
    setup = open_setup(1)
    setup.use(["habitats " + " ".join(reversed(HABITATS)), "kinds " + " ".join(KINDS)])
    seat(setup, 1)
    answer(setup, ("raptors", "off"))
    assert setup.prompt().choice.ask == ("ask-next", {})
    while True:
        try:
            setup.undo()
        except Refusal:
            break
    assert setup.lines() == ["rules 1", "habitats " + " ".join(reversed(HABITATS)), "kinds " + " ".join(KINDS)]


def test_finished_sheets_need_no_dealing() -> None:
    setup = open_setup(1, "score")
    seat(setup, 3)
    answer(setup, ("word", "yes"))
    assert setup.ready
    assert setup.lines()[:3] == ["rules 1", "mode score", "seats anna ben cleo"]
    assert setup.start().phase == "score"


@pytest.mark.parametrize(("seats", "variant"), BY_SEATS)
def test_steps_are_taken_back_one_by_one(seats: int, variant: str) -> None:
    def look(setup):
        prompt = setup.prompt()
        return prompt.do, None if prompt.choice is None else (prompt.choice.ask, prompt.choice.keys), setup.lines(), setup.ready

    setup = open_setup(1)
    looks = [look(setup)]
    steps = []
    plain_apply = setup.apply

    def apply(step):
        plain_apply(step)
        steps.append(step)
        looks.append(look(setup))

    setup.apply = apply
    through(setup, seats, variant, "off")
    hands(setup)
    again = open_setup(1)  # a journal keeps the steps alone
    for step in steps:
        again.apply(step)
    assert look(again) == looks[-1]
    while steps:
        assert setup.undo() == steps.pop()
        looks.pop()
        assert look(setup) == looks[-1]
    with pytest.raises(Refusal) as refused:
        setup.undo()
    assert refused.value.code == "nothing-to-undo"


def test_a_step_out_of_place_is_refused() -> None:
    setup = open_setup(1)
    for step in (("raptors", True), ("next",), ("sheet", HABITATS, KINDS)):
        with pytest.raises(Refusal) as refused:
            setup.apply(step)
        assert refused.value.code == "wrong-phase"
    seat(setup, 4)
    answer(setup, ("raptors", "on"))
    for step, code in ((("variant", "draft"), "variant-seats"), (("variant", "x"), "bad-variant")):
        with pytest.raises(Refusal) as refused:
            setup.apply(step)
        assert refused.value.code == code
        Speech().refuse(refused.value)
    answer(setup, ("variant", "base"))
    with pytest.raises(Refusal) as refused:
        setup.apply(("sheet", HABITATS, KINDS[1:]))
    assert refused.value.code == "bad-order"
    assert setup.lines() == ["rules 1", "seats anna ben cleo dora", "raptors on", "variant base"]
