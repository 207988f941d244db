"""What the table is asked and told: prompts, events in words to be, what lies where, the score sheet."""

from ..choice import Choice, Prompt, Scene
from ..game import nothing_to_undo
from . import naming
from .cards import CARDS, KIND, NUMBER, cards_of
from .naming import card_fact, card_facts
from .rules import (
    AHEAD,
    FOX,
    LEAVE,
    LOSE,
    MOVE,
    REVEAL,
    TRAP,
    Rules,
    corrections,
    leave,
    lose,
    move,
    plain,
    reveal,
    revealed,
    unpack,
    verb_of,
)
from .scoring import score, sheet, verdict

FEW = 3  # so many cards are named on a display in one line


class FancyFeathers(Rules):
    """A game in progress, complete."""

    # ---- prompts --------------------------------------------------------------------------------------------------------
    # What hands must do names a place or the turn, so that it differs from what they did before.

    def prompt(self):
        if self.phase == "reveal":
            return Prompt((), self._do_reveal(), self._ask_card())
        if self.phase == "move":
            return Prompt((self.order[-1],), self._do_traps() + self._do_collect(), self._ask_move())
        if self.phase == "lose":
            do = self._do_traps() + [("do-name", {})] if self._verb(self.latest()) != LOSE else []
            return Prompt(tuple(self.to_act()), do, self._ask_lose())
        return Prompt((), self._do_traps(), None)

    def _seat(self, seat):
        return ("seat", self.seats[seat])

    def _do_reveal(self) -> list:
        if self._verb(len(self.log) - 1) == REVEAL:
            return []  # the cards have been turned up, they are being entered
        do: list = self._do_traps()
        if not self.log:
            do.append(("do-stack-discs", {"seats": [self._seat(seat) for seat in self.discs]}))
        do.append(("do-turn-up", {"n": self.due(), "place": len(self.cards) + 1}))
        return do

    def _verb(self, place):
        """The verb of that action of the log, None for a correction and before the first one."""
        action = plain(self.log[place]) if place >= 0 else None
        return None if action is None else verb_of(action)

    def _do_traps(self) -> list:
        """Who gets the Traps of the turn that has just ended."""
        latest = self.latest()
        action = plain(self.log[latest]) if latest >= 0 else None
        if action is None or verb_of(action) not in (MOVE, LEAVE):
            return []
        _, seat, _ = unpack(action)
        traps = self.was(latest) >> 7 & 63
        if not traps:
            return []
        owner = self.order[-1] if self.order else seat
        code = "do-keep-traps" if not self.order else "do-own-traps" if owner == seat else "do-give-traps"
        return [(code, {"n": traps, "seat": self._seat(owner), "turn": self.turn})]

    def _do_collect(self):
        """What the seat to move takes from the Path, and what its Foxes and Traps ask for."""
        seat = self._seat(self.order[-1])
        cards = [self.cards[place - 1] for place in self.this_turn()]
        if not cards:
            return []
        do = [("do-collect", {"seat": seat, "cards": card_facts(cards), "place": self.taken})]
        foxes = cards.count(FOX)
        if foxes and self._first_now(cards) and self.received[self.order[-1]][0] == FOX:
            do.append(("do-fox-free", {"seat": seat}))
            foxes -= 1
        if foxes == 1:
            do.append(("do-fox", {"seat": seat}))
        elif foxes:
            do.append(("do-foxes", {"seat": seat, "n": foxes}))
        if self.aside:
            do.append(("do-trap-aside", {"n": self.aside}))
        return do

    def _first_now(self, cards):
        """Are these cards the first that the seat to move ever got?"""
        return len(self.received[self.order[-1]]) == len(cards) - cards.count(TRAP)

    def _ask_card(self):
        kinds = []
        left = []
        for kind in self.types:
            copies = sum([self.copies_left(card) for card in cards_of(kind)])
            if copies:
                kinds.append(kind)
                left.append(copies)

        def pick(key):
            cards = [card for card in cards_of(key[1]) if self.copies_left(card)]
            if not NUMBER[cards[0]]:
                return reveal(cards)
            return Choice(
                ("ask-number", {"type": key}),
                [("number", NUMBER[card]) for card in cards],
                lambda chosen: reveal([CARDS.index(key[1] + str(chosen[1]))]),
                auto=len(cards) == 1,
            )

        return Choice(
            ("ask-card", {"place": len(self.cards) + 1, "n": self.due()}),
            [("type", kind) for kind in kinds],
            pick,
            start=left.index(max(left)),
        )

    def _ask_move(self):
        seat = self.order[-1]
        keys: list = [("space", place) for place in range(self.at[seat] + 1, len(self.cards) + 1)]
        if not self.stack():
            keys.append(("word", "leave"))
        ask = "ask-move" if self.stack() else "ask-move-or-leave" if len(keys) > 1 else "ask-leave"
        return Choice(
            (ask, {"seat": self._seat(seat)}),
            keys,
            lambda key: move(seat, key[1]) if key[0] == "space" else leave(seat),
            note=self._note,
        )

    def _note(self, key):
        """What this move would lead to, the most important last."""
        seat = self.order[-1]
        if key[0] == "word":
            return [("note-leave", {"n": len(self.left) + 1})]
        place = key[1]
        behind = [self.at[disc] for disc in self.order[:-1] if self.at[disc] < place]
        below = [disc for disc in self.order[:-1] if self.at[disc] == place]
        notes: list = []
        due = min(self.stack(), AHEAD - len(self.cards) + place)
        if due > 0:
            notes.append(("note-turn-up", {"n": due}))
        if not behind:
            notes.append(("note-again", {"seat": self._seat(seat)}))
        if below:
            notes.append(("note-onto", {"seat": self._seat(below[-1])}))
        else:
            # The discs behind take at least what lies up to the foremost of them; what lies ahead of that they can take, too.
            cards = card_facts(self.cards[max([self.taken] + behind) : place])
            code = "note-most" if behind and len(cards) > 1 else "note-collect"
            if len(cards) > FEW:
                code += "-many"
            notes.append((code, {"cards": cards, "n": len(cards), "last": cards[-1]}))
        return notes

    def _ask_lose(self):
        def card_choice(key):
            seat = key[1]
            given = len(self.given[seat])
            return Choice(
                ("ask-lose", {"seat": self._seat(seat), "n": given + 1, "of": given + self.losses(seat)}),
                [("face", CARDS[card]) for card in self.can_lose(seat)],
                lambda chosen: lose(seat, CARDS.index(chosen[1])),
            )

        return Choice(("ask-who-lost", {}), [("seat", seat) for seat in self.to_act()], card_choice, auto=True)

    def path(self, action):
        """As in Game; of several cards turned up by one action, the keys of the first."""
        action = plain(action)
        if action is None:
            return []
        verb, seat, what = unpack(action)
        if verb == REVEAL:
            card = revealed(action)[0]
            return [("type", KIND[card])] + ([("number", NUMBER[card])] if NUMBER[card] else [])
        if verb == MOVE:
            return [("space", what)]
        return [("word", "leave")] if verb == LEAVE else [("seat", seat), ("face", CARDS[what])]

    def why(self):
        if self.over:
            return None
        faces = [("face", CARDS[card]) for card in range(len(CARDS)) if KIND[card] in self.types]
        seats = [("seat", seat) for seat in range(len(self.seats))]
        if self.phase == "reveal":
            return Choice(("ask-why-card", {}), faces, lambda key: reveal([CARDS.index(key[1])]))
        if self.phase == "lose":
            return Choice(("ask-why-who", {}), seats, lambda key: self._why_lose(key[1], faces), start=self.to_act()[0])
        seat = self.order[-1]
        spaces = [("space", place + 1) for place in range(len(self.cards))]

        def pick(key):
            if key[0] == "space":
                return move(seat, key[1])
            return leave(key[1] if key[0] == "seat" else seat)

        seats.remove(("seat", seat))
        return Choice(
            ("ask-why-move", {"seat": self._seat(seat)}), spaces + [("word", "leave")] + seats, pick, start=self.at[seat]
        )

    def _why_lose(self, seat, faces):
        return Choice(("ask-why-lose", {"seat": self._seat(seat)}), faces, lambda key: lose(seat, CARDS.index(key[1])))

    # ---- words to be ----------------------------------------------------------------------------------------------------

    def describe(self, key):
        if key[0] not in ("space", "due"):
            return naming.describe(key, self.seats)
        place = key[1]
        discs = [self._seat(seat) for seat in self.order if self.at[seat] == place]
        facts: dict = {"place": place, "discs": discs, "n": len(discs)}
        if place == 0:
            return ("space-before", facts)
        if place > len(self.cards):
            return ("space-due", facts)
        if place <= self.taken:
            return ("space-taken-discs" if discs else "space-taken", facts)
        card = self.cards[place - 1]
        facts["card"] = card_fact(card)
        facts["type"] = ("type", KIND[card])
        return ("space-discs" if discs else "space", facts)

    def tell(self, event):
        code = event[0]
        if code == "revealed":
            return (code, {"place": event[1], "card": card_fact(event[2])}), False
        if code == "moved":
            facts = {"seat": self._seat(event[1]), "place": event[3]}
            if event[4] is not None:
                code = "moved-onto"
                facts["below"] = self._seat(event[4])
            return (code, facts), False
        if code == "left":
            return (code, {"seat": self._seat(event[1]), "n": event[2]}), False
        if code == "turn":
            return self._turn_message(event[1], event[2]), False
        if code == "lost":
            return (code, {"seat": self._seat(event[1]), "card": card_fact(event[2])}), False
        if code[:6] == "right-":
            return corrections().tell(self, event)
        return (code, {}), False

    def _turn_message(self, seat, reason):
        """Whose turn it is and why: reason `before`, `top` or `alone`."""
        return ("turn-" + reason, {"seat": self._seat(seat)})

    def undo_notes(self):
        if not self.log:
            raise nothing_to_undo()
        last = plain(self.log[-1])
        before = self.was(len(self.log) - 1)
        taken, traps, place = before >> 13, before >> 7 & 63, before & 127
        back = []
        warning = None
        if self.taken > taken:
            owner = self._seat(self.order[-1])
            cards = self.cards[taken : self.taken]
            facts = {"seat": owner, "cards": card_facts(cards), "first": taken + 1, "last": self.taken}
            back.append(("back-collected" if len(cards) > 1 else "back-collected-one", facts))
            if FOX in cards:
                back.append(("back-fox", {"seat": owner}))
        if last is None:
            return back + corrections().undo_notes(self), None
        verb, seat, _ = unpack(last)
        if verb == REVEAL:
            cards = card_facts(revealed(last))
            back.append(("back-revealed", {"cards": list(reversed(cards)), "n": len(cards)}))
            warning = ("warn-seen", {"cards": cards, "n": len(cards)})
        elif verb in (MOVE, LEAVE):
            if traps:
                holder = self.order[-1] if self.order else seat
                code = "back-traps-own" if holder == seat else "back-traps"
                back.append((code, {"seat": self._seat(seat), "from": self._seat(holder), "n": traps}))
            back.append(("back-disc" if place else "back-disc-start", {"seat": self._seat(seat), "place": place}))
        return back, warning

    # ---- what lies where ------------------------------------------------------------------------------------------------

    def scene(self, seat=None):
        """The Path: layout "path", places count from 1 as in records, 0 is before the Path.

        Roles: `card` (value: its token), `disc` (value: the seat; a stack's bottom disc first), `due` (value: the place; a card
        has to be turned up there now). What seats have collected is shown only when the game is over.
        """
        marks = {}
        for place in range(self.taken + 1, len(self.cards) + 1):
            marks[place] = [card_fact(self.cards[place - 1])]
        for place in range(len(self.cards) + 1, len(self.cards) + self.due() + 1):
            marks[place] = [("due", place)]
        for disc in self.order:
            marks.setdefault(self.at[disc], []).append(("disc", disc))
        return Scene("path", marks, self._rows())

    def _rows(self):
        rows = []
        if self.phase == "move":
            rows.append((("row-turn", {"n": self.turn}), [self._turn_message(self.order[-1], self._reason())]))
        path = [self.describe(("space", place)) for place in range(self.taken + 1, len(self.cards) + 1)]
        if path:
            rows.append((("row-path", {}), path))
        if self.order:
            where = []
            for disc in reversed(self.order):
                facts = {"seat": self._seat(disc), "place": self.at[disc]}
                where.append(("disc-at" if self.at[disc] else "disc-before", facts))
            rows.append((("row-discs", {}), where))
            rows.append((("row-stack", {}), [("stack-left", {"n": self.stack()})]))
        if self.left:
            rows.append((("row-left", {}), [("seat-name", {"seat": self._seat(seat)}) for seat in self.left]))
        if self.over:
            for seat in range(len(self.seats)):
                cards = [("card-name", {"card": card_fact(card)}) for card in self.hand(seat)]
                rows.append((("row-collected", {"seat": self._seat(seat), "n": len(cards)}), cards))
        return rows

    def sheet(self):
        """As in Game; empty until the game is over, since nothing that is collected lies open."""
        if not self.over:
            return []
        by_type, totals = score(self.types, [self.hand(seat) for seat in range(len(self.seats))])
        return sheet(self.types, by_type, totals)

    def verdict(self):
        if not self.over:
            return []
        return verdict(self.seats, score(self.types, [self.hand(seat) for seat in range(len(self.seats))])[1], self.left)
