"""Fancy Feathers on the app, by knob and buttons alone, in both languages: nothing is cut off on the display."""

import random

import pytest

from firmware import screens
from firmware.words import LANGUAGES
from shared_rules.fancy_feathers.rules import reveal
from tests.firmware.pilot import Pilot
from tests.firmware.test_widths import measure
from tests.shared_rules.fancy_feathers.table import RandomGame

NAMES = ("maximilian", "friederike", "konstantin", "annemarie", "leopold", "wilhelmine")
CHAINS = ("fox", "trap", "monal", "green", "golden", "amherst")


async def set_up(pilot, mode, count, language, types):
    await pilot.wait()
    if language != "en":
        await pilot.send('{"hello":{"protocol":1}}')
        await pilot.send(f'{{"set":{{"language":"{language}"}},"id":1}}')
    await pilot.pick(("game", "fancy_feathers"))
    await pilot.pick(("mode", mode))
    for name in NAMES[:count]:
        await pilot.send(f'{{"text":"{name}"}}')
        await pilot.wait(400)
    if count < 6:
        await pilot.hold("confirm")
    assert pilot.ask == "ask-types"
    await pilot.pick(("word", types if isinstance(types, str) else "choose"))
    if not isinstance(types, str):
        for kind in types:
            await pilot.pick(("type", kind))


async def to_the_end(pilot, seed):
    """Plays to the end; the cards come from a deck, so that they are no more than there are."""
    rng = random.Random(seed)
    game = pilot.app.machine()
    deck = RandomGame(seed, len(game.seats), game.types).deck
    while not game.over:
        if game.phase == "reveal":
            await pilot.act(game.line(reveal([deck[len(game.cards)]])))
        else:
            await pilot.act(game.line(rng.choice(game.legal()[:4] + game.legal()[-1:])))


def played(count, language, types, discs="random"):
    async def script(pilot):
        await set_up(pilot, "play", count, language, types)
        assert pilot.ask == "ask-cards-ready"
        await pilot.read_on()
        assert pilot.ask == "ask-discs"
        await pilot.pick(("word", discs))
        if discs == "choose":
            for seat in range(count):
                await pilot.pick(("seat", seat))
        await pilot.read_on()
        await to_the_end(pilot, count)
        assert pilot.ask == "app-sheet"
        for _ in range(8):
            await pilot.press()

    screens.cuts.clear()
    pilot = Pilot()
    pilot.run(script)
    assert screens.cuts == []
    return pilot


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("count", "types", "discs"), [(2, "first", "choose"), (2, CHAINS, "random"), (6, "random", "random")])
def test_a_whole_game(count, types, discs, language, figure) -> None:
    pilot = played(count, language, types, discs)
    lines = pilot.journal()
    actions = len([line for line in lines if line.split()[0] in ("reveal", "move", "leave", "lose")])
    figure(f"Fancy Feathers, {count} seats, {language}: {pilot.inputs / actions:.1f} detents and presses an action")
    assert lines[:3] == ["roost 1 fancy_feathers", "rules 1", "seats " + " ".join(NAMES[:count])]
    assert lines[3].startswith("types golden fart amherst blood reeves green" if types == "first" else "types ")
    if discs == "choose":
        assert lines[4] == "discs " + " ".join(NAMES[:count])
    assert len([line for line in lines if line.startswith("reveal ")]) == 15 * count
    assert len([line for line in lines if line.startswith("leave ")]) == count


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", [None, "score"])
def test_every_text_fits_the_display(mode, language) -> None:
    screens.cuts.clear()
    assert sum(measure("fancy_feathers", mode, language, seed) for seed in range(4)) > 40
    assert sorted(set(screens.cuts)) == []


def test_results_are_entered_with_few_presses() -> None:
    async def script(pilot):
        await set_up(pilot, "score", 2, "en", "first")
        game = pilot.app.machine()
        # Cards and seats come one after the other by themselves: only the number is turned to.
        while game.phase == "has":
            assert pilot.ask == "ask-how-many"
            await pilot.turn(len(game.log) % 2)
            await pilot.press()
        assert game.phase == "left" or game.over
        while not game.over:
            await pilot.act(game.line(game.legal()[0]))

    screens.cuts.clear()
    pilot = Pilot()
    pilot.run(script)
    assert screens.cuts == []
    assert pilot.journal()[2:5] == [
        "mode score",
        "seats maximilian friederike",
        "types golden fart amherst blood reeves green",
    ]
    assert len([line for line in pilot.journal() if line.startswith("has ")]) == 20


def test_taking_back_says_what_hands_do_and_one_press_restores_it() -> None:
    async def script(pilot):
        await set_up(pilot, "play", 2, "en", CHAINS)
        await pilot.read_on()
        await pilot.pick(("word", "choose"))
        for seat in range(2):
            await pilot.pick(("seat", seat))
        for card in ("trap", "monal5", "green", "green", "green"):
            await pilot.act("reveal " + card)
        await pilot.act(f"move {NAMES[0]} 1")
        await pilot.act("reveal green")
        game = pilot.app.machine()
        before = list(game.log)
        for _ in range(3):
            await pilot.hold("back")
            if pilot.view.mode == "dialog":
                assert pilot.view.do[0][0] == "warn-seen"
                await pilot.wait(320)
                await pilot.pick(("word", "yes"))
            await pilot.read_on()
            before.pop()
            assert game.log == before
        assert pilot.view.walk.key == ("type", "green")
        await pilot.press()
        assert game.phase == "move"

    pilot = Pilot()
    pilot.run(script)
    assert pilot.journal()[-4:] == ["undo", "undo", "undo", "reveal green"]


def test_pointing_at_a_card_that_cannot_be_reached_says_why() -> None:
    said = []

    async def script(pilot):
        await set_up(pilot, "play", 2, "en", "first")
        await pilot.read_on()
        await pilot.pick(("word", "choose"))
        for seat in range(2):
            await pilot.pick(("seat", seat))
        for _ in range(5):
            await pilot.act("reveal green" if pilot.app.machine().copies_left(6) > 2 else "reveal blood")
        await pilot.act(f"move {NAMES[0]} 3")
        for _ in range(3):
            await pilot.act("reveal reeves")
        await pilot.act(f"move {NAMES[1]} 2")
        await pilot.read_on()
        await pilot.send('{"tap":1}')
        said.append(pilot.app.words.text(pilot.view.rides[0]))

    pilot = Pilot()
    pilot.run(script)
    assert said == ["Discs only move forward: the disc is on space 2."]
