"""A second, slow referee for Fowl Play!, written from the rulebook alone: dictionaries, names and plain loops.

It shares no code with `shared_rules` and keeps no clever state: hands are what the cards that were played allow, distances are
counted with the formula of the record format, and every legal line is found by trying what the rules name.
"""

TYPES = ["chicken", "duck", "goose", "turkey"]
COLOURS = ["black", "brown", "white"]
SHAPES = ["circle", "hexagon", "square"]
ROWS = "abcdefghijklm"
FLOCKS = {
    "chicken": ["m7", "m8", "m9", "l6", "l7", "l8", "k5", "k6", "k7"],
    "duck": ["m13", "m12", "m11", "l13", "l12", "l11", "k13", "k12", "k11"],
    "goose": ["a7", "a6", "a5", "b8", "b7", "b6", "c9", "c8", "c7"],
    "turkey": ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"],
}


def xy(cell):
    return int(cell[1:]) - 7, ROWS.index(cell[0]) - 6


def on_board(x, y):
    return abs(x) <= 6 and abs(y) <= 6 and abs(x - y) <= 6


CELLS = [ROWS[y + 6] + str(x + 7) for y in range(-6, 7) for x in range(-6, 7) if on_board(x, y)]


def apart(one, other):
    (x1, y1), (x2, y2) = xy(one), xy(other)
    dx, dy = x1 - x2, y1 - y2
    return max(abs(dx), abs(dy), abs(dx - dy))


AROUND = {cell: [other for other in CELLS if apart(cell, other) == 1] for cell in CELLS}


class Referee:
    """Takes record lines; `lines()` is what is legal next; the rest is public data."""

    def __init__(self, text):
        self.tunnels = ["g7", "i11", "k9", "i5", "e3", "c5", "e9"]
        self.cards = [f"{t}-{c}-{s}" for t in TYPES for c in COLOURS for s in SHAPES]
        self.place = None
        self.turn, self.phase, self.light = 1, "play", 0
        self.discards, self.shuffles, self.history = [], [], []  # history: (turn, seat, card)
        self.played, self.moved, self.done, self.targets, self.caught = {}, 0, [], {}, 0
        for line in text:
            self.feed(line)

    def feed(self, line):
        word, *rest = line.split()
        if word == "seats":
            self.seats = rest
        elif word == "tunnels":
            self.tunnels = rest
        elif word == "cards":
            self.cards = rest
        elif word == "place":
            self.place = dict(enumerate(rest, 1))
        elif word == "foxes":
            self.foxes = dict(zip(rest[::2], rest[1::2], strict=True))
            if self.place is None:
                order = sorted(range(36), key=lambda n: self.rank(self.cards[n]))
                cells = [cell for kind in TYPES for cell in FLOCKS[kind]]
                self.place = {n + 1: cells[rank] for rank, n in enumerate(order)}
            self.fowl = dict(self.place)
            self.captured = {seat: [] for seat in self.seats}
        elif word not in ("roost", "rules"):
            getattr(self, "do_" + word)(*rest)

    @staticmethod
    def rank(look):
        kind, colour, shape = look.split("-")
        return TYPES.index(kind), COLOURS.index(colour), SHAPES.index(shape)

    def order(self):
        return sorted(self.seats, key=lambda seat: self.played[seat])

    # actions

    def do_play(self, seat, card):
        self.played[seat] = int(card)
        self.history.append((self.turn, seat, int(card)))
        if len(self.played) == len(self.seats):
            self.phase, self.moved, self.done = "move", 0, []

    def do_move(self, seat, start, goal):
        card = next(n for n, cell in self.fowl.items() if cell == start)
        self.moved += self.ways(start, 3 - self.moved)[goal]
        self.fowl[card] = goal
        if self.moved == 3:
            self.do_done(seat)

    def do_done(self, seat):
        self.done.append(seat)
        self.moved = 0
        if len(self.done) == len(self.seats):
            self.phase, self.done = "fox", []

    def do_fox(self, seat, goal):
        self.foxes[seat] = goal
        for card, cell in list(self.fowl.items()):
            if cell == goal:
                del self.fowl[card]
                self.captured[seat].append(card)
                self.caught += 1
        self.do_stay(seat)

    def do_stay(self, seat):
        self.done.append(seat)
        if len(self.done) < len(self.seats):
            return
        if len(self.fowl) <= 8:
            self.phase = "target"
            return
        if self.turn > 1 and self.caught == 0:
            self.light += 1
            if self.light == (6 if len(self.seats) == 2 else 3):
                self.phase = "target"
                return
        self.discards += self.played.values()
        # Everybody draws one; a draw from an empty pile first makes a new pile of the discards.
        pile = 36 - 4 * len(self.seats)
        drawn_before = len(self.seats) * (self.turn - 1)
        for shuffled, _turn in self.shuffles:
            pile += len(shuffled)
        if pile - drawn_before == 0:
            self.shuffles.append((list(self.discards), self.turn))
            self.discards = []
        self.turn += 1
        self.phase, self.played, self.done, self.caught = "play", {}, [], 0

    def do_target(self, seat, card):
        self.targets[seat] = int(card)
        if len(self.targets) == len(self.seats):
            self.phase = "over"

    # what is legal

    def fear(self, cell):
        return min(apart(cell, fox) for fox in self.foxes.values())

    def ways(self, start, steps):
        """{cell: spaces} that a fowl reaches, one checked step after the other."""
        best = {start: 0}
        for spent in range(steps):
            for here in [cell for cell, cost in best.items() if cost == spent]:
                for there in AROUND[here]:
                    if there in self.tunnels or there in self.fowl.values() or there in self.foxes.values():
                        continue
                    # At least two spaces between (distance 3): not nearer than that. Else: not nearer than now.
                    if self.fear(there) < min(self.fear(here), 3):
                        continue
                    best.setdefault(there, spent + 1)
        del best[start]
        return best

    def hand_allows(self, seat, card):
        if card in self.played.values() or card in self.discards:
            return False
        for shuffled, turn in self.shuffles:
            since = [(s, c) for t, s, c in self.history if t > turn]
            if card in shuffled or card in [c for _, c in since]:
                continue
            old = []
            for index, (s, c) in enumerate(since):
                if s == seat and c not in shuffled and c not in [c2 for _, c2 in since[:index]]:
                    old.append(c)
            if len(old) >= 2:
                return False
        return True

    def fox_ways(self, seat):
        start = self.foxes[seat]
        others = [cell for name, cell in self.foxes.items() if name != seat]

        def steps(cell):
            return AROUND[cell] + ([t for t in self.tunnels if t != cell] if cell in self.tunnels else [])

        found = set()
        for one in steps(start):
            if one in others:
                continue
            found.add(one)
            if one not in self.fowl.values():
                found.update(two for two in steps(one) if two not in others)
        found.discard(start)
        if self.turn == 1:
            found.discard("g7")
        return found

    def lines(self):
        found = []
        if self.phase == "play":
            for seat in self.seats:
                if seat not in self.played:
                    found += [f"play {seat} {card}" for card in range(1, 37) if self.hand_allows(seat, card)]
        elif self.phase == "move":
            seat = self.order()[len(self.done)]
            found.append(f"done {seat}")
            mine = self.cards[self.played[seat] - 1].split("-")
            for card, cell in self.fowl.items():
                if set(mine) & set(self.cards[card - 1].split("-")):
                    found += [f"move {seat} {cell} {goal}" for goal in self.ways(cell, 3 - self.moved)]
        elif self.phase == "fox":
            seat = self.order()[len(self.done)]
            found.append(f"stay {seat}")
            found += [f"fox {seat} {goal}" for goal in self.fox_ways(seat)]
        elif self.phase == "target":
            played = {card for _, _, card in self.history}
            for seat in self.seats:
                if seat not in self.targets:
                    free = [card for card in range(1, 37) if card not in played and card not in self.targets.values()]
                    found += [f"target {seat} {card}" for card in free]
        return sorted(found)

    # the score

    def score(self):
        """{seat: (captured subtotal, surviving subtotal, total)}, and the winners."""
        looks = {seat: [self.cards[card - 1].split("-") for card in cards] for seat, cards in self.captured.items()}
        points = {}
        for seat in self.seats:
            first = 0
            for trait in SHAPES + COLOURS:
                counts = {name: sum(trait in look for look in looks[name]) for name in self.seats}
                if counts[seat] and counts[seat] == max(counts.values()):
                    first += len({look[0] for look in looks[seat] if trait in look})
            first += 4 * min(sum(kind in look for look in looks[seat]) for kind in TYPES)
            target = self.cards[self.targets[seat] - 1].split("-")
            second = sum(len(set(target) & set(self.cards[card - 1].split("-"))) for card in self.fowl)
            second += self.targets[seat] in self.fowl
            points[seat] = (first, second, first + second)
        best = [seat for seat in self.seats if points[seat][2] == max(p[2] for p in points.values())]
        if len(best) > 1 and any(self.targets[seat] in self.fowl for seat in best):
            best = [seat for seat in best if self.targets[seat] in self.fowl]
        fewest = min(len(self.captured[seat]) for seat in best)
        return points, [seat for seat in best if len(self.captured[seat]) == fewest]
