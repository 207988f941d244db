"""The command `roost selfplay`."""

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from host import inputs, selfplay
from host.players.catalogue import KINDS, kinds
from host.players.tables import SEATS
from shared_rules import catalogue

USUAL_SEATS = 4
_T = TypeVar("_T")

_ENDINGS = {
    "light": "last light turn",
    "few": "eight fowl or fewer left",
    "all-left": "all discs have left",
    "last-round": "last round played",
}
_TIES = {
    "decided-target": "the target survived",
    "decided-fewest": "fewest captured",
    "wins-tie": "left the Path first",
    "by-all": "more complete habitats",
    "by-card": "unplayed card further right",
    "by-habitat": "unplayed card's habitat higher",
    "shared": "shared",
}


@click.command("selfplay", short_help="Simulated players play whole games.")
@click.argument("game", type=click.Choice(list(catalogue.GAMES)))
@click.option("--games", default=100, show_default=True, type=click.IntRange(1, 1_000_000), help="How many games.")
@click.option("--seats", type=click.IntRange(1, 7), help="How many players.  [default: 4]")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes that share the work.  [default: one a processor]")
@click.option("--player", type=click.Choice(KINDS), default="random", show_default=True, help="Who plays.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Folder for the records, 0001.roost and so on.")
@click.option(
    "--inputs", "count", is_flag=True, help="Also enter each game on the device by knob and buttons, and count what that takes."
)
def command(
    game: str, games: int, seats: int | None, seed: int, jobs: int | None, player: str, out: Path | None, count: bool
) -> None:
    """Simulated players play whole games: they shuffle, deal, draft, hold hidden cards and decide.

    \b
    roost selfplay fowl_play --games 1000 --player sensible
    roost selfplay birds_of_a_feather --seats 7 --seed 3 --out games/
    """
    least, most = SEATS[game]
    seats = USUAL_SEATS if seats is None else seats
    if not least <= seats <= most:
        raise click.BadParameter(f"{game} takes {least} to {most} players.", param_hint="--seats")
    if player not in kinds(game):
        raise click.BadParameter(f"{game} has no {player} player, only {' and '.join(kinds(game))}.", param_hint="--player")
    plan = selfplay.Plan(game, seats, seed, player)
    if out is not None:
        _prepare(out, games)
    try:
        outcomes = _play(plan, games, jobs or selfplay.usable_cores(), out)
    except BrokenProcessPool:
        raise click.ClickException("One of the processes ended before its games did. Try fewer --jobs.") from None
    console = Console(highlight=False)
    console.print(_results(plan, outcomes))
    if count:
        console.print(_inputs(plan, outcomes))


def _name(number: int) -> str:
    return f"{number:04d}.roost"


def _prepare(out: Path, games: int) -> None:
    """Makes the folder; refuses one that already holds such records."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        taken = {path.name for path in out.iterdir()}
    except OSError as error:
        raise click.ClickException(f"The folder {out} can't be used: {error.strerror or error}.") from None
    for number in range(1, games + 1):
        if _name(number) in taken:
            raise click.ClickException(f"{out / _name(number)} is there already. Name another folder with --out.")


def _play(plan: selfplay.Plan, games: int, jobs: int, out: Path | None) -> list[selfplay.Outcome]:
    outcomes: list[selfplay.Outcome] = []
    for outcome in _watched("playing", selfplay.play_all(plan, games, jobs), games):
        outcomes.append(outcome)
        if out is not None:
            try:
                (out / _name(outcome.number)).write_text("\n".join(outcome.lines) + "\n", encoding="utf-8")
            except OSError as error:
                raise click.ClickException(
                    f"{out / _name(outcome.number)} can't be written: {error.strerror or error}."
                ) from None
    return outcomes


def _watched(what: str, items: Iterator[_T], total: int) -> Iterator[_T]:
    """The items, with a progress bar on the terminal's error output."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(what, total=total)
        for item in items:
            yield item
            progress.advance(task)


def _figure(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _spread(values: selfplay.Spread) -> str:
    return f"{_figure(values.least)} to {_figure(values.most)}, median {_figure(values.middle)}, mean {values.average:.1f}"


def _counted(counts: Counter[str], names: dict[str, str], games: int) -> str:
    return "\n".join(f"{names[code]}: {n} ({n / games:.0%})" for code, n in counts.most_common()) or "none"


def _results(plan: selfplay.Plan, outcomes: list[selfplay.Outcome]) -> Table:
    found = selfplay.summary(outcomes)
    games = found.games
    table = Table(title=f"{plan.game}: {games} games, {plan.seats} {plan.player} players, seed {plan.seed}", show_header=False)
    table.add_column(style="bold")
    table.add_column()
    table.add_row("turns" if plan.game != "birds_of_a_feather" else "rounds", _spread(found.turns))
    table.add_row("actions", _spread(found.actions))
    table.add_row("endings", _counted(found.endings, _ENDINGS, games))
    ties = sum(found.ties.values())
    table.add_row("ties", "none" if not ties else f"{ties} ({ties / games:.0%})\n" + _counted(found.ties, _TIES, games))
    for seat, (scores, wins) in enumerate(zip(found.scores, found.wins, strict=True)):
        table.add_row(f"seat {seat + 1}", f"{_spread(scores)} points, wins {_figure(wins)} ({wins / games:.0%})")
    return table


def _inputs(plan: selfplay.Plan, outcomes: list[selfplay.Outcome]) -> Table:
    entered = [inputs.enter(plan.game, outcome) for outcome in _watched("entering", iter(outcomes), len(outcomes))]
    found = inputs.ease(entered)
    table = Table(title="detents and presses")
    table.add_column("decision")
    for heading in ("how many", "median", "mean", "most"):
        table.add_column(heading, justify="right")
    for kind, (count, middle, average, most) in found.kinds.items():
        table.add_row(kind, str(count), _figure(middle), f"{average:.2f}", str(most))
    table.add_section()
    table.add_row("a turn", str(found.turns), "", f"{found.a_turn:.2f}", "", style="bold")
    return table
