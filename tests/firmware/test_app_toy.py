"""The app, driven by input events through a game that exists only here."""

import pytest

from tests.firmware import toy
from tests.firmware.pilot import Pilot

NAMES = ("player1", "player2")


@pytest.fixture(autouse=True)
def _toy(monkeypatch):
    import shared_rules.catalogue

    monkeypatch.setattr(shared_rules.catalogue, "GAMES", shared_rules.catalogue.GAMES)
    toy.install()
    yield


async def set_up(pilot, rounds=3):
    await pilot.wait()
    assert pilot.ask == "app-which-game"
    await pilot.pick(("game", "toy"))
    assert pilot.ask == "ask-name"
    for name in NAMES:
        await pilot.pick(("name", name))
    await pilot.hold("confirm")
    assert pilot.ask == "ask-colours"
    await pilot.pick(("colour", "green"))
    await pilot.pick(("word", "done"))
    assert pilot.ask == "ask-rounds"
    await pilot.pick(("number", rounds))
    await pilot.read_on()
    assert pilot.ask == "ask-cell"


def test_a_whole_game():
    async def script(pilot):
        await set_up(pilot)
        for line in ("claim player1 g7 green", "claim player2 f6 green", "claim player1 h8 green"):
            await pilot.act(line)
        assert pilot.ask == "app-sheet"
        await pilot.press()
        await pilot.press()
        await pilot.wait(400)
        assert pilot.view.do[0][0] == "app-winner"
        await pilot.press()
        assert pilot.ask == "app-which-game"

    pilot = Pilot()
    pilot.run(script)
    assert pilot.journal() == [
        "roost 1 toy",
        "rules 1",
        "seats player1 player2",
        "colours green",
        "rounds 3",
        "claim player1 g7 green",
        "claim player2 f6 green",
        "claim player1 h8 green",
    ]
