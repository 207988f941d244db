"""The set-up: who plays, with which six types, and how the discs are stacked.

Steps are `("seats", names)`, `("types", types)`, `("next",)` (the cards are sorted out, shuffled and partly put back) and
`("discs", seats)`, the top disc first.
"""

from ..choice import NAME, SOME, Choice, Prompt, Scene
from ..game import Setup, nothing_to_undo
from ..record import find_seat, seat_name, wrong_phase
from ..refusal import Refusal, unreadable
from ..versions import as_of
from . import NAME as GAME
from . import naming
from .cards import FIRST_GAME, IN_PLAY, TYPES, unseen

LEAST, MOST = 2, 6


class FeathersSetup(Setup):
    """The set-up of a game, or of the score-only mode, which ends with the types."""

    def __init__(self, rules, mode=None):
        self.rules = rules
        self.mode = mode
        self.seats: tuple[str, ...] = ()
        self.types: tuple[str, ...] = ()
        self.discs: tuple[int, ...] = ()
        self._cards_ready = False
        self._steps: list[tuple] = []

    def _asked(self):
        """The step that is due, None when the set-up is complete."""
        if not self.seats:
            return "seats"
        if not self.types:
            return "types"
        if self.mode or self.discs:
            return None
        return "discs" if self._cards_ready else "next"

    @property
    def ready(self):
        return self._asked() is None

    # ---- the table's way --------------------------------------------------------------------------------------------------

    def prompt(self):
        asked = self._asked()
        if asked is None:
            return Prompt((), [], None)
        if asked == "seats":
            return Prompt((), [], self._ask_seat(()))
        if asked == "types":
            return Prompt((), [], self._ask_types())
        if asked == "next":
            return Prompt((), self._do_cards(), Choice(("ask-cards-ready", {}), [("word", "next")], lambda key: ("next",)))
        return Prompt((), [("do-discs", {"n": len(self.seats)})], self._ask_discs())

    def _ask_seat(self, named):
        """Names one seat after the other; named: those so far."""
        done = ("word", "done")
        enough = len(named) >= LEAST
        new = "player" + str(len(named) + 1)
        keys = [] if new in named or new in self.names else [("name", new)]
        if enough:
            keys.append(done)

        def pick(key):
            more = named if key == done else named + (key[1],)
            return ("seats", more) if key == done or len(more) == MOST else self._ask_seat(more)

        ask = ("ask-seat", {"n": len(named) + 1})
        return Choice(ask, keys, pick, kind=NAME, taken=named, hold=done if enough else None)

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
            return _some(("ask-six-types", {}), [("type", kind) for kind in TYPES], IN_PLAY, lambda chosen: ("types", chosen))

        return Choice(("ask-types", {}), keys, pick)

    def _ask_discs(self):
        seats = [("seat", seat) for seat in range(len(self.seats))]
        by_hand = _some(("ask-disc-order", {}), seats, len(seats), lambda chosen: ("discs", chosen))
        if not self.random:
            return by_hand

        def pick(key):
            return by_hand if key[1] == "choose" else ("discs", tuple(self._shuffled(range(len(seats)))))

        return Choice(("ask-discs", {}), [("word", "random"), ("word", "choose")], pick)

    def _shuffled(self, items):
        left = list(items)
        found = []
        while left:
            place = self.random(len(left))  # type: ignore[misc]
            found.append(left.pop(place))
        return found

    def _do_cards(self):
        n = len(self.seats)
        do = [("do-take-cards", {"types": [("type", kind) for kind in self.types], "sets": n})]
        if n > 2:
            do.append(("do-more-copies", {"seats": n, "copies": (n + 1) // 2}))
        do.append(("do-shuffle", {"n": unseen(n)}))
        return do

    def apply(self, step):
        if step[0] != self._asked():
            raise wrong_phase(step[0], "setup")
        if step[0] == "next":
            self._cards_ready = True
            self._steps.append(step)
        else:
            self._take(step[0], step[1])

    def undo(self):
        if not self._steps:
            raise nothing_to_undo()
        step = self._steps.pop()
        if step[0] == "next":
            self._cards_ready = False
        else:
            setattr(self, step[0], ())
        return step

    def describe(self, key):
        if key[0] == "space":  # only the one before the Path has anything on it
            discs = [self.describe(("seat", seat)) for seat in self.discs]
            return ("space-before", {"place": key[1], "discs": discs, "n": len(discs)})
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
        if word == "discs":
            if self.mode:
                raise Refusal("no-discs")
            if not self.seats:
                raise Refusal("setup-missing", word="seats")
            tokens = [find_seat(self.seats, token) for token in tokens]
        self._take(word, tokens)

    def _take(self, word, values):
        if word == "seats":
            _check_seats(values)
        elif word == "types":
            _check_types(values)
        elif sorted(values) != list(range(len(self.seats))):
            raise Refusal("bad-discs", n=len(self.seats))
        setattr(self, word, tuple(values))
        self._steps.append((word, tuple(values)))

    def start(self):
        for word, value in (("seats", self.seats), ("types", self.types), ("discs", self.discs)):
            if not value and not (self.mode and word == "discs"):
                raise Refusal("setup-missing", word=word)
        if self.mode:
            from .results import Results

            return as_of(GAME, self.rules, Results)(self.rules, self.seats, self.types)
        from .asking import FancyFeathers

        return as_of(GAME, self.rules, FancyFeathers)(self.rules, self.seats, self.types, self.discs)


def _check_seats(names):
    for name in names:
        if not seat_name(name):
            raise unreadable("bad-line", word="seats", form="seats <name> <name> ...")
    if not LEAST <= len(names) <= MOST or len(set(names)) < len(names):
        raise Refusal("bad-seats", least=LEAST, most=MOST)


def _check_types(types):
    for kind in types:
        if kind not in TYPES:
            raise unreadable("unknown-type", type=kind)
    if len(types) != IN_PLAY or len(set(types)) < IN_PLAY:
        raise Refusal("bad-types", n=IN_PLAY)


def _some(ask, keys, n, step):
    """A choice of n keys, in order, whose values make a step."""
    return Choice(ask, keys, lambda chosen: step(tuple([key[1] for key in chosen])), kind=SOME, least=n, most=n)
