"""Making games of Fowl Play! for tests."""

import random

from shared_rules import hexboard
from shared_rules.fowl_play.pieces import FOXES, look_name
from shared_rules.fowl_play.setup import FowlSetup


def setup_of(*lines):
    """A set-up that has read these setup lines."""
    setup = FowlSetup(1, None)
    for line in lines:
        words = line.split()
        setup.setting(words[0], words[1:])
    return setup


def feed(game, *lines):
    """Applies action lines, and returns the events of the last one."""
    events = []
    for line in lines:
        events = game.apply(game.read(line.split()))
    return events


def legal_lines(game):
    return sorted(game.line(action) for action in game.legal())


def random_tunnels(rng):
    """The central one and six others outside the den."""
    others = [cell for cell in range(hexboard.CELLS) if cell not in hexboard.DEN]
    return [hexboard.CENTRE, *rng.sample(others, 6)]


def random_flocks(rng, tunnels):
    """Four times nine connected spaces that may be started on, or None when luck was bad."""
    free = {cell for cell in range(hexboard.CELLS) if cell not in tunnels and hexboard.distance(cell, hexboard.CENTRE) >= 4}
    flocks = []
    for _ in range(4):
        if not free:
            return None
        flock = [rng.choice(sorted(free))]
        while len(flock) < 9:
            edge = sorted({n for cell in flock for n in hexboard.NEIGHBOURS[cell] if n in free and n not in flock})
            if not edge:
                return None
            flock.append(rng.choice(edge))
        free -= set(flock)
        flocks.append(flock)
    return flocks


def random_setup(rng, seats=None):
    """A set-up with 2-4 seats; every other one with a board, cards and arrangement of its own."""
    names = rng.sample(FOXES, seats or rng.choice([2, 3, 4]))
    lines = ["seats " + " ".join(names)]
    looks = list(range(36))
    if rng.random() < 0.5:
        flocks = None
        while flocks is None:
            tunnels = random_tunnels(rng)
            flocks = random_flocks(rng, tunnels)
        rng.shuffle(looks)
        place = [flocks[look // 9].pop() for look in looks]
        lines.append("tunnels " + " ".join(hexboard.name(cell) for cell in tunnels))
        lines.append("cards " + " ".join(look_name(look) for look in looks))
        lines.append("place " + " ".join(hexboard.name(cell) for cell in place))
    den = rng.sample(sorted(hexboard.NEIGHBOURS[hexboard.CENTRE]), len(names))
    lines.append("foxes " + " ".join(f"{name} {hexboard.name(cell)}" for name, cell in zip(names, den, strict=True)))
    return setup_of(*lines)


def play_on(game, rng, greedy=0.7, most=10_000):
    """Plays to the end with random actions (captures and moves are preferred as often as `greedy` says)."""
    while not game.over and most:
        legal = game.legal()
        captures = [a for a in legal if game.phase == "fox" and a >> 16 == 3 and game.fowl_on(a & 127)]
        if captures and rng.random() < greedy:
            game.apply(rng.choice(captures))
        else:
            game.apply(rng.choice(legal))
        most -= 1
    return game


def random_game(seed, seats=None, greedy=0.7):
    rng = random.Random(seed)
    setup = random_setup(rng, seats)
    return setup, play_on(setup.start(), rng, greedy)
