"""An independent, slow account of Fancy Feathers, from the rulebook and the rulings; it shares nothing with the rules but tokens.

Cards are objects in hands, discs lie in stacks on the Path, and what can have been given up for a Fox is found by trying all
ways of giving up one card for each Fox.
"""


class Card:
    def __init__(self, token):
        self.token = token


class Player:
    def __init__(self, name):
        self.name = name
        self.held = []  # Cards, in the order in which they came
        self.foxes = []  # for each Fox that cost something: the Cards held or given up before it, all that ever came before it
        self.named = []  # tokens named so far


class Reference:
    def __init__(self, names, discs, types):
        self.players = {name: Player(name) for name in names}
        self.names = list(names)
        self.types = list(types)
        self.sets = len(names)
        self.to_come = 15 * len(names)
        self.seen = []  # tokens turned up
        self.path = {}  # place -> Card
        self.stacks = {0: list(reversed(discs))}  # place -> names, the bottom one first
        self.gone = []
        self.trap_aside = []
        self.turn = 1
        self.collected_this_turn = False
        self.pending_turn = False

    # who and where

    def places(self):
        return sorted(place for place, stack in self.stacks.items() if stack)

    def whose(self):
        return self.stacks[self.places()[0]][-1] if self.places() else None

    def due(self):
        if not self.places():
            return 0
        ahead = len(self.seen) - self.places()[-1]
        return min(max(5 - ahead, 0), self.to_come - len(self.seen))

    def phase(self):
        if self.due():
            return "reveal"
        if self.whose():
            return "move"
        return "lose" if any(self.owing(name) for name in self.names) else "over"

    def owing(self, name):
        player = self.players[name]
        return len(player.foxes) - len(player.named)

    # what may have been given up

    def could_give(self, name):
        """Tokens that can be named next so that every Fox, this one, earlier and later ones, gets a card of its own."""
        player = self.players[name]
        if not self.owing(name):
            return []
        found = []
        for token in {card.token for cards in player.foxes for card in cards}:
            if self.fits(player.foxes, player.named + [token], []):
                found.append(token)
        return found

    def fits(self, foxes, named, used):
        """Can distinct cards be found: one of each named token for the first Foxes, any for the others?"""
        depth = len(used)
        if depth == len(foxes):
            return True
        tried = set()
        for card in foxes[depth]:
            if any(card is other for other in used) or card.token in tried:
                continue
            if depth < len(named) and card.token != named[depth]:
                continue
            if depth >= len(named):
                tried.add(card.token)
            if self.fits(foxes, named, used + [card]):
                return True
        return False

    def legal(self):
        phase = self.phase()
        if phase == "reveal":
            return ["reveal " + token for token, copies in self.copies().items() if self.seen.count(token) < copies]
        if phase == "move":
            name = self.whose()
            place = self.places()[0]
            moves = [f"move {name} {ahead}" for ahead in self.path if ahead > place]
            return moves if len(self.seen) < self.to_come else [*moves, f"leave {name}"]
        return [f"lose {name} {token}" for name in self.names for token in self.could_give(name)]

    def copies(self):
        found = {}
        for kind in self.types:
            numbers = {"golden": "123", "fart": "123", "monal": "357"}.get(kind)
            for token in [kind + number for number in numbers] if numbers else [kind] * 3:
                found[token] = found.get(token, 0) + self.sets
        return found

    # what happens

    def apply(self, line):
        verb, *rest = line.split()
        if verb == "reveal":
            for token in rest:
                self.seen.append(token)
                self.path[len(self.seen)] = Card(token)
        elif verb == "lose":
            self.players[rest[0]].named.append(rest[1])
            return
        else:
            name = rest[0]
            self.stacks[self.places()[0]].remove(name)
            if verb == "move":
                self.stacks.setdefault(int(rest[1]), []).append(name)
            else:
                self.gone.append(name)
            for card in self.trap_aside:
                self.receive(self.whose() or name, card)
            self.trap_aside = []
            self.collected_this_turn = False
            self.pending_turn = True
        if not self.due() and self.whose():
            if self.pending_turn:
                self.turn += 1
                self.pending_turn = False
            self.collect()

    def receive(self, name, card):
        player = self.players[name]
        if card.token == "fox" and player.held:
            player.foxes.append(list(player.held))
        player.held.append(card)

    def collect(self):
        name = self.whose()
        place = self.places()[0]
        if place == 0 or len(self.stacks[place]) > 1 or self.collected_this_turn:
            return
        self.collected_this_turn = True
        for position in sorted(self.path):
            if position <= place:
                card = self.path.pop(position)
                if card.token == "trap":
                    self.trap_aside.append(card)
                else:
                    self.receive(name, card)

    def hand(self, name):
        tokens = [card.token for card in self.players[name].held]
        for token in self.players[name].named:
            tokens.remove(token)
        return sorted(tokens)

    def state(self):
        """The same as the record format's JSON object, as far as play goes."""
        where = {name: place for place, stack in self.stacks.items() for name in stack}
        phase = self.phase()
        return {
            "phase": phase,
            "over": phase == "over",
            "to_act": [self.whose()]
            if phase == "move"
            else [name for name in self.names if phase == "lose" and self.owing(name)],
            "turn": self.turn,
            "due": self.due(),
            "stack": self.to_come - len(self.seen),
            "path": {str(place): card.token for place, card in sorted(self.path.items())},
            "discs": {name: where.get(name) for name in self.names},
            "piles": {str(place): self.stacks[place] for place in self.places()},
            "collected": {name: self.hand(name) for name in self.names},
            "losses": {name: self.owing(name) for name in self.names},
            "aside": len(self.trap_aside),
            "left": self.gone,
        }
