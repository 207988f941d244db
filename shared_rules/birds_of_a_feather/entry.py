"""Entering the set-up lines of Birds of a Feather; see `shared_rules.entry`.

Steps: (word, value) as in `setup`; for the printed sheet ("habitats", names) and ("kinds", names).
"""

from ..choice import SOME, Choice
from ..entry import Entry as Lines
from . import birds
from .setup import BirdsSetup


def called(setup=None):
    """What can have a name of its own on one's copy: list of (name in records, key of an Entry with that setup)."""
    lines = {} if setup is None else {line.split(" ")[0]: tuple(line.split(" ")[1:]) for line in setup.lines()}
    sheet = birds.Sheet(lines.get("habitats", birds.HABITATS), lines.get("kinds", birds.KINDS))
    return [(sheet.name(bird), ("space", bird)) for bird in range(birds.BIRDS)]


class Entry(Lines):
    """Seats, raptors, variant and the printed sheet, line by line."""

    def tell(self, word):
        return []

    def choice(self, word, done):
        if word in ("habitats", "kinds"):
            names = birds.HABITATS if word == "habitats" else birds.KINDS
            keys = [("habitat" if word == "habitats" else "kind", name) for name in names]
            pick = lambda chosen: (word, tuple([key[1] for key in chosen]))  # noqa: E731
            return Choice(("ask-" + word, {}), keys, pick, kind=SOME, least=len(keys), most=len(keys))
        asking = BirdsSetup(self.setup.rules, None)
        asking.names = self.setup.names
        if word != "seats":
            asking.setting("seats", list(self.seats))
        if word == "variant":
            asking.setting("raptors", ["on"])
        return asking.prompt().choice

    def lines(self):
        found = []
        for word in self.words:
            value = self.of(word)[0][1]
            if word == "raptors":
                value = ("on" if value else "off",)
            found.append(word + " " + (value if isinstance(value, str) else " ".join(value)))
        return found
