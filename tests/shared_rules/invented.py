"""An invented version 2 of each game's rules: what is corrected in the newest, and what `before` then says of version 1."""

import importlib
from collections.abc import Callable
from typing import Any

import pytest


def _fowl_play(patch: pytest.MonkeyPatch) -> "Callable[[type], type]":
    # Corrected: with two seats half as many light turn cards end the game.
    from shared_rules.fowl_play import rules

    old = rules.LIGHT_LIMIT
    patch.setattr(rules, "LIGHT_LIMIT", {2: 3, 3: 2, 4: 2})

    def version_1(newest: Any) -> type:
        if not issubclass(newest, rules.FowlRules):
            return newest

        class Version1(newest):
            def __init__(self, *parts: Any) -> None:
                super().__init__(*parts)
                self.light_limit = old[len(self.seats)]

        return Version1

    return version_1


def _fancy_feathers(patch: pytest.MonkeyPatch) -> "Callable[[type], type]":
    # Corrected: six cards lie ahead of the foremost disc.
    from shared_rules.fancy_feathers import asking, rules

    old = rules.AHEAD
    for module in (rules, asking):
        patch.setattr(module, "AHEAD", 6)

    def version_1(newest: Any) -> type:
        if not issubclass(newest, rules.Rules):
            return newest

        class Version1(newest):
            def due(self) -> int:
                return max(0, min(self.stack(), old - len(self.cards) + max(self.at)))

        return Version1

    return version_1


def _birds_of_a_feather(patch: pytest.MonkeyPatch) -> "Callable[[type], type]":
    # Corrected: a round less.
    from shared_rules.birds_of_a_feather import birds, rules

    old = birds.ROUNDS
    patch.setattr(birds, "ROUNDS", tuple([rounds - 1 for rounds in old]))

    def version_1(newest: Any) -> type:
        if not issubclass(newest, rules.BirdsGame):
            return newest

        class Version1(newest):
            def __init__(self, number: int, seats: "tuple[str, ...]", *parts: Any) -> None:
                super().__init__(number, seats, *parts)
                self.rounds = old[len(seats) - 1]
                self._settle()

        return Version1

    return version_1


_CORRECTIONS = {"fowl_play": _fowl_play, "fancy_feathers": _fancy_feathers, "birds_of_a_feather": _birds_of_a_feather}


def update(game: str, patch: pytest.MonkeyPatch) -> None:
    """From now on, until the patch is undone, the newest rules of this game are version 2, and version 1 is carried."""
    package = importlib.import_module("shared_rules." + game)
    before = importlib.import_module("shared_rules." + game + ".before")
    assert package.RULES[-1] == 1, "give the invented version another number"
    patch.setattr(package, "RULES", (1, 2))
    patch.setattr(before, "VERSIONS", {1: _CORRECTIONS[game](patch)})


def later(game: str, patch: pytest.MonkeyPatch) -> None:
    """After `update`: a firmware that no longer carries version 1."""
    package = importlib.import_module("shared_rules." + game)
    before = importlib.import_module("shared_rules." + game + ".before")
    patch.setattr(package, "RULES", (2, 3))
    patch.setattr(before, "VERSIONS", {2: lambda newest: newest})
