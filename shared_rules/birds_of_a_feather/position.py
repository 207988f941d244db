"""Setting sheets right, bird by bird. See `shared_rules.position`.

Things: ("tick", seat * 64 + bird), whose value is ("word", "yes") or ("word", "no"). Parts: ("ticks", seat). Beside them ("wrong", "none"):
a reveal that can't be made.
"""

from ..position import Position as Draft
from .birds import BIRDS
from .prompts import scene


class Position(Draft):
    """The sheets as people see them."""

    def __init__(self, game) -> None:
        now = {}
        for seat in range(len(game.seats)):
            for bird in range(BIRDS):
                now[("tick", seat * 64 + bird)] = ("word", "yes" if game.recorded[seat][bird] else "no")
        Draft.__init__(self, game, now)
        self._seat = 0

    def parts(self):
        return [("ticks", seat) for seat in range(len(self.seats))]

    def things(self, part):
        self._seat = part[1]
        return [("tick", part[1] * 64 + bird) for bird in range(BIRDS)]

    def choice(self, thing):
        return None

    def other(self, thing):
        return ("word", "no" if self.wanted[thing][1] == "yes" else "yes")

    def steps(self):
        found = []
        for thing in self.changed():
            seat, bird = thing[1] >> 6, thing[1] & 63
            found.append(("correct", "saw" if self.wanted[thing][1] == "yes" else "missed", seat, bird, []))
        return found

    def extras(self):
        if self.game.phase != "reveal":
            return []
        return [(("wrong", "none"), ("agreed", ("reveal", None)))]

    def describe(self, key):
        kind, value = key
        if kind == "ticks":
            return ("wrong-ticks", {"seat": ("seat", self.seats[value])})
        if kind == "tick":
            code = "wrong-saw" if self.wanted[key][1] == "yes" else "wrong-missed"
            return (code, {"bird": self.game.printed.bird(value & 63)})
        return key if kind == "wrong" else self.game.describe(key)

    def tell(self, thing):
        seat, bird = thing[1] >> 6, thing[1] & 63
        code = "right-saw" if self.wanted[thing][1] == "yes" else "right-missed"
        return (code, {"seat": ("seat", self.seats[seat]), "bird": self.game.printed.bird(bird)})

    def scene(self, seat=None):
        found = scene(self.game, self._seat)
        for bird in range(BIRDS):
            role = "recorded" if self.wanted[("tick", self._seat * 64 + bird)][1] == "yes" else "missing"
            marks = [mark for mark in found.marks[bird] if mark[0] not in ("recorded", "seen", "missing")]
            found.marks[bird] = [("tick", self._seat * 64 + bird), (role, self._seat)] + marks
        return found
