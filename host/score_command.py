"""The command `roost score`."""

import sys
from pathlib import Path

import click

from firmware.words import LANGUAGES
from host import records


@click.command(
    epilog="""FILE is a game record; - reads standard input, and after --html or --csv writes standard output. Exit status: 0; 1 when a
line was refused, with FILE:LINE: code: sentence on standard error; 2 for a file that can't be read or is no record."""
)
@click.argument("file", metavar="FILE")
@click.option(
    "--html", "page", type=click.Path(dir_okay=False, allow_dash=True), help="Write one page that prints on a sheet of A4."
)
@click.option("--csv", "values", type=click.Path(dir_okay=False, allow_dash=True), help="Write comma-separated values.")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of the score sheet.")
@click.option(
    "--name", "names", multiple=True, metavar="SEAT=NAME", help="How a player spells a name: aenne=Änne. May be repeated."
)
def score(file: str, page: str | None, values: str | None, language: str, names: tuple[str, ...]) -> None:
    """Show the score sheet of a game: as a table, or written as a page (--html) or as values (--csv).

    An unfinished game is scored as far as it lies open.

    \b
    roost score game.roost
    roost score game.roost --html sheet.html --language de
    roost score game.roost --csv - --name aenne=Änne
    """
    from host import score as engine

    spelled: dict[str, str] = {}
    for entry in names:
        token, equals, spelling = entry.partition("=")
        if not equals or not spelling.strip():
            raise click.UsageError(f"--name {entry}: it must look like aenne=Änne.")
        spelled[token] = spelling.strip()
    data = records.read(file)
    try:
        found = engine.sheet(data, records.shown(file), language, spelled)
    except engine.NoSheet as problem:
        records.fail(str(problem), problem.status)
    for token in spelled:
        if token not in found.game.seats:
            raise click.UsageError(f"--name {token}: no seat of that name is in the record.")
    if page is not None:
        from host.score_page import page as as_page

        _write(page, as_page(found))
    if values is not None:
        _write(values, engine.as_csv(found))
    if page is None and values is None:
        from host.score_table import show

        show(found)


def _write(out: str, text: str) -> None:
    """Writes a file, or to standard output for `-`."""
    if out == "-":
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
        return
    try:
        Path(out).write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise click.UsageError(f"{out}: {error.strerror or error}") from None
    click.echo(out)
