"""Random games in which the table settles mistakes by agreement; a program too, so that MicroPython can play the same:

    micropython tests/shared_rules/corrected.py GAME SEED ...

After every action the game is sound, and whoever is to act can act. What is refused changes nothing. Everything can be taken back, and the
record, read again, gives the same game.
"""

import binascii
import sys

sys.path.insert(0, ".")

from shared_rules.choice import Choice
from shared_rules.jsontext import dumps
from shared_rules.record import Reader
from shared_rules.refusal import Refusal

NAMES = ("anna", "ben", "cleo", "dora", "emil", "fritz", "gina")
FOXES = ("black", "brown", "orange", "white")
DEN = ("g8", "h8", "h7", "g6", "f6", "f7")
TYPES = ("golden", "fart", "amherst", "blood", "green", "peacock", "nest", "reeves", "trap", "mirror", "monal", "fox")
MOST = 40  # corrections in a game, so that it ends
REASONS = ("", " fell over", " we all agree", " Fuß 3")


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


def head(game, dice):
    """The lines of a record's beginning."""
    if game == "fowl_play":
        seats = dice.shuffled(FOXES)[: 2 + dice.below(3)]
        den = dice.shuffled(DEN)
        foxes = " ".join([seats[index] + " " + den[index] for index in range(len(seats))])
        return ["seats " + " ".join(seats), "foxes " + foxes]
    if game == "fancy_feathers":
        seats = NAMES[: 2 + dice.below(5)]
        types = ["fox", "trap", "green", "monal", "golden", "mirror"] if dice.below(2) else dice.shuffled(TYPES)[:6]
        return ["seats " + " ".join(seats), "types " + " ".join(types), "discs " + " ".join(dice.shuffled(seats))]
    return ["seats " + " ".join(NAMES[: 1 + dice.below(7)]), "raptors " + dice.pick(("on", "off"))]


# ---- what a table might say ---------------------------------------------------------------------------------------------------


def said(game, dice):
    """A line that begins with `agreed` or `correct`, as likely as not one that fits."""
    reason = dice.pick(REASONS)
    seat = dice.pick(game.seats)
    if game.name == "fowl_play":
        card = str(1 + dice.below(36))
        cell = chr(97 + dice.below(13)) + str(1 + dice.below(13))
        return dice.pick(
            (
                "correct " + card + " " + cell + reason,
                "correct " + card + " " + cell + reason,
                "correct " + card + " off" + reason,
                "correct " + card + " captured " + seat + reason,
                "correct " + seat + " " + cell + reason,
                "correct light " + str(dice.below(3)) + reason,
                "correct shuffle" + reason,
                "agreed play " + seat + " " + card,
                "agreed target " + seat + " " + card,
            )
        )
    if game.name == "fancy_feathers":
        from shared_rules.fancy_feathers.cards import CARDS, KIND

        card = dice.pick([token for token in CARDS if KIND[CARDS.index(token)] in game.types])
        place = str(dice.below(len(game.cards) + 2))
        return dice.pick(
            (
                "agreed reveal " + card,
                "agreed reveal " + card + " " + card,
                "agreed lose " + seat + " " + card,
                "agreed stack " + str(dice.below(game.stack() + 4)),
                "correct disc " + seat + " " + place + reason,
                "correct disc " + seat + " off" + reason,
                "correct disc " + seat + " " + place + " " + dice.pick(game.seats) + " " + place + reason,
                "correct card " + place + " " + card + reason,
                "correct has " + seat + " " + card + " " + str(dice.below(4)) + reason,
            )
        )
    bird = game.printed.name(dice.below(35))
    return dice.pick(
        (
            "agreed play " + seat + " " + bird,
            "agreed reveal " + bird,
            "agreed last " + seat + " " + bird,
            "agreed none",
            "correct saw " + seat + " " + bird + reason,
            "correct missed " + seat + " " + bird + reason,
        )
    )


# ---- what must hold -----------------------------------------------------------------------------------------------------------


def sound(game):
    """Raises AssertionError unless the game is as a game can be, and somebody can go on."""
    state = game.state()
    assert game.over or ways_on(game), "nobody can go on"
    assert game.over == (state["winners"] is not None)
    assert len(game.log) == state["actions"]
    for action in game.legal():
        assert game.line(action).split(" ")[0] not in ("agreed", "correct")
    if game.name == "fowl_play":
        cells = list(state["fowl"].values())
        captured = [card for cards in state["captured"].values() for card in cards]
        assert len(set(captured)) == len(captured)
        assert len(cells) + len(captured) == 36
        pieces = cells + list(state["foxes"].values())
        assert len(set(pieces)) == len(pieces)
        assert not [cell for cell in cells if cell in state["tunnels"]]
        assert 0 <= state["light"] <= state["light_limit"]
        assert state["order"] or state["phase"] == "play"
    elif game.name == "fancy_feathers":
        order = [game.at[seat] for seat in game.order]
        assert order == sorted(order, reverse=True)
        assert sorted(game.order + game.left) == list(range(len(game.seats)))
        assert not [place for place in order if place and not game.taken <= place <= len(game.cards)]
        assert min(state["losses"].values()) >= 0
        assert state["due"] <= state["stack"]
    else:
        assert len(state["lingering"]) <= 7
        assert min(game._out) >= 0


def ways_on(game):
    """Actions that somebody can do now, in the same order everywhere; by agreement where the count of cards leaves none."""
    found = game.legal()
    choice = game.prompt().choice
    while not found and choice is not None:
        found = [choice.pick(key) for key in choice.keys]
        choice = found[0] if isinstance(found[0], Choice) else None
        found = [] if choice is not None else found
    for action in found[:: max(1, len(found) // 5)]:
        game.check(action)
    return sorted(found, key=game.line)


def table(game):
    """Who acts, in what phase of which turn: what a correction of Fowl Play! leaves alone."""
    return game.phase, game.turn, game.to_act(), game.over, list(game.order), game.steps


def everything(game):
    """All that a game knows, in a form that can be compared; what it knows only until it is asked again left out."""
    aside = ("_known", "_known_before", "_before", "_kin", "_kin_card", "_ease", "_ease_known", "count", "shows", "printed")
    if game.name == "fancy_feathers":
        aside = ()
    found = [dumps(game.state())]
    for name, value in sorted(game.__dict__.items()):
        if name == "_back":
            value = [entry if isinstance(entry, (int, tuple)) else "the count before" for entry in value]
        if name not in aside:
            found.append(name + " " + str(value))
    return "\n".join(found)


class Table:
    """A game that is played at random, with mistakes set right on the way. corrections: how many stand."""

    def __init__(self, name, seed):
        self.dice = Dice(seed)
        self.head = ["roost 1 " + name] + head(name, self.dice)
        reader = Reader()
        for line in self.head:
            reader.feed(line)
        self.game = reader.finish()
        self.tried = 0
        self.refused = {}
        self.taken = {}

    def step(self):
        """One action, an undo or a correction; what is refused must change nothing."""
        game = self.game
        dice = self.dice
        if self.tried < MOST * 6 and dice.below(4) == 0:
            self.tried += 1
            line = said(game, dice)
            before = everything(game)
            who = table(game) if game.name == "fowl_play" else None
            try:
                action = game.read(line.split(" "))
                assert game.line(action) == line, (game.line(action), line)
                events = game.apply(action)
            except Refusal as refusal:
                assert everything(game) == before, line
                self.refused[refusal.code] = line
                return
            for event in events:
                assert isinstance(game.tell(event), tuple)
            after = everything(game)
            sound(game)
            if who is not None and line.split(" ")[0] == "correct":
                assert table(game) == who, line
            game.prompt()
            game.scene()
            game.undo_notes()
            assert game.undo() == action
            assert everything(game) == before, line
            game.apply(action)
            assert everything(game) == after
            words = line.split(" ")
            self.taken[" ".join(words[:2])] = self.taken.get(" ".join(words[:2]), 0) + 1
        elif game.over:
            return
        elif dice.below(30) == 0 and game.log:
            game.undo()
        else:
            game.apply(self._likely(ways_on(game)))

    def _likely(self, legal):
        # Captures and leaving bring a game to its end.
        game = self.game
        if game.name == "fowl_play" and game.phase == "fox":
            captures = [action for action in legal if action >> 16 == 3 and game.fowl_on(action & 127)]
            if captures:
                return self.dice.pick(captures)
        return self.dice.pick(legal)


def play(name, seed, steps=1500):
    """A whole game and a little more; returns (the Table, a sum over all its states)."""
    table = Table(name, seed)
    total = 0
    after = 0
    for _ in range(steps):
        table.step()
        total = binascii.crc32(dumps(table.game.state()).encode(), total) & 0xFFFFFFFF
        after += table.game.over
        if after > 60:
            break
    sound(table.game)
    return table, total


def again(table):
    """The record of a game, read anew."""
    reader = Reader()
    for line in table.head + [table.game.line(action) for action in table.game.log]:
        reader.feed(line)
    return reader.finish()


def report(name, seed):
    """Plays, replays and takes back one game; the lines to print."""
    table, total = play(name, seed)
    game = table.game
    assert dumps(again(table).state()) == dumps(game.state())
    last = dumps(game.state())
    while game.log:
        game.undo()
        total = binascii.crc32(dumps(game.state()).encode(), total) & 0xFFFFFFFF
    assert "corrected" not in game.state()
    return ["%s %d %08x" % (name, seed, total), last, " ".join(sorted(table.refused)), str(sorted(table.taken.items()))]


if __name__ == "__main__":
    for argument in sys.argv[2:]:
        for text in report(sys.argv[1], int(argument)):
            print(text)
