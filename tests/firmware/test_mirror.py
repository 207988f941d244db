"""What the link says of a scene can be said at any moment: of a set-up at each of its steps, and when it is complete; of a game after each action."""

import json
import random
from pathlib import Path

import pytest

from firmware import mirror
from firmware.words import LANGUAGES, Words
from host.replay import replay
from host.sim.mirror import changed
from shared_rules import catalogue

from .test_widths import leaf

RECORD = Path(__file__).parent.parent / "emulator" / "records" / "open-middle.roost"


class Follower:
    """Somebody who is told a game's scenes, by their changes where that can be."""

    def __init__(self, game):
        self.game = game
        self.told = mirror.Told()
        self.scene = None
        self.changes = 0

    def hear(self, machine, words):
        """The scene as the link tells it, as an object; what has changed of the one before must lead to the same."""
        scene = machine.scene()
        whole = json.loads("".join(mirror.scene(machine, scene, words, self.game, mirror.Told())))["scene"]
        assert sorted(whole["names"]) == sorted(whole["marks"])
        assert "<" not in json.dumps(whole), whole
        if random.random() < 0.2:  # begun, and given up: nothing of it counts
            begun = mirror.scene(machine, scene, words, self.game, self.told)
            for _ in range(random.randrange(80)):
                if next(begun, "") == "}}":
                    break
        message = json.loads("".join(mirror.scene(machine, scene, words, self.game, self.told)))
        if "changed" in message:
            self.changes += 1
            self.scene = changed(self.scene, message["changed"])
        else:
            self.scene = message["scene"]
        assert self.scene == whole
        return whole


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", [None, "score"])
@pytest.mark.parametrize("game", catalogue.GAMES)
def test_a_scene_can_always_be_told(game, mode, language):
    package = catalogue.package(game)
    words = Words(language, game)
    other = Words(LANGUAGES[language == LANGUAGES[0]], game)
    marks = steps = 0
    random.seed(1)
    for seed in range(3):
        rng = random.Random(seed)
        follower = Follower(game)
        setup = package.open_setup(package.RULES[-1], mode)
        setup.names = ["player%d" % n for n in range(1, 8)]
        setup.random = rng.randrange
        follower.hear(setup, words)
        while not setup.ready:
            setup.apply(leaf(setup.prompt().choice, rng))
            marks += len(follower.hear(setup, words)["marks"])
            steps += 1
        machine = setup.start()
        for turn in range(400):
            if machine.over:
                break
            marks += len(follower.hear(machine, words)["marks"])
            machine.apply(leaf(machine.prompt().choice, rng))
            if turn % 9 == 8:
                follower.hear(machine, words)
                for _ in range(rng.randrange(1, 4)):
                    machine.undo()
            if turn % 50 == 49:
                follower.hear(machine, other)
                words.names = {name: name.upper() for name in machine.seats}
        follower.hear(machine, words)
        assert follower.changes > 20 or mode == "score"
    assert steps >= 3
    assert marks > 0 or mode == "score"  # there no board is needed, or only at the end


def test_what_has_changed_is_little():
    """A move of a fowl: the space it left, the space it came to, and who is to move now."""
    game, words = replay(RECORD.read_bytes()).game, Words("en", "fowl_play")
    last = game.log[-1]
    game.undo()
    told = mirror.Told()
    "".join(mirror.scene(game, game.scene(), words, "fowl_play", told))
    game.apply(last)
    line = game.line(last)
    message = json.loads("".join(mirror.scene(game, game.scene(), words, "fowl_play", told)))["changed"]
    _, _, start, end = line.split(" ")
    assert {message["names"].get(place, start) for place in message["marks"]} == {start, end}
    assert sum(marks is None for marks in message["marks"].values()) == 1
