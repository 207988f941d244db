"""What is asked, shown and said: the choices are exactly what is legal, and all of it has words in both languages."""

import random

import pytest

from firmware.words import LANGUAGES, Words
from shared_rules.birds_of_a_feather import NAME, open_setup, scoring
from shared_rules.choice import Choice
from shared_rules.refusal import Refusal
from tests.shared_rules.birds_of_a_feather.tables import NAMES, enter, random_action, random_table, start


class Speech:
    """Renders messages in every language, long and short, and fails where a word is missing."""

    def __init__(self):
        self.words = [Words(language, NAME) for language in LANGUAGES]
        self.seen = set()

    def say(self, message):
        if message is None:
            return
        self.note(message)
        for words in self.words:
            for text in (words.text(message), words.short(message)):
                assert text, message
                assert not set("<>{}") & set(text), (text, message)
                assert "  " not in text, (text, message)
                assert text == text.strip(), (text, message)

    def note(self, message):
        """Notes the codes and tokens that were used."""
        if isinstance(message, list):
            for part in message:
                self.note(part)
        elif isinstance(message, tuple):
            if isinstance(message[1], dict):
                self.seen.add(message[0])
                for fact in message[1].values():
                    self.note(fact)
            else:
                self.seen.add(f"{message[0]}.{message[1]}")

    def refuse(self, refusal):
        self.say(("no." + refusal.code, refusal.facts))

    def prompt(self, machine):
        prompt = machine.prompt()
        for message in prompt.do:
            self.say(message)
        if prompt.choice is not None:
            self.choice(machine, prompt.choice)

    def choice(self, machine, choice):
        self.say(choice.ask)
        for key in choice.keys:
            self.say(machine.describe(key))
            for message in (choice.note(key) if choice.note else None) or []:
                self.say(message)

    def scene(self, machine, seat=None):
        scene = machine.scene(seat)
        assert scene.layout == "sheet"
        assert list(scene.marks) == list(range(40))
        for place in scene.marks:
            self.say(machine.describe(("space", place)))
            for mark in scene.marks[place]:
                self.say(machine.describe(mark))
        for title, messages in scene.rows:
            self.say(title)
            for message in messages:
                self.say(message)

    def sheet(self, game):
        for label, points, reasons in game.sheet():
            self.say(label)
            assert len(points) == len(reasons) == len(game.seats)
            for reason in reasons:
                self.say(reason)


def leaves(choice, speech=None, game=None):
    """Every action that a tree of choices leads to."""
    assert choice.keys
    assert 0 <= choice.start < len(choice.keys)
    assert choice.hold is None or choice.hold in choice.keys
    assert choice.groups is None or len(choice.groups) == len(choice.keys)
    if speech:
        speech.choice(game, choice)
    found = []
    for key in choice.keys:
        after = choice.pick(key)
        found += leaves(after, speech, game) if isinstance(after, Choice) else [after]
    return found


def follow(choice, keys):
    for key in keys:
        assert key in choice.keys
        choice = choice.pick(key)
    return choice


def live(game, rng, speech):
    """Plays a game at random; all that is asked, shown and said is rendered, and the choices are compared with what is legal."""
    looks = {rng.randrange(60) for _ in range(5)}
    while not game.over:
        if len(game.log) in looks or game.phase == "last":
            prompt = game.prompt()
            assert list(prompt.seats) == game.to_act()
            assert sorted(leaves(prompt.choice, speech, game)) == sorted(game.legal())
            why = leaves(game.why(), speech, game)
            assert set(game.legal()) <= set(why)
            for action in why:
                try:
                    game.check(action)
                    assert action in game.legal()
                except Refusal as refusal:
                    assert action not in game.legal()
                    speech.refuse(refusal)
            for seat in [None, *range(len(game.seats))]:
                speech.scene(game, seat)
            speech.sheet(game)
            assert game.verdict() == []
        speech.prompt(game)
        action = random_action(game, rng)
        assert follow(game.prompt().choice, game.path(action)) == action
        for event in game.apply(action):
            message, hands = game.tell(event)
            assert hands in (True, False)
            speech.say(message)
        notes, warning = game.undo_notes()
        for message in notes:
            speech.say(message)
        speech.say(warning)
        assert (warning is not None) == (action[0] == "reveal")
    prompt = game.prompt()
    assert (prompt.seats, prompt.do, prompt.choice) == ((), [], None)
    assert game.why() is None
    assert game.verdict()
    for message in game.verdict():
        speech.say(message)
    speech.scene(game)
    speech.sheet(game)


@pytest.mark.parametrize("part", range(4))
def test_random_games_are_asked_and_told_in_full(part: int) -> None:
    rng = random.Random(part)
    speech = Speech()
    for _ in range(12):
        live(random_table(rng)[0], rng, speech)
    for _ in range(3):
        live(random_table(rng, "score")[0], rng, speech)


def tie(speech, *last):
    """A tie of a and b that their unplayed cards decide."""
    game = start("a b c", mode="score")
    enter(game, "saw a wetlands-ace\nsaw b wetlands-ace\ndone a\ndone b\ndone c")
    speech.prompt(game)
    for seat, bird in zip("ab", last, strict=True):
        with pytest.raises(Refusal) as refused:
            game.apply(game.read(["last", seat, "wetlands-ace"]))
        speech.refuse(refused.value)
        enter(game, f"last {seat} {bird}")
        if seat == "a" and bird.endswith("ace"):
            with pytest.raises(Refusal) as refused:
                game.apply(game.read(["last", "b", bird]))
            speech.refuse(refused.value)
    for message in game.verdict():
        speech.say(message)


def mistakes(speech):
    """What a table settles by agreement, told and taken back."""
    game = start("anna ben")
    enter(game, "play anna ocean-ace")
    lines = ["agreed play ben ocean-ace", "agreed none", "agreed reveal ocean-ace", "correct saw anna desert-ace"]
    for line in [*lines, "correct missed anna ocean-ace"]:
        action = game.read(line.split())
        assert game.path(action) == ([] if action[0] == "correct" or action[1][-1] is None else game.path(action[1]))
        for event in game.apply(action):
            speech.say(game.tell(event)[0])
        for message in game.undo_notes()[0]:
            speech.say(message)
        speech.prompt(game)
        speech.scene(game)
    for line in ("play anna ocean-ace", "agreed none", "correct saw ben ocean-ace"):
        with pytest.raises(Refusal) as refused:
            enter(game, line)
        speech.refuse(refused.value)


def test_every_word_is_used() -> None:
    """What the language files have for this game comes up somewhere: in play, ties, refusals, set-up of every kind."""
    speech = Speech()
    rng = random.Random(3)
    for seats in range(1, 8):
        live(start(seats, raptors=True, variant="draft" if seats < 4 and seats > 1 else None), rng, speech)
    for _ in range(20):
        live(random_table(rng)[0], rng, speech)
    live(start(1, mode="score"), rng, speech)
    live(start(3, mode="score"), rng, speech)
    for last in (("ocean-common", "ocean-ace"), ("ocean-ace", "forest-ace"), ("ocean-common", "ocean-common")):
        tie(speech, *last)
    full = start("a b", mode="score")
    enter(full, "\n".join(f"saw a ocean-{kind}" for kind in full.printed.kinds))
    enter(full, "\n".join(f"saw b {place}-{kind}" for place in ("forest", "desert") for kind in full.printed.kinds[1:6]))
    enter(full, "done a\ndone b")
    assert full.verdict()[1][0] == "by-all"
    for message in full.verdict():
        speech.say(message)
    for seats in range(1, 8):
        for variant in ("base", "migration", "draft"):
            setup = open_setup(1)
            setup.setting("seats", list(NAMES[:seats]))
            speech.prompt(setup)
            setup.setting("raptors", ["off"])
            speech.prompt(setup)
            try:
                setup.setting("variant", [variant])
            except Refusal as refusal:
                speech.refuse(refusal)
                continue
            while not setup.ready:
                speech.prompt(setup)
                choice = setup.prompt().choice
                if len(choice.keys) > 1:
                    habitats = choice.pick(choice.keys[1])
                    speech.choice(setup, habitats)
                    speech.choice(setup, habitats.pick(tuple(habitats.keys)))
                setup.apply(choice.pick(choice.keys[0]))
                speech.scene(setup)
    speech.prompt(open_setup(1))
    for word, value in (("variant", "x"), ("raptors", "x"), ("kinds", "x")):
        with pytest.raises(Refusal) as refused:
            open_setup(1).setting(word, [value])
        speech.refuse(refused.value)
    speech.prompt(start(2, variant="draft"))
    for total in (25, 26, 31, 36, 41):
        speech.say(("solo-verdict", {"total": total, "rank": ("rank", scoring.rank(total))}))
    game = start(4)
    enter(game, "play anna ocean-rare")
    with pytest.raises(Refusal) as refused:
        game.apply(game.read(["reveal", "ocean-ace"]))
    speech.refuse(refused.value)
    for phase in ("setup", "reveal", "last", "score"):
        speech.say(("no.wrong-phase", {"word": "play", "phase": ("phase", phase)}))
    mistakes(speech)
    words = __import__(f"firmware.lang.en_{NAME}", fromlist=["WORDS"]).WORDS
    keys = {key.removesuffix(".short").split(":")[0] for key in words}
    menu = ("wrong", "light-up", "gone", "copy.")  # what the app's menu says of this game: see test_mistakes
    assert {key for key in keys - speech.seen if not key.startswith(menu)} == {"game"}


def test_languages_have_the_same_keys() -> None:
    english, german = (__import__(f"firmware.lang.{language}_{NAME}", fromlist=["WORDS"]).WORDS for language in ("en", "de"))
    assert set(english) == set(german)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_said_is_a_sentence(language: str) -> None:
    words = __import__(f"firmware.lang.{language}_{NAME}", fromlist=["WORDS"]).WORDS
    starts = ("do-", "no.", "back-", "warn-", "line-", "by-", "linger", "chased", "saw")
    for key, text in words.items():
        if key.startswith(starts) and not key.endswith(".short"):
            assert text[-1] in ".!?}", (key, text)
        if key.startswith(("ask-", "play-which", "reveal-which", "last-which")) and not key.endswith(".short"):
            assert text[-1] in ".?", (key, text)


def said(language, message):
    return Words(language, NAME).text(message)


def test_the_rulebooks_example_in_words() -> None:
    game = start("teale trevor carey christie", raptors=True)
    enter(game, "play teale mountains-common\nplay trevor wetlands-uncommon1")
    enter(game, "play carey mountains-uncommon2\nplay christie ocean-uncommon1")
    enter(game, "play teale mountains-uncommon1\nplay trevor wetlands-common\nplay carey mountains-rare")
    events = game.apply(game.read(["play", "christie", "ocean-raptor"]))
    told = [game.tell(event) for event in events]
    assert [said("en", message) for message, _ in told] == [
        "christie plays the ocean raptor.",
        "The ocean raptor of christie chases 1 lingering bird away: uncommon 1.",
        "teale sees 2 new mountain birds: uncommon 1 and rare.",
        "trevor sees 1 new wetland bird: common.",
        "carey sees 2 new mountain birds: uncommon 1 and rare.",
        "christie sees 1 new ocean bird: raptor.",
        "Put the old lingering cards away and move this round's cards to the middle. Now these birds linger: "
        "uncommon mountain bird 1, rare mountain bird, common wetland bird and ocean raptor.",
    ]
    assert [hands for _, hands in told] == [False] + [True] * 6
    assert said("de", told[1][0]) == "Der Meeresgreifvogel von christie verjagt 1 verweilenden Vogel: ungewöhnlich 1."
    assert said("de", told[2][0]) == "teale sieht 2 neue Gebirgsvögel: ungewöhnlich 1 und selten."
    assert said("en", game.scene(0).rows[0][1][1]) == (
        "teale has 4 of 7 mountain birds: common, uncommon 1, uncommon 2 and rare. Missing: uncommon 3, raptor and ace."
    )


def test_what_to_do_is_said_once_a_round() -> None:
    game = start(2, variant="draft")
    assert [message[0] for message in game.prompt().do] == ["do-round"]
    game.apply(game.legal()[0])
    assert game.prompt().do == []
    game.apply(game.legal()[0])
    assert [message[0] for message in game.prompt().do] == ["do-reveal-both"]
    game.apply(game.legal()[0])
    assert game.prompt().do == []
    assert game.prompt().seats == ()
    game.apply(game.legal()[0])
    assert [message[0] for message in game.prompt().do] == ["do-round"]
    while game.turn < 14:
        game.apply(game.legal()[0])
    assert [message[0] for message in game.prompt().do] == ["do-last-round"]


def test_a_choice_is_among_five_and_seven_at_most() -> None:
    game = start(3)
    enter(game, "play anna ocean-rare")
    root = game.prompt().choice
    assert root.auto
    assert root.keys == [("seat", 1), ("seat", 2)]
    habitats = root.pick(("seat", 1))
    assert habitats.keys == [("habitat", row) for row in range(5)]
    birds = habitats.pick(("habitat", 4))
    assert [game.printed.name(key[1]) for key in birds.keys] == [
        "ocean-common", "ocean-uncommon1", "ocean-uncommon2", "ocean-uncommon3", "ocean-raptor", "ocean-ace",
    ]  # fmt: skip


def test_the_scene_shows_the_sheet_of_the_seat_that_is_asked() -> None:
    game = start("a b c d")
    enter(game, "play a ocean-common\nplay b ocean-rare\nplay c desert-rare\nplay d forest-common")
    find = game.printed.find
    enter(game, "play a ocean-ace\nplay b ocean-common")
    marks = game.scene().marks  # c is asked next
    assert marks[find("desert-rare")] == [("seen", 2), ("lingering", 1)]
    assert marks[find("ocean-rare")] == [("missing", 2), ("lingering", 1)]
    assert marks[find("ocean-common")] == [("missing", 2), ("lingering", 1), ("arriving", 1)]
    assert game.scene(0).marks[find("ocean-rare")] == [("seen", 0), ("lingering", 1)]
    enter(game, "play c desert-common\nplay d forest-rare")
    assert game.scene(0).marks[find("ocean-rare")] == [("recorded", 0)]
    assert game.scene(0).marks[find("ocean-ace")] == [("seen", 0), ("lingering", 1)]
    assert game.scene(0).marks[38] == [("habitat", 3)]


def test_finished_sheets_go_down_the_list() -> None:
    game = start("a b", mode="score")
    enter(game, "saw a ocean-rare")
    choice = game.prompt().choice.pick(("seat", 0))
    assert choice.keys[choice.start] == ("space", game.printed.find("ocean-raptor"))
    assert choice.hold == ("word", "done")
    assert ("space", game.printed.find("ocean-rare")) not in choice.keys
    enter(game, "saw a ocean-ace")
    choice = game.prompt().choice.pick(("seat", 0))
    assert choice.keys[choice.start] == ("word", "done")


def test_taking_back_says_what_hands_put_back() -> None:
    game = start("eve", raptors=True)
    enter(game, "play eve ocean-common")
    bird = game.printed.bird(game.printed.find("ocean-common"))
    assert game.undo_notes() == ([("back-play", {"seat": ("seat", "eve"), "bird": bird})], None)
    enter(game, "reveal ocean-rare\nreveal ocean-ace")
    notes, warning = game.undo_notes()
    assert [note[0] for note in notes] == ["back-reveal"]
    assert warning == ("warn-reveal", {})
    enter(game, "reveal forest-ace")
    notes, warning = game.undo_notes()
    assert [note[0] for note in notes] == ["back-draw", "back-reveal", "back-round-first"]
    enter(game, "play eve forest-common\nreveal desert-ace\nreveal desert-common\nreveal desert-common")
    notes, warning = game.undo_notes()
    assert [note[0] for note in notes] == ["back-draw", "back-reveal", "back-round"]
    assert len(notes[2][1]["birds"]) == 4
