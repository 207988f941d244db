"""The rules of Fowl Play!: what is legal, what it does, how it is taken back.

Actions are ints: verb << 16 | seat << 14 | a << 7 | b, where a and b are cells, or b is a card. What a table settles by agreement
has verbs beyond these (see `corrections`).
"""

from collections import OrderedDict

from .. import hexboard
from ..game import Game, nothing_to_undo
from ..record import find_seat, game_over, not_your_turn, number, wrong_phase
from ..refusal import Refusal, unreadable
from . import scoring
from .cards import CardCount
from .pieces import FOWL, alike, fowl_message, look_name

PLAY, MOVE, DONE, FOX, STAY, TARGET = range(6)
VERBS = ("play", "move", "done", "fox", "stay", "target")
PHASES = ("play", "move", "move", "fox", "fox", "target")  # of each verb
AGREED_PLAY = 6  # the first of those that `corrections` knows about
FORMS = (
    "play <seat> <card>",
    "move <seat> <cell> <cell>",
    "done <seat>",
    "fox <seat> <cell>",
    "stay <seat>",
    "target <seat> <card>",
)
LENGTHS = bytes([len(form.split(" ")) for form in FORMS])

STEPS = 3  # spaces each seat may move fowl a turn
FOX_STEPS = 2
FEAR = 3  # distance to the nearest fox from which a fowl counts as at ease (rulings, Fowl Play! 1)
FEW_FOWL = 8  # so many or fewer at the end of a turn end the game
LIGHT_LIMIT = {2: 6, 3: 3, 4: 3}
GONE = 255  # the cell of a captured fowl

# What a space holds: 0 nothing, 1-36 the fowl of that card, then:
FOX0 = 40  # the fox of seat 0, 41 of seat 1 ...
TUNNEL = 50  # a tunnel entrance without a fox


def action(verb: int, seat: int, a: int = 0, b: int = 0) -> int:
    """The action of these parts (see the module's docstring)."""
    return verb << 16 | seat << 14 | a << 7 | b


def corrections():
    """The module of what tables settle by agreement; imported when it is needed."""
    from . import corrections as module

    return module


class FowlRules(Game):
    """A game of Fowl Play! in progress.

    shows     bytes: look of each card, cards from 0
    tunnels   bytes: the seven tunnel entrances, in board order
    foxes     bytearray: cell of each seat's fox
    captured  list of fowl (card numbers) captured by each seat, in order
    cards     list: card of each seat this turn, 0 before it is known
    order     list: seats in this turn's order, [] before the cards are known
    steps     spaces left to the seat that moves fowl, 0 outside that phase
    light     light turn cards turned; light_limit: how many end the game
    targets   list: target card of each seat, 0 before it is known
    """

    name = "fowl_play"

    def __init__(self, seats: "tuple[str, ...]", tunnels: bytes, shows: bytes, place: bytes, foxes: bytes, rules: int = 1):
        """seats: fox colours; place: cell of each fowl, cards from 0; foxes: cell of each seat's fox. Checked by the set-up."""
        self.rules = rules
        self.seats = seats
        self.tunnels = bytes(sorted(tunnels))
        self.shows = shows
        self.foxes = bytearray(foxes)
        self.log: "list[int]" = []
        self.phase = "play"
        self.turn = 1
        self.over = False
        self.captured: "list[list[int]]" = [[] for _ in seats]
        self.cards = [0] * len(seats)
        self.order: "list[int]" = []
        self.steps = 0
        self.light = 0
        self.light_limit = LIGHT_LIMIT[len(seats)]
        self.targets = [0] * len(seats)
        self.count = CardCount(len(seats))
        self._board = bytearray(hexboard.CELLS)
        self._at = bytearray([GONE]) + bytearray(place)
        self._is_tunnel = bytearray(hexboard.CELLS)
        for cell in tunnels:
            self._is_tunnel[cell] = 1
            self._board[cell] = TUNNEL
        for fowl in range(1, FOWL + 1):
            self._board[self._at[fowl]] = fowl
        for seat in range(len(seats)):
            self._board[foxes[seat]] = FOX0 + seat
        self._index = 0  # place in the order of the seat to act
        self._caught = 0  # captures of this turn so far
        self._back: "list" = []  # what undo needs, for each action of the log
        self._turn_starts = [0]  # index in the log of each turn's first action
        self._ease = bytearray(hexboard.CELLS)  # distance to the nearest fox, FEAR at most
        self._ease_known = False
        self._kin_card = 0  # the card that _kin was made for
        self._kin = b""  # fowl that may be moved with it
        # The legal actions with their cost, once asked for; and those of the state before the last action, which
        # undo restores: whoever tries out every action then searches once.
        self._known: "dict[int, int] | None" = None
        self._known_before: "dict[int, int] | None" = None
        self._before = -1  # length of the log that _known_before belongs to

    # What may happen next

    def mover(self) -> int:
        """The seat whose turn it is to move fowl or its fox; -1 in other phases."""
        return self.order[self._index] if self.phase in ("move", "fox") else -1

    def to_act(self) -> "list[int]":
        if self.phase == "play":
            return [seat for seat in range(len(self.seats)) if not self.cards[seat]]
        if self.phase == "target":
            return [seat for seat in range(len(self.seats)) if not self.targets[seat]]
        return [] if self.over else [self.mover()]

    def legal(self) -> "list[int]":
        if self._known is None:
            self._known = self._find_legal()
        return list(self._known)

    def _find_legal(self) -> "dict[int, int]":
        """Every legal action with its cost in spaces (0 for all but fowl moves)."""
        if self.phase == "move":
            return self._find_moves()
        found: "dict[int, int]" = {}
        if self.phase == "fox":
            seat = self.mover()
            found[action(STAY, seat)] = 0
            for cell in self.fox_reach(seat):
                found[action(FOX, seat, 0, cell)] = 0
        else:
            verb, out = (PLAY, self.why_out) if self.phase == "play" else (TARGET, self.why_no_target)
            for seat in self.to_act():
                for card in range(1, FOWL + 1):
                    if out(seat, card) is None:
                        found[action(verb, seat, 0, card)] = 0
        return found

    def _find_moves(self) -> "dict[int, int]":
        seat = self.order[self._index]
        found = {DONE << 16 | seat << 14: 0}
        at = self._at
        base = MOVE << 16 | seat << 14
        for fowl in self.kin(self.cards[seat]):
            if at[fowl] != GONE:
                self._find_ways(at[fowl], base | at[fowl] << 7, self.steps, found)
        return found

    def _find_ways(self, origin: int, base: int, steps: int, found: "dict[int, int]", goal: int = -1) -> None:
        """Puts base + cell: cost into found, for every cell that the fowl at origin reaches; no farther than base + cell == goal.

        Each single step may only lead to a free space that is no nearer to the nearest fox, or at ease (rulings, Fowl Play! 1-3).
        """
        if not self._ease_known:
            self._measure_ease()
        board = self._board
        ease = self._ease
        neighbours = hexboard.NEIGHBOURS
        edge = [origin]
        for cost in range(1, steps + 1):
            ahead: "list[int]" = []
            for here in edge:
                least = ease[here]
                for there in neighbours[here]:
                    if not board[there] and ease[there] >= least and base + there not in found:
                        found[base + there] = cost
                        ahead.append(there)
            if not ahead or goal in found:
                break
            edge = ahead

    def _measure_ease(self) -> None:
        ease = self._ease
        neighbours = hexboard.NEIGHBOURS
        for cell in range(hexboard.CELLS):
            ease[cell] = FEAR
        for fox in self.foxes:
            for near in neighbours[fox]:
                for far in neighbours[near]:
                    if ease[far] > 2:
                        ease[far] = 2
        for fox in self.foxes:
            for near in neighbours[fox]:
                ease[near] = 1
        for fox in self.foxes:
            ease[fox] = 0
        self._ease_known = True

    def kin(self, card: int) -> bytes:
        """The fowl, captured or not, that may be moved with this card: those that share a characteristic with it (action 2)."""
        if card != self._kin_card:
            shown = self.shows[card - 1]
            self._kin = bytes([fowl for fowl in range(1, FOWL + 1) if alike(shown, self.shows[fowl - 1])])
            self._kin_card = card
        return self._kin

    def fowl_reach(self, fowl: int, steps: int) -> "dict[int, int]":
        """Where a fowl gets in so many spaces now, with what it costs: {cell: 1 ... steps}."""
        found: "dict[int, int]" = {}
        self._find_ways(self._at[fowl], 0, steps, found)
        return found

    def _fox_step(self, origin: int) -> bytes:
        """Where one step leads a fox: the neighbours, and from a tunnel entrance every other one."""
        if self._is_tunnel[origin]:
            return hexboard.NEIGHBOURS[origin] + self.tunnels
        return hexboard.NEIGHBOURS[origin]

    def fox_reach(self, seat: int) -> "list[int]":
        """Where this seat's fox may go, in board order, its own space left out (action 4; rulings, Fowl Play! 4 and 5)."""
        board = self._board
        found = bytearray(hexboard.CELLS)
        for near in self._fox_step(self.foxes[seat]):
            held = board[near]
            if FOX0 <= held < TUNNEL:
                continue
            found[near] = 1
            if 0 < held < FOX0:
                continue  # a capture ends the move
            for far in self._fox_step(near):
                if not FOX0 <= board[far] < TUNNEL:
                    found[far] = 1
        if self.turn == 1:
            found[hexboard.CENTRE] = 0
        return [cell for cell in range(hexboard.CELLS) if found[cell]]

    # What lies where

    def cell_of(self, fowl: int) -> int:
        """The cell of a fowl, GONE once captured."""
        return self._at[fowl]

    def fowl_on(self, cell: int) -> int:
        """The fowl on a cell, 0 if there is none."""
        held = self._board[cell]
        return held if held <= FOWL else 0

    def fox_on(self, cell: int) -> int:
        """The seat whose fox stands on a cell, -1 if there is none."""
        held = self._board[cell]
        return held - FOX0 if FOX0 <= held < TUNNEL else -1

    def left(self) -> int:
        """Fowl on the board."""
        return FOWL - sum([len(cards) for cards in self.captured])

    def out_by_light(self) -> bool:
        """Has the last light turn card been turned?"""
        return self.light == self.light_limit

    # Refusals

    def _play_of(self, card: int):
        """(turn, seat) of the last time a card was played; it was."""
        for place in range(len(self.log) - 1, -1, -1):
            entry = self.log[place]
            if entry >> 16 in (PLAY, AGREED_PLAY) and entry & 127 == card:
                turn = len([start for start in self._turn_starts if start <= place])
                return turn, entry >> 14 & 3
        raise KeyError(card)

    def _played(self, code: str, card: int):
        turn, seat = self._play_of(card)
        return (code, {"turn": turn, "seat": ("seat", self.seats[seat])})

    def why_out(self, seat: int, card: int):
        """None if this card can be in this seat's hand, else the reason as a message code (rulings, Fowl Play! 7)."""
        if card in self.cards:
            return "out-played"
        if self.count.discarded(card, self.turn):
            return "out-discarded"
        if self.count.spent(seat, card, self.turn):
            return "out-spent"
        return None

    def why_no_target(self, seat: int, card: int):
        """None if this card can be this seat's target, else the code of the refusal."""
        if self.count.last[card]:
            return "target-played"
        if card in self.targets:
            return "target-taken"
        return None

    def check(self, action: int) -> int:
        """Raises the Refusal that applying the action would raise; returns what it costs in spaces."""
        verb = action >> 16
        seat = action >> 14 & 3
        if not 0 <= verb <= TARGET or seat >= len(self.seats):
            if verb > TARGET:
                return corrections().check(self, action)
            raise unreadable("bad-line", word=str(action), form=FORMS[0])
        if self.over:
            raise game_over(VERBS[verb])
        if PHASES[verb] != self.phase:
            raise wrong_phase(VERBS[verb], self.phase)
        if seat not in self.to_act():
            raise not_your_turn(self.seats[seat])
        if verb == PLAY:
            self._check_card(seat, action & 127)
        elif verb == TARGET:
            self._check_target(seat, action & 127)
        elif verb == MOVE:
            return self._check_move(seat, action >> 7 & 127, action & 127)
        elif verb == FOX:
            self._check_fox(seat, action & 127)
        return 0

    def _check_card(self, seat: int, card: int) -> None:
        why = self.why_out(seat, card)
        if why is None:
            return
        if why == "out-spent":
            shuffle = self.count.spent(seat, card, self.turn)
            reason = (why, {"turn": self.count.shuffled_after(shuffle), "seat": ("seat", self.seats[seat])})
        else:
            reason = self._played(why, card)
        raise Refusal("card-is-out", card=card, seat=("seat", self.seats[seat]), why=reason)

    def _check_target(self, seat: int, card: int) -> None:
        why = self.why_no_target(seat, card)
        if why == "target-played":
            raise Refusal(why, card=card, why=self._played("out-discarded", card))
        if why == "target-taken":
            raise Refusal(why, card=card, seat=("seat", self.seats[self.targets.index(card)]))

    def _piece(self, cell: int):
        """Message naming the fowl or fox on a cell."""
        fowl = self.fowl_on(cell)
        return self.fowl_fact(fowl) if fowl else ("fox", {"seat": ("seat", self.seats[self.fox_on(cell)])})

    def fowl_fact(self, fowl: int):
        """The message that names a fowl."""
        return fowl_message(fowl, self.shows[fowl - 1])

    def _check_move(self, seat: int, origin: int, goal: int) -> int:
        fowl = self.fowl_on(origin)
        if not fowl:
            raise Refusal("no-fowl", cell=hexboard.name(origin))
        if fowl not in self.kin(self.cards[seat]):
            raise Refusal("not-alike", fowl=self.fowl_fact(fowl), card=self.fowl_fact(self.cards[seat]))
        if goal == origin:
            if not self.fowl_reach(fowl, 1):
                raise Refusal("shut-in", fowl=self.fowl_fact(fowl))
            raise Refusal("no-move", cell=hexboard.name(goal))
        if self._is_tunnel[goal]:
            raise Refusal("fowl-tunnel", cell=hexboard.name(goal))
        if self._board[goal]:
            raise Refusal("space-taken", cell=hexboard.name(goal), piece=self._piece(goal))
        ways: "dict[int, int]" = {}
        self._find_ways(origin, 0, self.steps, ways, goal)
        if goal not in ways:
            raise self._why_no_way(fowl, origin, goal)
        return ways[goal]

    def _why_no_way(self, fowl: int, origin: int, goal: int) -> Refusal:
        """Why a fowl can't get to a free space: too near to a fox on the way, too far, or blocked."""
        parents = self._brave_ways(origin)
        way = [goal]
        while way[0] != origin and way[0] in parents:
            way.insert(0, parents[way[0]])
        if way[0] != origin:
            return Refusal("no-way", cell=hexboard.name(goal))
        if len(way) - 1 > self.steps:
            return Refusal("too-far", cell=hexboard.name(goal), needed=len(way) - 1, left=self.steps)
        place = 1
        while self._ease[way[place]] >= self._ease[way[place - 1]]:
            place += 1
        gaps = [hexboard.distance(fox, way[place]) for fox in self.foxes]
        before = min([hexboard.distance(fox, way[place - 1]) for fox in self.foxes])
        return Refusal(
            "too-near",
            fowl=self.fowl_fact(fowl),
            cell=hexboard.name(way[place]),
            fox=("fox", {"seat": ("seat", self.seats[gaps.index(min(gaps))])}),
            was=before - 1,
            gets=min(gaps) - 1,
        )

    def _brave_ways(self, origin: int) -> "dict[int, int]":
        """Ways of a fowl that fears no fox: {cell: the cell before it}."""
        parents: "dict[int, int]" = {}
        edge = [origin]
        for here in edge:
            for there in hexboard.NEIGHBOURS[here]:
                if not self._board[there] and there not in parents:
                    parents[there] = here
                    edge.append(there)
        return parents

    def _check_fox(self, seat: int, goal: int) -> None:
        if goal == self.foxes[seat]:
            raise Refusal("no-move", cell=hexboard.name(goal))
        if self.fox_on(goal) >= 0:
            raise Refusal("fox-taken", cell=hexboard.name(goal), fox=self._piece(goal))
        if goal in self.fox_reach(seat):
            return
        if self.turn == 1 and goal == hexboard.CENTRE:
            raise Refusal("tunnel-closed", cell=hexboard.name(goal))
        for near in self._fox_step(self.foxes[seat]):
            if near == goal or goal in self._fox_step(near):
                raise Refusal("fox-blocked", cell=hexboard.name(goal))
        raise Refusal("fox-too-far", cell=hexboard.name(goal))

    # What happens

    def apply(self, action: int):
        known = self._known
        if known is None:
            cost = self.check(action)
        else:
            cost = known.get(action, -1)
            if cost < 0:
                self.check(action)
        self._known_before = known
        self._before = len(self.log)
        self._known = None
        verb = action >> 16
        seat = action >> 14 & 3
        if verb == MOVE:
            origin = action >> 7 & 127
            goal = action & 127
            board = self._board
            fowl = board[origin]
            board[origin] = 0
            board[goal] = fowl
            self._at[fowl] = goal
            self._back.append(self._index << 2 | self.steps)
            self.log.append(action)
            if cost < self.steps:
                self.steps -= cost
            else:
                self._next_mover()
            return [("moved", seat, fowl, origin, goal, cost)]
        if verb == DONE:
            self._back.append(self._index << 2 | self.steps)
            self.log.append(action)
            self._next_mover()
            return [("done", seat)]
        if verb == PLAY:
            return self._apply_play(action, seat, action & 127)
        if verb == TARGET:
            return self._apply_target(action, seat, action & 127)
        if verb > TARGET:
            return corrections().apply(self, action)
        return self._apply_fox(action, seat, self.foxes[seat] if verb == STAY else action & 127)

    def _next_mover(self) -> None:
        self._index += 1
        if self._index < len(self.seats):
            self.steps = STEPS
        else:
            self._index = 0
            self.steps = 0
            self.phase = "fox"

    def _apply_play(self, action: int, seat: int, card: int):
        self.log.append(action)
        self._back.append(self.count.play(seat, card, self.turn))
        self.cards[seat] = card
        events: "list[tuple]" = [("played", seat, card)]
        if 0 not in self.cards:
            self._sort_seats()
            self.phase = "move"
            self._index = 0
            self.steps = STEPS
            events.append(("order",))
        return events

    def _sort_seats(self) -> None:
        """Lowest card first (action 2); two that were agreed to be the same in seating order."""
        cards = self.cards
        self.order = sorted(range(len(cards)), key=lambda seat: cards[seat] << 2 | seat)

    def _apply_target(self, action: int, seat: int, card: int):
        self.log.append(action)
        self._back.append(0)
        self.targets[seat] = card
        events: "list[tuple]" = [("target", seat, card)]
        if 0 not in self.targets:
            self.phase = "over"
            self.over = True
            events.append(("over",))
        return events

    def _apply_fox(self, action: int, seat: int, goal: int):
        origin = self.foxes[seat]
        board = self._board
        caught = board[goal] if board[goal] <= FOWL else 0
        self.log.append(action)
        self._back.append(origin | caught << 7 | self._caught << 13 | self._index << 16 | self.light << 18)
        events: "list[tuple]" = []
        if goal == origin:
            events.append(("stayed", seat))
        else:
            board[origin] = TUNNEL if self._is_tunnel[origin] else 0
            board[goal] = FOX0 + seat
            self.foxes[seat] = goal
            self._ease_known = False
            events.append(("fox-moved", seat, origin, goal))
        if caught:
            self._at[caught] = GONE
            self.captured[seat].append(caught)
            self._caught += 1
            events.append(("captured", seat, caught, goal))
        self._index += 1
        if self._index == len(self.seats):
            self._end_turn(events)
        return events

    def _end_turn(self, events) -> None:
        """Actions 5 to 8 (rulings, Fowl Play! 5 to 7)."""
        self._index = 0
        few = self.left() <= FEW_FOWL
        if not few and self.turn > 1 and not self._caught and not self.out_by_light():
            self.light += 1
            events.append(("light", self.light))
        self._caught = 0
        if few or self.out_by_light():
            self.phase = "target"
            events.append(("ended", int(few)))
            return
        self.turn += 1
        self._turn_starts.append(len(self.log))
        self.phase = "play"
        self.cards = [0] * len(self.seats)
        self.order = []
        if self.count.shuffled_before(self.turn):
            events.append(("shuffled",))
        events.append(("next-turn", self.turn))

    def undo(self) -> int:
        if not self.log:
            raise nothing_to_undo()
        action = self.log.pop()
        back = self._back.pop()
        verb = action >> 16
        seat = action >> 14 & 3
        if verb == MOVE:
            origin = action >> 7 & 127
            goal = action & 127
            board = self._board
            fowl = board[goal]
            board[goal] = 0
            board[origin] = fowl
            self._at[fowl] = origin
            self.phase = "move"
            self.steps = back & 3
            self._index = back >> 2
        elif verb == DONE:
            self.phase = "move"
            self.steps = back & 3
            self._index = back >> 2
        elif verb == PLAY:
            self.count.take_back(seat, action & 127, self.turn, back)
            self.cards[seat] = 0
            self.order = []
            self.phase = "play"
            self.steps = 0
        elif verb == TARGET:
            self.targets[seat] = 0
            self.phase = "target"
            self.over = False
        elif verb > TARGET:
            corrections().undo(self, action, back)
        else:
            self._undo_fox(seat, back)
        self._known = self._known_before if self._before == len(self.log) else None
        self._before = -1
        return action

    def _undo_fox(self, seat: int, back: int) -> None:
        if self.phase == "play":
            # Back over the end of a turn: that turn's cards stand in the log.
            self.turn -= 1
            self._turn_starts.pop()
            place = self._turn_starts[-1]
            while 0 in self.cards:
                entry = self.log[place]
                if entry >> 16 in (PLAY, AGREED_PLAY):
                    self.cards[entry >> 14 & 3] = entry & 127
                place += 1
            self._sort_seats()
        self.phase = "fox"
        self._caught = back >> 13 & 7
        self._index = back >> 16 & 3
        self.light = back >> 18
        goal = self.foxes[seat]
        origin = back & 127
        caught = back >> 7 & 63
        if goal != origin:
            self._board[goal] = caught or (TUNNEL if self._is_tunnel[goal] else 0)
            self._board[origin] = FOX0 + seat
            self.foxes[seat] = origin
            self._ease_known = False
        if caught:
            self._at[caught] = goal
            self.captured[seat].pop()

    def corrected(self) -> int:
        return len([entry for entry in self.log if entry >> 16 > TARGET])

    # Text and data

    def line(self, action: int) -> str:
        verb = action >> 16
        if verb > TARGET:
            return corrections().line(self, action)
        start = VERBS[verb] + " " + self.seats[action >> 14 & 3]
        if verb == MOVE:
            return start + " " + hexboard.name(action >> 7 & 127) + " " + hexboard.name(action & 127)
        if verb == FOX:
            return start + " " + hexboard.name(action & 127)
        if verb in (PLAY, TARGET):
            return start + " " + str(action & 127)
        return start

    def read(self, tokens: "list[str]") -> int:
        word = tokens[0]
        if word not in VERBS:
            if word in ("agreed", "correct"):
                return corrections().read(self, tokens)
            raise unreadable("unknown-word", word=word)
        verb = VERBS.index(word)
        if len(tokens) != LENGTHS[verb]:
            raise unreadable("bad-line", word=word, form=FORMS[verb])
        seat = find_seat(self.seats, tokens[1])
        if verb in (PLAY, TARGET):
            card = number(tokens[2], 1, FOWL)
            if card < 0:
                raise unreadable("unknown-card", card=tokens[2])
            return action(verb, seat, 0, card)
        cells = [0, 0]
        for place in range(2, len(tokens)):
            cell = hexboard.cell(tokens[place])
            if cell < 0:
                raise unreadable("unknown-cell", cell=tokens[place])
            cells = [cells[1], cell]
        return action(verb, seat, cells[0], cells[1])

    def scores(self):
        if not self.over:
            return None
        found = OrderedDict()
        sheets = scoring.score(self.shows, self.captured, self.targets)
        for seat in range(len(self.seats)):
            found[self.seats[seat]] = scoring.as_data(sheets[seat])
        return found

    def _deciding(self):
        """(winners, what decided), see `scoring.winners`."""
        return scoring.winners(scoring.score(self.shows, self.captured, self.targets), self.captured)

    def winners(self) -> "list[int] | None":
        return self._deciding()[0] if self.over else None

    def _by_seat(self, values):
        found = OrderedDict()
        for seat in range(len(self.seats)):
            if values[seat] is not None:
                found[self.seats[seat]] = values[seat]
        return found

    def state(self):
        data = OrderedDict()
        data["game"] = self.name
        data["rules"] = self.rules
        data["phase"] = self.phase
        data["over"] = self.over
        data["seats"] = list(self.seats)
        data["to_act"] = [self.seats[seat] for seat in self.to_act()]
        data["turn"] = self.turn
        data["actions"] = len(self.log)
        data["scores"] = self.scores()
        winners = self.winners()
        data["winners"] = None if winners is None else [self.seats[seat] for seat in winners]
        data["tunnels"] = [hexboard.name(cell) for cell in self.tunnels]
        shows = data["shows"] = OrderedDict()
        fowl = OrderedDict()
        for card in range(1, FOWL + 1):
            shows[str(card)] = look_name(self.shows[card - 1])
            if self._at[card] != GONE:
                fowl[str(card)] = hexboard.name(self._at[card])
        data["order"] = [self.seats[seat] for seat in self.order]
        data["cards"] = self._by_seat([card or None for card in self.cards])
        data["steps_left"] = self.steps
        data["fowl"] = fowl
        data["foxes"] = self._by_seat([hexboard.name(cell) for cell in self.foxes])
        data["captured"] = self._by_seat([list(cards) for cards in self.captured])
        data["light"] = self.light
        data["light_limit"] = self.light_limit
        corrected = self.corrected()
        if corrected:
            data["corrected"] = corrected
        return data
