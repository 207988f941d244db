"""Greedy players: take at once what scores most now, and look no further."""

import random
from typing import Any

from host.players.tables import BirdsTable, FeathersTable, FowlTable, Question, Table
from shared_rules import hexboard
from shared_rules.birds_of_a_feather import birds
from shared_rules.fancy_feathers import rules as feathers_rules
from shared_rules.fancy_feathers.cards import FOX, KIND, NUMBER, TRAP
from shared_rules.fancy_feathers.scoring import points
from shared_rules.fowl_play import rules as fowl
from shared_rules.fowl_play import scoring

FOX_REACH = 2


class GreedyPlayer:
    """Takes the option with the highest value, as the methods of this module see it; ties by chance."""

    def __init__(self, rng: random.Random):
        self.rng = rng

    def choose(self, table: Table, question: Question) -> Any:
        """The option of most value."""
        values = [self.value(table, question, option) for option in question.options]
        most = max(values)
        return self.rng.choice([option for option, value in zip(question.options, values, strict=True) if value == most])

    def value(self, table: Table, question: Question, option: Any) -> float:
        """What an option is worth."""
        if isinstance(table, FowlTable):
            return fowl_value(table, question, option)
        if isinstance(table, FeathersTable):
            return feathers_value(table, question, option)
        assert isinstance(table, BirdsTable)
        return birds_value(table, question, option)


def capture_gain(game: Any, seat: int, card: int) -> int:
    """Points that capturing this fowl adds to the captured part of a seat's sheet."""
    targets = [0] * len(game.seats)
    captured = [list(cards) for cards in game.captured]
    before = scoring.score(game.shows, captured, targets)[seat].captured_total
    captured[seat].append(card)
    return scoring.score(game.shows, captured, targets)[seat].captured_total - before


def fowl_value(table: FowlTable, question: Question, option: Any) -> float:
    """Captures, and lures fowl into its own fox's reach."""
    game = table.game
    if question.asking != "action":
        return 0
    fox = game.foxes[question.seat]
    verb, goal = option >> 16, option & 127
    if verb == fowl.MOVE:
        origin = option >> 7 & 127
        if hexboard.distance(origin, fox) <= FOX_REACH or hexboard.distance(goal, fox) > FOX_REACH:
            return -1
        return 1 + capture_gain(game, question.seat, game.fowl_on(origin))
    if verb != fowl.FOX:
        return 0
    caught = game.fowl_on(goal)
    if caught:
        return 100 + capture_gain(game, question.seat, caught)
    fowl_at = [game.cell_of(card) for card in range(1, len(game.shows) + 1) if game.cell_of(card) != fowl.GONE]
    return 20 - min(hexboard.distance(goal, cell) for cell in fowl_at)


def collection_points(types: tuple[str, ...], hand: list[int]) -> int:
    """Points of a collection by itself; Lady Amherst's, which hang on the others', count nothing."""
    numbers = {kind: [NUMBER[card] for card in hand if KIND[card] == kind] for kind in types}
    collected = sum(1 for held in numbers.values() if held)
    return sum(points(kind, held, False, collected - bool(held))[0] for kind, held in numbers.items())


def undisturbed(table: FeathersTable, seat: int, place: int) -> list[int]:
    """The cards that a seat collects from a place of the Path for sure, if the discs behind it stay where they are."""
    game = table.game
    others = [other for other in game.order if other != seat]
    if any(game.at[other] == place for other in others):
        return []
    behind = [game.at[other] for other in others if game.at[other] < place]
    return game.cards[max([game.taken, *behind]) : place]


def feathers_value(table: FeathersTable, question: Question, option: Any) -> float:
    """The points of what it would collect next."""
    held = table.hand(question.seat)
    types = table.game.types
    if question.asking == "give":
        rest = list(held)
        rest.remove(option)
        return collection_points(types, rest)
    verb, seat, place = feathers_rules.unpack(option)
    if verb == feathers_rules.LEAVE:
        return 0.5
    cards = [card for card in undisturbed(table, seat, place) if card not in (TRAP, FOX)]
    foxes = undisturbed(table, seat, place).count(FOX)
    return collection_points(types, held + cards) - collection_points(types, held) + foxes


def birds_value(table: BirdsTable, question: Question, option: int) -> float:
    """The birds that it would record, as far as they lie open."""
    game = table.game
    ticks = game.recorded[question.seat]
    worth = game.printed.points[option % birds.COLUMNS] + 0.1
    if question.asking in ("draft-deck", "discard", "pass"):
        return -worth
    if question.asking == "draft-hand":
        return worth
    row = option // birds.COLUMNS
    seen = {option, *(bird for bird in game.lingering() if bird // birds.COLUMNS == row)}
    return sum(game.printed.points[bird % birds.COLUMNS] + 0.1 for bird in seen if not ticks[bird])
