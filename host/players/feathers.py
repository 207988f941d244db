"""A sensible player of Fancy Feathers: weighs what it would collect against what it leaves to the others."""

import random
from collections import Counter
from typing import Any, cast

from host.players.tables import FeathersTable, Question, Table
from shared_rules.fancy_feathers import rules
from shared_rules.fancy_feathers.cards import FOX, KIND, NUMBER, TRAP
from shared_rules.fancy_feathers.scoring import points

# A collection that isn't complete yet is worth more, or less, than its points: what one card of these is expected to bring in the end, by
# how many of them are held then.
_HOPES = {"peacock": (0.0, -4.0), "reeves": (0.0, -3.0, -1.0), "green": (0.0, 0.5), "nest": (0.0, 2.0, 5.0, 10.0, 16.5)}
_AMHERST = 2.0  # a card of which it isn't known whether it will count
_TEMPO = 0.35  # what each card is worth that is passed over, to whoever comes from behind
_AGAIN = 0.6  # another turn at once


class SensibleFeathersPlayer:
    """Looks at the Path, at its own collection, and at what the discs behind it will take first."""

    def __init__(self, rng: random.Random):
        self.rng = rng

    def choose(self, table: Table, question: Question) -> Any:
        """The option that promises most points; ties by chance."""
        dealt = cast(FeathersTable, table)
        options = list(question.options)
        self.rng.shuffle(options)
        if question.asking == "give":
            return min(options, key=lambda card: self._worth_in(dealt, question.seat, card))
        return max(options, key=lambda action: self._action_value(dealt, action))

    @staticmethod
    def _hope(table: FeathersTable, hand: list[int]) -> float:
        """What a collection promises, its unfinished sets included."""
        types = table.game.types
        numbers = {kind: [NUMBER[card] for card in hand if KIND[card] == kind] for kind in types}
        collected = sum(1 for held in numbers.values() if held)
        unfinished = table.game.stack() > 0
        total = 0.0
        for kind, held in numbers.items():
            hopes = _HOPES.get(kind, ())
            if kind == "amherst":
                total += _AMHERST * len(held)
            elif unfinished and len(held) < len(hopes):
                total += hopes[len(held)]
            else:
                total += points(kind, held, False, collected - bool(held))[0]
        return total

    def _worth_in(self, table: FeathersTable, seat: int, card: int) -> float:
        """What a card that is held adds to the collection."""
        held = table.hand(seat)
        rest = list(held)
        rest.remove(card)
        return self._hope(table, held) - self._hope(table, rest)

    def _gain(self, table: FeathersTable, seat: int, cards: list[int]) -> float:
        """What collecting these cards promises; a Fox takes the worst card of all, a Trap goes to the next seat."""
        before = table.hand(seat)
        held = list(before)
        for card in cards:
            if card == TRAP:
                continue
            if card == FOX and held:
                held.remove(min(held, key=lambda one: self._without(table, held, one)))
            held.append(card)
        traps = Counter(cards)[TRAP]
        return self._hope(table, held) - self._hope(table, before) + 0.3 * traps

    def _without(self, table: FeathersTable, held: list[int], card: int) -> float:
        rest = list(held)
        rest.remove(card)
        return -self._hope(table, rest)

    def _action_value(self, table: FeathersTable, action: int) -> float:
        game = table.game
        verb, seat, place = rules.unpack(action)
        if verb == rules.LEAVE:
            return 0.1
        others = [other for other in game.order if other != seat]
        behind = [game.at[other] for other in others if game.at[other] < place]
        start = max([game.taken, *behind])
        if any(game.at[other] == place for other in others):
            return -_TEMPO * (place - game.at[seat]) / 2  # on top of another disc: nothing is collected, but nothing bad either
        value = self._gain(table, seat, list(game.cards[start:place]))
        if not behind:
            value += _AGAIN
        left_over = game.cards[max(game.taken, game.at[seat]) : start]
        return value - _TEMPO * len(left_over)
