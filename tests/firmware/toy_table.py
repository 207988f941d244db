"""At a table of the toy game: its set-up and actions by input events, and what the device has sent."""

import json

from shared_rules import hexboard

F7 = hexboard.cell("f7")
NAMES = ("player1", "player2")
GAME = [
    "roost 1 toy",
    "rules 1",
    "seats player1 player2",
    "colours green red",
    "rounds 4",
    "claim player1 h8 green",
    "claim player2 g7 red",
    "claim player1 f6 red",
    "claim player2 g8 green",
]


async def set_up(pilot, rounds=4, lay=True):
    await pilot.wait()
    assert pilot.ask == "app-which-game"
    await pilot.pick(("game", "toy"))
    assert pilot.ask == "ask-name"
    for name in NAMES:
        await pilot.pick(("name", name))
    await pilot.hold("confirm")
    assert pilot.ask == "ask-colours"
    await pilot.pick(("colour", "green"))
    await pilot.pick(("colour", "red"))
    assert pilot.ask == "ask-rounds"
    await pilot.pick(("number", rounds))
    if lay:
        await pilot.read_on()
        assert pilot.ask == "ask-cell"


async def play(pilot, lines):
    for line in lines:
        await pilot.act(line)
    await pilot.read_on()


def sent(pilot, name):
    """The values of that name in the messages that the device has sent."""
    found = []
    for line in bytes(pilot.device.serial.sent).split(b"\n"):
        if line.startswith(b"{"):
            message = json.loads(line)
            if name in message:
                found.append(message if name == "reply" else message[name])
    return found
