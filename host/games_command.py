"""The command `roost games`."""

import queue
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from host.sim.runtime import RUNTIMES

if TYPE_CHECKING:
    from host.games import Connection, Stored


class _Way:
    """How to reach the device."""

    def __init__(self, port: "str | None", data: "Path | None", runtime: str) -> None:
        self.port = port
        self.data = data
        self.runtime = runtime

    @contextmanager
    def open(self) -> "Generator[Connection]":
        """A device that answers; ends the command with a sentence where there is none, or it can't do what is wanted."""
        from host import link_client, ports
        from host.games import Connection, Trouble
        from host.sim.folder import InUse
        from host.sim.runtime import NoRuntime

        heard: queue.Queue[link_client.Heard] = queue.Queue()
        if self.data is not None and not self.data.is_dir():
            _fail(f"There is no folder {self.data}.")
        try:
            if self.data is not None:
                device: link_client.Device = link_client.Simulated(self.runtime, self.data, heard)
            else:
                device = link_client.Wired(ports.choose(self.port), heard)
        except (link_client.PortProblem, InUse, NoRuntime) as problem:
            _fail(problem)
        try:
            connection = Connection(device, heard)
            connection.greet()
            yield connection
        except Trouble as trouble:
            _fail(trouble)
        finally:
            device.close()


def _fail(problem: object) -> NoReturn:
    click.echo(f"roost: {problem}", err=True)
    sys.exit(1)


@contextmanager
def _bar(label: str) -> "Generator[_Progress]":
    progress = _Progress(label)
    try:
        yield progress
    finally:
        progress.end()


class _Progress:
    """A progress bar whose length is known once the first part has come."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._bar = None

    def __call__(self, done: int, total: int) -> None:
        if self._bar is None:
            self._bar = click.progressbar(length=max(total, 1), label=self._label, file=sys.stderr)
            self._bar.__enter__()
        self._bar.update(max(done - self._bar.pos, 0))

    def end(self) -> None:
        """Leaves its line."""
        if self._bar is not None:
            self._bar.__exit__(None, None, None)


@click.group(invoke_without_command=True)
@click.option("--port", metavar="P", help="Serial port of the device, needed only if there are several.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="A simulated device's folder instead; not while it is running.",
)
@click.option("--runtime", type=click.Choice(RUNTIMES), default="auto", show_default=True, help="What runs a simulated device.")
@click.pass_context
def games(context: click.Context, port: str | None, data: Path | None, runtime: str) -> None:
    """The games that a device keeps: list them, fetch them as records, delete and restore them.

    \b
    roost games                        list them
    roost games fetch                  all that aren't here yet, into this folder
    roost games fetch 7 8 --to games
    roost games delete 7
    roost games restore 0007-fowl_play.roost
    roost games --data FOLDER list     of a simulated device

    Fetched files are records: `roost replay` takes them.
    """
    context.obj = _Way(port, data, runtime)
    if context.invoked_subcommand is None:
        context.invoke(list_games)


_STATES = {"open": "unfinished", "finished": "finished", "abandoned": "abandoned"}


@games.command("list")
@click.pass_obj
def list_games(way: _Way) -> None:
    """List the games on the device."""
    with way.open() as device:
        there = device.games()
        files = device.files()
    for one in there:
        state = "being played" if one.running else _STATES.get(one.state, one.state)
        click.echo(f"{one.number:4}  {one.title:22} {state:12} played {one.played:>8} {one.size:7} bytes")
    if not there:
        click.echo("There are no games on the device.")
    for name, size in files:
        kind = "report of an error" if name.endswith(".txt") else "damaged, kept aside"
        click.echo(f"      {name:35} {kind}, {size} bytes")


def _wanted(there: "list[Stored]", numbers: "tuple[str, ...]") -> "list[Stored]":
    by_number = {str(one.number): one for one in there}
    missing = [number for number in numbers if number.lstrip("0") not in by_number]
    if missing:
        _fail(f"There is no game {', '.join(missing)} on the device.")
    return [by_number[number] for number in dict.fromkeys(number.lstrip("0") for number in numbers)]


@games.command(short_help="Fetch games as records.")
@click.argument("what", nargs=-1, metavar="[NUMBER|FILE]...")
@click.option("--to", "folder", type=click.Path(file_okay=False, path_type=Path), default=Path("."), help="Folder to write into.")
@click.option("--force", is_flag=True, help="Replace files that are there and hold something else.")
@click.pass_obj
def fetch(way: _Way, what: tuple[str, ...], folder: Path, force: bool) -> None:
    """Fetch games as records, all of them when no number is given; or a damaged file or report by its name."""
    from host.games import as_file, write

    with way.open() as device:
        folder.mkdir(parents=True, exist_ok=True)
        there = device.games()
        names = {name for name, _ in device.files()}
        kept = [name for name in what if name in names]
        numbers = tuple(name for name in what if name not in names)
        for one in _wanted(there, numbers) if numbers else [] if kept else there:
            with _bar(f"game {one.number}") as progress:
                lines = device.journal(one.number, progress)
            path = folder / one.file
            fresh = write(path, as_file(one, lines), force)
            click.echo(f"{path}: {len(lines)} lines" + ("" if fresh else ", as it was"))
        for name in kept:
            with _bar(name) as progress:
                data = device.file(name, progress)
            write(folder / name, data, force)
            click.echo(f"{folder / name}: {len(data)} bytes")


@games.command(short_help="Delete games, for good.")
@click.argument("what", nargs=-1, required=True, metavar="NUMBER|FILE...")
@click.option("--yes", is_flag=True, help="Don't ask.")
@click.pass_obj
def delete(way: _Way, what: tuple[str, ...], yes: bool) -> None:
    """Delete games from the device, for good; or a damaged file or report by its name."""
    with way.open() as device:
        names = {name for name, _ in device.files()}
        chosen = _wanted(device.games(), tuple(name for name in what if name not in names))
        kept = [name for name in dict.fromkeys(what) if name in names]
        told = [f"game {one.number} ({one.title}, {_STATES.get(one.state, one.state)})" for one in chosen] + kept
        if not yes and not click.confirm(f"Delete {', '.join(told)} for good?"):
            _fail("Nothing was deleted.")
        for one in chosen:
            device.delete(one.number)
        for name in kept:
            device.delete(name)
        click.echo(f"Deleted: {', '.join(told)}.")


@games.command(short_help="Bring records back, as games.")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.pass_obj
def restore(way: _Way, files: tuple[Path, ...]) -> None:
    """Bring records back onto the device, as games of their own: each gets a new number there."""
    from host.games import Trouble, for_device

    try:
        records = [(path, for_device(path.read_bytes(), str(path))) for path in files]
    except OSError as error:
        _fail(f"{error.filename} can't be read: {error.strerror or error}")
    except Trouble as trouble:
        _fail(trouble)
    with way.open() as device:
        for path, lines in records:
            with _bar(path.name) as progress:
                number = device.restore(lines, progress)
            click.echo(f"{path} is game {number} on the device.")
