"""A game on the emulated Pico by its knob and buttons (`make soak-pico`), and what hands are told for it."""

import pytest

from firmware.app import App
from firmware.drivers import virtual
from host import selfplay, soak_pico
from host.emulator.image import NoImage, find_image
from host.emulator.stack import SIZE
from host.players.hands import DETENT_MS, GUARD_MS, HOLD_MS, PRESS_MS
from host.soak import SoakFailed, plan_of


def replayed(events):
    """The raw events of hands, with the time after each."""
    for what, *rest in events:
        if what == "pause":
            yield None, GUARD_MS
        elif what == "turn":
            for _ in range(abs(rest[0])):
                yield ("turn", 1 if rest[0] > 0 else -1), DETENT_MS
        elif what == "jump":
            yield ("down", "confirm"), PRESS_MS
            for _ in range(abs(rest[0])):
                yield ("turn", 1 if rest[0] > 0 else -1), DETENT_MS
            yield ("up", "confirm"), PRESS_MS
        else:
            yield ("down", rest[0]), HOLD_MS if what == "hold" else PRESS_MS
            yield ("up", rest[0]), PRESS_MS


@pytest.mark.parametrize("game", ["fowl_play", "fancy_feathers", "birds_of_a_feather"])
def test_what_hands_are_told_is_all_there_is(game):
    """Done on another device, it leads through the same states."""
    steps = soak_pico.course(game, selfplay.play(plan_of(game, 3, 1), 1).lines, {})
    device = virtual.device()
    app = App(device)
    compared = []

    async def script():
        await device.clock.sleep_ms(DETENT_MS)
        for step in steps:
            for event, ms in replayed(step.events):
                if event is not None:
                    device.inputs.feed(event)
                await device.clock.sleep_ms(ms)
            if step.state is not None:
                assert app.machine().state() == step.state
                compared.append(step.line)

    virtual.run(device, app.run(), script())
    assert len(compared) == len(steps) - 2
    assert app.table is None  # back at the menu


@pytest.fixture
def table():
    try:
        find_image()
    except NoImage as missing:
        pytest.skip(str(missing))
    return soak_pico.Table()


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_game_on_the_pico(table, figure):
    for played in soak_pico.soak("fancy_feathers", [6], 3, table):
        done = f"{played.outcome.actions} actions, {played.free:,} bytes of heap free after it, {played.stack:,} of the stack in use at the most"
        figure(f"fancy_feathers {played.number} on the emulated Pico: {done}")
        assert played.free > 40_000
        assert 2000 < played.stack <= SIZE - soak_pico.RESERVE


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_difference_on_the_pico_is_noticed(table):
    outcome = selfplay.play(plan_of("birds_of_a_feather", 3, 1), 1)
    steps = soak_pico.course("birds_of_a_feather", outcome.lines, {})
    steps[3].state["turn"] += 1
    with pytest.raises(SoakFailed, match=f"after {steps[3].line}"):
        table.play(steps)
