"""All kinds of players by name."""

import random
from collections.abc import Callable

from host.players.feathers import SensibleFeathersPlayer
from host.players.fowl import SensibleFowlPlayer
from host.players.greedy import GreedyPlayer
from host.players.tables import Player, RandomPlayer

Maker = Callable[[random.Random], Player]

KINDS = ("random", "greedy", "sensible")
_SENSIBLE: dict[str, Maker] = {"fowl_play": SensibleFowlPlayer, "fancy_feathers": SensibleFeathersPlayer}


def kinds(game: str) -> tuple[str, ...]:
    """The kinds of players that a game has, the most capable one last."""
    return KINDS if game in _SENSIBLE else KINDS[:2]


def new_player(game: str, kind: str, rng: random.Random) -> Player:
    """A player; raises KeyError for a kind that the game doesn't have."""
    if kind == "random":
        return RandomPlayer(rng)
    return GreedyPlayer(rng) if kind == "greedy" else _SENSIBLE[game](rng)
