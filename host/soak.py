"""Soak: simulated players play through the device, by knob and buttons alone, and after each action the device must be where the host is.

    python -m host.soak [GAME ...] [--games N] [--runtime micropython|cpython] [--jobs J] [--seed K] [--every]

Each game is played on the host first; then a device in a child process is told, step by step, what to enter (see `host.players.soaking`).
In between actions are taken back and entered again, the menu is looked at, nonsense comes over the link, and the power fails.
"""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import click

from host import inputs, selfplay
from host.players.catalogue import kinds
from host.players.soaking import digest
from host.players.tables import SEATS, set_up
from host.sim.runtime import micropython, source_folder
from shared_rules import catalogue

HEAP = "2m"  # of the unix port, whose objects are twice as large as a Pico's; the files of the device are in it, too
WARM = 20  # games of a device before its memory is compared
LEAK = 4096  # bytes by which free heap may fall over the last half of a run, beyond what differs from game to game

UNDO = 0.04  # how often, after an action, some are taken back
FIDGET = 0.05
CUT = 0.01


class SoakFailed(Exception):
    """The device went another way; the text says where."""


@dataclass(frozen=True)
class Report:
    """One game on the device."""

    number: int
    actions: int
    detents: int
    presses: int
    ms: int
    memory: int


@dataclass
class Course:
    """What the games of one device came to."""

    game: str
    reports: list[Report] = field(default_factory=list[Report])
    turns: int = 0

    def falls(self) -> tuple[float, float]:
        """Bytes of free heap lost, negative where there are more: from the first quarter of the games, after warming up, to the last one; and
        from the third to the last one. Only what is still lost then leaks: for some 600 games there are ways that none has gone before.
        """
        free = [report.memory for report in self.reports[WARM:]]
        if not free:
            return 0.0, 0.0
        part = max(len(free) // 4, 1)
        last = median(free[-part:])
        return float(median(free[:part]) - last), float(median(free[-2 * part : -part] or free) - last)


def plan_of(game: str, seed: int, number: int) -> selfplay.Plan:
    """Seats and players of a game, so that all numbers of seats and all kinds of players have their turn."""
    least, most = SEATS[game]
    names = kinds(game)
    seats = least + number % (most - least + 1)
    return selfplay.Plan(game, seats, seed, names[number // (most - least + 1) % len(names)])


def steps(game: str, outcome: selfplay.Outcome, chance: random.Random, calm: bool = False) -> Iterator[str]:
    """What the device is told for one game. calm: nothing but the actions themselves."""
    setup, actions = inputs.split(game, outcome.lines)
    board, _ = set_up(game, [line for line in setup if line.split(" ")[0] not in ("rules", "mode")])
    yield f"game {game} {chance.choice(('en', 'de'))}"
    for line in setup:
        yield f"with {line}"
    for line in actions:
        board.apply(board.read(line.split(" ")))
        yield f"act {digest(board.state())} {line}"
        if calm:
            continue
        if chance.random() < FIDGET:
            yield f"fidget {chance.randrange(1, 1 << 30)}"
        if chance.random() < CUT:
            yield "cut"
        if chance.random() < UNDO:
            yield from _back_and_again(board, chance)
    yield "end"


def _back_and_again(board: Any, chance: random.Random) -> Iterator[str]:
    """Some actions are taken back, then entered again."""
    taken: list[Any] = []
    for _ in range(min(chance.choice((1, 1, 1, 2, 3, 8)), len(board.log))):
        taken.append(board.undo())
        yield f"act {digest(board.state())} undo"
    while taken:
        action = taken.pop()
        line = board.line(action)
        board.apply(action)
        yield f"act {digest(board.state())} {line}"


class Child:
    """A device in a process of its own."""

    def __init__(self, runtime: str):
        if runtime == "micropython":
            path = micropython()
            if path is None:
                raise SoakFailed("MicroPython's unix port isn't installed here.")
            command = [path, "-X", f"heapsize={HEAP}", "-m", "host.players.soaking"]
        else:
            command = [sys.executable, "-m", "host.players.soaking"]
        self._process = subprocess.Popen(
            command,
            cwd=source_folder(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1 << 16,
        )

    def play(self, number: int, told: Iterator[str]) -> Report:
        """Plays one game; raises SoakFailed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write("\n".join(told) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # what the device has said tells why
        said: list[str] = []
        while line := self._process.stdout.readline():
            if line.startswith("done "):
                return Report(number, *(int(part) for part in line.split()[1:]))
            said.append(line)
        raise SoakFailed("".join(said[:40]) or "the device is gone")

    def close(self) -> None:
        """Ends the device."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def soak(game: str, numbers: list[int], seed: int, runtime: str, said: Any = None) -> Course:
    """Plays the games of these numbers on one device; raises SoakFailed, which names the game."""
    course = Course(game)
    child = Child(runtime)
    try:
        for number in numbers:
            plan = plan_of(game, seed, number)
            outcome = selfplay.play(plan, number)
            chance = selfplay.chance(plan, number, "soak")
            try:
                report = child.play(number, steps(game, outcome, chance))
            except SoakFailed as failed:
                raise SoakFailed(f"{game}, game {number} of seed {seed}, {plan.seats} {plan.player} players: {failed}") from None
            course.reports.append(report)
            course.turns += outcome.turns
            if said is not None:
                said(report)
    finally:
        child.close()
    return course


def check_memory(course: Course, runtime: str) -> str:
    """A sentence on the memory of a device that has played these games; raises SoakFailed where it leaks."""
    fall, late = course.falls()
    last = course.reports[-1].memory
    if runtime != "micropython":
        return f"{last:,} allocated blocks after the last game, {0 - fall:+,.0f}"
    if len(course.reports) >= 4 * WARM and late > LEAK:
        raise SoakFailed(f"{course.game}: free heap fell by {late:,.0f} bytes over the last half of {len(course.reports)} games")
    since = f"{0 - fall:+,.0f} since game {min(WARM, len(course.reports))}, {0 - late:+,.0f} in the last half"
    return f"free heap {last:,} bytes after the last game, {since}"


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(catalogue.GAMES)))
@click.option("--games", "count", default=2000, show_default=True, type=click.IntRange(1), help="Games of each game.")
@click.option("--first", default=1, show_default=True, type=click.IntRange(1), help="Number of the first game.")
@click.option("--runtime", type=click.Choice(("micropython", "cpython")), default="micropython", show_default=True)
@click.option("--jobs", type=click.IntRange(1), help="Devices at the same time.  [default: one a processor]")
@click.option("--seed", default=1, show_default=True)
@click.option("--every", is_flag=True, help="Print a line for every game.")
def main(games: tuple[str, ...], count: int, first: int, runtime: str, jobs: int | None, seed: int, every: bool) -> None:
    """Simulated players play through the device by knob and buttons; prints what it came to."""
    jobs = min(jobs or selfplay.usable_cores(), count)
    for game in games or catalogue.GAMES:
        began = time.monotonic()

        def said(report: Report, game: str = game) -> None:
            if every:
                done = f"{report.actions} actions, {report.detents} detents, {report.presses} presses"
                click.echo(f"{game} {report.number}: {done}, memory {report.memory:,}")

        with ThreadPoolExecutor(jobs) as pool:
            shares = [list(range(first + job, first + count, jobs)) for job in range(jobs)]
            try:
                courses = list(pool.map(lambda numbers, game=game, said=said: soak(game, numbers, seed, runtime, said), shares))
                sentences = [check_memory(course, runtime) for course in courses]
            except SoakFailed as failed:
                raise click.ClickException(str(failed)) from None
        reports = [report for course in courses for report in course.reports]
        actions = sum(report.actions for report in reports)
        inputs_done = sum(report.detents + report.presses for report in reports)
        hours = sum(report.ms for report in reports) / 3.6e6
        click.echo(
            f"{game}: {len(reports)} games on {runtime}, {actions:,} actions by {inputs_done:,} inputs, which hands do in {hours:,.1f} hours"
        )
        click.echo(f"  {time.monotonic() - began:,.0f} s; " + "; ".join(sentences))


if __name__ == "__main__":
    main()
