"""The game itself: whose turn it is, what is legal, what it does.

An action is a small int; `reveal`, `move`, `leave` and `lose` make one, `unpack` and `revealed` take it apart. What a table settles by
agreement is a tuple (see `corrections`).
Events are `("revealed", place, card)`, `("stack-empty",)`, `("moved", seat, from, place, seat below or None)`,
`("left", seat, rank)`, `("turn", seat, reason)`, `("lost", seat, card)`, `("all-left",)` and `("over",)`. What follows for hands
(cards to take, Foxes, Traps) is no event: it is asked for with the next prompt, which still says it after a restart.
"""

from collections import OrderedDict

from ..game import Game, nothing_to_undo
from ..record import find_seat, game_over, not_your_turn, number, wrong_phase
from ..refusal import Refusal, unreadable
from . import NAME
from .cards import CARDS, FOX, KIND, TRAP, copies, deck, read_card
from .scoring import score, score_dict, state_head, winner

REVEAL, MOVE, LEAVE, LOSE = range(4)
VERBS = ("reveal", "move", "leave", "lose")
FORMS = ("reveal <card> ...", "move <seat> <position>", "leave <seat>", "lose <seat> <card>")
AHEAD = 5  # face-up cards in front of the foremost disc
GONE = -1  # the place of a disc that has left


def reveal(cards: "list[int]") -> int:
    """The action of turning up these cards, in this order: 5 bits a card, so that five fit a small int."""
    what = 0
    for card in reversed(cards):
        what = what * 32 + card + 1
    return what * 4 + REVEAL


def move(seat: int, place: int) -> int:
    """The action of moving a disc to a place of the Path."""
    return (place * 8 + seat) * 4 + MOVE


def leave(seat: int) -> int:
    """The action of leaving the Path."""
    return seat * 4 + LEAVE


def lose(seat: int, card: int) -> int:
    """The action of naming what a seat gave up for its next Fox."""
    return (card * 8 + seat) * 4 + LOSE


def verb_of(action: int) -> int:
    """REVEAL, MOVE, LEAVE or LOSE."""
    return action & 3


def unpack(action: int) -> "tuple[int, int, int]":
    """(verb, seat, what) of an action that isn't a reveal: what is the place or the card."""
    return action & 3, action >> 2 & 7, action >> 5


def revealed(action: int) -> "list[int]":
    """The cards of an action, [] if it isn't a reveal."""
    cards: list[int] = []
    what = action >> 2 if action & 3 == REVEAL else 0
    while what:
        cards.append((what & 31) - 1)
        what >>= 5
    return cards


def plain(action: "int | tuple") -> "int | None":
    """What an action does in the game: one by agreement what was agreed on, None for a correction."""
    if isinstance(action, int):
        return action
    return action[1] if action[0] == "agreed" else None


def corrections():
    """The module of what tables settle by agreement; imported when it is needed."""
    from . import corrections as module

    return module


class Rules(Game):
    """A game in progress, without what the table is asked and told (that is in `asking`). Beside what every game has:

    types     tuple of the six types in play
    cards     list of all cards turned up so far; the place of a card is its index + 1
    taken     places up to this one are collected
    at        list by seat: place of its disc, 0 before the Path, GONE once it has left
    order     seats still on their way, the foremost first and in a stack the bottom one first: the last one is next
    left      seats that have left, in that order
    received  list by seat: every card it ever got, in order, those given up since among them
    given     list by seat: the cards named so far for its Foxes
    aside     number of Traps that lie aside this turn
    deck      cards that come to the Path in all
    """

    name = NAME

    def __init__(self, rules: int, seats: "tuple[str, ...]", types: "tuple[str, ...]", discs: "tuple[int, ...]"):
        self.rules = rules
        self.seats = seats
        self.types = types
        self.discs = discs  # at the start, the top one first
        self.log: list[int | tuple] = []
        self.cards: list[int] = []
        self.taken = 0
        self.at = [0] * len(seats)
        self.order = list(reversed(discs))
        self.left: list[int] = []
        self.received: list[list[int]] = [[] for _ in seats]
        self.given: list[list[int]] = [[] for _ in seats]
        self.aside = 0
        self.deck = deck(len(seats))
        # For each action in log: taken << 13 | aside << 7 | place of the disc, as they were; for a correction a tuple that begins so.
        self._before: list[int | tuple] = []
        self._turns = 0  # discs moved or taken off so far
        self._settle()

    # ---- what follows from the state -----------------------------------------------------------------------------------

    def stack(self):
        """How many cards are left in the stack."""
        return self.deck - len(self.cards)

    def due(self):
        """How many cards have to be turned up now (rulings, Fancy Feathers 5)."""
        return max(0, min(self.stack(), AHEAD - len(self.cards) + max(self.at)))

    def copies_left(self, card):
        """How many copies of a card of the types in play have not been turned up (some of them left the game unseen)."""
        return max(0, copies(card, len(self.seats)) - self.cards.count(card))

    def alone(self, seat):
        """Is this the only disc on its card? One before the Path counts as not alone: it collects nothing."""
        place = self.at[seat]
        return place > 0 and self.at.count(place) == 1

    def _reason(self):
        """Why it is this seat's turn: top disc `before` the Path, `alone` on the rearmost card, or on `top` of others there."""
        seat = self.order[-1]
        return "before" if self.at[seat] == 0 else "alone" if self.alone(seat) else "top"

    def losses(self, seat):
        """How many cards this seat still has to name. The very first card it gets costs nothing (rulings, Fancy Feathers 3)."""
        return self.received[seat][1:].count(FOX) - len(self.given[seat])

    def can_lose(self, seat):
        """The cards this seat may have given up for its next Fox, sorted; [] when it has none to name.

        Whatever is named, a later Fox never stays without: one more card came before it, the earlier Fox itself.
        """
        if self.losses(seat) == 0:
            return []
        received = self.received[seat]
        fox = received.index(FOX, 1)
        for _ in self.given[seat]:
            fox = received.index(FOX, fox + 1)
        return sorted(set(_without(received[:fox], self.given[seat])))

    def hand(self, seat):
        """The cards this seat holds, sorted; those given up stay until they are named."""
        return sorted(_without(self.received[seat], self.given[seat]))

    def this_turn(self):
        """The places whose cards are collected this turn, as a range."""
        place = self.latest()
        if self.phase != "move" or place < 0:
            return range(0)
        return range((self.was(place) >> 13) + 1, self.taken + 1)

    def latest(self):
        """The place in the log of the last action, corrections passed over unless one began this turn; -1 if there is none."""
        place = len(self.log) - 1
        while place >= 0 and plain(self.log[place]) is None and self.was(place) >> 13 == self.taken:
            place -= 1
        return place

    def was(self, place):
        """What `_before` has of that action of the log, as an int."""
        before = self._before[place]
        return before if isinstance(before, int) else before[0]

    def to_act(self):
        if self.phase == "move":
            return [self.order[-1]]
        if self.phase == "lose":
            return [seat for seat in range(len(self.seats)) if self.losses(seat)]
        return []

    def _settle(self):
        """Phase, turn and end, which follow from everything else."""
        if self.due():
            self.phase = "reveal"
        elif self.order:
            self.phase = "move"
        else:
            self.phase = "over"
            for seat in range(len(self.seats)):
                if self.losses(seat):
                    self.phase = "lose"
        self.turn = self._turns + 1 if self.phase == "move" else max(1, self._turns)
        self.over = self.phase == "over"

    # ---- actions --------------------------------------------------------------------------------------------------------

    def legal(self):
        if self.phase == "reveal":
            return [reveal([card]) for card in range(len(CARDS)) if KIND[card] in self.types and self.copies_left(card)]
        if self.phase == "move":
            seat = self.order[-1]
            moves = [move(seat, place) for place in range(self.at[seat] + 1, len(self.cards) + 1)]
            return moves if self.stack() else moves + [leave(seat)]
        return [lose(seat, card) for seat in self.to_act() for card in self.can_lose(seat)]

    def check(self, action):
        if isinstance(action, tuple):
            corrections().check(self, action)
            return
        verb, seat, what = unpack(action)
        if self.over:
            raise game_over(VERBS[verb])
        if verb == REVEAL:
            self._check_reveal(revealed(action))
        elif self.phase != ("lose" if verb == LOSE else "move"):
            if self.phase == "reveal" and verb != LOSE:
                raise Refusal("cards-due", due=self.due())
            raise wrong_phase(VERBS[verb], self.phase)
        elif seat not in self.to_act():
            raise not_your_turn(self.seats[seat])
        elif verb == LOSE:
            if what not in self.can_lose(seat):
                raise Refusal("no-such-card", card=("card", CARDS[what]), seat=("seat", self.seats[seat]))
        elif verb == LEAVE:
            if self.stack():
                raise Refusal("stack-not-empty", left=self.stack())
        elif not 1 <= what <= len(self.cards):
            raise Refusal("no-card-there", place=what)
        elif what <= self.at[seat]:
            raise Refusal("not-forward", place=what, at=self.at[seat])

    def _check_reveal(self, cards):
        if self.phase != "reveal":
            raise wrong_phase("reveal", self.phase)
        if len(cards) > self.due():
            raise Refusal("too-many-cards", due=self.due())
        for card in cards:
            if KIND[card] not in self.types:
                raise Refusal("type-not-in-play", card=("card", CARDS[card]), type=("type", KIND[card]))
            if self.copies_left(card) < cards.count(card):
                most = copies(card, len(self.seats))
                raise Refusal("card-is-out", card=("card", CARDS[card]), copies=most, where=self._shown(card))

    def shown_at(self, card):
        """The place in the log where the latest of these cards was turned up, None if that was nowhere."""
        for place in range(len(self.log) - 1, -1, -1):
            action = plain(self.log[place])
            if action is not None and card in revealed(action):
                return place
        return None

    def _shown(self, card):
        """Message that tells when the latest of these cards was turned up: the turn, and whose it was."""
        place = self.shown_at(card)
        if place is None:
            return ("out-now", {})
        earlier = [plain(entry) for entry in self.log[:place]]
        movers = [unpack(action)[1] for action in earlier if action is not None and verb_of(action) in (MOVE, LEAVE)]
        if not movers:
            return ("out-at-start", {})
        return ("out-turned-up", {"turn": len(movers), "seat": ("seat", self.seats[movers[-1]])})

    def apply(self, action):
        self.check(action)
        if isinstance(action, tuple):
            return corrections().apply(self, action)
        return self._act(action, action)

    def _act(self, action, entry):
        """Does what was checked; entry is what the log keeps of it."""
        verb, seat, what = unpack(action)
        place = self.at[seat] if verb in (MOVE, LEAVE) else 0
        self._before.append(self.taken << 13 | self.aside << 7 | place)
        self.log.append(entry)
        events = []
        if verb == REVEAL:
            for card in revealed(action):
                self.cards.append(card)
                events.append(("revealed", len(self.cards), card))
            if not self.stack():
                events.append(("stack-empty",))
        elif verb == LOSE:
            self.given[seat].append(what)
            events.append(("lost", seat, what))
        else:
            self._take_turn(verb, seat, what, events)
        if verb != LOSE and self.order and not self.due():
            self._collect()
        self._settle()
        if self.phase == "move":
            events.append(("turn", self.order[-1], self._reason()))
        elif self.phase == "lose" and verb == LEAVE:
            events.append(("all-left",))
        elif self.over:
            events.append(("over",))
        return events

    def _take_turn(self, verb, seat, place, events):
        """Moves a disc or takes it off the Path, and hands on the Traps of its turn (rulings, Fancy Feathers 4)."""
        self.order.pop()
        self._turns += 1
        if verb == MOVE:
            below = [disc for disc in self.order if self.at[disc] == place]
            events.append(("moved", seat, self.at[seat], place, below[-1] if below else None))
            self.at[seat] = place
            self.order.insert(len([disc for disc in self.order if self.at[disc] >= place]), seat)
        else:
            self.at[seat] = GONE
            self.left.append(seat)
            events.append(("left", seat, len(self.left)))
        if self.aside:
            self.received[self.order[-1] if self.order else seat].extend([TRAP] * self.aside)
            self.aside = 0

    def _collect(self):
        """What is collected at the start of a turn (rulings, Fancy Feathers 2 to 4)."""
        seat = self.order[-1]
        if not self.alone(seat):
            return
        for card in self.cards[self.taken : self.at[seat]]:
            if card == TRAP:
                self.aside += 1
            else:
                self.received[seat].append(card)
        self.taken = self.at[seat]

    def undo(self):
        if not self.log:
            raise nothing_to_undo()
        action = self.log.pop()
        if isinstance(action, tuple):
            corrections().undo(self, action)
        else:
            self._take_back(action)
        return action

    def _take_back(self, action):
        verb, seat, _ = unpack(action)
        before = self.was(len(self._before) - 1)
        self._before.pop()
        taken, aside, place = before >> 13, before >> 7 & 63, before & 127
        if self.taken > taken:  # the action began a turn that collected
            kept = len([card for card in self.cards[taken : self.taken] if card != TRAP])
            received = self.received[self.order[-1]]
            del received[len(received) - kept :]
            self.taken = taken
        if verb == REVEAL:
            del self.cards[-len(revealed(action)) :]
        elif verb == LOSE:
            self.given[seat].pop()
        else:
            if aside:
                del self.received[self.order[-1] if self.order else seat][-aside:]
            if verb == MOVE:
                self.order.remove(seat)
            else:
                self.left.pop()
            self.order.append(seat)
            self.at[seat] = place
            self._turns -= 1
        self.aside = aside
        self._settle()

    def corrected(self) -> int:
        return len([entry for entry in self.log if isinstance(entry, tuple)])

    # ---- record lines ---------------------------------------------------------------------------------------------------

    def line(self, action):
        """The record line of an action."""
        if isinstance(action, tuple):
            return corrections().line(self, action)
        verb, seat, what = unpack(action)
        if verb == REVEAL:
            return "reveal " + " ".join([CARDS[card] for card in revealed(action)])
        text = VERBS[verb] + " " + self.seats[seat]
        return text if verb == LEAVE else text + " " + (CARDS[what] if verb == LOSE else str(what))

    def read(self, tokens):
        if tokens[0] in ("agreed", "correct"):
            return corrections().read(self, tokens)
        if tokens[0] not in VERBS:
            raise unreadable("unknown-word", word=tokens[0])
        verb = VERBS.index(tokens[0])
        if len(tokens) < 2 if verb == REVEAL else len(tokens) != (2 if verb == LEAVE else 3):
            raise unreadable("bad-line", word=tokens[0], form=FORMS[verb])
        if verb == REVEAL:
            return reveal([read_card(token) for token in tokens[1:]])
        seat = find_seat(self.seats, tokens[1])
        if verb == LEAVE:
            return leave(seat)
        if verb == LOSE:
            return lose(seat, read_card(tokens[2]))
        place = number(tokens[2], 0, 999999)
        if place < 0:
            raise unreadable("bad-line", word="move", form=FORMS[MOVE])
        return move(seat, place)

    # ---- results --------------------------------------------------------------------------------------------------------

    def scores(self):
        if not self.over:
            return None
        by_type, totals = score(self.types, [self.hand(seat) for seat in range(len(self.seats))])
        return score_dict(self.seats, self.types, by_type, totals)

    def winners(self):
        if not self.over:
            return None
        return [winner(score(self.types, [self.hand(seat) for seat in range(len(self.seats))])[1], self.left)]

    def state(self):
        seats = self.seats
        found = state_head(self)
        found["due"] = self.due()
        found["stack"] = self.stack()
        places = range(self.taken + 1, len(self.cards) + 1)
        found["path"] = OrderedDict([(str(place), CARDS[self.cards[place - 1]]) for place in places])
        found["discs"] = self._by_seat([None if place == GONE else place for place in self.at])
        found["piles"] = OrderedDict()
        for place in sorted({self.at[seat] for seat in self.order}):
            found["piles"][str(place)] = [seats[seat] for seat in self.order if self.at[seat] == place]
        found["collected"] = self._by_seat([[CARDS[card] for card in self.hand(seat)] for seat in range(len(seats))])
        found["losses"] = self._by_seat([self.losses(seat) for seat in range(len(seats))])
        found["aside"] = self.aside
        found["left"] = [seats[seat] for seat in self.left]
        corrected = self.corrected()
        if corrected:
            found["corrected"] = corrected
        return found

    def _by_seat(self, values):
        return OrderedDict([(self.seats[seat], values[seat]) for seat in range(len(self.seats))])


def _without(cards, gone):
    """The cards less those gone, each of which is among them."""
    kept = list(cards)
    for card in gone:
        kept.remove(card)
    return kept
