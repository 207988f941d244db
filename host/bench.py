"""Measures the rules: `make bench`.

The legal actions of the opening with four seats, the replay of a whole game, how many nodes a second Roost searches beside python-chess, how
many whole games simulated players play a second, and what a game takes of memory; all in one process, in processor time, and compared with
runs before.
"""

import random
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any

import chess
import click

from host import bench_history, selfplay
from host.bench_history import Figure
from host.replay import replay
from shared_rules.record import Reader

RUNS = 5  # alternating runs of the comparison
LEAST_NODES = 100_000  # actions applied and undone in each run of Roost
PERFT_DEPTH = 4
PERFT_NODES = 197_281  # leaves of perft 4 from the start position
OPENING_MS = 3.0
GAME_MS = 50.0

_HEADER = "roost 1 fowl_play\nseats black brown orange white\nfoxes black g8 brown f7 orange h7 white g6\n"


@dataclass
class Speed:
    """Nodes and the seconds that they took."""

    nodes: int
    seconds: float

    @property
    def rate(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds


def opening(first_card: int = 0) -> Any:
    """A game of Fowl Play! with four seats; with a first card (1-33) the cards are played, and its seat is to move fowl."""
    cards = f"play black {first_card}\nplay brown 34\nplay orange 35\nplay white 36\n" if first_card else ""
    reader = Reader()
    for line in (_HEADER + cards).splitlines():
        reader.feed(line)
    return reader.finish()


def random_game(seed: int) -> tuple[Any, bytes]:
    """(a whole random game of Fowl Play! with four seats, its record).

    Everything is played by chance but that a fox which can capture does: else the light turns end most games in the fourth turn.
    """
    chance = random.Random(seed)
    game = opening()
    lines: list[str] = []
    while not game.over:
        action = _capture(game, chance) or chance.choice(game.legal())
        lines.append(game.line(action))
        game.apply(action)
    return game, (_HEADER + "\n".join(lines) + "\n").encode()


def _capture(game: Any, chance: random.Random) -> Any:
    """A legal action that captures, None if there is none."""
    if game.phase != "fox":
        return None
    captures: list[Any] = []
    for action in game.legal():
        if any(event[0] == "captured" for event in game.apply(action)):
            captures.append(action)
        game.undo()
    return chance.choice(captures) if captures else None


def opening_ms(repeats: int = 20) -> tuple[float, int]:
    """(milliseconds for the legal actions of the opening, how many they are).

    Of the first decision or of the fowl moves of any first card, whichever takes longest; found from scratch each time, median.
    """
    slowest = (0.0, 0)
    for card in range(34):
        times: list[float] = []
        found = 0
        for _ in range(repeats):
            game = opening(card)  # a fresh one: what was asked before is known
            start = process_time()
            found = len(game.legal())
            times.append(process_time() - start)
        slowest = max(slowest, (median(times) * 1000, found))
    return slowest


def game_ms(data: bytes, repeats: int = 20) -> float:
    """Milliseconds for the replay of a record, reading included (median)."""
    times: list[float] = []
    for _ in range(repeats):
        start = process_time()
        outcome = replay(data)
        times.append(process_time() - start)
        if outcome.problem is not None:
            raise ValueError(outcome.problem.text("the record"))
    return median(times) * 1000


def perft(board: chess.Board, depth: int) -> int:
    """Leaves of the tree of legal moves, each of them pushed and popped."""
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1) if depth > 1 else 1
        board.pop()
    return nodes


def chess_speed() -> Speed:
    """python-chess: perft from the start position."""
    start = process_time()
    nodes = perft(chess.Board(), PERFT_DEPTH)
    seconds = process_time() - start
    if nodes != PERFT_NODES:
        raise ValueError(f"perft {PERFT_DEPTH} gave {nodes} leaves, {PERFT_NODES} expected")
    return Speed(nodes, seconds)


def roost_speed(games: list[Any]) -> Speed:
    """Roost: `legal()` in every position of the games, then apply and undo of each legal action, LEAST_NODES at least.

    The games are walked from their end to their start and back; walking isn't measured, nor is what it leaves known.
    """
    nodes = 0
    seconds = 0.0
    for game in games:
        actions: list[Any] = []
        while game.log:
            actions.append(game.undo())
        while actions:
            start = process_time()
            legal = game.legal()
            for action in legal:
                game.apply(action)
                game.undo()
            seconds += process_time() - start
            nodes += len(legal)
            game.apply(actions.pop())
    if nodes < LEAST_NODES:
        raise ValueError(f"only {nodes} actions in the recorded games, {LEAST_NODES} wanted")
    return Speed(nodes, seconds)


def enough_games() -> list[Any]:
    """Whole random games with LEAST_NODES legal actions in all their positions together."""
    games: list[Any] = []
    nodes = 0
    while nodes < LEAST_NODES:
        game, data = random_game(len(games) + 1)
        games.append(game)
        reader = Reader()
        for line in data.decode().splitlines():
            if reader.game is not None:
                nodes += len(reader.game.legal())
            reader.feed(line)
    return games


def compare(games: list[Any], say: Callable[[str], None]) -> tuple[float, float]:
    """(ratio of nodes a second, Roost to python-chess; nodes a second of python-chess): medians of alternating runs."""
    ratios: list[float] = []
    rates: list[float] = []
    for run in range(1, RUNS + 1):
        ours = roost_speed(games)
        theirs = chess_speed()
        ratios.append(ours.rate / theirs.rate)
        rates.append(theirs.rate)
        say(
            f"  run {run}: Roost {ours.nodes:,} nodes, {ours.rate:,.0f} a second · "
            f"python-chess {theirs.nodes:,} nodes, {theirs.rate:,.0f} a second · ratio {ratios[-1]:.2f}"
        )
    return median(ratios), median(rates)


def games_a_second(games: int = 20, repeats: int = 3) -> float:
    """Whole random games of Fowl Play! with four seats, dealing and deciding included (median)."""
    plan = selfplay.Plan("fowl_play", 4, 1)
    rates: list[float] = []
    for _ in range(repeats):
        start = process_time()
        for number in range(1, games + 1):
            selfplay.play(plan, number)
        rates.append(games / (process_time() - start))
    return median(rates)


def memory_kb(data: bytes) -> float:
    """Kilobytes that a game holds once its record is replayed, what was loaded for it left aside."""
    replay(data)
    tracemalloc.start()
    outcome = replay(data)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    if outcome.problem is not None:
        raise ValueError(outcome.problem.text("the record"))
    return held / 1024


@click.command()
@click.option("--keep", is_flag=True, help="Add the figures to the history.")
def main(keep: bool) -> None:
    """Prints the figures; exit status 1 when a limit is passed, or a figure is a third worse than in the runs before."""
    first, found = opening_ms()
    click.echo(f"legal actions of the opening, 4 seats: {first:.2f} ms (limit {OPENING_MS:.0f} ms), {found} actions")
    game, data = random_game(1)
    whole = game_ms(data)
    click.echo(
        f"replay of a whole random game: {whole:.1f} ms (limit {GAME_MS:.0f} ms), {len(game.log)} actions in {game.turn} turns"
    )
    click.echo(f"nodes a second, beside perft {PERFT_DEPTH} of python-chess {chess.__version__}:")
    ratio, chess_rate = compare(enough_games(), click.echo)
    click.echo(f"ratio Roost : python-chess, median of {RUNS} alternating runs: {ratio:.2f} (aim 1.0)")
    games = games_a_second()
    held = memory_kb(data)
    click.echo(f"whole random games with 4 seats: {games:.1f} a second; memory of a replayed game: {held:.0f} KB")
    # What hangs on the speed of this machine is measured by what python-chess does in the same run.
    figures = {
        "nodes to python-chess": Figure(ratio, more=True),
        "games to a million nodes of python-chess": Figure(games / chess_rate * 1e6, more=True),
        "replay in nodes of python-chess": Figure(whole / 1000 * chess_rate),
        "memory of a game": Figure(held, " KB"),
        "opening": Figure(first, " ms", checked=False),
        "games a second": Figure(games, more=True, checked=False),
    }
    lines, well = bench_history.report("host", figures, keep)
    for line in lines:
        click.echo(line)
    if first >= OPENING_MS or whole >= GAME_MS or not well:
        sys.exit(1)


if __name__ == "__main__":
    main()
