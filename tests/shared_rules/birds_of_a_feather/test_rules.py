"""The rules by example: the rulebook's round, raptors, copies, ties, the solo game, refusals."""

import pytest

from shared_rules import record
from shared_rules.birds_of_a_feather import MODES, NAME, REFUSALS, RULES, SETUP, open_setup, scoring
from shared_rules.record import Reader
from shared_rules.refusal import GAME_OVER, ILLEGAL, NOT_YOUR_TURN, UNREADABLE, Refusal
from tests.shared_rules.birds_of_a_feather.tables import NAMES, enter, everything, read, start


def names(game, seat):
    return game.printed.names([bird for bird in range(35) if game.recorded[seat][bird]])


def full_rounds(game, rounds):
    """Plays so many whole rounds, each with the first birds that are left."""
    while game.resolved < rounds:
        game.apply(game.legal()[0])


def refused(game, line):
    before = everything(game)
    with pytest.raises(Refusal) as caught:
        game.apply(game.read(line.split()))
    assert everything(game) == before
    return caught.value


def test_the_package_says_what_it_is() -> None:
    assert (NAME, RULES, MODES) == ("birds_of_a_feather", (1,), ("score",))
    assert SETUP == ("seats", "raptors", "variant", "habitats", "kinds")


def example_round(raptors=True):
    """The rulebook's "Example Round with 4 Players". Which bird is of which kind its text says only of the Osprey, a raptor."""
    game = start("teale trevor carey christie", raptors=raptors)
    enter(
        game,
        """
        play teale mountains-common
        play trevor wetlands-uncommon1
        play carey mountains-uncommon2
        play christie ocean-uncommon1
        """,
    )
    events = enter(
        game,
        """
        play teale mountains-uncommon1
        play trevor wetlands-common
        play carey mountains-rare
        play christie ocean-raptor
        """,
    )
    return game, events


def test_the_rulebooks_example_round() -> None:
    game, events = example_round()
    find = game.printed.find
    lingering = ["mountains-rare", "mountains-uncommon1", "ocean-raptor", "wetlands-common"]
    mountains = ["mountains-common", "mountains-rare", "mountains-uncommon1", "mountains-uncommon2"]
    assert ("chased", 3, 4, [find("ocean-uncommon1")]) in events
    assert names(game, 0) == names(game, 2) == mountains
    assert names(game, 1) == ["wetlands-common", "wetlands-uncommon1"]
    assert names(game, 3) == ["ocean-raptor", "ocean-uncommon1"]  # the cormorant from round 1
    assert ("saw", 3, 4, [find("ocean-raptor")]) in events
    assert game.printed.names(game.lingering()) == lingering
    assert game.turn == 3


def test_without_raptors_a_lingering_bird_stays_visible() -> None:
    game = start("a b c d", raptors=False)
    enter(game, "play a ocean-common\nplay b desert-common\nplay c desert-rare\nplay d forest-common")
    events = enter(game, "play a forest-rare\nplay b ocean-raptor\nplay c wetlands-rare\nplay d wetlands-ace")
    assert names(game, 1) == ["desert-common", "desert-rare", "ocean-common", "ocean-raptor"]
    assert not [event for event in events if event[0] == "chased"]


def test_a_raptor_chases_before_anyone_records() -> None:
    game = start("a b c d")
    enter(game, "play a ocean-common\nplay b ocean-rare\nplay c desert-rare\nplay d forest-common")
    # Another seat's raptor takes it from this seat too; birds of other habitats and all arriving birds stay.
    events = enter(game, "play a ocean-raptor\nplay b ocean-ace\nplay c ocean-uncommon1\nplay d desert-common")
    assert names(game, 2) == ["desert-rare", "ocean-ace", "ocean-raptor", "ocean-uncommon1"]
    assert names(game, 3) == ["desert-common", "desert-rare", "forest-common"]
    assert [event[0] for event in events] == ["entered", "chased", "saw", "saw", "saw", "saw", "linger"]
    # The raptor lingers itself now, and two raptors in one round chase each in its own habitat.
    events = enter(game, "play a forest-raptor\nplay b desert-raptor\nplay c ocean-common\nplay d mountains-raptor")
    assert [event[1:3] for event in events if event[0] == "chased"] == [(1, 0)]
    assert "ocean-raptor" in names(game, 2)


def test_nothing_is_chased_in_the_first_round() -> None:
    game = start("a b c d")
    events = enter(game, "play a ocean-common\nplay b ocean-raptor\nplay c ocean-ace\nplay d ocean-rare")
    assert not [event for event in events if event[0] == "chased"]
    assert names(game, 0) == ["ocean-ace", "ocean-common", "ocean-raptor", "ocean-rare"]


@pytest.mark.parametrize(("seats", "plays", "turned"), [(1, 1, 3), (2, 2, 2), (3, 3, 1)])
def test_a_raptor_turned_up_from_the_deck_chases_too(seats: int, plays: int, turned: int) -> None:
    game = start(seats, raptors=True)
    kinds = ["common", "uncommon1", "uncommon2", "rare"]
    for seat in range(plays):
        enter(game, f"play {NAMES[seat]} ocean-{kinds[seat]}")
    for number in range(turned):
        enter(game, f"reveal forest-{kinds[number]}")
    assert game.turn == 2
    for seat in range(plays):
        enter(game, f"play {NAMES[seat]} ocean-uncommon3" if seat == 0 else f"play {NAMES[seat]} desert-{kinds[seat]}")
    assert game.phase == "reveal"
    assert game.to_act() == []
    for _ in range(turned - 1):
        enter(game, "reveal wetlands-common")
    events = enter(game, "reveal ocean-raptor")
    chased = [game.printed.find(f"ocean-{kinds[seat]}") for seat in range(plays)]
    assert ("chased", None, 4, chased) in events
    assert "ocean-raptor" in names(game, 0)
    assert "ocean-uncommon3" in names(game, 0)


def test_a_bird_is_recorded_once() -> None:
    game = start("a b c d")
    enter(game, "play a ocean-common\nplay b ocean-common\nplay c desert-common\nplay d desert-rare")
    assert names(game, 0) == ["ocean-common"]
    assert game.state()["lingering"] == ["desert-common", "desert-rare", "ocean-common", "ocean-common"]
    events = enter(game, "play a ocean-common\nplay b desert-common\nplay c wetlands-common\nplay d forest-common")
    assert ("saw", 0, 4, []) in events
    assert names(game, 0) == ["ocean-common"]


def test_birds_linger_for_one_round_only() -> None:
    game = start("a b c d")
    enter(game, "play a ocean-common\nplay b ocean-rare\nplay c desert-common\nplay d desert-rare")
    enter(game, "play a forest-common\nplay b forest-rare\nplay c wetlands-common\nplay d mountains-rare")
    enter(game, "play a desert-ace\nplay b ocean-ace\nplay c ocean-uncommon1\nplay d mountains-ace")
    assert names(game, 0) == ["desert-ace", "forest-common", "forest-rare", "ocean-common", "ocean-rare"]
    assert names(game, 2) == ["desert-common", "desert-rare", "ocean-ace", "ocean-uncommon1", "wetlands-common"]


def test_a_complete_habitat_is_told_and_counts_three() -> None:
    game = start("a b c d")
    enter(game, "play a ocean-common\nplay b ocean-uncommon1\nplay c ocean-uncommon2\nplay d ocean-uncommon3")
    events = enter(game, "play a ocean-rare\nplay b ocean-raptor\nplay c ocean-ace\nplay d ocean-common")
    assert [event for event in events if event[0] == "complete"] == [("complete", seat, 4) for seat in range(4)]
    assert game.tallies() == [(7, 1, 10)] * 4
    assert game.sheet()[4][1] == [7, 7, 7, 7]
    assert game.sheet()[5] == (
        ("points-all", {}),
        [3, 3, 3, 3],
        [("all-seen", {"n": 1, "habitats": [("habitat", "ocean")]})] * 4,
    )
    events = enter(game, "play a ocean-common\nplay b forest-common\nplay c forest-common\nplay d forest-common")
    assert not [event for event in events if event[0] == "complete"]


@pytest.mark.parametrize("seats", range(1, 8))
def test_rounds_and_reveals_of_every_number_of_seats(seats: int) -> None:
    rounds = {1: 12, 2: 14, 3: 14, 4: 14, 5: 11, 6: 9, 7: 7}[seats]
    reveals = {1: 3, 2: 2, 3: 1}.get(seats, 0)
    game = start(seats)
    assert (game.rounds, game.reveals, game.raptors) == (rounds, reveals, seats > 1)
    for number in range(1, rounds + 1):
        assert game.turn == number
        for _ in range(seats):
            assert game.phase == "play"
            game.apply(game.legal()[-1])
        for _ in range(reveals):
            assert game.phase == "reveal"
            game.apply(game.legal()[0])
    assert game.phase in ("last", "over")
    assert game.turn == rounds
    assert game.arriving() == []
    assert len(game.lingering()) == seats + reveals


def test_seats_play_in_any_order() -> None:
    game = start("a b c d")
    enter(game, "play c ocean-common\nplay a ocean-rare")
    assert game.to_act() == [1, 3]
    assert list(game.state()["arriving"]) == ["a", "c", "deck"]


# Copies (rulings, Birds of a Feather 5)


@pytest.mark.parametrize(
    ("kind", "copies"), [("common", 3), ("uncommon1", 2), ("uncommon3", 2), ("rare", 1), ("raptor", 1), ("ace", 1)]
)
def test_a_bird_comes_no_more_often_than_it_has_copies(kind: str, copies: int) -> None:
    game = start("a b c d")
    for seat in "abcd"[:copies]:
        enter(game, f"play {seat} ocean-{kind}")
    refusal = refused(game, f"play d ocean-{kind}")
    assert (refusal.code, refusal.kind) == ("card-is-out", ILLEGAL)
    assert refusal.facts["copies"] == copies
    assert refusal.facts["where"] == ("out-in-round", {"round": 1, "seat": ("seat", "abcd"[copies - 1])})


def test_copies_count_over_rounds_and_the_deck() -> None:
    game = start("a b")
    enter(game, "play a ocean-common\nplay b desert-common\nreveal ocean-common\nreveal ocean-rare")
    enter(game, "play a ocean-common\nplay b desert-common")
    assert refused(game, "reveal ocean-common").code == "card-is-out"
    assert refused(game, "reveal ocean-rare").facts["where"] == ("out-from-deck", {"round": 1})
    game.undo()
    assert refused(game, "play b ocean-rare").code == "card-is-out"


def last_phase(records):
    """The example of seven seats, whose end is a tie of zoe and b2, before its `last` lines."""
    lines = (records / "birds_of_a_feather" / "001-full.roost").read_text().splitlines()
    return read("\n".join([line for line in lines if not line.startswith("last")]))


def test_a_card_kept_to_the_last_counts_as_a_copy(records) -> None:
    game = last_phase(records)
    assert (game.phase, game.to_act()) == ("last", [1, 6])
    rare = next(bird for bird in range(35) if game.left(bird) == 1)
    name = game.printed.name(rare)
    enter(game, "last b2 " + name)
    refusal = refused(game, "last zoe " + name)
    assert refusal.code == "card-is-out"
    assert game.to_act() == [1]
    # Taken back, the card is free again.
    game.undo()
    game.check(game.read(["last", "zoe", name]))


def test_last_is_asked_in_any_order_of_the_tied_alone(records) -> None:
    game = last_phase(records)
    assert [game.line(action).split()[1] for action in game.legal()].count("zoe") == len(game.legal()) / 2
    assert refused(game, "last nichole wetlands-common").kind == NOT_YOUR_TURN  # as many points, fewer ALL bonuses
    enter(game, "last b2 wetlands-common")
    assert refused(game, "last b2 wetlands-common").kind == NOT_YOUR_TURN
    assert game.winners() is None
    enter(game, "last zoe wetlands-common")
    assert game.winners() == [1, 6]


# Ties (rulings, Birds of a Feather 4), with finished sheets


def ticked(text, seats="a b c", **order):
    """A game of finished sheets: for each seat the habitats that are complete and further birds."""
    game = start(seats, mode="score", **order)
    for line in text.strip().splitlines():
        seat, *birds = line.split()
        for bird in birds:
            kinds = game.printed.kinds if "-" not in bird else [bird.split("-")[1]]
            for kind in kinds:
                enter(game, f"saw {seat} {bird.split('-')[0]}-{kind}")
        enter(game, f"done {seat}")
    return game


def test_most_points_win() -> None:
    game = ticked("a ocean-ace\nb ocean-ace ocean-rare\nc")
    assert game.over
    assert game.winners() == [1]
    assert [message[0] for message in game.verdict()] == ["winner"]


def test_more_complete_habitats_break_a_tie() -> None:
    # a: 7 + 3; b: ten birds worth a point.
    ones = " ".join(
        f"{place}-{kind}" for place in ("ocean", "forest") for kind in ("uncommon1", "uncommon2", "uncommon3", "rare", "raptor")
    )
    game = ticked(f"a desert\nb {ones}\nc")
    assert [tally[2] for tally in game.tallies()] == [10, 10, 0]
    assert game.over
    assert game.winners() == [0]
    assert [message[0] for message in game.verdict()] == ["winner", "by-all"]


@pytest.mark.parametrize(
    ("last", "winners", "code"),
    [
        ({"a": "ocean-common", "b": "forest-uncommon1"}, [1], "by-card"),
        ({"a": "ocean-ace", "b": "desert-raptor"}, [0], "by-card"),
        ({"a": "ocean-rare", "b": "desert-rare"}, [1], "by-habitat"),
        ({"a": "ocean-common", "b": "ocean-common"}, [0, 1], "by-nothing"),
    ],
)
@pytest.mark.parametrize("order", ["ab", "ba"])
def test_the_unplayed_card_breaks_a_tie(last: dict[str, str], winners: list[int], code: str, order: str) -> None:
    game = ticked("a wetlands-ace\nb wetlands-ace\nc wetlands-rare")
    assert (game.phase, game.to_act(), game.tied) == ("last", [0, 1], (0, 1))
    for seat in order:
        assert not game.over
        enter(game, f"last {seat} {last[seat]}")
    assert game.over
    assert game.winners() == winners
    assert game.verdict()[-1][0] == code
    assert game.verdict()[0][1]["n"] == len(winners)


def test_the_printed_order_decides() -> None:
    text = "a wetlands-ace\nb wetlands-ace\nc wetlands-rare"
    order = {
        "habitats": ["ocean", "wetlands", "forest", "mountains", "desert"],
        "kinds": ["ace", "raptor", "rare", "uncommon3", "uncommon2", "uncommon1", "common"],
    }
    game = ticked(text, **order)
    enter(game, "last a desert-ace\nlast b desert-common")
    assert game.winners() == [1]
    game = ticked(text, **order)
    enter(game, "last a desert-common\nlast b ocean-common")
    assert game.winners() == [1]
    assert game.state()["habitats"] == order["habitats"]
    assert game.state()["kinds"] == order["kinds"]


def test_three_seats_of_which_one_falls_out() -> None:
    game = ticked("a wetlands-ace\nb wetlands-ace\nc wetlands-ace")
    enter(game, "last c ocean-common\nlast b ocean-common\nlast a forest-uncommon1")
    assert game.winners() == [0]
    game = ticked("a wetlands-ace\nb wetlands-ace\nc wetlands-ace")
    enter(game, "last c ocean-uncommon1\nlast b ocean-uncommon1\nlast a forest-common")
    assert game.winners() == [1, 2]
    assert game.verdict()[-1][0] == "by-nothing"


# Alone (rulings, Birds of a Feather 6)


@pytest.mark.parametrize(
    ("total", "rank"), [(0, 0), (25, 0), (26, 1), (30, 1), (31, 2), (35, 2), (36, 3), (40, 3), (41, 4), (50, 4)]
)
def test_ranks(total: int, rank: int) -> None:
    assert scoring.rank(total) == rank


@pytest.mark.parametrize(
    ("rank", "birds"),
    [
        (0, "ocean"),
        (1, "ocean forest desert-uncommon1 desert-ace wetlands-ace wetlands-rare"),
        (2, "ocean forest desert wetlands-rare"),
        (3, "ocean forest desert wetlands-rare wetlands-ace wetlands-raptor mountains-ace"),
        (4, "ocean forest desert wetlands mountains-ace"),
    ],
)
def test_each_rank_is_reached(rank: int, birds: str) -> None:
    game = ticked("a " + birds, seats="a")
    assert game.over
    assert game.scores()["a"]["rank"] == rank
    assert game.verdict() == [("solo-verdict", {"total": game.scores()["a"]["total"], "rank": ("rank", rank)})]


def test_a_solo_game_to_the_last_round() -> None:
    game = start("eve")
    assert game.raptors is False
    prompts = []
    for number in range(1, 13):
        assert game.prompt().seats == (0,)
        prompts.append(game.prompt().do)
        enter(game, "play eve " + game.line(game.legal()[0]).split()[-1])
        assert game.prompt().do == [("do-reveal", {"n": 3})]
        for left in (3, 2, 1):
            assert (game.phase, game.turn) == ("reveal", number)
            assert len(game.arriving()) == 4 - left
            game.apply(game.legal()[-1])
            if left > 1:
                assert game.prompt().do == []
    assert [do[0][0] for do in prompts] == ["do-solo-first"] + ["do-solo"] * 11
    assert game.over
    assert game.winners() == [0]
    assert set(game.scores()["eve"]) == {"birds", "all", "total", "rank"}
    assert len(game.log) == 48
    assert refused(game, "play eve ocean-common").kind == GAME_OVER
    assert game.legal() == []


# Finished sheets


def test_sheets_are_entered_in_any_order_and_taken_back() -> None:
    game = start("a b", mode="score")
    enter(game, "saw a ocean-rare\nsaw b desert-ace\ndone b\nsaw a ocean-ace")
    assert (game.phase, game.to_act(), game.turn) == ("score", [0], 14)
    assert game.state()["recorded"] == {"a": ["ocean-ace", "ocean-rare"], "b": ["desert-ace"]}
    assert game.state()["arriving"] == {"deck": []}
    assert game.state()["lingering"] == []
    for _ in range(2):
        game.undo()
    assert game.to_act() == [0, 1]
    enter(game, "done b\ndone a")
    assert game.winners() == [1]


def test_a_bird_that_was_seen_is_no_unplayed_card() -> None:
    game = ticked("a wetlands-ace\nb wetlands-ace\nc wetlands-uncommon1")
    refusal = refused(game, "last a wetlands-ace")
    assert (refusal.code, refusal.facts["where"]) == ("card-is-out", ("out-on-sheet", {}))
    enter(game, "last a wetlands-uncommon1")
    assert refused(game, "last b wetlands-uncommon1").facts["where"] == ("out-kept", {})


# Refusals


FOUR = ["seats a b c d"]
ROUND = ["play a ocean-common", "play b ocean-common", "play c desert-common", "play d desert-common"]
SCORE = ["mode score", "seats a b"]
CASES = [
    ("card-is-out", ILLEGAL, FOUR + ["play a ocean-rare", "play b ocean-rare"]),
    ("already-ticked", ILLEGAL, SCORE + ["saw a ocean-rare", "saw a ocean-rare"]),
    ("bad-raptors", UNREADABLE, FOUR + ["raptors maybe"]),
    ("bad-variant", UNREADABLE, FOUR + ["variant solo"]),
    ("variant-seats", ILLEGAL, FOUR + ["variant draft"]),
    ("variant-seats", ILLEGAL, ["seats a", "variant draft"]),
    ("variant-seats", ILLEGAL, ["seats a", "variant migration"]),
    ("bad-order", ILLEGAL, FOUR + ["habitats ocean desert forest wetlands"]),
    ("bad-order", ILLEGAL, FOUR + ["habitats ocean desert forest wetlands ocean"]),
    ("bad-order", ILLEGAL, FOUR + ["kinds ocean desert forest wetlands mountains rare ace"]),
    ("bad-order", ILLEGAL, FOUR + ["kinds"]),
    # Those of every record
    ("bad-seats", ILLEGAL, ["seats"]),
    ("bad-seats", ILLEGAL, ["seats a b c d e f g h"]),
    ("bad-seats", ILLEGAL, ["seats a b a"]),
    ("bad-seats", ILLEGAL, ["seats a deck"]),
    ("bad-line", UNREADABLE, ["seats a Anna"]),
    ("bad-line", UNREADABLE, ["seats a abcdefghijklm"]),
    ("bad-line", UNREADABLE, FOUR + ["raptors on off"]),
    ("bad-line", UNREADABLE, FOUR + ["variant"]),
    ("bad-line", UNREADABLE, FOUR + ["play a"]),
    ("bad-line", UNREADABLE, FOUR + ["play a ocean-rare now"]),
    ("bad-line", UNREADABLE, ["seats a", "play a ocean-rare", "reveal ocean-ace ocean-common"]),
    ("unknown-word", UNREADABLE, FOUR + ["move a ocean-rare"]),
    ("unknown-word", UNREADABLE, FOUR + ["saw a ocean-rare"]),
    ("unknown-word", UNREADABLE, SCORE + ["play a ocean-rare"]),
    ("unknown-seat", UNREADABLE, FOUR + ["play e ocean-rare"]),
    ("unknown-seat", UNREADABLE, SCORE + ["done e"]),
    ("unknown-card", UNREADABLE, FOUR + ["play a rare"]),
    ("unknown-card", UNREADABLE, FOUR + ["play a ocean-"]),
    ("unknown-card", UNREADABLE, FOUR + ["play a ocean-rare-ace"]),
    ("unknown-card", UNREADABLE, FOUR + ["play a sea-rare"]),
    ("setup-missing", ILLEGAL, ["play a ocean-rare"]),
    ("setup-missing", ILLEGAL, ["raptors on", "reveal ocean-rare"]),
    ("setup-missing", ILLEGAL, ["variant draft"]),
    ("setup-order", ILLEGAL, ["seats a b", "variant base", "raptors on"]),
    ("not-your-turn", NOT_YOUR_TURN, FOUR + ["play a ocean-rare", "play a ocean-ace"]),
    ("not-your-turn", NOT_YOUR_TURN, SCORE + ["done a", "saw a ocean-ace"]),
    ("not-your-turn", NOT_YOUR_TURN, SCORE + ["done a", "done a"]),
    ("not-your-turn", NOT_YOUR_TURN, SCORE + ["done a", "done b", "last a ocean-ace", "last a ocean-ace"]),
    ("wrong-phase", ILLEGAL, FOUR + ["reveal ocean-rare"]),
    ("wrong-phase", ILLEGAL, FOUR + ROUND + ["reveal ocean-rare"]),
    ("wrong-phase", ILLEGAL, FOUR + ["last a ocean-rare"]),
    ("wrong-phase", ILLEGAL, ["seats a", "reveal ocean-rare"]),
    ("wrong-phase", ILLEGAL, ["seats a", "play a ocean-rare", "play a ocean-ace"]),
    ("wrong-phase", ILLEGAL, SCORE + ["last a ocean-rare"]),
    ("wrong-phase", ILLEGAL, SCORE + ["done a", "done b", "done a"]),
    ("wrong-phase", ILLEGAL, SCORE + ["done a", "done b", "saw a ocean-rare"]),
    ("game-over", GAME_OVER, SCORE + ["saw a ocean-ace", "done a", "done b", "last a ocean-rare"]),
    ("game-over", GAME_OVER, SCORE + ["saw a ocean-ace", "done a", "done b", "done a"]),
    ("nothing-to-undo", ILLEGAL, FOUR + ["undo"]),
    # By agreement
    ("bad-line", UNREADABLE, FOUR + ["agreed"]),
    ("bad-line", UNREADABLE, FOUR + ["agreed none of us"]),
    ("bad-line", UNREADABLE, FOUR + ["correct"]),
    ("bad-line", UNREADABLE, FOUR + ["correct saw a"]),
    ("bad-line", UNREADABLE, FOUR + ["correct heard a ocean-ace"]),
    ("unknown-word", UNREADABLE, FOUR + ["agreed agreed none"]),
    ("unknown-word", UNREADABLE, FOUR + ["agreed sing"]),
    ("unknown-word", UNREADABLE, SCORE + ["agreed last a ocean-ace"]),
    ("unknown-word", UNREADABLE, SCORE + ["correct saw a ocean-ace"]),
    ("unknown-seat", UNREADABLE, FOUR + ["correct saw e ocean-ace"]),
    ("unknown-card", UNREADABLE, FOUR + ["correct saw a ocean-hawk"]),
    ("agreed-needless", ILLEGAL, FOUR + ["agreed play a ocean-ace"]),
    ("wrong-phase", ILLEGAL, FOUR + ["agreed none"]),
    ("wrong-phase", ILLEGAL, FOUR + ["agreed reveal ocean-ace"]),
    ("nothing-to-correct", ILLEGAL, FOUR + ["correct missed a ocean-ace"]),
    ("nothing-to-correct", ILLEGAL, FOUR + ["correct saw a ocean-ace", "correct saw a ocean-ace"]),
]


@pytest.mark.parametrize(("code", "kind", "lines"), CASES)
def test_refusals(code: str, kind: str, lines: list[str]) -> None:
    reader = Reader()
    for line in ["roost 1 birds_of_a_feather"] + lines[:-1]:
        reader.feed(line)
    with pytest.raises(Refusal) as caught:
        reader.feed(lines[-1])
    assert (caught.value.code, caught.value.kind) == (code, kind)


def test_every_code_is_documented_and_tested() -> None:
    codes = {case[0] for case in CASES}
    assert set(REFUSALS) <= codes
    assert codes <= set(REFUSALS) | set(record.REFUSALS)
    assert not set(REFUSALS) & set(record.REFUSALS)


def test_bad_names_keep_the_setup_as_it_was() -> None:
    setup = open_setup(1)
    setup.setting("seats", ["a", "b"])
    before = setup.lines()
    for word, tokens in (("seats", ["a", "a"]), ("variant", ["x"]), ("habitats", ["ocean"]), ("raptors", ["x"])):
        with pytest.raises(Refusal):
            setup.setting(word, tokens)
        assert setup.lines() == before
