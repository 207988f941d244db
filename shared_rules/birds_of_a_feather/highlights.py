"""What the lights can show of Birds of a Feather: what a sheet still lacks, what lies on the table, what can still turn up."""

from ..choice import Choice
from .birds import BIRDS


def choice(game):
    """As `game` says."""
    keys = [("light-up", "table"), ("light-up", "left")] + [("seat", seat) for seat in range(len(game.seats))]

    def places(key):
        if key == ("light-up", "table"):
            lying = game.lingering() + [bird for _, bird in game.arriving()]
            return ("places", key, [bird for bird in range(BIRDS) if bird in lying])
        if key == ("light-up", "left"):
            return ("places", key, game.birds_left())
        missing = [bird for bird in range(BIRDS) if not game.recorded[key[1]][bird]]
        return ("places", ("light-up-missing", {"seat": ("seat", game.seats[key[1]])}), missing)

    return Choice(("ask-light-up", {}), keys, places)


def describe(game, key):
    """Message that names a key."""
    if key[0] == "seat":
        return ("light-up-missing", {"seat": ("seat", game.seats[key[1]])})
    return key if key[0] == "light-up" else game.describe(key)
