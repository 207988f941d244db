"""What lies hidden at a table: hands, piles, decks, drafts. A table asks its players for what may really be done, and follows the game.

    table = new_table("fowl_play", seats=4, rng=random.Random(1))
    players = [RandomPlayer(random.Random(2))] * 4
    while not table.game.over:
        step(table, players)

Hidden decisions that fall together at the table (cards, targets, what is drafted or passed) are `questions()`, open at the same time and
answered without knowing each other; what follows from them alone is `due()`; all the rest is decided on the open board.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from shared_rules import catalogue, hexboard
from shared_rules.birds_of_a_feather import birds
from shared_rules.fancy_feathers import cards as feathers
from shared_rules.fancy_feathers import rules as feathers_rules
from shared_rules.fowl_play import rules as fowl
from shared_rules.fowl_play.pieces import FOWL, FOXES

FOWL_HAND = 3
ACTION = "action"


@dataclass(frozen=True)
class Question:
    """What a seat has to decide.

    seat     who decides
    asking   `action`: options are actions, on the open board; else a hidden decision whose options are cards: `target`, `card`, `give` (up for
             a Fox), `bird`, `discard`, `pass`, `draft-hand`, `draft-deck`
    options  what there is to choose from, never empty
    of       (which, of how many), where several of a kind are asked one after the other
    """

    seat: int
    asking: str
    options: tuple[Any, ...]
    of: tuple[int, int] = (1, 1)


class Player(Protocol):
    """Somebody at the table."""

    def choose(self, table: "Table", question: Question) -> Any:
        """One of the options. Looks only at what lies open and at this seat's own cards."""
        ...


class Table:
    """A table in play.

    game   the game, which knows only what lies open
    lines  the setup lines
    rng    where the dealer's chance comes from
    """

    def __init__(self, game: Any, lines: list[str], rng: random.Random):
        self.game = game
        self.lines = lines
        self.rng = rng

    def questions(self) -> list[Question]:
        """The hidden decisions that are open now, one a seat at most, in seating order; [] where there are none."""
        return []

    def answer(self, question: Question, picked: Any) -> None:
        """Takes the answer to one of `questions()`; raises ValueError for one that isn't among its options."""
        if question not in self.questions() or picked not in question.options:
            raise ValueError(f"{picked} is no answer to {question}")
        self._take(question, picked)

    def _take(self, question: Question, picked: Any) -> None:
        raise NotImplementedError

    def due(self) -> Any:
        """The action that follows from what is hidden, once no question is open; None where a seat decides on the open board."""
        return None

    def fits(self, action: Any) -> bool:
        """Can this legal action be what the hidden cards allow?"""
        due = self.due()
        return due is None or due == action

    def deciding(self) -> Question:
        """The decision on the open board: what the seat to act may do."""
        seat = self.game.to_act()[0]
        return Question(seat, ACTION, tuple(self.game.legal()))

    def follow(self, action: Any) -> list[Any]:
        """Applies an action, whoever decided it, and does with the hidden cards what follows; returns the events."""
        return self.game.apply(action)

    def hand(self, seat: int) -> list[int]:
        """The hidden cards that this seat holds now, sorted."""
        raise NotImplementedError

    def kept(self, seat: int) -> list[int]:
        """Hidden cards that this seat has laid apart: its target, what it gave up."""
        return []

    def laid(self, seat: int) -> int | None:
        """The card of its hand that this seat has laid face down in front of it, None if there is none."""
        return None

    def record(self) -> list[str]:
        """The record so far, line by line."""
        return [f"roost 1 {self.game.name}", *self.lines, *(self.game.line(action) for action in self.game.log)]


def step(table: Table, players: Sequence[Player]) -> Any:
    """Has every open question answered, then one action decided and applied; returns it."""
    while open_questions := table.questions():
        answers = [(question, players[question.seat].choose(table, question)) for question in open_questions]
        for question, picked in answers:
            table.answer(question, picked)
    action = table.due()
    if action is None:
        question = table.deciding()
        action = players[question.seat].choose(table, question)
    table.follow(action)
    return action


class FowlTable(Table):
    """Fowl Play! with its cards: hands of three, a secret target each, the pile."""

    def __init__(self, game: Any, lines: list[str], rng: random.Random):
        super().__init__(game, lines, rng)
        seats = len(game.seats)
        self.pile = list(range(1, FOWL + 1))
        rng.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(FOWL_HAND + 1)] for _ in range(seats)]
        self.discards: list[int] = []
        self.targets = [0] * seats
        self.chosen = [0] * seats  # the card that each seat lays down this turn

    def questions(self) -> list[Question]:
        """Targets first, then the cards of each turn."""
        waiting = [seat for seat, target in enumerate(self.targets) if not target]
        if waiting:
            return [Question(seat, "target", tuple(self.hand(seat))) for seat in waiting]
        if self.game.phase != "play":
            return []
        waiting = [seat for seat in self.game.to_act() if not self.chosen[seat]]
        return [Question(seat, "card", tuple(self.hand(seat))) for seat in waiting]

    def _take(self, question: Question, picked: int) -> None:
        if question.asking == "target":
            self.targets[question.seat] = picked
            self.hands[question.seat].remove(picked)
        else:
            self.chosen[question.seat] = picked

    def due(self) -> Any:
        """The cards, once all have chosen; the targets at the end."""
        if self.game.phase == "play":
            seat = self.game.to_act()[0]
            return fowl.action(fowl.PLAY, seat, 0, self.chosen[seat])
        if self.game.phase == "target":
            seat = self.game.to_act()[0]
            return fowl.action(fowl.TARGET, seat, 0, self.targets[seat])
        return None

    def fits(self, action: Any) -> bool:
        """Cards and targets are entered in any order."""
        seat, card = action >> 14 & 3, action & 127
        if action >> 16 == fowl.PLAY:
            return card == self.chosen[seat]
        return action >> 16 != fowl.TARGET or card == self.targets[seat]

    def follow(self, action: Any) -> list[Any]:
        """Also draws and shuffles at the end of a turn."""
        cards = list(self.game.cards)
        events = super().follow(action)
        if action >> 16 == fowl.PLAY:
            seat = action >> 14 & 3
            self.hands[seat].remove(action & 127)
            self.chosen[seat] = 0
        if any(event[0] == "next-turn" for event in events):
            self.discards += cards
            for hand in self.hands:
                if not self.pile:
                    self.pile, self.discards = self.discards, []
                    self.rng.shuffle(self.pile)
                hand.append(self.pile.pop())
        return events

    def hand(self, seat: int) -> list[int]:
        """The cards in hand, without the target and what was laid down."""
        return sorted(self.hands[seat])

    def laid(self, seat: int) -> int | None:
        """The card of this turn, until it is revealed."""
        return self.chosen[seat] or None

    def kept(self, seat: int) -> list[int]:
        """The target."""
        return [self.targets[seat]] if self.targets[seat] else []


class FeathersTable(Table):
    """Fancy Feathers with its stack; what is given up for a Fox is decided at once and named at the end."""

    def __init__(self, game: Any, lines: list[str], rng: random.Random):
        super().__init__(game, lines, rng)
        seats = len(game.seats)
        kinds = [card for card in range(len(feathers.CARDS)) if feathers.KIND[card] in game.types]
        self.stack = [card for card in kinds for _ in range(feathers.copies(card, seats))]
        rng.shuffle(self.stack)
        del self.stack[: feathers.unseen(seats)]
        self.given: list[list[int]] = [[] for _ in range(seats)]

    def _foxes(self, seat: int) -> list[int]:
        """Places, among all that this seat ever received, of the Foxes that cost a card."""
        received = self.game.received[seat]
        return [place for place in range(1, len(received)) if received[place] == feathers.FOX]

    def questions(self) -> list[Question]:
        """What each seat gives up for its next Fox."""
        found: list[Question] = []
        for seat, given in enumerate(self.given):
            foxes = self._foxes(seat)
            if len(given) < len(foxes):
                held = list(self.game.received[seat][: foxes[len(given)]])
                for card in given:
                    held.remove(card)
                found.append(Question(seat, "give", tuple(sorted(set(held)))))
        return found

    def _take(self, question: Question, picked: int) -> None:
        self.given[question.seat].append(picked)

    def due(self) -> Any:
        """The next card of the stack; at the end the names of what was given up."""
        if self.game.phase == "reveal":
            return feathers_rules.reveal([self.stack[-1]])
        if self.game.phase == "lose":
            seat = self.game.to_act()[0]
            return feathers_rules.lose(seat, self.given[seat][len(self.game.given[seat])])
        return None

    def fits(self, action: Any) -> bool:
        """A reveal shows the top cards of the stack; losses are named by any seat that has some."""
        verb, seat, what = feathers_rules.unpack(action)
        if verb == feathers_rules.REVEAL:
            cards = feathers_rules.revealed(action)
            return cards == self.stack[: -len(cards) - 1 : -1]
        return verb != feathers_rules.LOSE or what == self.given[seat][len(self.game.given[seat])]

    def follow(self, action: Any) -> list[Any]:
        """Also takes what is turned up off the stack."""
        events = super().follow(action)
        for _ in feathers_rules.revealed(action):
            self.stack.pop()
        return events

    def hand(self, seat: int) -> list[int]:
        """What the seat has collected and not given up."""
        held = list(self.game.received[seat])
        for card in self.given[seat]:
            held.remove(card)
        return sorted(held)

    def kept(self, seat: int) -> list[int]:
        """What the seat gave up, in order."""
        return list(self.given[seat])


DRAFTED = 10  # cards of each deal of a draft


class BirdsTable(Table):
    """Birds of a Feather with hands and deck, drafting and passing; alone, a card is discarded and one drawn after each round."""

    def __init__(self, game: Any, lines: list[str], rng: random.Random):
        super().__init__(game, lines, rng)
        seats = len(game.seats)
        copies = game.printed.copies
        self.deck = [bird for bird in range(birds.BIRDS) for _ in range(copies[bird % birds.COLUMNS])]
        rng.shuffle(self.deck)
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.decks: list[list[int]] = []  # those drafted; with two seats one a seat, with three the common one
        self.chosen: list[int | None] = [None] * seats
        self.passing: list[list[int]] = [[] for _ in range(seats)]
        self._drafting: list[list[int]] = [[] for _ in range(seats)]
        self._picks: list[int] = [0] * seats  # cards taken from the ones held now
        self._deals = 0
        self._discards = 0  # rounds after which the lone player has discarded
        self._to_pass = birds.PASSED[seats - 1] if game.variant == "migration" else 0
        if game.variant == "draft":
            self.decks = [[] for _ in range(2 if seats == 2 else 1)]
            self._deal_draft()
        else:
            self.hands = [[self.deck.pop() for _ in range(birds.HANDS[seats - 1])] for _ in range(seats)]

    # Before the first round

    def _hand_only(self) -> bool:
        """Does this deal of a draft fill hands alone?"""
        return len(self.hands) == 3 and self._deals == 1

    def _deal_draft(self) -> None:
        self._deals += 1
        self._drafting = [[self.deck.pop() for _ in range(DRAFTED)] for _ in self.hands]

    def _pass_on(self) -> None:
        """Everybody has taken: the rest goes on, or the next ten are dealt, or the draft is over."""
        seats = len(self.hands)
        self._picks = [0] * seats
        if self._drafting[0]:
            way = 1 if seats == 2 or self._hand_only() else -1
            self._drafting = [self._drafting[(seat - way) % seats] for seat in range(seats)]
        elif self.deck:
            self._deal_draft()
        else:
            for deck in self.decks:
                self.rng.shuffle(deck)

    def questions(self) -> list[Question]:
        """What is drafted or passed, the birds of a round, what the lone player discards."""
        seats = range(len(self.hands))
        if self._drafting[0] or any(self._picks):
            wanted = 1 if self._hand_only() else 2
            return [
                Question(
                    seat,
                    ("draft-hand", "draft-deck")[self._picks[seat]],
                    tuple(sorted(self._drafting[seat])),
                    (self._picks[seat] + 1, wanted),
                )
                for seat in seats
                if self._picks[seat] < wanted
            ]
        if self._to_pass:
            return [
                Question(seat, "pass", tuple(self.hand(seat)), (len(self.passing[seat]) + 1, self._to_pass))
                for seat in seats
                if len(self.passing[seat]) < self._to_pass
            ]
        if len(self.hands) == 1 and self._discards < self.game.resolved and self._in_deck():
            return [Question(0, "discard", tuple(self.hand(0)))]
        if self.game.phase != "play":
            return []
        return [Question(seat, "bird", tuple(self.hand(seat))) for seat in self.game.to_act() if self.chosen[seat] is None]

    def _take(self, question: Question, picked: int) -> None:
        seat = question.seat
        if question.asking == "bird":
            self.chosen[seat] = picked
        elif question.asking == "discard":
            self.hands[0].remove(picked)
            self.hands[0].append(self.deck.pop())
            self._discards += 1
        elif question.asking == "pass":
            self.hands[seat].remove(picked)
            self.passing[seat].append(picked)
            if all(len(cards) == self._to_pass for cards in self.passing):
                for giver, cards in enumerate(self.passing):
                    self.hands[(giver + 1) % len(self.hands)] += cards
                self._to_pass = 0
        else:
            self._drafting[seat].remove(picked)
            if question.asking == "draft-hand":
                self.hands[seat].append(picked)
            else:
                self.decks[seat % len(self.decks)].append(picked)
            self._picks[seat] += 1
            if all(picks == question.of[1] for picks in self._picks):
                self._pass_on()

    def _in_deck(self) -> bool:
        return bool(self.deck)

    # The rounds

    def _face_down(self) -> list[int]:
        """The deck of which a card is turned up now."""
        if not self.decks:
            return self.deck
        turned = sum(1 for seat, _ in self.game.arriving() if seat is None)
        return self.decks[turned % len(self.decks)]

    def due(self) -> Any:
        """The birds, once all have chosen; the next card of the deck; the unplayed cards."""
        if self.game.phase == "reveal":
            return ("reveal", self._face_down()[-1])
        if self.game.phase == "play":
            seat = self.game.to_act()[0]
            return ("play", seat, self.chosen[seat])
        seat = self.game.to_act()[0]
        return ("last", seat, self.hands[seat][0])

    def fits(self, action: Any) -> bool:
        """Birds and unplayed cards are entered in any order."""
        if action[0] == "reveal":
            return action[1] == self._face_down()[-1]
        return action[2] == (self.chosen[action[1]] if action[0] == "play" else self.hands[action[1]][0])

    def follow(self, action: Any) -> list[Any]:
        """Also takes the card out of hand or deck."""
        if action[0] == "reveal":
            self._face_down().pop()
        elif action[0] == "play":
            self.hands[action[1]].remove(action[2])
            self.chosen[action[1]] = None
        return super().follow(action)

    def hand(self, seat: int) -> list[int]:
        """The birds in hand."""
        return sorted(self.hands[seat])

    def laid(self, seat: int) -> int | None:
        """The bird of this round, until it is revealed."""
        return self.chosen[seat]

    def kept(self, seat: int) -> list[int]:
        """What the seat is about to pass."""
        return sorted(self.passing[seat]) if self._to_pass else []


def _fowl_lines(seats: int, rng: random.Random) -> list[str]:
    names = rng.sample(FOXES, seats)
    den = rng.sample(sorted(hexboard.NEIGHBOURS[hexboard.CENTRE]), seats)
    foxes = " ".join(f"{name} {hexboard.name(cell)}" for name, cell in zip(names, den, strict=True))
    return ["seats " + " ".join(names), "foxes " + foxes]


def _names(seats: int) -> list[str]:
    return [f"player{number + 1}" for number in range(seats)]


def _feathers_lines(seats: int, rng: random.Random) -> list[str]:
    names = _names(seats)
    types = rng.sample(feathers.TYPES, feathers.IN_PLAY)
    return ["seats " + " ".join(names), "types " + " ".join(types), "discs " + " ".join(rng.sample(names, seats))]


def _birds_lines(seats: int, rng: random.Random) -> list[str]:
    variants = [name for name, (least, most) in birds.VARIANTS.items() if least <= seats <= most]
    raptors = rng.choice(("on", "off"))
    return ["seats " + " ".join(_names(seats)), f"raptors {raptors}", f"variant {rng.choice(variants)}"]


TABLES: dict[str, Callable[[Any, list[str], random.Random], Table]] = {
    "fowl_play": FowlTable,
    "fancy_feathers": FeathersTable,
    "birds_of_a_feather": BirdsTable,
}
SEATS = {"fowl_play": (2, 4), "fancy_feathers": (2, 6), "birds_of_a_feather": (1, 7)}  # least and most
_LINES = {"fowl_play": _fowl_lines, "fancy_feathers": _feathers_lines, "birds_of_a_feather": _birds_lines}


def set_up(name: str, lines: Sequence[str]) -> tuple[Any, list[str]]:
    """(the game at its start, its setup lines as a device would write them) from setup lines."""
    package = catalogue.package(name)
    setup = package.open_setup(package.RULES[-1], None)
    for line in lines:
        word, *rest = line.split()
        setup.setting(word, rest)
    return setup.start(), setup.lines()


def new_table(name: str, seats: int, rng: random.Random, lines: Sequence[str] = ()) -> Table:
    """A dealt table of this game; raises ValueError for a number of seats that the game doesn't have.

    lines  setup lines; left out, seats and what else there is to settle come from chance
    """
    least, most = SEATS[name]
    if not least <= seats <= most:
        raise ValueError(f"{name} takes {least} to {most} seats")
    game, all_lines = set_up(name, lines or _LINES[name](seats, rng))
    return TABLES[name](game, all_lines, rng)


class RandomPlayer:
    """Takes anything."""

    def __init__(self, rng: random.Random):
        self.rng = rng

    def choose(self, table: Table, question: Question) -> Any:
        """Any of the options."""
        return self.rng.choice(question.options)
