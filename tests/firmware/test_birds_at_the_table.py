"""Birds of a Feather on the app, by knob and buttons alone, in both languages: nothing is cut off on the display."""

import random

import pytest

from firmware import screens
from tests.firmware.pilot import Pilot

NAMES = ("maximilian", "friederike", "konstantin", "annemarie", "leopold", "theodora", "waldemar")


async def seats(pilot, mode, count, language):
    await pilot.wait()
    if language != "en":
        await pilot.send('{"hello":{"protocol":1}}')
        await pilot.send(f'{{"set":{{"language":"{language}"}},"id":1}}')
    await pilot.pick(("game", "birds_of_a_feather"))
    await pilot.pick(("mode", mode))
    for name in NAMES[:count]:
        await pilot.send(f'{{"text":"{name}"}}')
        await pilot.wait(400)
    if count < 7:
        await pilot.hold("confirm")


async def to_the_end(pilot, seed):
    rng = random.Random(seed)
    machine = pilot.app.machine()
    while not machine.over:
        await pilot.act(machine.line(rng.choice(machine.legal())))


def played(count, variant, language, raptors="on"):
    async def script(pilot):
        await seats(pilot, "play", count, language)
        assert pilot.ask == "ask-raptors"
        await pilot.pick(("raptors", raptors))
        if count > 1:
            await pilot.pick(("variant", variant))
        await pilot.read_on()
        assert pilot.ask == "ask-sheet"
        await pilot.pick(("word", "yes"))
        await pilot.read_on()
        await to_the_end(pilot, count)
        await pilot.read_on()
        assert pilot.ask == "app-sheet"
        for _ in range(7):
            await pilot.press()

    screens.cuts.clear()
    pilot = Pilot()
    pilot.run(script)
    assert screens.cuts == []
    return pilot.journal()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("count", "variant"), [(1, "base"), (2, "draft"), (3, "draft"), (4, "migration"), (7, "base")])
def test_a_whole_game(count: int, variant: str, language: str) -> None:
    lines = played(count, variant, language)
    rounds = {1: 12, 2: 14, 3: 14, 4: 14, 7: 7}[count]
    assert lines[:4] == ["roost 1 birds_of_a_feather", "rules 1", "seats " + " ".join(NAMES[:count]), "raptors on"]
    assert len([line for line in lines if line.startswith("play")]) == rounds * count


def test_finished_sheets() -> None:
    async def script(pilot):
        await seats(pilot, "score", 2, "en")
        await pilot.read_on()
        await pilot.pick(("word", "yes"))
        for name in NAMES[:2]:
            for bird in ("desert-ace", "ocean-rare", "ocean-ace"):
                await pilot.act(f"saw {name} {bird}")
            await pilot.hold("confirm")
        await pilot.act(f"last {NAMES[1]} forest-common")
        await pilot.act(f"last {NAMES[0]} forest-rare")

    screens.cuts.clear()
    pilot = Pilot()
    pilot.run(script)
    assert screens.cuts == []
    assert pilot.journal()[-3:] == ["done friederike", "last friederike forest-common", "last maximilian forest-rare"]
    assert pilot.app.machine().winners() == [0]


def test_back_returns_to_the_step_before() -> None:
    async def script(pilot):
        await seats(pilot, "play", 3, "en")
        await pilot.pick(("raptors", "off"))
        await pilot.pick(("variant", "draft"))
        await pilot.read_on()
        await pilot.pick(("word", "yes"))
        for _ in range(4):
            await pilot.wait(320)
            await pilot.press()
        step = pilot.app.machine().prompt().do
        assert step[0] == ("do-pick-hand", {"n": 8})
        await pilot.wait(320)
        await pilot.press()
        assert pilot.app.machine().prompt().do != step
        await pilot.wait(320)
        await pilot.hold("back")
        assert pilot.app.machine().prompt().do == step

    Pilot().run(script)


def test_the_first_action_line_ends_the_set_up_for_good() -> None:
    """A pasted record needs no more set-up lines than `seats`; a line that the rules refuse ends nothing."""

    async def script(pilot):
        await pilot.wait()
        await pilot.pick(("game", "birds_of_a_feather"))
        await pilot.pick(("mode", "play"))
        for line in ("play anna ocean-ace", "seats anna ben", "play anna ocean-king", "play zoe ocean-ace"):
            await pilot.send(f'{{"line":"{line}"}}')
            await pilot.wait(400)
        assert not pilot.app.table.playing
        await pilot.send('{"line":"play anna ocean-ace"}')
        await pilot.wait(400)
        assert pilot.app.table.playing
        assert [pilot.app.machine().line(action) for action in pilot.app.machine().log] == ["play anna ocean-ace"]

    pilot = Pilot()
    pilot.run(script)
    assert pilot.journal()[:3] == ["roost 1 birds_of_a_feather", "rules 1", "seats anna ben"]
