"""The score-only mode: what each seat collected is entered at the end, card by card. The package says what its lines are.

Actions are `("has", seat, card, n)` and `("left", seat)`; events `("has", seat, card, n)`, `("tied",)` and `("over",)`.
"""

from collections import OrderedDict

from ..choice import COUNT, Choice, Prompt, Scene
from ..game import Game, nothing_to_undo
from ..record import find_seat, game_over, number, wrong_phase
from ..refusal import Refusal, unreadable
from . import NAME, naming
from .cards import CARDS, KIND, cards_of, copies, deck, read_card
from .naming import card_fact
from .scoring import score, score_dict, sheet, state_head, verdict

FORMS = {"has": "has <seat> <card> <number>", "left": "left <seat>"}


class Results(Game):
    """Collections as they are entered.

    types    tuple of the six types in play
    entered  list by seat: dict card -> how many of it
    first    the seat that left first of those that tie for the win, None while that isn't known
    """

    name = NAME
    played = False
    turn = 1

    def __init__(self, rules, seats, types):
        self.rules = rules
        self.seats = seats
        self.types = types
        self.cards = [card for kind in types for card in cards_of(kind)]
        self.log = []
        self.entered = [{} for _ in seats]
        self.first = None
        self._settle()

    def _settle(self):
        if self._missing():
            self.phase = "has"
        else:
            self.phase = "left" if self.first is None and len(self._best()) > 1 else "over"
        self.over = self.phase == "over"

    def _missing(self):
        """The seats whose collection isn't complete."""
        return [seat for seat in range(len(self.seats)) if len(self.entered[seat]) < len(self.cards)]

    def hand(self, seat):
        """The cards entered for a seat, sorted."""
        return sorted([card for card in self.entered[seat] for _ in range(self.entered[seat][card])])

    def _score(self):
        return score(self.types, [self.hand(seat) for seat in range(len(self.seats))])

    def _best(self):
        totals = self._score()[1]
        return [seat for seat in range(len(totals)) if totals[seat] == max(totals)]

    def _room(self, card):
        """How many more of a card there can be: as many as its copies, and no more cards in all than come to the Path."""
        n = len(self.seats)
        same = sum([held.get(card, 0) for held in self.entered])
        return min(copies(card, n) - same, deck(n) - sum([sum(held.values()) for held in self.entered]))

    def to_act(self):
        return self._missing() if self.phase == "has" else self._best() if self.phase == "left" else []

    def legal(self):
        if self.phase == "left":
            return [("left", seat) for seat in self._best()]
        found = []
        for seat in self.to_act():
            for card in self.cards:
                if card not in self.entered[seat]:
                    found.extend([("has", seat, card, n) for n in range(self._room(card) + 1)])
        return found

    def check(self, action):
        verb, seat = action[0], action[1]
        if self.over:
            raise game_over(verb)
        if verb != self.phase:
            raise wrong_phase(verb, self.phase)
        if verb == "left":
            if seat not in self._best():
                raise Refusal("not-tied", seat=("seat", self.seats[seat]))
            return
        card = action[2]
        if card not in self.cards:
            raise Refusal("type-not-in-play", card=card_fact(card), type=("type", KIND[card]))
        if card in self.entered[seat]:
            raise Refusal("entered-already", card=card_fact(card), seat=("seat", self.seats[seat]))
        if action[3] > self._room(card):
            raise Refusal("too-many-there", card=card_fact(card), left=self._room(card))

    def apply(self, action):
        self.check(action)
        self.log.append(action)
        if action[0] == "left":
            self.first = action[1]
        else:
            self.entered[action[1]][action[2]] = action[3]
        self._settle()
        events = [action] if action[0] == "has" else []
        if self.phase == "left":
            events.append(("tied",))
        elif self.over:
            events.append(("over",))
        return events

    def undo(self):
        if not self.log:
            raise nothing_to_undo()
        action = self.log.pop()
        if action[0] == "left":
            self.first = None
        else:
            del self.entered[action[1]][action[2]]
        self._settle()
        return action

    def undo_notes(self):
        if not self.log:
            raise nothing_to_undo()
        return [], None

    def line(self, action):
        text = action[0] + " " + self.seats[action[1]]
        return text if action[0] == "left" else text + " " + CARDS[action[2]] + " " + str(action[3])

    def read(self, tokens):
        verb = tokens[0]
        if verb not in FORMS:
            raise unreadable("unknown-word", word=verb)
        if len(tokens) != len(FORMS[verb].split(" ")):
            raise unreadable("bad-line", word=verb, form=FORMS[verb])
        seat = find_seat(self.seats, tokens[1])
        if verb == "left":
            return ("left", seat)
        n = number(tokens[3], 0, 999999)
        if n < 0:
            raise unreadable("bad-line", word=verb, form=FORMS[verb])
        return ("has", seat, read_card(tokens[2]), n)

    # ---- what the table is asked and told -------------------------------------------------------------------------------

    def prompt(self):
        seats = self.to_act()
        if self.over:
            return Prompt((), [], None)
        keys = [("seat", seat) for seat in seats]
        if self.phase == "left":
            return Prompt(tuple(seats), [], Choice(("ask-left-first", {}), keys, lambda key: ("left", key[1])))
        return Prompt(tuple(seats), [], Choice(("ask-whose", {}), keys, self._ask_card, auto=True))

    def _ask_card(self, key):
        seat = key[1]
        cards = [card_fact(card) for card in self.cards if card not in self.entered[seat]]
        groups = [KIND[CARDS.index(card[1])] for card in cards]

        def ask_number(chosen):
            card = CARDS.index(chosen[1])
            room = self._room(card)
            return Choice(
                ("ask-how-many", {"seat": ("seat", self.seats[seat]), "card": chosen}),
                [("number", n) for n in range(room + 1)],
                lambda counted: ("has", seat, card, counted[1]),
                kind=COUNT,
                least=0,
                most=room,
            )

        return Choice(("ask-which-card", {"seat": ("seat", self.seats[seat])}), cards, ask_number, groups=groups, auto=True)

    def path(self, action):
        if action[0] == "left":
            return [("seat", action[1])]
        return [("seat", action[1]), card_fact(action[2]), ("number", action[3])]

    def describe(self, key):
        return naming.describe(key, self.seats)

    def tell(self, event):
        if event[0] == "has":
            return ("has", {"seat": ("seat", self.seats[event[1]]), "card": card_fact(event[2]), "n": event[3]}), False
        return (event[0], {}), False

    def why(self):
        return None

    def scene(self, seat=None):
        """Nothing lies on the Path any more; the rows tell what was entered."""
        rows = []
        for index in range(len(self.seats)):
            held = self.entered[index]
            told = [("count-of", {"n": held[card], "card": card_fact(card)}) for card in self.cards if held.get(card)]
            rows.append((("row-collected", {"seat": ("seat", self.seats[index]), "n": sum(held.values())}), told))
        return Scene("path", {}, rows)

    # ---- results --------------------------------------------------------------------------------------------------------

    def scores(self):
        if not self.over:
            return None
        by_type, totals = self._score()
        return score_dict(self.seats, self.types, by_type, totals)

    def winners(self):
        if not self.over:
            return None
        return self._best() if self.first is None else [self.first]

    def sheet(self):
        if self.phase == "has":
            return []
        by_type, totals = self._score()
        return sheet(self.types, by_type, totals)

    def verdict(self):
        return verdict(self.seats, self._score()[1], self.winners()) if self.over else []

    def state(self):
        seats = self.seats
        every = range(len(seats))
        found = state_head(self)
        found["due"] = 0
        found["stack"] = 0
        found["path"] = {}
        found["discs"] = OrderedDict([(seats[seat], None) for seat in every])
        found["piles"] = {}
        found["collected"] = OrderedDict([(seats[seat], [CARDS[card] for card in self.hand(seat)]) for seat in every])
        found["losses"] = OrderedDict([(seats[seat], 0) for seat in every])
        found["aside"] = 0
        found["left"] = [] if self.first is None else [seats[self.first]]
        return found
