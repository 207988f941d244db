"""Every text of the app and of each game, measured in the real fonts, in both languages: none may be cut off on the display."""

import importlib
import random

import pytest

from firmware import screens
from firmware.view import ask
from firmware.words import LANGUAGES, Words
from shared_rules import catalogue
from shared_rules.choice import NAME, SOME, Choice
from shared_rules.refusal import Refusal

LONGEST_NAME = "Wilhelmine-W"  # twelve letters, wide ones among them


def lay(words, message, place):
    """Measures one message in a place."""
    screens.lay(words.short(message), place)


def look(machine, words, choice, seen, rng, depth=0):
    """Measures a choice, some of its keys, and the choices behind them."""
    for place in ("ask", "line-title") if choice.ask[0].startswith("app-") else ("ask",):
        lay(words, choice.ask, place)
    keys = list(choice.keys)
    for key in keys:
        if (key, choice.ask[0]) not in seen:
            seen.add((key, choice.ask[0]))
            lay(words, machine.describe(key), "answer")
            for note in (choice.note(key) or []) if choice.note else []:
                lay(words, note, "detail")
                lay(words, machine.describe(key), "answer-over-details")
    if choice.kind in (SOME, NAME) or depth > 2:
        return
    for key in rng.sample(keys, min(len(keys), 3)):
        found = choice.pick(key)
        if isinstance(found, Choice):
            look(machine, words, found, seen, rng, depth + 1)


def pages(words, messages):
    """Measures an announcement: each of its pages holds what it says."""
    for message in messages:
        text = words.short(message)
        for word in text.split():
            assert screens.SMALL.width(word) <= 128, text


def leaf(choice, rng, name="player"):
    """A random way through a tree of choices."""
    picked = ()
    while isinstance(choice, Choice):
        keys = list(choice.keys)
        if choice.kind == NAME:
            fresh = [("name", "player%d" % n) for n in range(1, 8) if "player%d" % n not in choice.taken]
            keys = keys if keys and rng.random() < 0.3 else fresh[:1]
        if choice.kind == SOME:
            n = rng.randint(choice.least, min(choice.most, len(keys)))
            picked = tuple(rng.sample(keys, n))
            choice = choice.pick(picked)
        else:
            choice = choice.pick(rng.choice(keys))
    return choice


def measure(game, mode, language, seed, most=400):
    """Plays a game at random and measures whatever it says; returns how many actions it had."""
    rng = random.Random(seed)
    package = catalogue.package(game)
    names = {"player%d" % n: LONGEST_NAME for n in range(1, 8)}
    words = Words(language, game, names)
    common = words.dicts[-1]
    words.dicts[-1] = {key: value for key, value in common.items() if not key.startswith(("seat.player", "name.player"))}
    seen: set = set()
    setup = package.open_setup(package.RULES[-1], mode)
    setup.names = list(names)
    setup.random = rng.randrange
    lay(words, ("game", {}), "title")
    while not setup.ready:
        prompt = setup.prompt()
        pages(words, prompt.do)
        if prompt.choice.keys != [("word", "next")]:
            look(setup, words, prompt.choice, seen, rng)
        setup.apply(leaf(prompt.choice, rng))
    machine = setup.start()
    count = 0
    while not machine.over and count < most:
        prompt = machine.prompt()
        pages(words, prompt.do)
        look(machine, words, prompt.choice, seen, rng)
        for seat in prompt.seats:
            lay(words, ("seat", machine.seats[seat]), "head")
        if count % 7 == 0:
            for title, messages in machine.scene().rows:
                lay(words, title, "choice")
                screens.chunks([words.short(message) for message in messages])
            why = machine.why()
            for _ in range(10 if why is not None else 0):
                try:
                    machine.check(leaf(why, rng))
                except Refusal as refusal:
                    pages(words, [("no." + refusal.code, refusal.facts)])
                    lay(words, ("no." + refusal.code, refusal.facts), "details")
        for event in machine.apply(leaf(prompt.choice, rng)) or []:
            message, hands = machine.tell(event)
            pages(words, [message])
            if not hands:
                lay(words, message, "details")
        notes, warning = machine.undo_notes()
        pages(words, notes)
        if warning:
            view = ask("dialog", ("app-sure", {}), [("word", "yes"), ("word", "no")], do=[warning])
            screens.pages(view, words)
        count += 1
    for label, points, reasons in machine.sheet():
        lay(words, label, "line-title")
        for value in points:
            lay(words, "" if value is None else value, "sheet-points")
        for reason in reasons:
            if reason is not None:
                lay(words, reason, "reason")
    for name in machine.seats:
        lay(words, ("seat", name), "sheet-seat")
    pages(words, machine.verdict())
    return count


@pytest.fixture(autouse=True)
def _no_cuts():
    del screens.cuts[:]
    yield
    assert sorted(set(screens.cuts)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "mode"), [("fowl_play", None), ("fowl_play", "score")])
def test_a_game_fits_the_display(game, mode, language):
    assert sum(measure(game, mode, language, seed) for seed in range(6)) > 40


# What the app itself says, by the place where it stands; facts as wide as they get.
APP_PLACES = {
    "line-title": (
        *("app-which-game", "app-which-mode", "app-which-stored", "app-menu", "app-settings"),
        *("app-wrong", "app-which-entry", "app-who-leaves", "app-copy", "app-which-copy"),
    ),
    "ask": ("app-spell", "app-resume"),
    "details": ("app-taken-back", "app-step-back"),
    "title": ("app-why",),
    "choice": ("app-said",),
    "line": ("app-wrong-enter", "app-entry", "app-gone-since"),
}
FACTS = {
    "n": 1234,
    "line": "move black m13 k11",
    "version": "12345",
    "word": "all-captured",
    "after": "tunnels",
    "name": "Wilhelmine-W",
    "seat": "Wilhelmine-W",
    "cell": "m131",
    "card": "12345",
    "mode": "scores",
    "game": "birds_of_a_feather",
    "form": "claim <seat> <cell> <colour>",
    "phase": "x",
    "least": 2,
    "most": 4,
    "file": "crash.txt",
    "what": "x",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_app_fits_the_display(language):
    words = Words(language)
    for place, codes in APP_PLACES.items():
        for code in codes:
            lay(words, (code, FACTS), place)
    for key in words.dicts[-1]:
        if key.startswith(
            ("menu.", "start.", "mode.", "setting.", "language.", "brightness.", "contrast.", "volume.", "palette.")
        ):
            lay(words, tuple(key.replace(".short", "").split(".", 1)), "line")
        elif key.startswith("no.") and not key.endswith(".short"):
            lay(words, (key, FACTS), "details")
        elif key.startswith(("way.", "change.")):
            lay(words, tuple(key.replace(".short", "").split(".", 1)), "choice")
        elif key.startswith(("copy.", "change.earlier")):
            lay(words, tuple(key.replace(".short", "").split(".", 1)), "line")
        elif key.startswith("word."):
            lay(words, tuple(key.replace(".short", "").split(".", 1)), "button")
            lay(words, tuple(key.replace(".short", "").split(".", 1)), "answer")
        elif key.startswith("app-") and not key.endswith(".short"):
            pages(words, [(key, dict(FACTS, title="x", label="x", points=1, verdict="x", state="x", **{"is": "x"}))])
    for setting, values in importlib.import_module("firmware.menu")._CHOICES.items():
        for value in values:
            lay(words, ("app-setting", {"what": ("setting", setting), "is": (setting, value)}), "line")
    for code in (
        "app-full",
        "app-abandon",
        "app-abandon-sure",
        "app-wrong-leave",
        "app-leaves",
        "app-back-again",
        "app-copy-example",
        "app-copy-resume",
    ):
        screens.pages(ask("dialog", ("app-sure", {}), [("word", "yes"), ("word", "no")], do=[(code, FACTS)]), words)


@pytest.mark.parametrize("state", ["open", "finished", "abandoned"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_stored_games_fit_a_line(language, state):
    for game in ("fowl_play",):
        title = Words(language, game).text(("game", {}))
        lay(Words(language), ("app-stored", {"n": 123, "title": title, "state": ("state", state)}), "line")


@pytest.mark.parametrize("name", ["", "_fowl_play", "_fancy_feathers", "_birds_of_a_feather"])
def test_both_languages_have_the_same_keys(name):
    english = importlib.import_module("firmware.lang.en" + name).WORDS
    german = importlib.import_module("firmware.lang.de" + name).WORDS
    # Forms are a language's own affair: only German tells who from whom.
    assert {key for key in english if ":" not in key} == {key for key in german if ":" not in key}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["", "_fowl_play", "_fancy_feathers", "_birds_of_a_feather"])
def test_every_character_is_in_the_fonts(name, language):
    words = importlib.import_module("firmware.lang." + language + name).WORDS
    for key, text in words.items():
        for font in (screens.SMALL, screens.MEDIUM):
            for char in text.replace("{", "").replace("}", "").replace("|", ""):
                assert font.has(char), (key, char, font.name)
