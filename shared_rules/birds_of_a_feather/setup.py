"""The set-up: who plays, which variant, what the score sheet looks like, then what hands do, step by step.

Steps: ("seats", names), ("raptors", bool), ("variant", name), ("sheet", habitats, kinds), ("next",) once hands have done a step.
Rulebook: "Setup", "Migration Variant", "A More Strategic 2-3 Player Variant", "Birding Solo".
"""

from .. import record
from ..choice import NAME, SOME, Choice, Prompt, Scene
from ..game import Setup, nothing_to_undo
from ..refusal import Refusal, unreadable
from ..versions import as_of
from . import NAME as GAME
from . import birds


class BirdsSetup(Setup):
    """The set-up of a table. `use` takes the lines `habitats` and `kinds` of one's own printed sheet; then that isn't asked."""

    def __init__(self, rules: int, mode: "str | None"):
        self.rules = rules
        self.mode = mode
        self._values: "dict" = {}  # setup word -> its value
        self._steps: "list[tuple]" = []  # steps taken
        self._handled = 0  # how many things hands have done
        self.ready = False

    # As a machine

    def _asked(self):
        """The step that is due: "seats", "raptors", "variant", "sheet", "next", or None when there is nothing left."""
        if "seats" not in self._values:
            return "seats"
        if self.mode is None:
            if "raptors" not in self._values:
                return "raptors"
            if "variant" not in self._values and len(self._values["seats"]) > 1:
                return "variant"
        if "habitats" not in self._values or "kinds" not in self._values:
            return "sheet"
        return "next" if self._handled < len(self._handling()) else None

    def _handling(self):
        """All that hands do before the first round: list of lists of messages."""
        if self.mode is not None:
            return []
        return handling(self._values["seats"], self._values.get("variant", "base"))

    def prompt(self):
        asked = self._asked()
        if asked is None:
            return Prompt((), [], None)
        if asked == "seats":
            return Prompt((), [], self._name_choice(()))
        if asked == "raptors":
            keys = [("raptors", "off"), ("raptors", "on")]
            likely = ("raptors", self.last.get("raptors"))
            return Prompt((), [], _one("ask-raptors", keys, likely, lambda key: ("raptors", key[1] == "on")))
        if asked == "variant":
            seats = len(self._values["seats"])
            keys = [("variant", name) for name in ("base", "draft", "migration") if _fits(name, seats)]
            likely = ("variant", self.last.get("variant"))
            return Prompt((), [], _one("ask-variant", keys, likely, lambda key: key))
        if asked == "sheet":
            return self._sheet_prompt()
        return Prompt((), self._handling()[self._handled], _one("ask-next", [("word", "next")], None, lambda key: ("next",)))

    def _name_choice(self, names):
        """Names one seat after the other; names: those so far."""
        done = ("word", "done")
        keys = [("name", "player" + str(len(names) + 1))]
        if keys[0][1] in names or keys[0][1] in self.names:
            keys = []
        if names:
            keys.append(done)

        def pick(key):
            if key == done:
                return ("seats", names)
            more = names + (key[1],)
            return ("seats", more) if len(more) == 7 else self._name_choice(more)

        ask = ("ask-seat-name", {"n": len(names) + 1, "seats": [("seat", name) for name in names]})
        return Choice(ask, keys, pick, kind=NAME, taken=names, hold=done if names else None)

    def _sheet_prompt(self):
        """Does the printed sheet list habitats and kinds as supposed? If not, they are picked in order."""
        habitats = self._values.get("habitats") or self._last("habitats", birds.HABITATS)
        kinds = self._values.get("kinds") or self._last("kinds", birds.KINDS)

        def pick(key):
            if key[1] == "yes":
                return ("sheet", habitats, kinds)
            keys = [("habitat", name) for name in birds.HABITATS]
            return Choice(("ask-habitats", {}), keys, pick_habitats, kind=SOME, least=birds.ROWS, most=birds.ROWS)

        def pick_habitats(rows):
            def pick_kinds(columns):
                return ("sheet", tuple([row[1] for row in rows]), tuple([column[1] for column in columns]))

            keys = [("kind", name) for name in birds.KINDS]
            return Choice(("ask-kinds", {}), keys, pick_kinds, kind=SOME, least=birds.COLUMNS, most=birds.COLUMNS)

        do = [
            ("do-see-habitats", {"habitats": [("habitat", name) for name in habitats]}),
            ("do-see-kinds", {"kinds": [("kind", name) for name in kinds]}),
        ]
        return Prompt((), do, Choice(("ask-sheet", {}), [("word", "yes"), ("word", "no")], pick))

    def _last(self, word, usual):
        """The order of the last table, if it had one."""
        names = tuple(self.last.get(word, "").split(" "))
        return names if sorted(names) == sorted(usual) else usual

    def apply(self, step):
        word = step[0]
        if word != self._asked():
            raise record.wrong_phase(word, "setup")
        if word == "next":
            self._handled += 1
        elif word == "sheet":
            self._order("habitats", step[1])
            self._order("kinds", step[2])
            self._values["habitats"] = step[1]
            self._values["kinds"] = step[2]
        else:
            self._take(word, step[1])
        self._steps.append(step)
        self.ready = self._asked() is None

    def undo(self):
        if not self._steps:
            raise nothing_to_undo()
        step = self._steps.pop()
        if step[0] == "next":
            self._handled -= 1
        for word in ("habitats", "kinds") if step[0] == "sheet" else step[:1]:
            self._values.pop(word, None)
        self.ready = False
        return step

    def describe(self, key):
        kind, value = key
        if kind == "space":
            return self._sheet().bird(value)
        if kind == "habitat" and value in range(birds.ROWS):
            return self._sheet().heading(value)
        if kind == "name":
            kind = "seat"
        return ("key-" + kind, {kind: (kind, value)})

    def _sheet(self):
        """The printed sheet, as far as it is known."""
        return birds.Sheet(self._values.get("habitats", birds.HABITATS), self._values.get("kinds", birds.KINDS))

    def scene(self, seat=None):
        lines = []
        if "seats" in self._values:
            lines.append(("row-seats", {"seats": [("seat", name) for name in self._values["seats"]]}))
        if "raptors" in self._values:
            lines.append(("raptors-on" if self._values["raptors"] else "raptors-off", {}))
        if "variant" in self._values:
            lines.append(("key-variant", {"variant": ("variant", self._values["variant"])}))
        return Scene("sheet", self._sheet().blank(), [(("row-table", {}), lines)])

    # As lines

    def lines(self):
        lines = ["rules " + str(self.rules)]
        if self.mode is not None:
            lines.append("mode " + self.mode)
        for word in ("seats", "raptors", "variant", "habitats", "kinds"):
            if word in self._values:
                value = self._values[word]
                if word == "raptors":
                    value = "on" if value else "off"
                lines.append(word + " " + (value if isinstance(value, str) else " ".join(value)))
        return lines

    def setting(self, word, tokens):
        if word in ("raptors", "variant"):
            if len(tokens) != 1:
                raise unreadable("bad-line", word=word, form=word + " <value>")
            if word == "raptors":
                if tokens[0] not in ("on", "off"):
                    raise unreadable("bad-raptors", value=tokens[0])
                self._take(word, tokens[0] == "on")
            else:
                self._take(word, tokens[0])
        else:
            self._take(word, tuple(tokens))
        self.ready = self._asked() is None

    def _take(self, word, value):
        """Keeps one value, once it has been checked."""
        if word == "seats":
            for name in value:
                if not record.seat_name(name):
                    raise unreadable("bad-line", word="seats", form="seats <name> ...")
            if not 1 <= len(value) <= 7 or len(set(value)) < len(value) or "deck" in value:
                raise Refusal("bad-seats", least=1, most=7)
        elif word == "variant":
            if value not in birds.VARIANTS:
                raise unreadable("bad-variant", variant=value)
            least, most = birds.VARIANTS[value]
            if "seats" not in self._values:
                raise Refusal("setup-missing", word="seats")
            seats = len(self._values["seats"])
            if not _fits(value, seats):
                raise Refusal("variant-seats", variant=("variant", value), least=least, most=most, n=seats)
        elif word != "raptors":
            self._order(word, value)
        self._values[word] = value

    def _order(self, word, names):
        """Raises the Refusal of an order that doesn't name each once."""
        if sorted(names) != sorted(birds.HABITATS if word == "habitats" else birds.KINDS):
            raise Refusal("bad-order", word=word)

    def start(self):
        if "seats" not in self._values:
            raise Refusal("setup-missing", word="seats")
        if self.mode is None:
            from .rules import BirdsGame as kind
        else:
            from .results import BirdsScore as kind
        seats = self._values["seats"]
        raptors = self._values.get("raptors", len(seats) > 1)
        kind = as_of(GAME, self.rules, kind)
        return kind(self.rules, seats, raptors, self._values.get("variant", "base"), self._sheet())


def _one(ask, keys, likely, pick):
    """A Choice of one key, the cursor on the likely one if it is among them."""
    return Choice((ask, {}), keys, pick, start=keys.index(likely) if likely in keys else 0)


def _fits(variant: str, seats: int) -> bool:
    least, most = birds.VARIANTS[variant]
    return least <= seats <= most


def handling(names: "tuple[str, ...]", variant: str) -> "list[list[tuple]]":
    """What hands do before the first round: list of steps, each a list of messages to be confirmed together.

    names  tuple of the seats' names; passing to the left follows their order
    """
    seats = len(names)
    hand = birds.HANDS[seats - 1]
    rounds = birds.ROUNDS[seats - 1]
    steps = [[("do-shuffle", {})]]
    if variant == "draft":
        steps.extend(_draft(names))
        deck = 15
    else:
        steps.append([("do-deal" if seats > 1 else "do-deal-solo", {"n": hand})])
        rest = 60 - seats * hand
        if rest:
            steps.append([("do-deck" if birds.REVEALS[seats - 1] else "do-aside", {"n": rest})])
        if variant == "migration":
            passes = _passes(names, 1)
            steps.append([("do-pass", {"n": birds.PASSED[seats - 1], "passes": passes})])
            steps.append([("do-take-passed", {"n": birds.PASSED[seats - 1]})])
        deck = rest if birds.REVEALS[seats - 1] else 0
    if seats == 1:
        end = [("do-solo-holds", {"n": hand, "deck": deck}), ("do-solo-keep", {})]
    elif variant == "draft":
        end = [("do-holds-decks" if seats == 2 else "do-holds-centre", {"n": hand, "deck": deck})]
    else:
        end = [("do-holds-deck" if deck else "do-holds", {"n": hand, "deck": deck})]
    steps.append(end + [("do-rounds" if seats > 1 else "do-rounds-solo", {"n": rounds})])
    return steps


def _passes(names, way):
    """Messages who passes to whom; way: 1 to the left, which is seating order, -1 to the right."""
    seats = len(names)
    return [("passes", {"seat": ("seat", names[i]), "to": ("seat", names[(i + way) % seats])}) for i in range(seats)]


def _draft(names):
    """The steps of drafting ("A More Strategic 2-3 Player Variant"): ten cards each a time until all sixty are drafted."""
    steps = []
    seats = len(names)
    for deal in range(3 if seats == 2 else 2):
        hand_only = seats == 3 and deal == 0
        passes = _passes(names, 1 if hand_only or seats == 2 else -1)
        steps.append([("do-deal-draft" if deal == 0 else "do-deal-draft-again", {"n": 10})])
        take = 1 if hand_only else 2
        pick = "do-pick-hand" if hand_only else "do-pick-deck" if seats == 2 else "do-pick-centre"
        give = "do-swap-rest" if seats == 2 else "do-pass-left" if hand_only else "do-pass-right"
        for cards in range(10, take, -take):
            steps.append([(pick, {"n": cards}), (give, {"n": cards - take, "passes": passes})])
        steps.append([(pick + "-last", {})])
    return steps
