"""What the tests of Fancy Feathers share: games from lines, random games, and everything a game knows as plain data.

Runs on MicroPython, too.
"""

from shared_rules.fancy_feathers.asking import FancyFeathers
from shared_rules.fancy_feathers.cards import CARDS, KIND, TYPES, copies, deck
from shared_rules.record import Reader, tokens

NAMES = ("anna", "ben", "cleo", "dora", "emil", "fritz")


def start(seats="anna ben", types="golden fart amherst blood green reeves", discs=None):
    """A game just begun; discs: names from the top of the stack, the seating order if left out."""
    names = tuple(seats.split(" "))
    order = discs.split(" ") if discs else names
    return FancyFeathers(1, names, tuple(types.split(" ")), tuple([names.index(name) for name in order]))


def play(game, text):
    """Applies lines; returns the events of the last one."""
    events = []
    for line in text.split("\n"):
        words = tokens(line)
        if words:
            events = game.apply(game.read(words))
    return events


def record(text):
    """The game of a record's text without its header."""
    reader = Reader()
    reader.feed("roost 1 fancy_feathers")
    for line in text.split("\n"):
        reader.feed(line)
    return reader.finish()


def lines(game):
    """The lines that are legal next, sorted."""
    return sorted([game.line(action) for action in game.legal()])


def everything(game):
    """All that a game knows, in a form that can be compared and is not touched by the game."""
    return repr(sorted([(name, str(value)) for name, value in game.__dict__.items()]))


class Dice:
    """Random numbers that are the same on every runtime."""

    def __init__(self, seed):
        self.value = seed * 7919 + 1

    def below(self, n):
        self.value = (self.value * 1103515 + 12345) % 16777213
        return self.value // 7 % n

    def pick(self, items):
        return items[self.below(len(items))]

    def shuffled(self, items):
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(len(items))]


class RandomGame:
    """A game whose cards come from a shuffled deck and whose choices are diced; in some games moves are mostly short."""

    def __init__(self, seed, seats=None, types=None):
        self.dice = Dice(seed)
        dice = self.dice
        n = seats or 2 + dice.below(5)
        self.types = types or tuple(dice.shuffled(TYPES)[:6])
        self.game = FancyFeathers(1, NAMES[:n], self.types, tuple(dice.shuffled(list(range(n)))))
        every = [card for card in range(len(CARDS)) if KIND[card] in self.types for _ in range(copies(card, n))]
        self.deck = dice.shuffled(every)[: deck(n)]
        self.near = dice.below(10)

    def next_line(self):
        """What happens next, None at the end."""
        game = self.game
        dice = self.dice
        if game.over:
            return None
        if game.phase == "reveal":
            from_here = self.deck[len(game.cards) :]
            many = 1 if dice.below(3) else 1 + dice.below(game.due())
            return "reveal " + " ".join([CARDS[card] for card in from_here[:many]])
        choices = [game.line(action) for action in game.legal()]
        if game.phase == "move" and dice.below(10) < self.near:
            choices = choices[:3]
        return dice.pick(choices)


def fill(game, text=""):
    """Turns up cards while some are due: those named first, then any but Foxes, with Traps last."""
    wanted = text.split()
    while game.phase == "reveal":
        names = [token for token in CARDS if token != "fox" and "reveal " + token in lines(game)]
        names = [token for token in names if token != "trap"] or names
        play(game, "reveal " + (wanted.pop(0) if wanted else names[len(game.cards) % len(names)]))


def run(game, text):
    """Applies lines, filling up the Path after each; `fill CARDS` says with what."""
    for line in text.split("\n"):
        words = tokens(line)
        if words and words[0] == "fill":
            fill(game, " ".join(words[1:]))
        elif words:
            fill(game)
            game.apply(game.read(words))
    return game


def leave_all(game):
    """Everybody leaves as soon as may be: to the last card of the Path, then off it."""
    while game.phase in ("reveal", "move"):
        fill(game)
        if game.phase == "move":
            game.apply(game.legal()[-1])
