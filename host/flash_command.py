"""The commands `roost flash`, `roost doctor` and `roost connect`."""

import sys
from typing import Any, NoReturn

import click

_PORT = click.option("--port", metavar="P", help="Serial port of the Pico, needed only if there are several.")


def _fail(problem: BaseException) -> NoReturn:
    click.echo(f"roost: {problem}", err=True)
    sys.exit(1)


class _Bar:
    """A progress bar that changes its label when another thing is done."""

    def __init__(self) -> None:
        self._what = ""
        self._bar: Any = None

    def __call__(self, what: str, done: int, total: int) -> None:
        if self._bar is None or what != self._what:
            self.end()
            self._what = what
            self._bar = click.progressbar(length=max(total, 1), label=what.ljust(8), file=sys.stderr)
            self._bar.__enter__()
        self._bar.update(done - self._bar.pos)
        if done >= total:
            self.end()

    def end(self) -> None:
        """Leaves the bar's line."""
        if self._bar is not None:
            self._bar.__exit__(None, None, None)
            self._bar = None


def _onto_drive(drive: "str | None", board: str, compiler: "str | None") -> None:
    from host.build import BuildError
    from host.circuitpython_flash import DriveProblem
    from host.circuitpython_flash import flash as run

    bar = _Bar()

    def say(text: str) -> None:
        bar.end()
        click.echo(text)

    try:
        run(say, click.confirm, drive, board, compiler, bar)
    except (DriveProblem, BuildError) as problem:
        bar.end()
        _fail(problem)


@click.command()
@_PORT
@click.option("--board", metavar="B", help="Board file in firmware/boards; else what the Pico had, or pico.")
@click.option("--mpy/--py", "compiled", default=True, help="Compiled files (usual), or the sources themselves.")
@click.option("--erase", "wipe", is_flag=True, help="Erase everything first: fetches games and settings into a file, and asks.")
@click.option("--force", is_flag=True, help="Update even if the game that runs can't be continued then.")
@click.option("--circuitpython", is_flag=True, help="Copy onto the CIRCUITPY drive of a board that runs CircuitPython.")
@click.option("--drive", metavar="D", help="With --circuitpython: the drive, needed only if there are several.")
@click.option("--mpy-cross", "compiler", metavar="X", help="With --circuitpython: its own compiler, of the board's version.")
def flash(
    port: str | None,
    board: str | None,
    compiled: bool,
    wipe: bool,
    force: bool,
    circuitpython: bool,
    drive: str | None,
    compiler: str | None,
) -> None:
    """Put this version of Roost onto a Raspberry Pi Pico that runs MicroPython, or a board that runs CircuitPython.

    \b
    roost flash
    roost flash --port /dev/ttyACM1 --board pico_w
    roost flash --circuitpython

    Only what has changed is sent. Games, settings and your own board and cards stay. If anything interrupts it, the version
    that was there still runs.
    """
    if circuitpython:
        if port or wipe or force:
            raise click.UsageError("--port, --erase and --force are for MicroPython; --circuitpython copies onto a drive.")
        _onto_drive(drive, board or "pico", compiler)
        return
    if drive or compiler:
        raise click.UsageError("--drive and --mpy-cross go with --circuitpython.")
    from host import ports
    from host.build import BuildError
    from host.flash import FlashProblem, Told
    from host.flash import flash as run

    bar = _Bar()

    def say(text: str) -> None:
        bar.end()
        click.echo(text)

    try:
        hello = run(port, Told(say, click.confirm, bar), board, compiled, wipe, force)
    except (ports.PortProblem, FlashProblem, BuildError) as problem:
        bar.end()
        _fail(problem)
    click.echo("Roost {} runs on {}, board {}.".format(hello.get("firmware"), hello.get("runtime"), hello.get("board")))


@click.command()
@_PORT
@click.option("--bench", is_flag=True, help="Measure the Pico: prints the table of figures, to be sent to us.")
@click.option("--no-pico", is_flag=True, help="Only this computer; leaves the Pico alone.")
def doctor(port: str | None, bench: bool, no_pico: bool) -> None:
    """Report what is found, to paste into a bug report: this computer, the Pico, what is installed on it.

    A game that runs on the Pico is interrupted and goes on when it has restarted.
    """
    from host import doctor as report
    from host import ports
    from host.flash import FlashProblem

    for line in report.computer() + report.devices():
        click.echo(line)
    if no_pico:
        return
    if port is None and not ports.found():
        return
    try:
        path = ports.choose(port)
        (report.bench if bench else report.look_at)(path, click.echo)
    except (ports.PortProblem, FlashProblem) as problem:
        _fail(problem)


@click.command()
@_PORT
@click.option("--page-port", type=click.IntRange(1, 65535), help="Port of the page on this computer.")
@click.option("--no-browser", is_flag=True, help="Don't open a browser.")
def connect(port: str | None, page_port: int | None, no_browser: bool) -> None:
    """Open the simulator's page over a real Pico: its display and lights are mirrored, and it can be played on from the page."""
    from host import ports
    from host.sim.runtime import source_folder
    from host.sim.server import CannotServe, serve

    try:
        path = ports.choose(port)
        ports.open_port(path).close()
    except ports.PortProblem as problem:
        _fail(problem)
    click.echo(f"Connected to the Pico at {path}.")
    try:
        serve(page_port, not no_browser, "pico", [sys.executable, "-u", "-m", "host.connect", path], source_folder(), click.echo)
    except CannotServe as problem:
        _fail(problem)
