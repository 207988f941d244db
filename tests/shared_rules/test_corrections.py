"""What a table settles by agreement, in all three games: `agreed` and `correct`."""

import random
import subprocess
import sys

import pytest

from firmware.words import LANGUAGES, Words
from shared_rules import catalogue
from shared_rules.jsontext import dumps
from shared_rules.record import Reader
from shared_rules.refusal import ILLEGAL, UNREADABLE, Refusal
from tests.shared_rules import corrected

KINDS = {
    "fowl_play": {"correct captured", "correct off", "correct fowl", "correct fox", "correct light", "correct shuffle"}
    | {"agreed play", "agreed target"},
    "fancy_feathers": {"agreed reveal", "agreed lose", "agreed stack", "correct disc", "correct card", "correct has"},
    "birds_of_a_feather": {"agreed play", "agreed reveal", "agreed last", "agreed none", "correct saw", "correct missed"},
}


def read(name, *lines):
    reader = Reader()
    for line in ["roost 1 " + name, *lines]:
        reader.feed(line)
    return reader.finish()


def feed(game, *lines):
    events = []
    for line in lines:
        events = game.apply(game.read(line.split()))
    return events


def refuse(game, line):
    before = corrected.everything(game)
    with pytest.raises(Refusal) as refused:
        game.apply(game.read(line.split()))
    assert corrected.everything(game) == before
    return refused.value


def kind_of(line):
    """What kind of a correction a line is."""
    words = line.split(" ")
    if words[0] == "correct" and (words[1].isdigit() or words[1] in corrected.FOXES):
        return "correct " + (words[2] if words[2] in ("off", "captured") else "fowl" if words[1].isdigit() else "fox")
    return " ".join(words[:2])


def words_of(game):
    return [Words(language, game.name) for language in LANGUAGES]


def say(game, message):
    for words in words_of(game):
        for text in (words.text(message), words.short(message)):
            text = text.replace(str(message[1].get("form")), "")
            assert text
            assert not set("<>{}") & set(text), text


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_random_games_with_corrections(name):
    seen = set()
    for seed in range(24 if name == "fowl_play" else 60):
        table, _ = corrected.play(name, seed)
        again = corrected.again(table)
        assert dumps(again.state()) == dumps(table.game.state())
        standing = [line for line in map(table.game.line, table.game.log) if line.split()[0] in ("agreed", "correct")]
        assert table.game.corrected() == len(standing) == table.game.state().get("corrected", 0)
        seen |= {kind_of(line) for line in standing}
        states = []
        game = table.game
        while game.log:
            line = game.line(game.log[-1])
            for message in game.undo_notes()[0]:
                say(game, message)
            states.append((line, corrected.everything(game)))
            game.undo()
        assert "corrected" not in game.state()
        for line, state in reversed(states):
            for event in game.apply(game.read(line.split(" "))):
                if line.startswith(("correct", "agreed")):
                    say(game, game.tell(event)[0])
            assert corrected.everything(game) == state
    assert seen == KINDS[name]


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_both_runtimes_agree(name, micropython, root):
    outputs = []
    for command in ([sys.executable], [micropython, "-X", "heapsize=4m"]):
        seeds = [str(seed) for seed in range(100, 106)]
        command = [*command, "tests/shared_rules/corrected.py", name, *seeds]
        run = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=110, check=False)
        assert run.returncode == 0, run.stderr + run.stdout
        outputs.append(run.stdout)
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") == 4 * 6


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_a_game_without_corrections_has_no_more_keys_than_before(name):
    table = corrected.Table(name, 5)
    table.tried = 10**6
    while not table.game.over:
        table.step()
    assert "corrected" not in table.game.state()
    assert table.game.corrected() == 0


# Fowl Play!

TWO = ("seats black white", "foxes black g8 white g6")


def turn(game, **cards):
    """A turn of two seats in which nothing moves."""
    for seat, card in cards.items():
        feed(game, f"play {seat} {card}")
    for verb in ("done", "stay"):
        for seat in list(game.order):
            feed(game, f"{verb} {game.seats[seat]}")


@pytest.mark.parametrize(
    ("line", "code", "kind"),
    [
        ("correct 17 g7", "fowl-tunnel", ILLEGAL),
        ("correct 17 m7", "space-taken", ILLEGAL),
        ("correct 17 g8", "space-taken", ILLEGAL),
        ("correct 17 k12", "no-move", ILLEGAL),
        ("correct black g8", "no-move", ILLEGAL),
        ("correct black g6", "space-taken", ILLEGAL),
        ("correct black m7", "space-taken", ILLEGAL),
        ("correct black off", "fox-stays", ILLEGAL),
        ("correct shuffle", "no-discards", ILLEGAL),
        ("correct light 0", "nothing-to-correct", ILLEGAL),
        ("correct light 7", "bad-line", UNREADABLE),
        ("correct light", "bad-line", UNREADABLE),
        ("correct", "bad-line", UNREADABLE),
        ("correct 17", "bad-line", UNREADABLE),
        ("correct 17 captured", "bad-line", UNREADABLE),
        ("correct 17 captured brown", "unknown-seat", UNREADABLE),
        ("correct brown g9", "unknown-seat", UNREADABLE),
        ("correct 37 g9", "unknown-card", UNREADABLE),
        ("correct goose g9", "unknown-card", UNREADABLE),
        ("correct 17 z9", "unknown-cell", UNREADABLE),
        ("agreed", "bad-line", UNREADABLE),
        ("agreed correct 17 g9", "unknown-word", UNREADABLE),
        ("agreed dance", "unknown-word", UNREADABLE),
        ("agreed play black 17", "agreed-needless", ILLEGAL),
        ("agreed done black", "agreed-needless", ILLEGAL),
        ("agreed target black 17", "wrong-phase", ILLEGAL),
    ],
)
def test_fowl_play_refuses(line, code, kind):
    game = read("fowl_play", *TWO)
    refusal = refuse(game, line)
    assert (refusal.code, refusal.kind) == (code, kind)
    say(game, ("no." + code, refusal.facts))


def test_after_the_end_only_pieces_are_set_right():
    game = read("fowl_play", *TWO)
    for number in range(7):
        turn(game, black=2 * number + 1, white=2 * number + 2)
    assert game.phase == "target"
    for line in ("correct light 1", "correct shuffle"):
        assert refuse(game, line).code == "wrong-phase"
    feed(game, "correct 3 captured white", "target black 35", "agreed target white 35")
    assert game.over
    before = game.scores()["white"]["total"]
    feed(game, "correct 14 captured white", "correct 19 captured white", "correct 33 captured white")
    assert game.over
    assert game.scores()["white"]["captured"]["sets"] == 4
    assert game.scores()["white"]["total"] > before
    assert refuse(game, "correct 3 captured white").code == "captured-twice"
    assert refuse(game, "correct 3 off").code == "captured-twice"


def test_few_fowl_end_the_game_with_the_turn():
    game = read("fowl_play", *TWO)
    feed(game, "play black 1")
    for card in range(2, 30):
        feed(game, f"correct {card} off")
        assert (game.phase, game.to_act()) == ("play", [1])
    assert game.left() == 8
    assert game.state()["captured"] == {"black": list(range(2, 30)), "white": []}
    feed(game, "play white 36", "done black", "done white", "stay black")
    assert game.phase == "fox"
    assert feed(game, "stay white") == [("stayed", 1), ("ended", 1)]


def test_all_light_cards_open_end_the_game_with_the_turn():
    game = read("fowl_play", *TWO)
    turn(game, black=1, white=2)
    feed(game, "correct light 6 they lie there")
    assert game.phase == "play"
    turn(game, black=3, white=4)
    assert (game.phase, game.light) == ("target", 6)


def test_a_correction_is_no_capture_and_off_falls_to_the_fox_that_moved_last():
    game = read("fowl_play", *TWO)
    turn(game, black=1, white=2)
    feed(game, "play black 3", "play white 4", "done black", "done white", "fox black h9", "correct 12 off", "stay white")
    assert game.captured == [[12], []]
    assert game.light == 1
    feed(game, "correct 12 captured white", "correct 12 m11")
    assert game.captured == [[], []]
    assert game.line(game.log[-1]) == "correct 12 m11"


def test_what_hands_were_told_is_not_told_again_after_a_correction():
    game = read("fowl_play", *TWO)
    turn(game, black=1, white=2)
    turn(game, black=3, white=4)
    before = game.prompt().do
    assert before[0][0] == "do-light"
    feed(game, "correct 12 g9")
    assert game.prompt().do == before
    feed(game, "correct light 0")
    assert [message[0] for message in game.prompt().do] == ["do-next-turn"]


def test_two_seats_may_agree_on_the_same_card():
    game = read("fowl_play", "seats black brown white", "foxes black g8 brown f6 white g6")
    feed(game, "play white 17")
    refusal = refuse(game, "play black 17")
    assert refusal.facts["why"] == ("out-played", {"turn": 1, "seat": ("seat", "white")})
    feed(game, "agreed play black 17", "play brown 3")
    assert game.state()["order"] == ["brown", "black", "white"]


def test_ways_out_of_a_card_that_is_out():
    module = __import__("shared_rules.fowl_play.corrections", None, None, ["ways_out"])
    game = read("fowl_play", *TWO)
    turn(game, black=1, white=2)
    agreed, place = module.ways_out(game, game.read(["play", "white", "1"]))
    assert (game.line(agreed), game.line(game.log[place])) == ("agreed play white 1", "play black 1")
    assert module.ways_out(game, game.read(["play", "white", "3"])) is None
    assert module.ways_out(game, game.read(["stay", "white"])) is None
    for number in range(1, 7):
        turn(game, black=2 * number + 1, white=2 * number + 2)
    agreed, place = module.ways_out(game, game.read(["target", "white", "9"]))
    assert (game.line(agreed), game.line(game.log[place])) == ("agreed target white 9", "play black 9")
    feed(game, "target black 30")
    agreed, place = module.ways_out(game, game.read(["target", "white", "30"]))
    assert (game.line(agreed), game.line(game.log[place])) == ("agreed target white 30", "target black 30")


def real_game(seed, seats):
    """A game with real cards, in which the discards are shuffled early now and then: no card that is really played may be refused.

    Returns how many early and usual shuffles there were.
    """
    rng = random.Random(seed)
    names = corrected.FOXES[:seats]
    game = read("fowl_play", "seats " + " ".join(names), "foxes " + " ".join(f"{a} {b}" for a, b in zip(names, corrected.DEN)))
    cards = rng.sample(range(1, 37), 36)
    hands = [[cards.pop() for _ in range(3)] for _ in names]
    targets = [cards.pop() for _ in names]
    discards = []
    early = usual = 0
    for _ in range(45):
        if discards and rng.random() < 0.06:
            cards = cards + discards
            discards = []
            rng.shuffle(cards)
            feed(game, "correct shuffle")
            early += 1
        played = [hands[seat].pop(rng.randrange(3)) for seat in range(seats)]
        for seat in rng.sample(range(seats), seats):
            feed(game, f"play {names[seat]} {played[seat]}")
        for verb in ("done", "stay"):
            for seat in list(game.order):
                feed(game, f"{verb} {names[seat]}")
        assert game.phase == "play"
        if game.light:
            feed(game, "correct light 0")  # so that the game goes on
        discards += played
        for seat in range(seats):
            if not cards:
                assert game.count.shuffled_before(game.turn)
                cards, discards = rng.sample(discards, len(discards)), []
                usual += 1
            hands[seat].append(cards.pop())
        assert not [card for card in targets if game.count.last[card]]
    return early, usual


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_early_shuffles_never_forbid_a_card_that_can_be_there(seats):
    counts = [real_game(seed, seats) for seed in range(6)]
    assert sum(early for early, _ in counts) > 5
    assert sum(usual for _, usual in counts) > 5


def test_the_pile_is_counted_from_the_early_shuffle():
    game = read("fowl_play", *TWO)
    for number in range(3):
        turn(game, black=2 * number + 1, white=2 * number + 2)
    feed(game, "correct light 0", "play black 7", "correct shuffle")
    assert refuse(game, "play white 7").code == "card-is-out"
    assert refuse(game, "correct shuffle").code == "no-discards"
    feed(game, "play white 1")  # it was shuffled
    assert [number for number in range(4, 40) if game.count.shuffled_before(number)] == [19, 34]
    assert [game.count.shuffled_after(shuffle) for shuffle in (1, 2, 3)] == [3, 18, 33]
    game.undo()
    game.undo()
    assert refuse(game, "play white 1").code == "card-is-out"
    assert [number for number in range(4, 40) if game.count.shuffled_before(number)] == [16, 31]


# Fancy Feathers

FEATHERS = ("seats anna ben", "types fox trap monal green golden mirror", "discs anna ben")


def test_a_stack_that_is_empty_before_its_time():
    game = read("fancy_feathers", *FEATHERS, "reveal green green green green mirror", "move anna 5")
    assert (game.phase, game.due()) == ("reveal", 5)
    events = feed(game, "agreed stack 0")
    assert events == [("right-stack", 0), ("turn", 1, "before")]
    assert (game.phase, game.stack()) == ("move", 0)
    feed(game, "leave ben")
    assert game.hand(0) == [game.cards[4]] + game.cards[:4] or len(game.hand(0)) == 5
    feed(game, "agreed stack 1")
    assert game.phase == "reveal"
    feed(game, "reveal fox")
    assert game.to_act() == [0]


def test_a_disc_set_right_changes_who_is_next_and_what_is_collected():
    game = read("fancy_feathers", *FEATHERS, "reveal green fox green trap mirror", "move anna 2", "reveal golden1 golden2")
    assert game.to_act() == [1]
    feed(game, "correct disc ben 4 it was moved")
    assert (game.phase, game.due()) == ("reveal", 2)
    feed(game, "reveal golden1 golden2")
    assert game.to_act() == [0]
    assert game.hand(0) == sorted(game.cards[:2])
    game.undo()
    game.undo()
    assert (game.to_act(), game.hand(0)) == ([1], [])


def test_traps_of_the_last_disc_stay_with_it():
    game = read("fancy_feathers", *FEATHERS, "reveal trap trap green green mirror", "move anna 3", "reveal green green fox")
    feed(game, "agreed stack 0", "leave ben")
    assert game.aside == 2
    feed(game, "correct disc anna off")
    assert game.over
    assert game.state()["collected"]["anna"] == ["green", "trap", "trap"]


def test_a_feathers_refusal_names_turn_and_seat_and_the_entry():
    module = __import__("shared_rules.fancy_feathers.corrections", None, None, ["ways_out"])
    game = read("fancy_feathers", *FEATHERS, "reveal monal3 green green trap mirror", "move anna 2", "reveal monal3")
    refusal = refuse(game, "reveal monal3")
    assert refusal.facts["where"] == ("out-turned-up", {"turn": 1, "seat": ("seat", "anna")})
    agreed, place = module.ways_out(game, game.read(["reveal", "monal3"]))
    assert (game.line(agreed), place) == ("agreed reveal monal3", 2)
    assert module.ways_out(game, game.read(["reveal", "green"])) is None
    assert module.ways_out(game, game.read(["reveal", "nest"])) is None
    say(game, ("no.card-is-out", refusal.facts))
    feed(game, "agreed reveal monal3")
    assert game.copies_left(game.cards[-1]) == 0


# Birds of a Feather


def test_a_reveal_that_cannot_be_made():
    game = read("birds_of_a_feather", "seats anna ben", "play anna ocean-ace", "play ben ocean-rare", "reveal ocean-common")
    events = feed(game, "agreed none")
    assert events[0] == ("nothing-left",)
    assert (game.phase, game.turn) == ("play", 2)
    assert game.state()["lingering"] == ["ocean-ace", "ocean-common", "ocean-rare"]
    feed(game, "play anna ocean-raptor", "play ben desert-ace")
    assert game.prompt().do == [("do-reveal", {"n": 2})]
    feed(game, "agreed none")
    assert game.prompt().do == []
    assert game.prompt().choice.ask[1]["n"] == 2
    feed(game, "agreed none")
    assert game.state()["lingering"] == ["desert-ace", "ocean-raptor"]


def test_sheets_set_right_after_the_end_can_change_who_ties():
    game = read("birds_of_a_feather", "seats anna ben cleo dora emil fritz gina")
    rng = random.Random(4)
    while not game.over:
        game.apply(rng.choice(game.legal()))
    best = max(total for _, _, total in game.tallies())
    seat = next(seat for seat in range(7) if seat not in game.winners())
    while game.tallies()[seat][2] < best:
        bird = next(b for b in range(35) if not game.recorded[seat][b] and b % 7 in (1, 2, 3, 4, 5))
        feed(game, f"correct saw {game.seats[seat]} {game.printed.name(bird)}")
        if game.tallies()[seat][2] > best:
            feed(game, f"correct missed {game.seats[seat]} {game.printed.name(bird)}")
            break
    if game.phase == "last":
        assert seat in game.tied
        assert game.legal()
    log = len(game.log)
    for _ in range(log):
        game.undo()
    assert not game.log


def test_a_birds_refusal_names_the_entry():
    module = __import__("shared_rules.birds_of_a_feather.corrections", None, None, ["ways_out"])
    game = read("birds_of_a_feather", "seats anna ben", "play anna ocean-ace", "correct saw ben ocean-ace")
    agreed, place = module.ways_out(game, game.read(["play", "ben", "ocean-ace"]))
    assert (game.line(agreed), place) == ("agreed play ben ocean-ace", 0)
    assert module.ways_out(game, game.read(["play", "ben", "ocean-rare"])) is None
    assert module.ways_out(game, agreed) is None


@pytest.mark.parametrize(
    ("name", "head", "line"),
    [
        ("fowl_play", TWO, "correct 17 g9"),
        ("fancy_feathers", (*FEATHERS, "reveal green green green green mirror"), "correct disc anna 3"),
        ("fancy_feathers", (*FEATHERS, "reveal green green green green mirror"), "correct card 3 fox"),
        ("fancy_feathers", (*FEATHERS, "reveal green green green green mirror"), "correct has anna fox 1"),
        ("birds_of_a_feather", ("seats anna ben",), "correct saw anna ocean-ace"),
    ],
)
def test_a_reason_has_an_end(name, head, line):
    game = read(name, *head)
    assert refuse(game, line + " " + "ä" * 61).code == "bad-line"
    action = game.read((line + " " + "ä" * 60).split())
    assert game.line(action) == line + " " + "ä" * 60
    game.apply(action)
