"""Measures the rules: `make bench`.

Three figures: the legal actions of the opening with four seats, the replay of a whole game, and how many nodes a second Roost
searches beside python-chess, in one process.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

import chess
import click

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
            start = perf_counter()
            found = len(game.legal())
            times.append(perf_counter() - start)
        slowest = max(slowest, (median(times) * 1000, found))
    return slowest


def game_ms(data: bytes, repeats: int = 20) -> float:
    """Milliseconds for the replay of a record, reading included (median)."""
    times: list[float] = []
    for _ in range(repeats):
        start = perf_counter()
        outcome = replay(data)
        times.append(perf_counter() - start)
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
    start = perf_counter()
    nodes = perft(chess.Board(), PERFT_DEPTH)
    seconds = perf_counter() - start
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
            start = perf_counter()
            legal = game.legal()
            for action in legal:
                game.apply(action)
                game.undo()
            seconds += perf_counter() - start
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


def compare(games: list[Any], say: Callable[[str], None]) -> float:
    """The ratio of nodes a second, Roost to python-chess: median of alternating runs."""
    ratios: list[float] = []
    for run in range(1, RUNS + 1):
        ours = roost_speed(games)
        theirs = chess_speed()
        ratios.append(ours.rate / theirs.rate)
        say(
            f"  run {run}: Roost {ours.nodes:,} nodes, {ours.rate:,.0f} a second · "
            f"python-chess {theirs.nodes:,} nodes, {theirs.rate:,.0f} a second · ratio {ratios[-1]:.2f}"
        )
    return median(ratios)


def main() -> None:
    """Prints the figures; exit status 1 when a limit is passed."""
    first, found = opening_ms()
    click.echo(f"legal actions of the opening, 4 seats: {first:.2f} ms (limit {OPENING_MS:.0f} ms), {found} actions")
    game, data = random_game(1)
    whole = game_ms(data)
    click.echo(
        f"replay of a whole random game: {whole:.1f} ms (limit {GAME_MS:.0f} ms), {len(game.log)} actions in {game.turn} turns"
    )
    click.echo(f"nodes a second, beside perft {PERFT_DEPTH} of python-chess {chess.__version__}:")
    ratio = compare(enough_games(), click.echo)
    click.echo(f"ratio Roost : python-chess, median of {RUNS} alternating runs: {ratio:.2f} (aim 1.0)")
    if first >= OPENING_MS or whole >= GAME_MS:
        sys.exit(1)


if __name__ == "__main__":
    main()
