"""Whole games between simulated players, in as many processes as there are: the engine under `roost selfplay`.

Each game's chance comes from its own number, so that the same seed gives the same games however many processes share them.
"""

import multiprocessing
import os
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from statistics import mean, median
from typing import Any

from host.players.catalogue import new_player
from host.players.tables import Table, new_table, step

CHUNK = 4  # games that a process is given at once, at least


@dataclass(frozen=True)
class Plan:
    """What is to be played.

    game    name of the game
    seats   how many
    seed    any whole number
    player  kind of the players
    """

    game: str
    seats: int
    seed: int
    player: str = "random"


@dataclass(frozen=True)
class Outcome:
    """How one game went.

    number   of the game, from 1
    lines    its record
    turns    turns or rounds
    actions  how many
    ending   why it ended, a code of the game
    decided  which tie-break decided, "" where there was no tie
    scores   total points by seat, in seating order
    winners  seats, in seating order
    """

    number: int
    lines: tuple[str, ...]
    turns: int
    actions: int
    ending: str
    decided: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]


def chance(plan: Plan, number: int, what: str) -> random.Random:
    """The chance of one thing in one game: the same for the same plan and number, on every machine."""
    return random.Random(f"{plan.game} {plan.seats} {plan.seed} {number} {what}")


def deal(plan: Plan, number: int) -> Table:
    """The table of one game, dealt."""
    return new_table(plan.game, plan.seats, chance(plan, number, "cards"))


def play(plan: Plan, number: int) -> Outcome:
    """Plays one game to its end."""
    table = deal(plan, number)
    players = [new_player(plan.game, plan.player, chance(plan, number, f"player {seat}")) for seat in range(plan.seats)]
    while not table.game.over:
        step(table, players)
    return _outcome(number, table)


def _outcome(number: int, table: Table) -> Outcome:
    game = table.game
    scores = tuple(entry["total"] for entry in game.scores().values())
    winners = tuple(game.winners())
    tied = scores.count(max(scores)) > 1
    return Outcome(
        number,
        tuple(table.record()),
        game.turn,
        len(game.log),
        _ending(game),
        _decided(game) if tied else "",
        scores,
        winners,
    )


def _ending(game: Any) -> str:
    """Why a game ended."""
    if game.name == "fowl_play":
        return "light" if game.out_by_light() else "few"
    return "all-left" if game.name == "fancy_feathers" else "last-round"


def _decided(game: Any) -> str:
    """Which tie-break decided, by the code of the verdict's last message; the winners' number where it was shared."""
    return game.verdict()[-1][0] if len(game.winners()) == 1 else "shared"


def play_some(plan: Plan, numbers: list[int]) -> list[Outcome]:
    """Plays the games of these numbers."""
    return [play(plan, number) for number in numbers]


def usable_cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_all(plan: Plan, games: int, jobs: int) -> Iterator[Outcome]:
    """The outcomes of games 1 to `games`, in order, as they come; `jobs` processes share them."""
    numbers = list(range(1, games + 1))
    if jobs == 1:
        for number in numbers:
            yield play(plan, number)
        return
    size = max(CHUNK, min(64, games // (8 * jobs)))
    chunks = [numbers[start : start + size] for start in range(0, games, size)]
    # A fresh interpreter for each process: nothing of this one's state can leak into the games.
    pool = ProcessPoolExecutor(min(jobs, len(chunks)), mp_context=multiprocessing.get_context("spawn"))
    try:
        for outcomes in pool.map(play_some, [plan] * len(chunks), chunks):
            yield from outcomes
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True)
class Spread:
    """Least, median, mean and most of some numbers."""

    least: float
    middle: float
    average: float
    most: float


def spread(values: list[int]) -> Spread:
    """The Spread of at least one value."""
    return Spread(min(values), median(values), mean(values), max(values))


@dataclass
class Summary:
    """What many games were like. Seats count from 0, in seating order."""

    games: int
    turns: Spread
    actions: Spread
    endings: Counter[str]
    ties: Counter[str]
    scores: list[Spread]
    wins: list[float]


def summary(outcomes: list[Outcome]) -> Summary:
    """Sums up at least one game. A shared win counts as its part for each who shares it."""
    seats = len(outcomes[0].scores)
    wins = [0.0] * seats
    for outcome in outcomes:
        for seat in outcome.winners:
            wins[seat] += 1 / len(outcome.winners)
    return Summary(
        len(outcomes),
        spread([outcome.turns for outcome in outcomes]),
        spread([outcome.actions for outcome in outcomes]),
        Counter(outcome.ending for outcome in outcomes),
        Counter(outcome.decided for outcome in outcomes if outcome.decided),
        [spread([outcome.scores[seat] for outcome in outcomes]) for seat in range(seats)],
        wins,
    )
