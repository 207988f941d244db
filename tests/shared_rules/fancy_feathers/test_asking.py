"""Prompts, notes, words: what the table is asked and told."""

import pytest

from firmware.words import LANGUAGES, Words
from shared_rules.choice import SOME, Choice
from shared_rules.fancy_feathers import open_setup
from shared_rules.fancy_feathers.cards import CARDS
from shared_rules.refusal import Refusal
from tests.shared_rules.fancy_feathers.table import Dice, RandomGame, fill, leave_all, play, record, run, start

CHAINS = "fox trap monal green golden mirror"


def leaves(choice, keys=()):
    """(keys, action) of every leaf below a choice."""
    for key in choice.keys:
        found = choice.pick(key)
        if isinstance(found, Choice):
            yield from leaves(found, (*keys, key))
        else:
            yield [*keys, key], found


def choices(choice):
    """A choice and all below it."""
    yield choice
    for key in choice.keys:
        found = choice.pick(key)
        if isinstance(found, Choice):
            yield from choices(found)


def codes(messages):
    return [code for code, _ in messages]


def random_states(seeds, types=None):
    """Games at every step."""
    for seed in seeds:
        table = RandomGame(seed, None, types)
        while True:
            yield table.game
            line = table.next_line()
            if line is None:
                break
            play(table.game, line)


def test_the_prompt_leads_to_every_legal_action_and_to_no_other():
    for game in random_states(range(12)):
        prompt = game.prompt()
        assert list(prompt.seats) == game.to_act()
        if game.over:
            assert prompt.choice is None
            continue
        found = list(leaves(prompt.choice))
        assert sorted(action for _, action in found) == sorted(game.legal())
        for keys, action in found:
            assert game.path(action) == keys


def test_why_leads_to_all_that_is_legal_and_to_refusals():
    refused = 0
    for game in random_states(range(6)):
        choice = game.why()
        if game.over:
            assert choice is None
            continue
        actions = [action for _, action in leaves(choice)]
        assert set(game.legal()) <= set(actions)
        for action in actions:
            if action not in game.legal():
                refused += 1
                with pytest.raises(Refusal):
                    game.check(action)
    assert refused > 1000


def test_cursors_start_on_a_key_and_groups_fit():
    for game in random_states(range(6)):
        if not game.over:
            for root in (game.prompt().choice, game.why()):
                for choice in choices(root):
                    assert 0 <= choice.start < len(choice.keys)
                    assert choice.hold is None or choice.hold in choice.keys


def test_cards_are_asked_by_type_then_by_number():
    game = start(types=CHAINS)
    choice = game.prompt().choice
    assert choice.ask == ("ask-card", {"place": 1, "n": 5})
    assert choice.keys == [("type", kind) for kind in CHAINS.split()]
    assert game.line(choice.pick(("type", "fox"))) == "reveal fox"
    numbers = choice.pick(("type", "monal"))
    assert numbers.keys == [("number", 3), ("number", 5), ("number", 7)]
    assert not numbers.auto
    play(game, "reveal monal3 monal3 monal7 monal7")
    numbers = game.prompt().choice.pick(("type", "monal"))
    assert numbers.keys == [("number", 5)]
    assert numbers.auto
    play(game, "reveal monal5\nmove anna 1\nreveal monal5")
    run(game, "move ben 3")
    assert ("type", "monal") not in game.prompt().choice.keys


def test_hands_are_told_once_what_to_do():
    game = start(types=CHAINS)
    assert codes(game.prompt().do) == ["do-stack-discs", "do-turn-up"]
    play(game, "reveal trap")
    assert game.prompt().do == []
    play(game, "reveal green fox monal3 golden1")
    assert game.prompt().do == []
    play(game, "move anna 3")
    assert game.prompt().do == [("do-turn-up", {"n": 3, "place": 6})]
    play(game, "reveal fox trap green\nmove ben 5\nreveal green green")
    do = game.prompt().do
    assert codes(do) == ["do-collect", "do-fox", "do-trap-aside"]
    assert do[0][1]["cards"] == [("card", "trap"), ("card", "green"), ("card", "fox")]
    assert do[1][1]["seat"] == ("seat", "anna")
    play(game, "move anna 6")
    assert codes(game.prompt().do) == ["do-give-traps", "do-turn-up"]
    assert game.prompt().do[0][1]["seat"] == ("seat", "ben")


def test_two_foxes_ask_for_two_cards_and_a_first_fox_for_none():
    game = run(start(types=CHAINS), "fill green fox fox fox\nmove anna 3\nmove ben 5")
    fill(game)
    assert [(code, facts.get("n")) for code, facts in game.prompt().do[1:]] == [("do-foxes", 2)]
    game = run(start(types=CHAINS), "fill fox fox fox\nmove anna 1\nmove ben 5")
    fill(game)
    assert codes(game.prompt().do) == ["do-collect", "do-fox-free"]
    game = run(start(types=CHAINS), "fill fox fox trap fox\nmove anna 4\nmove ben 5")
    fill(game)
    assert codes(game.prompt().do) == ["do-collect", "do-fox-free", "do-foxes", "do-trap-aside"]
    # A Fox of an earlier turn is no first card any more.
    game = run(start(types=CHAINS), "fill fox fox trap fox\nmove anna 1\nmove ben 5\nfill\nmove anna 2")
    assert codes(game.prompt().do) == ["do-collect", "do-fox"]


def test_as_many_cards_are_asked_for_as_foxes_took():
    for game in random_states(range(30), tuple(CHAINS.split())):
        if game.phase != "move":
            continue
        asked = {"do-fox": 1, "do-foxes": None}
        cost = sum(facts["n"] if code == "do-foxes" else 1 for code, facts in game.prompt().do if code in asked)
        seat = game.order[-1]
        now = game.losses(seat)
        action = game.undo()
        assert now - game.losses(seat) == cost
        game.apply(action)


def test_traps_are_handed_on_aloud():
    game = run(start(types=CHAINS), "fill trap trap green\nmove anna 2\nmove ben 5\nfill\nmove anna 3")
    assert game.prompt().do[0] == ("do-own-traps", {"n": 2, "seat": ("seat", "anna"), "turn": 4})


def test_what_hands_do_is_never_the_same_twice():
    # Whoever shows it can tell a new task from one already done.
    for seed in range(20):
        table = RandomGame(seed, None, tuple(CHAINS.split()))
        last = None
        line = table.next_line()
        while line is not None:
            play(table.game, line)
            do = table.game.prompt().do
            if do:
                assert do != last
                last = do
            line = table.next_line()


def test_notes_tell_what_a_move_leads_to():
    game = run(start("anna ben cleo", CHAINS), "fill green monal3 fox golden1 mirror\nmove anna 2\nmove ben 4\nfill")
    note = game.prompt().choice.note
    again = ("note-again", {"seat": ("seat", "cleo")})
    assert note(("space", 1)) == [again, ("note-collect", {"cards": [("card", "green")], "n": 1, "last": ("card", "green")})]
    assert note(("space", 2)) == [again, ("note-onto", {"seat": ("seat", "anna")})]
    # Anna takes what lies up to her card, Ben up to his.
    assert note(("space", 3)) == [("note-collect", {"cards": [("card", "fox")], "n": 1, "last": ("card", "fox")})]
    assert note(("space", 5))[0] == ("note-turn-up", {"n": 1})
    assert note(("space", 5))[1] == ("note-collect", {"cards": [("card", "mirror")], "n": 1, "last": ("card", "mirror")})
    assert (note(("space", 6))[1][0], note(("space", 6))[1][1]["n"]) == ("note-most", 2)
    assert note(("space", 9))[0] == ("note-turn-up", {"n": 5})
    assert (note(("space", 9))[1][0], note(("space", 9))[1][1]["n"]) == ("note-most-many", 5)


def test_notes_come_true():
    kinds = {}
    for seed in range(80):
        table = RandomGame(seed)
        game = table.game
        promised = {}
        while not game.over and game.phase != "lose":
            if game.phase == "move":
                seat = game.order[-1]
                took = [("card", CARDS[game.cards[place - 1]]) for place in game.this_turn()]
                notes = promised.pop(seat, {})
                for code in notes:
                    if code == "note-onto":
                        assert took == []
                    elif code.startswith("note-most"):
                        assert took == notes[code]["cards"][-len(took) :]
                    elif code.startswith("note-collect"):
                        assert took == notes[code]["cards"]
                    kinds[code] = kinds.get(code, 0) + 1
            line = table.next_line()
            action = game.read(line.split())
            notes = dict(game.prompt().choice.note(game.path(action)[0])) if game.phase == "move" else None
            seat = game.order[-1] if notes is not None else None
            play(game, line)
            if notes is None:
                continue
            assert game.due() == notes.get("note-turn-up", {"n": 0})["n"]
            assert (bool(game.order) and game.order[-1] == seat) == ("note-again" in notes)
            if "note-leave" in notes:
                assert notes["note-leave"]["n"] == len(game.left)
            else:
                promised[seat] = notes
    assert min(kinds[code] for code in ("note-onto", "note-collect", "note-collect-many", "note-most", "note-most-many")) > 2


def test_leaving_is_offered_once_the_stack_is_empty():
    game = start()
    events = []
    while game.stack():
        fill(game)
        run(game, f"move {game.seats[game.order[-1]]} {game.at[game.order[0]] + 5}")
        while game.phase == "reveal":
            events = game.apply(game.legal()[0])
    assert ("stack-empty",) in events
    choice = game.prompt().choice
    assert choice.keys[-1] == ("word", "leave")
    assert choice.ask[0] == "ask-move-or-leave"
    assert choice.note(("word", "leave")) == [("note-leave", {"n": 1})]


def test_collections_are_never_shown_before_the_end():
    for game in random_states(range(10), tuple(CHAINS.split())):
        if game.over:
            continue
        assert game.sheet() == []
        assert game.verdict() == []
        assert game.scores() is None
        scene = game.scene()
        open_cards = game.cards[game.taken :]
        shown = [value for place in scene.marks for role, value in scene.marks[place] if role == "card"]
        assert len(shown) == len(open_cards)
        for title, messages in scene.rows:
            assert title[0] in ("row-turn", "row-path", "row-discs", "row-stack", "row-left")
            if title[0] != "row-path":
                assert not any("card" in facts for _, facts in messages)


def test_the_scene_shows_cards_stacks_and_what_is_due():
    game = run(start("anna ben cleo", CHAINS), "fill green monal3 fox golden1 mirror\nmove anna 2\nmove ben 2\nfill")
    scene = game.scene()
    assert scene.layout == "path"
    assert scene.marks[0] == [("disc", 2)]
    assert scene.marks[1] == [("card", "green")]
    assert scene.marks[2] == [("card", "monal3"), ("disc", 0), ("disc", 1)]
    play(game, "move cleo 4")
    assert game.scene().marks[8] == [("due", 8)]
    assert game.scene().marks[4] == [("card", "golden1"), ("disc", 2)]
    assert max(game.scene().marks) == 9
    assert game.scene().rows[0][0][0] == "row-path"


def test_the_scene_shows_collections_at_the_end():
    game = start()
    leave_all(game)
    rows = game.scene().rows
    assert [title[1]["n"] for title, _ in rows if title[0] == "row-collected"] == [len(game.hand(0)), len(game.hand(1))]


def test_taking_back_says_what_hands_put_back():
    game = start(types=CHAINS)
    with pytest.raises(Refusal, match="nothing-to-undo"):
        game.undo_notes()
    play(game, "reveal trap green")
    notes, warning = game.undo_notes()
    assert codes(notes) == ["back-revealed"]
    assert notes[0][1]["cards"] == [("card", "green"), ("card", "trap")]
    assert warning[0] == "warn-seen"
    run(game, "fill fox monal3 golden1\nmove anna 3")
    notes, warning = game.undo_notes()
    assert (codes(notes), warning) == (["back-disc-start"], None)
    run(game, "fill fox fox green\nmove ben 5\nfill mirror mirror")
    # The last card turned up began Anna's turn: she collected.
    notes, warning = game.undo_notes()
    assert codes(notes) == ["back-collected", "back-fox", "back-revealed"]
    assert (notes[0][1]["first"], notes[0][1]["last"]) == (1, 3)
    run(game, "move anna 6\nfill green")
    notes, warning = game.undo_notes()
    assert codes(notes) == ["back-collected", "back-revealed"]
    game.undo()
    notes, warning = game.undo_notes()
    assert codes(notes) == ["back-traps", "back-disc"]
    assert notes[0][1] == {"seat": ("seat", "anna"), "from": ("seat", "ben"), "n": 1}


def all_messages(game, events):
    """Everything that the table might hear or read at this moment."""
    prompt = game.prompt()
    yield from prompt.do
    yield from (game.tell(event)[0] for event in events)
    if game.log:
        notes, warning = game.undo_notes()
        yield from notes
        if warning:
            yield warning
    for root in (prompt.choice, game.why()):
        if root is not None:
            for choice in choices(root):
                yield choice.ask
                for key in choice.keys:
                    yield game.describe(key)
                    if choice.note:
                        yield from choice.note(key)
    scene = game.scene()
    for title, messages in scene.rows:
        yield title
        yield from messages
    for place in scene.marks:
        yield game.describe(("space", place))
        yield from (game.describe(mark) for mark in scene.marks[place])
    yield from game.verdict()
    for label, _, reasons in game.sheet():
        yield label
        yield from (reason for reason in reasons if reason)


def set_up(mode):
    """Everything that is asked while a game is set up with chance at hand."""
    setup = open_setup(1, mode)
    setup.random = Dice(1).below
    yield from asked(setup)
    setup.apply(("seats", ("anna", "ben", "cleo")))
    yield from asked(setup)
    setup.apply(("types", ("green", "golden", "monal", "fox", "trap", "mirror")))
    yield from asked(setup)
    if mode is None:
        setup.apply(("next",))
        yield from asked(setup)
        setup.apply(("discs", (1, 2, 0)))
        yield from asked(setup)


def asked(machine):
    """What is asked and told now, without the answers to come; of a set-up or of results."""
    prompt = machine.prompt()
    yield from prompt.do
    for title, messages in machine.scene().rows:
        yield title
        yield from messages
    found = [prompt.choice] if prompt.choice else []
    while found:
        choice = found.pop()
        yield choice.ask
        yield from (machine.describe(key) for key in choice.keys)
        for key in choice.keys[:3] if choice.kind != SOME else ():
            if isinstance(choice.pick(key), Choice):
                found.append(choice.pick(key))


def results():
    """Everything that is asked and told while results are entered, to a tie."""
    game = record("mode score\nseats anna ben\ntypes green golden monal fox trap mirror")
    while game.phase == "has":
        yield from asked(game)
        one_green = [action for action in game.legal() if CARDS[action[2]] != "green" or action[3] == 1]
        yield game.tell(game.apply(one_green[0])[0])[0]
    yield from asked(game)
    yield game.tell(("tied",))[0]
    for event in play(game, "left ben"):
        yield game.tell(event)[0]
    yield from game.verdict()


@pytest.fixture(scope="module")
def heard():
    """All messages of set-up, results and random games, each once, by code."""
    found = {}
    for messages in (set_up(None), set_up("score"), results()):
        for message in messages:
            found.setdefault(message[0], {})[repr(message)] = message
    for seed in range(60):
        table = RandomGame(seed, None, tuple(CHAINS.split()) if seed % 2 else None)
        events = []
        while True:
            for message in all_messages(table.game, events):
                found.setdefault(message[0], {})[repr(message)] = message
            line = table.next_line()
            if line is None:
                break
            events = play(table.game, line)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_words(language, heard):
    words = Words(language, "fancy_feathers")
    for messages in heard.values():
        for message in messages.values():
            for text in (words.text(message), words.short(message)):
                assert text
                assert not set(text) & set("<>{}|")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_kept_in_vain(language, heard):
    module = __import__(f"firmware.lang.{language}_fancy_feathers", None, None, ["WORDS"])
    elsewhere = ("no.", "card.", "type.", "word.", "phase.", "game", "out-")  # refusals, vocabularies
    elsewhere += ("right-", "wrong", "back-off", "back-card", "back-has", "back-stack")  # of corrections, see test_corrections
    elsewhere += ("ask-wrong", "light-up", "gone")  # of the app's menu, see test_mistakes
    keys = {key.split(".short")[0] for key in module.WORDS if not key.startswith(elsewhere)}
    assert keys - set(heard) == set()


def test_both_languages_have_the_same_keys():
    tables = [__import__(f"firmware.lang.{language}_fancy_feathers", None, None, ["WORDS"]).WORDS for language in LANGUAGES]
    assert set(tables[0]) == set(tables[1])


def test_a_reason_in_words():
    game = record("mode score\nseats anna ben\ntypes green golden monal fox trap mirror")
    for name, n in (("anna", 5), ("ben", 1)):
        for card in ("golden1", "golden2", "golden3", "monal3", "monal5", "monal7", "fox", "trap", "mirror"):
            play(game, f"has {name} {card} 0")
        play(game, f"has {name} green {n}")
    reasons = game.sheet()[0][2]
    assert Words("en", "fancy_feathers").text(reasons[0]) == "5 green: 2 pairs 10, odd one −2"
    assert Words("de", "fancy_feathers").text(reasons[0]) == "5 Schiller: 2 Paare 10, einzelner −2"
    assert Words("en", "fancy_feathers").text(reasons[1]) == "1 green: odd one −2"
