"""How Fowl Play! asks its players and tells them what happened: prompts, scenes, events, score sheet."""

from .. import hexboard
from ..choice import Choice, Prompt, Scene
from . import likely, scoring
from .pieces import FOWL, look_type
from .rules import AGREED_PLAY, DONE, FOX, GONE, MOVE, PLAY, STAY, TARGET, FowlRules, action, corrections

CARDS_A_GROUP = 6


class FowlPlay(FowlRules):
    """Fowl Play! as the table sees it."""

    def seat_fact(self, seat: int) -> "tuple[str, str]":
        """A seat as a fact of a message."""
        return ("seat", self.seats[seat])

    # Prompts

    def prompt(self) -> Prompt:
        if self.over:
            return Prompt((), [], None)
        seats = tuple(self.to_act())
        if self.phase == "move":
            return Prompt(seats, [], self._ask_fowl())
        if self.phase == "fox":
            return Prompt(seats, [], self._ask_fox())
        do = self._do() if len(seats) == len(self.seats) else []
        return Prompt(seats, do, self._ask_seat(seats))

    def _do(self):
        """What hands do before the cards of a turn, or the targets, are entered."""
        do = []
        if self._light_turned():
            do.append(("do-light", {"n": self.light, "most": self.light_limit}))
        if self.phase == "target":
            do.append(("do-end-light", {}) if self.out_by_light() else ("do-end-few", {"n": self.left()}))
            do.append(("do-targets", {}))
        elif self.turn == 1:
            do.append(("do-first-turn", {}))
        else:
            if self.count.shuffled_before(self.turn):
                do.append(("do-shuffle", {}))
                do.append(("do-draw", {}))
            else:
                do.append(("do-next-turn", {}))
        return do

    def _light_turned(self) -> bool:
        """Did the turn that ended last turn over a light card, and is it still the last one that lies open?"""
        return self.turn_ended() and self.light == (self._back[self._latest()] >> 18) + 1

    def turn_ended(self) -> bool:
        """Was the last action, corrections apart, the last fox move of a turn?"""
        latest = self._latest()
        return latest >= 0 and self.log[latest] >> 16 in (FOX, STAY) and self.phase in ("play", "target")

    def _latest(self) -> int:
        """The place in the log of the last action that is no correction, -1 if there is none."""
        place = len(self.log) - 1
        while place >= 0 and self.log[place] >> 16 > AGREED_PLAY + 1:
            place -= 1
        return place

    def _ask_seat(self, seats: "tuple[int, ...]") -> Choice:
        if len(seats) == 1:
            return self._ask_card(seats[0])
        return Choice(
            ("ask-which-seat", {}),
            [("seat", seat) for seat in seats],
            lambda key: self._ask_card(key[1]),
            auto=True,
        )

    def _ask_card(self, seat: int) -> Choice:
        verb, ask, out = (PLAY, "ask-card", self.why_out)
        if self.phase == "target":
            verb, ask, out = (TARGET, "ask-target", self.why_no_target)
        cards = [card for card in range(1, FOWL + 1) if out(seat, card) is None]
        if not cards:  # so many were agreed on that no card is left by the count: the table agrees on this one too
            cards = list(range(1, FOWL + 1))
            verb = AGREED_PLAY if verb == PLAY else AGREED_PLAY + 1
        return Choice(
            (ask, {"seat": self.seat_fact(seat)}),
            [("card", card) for card in cards],
            lambda key: action(verb, seat, 0, key[1]),
            groups=[(card - 1) // CARDS_A_GROUP for card in cards],
        )

    def _ask_fowl(self) -> Choice:
        seat = self.mover()
        movable: "list[int]" = []
        for fowl in self.kin(self.cards[seat]):
            if self._at[fowl] != GONE and self.fowl_reach(fowl, 1):
                movable.append(fowl)
        movable.sort(key=lambda fowl: look_type(self.shows[fowl - 1]) << 7 | self._at[fowl])
        keys: "list[tuple[str, object]]" = [("fowl", fowl) for fowl in movable]
        groups = [look_type(self.shows[fowl - 1]) for fowl in movable]
        keys.append(("word", "done"))
        groups.append(4)
        return Choice(
            ("ask-fowl", {"seat": self.seat_fact(seat), "card": self.cards[seat], "n": self.steps}),
            keys,
            lambda key: action(DONE, seat) if key[0] == "word" else self._ask_goal(seat, key[1]),
            groups=groups,
            start=likely.fowl(self, seat, movable, self._can_flee),
            hold=("word", "done"),
        )

    def _can_flee(self, cell: int, foxes: "list[int]") -> bool:
        """Is there a step that takes a fowl on this cell farther from these foxes? The steps are known to be measured."""
        away = likely.gap(foxes, cell)
        for near in hexboard.NEIGHBOURS[cell]:
            if not self._board[near] and self._ease[near] >= self._ease[cell] and likely.gap(foxes, near) > away:
                return True
        return False

    def _ask_goal(self, seat: int, fowl: int) -> Choice:
        costs = self.fowl_reach(fowl, self.steps)
        cells = sorted(costs)
        return Choice(
            ("ask-fowl-to", {"seat": self.seat_fact(seat), "fowl": self.fowl_fact(fowl), "at": hexboard.name(self._at[fowl])}),
            [("space", cell) for cell in cells],
            lambda key: action(MOVE, seat, self._at[fowl], key[1]),
            groups=[hexboard.Y[cell] for cell in cells],
            start=likely.goal(self, seat, cells, costs),
            note=lambda key: [("note-cost", {"n": costs[key[1]], "left": self.steps - costs[key[1]]})],
        )

    def _ask_fox(self) -> Choice:
        seat = self.mover()
        cells = self.fox_reach(seat)
        keys: "list[tuple[str, object]]" = [("space", cell) for cell in cells]
        keys.append(("word", "stay"))
        return Choice(
            ("ask-fox", {"seat": self.seat_fact(seat), "at": hexboard.name(self.foxes[seat])}),
            keys,
            lambda key: action(STAY, seat) if key[0] == "word" else action(FOX, seat, 0, key[1]),
            groups=[hexboard.Y[cell] for cell in cells] + [hexboard.ROWS],
            start=likely.fox(self, seat, cells) if cells else 0,
            hold=("word", "stay"),
            note=self._note_fox,
        )

    def _note_fox(self, key):
        if key[0] != "space":
            return []
        notes = []
        if self.fowl_on(key[1]):
            notes.append(("note-capture", {"fowl": self.fowl_fact(self.fowl_on(key[1]))}))
        if self._is_tunnel[key[1]]:
            notes.append(("note-tunnel", {}))
        return notes

    def path(self, action: int):
        verb = action >> 16
        seat = action >> 14 & 3
        if verb > AGREED_PLAY + 1:
            return []
        if verb in (PLAY, TARGET) or verb > TARGET:
            card = ("card", action & 127)
            return [card] if len(self.to_act()) == 1 else [("seat", seat), card]
        if verb == MOVE:
            return [("fowl", self.fowl_on(action >> 7 & 127)), ("space", action & 127)]
        if verb == DONE:
            return [("word", "done")]
        return [("word", "stay")] if verb == STAY else [("space", action & 127)]

    def describe(self, key):
        kind, value = key
        if kind == "seat":
            return self.seat_fact(value)
        if kind == "card":
            return ("card", self.fowl_fact(value)[1])
        if kind == "fowl":
            return ("fowl-at", dict(self.fowl_fact(value)[1], at=hexboard.name(self._at[value])))
        if kind == "fox":
            return ("fox-at", {"seat": self.seat_fact(value), "at": hexboard.name(self.foxes[value])})
        if kind == "space":
            return self._describe_space(value)
        return ("word", value) if kind == "word" else ("role", kind)

    def _describe_space(self, cell: int):
        at = hexboard.name(cell)
        if self.fowl_on(cell):
            return ("space-piece", {"at": at, "piece": self.fowl_fact(self.fowl_on(cell))})
        if self.fox_on(cell) >= 0:
            return ("space-piece", {"at": at, "piece": ("fox", {"seat": self.seat_fact(self.fox_on(cell))})})
        return ("space-tunnel" if self._is_tunnel[cell] else "space", {"at": at})

    def why(self) -> "Choice | None":
        """Why not this card, this fowl to that space, this fox to that space?"""
        if self.over:
            return None
        seats = self.to_act()
        if self.phase in ("play", "target"):
            return Choice(
                ("ask-which-seat", {}), [("seat", seat) for seat in seats], lambda key: self._why_card(key[1]), auto=True
            )
        seat = seats[0]
        cells = [("space", cell) for cell in range(hexboard.CELLS)]
        rows = list(hexboard.Y)
        if self.phase == "fox":
            ask = ("ask-fox", {"seat": self.seat_fact(seat), "at": hexboard.name(self.foxes[seat])})
            return Choice(ask, cells, lambda key: action(FOX, seat, 0, key[1]), groups=rows, start=self.foxes[seat])
        fowl = [one for one in range(1, FOWL + 1) if self._at[one] != GONE]
        fowl.sort(key=lambda one: look_type(self.shows[one - 1]) << 7 | self._at[one])
        return Choice(
            ("ask-fowl", {"seat": self.seat_fact(seat), "card": self.cards[seat], "n": self.steps}),
            [("fowl", one) for one in fowl],
            lambda key: Choice(
                (
                    "ask-fowl-to",
                    {"seat": self.seat_fact(seat), "fowl": self.fowl_fact(key[1]), "at": hexboard.name(self._at[key[1]])},
                ),
                cells,
                lambda goal: action(MOVE, seat, self._at[key[1]], goal[1]),
                groups=rows,
                start=self._at[key[1]],
            ),
            groups=[look_type(self.shows[one - 1]) for one in fowl],
        )

    def _why_card(self, seat: int) -> Choice:
        verb, ask = (PLAY, "ask-card") if self.phase == "play" else (TARGET, "ask-target")
        return Choice(
            (ask, {"seat": self.seat_fact(seat)}),
            [("card", card) for card in range(1, FOWL + 1)],
            lambda key: action(verb, seat, 0, key[1]),
            groups=[(card - 1) // CARDS_A_GROUP for card in range(1, FOWL + 1)],
        )

    # What happened

    def tell(self, event):
        code = event[0]
        if code == "order":
            return ("order", {"seats": [self.seat_fact(seat) for seat in self.order]}), False
        if code == "moved":
            _, seat, fowl, origin, goal, _ = event
            where = {"from": hexboard.name(origin), "at": hexboard.name(goal)}
            return ("moved", dict(where, seat=self.seat_fact(seat), fowl=self.fowl_fact(fowl))), False
        if code == "fox-moved":
            facts = {"seat": self.seat_fact(event[1]), "from": hexboard.name(event[2]), "at": hexboard.name(event[3])}
            return ("fox-moved", facts), False
        if code == "captured":
            facts = {"seat": self.seat_fact(event[1]), "fowl": self.fowl_fact(event[2]), "at": hexboard.name(event[3])}
            return ("captured", facts), True
        if code == "light":
            return ("light", {"n": event[1], "most": self.light_limit}), False
        if code == "ended":
            return ("ended-few" if event[1] else "ended-light", {"n": self.left()}), False
        if code == "next-turn":
            return ("next-turn", {"turn": event[1]}), False
        if code in ("played", "target"):
            return (code, {"seat": self.seat_fact(event[1]), "card": self.fowl_fact(event[2])}), False
        if code in ("done", "stayed"):
            return (code, {"seat": self.seat_fact(event[1])}), False
        if code[:6] == "right-":
            return corrections().tell(self, event)
        return (code, {}), False

    def undo_notes(self):
        """See `Game.undo_notes`: pieces back, light card face down, cards back in hand; a shuffle can't be undone by hand."""
        if not self.log:
            return [], None
        last = self.log[-1]
        verb = last >> 16
        if verb > TARGET:
            return corrections().undo_notes(self)
        seat = self.seat_fact(last >> 14 & 3)
        if verb == MOVE:
            return [self._back_to(self.fowl_on(last & 127), last >> 7 & 127)], None
        if verb == DONE:
            return [("again-done", {"seat": seat})], None
        if verb in (PLAY, TARGET):
            code = "again-card" if verb == PLAY else "again-target"
            return [(code, {"seat": seat, "card": self.fowl_fact(last & 127)})], None
        back = self._back[-1]
        notes = []
        if verb == FOX:
            notes.append(("back-fox", {"seat": seat, "at": hexboard.name(back & 127)}))
            if back >> 7 & 63:
                notes.append(self._back_to(back >> 7 & 63, last & 127))
        else:
            notes.append(("again-stay", {"seat": seat}))
        warning = None
        if self.turn_ended():
            if self.light > back >> 18:
                notes.append(("back-light", {"n": self.light}))
            if self.phase == "play":
                notes.append(("back-draw", {}))
                if self.count.shuffled_before(self.turn):
                    warning = ("warn-shuffle", {})
        return notes, warning

    def _back_to(self, fowl: int, cell: int):
        return ("back-fowl", {"fowl": self.fowl_fact(fowl), "at": hexboard.name(cell)})

    # What lies where

    def scene(self, seat: "int | None" = None) -> Scene:
        """Roles: tunnel 0; fowl (card number); fox (seat)."""
        marks: "dict[int, list[tuple[str, int]]]" = {}
        for cell in self.tunnels:
            marks[cell] = [("tunnel", 0)]
        for fowl in range(1, FOWL + 1):
            if self._at[fowl] != GONE:
                marks[self._at[fowl]] = [("fowl", fowl)]
        for one in range(len(self.seats)):
            marks.setdefault(self.foxes[one], []).append(("fox", one))
        return Scene("hexagons", marks, self._rows())

    def _rows(self):
        now: "list[tuple]" = [("row-turn", {"turn": self.turn}), ("row-light", {"n": self.light, "most": self.light_limit})]
        now.append(("row-left", {"n": self.left()}))
        if self.order:
            now.append(("order", {"seats": [self.seat_fact(seat) for seat in self.order]}))
        rows: "list[tuple]" = [(("row-now", {}), now)]
        captured = []
        for seat in range(len(self.seats)):
            fowl = [self.fowl_fact(one) for one in self.captured[seat]]
            captured.append(("row-captured", {"seat": self.seat_fact(seat), "n": len(fowl), "fowl": fowl}))
        rows.append((("row-captured-title", {}), captured))
        played = [
            ("row-card", {"seat": self.seat_fact(seat), "card": self.fowl_fact(self.cards[seat])})
            for seat in range(len(self.seats))
            if self.cards[seat]
        ]
        if played:
            rows.append((("row-cards-title", {}), played))
        foxes = [
            ("row-fox", {"seat": self.seat_fact(seat), "at": hexboard.name(self.foxes[seat])}) for seat in range(len(self.seats))
        ]
        rows.append((("row-foxes-title", {}), foxes))
        return rows

    def sheet(self):
        return score_rows(scoring.score(self.shows, self.captured, self.targets), 0 not in self.targets)

    def verdict(self):
        return verdict(self.seats, self._deciding()) if self.over else []


def score_rows(sheets, complete: bool):
    """The score sheet as rows (see `Game.sheet`); without the surviving fowl while the targets aren't known."""
    rows = []
    nothing = [None for _ in sheets]

    def row(label, values):
        rows.append((label, values, nothing))

    for place in range(len(scoring.MAJORITIES)):
        label = ("score-captured", {"what": ("trait", scoring.MAJORITIES[place][0])})
        row(label, [sheet.majorities[place] for sheet in sheets])
    row(("score-sets", {}), [sheet.sets for sheet in sheets])
    row(("score-subtotal-1", {}), [sheet.captured_total for sheet in sheets])
    if complete:
        for place in range(len(scoring.CHARACTERISTICS)):
            label = ("score-surviving", {"what": ("trait", scoring.CHARACTERISTICS[place][0])})
            row(label, [sheet.surviving[place] for sheet in sheets])
        row(("score-target", {}), [sheet.target for sheet in sheets])
        row(("score-subtotal-2", {}), [sheet.surviving_total for sheet in sheets])
    row(("total", {}), [sheet.total for sheet in sheets])
    return rows


def verdict(seats: "tuple[str, ...]", deciding):
    """Who won and which tie-break told, as messages."""
    winning, decided = deciding
    names = [("seat", seats[seat]) for seat in winning]
    messages = [("winner" if len(names) == 1 else "winners", {"seats": names})]
    if decided != "points":
        messages.append(("decided-" + decided, {}))
    return messages
