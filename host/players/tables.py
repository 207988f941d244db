"""What lies hidden at a table: hands, piles, decks. A table asks its players for what may really be done, and follows the game.

table = new_table("fowl_play", seats=4, rng=random.Random(1), players=[...])
while not table.game.over:
    table.step()
"""

import random
from collections.abc import Sequence
from typing import Any, Protocol

from shared_rules import catalogue, hexboard
from shared_rules.birds_of_a_feather import birds
from shared_rules.fancy_feathers import cards as feathers
from shared_rules.fancy_feathers import rules as feathers_rules
from shared_rules.fowl_play import rules as fowl
from shared_rules.fowl_play.pieces import FOWL, FOXES

FOWL_HAND = 3


class Player(Protocol):
    """Somebody at the table."""

    def choose(self, table: "Table", seat: int, options: list[Any]) -> Any:
        """One of the options (never empty): actions, or cards where `table.asking` says so (`target`, `give`, `discard`)."""
        ...


class Table:
    """A table in play.

    game     the game, which knows only what lies open
    rng      where chance comes from; the same seed and players play the same game
    players  one for each seat
    asking   what `Player.choose` is asked for: `action`, or a hidden decision
    lines    the setup lines
    """

    asking = "action"

    def __init__(self, game: Any, lines: list[str], rng: random.Random, players: Sequence[Player]):
        self.game = game
        self.lines = lines
        self.rng = rng
        self.players = players

    def options(self, seat: int) -> list[Any]:
        """The actions that this seat can really take now."""
        return [action for action in self.game.legal() if self.game.path(action)]

    def decide(self) -> Any:
        """The next action: the first seat that may act is asked."""
        seat = self.game.to_act()[0]
        return self.players[seat].choose(self, seat, self.options(seat))

    def ask(self, asking: str, seat: int, options: list[Any]) -> Any:
        """A hidden decision of a player."""
        self.asking = asking
        chosen = self.players[seat].choose(self, seat, options)
        self.asking = "action"
        return chosen

    def follow(self, action: Any) -> list[Any]:
        """Applies an action, whoever decided it, and does with the hidden cards what follows; returns the events."""
        return self.game.apply(action)

    def step(self) -> Any:
        """Decides and applies one action; returns it."""
        action = self.decide()
        self.follow(action)
        return action

    def record(self) -> list[str]:
        """The record so far, line by line."""
        return [f"roost 1 {self.game.name}", *self.lines, *(self.game.line(action) for action in self.game.log)]


def _setup(name: str, lines: list[str]) -> tuple[Any, list[str]]:
    package = catalogue.package(name)
    setup = package.open_setup(package.RULES[-1], None)
    for line in lines:
        word, *rest = line.split()
        setup.setting(word, rest)
    return setup.start(), setup.lines()


class FowlTable(Table):
    """Fowl Play! with its cards: hands of three, a secret target each, the pile."""

    def __init__(self, seats: int, rng: random.Random, players: Sequence[Player]):
        names = rng.sample(FOXES, seats)
        den = rng.sample(sorted(hexboard.NEIGHBOURS[hexboard.CENTRE]), seats)
        foxes = " ".join(f"{name} {hexboard.name(cell)}" for name, cell in zip(names, den, strict=True))
        game, lines = _setup("fowl_play", ["seats " + " ".join(names), "foxes " + foxes])
        super().__init__(game, lines, rng, players)
        self.pile = list(range(1, FOWL + 1))
        rng.shuffle(self.pile)
        self.hands = [[self.pile.pop() for _ in range(FOWL_HAND + 1)] for _ in range(seats)]
        self.discards: list[int] = []
        self.targets = [0] * seats
        for seat in range(seats):
            self.targets[seat] = self.ask("target", seat, list(self.hands[seat]))
            self.hands[seat].remove(self.targets[seat])

    def options(self, seat: int) -> list[Any]:
        """The cards of the seat's hand, its target, or whatever the rules allow on the board."""
        if self.game.phase == "play":
            return [fowl.action(fowl.PLAY, seat, 0, card) for card in self.hands[seat]]
        if self.game.phase == "target":
            return [fowl.action(fowl.TARGET, seat, 0, self.targets[seat])]
        return self.game.legal()

    def follow(self, action: Any) -> list[Any]:
        """Also draws and shuffles at the end of a turn."""
        cards = list(self.game.cards)
        events = super().follow(action)
        if action >> 16 == fowl.PLAY:
            self.hands[action >> 14 & 3].remove(action & 127)
        if any(event[0] == "next-turn" for event in events):
            self.discards += cards
            for hand in self.hands:
                if not self.pile:
                    self.pile, self.discards = self.discards, []
                    self.rng.shuffle(self.pile)
                hand.append(self.pile.pop())
        return events


class FeathersTable(Table):
    """Fancy Feathers with its stack; what is given up for a Fox is decided at once and named at the end."""

    def __init__(self, seats: int, rng: random.Random, players: Sequence[Player], types: Sequence[str] = ()):
        names = [f"player{number + 1}" for number in range(seats)]
        types = types or rng.sample(feathers.TYPES, feathers.IN_PLAY)
        discs = rng.sample(names, seats)
        lines = ["seats " + " ".join(names), "types " + " ".join(types), "discs " + " ".join(discs)]
        game, lines = _setup("fancy_feathers", lines)
        super().__init__(game, lines, rng, players)
        kinds = [card for card in range(len(feathers.CARDS)) if feathers.KIND[card] in types]
        self.stack = [card for card in kinds for _ in range(feathers.copies(card, seats))]
        rng.shuffle(self.stack)
        del self.stack[: feathers.unseen(seats)]
        self.given: list[list[int]] = [[] for _ in range(seats)]

    def decide(self) -> Any:
        """Turns up the next card, names what was given up, or asks the seat."""
        if self.game.phase == "reveal":
            return feathers_rules.reveal([self.stack.pop()])
        if self.game.phase == "lose":
            seat = self.game.to_act()[0]
            return feathers_rules.lose(seat, self.given[seat][len(self.game.given[seat])])
        return super().decide()

    def options(self, seat: int) -> list[Any]:
        """Whatever the rules allow."""
        return self.game.legal()

    def follow(self, action: Any) -> list[Any]:
        """Also asks what is given up for Foxes."""
        events = super().follow(action)
        for seat in range(len(self.game.seats)):
            self._give(seat)
        return events

    def _give(self, seat: int) -> None:
        """Asks what is given up for each Fox that has come since."""
        received = self.game.received[seat]
        foxes = [place for place in range(1, len(received)) if received[place] == feathers.FOX]
        for place in foxes[len(self.given[seat]) :]:
            held = list(received[:place])
            for card in self.given[seat]:
                held.remove(card)
            self.given[seat].append(self.ask("give", seat, sorted(set(held))))


HAND_SIZES = (13, 15, 15, 15, 12, 10, 8)


class BirdsTable(Table):
    """Birds of a Feather with hands and deck; alone, a card is discarded and one drawn after each round."""

    def __init__(self, seats: int, rng: random.Random, players: Sequence[Player], raptors: bool | None = None):
        names = [f"player{number + 1}" for number in range(seats)]
        lines = ["seats " + " ".join(names)]
        if raptors is not None:
            lines.append("raptors " + ("on" if raptors else "off"))
        game, lines = _setup("birds_of_a_feather", lines)
        super().__init__(game, lines, rng, players)
        copies = game.printed.copies
        self.deck = [bird for bird in range(birds.BIRDS) for _ in range(copies[bird % birds.COLUMNS])]
        rng.shuffle(self.deck)
        size = HAND_SIZES[seats - 1]
        self.hands = [[self.deck.pop() for _ in range(size)] for _ in range(seats)]

    def options(self, seat: int) -> list[Any]:
        """The birds of the seat's hand."""
        return [(self.game.phase, seat, bird) for bird in sorted(set(self.hands[seat]))]

    def decide(self) -> Any:
        """Turns up the next card, or asks the seat."""
        if self.game.phase == "reveal":
            return ("reveal", self.deck[-1])
        return super().decide()

    def follow(self, action: Any) -> list[Any]:
        """Also discards and draws alone."""
        resolved = self.game.resolved
        events = super().follow(action)
        if action[0] == "reveal":
            self.deck.remove(action[1])
        else:
            self.hands[action[1]].remove(action[2])
        if len(self.hands) == 1 and self.game.resolved > resolved and self.deck:
            hand = self.hands[0]
            hand.remove(self.ask("discard", 0, list(hand)))
            hand.append(self.deck.pop())
        return events


TABLES: dict[str, Any] = {"fowl_play": FowlTable, "fancy_feathers": FeathersTable, "birds_of_a_feather": BirdsTable}
SEATS = {"fowl_play": (2, 4), "fancy_feathers": (2, 6), "birds_of_a_feather": (1, 7)}  # least and most


def new_table(game: str, seats: int, rng: random.Random, players: Sequence[Player]) -> Table:
    """A dealt table of this game; raises ValueError for a number of seats that the game doesn't have."""
    least, most = SEATS[game]
    if not least <= seats <= most:
        raise ValueError(f"{game} takes {least} to {most} seats")
    return TABLES[game](seats, rng, players)


class RandomPlayer:
    """Takes anything."""

    def __init__(self, rng: random.Random):
        self.rng = rng

    def choose(self, table: Table, seat: int, options: list[Any]) -> Any:
        """Any of the options."""
        return self.rng.choice(options)
