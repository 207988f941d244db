"""The rules once more, straight from the rulebook's text, slow, with sets and lists of names, to measure the real ones against.

Nothing here is taken from `shared_rules.birds_of_a_feather`. The whole game is worked out anew from its lines each time.
"""

import dataclasses
from collections import Counter

HABITATS = ["desert", "mountains", "forest", "wetlands", "ocean"]
KINDS = ["common", "uncommon1", "uncommon2", "uncommon3", "rare", "raptor", "ace"]

# "5 Habitats each with: 1 Ace, 1 Raptor, 1 Rare, 2 of each Uncommon, 3 Commons"
DECK = Counter(
    f"{habitat}-{kind}"
    for habitat in HABITATS
    for kind, copies in zip(KINDS, [3, 2, 2, 2, 1, 1, 1], strict=True)
    for _ in range(copies)
)


@dataclasses.dataclass
class Table:
    """The set-up: names of the seats, and what the setup lines say."""

    seats: list[str]
    raptors: bool
    variant: str = "base"
    habitats: list[str] = dataclasses.field(default_factory=lambda: list(HABITATS))
    kinds: list[str] = dataclasses.field(default_factory=lambda: list(KINDS))

    @property
    def rounds(self) -> int:
        return {1: 12, 2: 14, 3: 14, 4: 14, 5: 11, 6: 9, 7: 7}[len(self.seats)]

    @property
    def from_deck(self) -> int:
        return {1: 3, 2: 2, 3: 1}.get(len(self.seats), 0)


def habitat(bird: str) -> str:
    return bird.split("-")[0]


def kind(bird: str) -> str:
    return bird.split("-")[1]


class Position:
    """The game after so many lines (no `undo` among them); `refused` tells whether the last of them was."""

    def __init__(self, table: Table, lines: list[str]):
        self.table = table
        self.lines: list[str] = []
        self.shown: Counter[str] = Counter()
        self.recorded: dict[str, set[str]] = {seat: set() for seat in table.seats}
        self.lingering: list[str] = []
        self.round = 1
        self.played: dict[str, str] = {}
        self.deck: list[str] = []
        self.last: dict[str, str] = {}
        self.finished = False
        for line in lines:
            assert line in self.legal(), line
            self._take(line)

    def legal(self) -> set[str]:
        left = [bird for bird in DECK if DECK[bird] > self.shown[bird]]
        if self.finished:
            return {f"last {seat} {bird}" for seat in self.tied() if seat not in self.last for bird in left}
        waiting = [seat for seat in self.table.seats if seat not in self.played]
        if waiting:
            return {f"play {seat} {bird}" for seat in waiting for bird in left}
        return {f"reveal {bird}" for bird in left}

    def _take(self, line: str) -> None:
        self.lines.append(line)
        words = line.split()
        self.shown[words[-1]] += 1
        if words[0] == "play":
            self.played[words[1]] = words[2]
        elif words[0] == "reveal":
            self.deck.append(words[1])
        else:
            self.last[words[1]] = words[2]
            return
        if len(self.played) == len(self.table.seats) and len(self.deck) == self.table.from_deck:
            self._end_round()

    def _end_round(self) -> None:
        arriving = list(self.played.values()) + self.deck
        # Step 3: raptors chase away lingering birds.
        if self.table.raptors:
            frightened = {habitat(bird) for bird in arriving if kind(bird) == "raptor"}
            self.lingering = [bird for bird in self.lingering if habitat(bird) not in frightened]
        # Step 4: record.
        for seat, own in self.played.items():
            self.recorded[seat] |= {bird for bird in arriving + self.lingering if habitat(bird) == habitat(own)}
        # Steps 5 and 6.
        self.lingering = arriving
        self.played, self.deck = {}, []
        # Step 7.
        if self.round == self.table.rounds:
            self.finished = True
        else:
            self.round += 1

    def all_bonuses(self, seat: str) -> int:
        return sum(all(f"{place}-{sort}" in self.recorded[seat] for sort in KINDS) for place in HABITATS)

    def bird_points(self, seat: str) -> int:
        return sum({"common": 0, "ace": 2}.get(kind(bird), 1) for bird in self.recorded[seat])

    def total(self, seat: str) -> int:
        return self.bird_points(seat) + 3 * self.all_bonuses(seat)

    def leaders(self) -> list[str]:
        top = max((self.total(seat), self.all_bonuses(seat)) for seat in self.table.seats)
        return [seat for seat in self.table.seats if (self.total(seat), self.all_bonuses(seat)) == top]

    def tied(self) -> list[str]:
        leaders = self.leaders()
        return leaders if len(leaders) > 1 else []

    def over(self) -> bool:
        return self.finished and len(self.last) == len(self.tied())

    def winners(self) -> list[str]:
        tied = self.tied()
        if not tied:
            return self.leaders()

        def worth(seat: str) -> tuple[int, int]:
            bird = self.last[seat]
            return self.table.kinds.index(kind(bird)), len(HABITATS) - self.table.habitats.index(habitat(bird))

        top = max(worth(seat) for seat in tied)
        return [seat for seat in tied if worth(seat) == top]

    def scores(self) -> dict[str, dict[str, int]]:
        scores = {}
        for seat in self.table.seats:
            total = self.total(seat)
            scores[seat] = {"birds": self.bird_points(seat), "all": self.all_bonuses(seat), "total": total}
            if len(self.table.seats) == 1:
                if total <= 25:
                    rank = 0
                elif total <= 30:
                    rank = 1
                elif total <= 35:
                    rank = 2
                elif total <= 40:
                    rank = 3
                else:
                    rank = 4
                scores[seat]["rank"] = rank
        return scores

    def state(self) -> dict[str, object]:
        """As the record format's JSON object."""
        over = self.over()
        waiting = {line.split()[1] for line in self.legal() if not line.startswith("reveal")}
        if over:
            phase = "over"
        elif self.finished:
            phase = "last"
        else:
            phase = "reveal" if len(self.played) == len(self.table.seats) else "play"
        return {
            "game": "birds_of_a_feather",
            "rules": 1,
            "phase": phase,
            "over": over,
            "seats": self.table.seats,
            "to_act": [seat for seat in self.table.seats if seat in waiting],
            "turn": self.round,
            "actions": len(self.lines),
            "scores": self.scores() if over else None,
            "winners": self.winners() if over else None,
            "raptors": self.table.raptors,
            "variant": self.table.variant,
            "habitats": self.table.habitats,
            "kinds": self.table.kinds,
            "rounds": self.table.rounds,
            "arriving": {**{seat: self.played[seat] for seat in self.table.seats if seat in self.played}, "deck": self.deck},
            "lingering": sorted(self.lingering),
            "recorded": {seat: sorted(birds) for seat, birds in self.recorded.items()},
        }
