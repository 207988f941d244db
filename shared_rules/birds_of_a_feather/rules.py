"""The game itself, round by round ("How to Play").

Actions: ("play", seat, bird), ("reveal", bird), ("last", seat, bird); and what a table settles by agreement (see `corrections`).

Events: ("entered", seat, bird), ("turned-up", bird), ("kept", seat, bird), ("ended",); at the end of a round ("chased", seat,
row, birds) with None for the deck, ("saw", seat, row, birds new to the sheet), ("complete", seat, row), ("linger", round, birds).

The log, the cards shown and the sheets are the whole state. What arrives and lingers is read off the cards: a round is always the same
number of them, and everything that arrived in a round lingers in the next. A sheet holds the round in which each bird was recorded, so
that a round is taken back by wiping its number.
"""

from collections import OrderedDict

from .. import record
from ..game import Game, nothing_to_undo
from ..refusal import Refusal, unreadable
from . import birds, prompts, scoring

_FORMS = {
    "play": "play <seat> <bird>",
    "reveal": "reveal <bird>",
    "last": "last <seat> <bird>",
    "saw": "saw <seat> <bird>",
    "done": "done <seat>",
}


def plain(action: "tuple") -> "tuple":
    """What an action does in the game: of one by agreement what was agreed on."""
    return action[1] if action[0] == "agreed" else action


def corrections():
    """The module of what tables settle by agreement; imported when it is needed."""
    from . import corrections as module

    return module


class BirdsGame(Game):
    """A game that is played. Beside what every Game has:

    printed   the printed score sheet (`birds.Sheet`)
    raptors   bool; variant: as in the record; rounds: how many there are; reveals: cards from the deck each round
    resolved  rounds that are complete
    recorded  list: a seat's ticks (see `scoring`)
    cards     list: (seat, bird) of each card shown, in order; seat None for the deck, bird None where no card was left to be turned up
    tied      seats that must show their unplayed card, () where none must
    """

    name = "birds_of_a_feather"
    verbs: "tuple[str, ...]" = ("play", "reveal", "last")

    def __init__(self, rules: int, seats: "tuple[str, ...]", raptors: bool, variant: str, printed: birds.Sheet):
        self.rules = rules
        self.seats = seats
        self.raptors = raptors
        self.variant = variant
        self.printed = printed
        self.rounds = birds.ROUNDS[len(seats) - 1]
        self.reveals = birds.REVEALS[len(seats) - 1]
        self.log: "list[tuple]" = []
        self.cards: "list[tuple]" = []
        self.recorded = [bytearray(birds.BIRDS) for _ in seats]
        self._out = bytearray(birds.BIRDS)  # copies of each bird that have been shown
        self._ticks: "list[int]" = []  # what stood on the sheet before each correction
        self._settle()

    # What the log says

    def _per_round(self) -> int:
        return len(self.seats) + self.reveals

    def round_cards(self, number: int) -> "list[tuple]":
        """The cards of a round so far, in the order of the record, as in `cards`."""
        size = self._per_round()
        return self.cards[max(number - 1, 0) * size : number * size]

    def arriving(self) -> "list[tuple]":
        """The cards of the round in progress, those that could not be turned up left out; [] at its start and after the last round."""
        return [card for card in self.round_cards(self.resolved + 1) if card[1] is not None]

    def turned_up(self) -> int:
        """How many cards of the deck the round in progress has had, those that could not be turned up among them."""
        return len([card for card in self.round_cards(self.resolved + 1) if card[0] is None])

    def lingering(self) -> "list[int]":
        """The birds that linger, in the order in which they arrived."""
        return [bird for _, bird in self.round_cards(self.resolved) if bird is not None]

    def last_cards(self) -> "dict[int, int]":
        """Dict: seat -> the unplayed bird it has named."""
        return {action[1]: action[2] for action in [plain(entry) for entry in self.log] if action[0] == "last"}

    def tallies(self) -> "list[tuple[int, int, int]]":
        """`scoring.tally` of each seat."""
        return [scoring.tally(self.printed, ticks) for ticks in self.recorded]

    def left(self, bird: int) -> int:
        """How many copies of a bird can still turn up (rulings, Birds of a Feather 5)."""
        return self.printed.copies[bird % birds.COLUMNS] - self._out[bird]

    def birds_left(self) -> "list[int]":
        """The birds of which a copy can still turn up, in sheet order."""
        return [bird for bird in range(birds.BIRDS) if self.left(bird) > 0]

    def _settle(self) -> None:
        """Works out phase, turn and who is tied from the cards."""
        size = self._per_round()
        cards = len(self.cards)
        self.resolved = cards // size
        if self.resolved == self.rounds:
            self._settle_end()
            return
        self.turn = self.resolved + 1
        self.tied: "tuple[int, ...]" = ()
        self.phase = "play" if cards % size < len(self.seats) else "reveal"
        self.over = False

    def _settle_end(self) -> None:
        """The same after the last round."""
        leaders = scoring.leaders(self.tallies())
        self.turn = self.rounds
        self.tied = tuple(leaders) if len(leaders) > 1 else ()
        named = self.last_cards() if self.tied else {}
        self.over = all([seat in named for seat in self.tied])
        self.phase = "over" if self.over else "last"

    # Actions

    def to_act(self):
        if self.phase == "play":
            cards = self.arriving()
            return [seat for seat in range(len(self.seats)) if not any([card[0] == seat for card in cards])]
        if self.phase == "last":
            named = self.last_cards()
            return [seat for seat in self.tied if seat not in named]
        return []

    def legal(self):
        left = self.birds_left()
        if self.phase == "reveal":
            return [("reveal", bird) for bird in left]
        return [(self.phase, seat, bird) for seat in self.to_act() for bird in left]

    def check(self, action):
        verb = action[0]
        if verb in ("agreed", "correct"):
            corrections().check(self, action)
            return
        if self.over:
            raise record.game_over(verb)
        if verb != self.phase:
            raise record.wrong_phase(verb, self.phase)
        if verb != "reveal" and action[1] not in self.to_act():
            raise record.not_your_turn(self.seats[action[1]])
        self._check_copies(action[-1])

    def _check_copies(self, bird: int) -> None:
        """Raises the Refusal of a bird whose copies are all out (rulings, Birds of a Feather 5)."""
        if self.left(bird) > 0:
            return
        copies = self.printed.copies[bird % birds.COLUMNS]
        raise Refusal("card-is-out", bird=self.printed.bird(bird), copies=copies, where=self._latest(bird))

    def _latest(self, bird: int) -> "tuple":
        """Message where the latest copy of a bird was shown: the round, and whose card it was."""
        for number in range(self.turn, 0, -1):
            for seat, card in reversed(self.round_cards(number)):
                if card == bird and seat is None:
                    return ("out-from-deck", {"round": number})
                if card == bird:
                    return ("out-in-round", {"round": number, "seat": ("seat", self.seats[seat])})
        return ("out-kept", {})

    def apply(self, action):
        self.check(action)
        self.log.append(action)
        if action[0] == "correct":
            return corrections().apply(self, action)
        return self._show(plain(action))

    def _show(self, action: "tuple") -> "list[tuple]":
        """Does an action that was checked and stands in the log; ("reveal", None): no card was left to be turned up."""
        bird = action[-1]
        if bird is not None:
            self._out[bird] += 1
        if action[0] == "reveal":
            events: "list[tuple]" = [("nothing-left",) if bird is None else ("turned-up", bird)]
        else:
            events = [("entered" if action[0] == "play" else "kept", action[1], bird)]
        if action[0] != "last":
            self.cards.append((action[1] if action[0] == "play" else None, bird))
        before = self.resolved
        self.resolved = len(self.cards) // self._per_round()
        if self.resolved > before:
            events.extend(self._resolve(self.resolved))
        self._settle()
        if self.over:
            events.append(("ended",))
        return events

    def _resolve(self, number: int) -> "list[tuple]":
        """Steps 3 to 6 of a round whose cards are all in; returns the events."""
        events: "list[tuple]" = []
        arriving = [card for card in self.round_cards(number) if card[1] is not None]
        visible = [bird for _, bird in self.round_cards(number - 1) if bird is not None] if number > 1 else []
        if self.raptors:  # also one from the deck, before anyone records (rulings, Birds of a Feather 1)
            for seat, raptor in arriving:
                row = raptor // birds.COLUMNS
                chased = [bird for bird in visible if bird // birds.COLUMNS == row]
                if raptor % birds.COLUMNS == self.printed.raptor and chased:
                    visible = [bird for bird in visible if bird not in chased]
                    events.append(("chased", seat, row, chased))
        visible.extend([bird for _, bird in arriving])
        for seat, own in sorted([card for card in arriving if card[0] is not None]):
            row = own // birds.COLUMNS
            ticks = self.recorded[seat]
            new = [bird for bird in range(row * birds.COLUMNS, (row + 1) * birds.COLUMNS) if bird in visible and not ticks[bird]]
            for bird in new:
                ticks[bird] = number
            events.append(("saw", seat, row, new))
            if new and scoring.complete(ticks, row):
                events.append(("complete", seat, row))
        if number < self.rounds:
            events.append(("linger", number, [bird for _, bird in arriving]))
        return events

    def undo(self):
        if not self.log:
            raise nothing_to_undo()
        action = self.log.pop()
        if action[0] == "correct":
            corrections().undo(self, action)
            self._settle()
            return action
        shown = plain(action)
        if shown[-1] is not None:
            self._out[shown[-1]] -= 1
        if shown[0] != "last":
            self.cards.pop()
        before = self.resolved
        self._settle()
        if self.resolved < before:
            for ticks in self.recorded:
                for bird in range(birds.BIRDS):
                    if ticks[bird] == before:
                        ticks[bird] = 0
        return action

    def corrected(self):
        return len([action for action in self.log if action[0] in ("agreed", "correct")])

    # Lines

    def line(self, action):
        verb = action[0]
        if verb in ("agreed", "correct"):
            return corrections().line(self, action)
        parts: "list[str]" = [verb]
        if verb != "reveal":
            parts.append(self.seats[action[1]])
        if verb != "done":
            parts.append(self.printed.name(action[-1]))
        return " ".join(parts)

    def read(self, tokens):
        verb = tokens[0]
        if verb in ("agreed", "correct") and self.verbs[0] == "play":
            return corrections().read(self, tokens)
        if verb not in self.verbs:
            raise unreadable("unknown-word", word=verb)
        if len(tokens) != len(_FORMS[verb].split(" ")):
            raise unreadable("bad-line", word=verb, form=_FORMS[verb])
        parts: "list[str | int]" = [verb]
        if verb != "reveal":
            parts.append(record.find_seat(self.seats, tokens[1]))
        if verb != "done":
            bird = self.printed.find(tokens[-1])
            if bird < 0:
                raise unreadable("unknown-card", card=tokens[-1])
            parts.append(bird)
        return tuple(parts)

    # Results

    def scores(self):
        if not self.over:
            return None
        scores = OrderedDict()
        for name, (points, full, total) in zip(self.seats, self.tallies()):
            scores[name] = OrderedDict([("birds", points), ("all", full), ("total", total)])
            if len(self.seats) == 1:
                scores[name]["rank"] = scoring.rank(total)
        return scores

    def winners(self):
        if not self.over:
            return None
        if self.tied:
            return scoring.break_tie(self.tied, self.last_cards())[0]
        return scoring.leaders(self.tallies())

    def state(self):
        arriving = OrderedDict()
        cards = self.arriving()
        for seat in range(len(self.seats)):
            for owner, bird in cards:
                if owner == seat:
                    arriving[self.seats[seat]] = self.printed.name(bird)
        arriving["deck"] = [self.printed.name(bird) for owner, bird in cards if owner is None]
        recorded = OrderedDict()
        for seat, ticks in zip(self.seats, self.recorded):
            recorded[seat] = self.printed.names([bird for bird in range(birds.BIRDS) if ticks[bird]])
        winners = self.winners()
        corrected = self.corrected()
        return OrderedDict(
            [
                ("game", self.name),
                ("rules", self.rules),
                ("phase", self.phase),
                ("over", self.over),
                ("seats", list(self.seats)),
                ("to_act", [self.seats[seat] for seat in self.to_act()]),
                ("turn", self.turn),
                ("actions", len(self.log)),
                ("scores", self.scores()),
                ("winners", None if winners is None else [self.seats[seat] for seat in winners]),
                ("raptors", self.raptors),
                ("variant", self.variant),
                ("habitats", list(self.printed.habitats)),
                ("kinds", list(self.printed.kinds)),
                ("rounds", self.rounds),
                ("arriving", arriving),
                ("lingering", self.printed.names(self.lingering())),
                ("recorded", recorded),
            ]
            + ([("corrected", corrected)] if corrected else [])
        )

    # For people

    def undo_notes(self):
        return prompts.undo_notes(self)

    def tell(self, event):
        return prompts.tell(self, event)

    def prompt(self):
        return prompts.prompt(self)

    def path(self, action):
        return prompts.path(self, action)

    def describe(self, key):
        return prompts.describe(self, key)

    def why(self):
        return prompts.why(self)

    def scene(self, seat=None):
        return prompts.scene(self, seat)

    def sheet(self):
        return prompts.sheet(self)

    def verdict(self):
        return prompts.verdict(self)
