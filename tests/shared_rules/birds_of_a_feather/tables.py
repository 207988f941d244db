"""Tables to play at in tests."""

import random

from shared_rules.birds_of_a_feather import open_setup
from shared_rules.birds_of_a_feather.birds import HABITATS, KINDS
from shared_rules.record import Reader

NAMES = ("anna", "ben", "cleo", "dora", "emil", "fred", "gina")


def start(seats, raptors=None, variant=None, habitats=None, kinds=None, mode=None):
    """A game at its start. seats: how many, or their names."""
    setup = open_setup(1, mode)
    setup.setting("seats", list(NAMES[:seats]) if isinstance(seats, int) else seats.split())
    if raptors is not None:
        setup.setting("raptors", ["on" if raptors else "off"])
    if variant is not None:
        setup.setting("variant", [variant])
    if habitats is not None:
        setup.setting("habitats", list(habitats))
    if kinds is not None:
        setup.setting("kinds", list(kinds))
    return setup.start()


def enter(game, text):
    """Applies record lines; returns the events of the last one."""
    events = []
    for line in text.strip().splitlines():
        events = game.apply(game.read(line.split()))
    return events


def read(text):
    """The game after the lines of a record."""
    reader = Reader()
    for line in text.strip().splitlines():
        reader.feed(line)
    return reader.finish()


def random_table(rng: random.Random, mode=None):
    """(game at its start, raptors, variant, habitats, kinds) of a random kind."""
    seats = rng.randint(1, 7)
    variants = ["base"] + (["migration"] if seats > 1 else []) + (["draft"] if seats in (2, 3) else [])
    raptors = rng.random() < 0.7
    variant = rng.choice(variants)
    habitats = rng.sample(HABITATS, 5) if rng.random() < 0.5 else list(HABITATS)
    kinds = rng.sample(KINDS, 7) if rng.random() < 0.5 else list(KINDS)
    return start(seats, raptors, variant, habitats, kinds, mode), raptors, variant, habitats, kinds


def random_action(game, rng: random.Random):
    """A legal action; seats now and then flock together, so that habitats become complete and seats tie."""
    legal = game.legal()
    if rng.random() < 0.6:
        row = game.turn % 5
        legal = [action for action in legal if isinstance(action[-1], int) and action[-1] // 7 == row] or legal
    return rng.choice(legal)


def everything(game):
    """All that a game's state consists of, as plain comparable data."""
    parts = [tuple(game.log), game.phase, game.turn, game.over, game.resolved, tuple(game.tied)]
    return parts + [bytes(ticks) for ticks in game.recorded] + [bytes(game._out)]
