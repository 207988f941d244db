"""Finished sheets are entered (`mode score`), then the unplayed cards of the seats that are tied.

Actions: ("saw", seat, bird), ("done", seat), ("last", seat, bird).
"""

from .. import record
from ..game import nothing_to_undo
from ..refusal import Refusal
from . import birds
from .rules import BirdsGame


class BirdsScore(BirdsGame):
    """The game as seen from its sheets alone: no rounds, nothing arrives or lingers."""

    played = False
    verbs = ("saw", "done", "last")

    def _settle(self) -> None:
        self.resolved = self.rounds
        closed = len([action for action in self.log if action[0] == "done"])
        if closed == len(self.seats):
            self._settle_end()
            return
        self.turn = self.rounds
        self.tied: "tuple[int, ...]" = ()
        self.phase = "score"
        self.over = False

    def left(self, bird: int) -> int:
        """A bird that anyone saw was shown once at least, so that copy is no unplayed card."""
        seen = any([ticks[bird] for ticks in self.recorded])
        return self.printed.copies[bird % birds.COLUMNS] - self._out[bird] - (1 if seen else 0)

    def _latest(self, bird: int) -> "tuple":
        return ("out-kept" if self._out[bird] else "out-on-sheet", {})

    def to_act(self):
        if self.phase == "score":
            return [seat for seat in range(len(self.seats)) if ("done", seat) not in self.log]
        return BirdsGame.to_act(self)

    def legal(self):
        if self.phase != "score":
            return BirdsGame.legal(self)
        actions = []
        for seat in self.to_act():
            actions.extend([("saw", seat, bird) for bird in range(birds.BIRDS) if not self.recorded[seat][bird]])
            actions.append(("done", seat))
        return actions

    def check(self, action):
        verb = action[0]
        if self.over or self.phase == "last" or verb == "last":
            BirdsGame.check(self, action)
        elif action[1] not in self.to_act():
            raise record.not_your_turn(self.seats[action[1]])
        elif verb == "saw" and self.recorded[action[1]][action[2]]:
            raise Refusal("already-ticked", bird=self.printed.bird(action[2]), seat=("seat", self.seats[action[1]]))

    def apply(self, action):
        self.check(action)
        self.log.append(action)
        events: "list[tuple]" = []
        if action[0] == "saw":
            self.recorded[action[1]][action[2]] = self.rounds
        elif action[0] == "last":
            self._out[action[2]] += 1
            events.append(("kept", action[1], action[2]))
        else:
            events.append(("closed", action[1]))
        self._settle()
        if self.over:
            events.append(("ended",))
        return events

    def undo(self):
        if not self.log:
            raise nothing_to_undo()
        action = self.log.pop()
        if action[0] == "saw":
            self.recorded[action[1]][action[2]] = 0
        elif action[0] == "last":
            self._out[action[2]] -= 1
        self._settle()
        return action
