"""What the lights can show of Fancy Feathers: all cards of a type on the Path."""

from ..choice import Choice
from .cards import KIND


def choice(game):
    """As `game` says."""

    def places(key):
        path = range(game.taken + 1, len(game.cards) + 1)
        return ("places", ("light-up-all", {"what": key}), [place for place in path if KIND[game.cards[place - 1]] == key[1]])

    return Choice(("ask-light-up", {}), [("type", kind) for kind in game.types], places)


def describe(game, key):
    """Message that names a key."""
    return game.describe(key)
