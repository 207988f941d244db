"""Cards for those who have none at hand: shuffles, deals and draws, keeps what is hidden, and lets computer players take seats.

What the device and the record see are ordinary lines: the cards of all seats are entered at the reveal, when everybody has chosen. Computer
players choose their hidden cards as soon as they may, that is before any card of that moment is entered.
"""

import random
from typing import Any

from firmware.words import Words
from host.players.catalogue import kinds, new_player
from host.players.tables import TABLES, Player, Question, Table, set_up
from shared_rules import catalogue
from shared_rules.refusal import Refusal

_AT_THE_REVEAL = ("card", "bird")  # hidden choices that are entered as a line, and chosen anew when that line is taken back


class NotDealt(Exception):
    """Something was entered that the cards dealt don't allow, or that a dealer can't follow."""


class Dealing:
    """The cards of one game.

    game       the game's name
    lines      its setup lines
    seed       where the cards come from: the same seed deals the same cards
    computers  kind of computer player by seat; seats that aren't in it are people
    language   of the words
    paused     nothing is entered: something was taken back, and people may have more to take back
    astray     lines entered since something didn't fit the cards dealt; 0 while all is well
    """

    def __init__(self, game: str, lines: list[str], seed: int, language: str = "en"):
        self.game = game
        self.lines = [line for line in lines if line.split(" ")[0] not in ("rules", "mode")]
        self.seed = seed
        self.computers: dict[int, str] = {}
        self.paused = False
        self.astray = 0
        self.words = Words(language, game)
        self._players: dict[int, Player] = {}
        self._history: list[tuple[Any, ...]] = []  # ("answer", seat, asking, picked) and ("line", text), in order
        self._decided: str | None = None  # what a computer player will do next on the open board
        self.table: Table = self._deal()

    def _deal(self) -> Table:
        game, lines = set_up(self.game, self.lines)
        return TABLES[self.game](game, lines, random.Random(self.seed))

    @property
    def seats(self) -> list[str]:
        """Names of the seats, as in records."""
        return list(self.table.game.seats)

    def actions(self) -> list[str]:
        """The action lines that stand, as far as they fit the cards."""
        return [entry[1] for entry in self._history if entry[0] == "line"]

    # Who plays

    def seat(self, number: int, kind: str | None) -> None:
        """Gives a seat to a computer player of this kind, or to people (None). Raises KeyError for a kind there isn't."""
        if kind is None:
            self.computers.pop(number, None)
            self._players.pop(number, None)
        else:
            if kind not in kinds(self.game):
                raise KeyError(kind)
            self.computers[number] = kind
            self._players[number] = new_player(self.game, kind, random.Random(f"{self.seed} {number} {kind}"))
        self._decided = None

    # What is hidden

    def question(self, seat: int) -> Question | None:
        """The hidden decision that this seat has to make now."""
        return next((question for question in self.table.questions() if question.seat == seat), None)

    def choose(self, seat: int, picked: int) -> None:
        """People have decided; raises ValueError for what they weren't asked."""
        question = self.question(seat)
        if question is None or self.astray or seat in self.computers:
            raise ValueError("nothing is asked of this seat")
        self._answer(question, picked)

    def _answer(self, question: Question, picked: Any) -> None:
        self.table.answer(question, picked)
        self._history.append(("answer", question.seat, question.asking, picked))

    def hand(self, seat: int) -> dict[str, Any]:
        """What a seat's own hand looks like, and what it is asked."""
        table = self.table
        question = None if seat in self.computers or self.astray else self.question(seat)
        laid = table.laid(seat)
        return {
            "seat": seat,
            "cards": [self._card(card) for card in table.hand(seat)],
            "laid": None if laid is None else self._card(laid),
            "kept": [self._card(card) for card in table.kept(seat)],
            "question": None
            if question is None
            else {
                "asking": question.asking,
                "options": [self._card(card) for card in question.options],
                "of": list(question.of),
            },
        }

    def _card(self, card: int) -> dict[str, Any]:
        game = self.table.game
        found: dict[str, Any] = {"card": card}
        if self.game == "fowl_play":
            from shared_rules.fowl_play.pieces import look_name

            found["look"] = look_name(game.shows[card - 1])
            message = game.describe(("card", card))
        elif self.game == "fancy_feathers":
            from shared_rules.fancy_feathers.naming import card_fact

            message = card_fact(card)
        else:
            message = game.printed.bird(card)
        found["words"] = self.words.text(message)
        return found

    # What happens

    def next_line(self) -> str | None:
        """The line that is to be entered now; None where people have to decide first, or nothing is left.

        Computer players answer what is asked of them on the way.
        """
        if self.paused or self.astray or self.table.game.over:
            return None
        while self._commit():
            pass
        if self.table.questions():
            return None
        action = self.table.due()
        if action is not None:
            return self.table.game.line(action)
        if self._decided is None:
            question = self.table.deciding()
            player = self._players.get(question.seat)
            if player is None:
                return None
            self._decided = self.table.game.line(player.choose(self.table, question))
        return self._decided

    def _commit(self) -> bool:
        """Computer players decide what is hidden; True if one did."""
        asked = [question for question in self.table.questions() if question.seat in self._players]
        for question in asked:
            self._answer(question, self._players[question.seat].choose(self.table, question))
        return bool(asked)

    def recorded(self, line: str) -> None:
        """The device has recorded a line, whoever entered it."""
        self._decided = None
        if self.astray:
            self.astray += -1 if line == "undo" else 1
            return
        while self._commit():
            pass
        if line == "undo":
            self._undone()
            return
        try:
            self._follow(line)
        except NotDealt:
            self.astray = 1
            return
        self.paused = False

    def catch_up(self, actions: list[str]) -> bool:
        """The actions that stand on the device, after nobody was listening for a while; False where they are another game's."""
        self.astray = 0
        known = self.actions()
        both = min(len(known), len(actions))
        if known[:both] != actions[:both]:
            return False
        for _ in range(len(known) - both):
            self.recorded("undo")
        for line in actions[both:]:
            self.recorded(line)
        return True

    def _follow(self, line: str) -> None:
        game = self.table.game
        tokens = line.split(" ")
        try:
            action = game.read(tokens)
            game.check(action)
        except Refusal as refusal:
            raise NotDealt(refusal.code) from None
        if tokens[0] in ("agreed", "correct"):
            raise NotDealt(tokens[0])
        self._entered_unasked(tokens, action)
        if not self.table.fits(action):
            raise NotDealt(line)
        self.table.follow(action)
        self._history.append(("line", line))

    def _entered_unasked(self, tokens: list[str], action: Any) -> None:
        """People may enter a card of their hand on the device before they have chosen it here."""
        if tokens[0] != "play":
            return
        question = self.question(self.seats.index(tokens[1]))
        card = action & 127 if self.game == "fowl_play" else action[-1]
        if question is not None and question.asking in _AT_THE_REVEAL and card in question.options:
            self._answer(question, card)

    def _undone(self) -> None:
        """The last line was taken back: so is everything hidden that came after it, and people's choice of a card that was entered by it."""
        places = [place for place, entry in enumerate(self._history) if entry[0] == "line"]
        if not places:
            raise ValueError("nothing was entered that could be taken back")
        words = self._history[places[-1]][1].split(" ")
        kept = self._history[: places[-1]]
        if words[0] == "play":
            seat = self.seats.index(words[1])
            chosen = [place for place, entry in enumerate(kept) if entry[:2] == ("answer", seat) and entry[2] in _AT_THE_REVEAL]
            if seat not in self.computers and chosen:
                del kept[chosen[-1]]
        self._replay(kept)
        self.paused = True

    def _replay(self, history: list[tuple[Any, ...]]) -> None:
        self.table = self._deal()
        self._history = []
        for entry in history:
            if entry[0] == "answer":
                question = next(one for one in self.table.questions() if one.seat == entry[1] and one.asking == entry[2])
                self._answer(question, entry[3])
            else:
                self.table.follow(self.table.game.read(entry[1].split(" ")))
                self._history.append(entry)

    def state(self) -> dict[str, Any]:
        """What everybody may know: nothing of any hand but its size."""
        game = self.table.game
        asked = {} if self.astray else {question.seat: question.asking for question in self.table.questions()}
        return {
            "on": True,
            "game": self.game,
            "seed": self.seed,
            "kinds": list(kinds(self.game)),
            "seats": [
                {
                    "name": name,
                    "words": self.words.text(("seat", name)),
                    "computer": self.computers.get(seat),
                    "asks": asked.get(seat),
                    "hand": len(self.table.hand(seat)),
                }
                for seat, name in enumerate(self.seats)
            ],
            "paused": self.paused,
            "astray": self.astray > 0,
            "over": game.over,
        }


def known_game(game: object) -> bool:
    """Is this a game that can be dealt for?"""
    return game in catalogue.GAMES
