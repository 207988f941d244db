"""The birds, where they stand on the score sheet, and the chart of the rulebook.

A **bird** is its place on the score sheet: row (habitat, from the top) * 7 + column (kind, from the left), 0 to 34.
"""

from collections import OrderedDict

HABITATS = ("desert", "mountains", "forest", "wetlands", "ocean")
KINDS = ("common", "uncommon1", "uncommon2", "uncommon3", "rare", "raptor", "ace")
ROWS = 5
COLUMNS = 7
BIRDS = 35

# By kind, where not 1: how many cards there are in a habitat, and what the bird is worth (rulings, Birds of a Feather 3).
COPIES = {"common": 3, "uncommon1": 2, "uncommon2": 2, "uncommon3": 2}
POINTS = {"common": 0, "ace": 2}
ALL_POINTS = 3

# The chart, for 1 to 7 seats ("Setup", "Migration Variant", "Birding Solo"; rulings, Birds of a Feather 6).
HANDS = (13, 15, 15, 15, 12, 10, 8)
ROUNDS = (12, 14, 14, 14, 11, 9, 7)
REVEALS = (3, 2, 1, 0, 0, 0, 0)
PASSED = (0, 3, 3, 3, 2, 2, 1)

# Variant: least and most seats.
VARIANTS = {"base": (1, 7), "draft": (2, 3), "migration": (2, 7)}


# Places of the scene beyond the birds': the heading of each row.
HEADINGS = tuple(range(BIRDS, BIRDS + ROWS))


class Sheet:
    """One copy's printed score sheet: habitats from the top and kinds from the left, both tuples of the names in records."""

    def __init__(self, habitats: "tuple[str, ...]" = HABITATS, kinds: "tuple[str, ...]" = KINDS):
        self.habitats = habitats
        self.kinds = kinds
        self.copies = [COPIES.get(kind, 1) for kind in kinds]
        self.points = [POINTS.get(kind, 1) for kind in kinds]
        self.raptor = kinds.index("raptor")

    def name(self, bird: int) -> str:
        """The bird's name in records: `ocean-rare`."""
        return self.habitats[bird // COLUMNS] + "-" + self.kinds[bird % COLUMNS]

    def find(self, name: str) -> int:
        """The bird of a name in records; -1 if there is none."""
        habitat, _, kind = name.partition("-")
        if habitat in self.habitats and kind in self.kinds:
            return self.habitats.index(habitat) * COLUMNS + self.kinds.index(kind)
        return -1

    def blank(self):
        """Marks of a scene in which the sheet is empty: the headings alone."""
        marks = OrderedDict([(bird, []) for bird in range(BIRDS)])
        for row in range(ROWS):
            marks[HEADINGS[row]] = [("habitat", row)]
        return marks

    def names(self, birds: "list[int]") -> "list[str]":
        """The names of birds, sorted."""
        return sorted([self.name(bird) for bird in birds])

    def habitat(self, row: int) -> "tuple[str, str]":
        """The fact that names a habitat."""
        return ("habitat", self.habitats[row])

    def kind(self, bird: int) -> "tuple[str, str]":
        """The fact that names a bird where its habitat is clear."""
        return ("kind", self.kinds[bird % COLUMNS])

    def heading(self, row: int):
        """The message that names a habitat."""
        return ("key-habitat", {"habitat": self.habitat(row)})

    def bird(self, bird: int):
        """The message that names a bird (or the heading of a row)."""
        if bird in HEADINGS:
            return self.heading(bird - BIRDS)
        facts = {"habitat": self.habitat(bird // COLUMNS), "kind": self.kind(bird), "called": ("called", self.name(bird))}
        return ("bird-" + self.kinds[bird % COLUMNS], facts)
