"""A tiny game that nobody ships: proof that the app knows nothing of any one game. `install()` puts it among the games.

Claims: two to four named players claim the seven spaces of the den in turn; claiming the central one captures a token, which hands must
move. It has every kind of choice (names, some of many, a count, hands only, one of many in two steps) and a phase in which the whole
table acts.
"""

import sys
from collections import OrderedDict

from firmware import lang, layouts
from firmware.layouts import FULL, MID, STEADY
from shared_rules import catalogue, hexboard, record
from shared_rules.choice import COUNT, NAME, SOME, Choice, Prompt, Scene
from shared_rules.game import Game, Setup, nothing_to_undo
from shared_rules.refusal import Refusal, unreadable

NAME_OF_GAME = "toy"
COLOURS = ("red", "green", "blue")


class ToySetup(Setup):
    def __init__(self, rules, mode):
        self.rules = rules
        self.mode = mode
        self.values = OrderedDict()
        self.steps = []

    @property
    def ready(self):
        return len(self.steps) == 4

    def prompt(self):
        step = len(self.steps)
        if step == 0:
            return Prompt((), [], self._names(()))
        if step == 1:
            keys = [("colour", colour) for colour in COLOURS]
            pick = lambda chosen: ("colours", tuple([key[1] for key in chosen]))
            return Prompt((), [], Choice(("ask-colours", {}), keys, pick, kind=SOME, least=1, most=2))
        if step == 2:
            ask = ("ask-rounds", {})
            return Prompt((), [], Choice(ask, [], lambda key: ("rounds", key[1]), kind=COUNT, least=1, most=7))
        return Prompt((), [("do-lay", {})], Choice(("ask-lay", {}), [("word", "next")], lambda key: ("next",)))

    def _names(self, names):
        def pick(key):
            if key == ("word", "done"):
                return ("seats", names)
            more = names + (key[1],)
            return ("seats", more) if len(more) == 4 else self._names(more)

        keys = [("word", "done")] if len(names) > 1 else []
        return Choice(("ask-name", {"n": len(names) + 1}), keys, pick, kind=NAME, taken=names, hold=keys[0] if keys else None)

    def apply(self, step):
        if step[0] != ("seats", "colours", "rounds", "next")[len(self.steps)]:
            raise record.wrong_phase(step[0], "setup")
        if step[0] != "next":
            self.values[step[0]] = step[1]
        self.steps.append(step)

    def undo(self):
        if not self.steps:
            raise nothing_to_undo()
        step = self.steps.pop()
        self.values.pop(step[0], None)
        return step

    def describe(self, key):
        return key

    def scene(self, seat=None):
        return Scene("toy", {}, [])

    @property
    def seats(self):
        return self.values.get("seats", ())

    def lines(self):
        found = ["rules 1"]
        for word in ("seats", "colours", "rounds"):
            if word in self.values:
                value = self.values[word]
                found.append(word + " " + (str(value) if word == "rounds" else " ".join(value)))
        return found

    def setting(self, word, tokens):
        if word == "rounds":
            n = record.number(tokens[0], 1, 7) if len(tokens) == 1 else -1
            if n < 0:
                raise unreadable("bad-line", word=word, form="rounds <1-7>")
            self.values[word] = n
        else:
            self.values[word] = tuple(tokens)

    def start(self):
        for word in ("seats", "colours", "rounds"):
            if word not in self.values:
                raise Refusal("setup-missing", word=word)
        return ToyGame(self.values["seats"], self.values["colours"], self.values["rounds"])


class ToyGame(Game):
    name = NAME_OF_GAME
    rules = 1

    def __init__(self, seats, colours, rounds):
        self.seats = seats
        self.colours = colours
        self.rounds = rounds
        self.log = []
        self.claims = OrderedDict()

    @property
    def over(self):
        return len(self.claims) == self.rounds

    @property
    def phase(self):
        return "over" if self.over else "claim"

    @property
    def turn(self):
        return len(self.log) // len(self.seats) + 1

    def to_act(self):
        return [] if self.over else [len(self.log) % len(self.seats)]

    def legal(self):
        if self.over:
            return []
        seat = self.to_act()[0]
        free = [cell for cell in sorted(hexboard.DEN) if cell not in self.claims]
        return [(seat, cell, colour) for cell in free for colour in range(len(self.colours))]

    def check(self, action):
        if self.over:
            raise record.game_over("claim")
        if action[0] not in self.to_act():
            raise record.not_your_turn(self.seats[action[0]])
        if action[1] in self.claims:
            raise Refusal("claimed", at=hexboard.name(action[1]), seat=("seat", self.seats[self.claims[action[1]][0]]))
        if action[1] not in hexboard.DEN:
            raise Refusal("outside", at=hexboard.name(action[1]))

    def apply(self, action):
        self.check(action)
        self.log.append(action)
        self.claims[action[1]] = (action[0], action[2])
        events = [("claimed", action)]
        if action[1] == hexboard.CENTRE:
            events.append(("centre", action))
        return events

    def undo(self):
        if not self.log:
            raise nothing_to_undo()
        action = self.log.pop()
        del self.claims[action[1]]
        return action

    def undo_notes(self):
        if not self.log:
            return [], None
        warning = ("warn-seen", {}) if self.log[-1][1] == hexboard.CENTRE else None
        return [("back-claim", {"at": hexboard.name(self.log[-1][1])})], warning

    def line(self, action):
        return "claim %s %s %s" % (self.seats[action[0]], hexboard.name(action[1]), self.colours[action[2]])

    def read(self, tokens):
        if tokens[0] != "claim":
            raise unreadable("unknown-word", word=tokens[0])
        if len(tokens) != 4 or hexboard.cell(tokens[2]) < 0 or tokens[3] not in self.colours:
            raise unreadable("bad-line", word="claim", form="claim <seat> <cell> <colour>")
        return record.find_seat(self.seats, tokens[1]), hexboard.cell(tokens[2]), self.colours.index(tokens[3])

    def tell(self, event):
        action = event[1]
        facts = {"seat": ("seat", self.seats[action[0]]), "at": hexboard.name(action[1])}
        return (event[0], facts), event[0] == "centre"

    def prompt(self):
        if self.over:
            return Prompt((), [], None)
        seat = self.to_act()[0]
        cells = [cell for cell in sorted(hexboard.DEN) if cell not in self.claims]
        do = [("do-round", {"turn": self.turn})] if seat == 0 and self.turn > 1 else []
        choice = Choice(
            ("ask-cell", {"seat": ("seat", self.seats[seat])}),
            [("space", cell) for cell in cells],
            lambda key: self._ask_colour(seat, key[1]),
            groups=[hexboard.Y[cell] for cell in cells],
            hold=("space", cells[-1]),
            note=lambda key: [("note-centre", {})] if key[1] == hexboard.CENTRE else [],
        )
        return Prompt((seat,), do, choice)

    def _ask_colour(self, seat, cell):
        keys = [("colour", colour) for colour in self.colours]
        pick = lambda key: (seat, cell, self.colours.index(key[1]))
        return Choice(("ask-colour", {"at": hexboard.name(cell)}), keys, pick)

    def path(self, action):
        return [("space", action[1]), ("colour", self.colours[action[2]])]

    def describe(self, key):
        if key[0] == "space":
            return ("space", {"at": hexboard.name(key[1])})
        if key[0] == "claim":
            return ("seat", self.seats[key[1]])
        return key

    def why(self):
        if self.over:
            return None
        seat = self.to_act()[0]
        keys = [("space", cell) for cell in range(hexboard.CELLS)]
        return Choice(("ask-cell", {"seat": ("seat", self.seats[seat])}), keys, lambda key: (seat, key[1], 0))

    def scene(self, seat=None):
        marks = OrderedDict()
        for cell in self.claims:
            marks[cell] = [("claim", self.claims[cell][0])]
        return Scene("toy", marks, [(("row-now", {}), [("row-left", {"n": self.rounds - len(self.claims)})])])

    def _points(self):
        return [len([one for one in self.claims.values() if one[0] == seat]) for seat in range(len(self.seats))]

    def scores(self):
        return OrderedDict(zip(self.seats, self._points())) if self.over else None

    def winners(self):
        points = self._points()
        return [seat for seat in range(len(points)) if points[seat] == max(points)] if self.over else None

    def sheet(self):
        points = self._points()
        why = [("because", {"n": n}) if n else None for n in points]
        return [(("score-claims", {}), points, why), (("total", {}), points, [None] * len(points))]

    def verdict(self):
        return [("winner", {"seats": [("seat", self.seats[seat]) for seat in self.winners() or []]})]

    def state(self):
        return OrderedDict(
            [("game", self.name), ("phase", self.phase), ("claims", [hexboard.name(cell) for cell in self.claims])]
        )


class _Package:
    NAME = NAME_OF_GAME
    RULES = (1,)
    MODES = ()
    SETUP = ("seats", "colours", "rounds")
    VERBS = ("claim",)
    REFUSALS = {"claimed": "(at, seat)", "outside": "(at)"}

    @staticmethod
    def open_setup(rules, mode):
        return ToySetup(rules, mode)


class _Layout:
    @staticmethod
    def paint(scene, game, put):
        for place in scene.marks:
            put(place, "choice", MID, STEADY)

    @staticmethod
    def cells(place, scene):
        return (place,)


_EN = {
    "game": "Claims",
    "colour.red": "red",
    "colour.green": "green",
    "colour.blue": "blue",
    "ask-name": "Who sits in place {n}?",
    "ask-colours": "Which colours?",
    "ask-rounds": "How many claims?",
    "ask-lay": "Ready?",
    "do-lay": "Lay out the seven spaces of the den.",
    "do-round": "Turn {turn}: everybody stand up.",
    "ask-cell": "{seat}: which space?",
    "ask-cell.short": "Which space?",
    "ask-colour": "{at} in which colour?",
    "note-centre": "captures the token",
    "space": "{at}",
    "claimed": "{seat} claims {at}.",
    "centre": "{seat} takes the token from {at}.",
    "back-claim": "{at} is free again",
    "warn-seen": "That was seen by all. Take back?",
    "row-now": "Now",
    "row-left": "{n} left",
    "score-claims": "Spaces",
    "because": "{n} {n|space|spaces}",
    "winner": "{seats} wins.",
    "no.claimed": "{at} belongs to {seat}.",
    "no.outside": "{at} is outside.",
    "phase.claim": "spaces are claimed",
    "phase.over": "the game is over",
    "phase.setup": "the table is set up",
}


class _Words:
    def __init__(self, words):
        self.WORDS = words


def _german():
    words = {}
    for key in _EN:
        words[key] = _EN[key]
    words["ask-cell.short"] = "Welches Feld?"
    return words


def install(alone=True):
    """Puts the toy among the games (alone: as the only one)."""
    modules = {
        "shared_rules.toy": _Package,
        "firmware.layouts.toy": _Layout,
        "firmware.lang.en_toy": _Words(_EN),
        "firmware.lang.de_toy": _Words(_german()),
    }
    sys.modules.update(modules)
    setattr(layouts, "toy", _Layout)
    setattr(lang, "en_toy", modules["firmware.lang.en_toy"])
    catalogue.GAMES = (NAME_OF_GAME,) if alone else (NAME_OF_GAME,) + catalogue.GAMES


assert FULL > MID  # the layout uses one of the levels there are
