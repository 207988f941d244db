"""The set-up: who plays, with which six types, and how the discs are stacked.

Steps are `("seats", names)`, `("types", types)`, `("next",)` (the cards are sorted out, shuffled and partly put back) and
`("discs", seats)`, the top disc first.
"""

from ..choice import SOME, Choice, Prompt, Scene
from ..game import Setup, nothing_to_undo
from ..record import find_seat, seat_name
from ..refusal import Refusal, unreadable
from . import naming
from .cards import FIRST_GAME, IN_PLAY, TYPES, unseen

LEAST, MOST = 2, 6


class FeathersSetup(Setup):
    """The set-up of a game, or of the score-only mode. The table may give it, before its first prompt:

    names   list of the names to choose players from, the likely ones first
    random  function: n -> a random whole number from 0 to n - 1; without it nothing random is offered
    """

    def __init__(self, rules, mode=None):
        self.rules = rules
        self.mode = mode
        self.names = ["player" + str(n) for n in range(1, MOST + 1)]
        self.random = None
        self.seats = ()
        self.types = ()
        self.discs = ()
        self._steps = []

    @property
    def ready(self):
        return bool(self.types) if self.mode else bool(self.discs)

    # ---- the table's way --------------------------------------------------------------------------------------------------

    def prompt(self):
        if not self.seats:
            return Prompt((), [], self._ask_seats())
        if not self.types:
            return Prompt((), [], self._ask_types())
        if self.ready:
            return Prompt((), [], None)
        if self._steps[-1][0] == "types":
            return Prompt((), self._do_cards(), Choice(("ask-cards-ready", {}), [("word", "next")], lambda key: ("next",)))
        return Prompt((), [("do-discs", {"n": len(self.seats)})], self._ask_discs())

    def _ask_seats(self):
        keys = [("name", name) for name in self.names]
        return _some(("ask-seats", {}), keys, LEAST, min(MOST, len(keys)), lambda chosen: ("seats", chosen))

    def _ask_types(self):
        keys = [("word", "first"), ("word", "choose")]
        if self.random:
            keys.insert(1, ("word", "random"))

        def pick(key):
            if key[1] == "first":
                return ("types", FIRST_GAME)
            if key[1] == "random":
                chosen = self._shuffled(TYPES)[:IN_PLAY]
                return ("types", tuple([kind for kind in TYPES if kind in chosen]))
            types = [("type", kind) for kind in TYPES]
            return _some(("ask-six-types", {}), types, IN_PLAY, IN_PLAY, lambda chosen: ("types", chosen))

        return Choice(("ask-types", {}), keys, pick)

    def _ask_discs(self):
        seats = [("seat", seat) for seat in range(len(self.seats))]
        by_hand = _some(("ask-disc-order", {}), seats, len(seats), len(seats), lambda chosen: ("discs", chosen))
        if not self.random:
            return by_hand

        def pick(key):
            return by_hand if key[1] == "choose" else ("discs", tuple(self._shuffled(range(len(seats)))))

        return Choice(("ask-discs", {}), [("word", "random"), ("word", "choose")], pick)

    def _shuffled(self, items):
        left = list(items)
        found = []
        while left:
            found.append(left.pop(self.random(len(left))))
        return found

    def _do_cards(self):
        n = len(self.seats)
        do = [("do-take-cards", {"types": [("type", kind) for kind in self.types], "sets": n})]
        if n > 2:
            do.append(("do-more-copies", {"seats": n, "copies": (n + 1) // 2}))
        do.append(("do-shuffle", {"n": unseen(n)}))
        return do

    def apply(self, step):
        if self.ready or step[0] != ("seats", "types", "next", "discs")[len(self._steps)]:
            raise Refusal("setup-step", word=step[0])
        if step[0] == "seats":
            self._take_seats(step[1])
        elif step[0] == "types":
            self._take_types(step[1])
        elif step[0] == "discs":
            self._take_discs(step[1])
        self._steps.append(step)

    def undo(self):
        if not self._steps:
            raise nothing_to_undo()
        step = self._steps.pop()
        if step[0] in ("seats", "types", "discs"):
            setattr(self, step[0], ())
        return step

    def describe(self, key):
        return naming.describe(key, self.seats)

    def scene(self, seat=None):
        """Nothing lies on the Path yet; the rows tell what is settled."""
        rows = []
        if self.seats:
            rows.append((("row-seats", {}), [self.describe(("seat", index)) for index in range(len(self.seats))]))
        if self.types:
            rows.append((("row-types", {}), [self.describe(("type", kind)) for kind in self.types]))
        marks = {0: [("disc", index) for index in reversed(self.discs)]} if self.discs else {}
        return Scene("path", marks, rows)

    # ---- the record's way -------------------------------------------------------------------------------------------------

    def lines(self):
        found = ["rules " + str(self.rules)]
        if self.mode:
            found.append("mode " + self.mode)
        if self.seats:
            found.append("seats " + " ".join(self.seats))
        if self.types:
            found.append("types " + " ".join(self.types))
        if self.discs:
            found.append("discs " + " ".join([self.seats[seat] for seat in self.discs]))
        return found

    def setting(self, word, tokens):
        if word == "seats":
            self._take_seats(tokens)
        elif word == "types":
            self._take_types(tokens)
        else:
            if self.mode:
                raise Refusal("no-discs")
            if not self.seats:
                raise Refusal("setup-missing", word="seats")
            self._take_discs([find_seat(self.seats, token) for token in tokens])

    def _take_seats(self, names):
        for name in names:
            if not seat_name(name):
                raise unreadable("bad-line", word="seats", form="seats <name> <name> ...")
        if not LEAST <= len(names) <= MOST or len(set(names)) < len(names):
            raise Refusal("bad-seats", least=LEAST, most=MOST)
        self.seats = tuple(names)

    def _take_types(self, types):
        for kind in types:
            if kind not in TYPES:
                raise unreadable("unknown-type", type=kind)
        if len(types) != IN_PLAY or len(set(types)) < IN_PLAY:
            raise Refusal("bad-types", n=IN_PLAY)
        self.types = tuple(types)

    def _take_discs(self, discs):
        if sorted(discs) != list(range(len(self.seats))):
            raise Refusal("bad-discs", n=len(self.seats))
        self.discs = tuple(discs)

    def start(self):
        for word, value in (("seats", self.seats), ("types", self.types), ("discs", self.discs)):
            if not value and not (self.mode and word == "discs"):
                raise Refusal("setup-missing", word=word)
        if self.mode:
            from .results import Results

            return Results(self.rules, self.seats, self.types)
        from .asking import FancyFeathers

        return FancyFeathers(self.rules, self.seats, self.types, self.discs)


def _some(ask, keys, least, most, step):
    """A choice of several keys, in order, whose values make a step."""
    return Choice(ask, keys, lambda chosen: step(tuple([key[1] for key in chosen])), kind=SOME, least=least, most=most)
