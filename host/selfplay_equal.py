"""Thousands of records on CPython and on MicroPython's unix port: everything that is said of them must be the same bytes. Some of them also on
the emulated Pico: what the rules say of them.

    python -m host.selfplay_equal [GAME ...] [--games N] [--pico P] [--seed K] [--jobs J]

The records are games of simulated players, of all numbers of seats; some are spoiled (a line changed, left out or repeated), so that
refusals are compared, too.
"""

import random
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import click

from host import selfplay
from host.build import ROOT, build, compile_file, in_folder
from host.emulator.image import NoImage
from host.players.tracing import trace
from host.players.tracing_rules import trace_rules
from host.sim.runtime import micropython, source_folder
from host.soak import plan_of
from shared_rules import catalogue

BATCH = 25  # records that a process is given
ON_A_PICO = 5  # records that an emulated Pico is given
SPOILED = 0.3
HEAP = "32m"
PICO_MS = 600_000.0  # of the Pico's time, for one record at the most
ON_PICO = """
import os, sys
sys.path.insert(0, "/a")
from tracing_rules import trace_rules
def lines(name):
    with open("/records/" + name) as file:
        for line in file:
            yield line.rstrip("\\n")
for name in sorted(os.listdir("/records")):
    print(name, trace_rules(lines(name)))
"""


class Different(Exception):
    """The two runtimes say different things; the text names the record."""


def spoil(lines: list[str], chance: random.Random) -> list[str]:
    """A record with something wrong in it, as often as not."""
    lines = list(lines)
    at = chance.randrange(1, len(lines))
    what = chance.randrange(5)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(at, lines[chance.randrange(1, len(lines))])
    elif what == 2:
        lines[at] = " ".join(reversed(lines[at].split(" ")))
    elif what == 3:
        lines.insert(at, "undo")
    else:
        words = lines[at].split(" ")
        words[-1] = chance.choice(("g7", "36", "1", "nobody", "desert-ace", "golden1", "²", "01"))
        lines[at] = " ".join(words)
    return lines


def records(game: str, seed: int, numbers: list[int]) -> list[list[str]]:
    """The records of these numbers."""
    found: list[list[str]] = []
    for number in numbers:
        plan = plan_of(game, seed, number)
        lines = list(selfplay.play(plan, number).lines)
        chance = selfplay.chance(plan, number, "spoil")
        found.append(spoil(lines, chance) if chance.random() < SPOILED else lines)
    return found


def on_micropython(path: str, found: list[list[str]]) -> list[str]:
    """What a MicroPython child makes of records; raises Different when it fails."""
    text = "".join("\n".join(lines) + "\n\n" for lines in found)
    command = [path, "-X", f"heapsize={HEAP}", "-m", "host.players.tracing"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", cwd=source_folder(), check=False)
    answers = done.stdout.split()
    if done.returncode or len(answers) != len(found):
        raise Different(
            f"MicroPython ended with status {done.returncode} after {len(answers)} records:\n{done.stderr}{done.stdout}"
        )
    return answers


def compare(path: str, game: str, seed: int, numbers: list[int]) -> int:
    """Compares the records of these numbers; returns how many lines they had. Raises Different."""
    found = records(game, seed, numbers)
    theirs = on_micropython(path, found)
    for place, lines in enumerate(found):
        ours = trace(lines, ("en", "de")[place % 2])
        if ours != theirs[place]:
            raise Different(f"{game}, record {numbers[place]} of seed {seed}: {ours} on CPython, {theirs[place]} on MicroPython")
    return sum(len(lines) for lines in found)


def compare_on_pico(game: str, seed: int, numbers: list[int]) -> int:
    """Compares what the rules say of the records of these numbers with what they say on an emulated Pico; returns how many lines they had.

    Raises Different; NoImage where there is no image of MicroPython for it.
    """
    from host.emulator.pico import GuestError, Pico, TimeIsUp  # an optional package

    files = in_folder("a", build("pico", only=("shared_rules/",)))
    files["a/tracing_rules.mpy"] = compile_file(ROOT / "host" / "players" / "tracing_rules.py", "tracing_rules.py")
    found = dict(zip(numbers, records(game, seed, numbers), strict=True))
    for number, lines in found.items():
        files[f"records/{number:04d}"] = ("\n".join(lines) + "\n").encode()
    try:
        theirs = dict(line.split() for line in Pico(None, files).execute(ON_PICO, PICO_MS * len(found)).splitlines())
    except (GuestError, TimeIsUp) as error:
        raise Different(f"{game}, on the Pico: {error}") from None
    for number, lines in found.items():
        ours = trace_rules(lines)
        if ours != theirs[f"{number:04d}"]:
            raise Different(f"{game}, record {number} of seed {seed}: {ours} on CPython, {theirs[f'{number:04d}']} on the Pico")
    return sum(len(lines) for lines in found.values())


def batches(count: int, size: int) -> Iterator[list[int]]:
    """Numbers 1 to count, in batches of so many."""
    for first in range(1, count + 1, size):
        yield list(range(first, min(first + size, count + 1)))


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(catalogue.GAMES)))
@click.option("--games", "count", default=1000, show_default=True, type=click.IntRange(1), help="Records of each game.")
@click.option("--pico", default=20, show_default=True, type=click.IntRange(0), help="Records of each game on the emulated Pico.")
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", type=click.IntRange(1), help="Processes at the same time.  [default: one a processor]")
def main(games: tuple[str, ...], count: int, pico: int, seed: int, jobs: int | None) -> None:
    """Compares the runtimes on records of simulated games; prints how much was the same."""
    path = micropython()
    if path is None:
        raise click.ClickException("MicroPython's unix port isn't installed here.")
    try:
        for game in games or catalogue.GAMES:
            with ThreadPoolExecutor(jobs or selfplay.usable_cores()) as pool:
                done = pool.map(lambda numbers, game=game: compare(path, game, seed, numbers), batches(count, BATCH))
                lines = _counted(game, done, -(-count // BATCH))
            click.echo(f"{game}: {count} records, {lines:,} lines, the same on CPython and MicroPython")
        for game in games or catalogue.GAMES if pico else ():
            done = (compare_on_pico(game, seed, numbers) for numbers in batches(pico, ON_A_PICO))
            lines = _counted(f"{game} on the Pico", done, -(-pico // ON_A_PICO))
            click.echo(f"{game}: {pico} records, {lines:,} lines, the rules say the same on CPython and on the Pico")
    except Different as different:
        raise click.ClickException(str(different)) from None
    except NoImage as missing:
        click.echo(f"Not compared on a Pico: {missing}", err=True)


def _counted(label: str, done: Iterator[int], length: int) -> int:
    """The sum, with progress where somebody watches."""
    with click.progressbar(done, length=length, label=label) as numbers:
        return sum(numbers)


if __name__ == "__main__":
    main()
