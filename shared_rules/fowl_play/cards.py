"""Which fowl cards can be in whose hand, as far as the table can know (rulings, Fowl Play! 7).

Each seat holds three cards and a target, the rest lies in the pile; every turn each seat plays one and draws one, so the pile
runs out, and the discards are shuffled, after every 15, 9 or 6 turns with two, three or four seats. Between two shuffles lies
one **round of the pile**, counted from 0.
"""

from .pieces import FOWL

TURNS_A_PILE = {2: 15, 3: 9, 4: 6}
HAND_AT_SHUFFLE = 2  # cards in each hand at the moment of a shuffle


class CardCount:
    """Follows the cards through the rounds of the pile.

    early  first turns of the rounds that an early shuffle began (see `corrections`)
    last   for each card (index 1-36) the round of the pile in which it was last played, plus one; 0: never
    """

    early: "tuple[int, ...]" = ()

    def __init__(self, seats: int):
        self.turns_a_pile = TURNS_A_PILE[seats]
        self.last = bytearray(FOWL + 1)
        # For each seat and each shuffle k (before round k): how many cards it has played since that were
        # neither shuffled then nor played since; at the shuffle they were in its hand.
        self._held = [bytearray(10) for _ in range(seats)]

    def pile(self, turn: int) -> int:
        """The round of the pile that a turn (from 1) falls into."""
        return (turn - 1) // self.turns_a_pile

    def shuffled_before(self, turn: int) -> bool:
        """Were the discards shuffled at the end of the turn before this one?"""
        return turn > 1 and (turn - 1) % self.turns_a_pile == 0

    def shuffled_after(self, shuffle: int) -> int:
        """The turn at whose end a shuffle (from 1) fell."""
        return shuffle * self.turns_a_pile

    def discarded(self, card: int, turn: int) -> bool:
        """Was the card played in this turn's round of the pile?"""
        return self.last[card] == self.pile(turn) + 1

    def spent(self, seat: int, card: int, turn: int) -> int:
        """The shuffle (from 1) that shows the card can't be in this seat's hand, else 0.

        The card was neither shuffled then nor played since, so it is a target or lay in a hand; but this seat
        has since played both of the cards that it held.
        """
        held = self._held[seat]
        for shuffle in range(self.last[card] + 1, min(self.pile(turn) + 1, len(held))):
            if held[shuffle] >= HAND_AT_SHUFFLE:
                return shuffle
        return 0

    def play(self, seat: int, card: int, turn: int) -> int:
        """Notes a play; returns what `take_back` needs."""
        before = self.last[card]
        pile = self.pile(turn)
        held = self._held[seat]
        while len(held) <= pile:  # games are only so long when a table has put fowl back
            held.append(0)
        for shuffle in range(before + 1, pile + 1):
            held[shuffle] += 1
        self.last[card] = pile + 1
        return before

    def take_back(self, seat: int, card: int, turn: int, before: int) -> None:
        """Undoes `play`, the last one."""
        for shuffle in range(before + 1, self.pile(turn) + 1):
            self._held[seat][shuffle] -= 1
        self.last[card] = before
