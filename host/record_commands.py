"""`roost replay`, `roost legal` and `roost render`: what can be asked about the record of a game."""

from pathlib import Path

import click

from host import records
from host import replay as engine
from host.records import Question

_FILE = click.argument("file", metavar="FILE")
_RUNTIME = click.option(
    "--runtime",
    type=click.Choice(records.RUNTIMES),
    default="cpython",
    show_default=True,
    help="What the rules run on; both print the same.",
)

_STATUS = """FILE is a game record; - reads standard input. Exit status: 0; 1 when a line was refused, with
FILE:LINE: code: sentence on standard error; 2 for a file that can't be read or is no record."""


@click.command(epilog=_STATUS)
@_FILE
@click.option("--json", "as_json", is_flag=True, help="Print the state, or the error, as one JSON object.")
@_RUNTIME
@click.option("--line", "last", type=click.IntRange(min=1), help="Read the file only up to this line.")
@click.option("--turn", type=click.IntRange(min=1), help="The position as this turn began.")
def replay(file: str, as_json: bool, runtime: str, last: int | None, turn: int | None) -> None:
    """Apply the record of a game and show how it stands: the board, whose turn it is, what is captured, the score.

    \b
    roost replay game.roost
    roost replay game.roost --turn 3
    roost replay --json - < game.roost
    """
    question = Question(file, runtime, last=last or 0, turn=turn or 0)
    if as_json:
        answer = records.ask(question, "state")
        records.write(answer.text)
    else:
        answer = records.ask(question, "report")
        report = answer.data()
        if report is not None:
            from host import terminal

            terminal.show(report, "The position before that line" if answer.problem else None)
    if answer.problem:
        records.fail(answer.problem, answer.status)


@click.command(epilog=_STATUS)
@_FILE
@_RUNTIME
def legal(file: str, runtime: str) -> None:
    """Print every action line that is legal next, one a line, sorted; a reveal stands there with a single card.

    \b
    roost legal game.roost
    roost legal game.roost | grep '^fox'
    """
    answer = records.ask(Question(file, runtime), "legal")
    records.write(answer.text)
    if answer.problem:
        records.fail(answer.problem, answer.status)


@click.command(epilog=_STATUS)
@_FILE
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The picture: .svg or .png.")
@click.option("--line", "last", type=click.IntRange(min=1), help="Read the file only up to this line.")
@click.option("--turn", type=click.IntRange(min=1), help="The position as this turn began.")
@click.option("--width", type=click.IntRange(200, 8000), default=1600, show_default=True, help="Of a PNG, in pixels.")
def render(file: str, output: Path, last: int | None, turn: int | None, width: int) -> None:
    """Draw the position twice: as the lights show it, and as a labelled board.

    \b
    roost render game.roost -o board.svg
    roost render game.roost --turn 3 -o turn3.png
    """
    from host import drawing

    if output.suffix.lower() not in drawing.WRITERS:
        raise click.UsageError(f"{output}: the name of the picture must end in .svg or .png.")
    outcome = engine.replay(records.read(file), last=last or 0, turn=turn or 0)
    if outcome.problem is not None:
        records.fail(outcome.problem.text(records.shown(file)), outcome.problem.status())
    try:
        drawing.WRITERS[output.suffix.lower()](drawing.picture(outcome.game), output, width)
    except OSError as error:
        raise click.UsageError(f"{output}: {error.strerror or error}") from None
    click.echo(f"{output}")
