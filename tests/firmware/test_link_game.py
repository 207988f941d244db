"""A page that is told of a game a little at a time, as on the device, while hands go on playing: in the end it knows what is there."""

import json
import random

import pytest

from firmware import mirror
from firmware.app import App
from firmware.drivers import virtual
from firmware.link import TOPICS
from host import inputs, selfplay
from host.players.hands import Hands
from host.sim.mirror import Mirror
from host.soak import plan_of
from shared_rules import catalogue

ENOUGH = 400  # passes in which everything is told


class Page:
    """What a page knows of a device, and how many scenes it was told whole and by their changes."""

    def __init__(self, serial):
        self.serial = serial
        self.mirror = Mirror()
        self.whole = self.changed = 0

    def look(self):
        *lines, rest = bytes(self.serial.sent).split(b"\n")
        self.serial.sent[:] = rest
        for line in lines:
            message = json.loads(line)
            self.whole += message.get("scene") is not None
            self.changed += "changed" in message
            self.mirror.take(message)


def told(pieces):
    """What a message says, from its pieces."""
    *pieces, end = pieces
    assert end is None
    (value,) = json.loads("".join(pieces)).values()
    return value


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_a_page_of_a_slow_device(game):
    plan = plan_of(game, 3, 2)
    outcome = selfplay.play(plan, 2)
    setup, actions = inputs.split(game, outcome.lines)
    device = virtual.device()
    app = App(device)
    app.link.slice_ms = app.link.late_ms = 0
    hands = Hands(device, app)
    page = Page(device.serial)
    rng = random.Random(1)
    looks = []

    async def at_rest():
        for _ in range(ENOUGH):
            if not app.link.pending():
                break
            await hands.wait(20)
        page.look()
        view, scene = app.view, app.machine().scene()
        places = app.places(view.walk.level.keys)
        number = page.mirror.screen["id"]
        assert page.mirror.screen == told(mirror.screen(view, app.words, number, places, game))
        assert page.mirror.scene == told(mirror.scene(app.machine(), scene, app.words, game))
        looks.append(1)

    async def script():
        device.serial.feed(b'{"subscribe":%s}\n' % json.dumps(TOPICS).encode())
        await hands.begin(game, setup)
        for line in actions:
            await hands.act(line)
            if rng.random() < 0.1:
                await at_rest()
        await at_rest()

    virtual.run(device, app.run(), script())
    assert len(looks) > len(actions) // 20
    assert page.changed > 5 * page.whole
