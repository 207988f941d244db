"""What the lights can show of Fowl Play!: all fowl of a type, colour or shape, where a fox gets, what shares with a target."""

from .. import hexboard
from ..choice import Choice
from .pieces import COLOURS, FOWL, SHAPES, TYPES, alike, look_colour, look_shape, look_type
from .rules import GONE

_LOOKS = (("type", TYPES, look_type), ("colour", COLOURS, look_colour), ("shape", SHAPES, look_shape))


def choice(game) -> Choice:
    """As `game` says; targets only once they are known."""
    keys: "list[tuple]" = [("light-up", kind) for kind, _, _ in _LOOKS] + [("light-up", "reach")]
    if [target for target in game.targets if target]:
        keys.append(("light-up", "target"))
    return Choice(("ask-light-up", {}), keys, lambda key: _ask(game, key[1]))


def _ask(game, what: str) -> Choice:
    ask = ("ask-light-up", {})
    for kind, tokens, trait in _LOOKS:
        if kind == what:
            return Choice(
                ask,
                [(kind, token) for token in tokens],
                lambda key, trait=trait, tokens=tokens: _places(game, key, lambda look: trait(look) == tokens.index(key[1])),
            )
    if what == "reach":
        return Choice(
            ask,
            [("seat", seat) for seat in range(len(game.seats))],
            lambda key: ("places", ("light-up-reach", {"seat": game.seat_fact(key[1])}), game.fox_reach(key[1])),
        )
    seats = [("seat", seat) for seat in range(len(game.seats)) if game.targets[seat]]
    return Choice(ask, seats, lambda key: _places(game, key, lambda look: alike(look, game.shows[game.targets[key[1]] - 1])))


def _places(game, key: "tuple", wanted):
    """The spaces of the fowl whose looks are wanted, by type and board."""
    fowl = [one for one in range(1, FOWL + 1) if game.cell_of(one) != GONE and wanted(game.shows[one - 1])]
    cells = [
        game.cell_of(one)
        for one in sorted(fowl, key=lambda one: look_type(game.shows[one - 1]) * hexboard.CELLS + game.cell_of(one))
    ]
    if key[0] == "seat":
        return ("places", ("light-up-target", {"seat": game.seat_fact(key[1])}), cells)
    return ("places", ("light-up-all", {"what": describe(game, key)}), cells)


def describe(game, key: "tuple"):
    """Message that names a key."""
    if key[0] == "light-up":
        return key
    if key[0] in ("type", "colour", "shape"):
        tokens = next(tokens for kind, tokens, _ in _LOOKS if kind == key[0])
        return ("trait", tokens[tokens.index(key[1])])
    return game.describe(key)
