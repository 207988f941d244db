"""The games there are. A game's package is imported when it is asked for: on the device memory is dear."""

GAMES = ("fowl_play", "fancy_feathers", "birds_of_a_feather")


def package(game: str):
    """The package of a game (see `game` for what it has at its top); raises KeyError for a name that isn't one of GAMES."""
    if game not in GAMES:
        raise KeyError(game)
    return __import__("shared_rules." + game, None, None, ("NAME",))
