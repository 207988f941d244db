"""What the link says of a scene can be said at any moment: of a set-up at each of its steps, and when it is complete; of a game after each action."""

import itertools
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
        self.messages = self.whole = 0

    def hear(self, machine, words):
        """The scene as the link tells it, as an object; what has changed of the one before must lead to the same."""
        scene = machine.scene()
        (whole,) = messages(mirror.scene(machine, scene, words, self.game))
        whole = whole["scene"]
        assert sorted(whole["names"]) == sorted(whole["marks"])
        assert "<" not in json.dumps(whole), whole
        patience = random.choice((1, 0.5, 0))  # how soon a message had better end
        for most in (random.randrange(80), 10_000):  # once begun, and given up: only whole messages count
            told = itertools.islice(
                mirror.changes(machine, scene, words, self.game, self.told, lambda: random.random() > patience), most
            )
            for message in messages(told):
                self.messages += 1
                if "changed" in message:
                    self.scene = changed(self.scene, message["changed"])
                else:
                    self.scene = message["scene"]
                    self.whole += 1
        assert self.scene == whole
        return whole


def messages(pieces):
    """The messages whose pieces these are, as objects; the last one, if it has no end, is left out."""
    text = ""
    for piece in pieces:
        if piece is None:
            yield json.loads(text)
            text = ""
        else:
            text += piece


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
        assert follower.messages > 5 * follower.whole or mode == "score"
    assert steps >= 3
    assert marks > 0 or mode == "score"  # there no board is needed, or only at the end


def test_what_has_changed_is_little():
    """A move of a fowl: the space it left, the space it came to, and who is to move now."""
    game, words = replay(RECORD.read_bytes()).game, Words("en", "fowl_play")
    last = game.log[-1]
    game.undo()
    told = mirror.Told()

    def scene():
        (message,) = messages(mirror.changes(game, game.scene(), words, "fowl_play", told, lambda: False))
        return message

    assert list(scene()) == ["scene"]
    game.apply(last)
    _, _, start, end = game.line(last).split(" ")
    message = scene()["changed"]
    assert {message["names"].get(place, start) for place in message["marks"]} == {start, end}
    assert sum(marks is None for marks in message["marks"].values()) == 1
