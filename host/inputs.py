"""How much turning and pressing a game takes: games between simulated players, entered on the app by the cheapest inputs."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import mean, median

from firmware.app import App
from firmware.drivers import virtual
from host.players.hands import Hands
from host.selfplay import Outcome
from shared_rules import catalogue


@dataclass(frozen=True)
class Decision:
    """One action entered, or announcements confirmed, on the app: turn, kind (the record's verb, or `announced`), detents and presses."""

    turn: int
    kind: str
    detents: int
    presses: int

    @property
    def inputs(self) -> int:
        """Detents and presses together."""
        return self.detents + self.presses


def enter(game: str, outcome: Outcome) -> list[Decision]:
    """Plays a game on the app by knob and buttons, to the end of its last action; raises what goes wrong there."""
    device = virtual.device()
    app = App(device)
    hands = Hands(device, app)
    setup, actions = split(game, outcome.lines)

    async def script() -> None:
        await hands.begin(game, setup)
        for line in actions:
            await hands.act(line)

    virtual.run(device, app.run(), script())
    return [Decision(*decision) for decision in hands.decisions]


def split(game: str, lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """(setup lines, action lines) of a record of this game; the header is left away."""
    setup: list[str] = []
    actions: list[str] = []
    words = ("rules", "mode", *catalogue.package(game).SETUP)
    for line in lines:
        word = line.split(" ")[0]
        if word != "roost":
            (setup if word in words else actions).append(line)
    return setup, actions


@dataclass(frozen=True)
class Ease:
    """What entering many games took.

    kinds    kind -> (how many, median, mean and most inputs)
    turns    how many turns
    a_turn   inputs a turn, on average
    detents  detents among them, a turn
    """

    kinds: dict[str, tuple[int, float, float, int]]
    turns: int
    a_turn: float
    detents: float


def ease(games: list[list[Decision]]) -> Ease:
    """Sums up the decisions of at least one game."""
    by_kind: dict[str, list[int]] = {}
    turns = total = detents = 0
    for decisions in games:
        turns += len({decision.turn for decision in decisions})
        for decision in decisions:
            by_kind.setdefault(decision.kind, []).append(decision.inputs)
            total += decision.inputs
            detents += decision.detents
    kinds = {kind: (len(values), median(values), mean(values), max(values)) for kind, values in sorted(by_kind.items())}
    return Ease(kinds, turns, total / turns, detents / turns)
