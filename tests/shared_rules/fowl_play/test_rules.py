"""The rulebook's examples and diagrams as positions, and every refusal."""

import pytest

from shared_rules import hexboard, record
from shared_rules.fowl_play import REFUSALS
from shared_rules.fowl_play.pieces import standard_place
from shared_rules.record import Reader
from shared_rules.refusal import GAME_OVER, ILLEGAL, NOT_YOUR_TURN, UNREADABLE, Refusal
from tests.shared_rules.fowl_play.games import feed, legal_lines, random_game, setup_of

TWO = ("seats black white", "foxes black g8 white g6")


def start(*lines):
    return setup_of(*(lines or TWO)).start()


def put(game, foxes=None, fowl=None, tunnels=()):
    """Moves pieces by hand to build a position: foxes {seat name: cell}, fowl {card: cell}; every other fowl goes to the rim."""
    for cell in range(hexboard.CELLS):
        game._board[cell] = 50 if game._is_tunnel[cell] else 0
    for seat, cell in (foxes or {}).items():
        game.foxes[game.seats.index(seat)] = hexboard.cell(cell)
    for seat in range(len(game.seats)):
        game._board[game.foxes[seat]] = 40 + seat
    for card in range(1, 37):
        game._at[card] = 255
    for card, cell in (fowl or {}).items():
        game._at[card] = hexboard.cell(cell)
        game._board[game._at[card]] = card
    game._ease_known = False
    game._known = game._known_before = None
    return game


def moving(card=31, **position):
    """A two-seat game in which Black moves fowl first with this card (31: brown turkey on a circle)."""
    game = feed_cards(start(), card)
    return put(game, **position)


def feed_cards(game, card):
    feed(game, f"play black {card}", "play white 36")
    assert game.mover() == 0
    return game


def goals(game, start_cell):
    return {line.split()[3] for line in legal_lines(game) if line.startswith("move") and line.split()[2] == start_cell}


def around(cell, radius):
    centre = hexboard.cell(cell)
    return {hexboard.name(c) for c in range(hexboard.CELLS) if 0 < hexboard.distance(centre, c) <= radius}


def gap(one, other):
    return hexboard.distance(hexboard.cell(one), hexboard.cell(other))


# Action 2: whose turn, which fowl


def test_lowest_card_moves_first():
    game = start("seats black brown orange white", "foxes black g8 brown f7 orange h7 white f6")
    feed(game, "play orange 30", "play black 20", "play white 3", "play brown 11")
    assert game.state()["order"] == ["white", "brown", "black", "orange"]
    feed(game, "done white", "done brown", "done black", "done orange")
    assert game.state()["to_act"] == ["white"]  # foxes go in the same order


def test_only_fowl_that_share_type_shape_or_colour_may_be_moved():
    """The rulebook's example: a brown duck on a square moves ducks, brown fowl and squares."""
    game = start()
    shows = {card: look.split("-") for card, look in game.state()["shows"].items()}
    may = {int(card) for card, (kind, colour, shape) in shows.items() if kind == "duck" or colour == "brown" or shape == "square"}
    assert set(game.kin(15)) == may
    assert len(may) == 24


# Action 3: the distance to foxes (diagrams 4 to 7)


def test_diagram_4_a_fowl_at_ease_keeps_two_spaces_and_avoids_tunnels():
    game = moving(foxes={"black": "a1", "white": "g10"}, fowl={31: "g6"})
    reached = goals(game, "g6")
    assert reached
    assert all(gap(cell, "g10") >= 3 for cell in reached)
    assert "g7" not in reached  # the central tunnel
    assert reached == {
        cell for cell in around("g6", 3) if gap(cell, "g10") >= 3 and cell not in game.state()["tunnels"] and gap(cell, "a1") >= 3
    }


def test_diagram_5_one_space_from_a_fox_it_may_keep_that_distance():
    game = moving(foxes={"black": "a1", "white": "j9"}, fowl={31: "j7"})
    one_step = {cell for cell in goals(game, "j7") if gap(cell, "j7") == 1}
    assert one_step == {cell for cell in around("j7", 1) if gap(cell, "j9") >= 2}
    assert "j8" not in one_step
    assert {cell for cell in one_step if gap(cell, "j9") == 2}  # equidistant ones


def test_diagram_6_next_to_a_fox_every_space_but_tunnels_is_open():
    game = moving(foxes={"black": "a1", "white": "h6"}, fowl={31: "h5"})
    one_step = {cell for cell in goals(game, "h5") if gap(cell, "h5") == 1}
    assert one_step == around("h5", 1) - {"h6", "i5"}  # i5 is a tunnel entrance


def test_diagram_7_towards_another_fox_only_along_spaces_next_to_foxes():
    """Next to one fox it may go on next to the other; once further away, never back."""
    game = start("seats black brown white", "foxes black g8 brown f7 white h8")
    feed(game, "play black 31", "play brown 33", "play white 36")
    put(game, foxes={"black": "d9", "brown": "d6", "white": "m7"}, fowl={31: "d7"})
    assert "d8" in goals(game, "d7")  # next to Brown's fox, then next to Black's: always next to one
    put(game, foxes={"black": "g12", "brown": "g8", "white": "a1"}, fowl={31: "g9"})
    assert "g10" in goals(game, "g9")  # one space from both: further away than before
    assert "g11" not in goals(game, "g9")  # next to Black's fox again: no way back


def test_a_step_needs_no_more_than_ease_even_when_a_farther_space_is_left():
    game = moving(foxes={"black": "a1", "white": "g13"}, fowl={31: "g8"})
    assert "g10" in goals(game, "g8")  # from distance 5 to 3: still two spaces between
    assert "g11" not in goals(game, "g8")


def test_every_fox_counts_also_ones_own():
    game = moving(foxes={"black": "g10", "white": "a1"}, fowl={31: "g6"})
    assert all(gap(cell, "g10") >= 3 for cell in goals(game, "g6"))


def test_a_shortest_legal_way_is_what_a_move_costs():
    game = moving(foxes={"black": "a1", "white": "m13"}, fowl={31: "d4", 32: "d5"})
    feed(game, "move black d4 d6")  # round d5, through c4 c5? no: c5 is a tunnel; the way is e5 e6 d6
    assert game.steps == 0 or game.mover() == 1


def test_three_spaces_shared_among_fowl():
    game = feed_cards(start(), 31)
    lines = [line for line in legal_lines(game) if line.startswith("move")]
    first = next(line for line in lines if gap(*line.split()[2:]) == 1)
    feed(game, first)
    assert game.steps == 2
    back = " ".join(["move black", first.split()[3], first.split()[2]])
    feed(game, back)  # a fowl that has moved may move on, also back where it came from
    assert game.steps == 1
    feed(game, first)
    assert game.mover() == 1  # the three spaces are used: the next seat by itself
    assert game.steps == 3


def test_a_fowl_passes_neither_fowl_nor_fox_nor_tunnel():
    game = moving(
        foxes={"black": "a1", "white": "a2"},
        fowl={31: "m13", 1: "m12", 2: "l12"},
    )
    assert goals(game, "m13") == {"l13", "k13", "k12", "j13", "j12", "j11", "k11"} & goals(game, "m13")
    assert {"l13", "k13", "k12", "j13", "j12"} <= goals(game, "m13")
    assert "l11" not in goals(game, "m13")  # two away, but round l12 it takes four
    closed = moving(foxes={"black": "a1", "white": "a2"}, fowl={31: "m13", 1: "m12", 2: "l12", 3: "l13"})
    assert goals(closed, "m13") == set()
    assert "done black" in legal_lines(closed)  # a seat that can move nothing needs it


def test_a_fowl_may_enter_the_den_but_not_its_tunnel():
    game = moving(foxes={"black": "a1", "white": "a2"}, fowl={31: "g9"})
    assert "g8" in goals(game, "g9")
    assert "g7" not in goals(game, "g9")


# Action 4: foxes


def fox_goals(game):
    return {line.split()[2] for line in legal_lines(game) if line.startswith("fox")}


def foxes_moving(turn=2, **position):
    game = feed_cards(start(), 31)
    feed(game, "done black", "done white")
    game.turn = turn
    return put(game, **position)


def test_a_fox_goes_up_to_two_spaces():
    game = foxes_moving(foxes={"black": "h9", "white": "a1"})
    assert fox_goals(game) == around("h9", 2)
    assert "stay black" in legal_lines(game)


def test_a_capture_ends_the_move_and_bars_the_way():
    game = foxes_moving(foxes={"black": "a7", "white": "m7"}, fowl={1: "a6", 2: "b7", 3: "b8"})
    assert fox_goals(game) == {"a6", "b7", "b8"}
    events = feed(game, "fox black a6")
    assert ("captured", 0, 1, hexboard.cell("a6")) in events
    assert game.captured[0] == [1]
    assert game.mover() == 1


def test_first_space_on_a_tunnel_then_out_of_any_other():
    game = foxes_moving(foxes={"black": "g8", "white": "a1"})
    assert set(game.state()["tunnels"]) <= fox_goals(game)


def test_from_a_tunnel_to_another_and_one_space_beyond():
    game = foxes_moving(foxes={"black": "i5", "white": "a1"})
    beyond = {cell for tunnel in game.state()["tunnels"] for cell in around(tunnel, 1)}
    assert beyond <= fox_goals(game)


def test_a_fox_captures_next_to_a_tunnel_by_starting_on_another():
    game = foxes_moving(foxes={"black": "i5", "white": "a1"}, fowl={7: "c4"})
    feed(game, "fox black c4")
    assert game.captured[0] == [7]


def test_a_fox_on_a_tunnel_closes_it_also_in_passing():
    game = foxes_moving(foxes={"black": "g8", "white": "g7"})
    assert fox_goals(game) == around("g8", 2) - {"g7", "g6"}
    assert "i5" not in fox_goals(game)
    other = foxes_moving(foxes={"black": "g8", "white": "c5"})
    assert "c5" not in fox_goals(other)
    assert "e3" in fox_goals(other)


def test_in_turn_1_no_fox_ends_on_the_central_tunnel_but_may_pass_it():
    game = feed_cards(start(), 31)
    feed(game, "done black", "done white")
    assert "g7" not in fox_goals(game)
    assert {"i5", "c5", "e3", "e9", "i11", "k9"} <= fox_goals(game)
    game.turn = 2
    game._known = None
    assert "g7" in fox_goals(game)


def test_in_turn_1_nothing_can_be_captured_from_the_standard_start():
    game = feed_cards(start(), 31)
    feed(game, "done black", "done white")
    fowl = set(game.state()["fowl"].values())
    assert not fowl & fox_goals(game)


# Actions 5 to 8


def quiet_turn(game, cards):
    for seat, card in cards.items():
        feed(game, f"play {seat} {card}")
    for seat in game.state()["order"]:
        feed(game, f"done {seat}")
    events = []
    for seat in game.state()["order"]:
        events = feed(game, f"stay {seat}")
    return events


def test_light_turns_from_the_second_turn_on_and_their_limit_with_two():
    game = start()
    lights = []
    for turn in range(7):
        quiet_turn(game, {"black": 2 * turn + 1, "white": 2 * turn + 2})
        lights.append(game.light)
    assert lights == [0, 1, 2, 3, 4, 5, 6]
    assert game.phase == "target"
    assert game.turn == 7
    assert game.state()["cards"] == {"black": 13, "white": 14}  # after the end the last turn's


@pytest.mark.parametrize("names", [["black", "white", "brown"], ["black", "white", "brown", "orange"]])
def test_three_light_turns_end_the_game_with_three_or_four(names):
    den = ["g8", "g6", "h7", "f7"]
    game = start("seats " + " ".join(names), "foxes " + " ".join(f"{n} {c}" for n, c in zip(names, den, strict=False)))
    for turn in range(4):
        assert game.phase == "play"
        quiet_turn(game, {name: len(names) * turn + i + 1 for i, name in enumerate(names)})
    assert game.phase == "target"
    assert game.light == 3


def test_eight_fowl_end_the_game_before_a_light_card_is_turned():
    game = foxes_moving(
        turn=5,
        foxes={"black": "g8", "white": "g6"},
        fowl=dict(zip(range(1, 9), ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "b1"], strict=True)),
    )
    game.captured[0] = list(range(9, 37))
    feed(game, "stay black")
    assert game.phase == "fox"
    feed(game, "stay white")
    assert game.phase == "target"
    assert game.light == 0


def test_nine_fowl_do_not_end_it():
    game = foxes_moving(
        turn=5,
        foxes={"black": "g8", "white": "g6"},
        fowl=dict(zip(range(1, 10), ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "b1", "b2"], strict=True)),
    )
    game.captured[0] = list(range(10, 37))
    feed(game, "stay black", "stay white")
    assert game.phase == "play"
    assert game.light == 1


def test_shuffles_fall_where_the_ruling_says():
    from shared_rules.fowl_play.cards import CardCount

    for seats, every in ((2, 15), (3, 9), (4, 6)):
        count = CardCount(seats)
        after = [turn - 1 for turn in range(2, 40) if count.shuffled_before(turn)]
        assert after == [every * k for k in range(1, 39 // every + 1)]


# Refusals


def refuse(game, line):
    with pytest.raises(Refusal) as refused:
        feed(game, line)
    return refused.value


def refuse_setup(*lines):
    with pytest.raises(Refusal) as refused:
        setup_of(*lines).start()
    return refused.value


def test_refusals_of_fowl_moves_name_what_forbids_them():
    game = moving(foxes={"black": "a1", "white": "g10"}, fowl={31: "g6", 2: "g5", 36: "m13"})
    assert refuse(game, "move black c3 c4").code == "no-fowl"
    alike = refuse(game, "move black g5 g4")
    assert (alike.code, alike.facts["fowl"][1]["n"], alike.facts["card"][1]["n"]) == ("not-alike", 2, 31)
    assert refuse(game, "move black g6 g6").code == "no-move"
    assert refuse(game, "move black g6 g5").code == "space-taken"
    assert refuse(game, "move black g6 g7").code == "fowl-tunnel"
    far = refuse(game, "move black g6 c2")
    assert (far.code, far.facts["needed"], far.facts["left"]) == ("too-far", 4, 3)
    near = refuse(game, "move black g6 h9")
    assert near.code == "too-near"
    assert near.facts["cell"] == "h9"
    assert (near.facts["was"], near.facts["gets"]) == (2, 1)
    assert near.facts["fox"][1]["seat"] == ("seat", "white")
    closed = moving(foxes={"black": "a1", "white": "a2"}, fowl={31: "m13", 1: "m12", 2: "l12", 3: "l13"})
    assert refuse(closed, "move black m13 m11").code == "no-way"


def test_too_near_names_the_space_on_the_way():
    """The goal itself is far enough from the fox, the only way there that is short enough is not."""
    game = moving(foxes={"black": "a1", "white": "m7"}, fowl={31: "k5", 2: "j4", 3: "j5"})
    assert (gap("k5", "m7"), gap("l7", "m7"), gap("k6", "m7"), gap("k8", "m7")) == (2, 1, 2, 3)
    refusal = refuse(game, "move black k5 l7")
    assert (refusal.code, refusal.facts["cell"]) == ("too-near", "l7")
    barred = moving(foxes={"black": "g9", "white": "a1"}, fowl={31: "g12", 2: "f11", 3: "h12"})
    assert gap("g12", "g9") == gap("f9", "g9") + 2
    assert refuse(barred, "move black g12 g10").facts["cell"] == "g11"


def test_refusals_of_foxes():
    game = foxes_moving(turn=2, foxes={"black": "h9", "white": "h10"}, fowl={1: "h8"})
    assert refuse(game, "fox black h9").code == "no-move"
    assert refuse(game, "fox black h10").code == "fox-taken"
    assert refuse(game, "fox black a1").code == "fox-too-far"
    blocked = foxes_moving(turn=2, foxes={"black": "a7", "white": "m7"}, fowl={1: "a6", 2: "b7", 3: "b8"})
    assert refuse(blocked, "fox black a5").code == "fox-blocked"
    first = foxes_moving(turn=1, foxes={"black": "g8", "white": "m7"})
    assert refuse(first, "fox black g7").code == "tunnel-closed"


def test_refusals_of_cards_say_who_played_them_when():
    game = start()
    feed(game, "play black 5")
    taken = refuse(game, "play white 5")
    assert (taken.code, taken.facts["why"][0]) == ("card-is-out", "out-played")
    feed(game, "play white 6", "done black", "done white", "stay black", "stay white")
    out = refuse(game, "play white 5")
    assert (out.code, out.facts["why"]) == ("card-is-out", ("out-discarded", {"turn": 1, "seat": ("seat", "black")}))


def test_a_third_card_that_was_in_no_shuffle_is_out():
    """Two seats: the discards are shuffled after turn 15; six cards were not among them: two targets, two in each hand."""
    game = start()
    card = 0
    for turn in range(15):
        # One capture every few turns keeps the light cards from ending the game.
        feed(game, f"play black {card + 1}", f"play white {card + 2}")
        card += 2
        for seat in game.state()["order"]:
            feed(game, f"done {seat}")
        for _ in game.seats:
            captures = [a for a in game.legal() if game.fowl_on(a & 127) and a >> 16 == 3]
            steps = [a for a in game.legal() if a >> 16 == 3]
            nearest = min(
                captures or steps,
                key=lambda a: min(hexboard.distance(a & 127, game.cell_of(f)) for f in range(1, 37) if game.cell_of(f) != 255),
            )
            game.apply(nearest)
        assert game.phase == "play", turn
    assert game.count.shuffled_before(16)
    for new in ("31", "32"):
        feed(game, f"play black {new}", f"play white {int(new) - 20}")
        for seat in game.state()["order"]:
            feed(game, f"done {seat}")
        for seat in game.state()["order"]:
            feed(game, f"stay {seat}")
    refusal = refuse(game, "play black 33")
    assert (refusal.code, refusal.facts["why"][0], refusal.facts["why"][1]["turn"]) == ("card-is-out", "out-spent", 15)
    feed(game, "play white 33")  # White has played none of its two


def test_the_four_kinds_of_refusal_are_told_apart():
    game = start()
    assert refuse(game, "play green 5").kind == UNREADABLE
    assert refuse(game, "play black 37").kind == UNREADABLE
    assert refuse(game, "done black").kind == ILLEGAL
    feed(game, "play black 5")
    assert refuse(game, "play black 6").kind == NOT_YOUR_TURN
    _, over = random_game(3)
    assert refuse(over, f"stay {over.seats[0]}").kind == GAME_OVER


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("jump black 5", "unknown-word"),
        ("play black", "bad-line"),
        ("play black 5 6", "bad-line"),
        ("play black 0", "unknown-card"),
        ("play black 05", "unknown-card"),
        ("play black +5", "unknown-card"),
        ("play black ٥", "unknown-card"),
        ("play orange 5", "unknown-seat"),
        ("move black a8 a7", "unknown-cell"),
        ("move black A1 a2", "unknown-cell"),
        ("fox black g14", "unknown-cell"),
        ("fox black g07", "unknown-cell"),
        ("stay", "bad-line"),
    ],
)
def test_unreadable_lines(line, code):
    refusal = refuse(start(), line)
    assert (refusal.code, refusal.kind) == (code, UNREADABLE)


PLACE = " ".join(hexboard.name(cell) for cell in standard_place(bytes(range(36))))


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["seats black"], "bad-seats"),
        (["seats black black"], "bad-seats"),
        (["seats black green"], "unknown-seat"),
        (["seats black white", "tunnels g7 i11"], "bad-line"),
        (["seats black white", "tunnels g7 i11 k9 i5 e3 c5 c5"], "no-such-tunnel"),
        (["seats black white", "tunnels a1 i11 k9 i5 e3 c5 e9"], "no-such-tunnel"),
        (["seats black white", "tunnels g7 i11 k9 i5 e3 c5 g8"], "no-such-tunnel"),
        (["seats black white", "tunnels g7 i11 k9 i5 e3 c5 z9"], "unknown-cell"),
        (["seats black white", "cards " + " ".join(["duck-white-circle"] * 36)], "cards-not-each-once"),
        (["seats black white", "cards " + " ".join(["duck-green-circle"] * 36)], "unknown-card"),
        (["seats black white", "place " + PLACE.replace("m7", "m8", 1)], "place-taken"),
        (["seats black white", "place " + PLACE.replace("k5", "i5")], "place-tunnel"),
        (["seats black white", "place " + PLACE.replace("k5", "h5")], "place-den"),
        (["seats black white", "place " + PLACE.replace("m7", "a4")], "flock-apart"),
        (["seats black white", "place a1"], "bad-line"),
        (["seats black white", "tunnels g7 m7 k9 i5 e3 c5 e9", "foxes black g8 white g6"], "place-needed"),
        (["foxes black g8 white g6"], "setup-missing"),
        (["seats black white"], "setup-missing"),
        (["seats black white", "foxes black g8"], "bad-line"),
        (["seats black white", "foxes black g8 black g6"], "bad-line"),
        (["seats black white", "foxes black g7 white g6"], "fox-not-in-den"),
        (["seats black white", "foxes black g8 white g8"], "fox-place-taken"),
        (["seats black white", "foxes black g8 white x6"], "unknown-cell"),
    ],
)
def test_refusals_of_the_setup(lines, code):
    assert refuse_setup(*lines).code == code


def test_every_code_is_documented(request):
    """All codes raised in this package's sources stand in one of the two lists, and every listed one is raised somewhere."""
    import re

    folder = request.config.rootpath / "shared_rules"
    paths = [path for path in (folder / "fowl_play").glob("*.py") if path.name != "questions.py"]  # those are the app's
    sources = "".join(path.read_text() for path in [*paths, folder / "record.py"])
    raised = set(re.findall(r'(?:Refusal|unreadable)\(\s*"([a-z-]+)"', sources)) | {"target-played"}
    raised |= {"nothing-to-undo"}
    assert raised == set(REFUSALS) | set(record.REFUSALS) - {"unknown-cell", "unknown-card"} | {"unknown-cell", "unknown-card"}


# Targets and results


def end_of_game():
    game = start()
    for turn in range(7):
        quiet_turn(game, {"black": 2 * turn + 1, "white": 2 * turn + 2})
    return game


def test_targets_are_unplayed_and_different():
    game = end_of_game()
    played = refuse(game, "target black 3")
    assert played.code == "target-played"
    feed(game, "target white 30")
    assert refuse(game, "target black 30").code == "target-taken"
    assert refuse(game, "target white 31").kind == NOT_YOUR_TURN
    feed(game, "target black 31")
    assert game.over


def test_score_only_game():
    reader = Reader()
    for line in (
        "roost 1 fowl_play",
        "rules 1",
        "mode score",
        "seats black white",
        "captured black 1",
        "captured white 10",
        "captured black 19",
        "all-captured",
        "target black 4",
        "target white 36",
    ):
        reader.feed(line)
    game = reader.finish()
    assert game.over
    assert game.winners() == [1]
    assert game.state()["mode"] == "score"
    assert [game.line(action) for action in game.log[2:4]] == ["captured black 19", "all-captured"]


def test_score_only_refusals():
    setup = setup_of()
    setup.mode = "score"
    setup.setting("seats", ["black", "white"])
    with pytest.raises(Refusal) as refused:
        setup.setting("foxes", ["black", "g8", "white", "g6"])
    assert refused.value.code == "not-in-mode"
    game = setup.start()
    feed(game, "captured black 1")
    assert refuse(game, "captured white 1").code == "captured-twice"
    assert refuse(game, "target white 1").code == "wrong-phase"
    for card in range(2, 30):
        feed(game, f"captured black {card}")
    assert refuse(game, "captured black 30").code == "too-many-captured"
    assert legal_lines(game) == ["all-captured"]
    feed(game, "all-captured", "target black 1")
    assert refuse(game, "target white 1").code == "target-taken"
    assert refuse(game, "target black 2").kind == NOT_YOUR_TURN
    feed(game, "target white 2")
    assert refuse(game, "target white 3").kind == GAME_OVER
    for _ in range(len(game.log)):
        game.undo()
    assert refuse_undo(game) == "nothing-to-undo"


def refuse_undo(game):
    with pytest.raises(Refusal) as refused:
        game.undo()
    return refused.value.code
