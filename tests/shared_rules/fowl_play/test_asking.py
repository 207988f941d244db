"""Prompts reach exactly what is legal; everything that is asked and told has words in both languages."""

import random

import pytest

from firmware.words import LANGUAGES, Words
from shared_rules import hexboard
from shared_rules.choice import SOME, Choice
from shared_rules.fowl_play import REFUSALS
from shared_rules.fowl_play.pieces import STANDARD_CARDS, fowl_message, standard_place
from shared_rules.fowl_play.results import FowlResults
from shared_rules.fowl_play.setup import FowlSetup
from shared_rules.refusal import Refusal
from tests.shared_rules.fowl_play.games import random_game


def leaves(choice):
    """Every action that a tree of choices leads to, with its keys."""
    found = []
    for key in choice.keys:
        then = choice.pick(key)
        if isinstance(then, Choice):
            found += [((key, *rest), action) for rest, action in leaves(then)]
        else:
            found.append(((key,), then))
    return found


def follow(choice, path):
    for key in path:
        assert key in choice.keys
        choice = choice.pick(key)
    return choice


class Speaker:
    """Says everything in both languages, long and short, and fails where words are missing."""

    def __init__(self):
        self.words = [Words(language, "fowl_play") for language in LANGUAGES]

    def say(self, message):
        for words in self.words:
            for text in (words.text(message), words.short(message)):
                assert text
                assert "<" not in text, (message, text)
                assert "{" not in text

    def choice(self, machine, choice):
        self.say(choice.ask)
        for key in choice.keys:
            self.say(machine.describe(key))
            for message in choice.note(key) if choice.note else []:
                self.say(message)

    def scene(self, machine):
        for title, lines in machine.scene().rows:
            self.say(title)
            for line in lines:
                self.say(line)


@pytest.mark.parametrize("seed", range(9))
def test_prompts_in_random_games(seed):
    setup, game = random_game(500 + seed, 2 + seed % 3)
    speaker = Speaker()
    replayed = setup.start()
    rng = random.Random(seed)
    for action in game.log:
        prompt = replayed.prompt()
        assert list(prompt.seats) == replayed.to_act()
        for message in prompt.do:
            speaker.say(message)
        speaker.choice(replayed, prompt.choice)
        if rng.random() < 0.3:
            tree = leaves(prompt.choice)
            assert sorted(leaf for _, leaf in tree) == sorted(replayed.legal())
            for path, leaf in tree:
                assert list(path) == list(replayed.path(leaf))
            for key in prompt.choice.keys:
                then = prompt.choice.pick(key)
                if isinstance(then, Choice):
                    speaker.choice(replayed, then)
                    assert 0 <= then.start < len(then.keys)
                    assert then.groups is None or len(then.groups) == len(then.keys)
            if prompt.choice.hold:
                assert prompt.choice.hold in prompt.choice.keys
            speaker.scene(replayed)
        assert follow(prompt.choice, replayed.path(action)) == action
        for event in replayed.apply(action):
            speaker.say(replayed.tell(event)[0])
        notes, warning = replayed.undo_notes()
        for message in [*notes, *([warning] if warning else [])]:
            speaker.say(message)
    assert replayed.prompt().choice is None
    for label, points, reasons in replayed.sheet():
        speaker.say(label)
        assert len(points) == len(reasons) == len(replayed.seats)
    for message in replayed.verdict():
        speaker.say(message)
    speaker.scene(replayed)


def test_starting_points():
    """A fox starts on a capture; a fowl on one that is nearest to another's fox and can flee; its space on one out of reach."""
    captures = moves = fled = 0
    for seed in range(6):
        setup, game = random_game(600 + seed)
        replayed = setup.start()
        for action in game.log:
            choice = replayed.prompt().choice
            if replayed.phase == "fox" and any(key[0] == "space" and replayed.fowl_on(key[1]) for key in choice.keys):
                assert replayed.fowl_on(choice.keys[choice.start][1])
                captures += 1
            if replayed.phase == "move" and choice.keys[choice.start][0] == "fowl":
                foxes = [fox for seat, fox in enumerate(replayed.foxes) if seat != replayed.mover()]

                def gap(cell, foxes=foxes):
                    return min(hexboard.distance(cell, fox) for fox in foxes)

                start = choice.keys[choice.start][1]
                costs = {key[1]: replayed.fowl_reach(key[1], replayed.steps) for key in choice.keys if key[0] == "fowl"}
                nearer = [
                    one
                    for one in costs
                    if max(gap(replayed.cell_of(one)), 2) < gap(replayed.cell_of(start))
                    and any(costs[one][cell] == 1 and gap(cell) > gap(replayed.cell_of(one)) for cell in costs[one])
                ]
                assert not nearer
                then = choice.pick(choice.keys[choice.start])
                goal = then.keys[then.start][1]
                safe = [cost for cell, cost in costs[start].items() if gap(cell) > 2]
                assert costs[start][goal] == min(safe) if safe else gap(goal) == max(gap(cell) for cell in costs[start])
                fled += bool(safe)
                moves += 1
            replayed.apply(action)
    assert captures > 20
    assert moves > 20
    assert fled > 20


def test_a_fox_starts_on_the_capture_that_scores_most():
    from shared_rules.fowl_play import scoring

    decided = 0
    for seed in range(8):
        setup, game = random_game(650 + seed)
        replayed = setup.start()
        for action in game.log:
            choice = replayed.prompt().choice
            cells = [key[1] for key in choice.keys if key[0] == "space" and replayed.fowl_on(key[1])] if choice else []
            if replayed.phase == "fox" and len(cells) > 1:
                seat = replayed.mover()
                points = {}
                for cell in cells:
                    captured = [list(cards) for cards in replayed.captured]
                    captured[seat].append(replayed.fowl_on(cell))
                    points[cell] = scoring.score(replayed.shows, captured, [0] * len(captured))[seat].captured_total
                assert points[choice.keys[choice.start][1]] == max(points.values())
                decided += len(set(points.values())) > 1
            replayed.apply(action)
    assert decided > 10


def test_why_not_leads_to_refusals_with_words():
    """Pointing anywhere gives a reason in words, or that it is legal."""
    speaker = Speaker()
    seen = set()
    for seed in range(8):
        setup, game = random_game(700 + seed)
        replayed = setup.start()
        rng = random.Random(seed)
        for action in game.log:
            choice = replayed.why()
            while isinstance(choice, Choice):
                choice = choice.pick(rng.choice(choice.keys))
            try:
                replayed.check(choice)
            except Refusal as refusal:
                seen.add(refusal.code)
                for words in speaker.words:
                    for text in (words.refusal(refusal), words.refusal(refusal, short=True)):
                        assert "<" not in text
            replayed.apply(action)
        assert replayed.why() is None
    assert {"card-is-out", "not-alike", "too-near", "too-far", "space-taken", "fox-too-far"} <= seen


@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_refusal_has_a_sentence(code):
    for language in LANGUAGES:
        assert Words(language, "fowl_play").find("no." + code)


def test_both_languages_have_the_same_keys():
    from firmware.lang import de_fowl_play, en_fowl_play

    def keys(module):
        return {key.partition(":")[0] for key in module.WORDS}  # each language has the forms that it declines by

    assert keys(en_fowl_play) == keys(de_fowl_play)


def test_german_tells_who_captures_from_whom():
    words = Words("de", "fowl_play")
    turkey = fowl_message(34, 33)
    facts = {"seat": ("seat", "orange"), "fowl": turkey, "from": "e5", "at": "e7"}
    assert words.text(("moved", facts)) == "Orange bewegt den weißen Truthahn auf Kreis (34) von e5 nach e7."
    assert words.text(("note-capture", facts)) == "fängt den weißen Truthahn auf Kreis (34)"
    assert words.short(("note-capture", facts)) == "fängt \ue013\ue00234"


@pytest.mark.parametrize("arrange", ["standard", "laid-out", "shuffled"])
@pytest.mark.parametrize("seats", [(0, 3), (3, 1, 0), (1, 2, 0, 3)])
def test_setting_up_at_the_table(arrange, seats):
    """Every step is asked for, in words; the lines that come out are read back to the same game; undo goes all the way."""
    rng = random.Random(1)
    setup = FowlSetup(1, None)
    setup.random = rng.randrange
    speaker = Speaker()
    scenes = []
    confirmed = 0
    while not setup.ready:
        prompt = setup.prompt()
        for message in prompt.do:
            speaker.say(message)
        speaker.choice(setup, prompt.choice)
        scenes.append((setup.lines(), sorted(setup.scene().marks.items())))
        if prompt.choice.kind == SOME:
            step = prompt.choice.pick(tuple(("fox", fox) for fox in seats))
        elif ("word", arrange) in prompt.choice.keys:
            step = prompt.choice.pick(("word", arrange))
        else:
            confirmed += prompt.choice.keys == [("word", "next")]
            step = prompt.choice.pick(prompt.choice.keys[-1])
        setup.apply(step)
    assert confirmed == (15 if arrange != "laid-out" else 3)
    game = setup.start()
    again = FowlSetup(1, None)
    for line in setup.lines()[1:]:
        words = line.split()
        again.setting(words[0], words[1:])
    assert again.start().state() == game.state()
    while scenes:
        setup.undo()
        assert (setup.lines(), sorted(setup.scene().marks.items())) == scenes.pop()
    with pytest.raises(Refusal):
        setup.undo()


def test_ones_own_copy_that_is_like_the_example_adds_no_lines():
    setup = FowlSetup(1, None)
    setup.use(["place " + " ".join(hexboard.name(cell) for cell in standard_place(STANDARD_CARDS))])
    setup.apply(("seats", 0, 3))
    assert setup.lines() == ["rules 1", "seats black white"]


def test_the_first_fox_is_that_of_who_last_ate_fowl():
    setup = FowlSetup(1, None)
    for step in [("seats", 0, 1, 2), ("arrange", "laid-out"), ("next",), ("next",), ("next",), ("first", 2)]:
        setup.apply(step)
    assert setup.prompt().seats == (2,)
    setup.apply(("fox", 64))
    assert setup.prompt().seats == (0,)
    with pytest.raises(Refusal):
        setup.apply(("fox", 64))
    setup.apply(("fox", 62))
    setup.apply(("fox", 50))
    assert setup.lines()[-1] == "foxes black g6 brown f6 orange g8"


def test_results_are_asked_for():
    game = FowlResults(("black", "white"), bytes(range(36)))
    speaker = Speaker()
    rng = random.Random(3)
    while not game.over:
        prompt = game.prompt()
        tree = leaves(prompt.choice)
        assert sorted(leaf for _, leaf in tree) == sorted(game.legal())
        speaker.choice(game, prompt.choice)
        path, action = tree[rng.randrange(len(tree))]
        assert list(path) == game.path(action)
        if len(game.log) == 5:
            action = game.read(["all-captured"])
        for event in game.apply(action):
            speaker.say(game.tell(event)[0])
        speaker.scene(game)
    for label, _, _ in game.sheet():
        speaker.say(label)
