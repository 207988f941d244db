"""Setting the Path right: discs, cards, the stack; at the end what each seat has collected. See `shared_rules.position`.

Things and their values: ("disc", seat) is ("space", place) or ("word", "off"), ("lies", place) is ("face", token), ("stack", 0) is
("number", n), ("held", seat * 32 + card) is ("number", n). Parts: ("discs", 0), ("path", 0), ("stacked", 0), ("collected", seat).
"""

from ..choice import Choice
from ..position import Position as Draft
from .cards import CARDS, IN_PLAY, KIND, SET, copies
from .naming import card_fact
from .rules import GONE


class Position(Draft):
    """The Path as people see it."""

    def __init__(self, game) -> None:
        now = {}
        self._cards = [card for card in range(len(CARDS)) if KIND[card] in game.types]
        for seat in range(len(game.seats)):
            now[("disc", seat)] = ("word", "off") if game.at[seat] == GONE else ("space", game.at[seat])
            hand = game.hand(seat)
            for card in self._cards:
                now[("held", seat * 32 + card)] = ("number", hand.count(card))
        for place in range(game.taken + 1, len(game.cards) + 1):
            now[("lies", place)] = ("face", CARDS[game.cards[place - 1]])
        now[("stack", 0)] = ("number", game.stack())
        Draft.__init__(self, game, now)
        self.types = game.types  # the layout wants to know

    def parts(self):
        if self.game.phase in ("reveal", "move"):
            return [("discs", 0), ("path", 0), ("stacked", 0)]
        return [("collected", seat) for seat in range(len(self.seats))]  # before that nobody shows it

    def things(self, part):
        kind, value = part
        if kind == "discs":
            return [("disc", seat) for seat in range(len(self.seats))]
        if kind == "path":
            return [("lies", place) for place in range(self.game.taken + 1, len(self.game.cards) + 1)]
        if kind == "stacked":
            return [("stack", 0)]
        return [("held", value * 32 + card) for card in self._cards]

    def choice(self, thing):
        kind, value = thing
        game = self.game
        keys: "list[tuple]" = []
        if kind == "disc":
            places = range(game.taken, len(game.cards) + 1)
            keys = [("space", place) for place in places] + [("word", "off")]
            ask = ("ask-wrong-disc", {"seat": ("seat", self.seats[value])})
        elif kind == "lies":
            keys = [("face", CARDS[card]) for card in self._cards]
            ask = ("ask-wrong-card", {"place": value})
        else:
            most = IN_PLAY * SET * len(self.seats) - len(game.cards) if kind == "stack" else copies(value & 31, len(self.seats))
            keys = [("number", n) for n in range(most + 1)]
            ask = ("ask-wrong-stack", {}) if kind == "stack" else ("ask-wrong-held", {"card": card_fact(value & 31)})
        return Choice(ask, keys, lambda key: key, start=keys.index(self.wanted[thing]) if self.wanted[thing] in keys else 0)

    def set(self, thing, value):
        Draft.set(self, thing, value)
        if thing[0] == "disc" and value[0] == "space" and self.now[thing] == value:
            # It goes on top of the others there, as one does that comes there.
            place = value[1]
            stack = [seat for seat in self.game.order if self.game.at[seat] == place]
            if stack[-1] != thing[1]:
                self.now[thing] = ("space", -1)

    def steps(self):
        # The cards first, since discs collect them; all discs at once, so that nobody collects on the way.
        discs: "list[tuple]" = []
        found: "list[tuple]" = []
        for kind in ("lies", "disc", "stack", "held"):
            for thing in self.changed():
                value = self.wanted[thing]
                if thing[0] == kind == "disc":
                    discs.append((thing[1], GONE if value[0] == "word" else value[1]))
                elif thing[0] == kind:
                    found.append(self._action(thing, value))
            if kind == "disc" and discs:
                found.append(("disc", tuple(discs), []))
        return found

    def _action(self, thing: "tuple", value: "tuple"):
        kind, of = thing
        if kind == "lies":
            return ("card", of, CARDS.index(value[1]), [])
        if kind == "stack":
            return ("stack", value[1])
        return ("has", of >> 5, of & 31, value[1], [])

    def describe(self, key):
        kind, value = key
        if kind in ("discs", "path", "stacked"):
            return ("wrong", kind)
        if kind == "collected":
            return ("wrong-collected", {"seat": ("seat", self.seats[value])})
        if kind == "stack":
            return ("wrong-stack", {"n": self.wanted[key][1]})
        if kind == "held":
            return ("wrong-held", {"card": card_fact(value & 31), "n": self.wanted[key][1]})
        if kind == "disc":
            where = self.wanted[key]
            code = "wrong-disc-off" if where[0] == "word" else "wrong-disc" if where[1] else "wrong-disc-start"
            return (code, {"seat": ("seat", self.seats[value]), "place": where[1]})
        if kind == "lies":
            return ("wrong-card", {"place": value, "card": ("card", self.wanted[key][1])})
        if key == ("word", "off"):
            return ("wrong", "off")
        return self.game.describe(key)

    def scene(self, seat=None):
        scene = self.game.scene()
        for place in scene.marks:
            scene.marks[place] = [mark for mark in scene.marks[place] if mark[0] != "disc"]
            if ("lies", place) in self.wanted:
                scene.marks[place] = [("card", self.wanted[("lies", place)][1]), ("lies", place)]
        for disc in range(len(self.seats)):
            where = self.wanted[("disc", disc)]
            if where[0] == "space":
                scene.marks.setdefault(where[1], []).append(("disc", disc))
        return scene
