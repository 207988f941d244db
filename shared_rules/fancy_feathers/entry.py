"""Entering the set-up lines of Fancy Feathers; see `shared_rules.entry`.

Steps: ("seats", names), ("types", types), ("discs", seats).
"""

from ..choice import SOME, Choice
from ..entry import Entry as Lines
from .cards import IN_PLAY, TYPES
from .setup import FeathersSetup


class Entry(Lines):
    """Seats, types and discs, line by line."""

    def tell(self, word):
        return []

    def choice(self, word, done):
        if word == "seats":
            asking = FeathersSetup(self.setup.rules, None)
            asking.names = self.setup.names
            return asking.prompt().choice
        if word == "types":
            return _some("ask-six-types", [("type", kind) for kind in TYPES], IN_PLAY, word)
        seats = [("seat", seat) for seat in range(len(self.setup.seats))]
        return _some("ask-disc-order", seats, len(seats), word)

    def lines(self):
        found = []
        for word in self.words:
            values = self.of(word)[0][1]
            found.append(word + " " + " ".join([self.setup.seats[value] for value in values] if word == "discs" else values))
        return found


def _some(ask, keys, n, word):
    """A choice of n keys, in order, whose values make the step of a line."""
    return Choice((ask, {}), keys, lambda chosen: (word, tuple([key[1] for key in chosen])), kind=SOME, least=n, most=n)
