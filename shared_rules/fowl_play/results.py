"""Fowl Play! when only the results are entered: captured fowl, then targets ("the hardest part of the game").

Actions are ints: verb << 16 | seat << 14 | card.
"""

from collections import OrderedDict

from ..choice import Choice, Prompt, Scene
from ..game import Game, nothing_to_undo
from ..record import find_seat, game_over, not_your_turn, number, wrong_phase
from ..refusal import Refusal, unreadable
from . import scoring
from .asking import score_rows, verdict
from .pieces import FOWL, fowl_message, look_name
from .rules import FEW_FOWL

CAPTURED, ALL, TARGET = range(3)
VERBS = ("captured", "all-captured", "target")
FORMS = ("captured <seat> <card>", "all-captured", "target <seat> <card>")


class FowlResults(Game):
    """The results of one game of Fowl Play!; phases `captured`, `target`, `over`. Attributes as in `rules.FowlRules`."""

    name = "fowl_play"
    played = False
    turn = 1

    def __init__(self, seats: "tuple[str, ...]", shows: bytes, rules: int = 1):
        self.rules = rules
        self.seats = seats
        self.shows = shows
        self.log: "list[int]" = []
        self.phase = "captured"
        self.over = False
        self.captured: "list[list[int]]" = [[] for _ in seats]
        self.targets = [0] * len(seats)

    def to_act(self) -> "list[int]":
        if self.phase == "captured":
            return list(range(len(self.seats)))
        return [seat for seat in range(len(self.seats)) if not self.targets[seat]]

    def _owner(self, fowl: int) -> int:
        for seat in range(len(self.seats)):
            if fowl in self.captured[seat]:
                return seat
        return -1

    def _left(self) -> int:
        return FOWL - sum([len(cards) for cards in self.captured])

    def _least_left(self) -> int:
        """More than eight were left before the last turn, in which each fox captured one at most."""
        return FEW_FOWL + 1 - len(self.seats)

    def legal(self) -> "list[int]":
        if self.phase == "captured":
            found = [ALL << 16]
            if self._left() > self._least_left():
                for seat in self.to_act():
                    found += [CAPTURED << 16 | seat << 14 | card for card in self._free()]
            return found
        targets = [card for card in range(1, FOWL + 1) if card not in self.targets]
        return [TARGET << 16 | seat << 14 | card for seat in self.to_act() for card in targets] if not self.over else []

    def _free(self) -> "list[int]":
        return [card for card in range(1, FOWL + 1) if self._owner(card) < 0]

    def check(self, action: int) -> None:
        verb, seat, card = action >> 16, action >> 14 & 3, action & 127
        if self.over:
            raise game_over(VERBS[verb])
        if (verb == TARGET) != (self.phase == "target"):
            raise wrong_phase(VERBS[verb], self.phase)
        if verb == CAPTURED:
            owner = self._owner(card)
            if owner >= 0:
                raise Refusal("captured-twice", fowl=self.fowl_fact(card), seat=("seat", self.seats[owner]))
            if self._left() <= self._least_left():
                raise Refusal("too-many-captured", left=self._left() - 1, least=self._least_left())
        elif verb == TARGET:
            if self.targets[seat]:
                raise not_your_turn(self.seats[seat])
            if card in self.targets:
                raise Refusal("target-taken", card=card, seat=("seat", self.seats[self.targets.index(card)]))

    def apply(self, action: int):
        self.check(action)
        verb, seat, card = action >> 16, action >> 14 & 3, action & 127
        self.log.append(action)
        if verb == CAPTURED:
            self.captured[seat].append(card)
            return [("noted", seat, card)]
        if verb == ALL:
            self.phase = "target"
            return [("all-captured", self._left())]
        self.targets[seat] = card
        events: "list[tuple]" = [("target", seat, card)]
        if 0 not in self.targets:
            self.phase = "over"
            self.over = True
            events.append(("over",))
        return events

    def undo(self) -> int:
        if not self.log:
            raise nothing_to_undo()
        action = self.log.pop()
        verb, seat = action >> 16, action >> 14 & 3
        if verb == CAPTURED:
            self.captured[seat].pop()
        elif verb == ALL:
            self.phase = "captured"
        else:
            self.targets[seat] = 0
            self.phase = "target"
            self.over = False
        return action

    def undo_notes(self):
        return [], None

    def line(self, action: int) -> str:
        verb = action >> 16
        if verb == ALL:
            return VERBS[verb]
        return VERBS[verb] + " " + self.seats[action >> 14 & 3] + " " + str(action & 127)

    def read(self, tokens: "list[str]") -> int:
        word = tokens[0]
        if word not in VERBS:
            raise unreadable("unknown-word", word=word)
        verb = VERBS.index(word)
        if len(tokens) != len(FORMS[verb].split(" ")):
            raise unreadable("bad-line", word=word, form=FORMS[verb])
        if verb == ALL:
            return ALL << 16
        seat = find_seat(self.seats, tokens[1])
        card = number(tokens[2], 1, FOWL)
        if card < 0:
            raise unreadable("unknown-card", card=tokens[2])
        return verb << 16 | seat << 14 | card

    def fowl_fact(self, fowl: int):
        """The message that names a fowl."""
        return fowl_message(fowl, self.shows[fowl - 1])

    def tell(self, event):
        code = event[0]
        if code == "all-captured":
            return (code, {"n": event[1]}), False
        if code == "over":
            return (code, {}), False
        return (code, {"seat": ("seat", self.seats[event[1]]), "card": self.fowl_fact(event[2])}), False

    def prompt(self) -> Prompt:
        if self.over:
            return Prompt((), [], None)
        seats = tuple(self.to_act())
        keys: "list[tuple]" = [("seat", seat) for seat in seats]
        if self.phase == "target":
            return Prompt(seats, [], Choice(("ask-which-seat", {}), keys, lambda key: self._ask_card(key[1]), auto=True))
        if self._left() <= self._least_left():
            keys = []
        keys.append(("word", "all-captured"))
        choice = Choice(
            ("ask-captor", {}),
            keys,
            lambda key: ALL << 16 if key[0] == "word" else self._ask_card(key[1]),
            start=self.log[-1] >> 14 & 3 if self.log and len(keys) > 1 else 0,
            hold=("word", "all-captured"),
        )
        return Prompt(seats, [], choice)

    def _ask_card(self, seat: int) -> Choice:
        if self.phase == "captured":
            verb, ask, cards = CAPTURED, "ask-captured", self._free()
        else:
            verb, ask, cards = TARGET, "ask-target", [card for card in range(1, FOWL + 1) if card not in self.targets]
        return Choice(
            (ask, {"seat": ("seat", self.seats[seat])}),
            [("card", card) for card in cards],
            lambda key: verb << 16 | seat << 14 | key[1],
            groups=[(card - 1) // 6 for card in cards],
        )

    def path(self, action: int):
        if action >> 16 == ALL:
            return [("word", "all-captured")]
        return [("seat", action >> 14 & 3), ("card", action & 127)]

    def describe(self, key):
        kind, value = key
        if kind == "seat":
            return ("seat", self.seats[value])
        return ("card", self.fowl_fact(value)[1]) if kind == "card" else ("word", value)

    def why(self) -> None:
        return None

    def scene(self, seat: "int | None" = None) -> Scene:
        captured = []
        for one in range(len(self.seats)):
            fowl = [self.fowl_fact(card) for card in self.captured[one]]
            captured.append(("row-captured", {"seat": ("seat", self.seats[one]), "n": len(fowl), "fowl": fowl}))
        return Scene("hexagons", {}, [(("row-captured-title", {}), captured)])

    def _sheets(self):
        return scoring.score(self.shows, self.captured, self.targets)

    def sheet(self):
        return score_rows(self._sheets(), self.over)

    def scores(self):
        if not self.over:
            return None
        found = OrderedDict()
        sheets = self._sheets()
        for seat in range(len(self.seats)):
            found[self.seats[seat]] = scoring.as_data(sheets[seat])
        return found

    def winners(self) -> "list[int] | None":
        return scoring.winners(self._sheets(), self.captured)[0] if self.over else None

    def verdict(self):
        return verdict(self.seats, scoring.winners(self._sheets(), self.captured)) if self.over else []

    def state(self):
        data = OrderedDict()
        data["game"] = self.name
        data["rules"] = self.rules
        data["mode"] = "score"
        data["phase"] = self.phase
        data["over"] = self.over
        data["seats"] = list(self.seats)
        data["to_act"] = [self.seats[seat] for seat in self.to_act()]
        data["turn"] = self.turn
        data["actions"] = len(self.log)
        data["scores"] = self.scores()
        winners = self.winners()
        data["winners"] = None if winners is None else [self.seats[seat] for seat in winners]
        data["shows"] = OrderedDict([(str(card), look_name(self.shows[card - 1])) for card in range(1, FOWL + 1)])
        data["captured"] = OrderedDict([(self.seats[seat], list(self.captured[seat])) for seat in range(len(self.seats))])
        data["targets"] = OrderedDict(
            [(self.seats[seat], self.targets[seat]) for seat in range(len(self.seats)) if self.targets[seat]]
        )
        return data
