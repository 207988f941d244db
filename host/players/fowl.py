"""A sensible player of Fowl Play!: saves what is like its target, lures and captures what scores."""

import random
from typing import Any, cast

from host.players.tables import FowlTable, Question, Table
from shared_rules import hexboard
from shared_rules.fowl_play import scoring
from shared_rules.fowl_play.pieces import FOWL, alike
from shared_rules.fowl_play.rules import DONE, FOX, GONE, MOVE

FOX_REACH = 2


class SensibleFowlPlayer:
    """Looks one step ahead, with what a person at the table sees: the open board, its own hand and target."""

    def __init__(self, rng: random.Random):
        self.rng = rng

    def choose(self, table: Table, question: Question) -> Any:
        """The option that promises most points; ties by chance."""
        dealt = cast(FowlTable, table)
        seat = question.seat
        options = list(question.options)
        self.rng.shuffle(options)
        if question.asking == "target":
            return max(options, key=lambda card: self._safety(dealt, card))
        if question.asking == "card":
            return max(options, key=lambda card: self._card_value(dealt, seat, card))
        if dealt.game.phase == "move":
            return self._best_move(dealt, seat, options)
        return max(options, key=lambda action: self._fox_value(dealt, seat, action))

    @staticmethod
    def _safety(table: FowlTable, card: int) -> float:
        """How far a fowl is from the den, and how well its flock covers it."""
        game = table.game
        cell = game.cell_of(card)
        cover = sum(1 for near in hexboard.NEIGHBOURS[cell] if game.fowl_on(near))
        return hexboard.distance(cell, hexboard.CENTRE) + cover / 2

    def _worth(self, table: FowlTable, seat: int, card: int) -> float:
        """Points that this fowl brings when it survives."""
        shared = alike(table.game.shows[card - 1], table.game.shows[table.targets[seat] - 1])
        return shared + (card == table.targets[seat])

    def _capture_gain(self, table: FowlTable, seat: int, card: int) -> float:
        """Points that capturing this fowl brings by itself, less what its survival would."""
        game = table.game
        targets = [0] * len(game.seats)
        before = scoring.score(game.shows, game.captured, targets)[seat].captured_total
        captured = [list(cards) for cards in game.captured]
        captured[seat].append(card)
        after = scoring.score(game.shows, captured, targets)[seat].captured_total
        kinds = {game.shows[one - 1] // 9 for one in game.captured[seat]}
        new_kind = game.shows[card - 1] // 9 not in kinds
        return after - before + 0.8 * new_kind + 0.5 - self._worth(table, seat, card)

    def _card_value(self, table: FowlTable, seat: int, card: int) -> float:
        """Keeps cards like the target for when they are needed."""
        game = table.game
        kin = alike(game.shows[card - 1], game.shows[table.targets[seat] - 1])
        target = game.cell_of(table.targets[seat])
        threatened = target != GONE and self._gap(table, target, seat) <= FOX_REACH + 1
        return (kin if threatened else -kin) + card / 40 * (1 if threatened else 0)

    @staticmethod
    def _gap(table: FowlTable, cell: int, seat: int) -> int:
        """Distance to the nearest fox of another seat."""
        game = table.game
        return min(hexboard.distance(cell, fox) for other, fox in enumerate(game.foxes) if other != seat)

    def _place_value(self, table: FowlTable, seat: int, card: int, cell: int) -> float:
        """How good it is for this seat that the fowl stands there."""
        gap = self._gap(table, cell, seat)
        danger = 1.0 if gap <= FOX_REACH else 0.3 if gap == FOX_REACH + 1 else 0.0
        mine = hexboard.distance(cell, table.game.foxes[seat]) <= FOX_REACH
        value = -danger * self._worth(table, seat, card)
        if mine:
            value += self._capture_gain(table, seat, card)
        return value

    def _best_move(self, table: FowlTable, seat: int, options: list[Any]) -> Any:
        game = table.game
        best, most = None, 0.2
        now: dict[int, float] = {}
        for action in options:
            if action >> 16 != MOVE:
                continue
            card = game.fowl_on(action >> 7 & 127)
            if card not in now:
                now[card] = self._place_value(table, seat, card, action >> 7 & 127)
            gain = self._place_value(table, seat, card, action & 127) - now[card]
            gain /= 1 + hexboard.distance(action >> 7 & 127, action & 127)
            if gain > most:
                best, most = action, gain
        return best if best is not None else DONE << 16 | seat << 14

    def _fox_value(self, table: FowlTable, seat: int, action: int) -> float:
        game = table.game
        cell = action & 127 if action >> 16 == FOX else game.foxes[seat]
        caught = game.fowl_on(cell)
        if caught:
            return 20 + self._capture_gain(table, seat, caught) if self._capture_gain(table, seat, caught) > 0 else 0.0
        gaps = sorted(
            hexboard.distance(cell, game.cell_of(card))
            for card in range(1, FOWL + 1)
            if game.cell_of(card) != GONE and self._worth(table, seat, card) < 2
        )
        return 10 - sum(gaps[:4]) / 4 + (0.8 if cell in game.tunnels else 0)
