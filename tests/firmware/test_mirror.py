"""What the link says of a scene can be said at any moment: of a set-up at each of its steps, and when it is complete; of a game after each action."""

import json
import random

import pytest

from firmware import mirror
from firmware.words import LANGUAGES, Words
from shared_rules import catalogue

from .test_widths import leaf


def said(machine, words, game):
    """The scene as the link tells it, as an object."""
    rows = machine.sheet() if hasattr(machine, "sheet") else None
    found = json.loads("".join(mirror.scene(machine, machine.scene(), words, game, rows)))["scene"]
    assert sorted(found["names"]) == sorted(found["marks"])
    assert "<" not in json.dumps(found), found
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", [None, "score"])
@pytest.mark.parametrize("game", catalogue.GAMES)
def test_a_scene_can_always_be_told(game, mode, language):
    package = catalogue.package(game)
    words = Words(language, game)
    marks = steps = 0
    for seed in range(3):
        rng = random.Random(seed)
        setup = package.open_setup(package.RULES[-1], mode)
        setup.names = ["player%d" % n for n in range(1, 8)]
        setup.random = rng.randrange
        said(setup, words, game)
        while not setup.ready:
            setup.apply(leaf(setup.prompt().choice, rng))
            marks += len(said(setup, words, game)["marks"])
            steps += 1
        machine = setup.start()
        for _ in range(30):
            if machine.over:
                break
            marks += len(said(machine, words, game)["marks"])
            machine.apply(leaf(machine.prompt().choice, rng))
    assert steps >= 3
    assert marks > 0 or mode == "score"  # there no board is needed, or only at the end
