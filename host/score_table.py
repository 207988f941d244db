"""The score sheet on the terminal."""

import sys
from io import TextIOWrapper
from typing import cast

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from host.score import Sheet
from host.score_page import number
from shared_rules.birds_of_a_feather import birds as printed
from shared_rules.birds_of_a_feather import scoring as birds_scoring

_LABEL = 28  # columns of a terminal: for the lines' names
_REASON = 24  # and for each player's points with their reason


def show(sheet: Sheet, console: Console | None = None) -> None:
    """Prints a score sheet to standard output (or to that console)."""
    if console is None:
        if isinstance(sys.stdout, TextIOWrapper):
            cast("TextIOWrapper", sys.stdout).reconfigure(errors="replace")
        console = Console(highlight=False)
    console.print(Rule(Text(sheet.title, style="bold"), align="left", style="dim"))
    for text in sheet.notes:
        console.print(Text(text, style="dim"))
    if sheet.rows:
        for part in _points(sheet, console.width):
            console.print(part)
    if sheet.game.name == "birds_of_a_feather":
        console.print(_birds(sheet))
    for text in sheet.verdict:
        console.print(Text(text, style="bold green"))


def _points(sheet: Sheet, width: int) -> list[RenderableType]:
    """A line each, a column for each seat; the reasons under the points, or below the table where it would be too wide."""
    reasons = sheet.game.name == "fancy_feathers" and any(any(row.reasons) for row in sheet.rows)
    inside = reasons and width >= _LABEL + _REASON * len(sheet.names)
    table = Table()
    table.add_column("", no_wrap=True)
    for seat, name in enumerate(sheet.names):
        won = seat in sheet.winners
        table.add_column(("★ " if won else "") + name, justify="right", style="bold" if won else "")
    for row in sheet.rows:
        cells: list[Text] = []
        for value, why in zip(row.points, row.reasons, strict=True):
            cell = Text(number(value) or "–")
            if why and inside:
                cell.append("\n" + why, style="dim")
            cells.append(cell)
        sum_up = "total" in row.code
        if row.code == "total":
            table.add_section()
        table.add_row(row.label[:1].upper() + row.label[1:], *cells, style="bold" if sum_up else "", end_section=sum_up)
    parts: list[RenderableType] = [table]
    for seat, name in enumerate(sheet.names if reasons and not inside else []):
        told = [f"{row.label} {number(row.points[seat])} ({row.reasons[seat]})" for row in sheet.rows if row.reasons[seat]]
        parts.append(Text.assemble((name, "bold"), ": ", "; ".join(told)))
    return parts


def _birds(sheet: Sheet) -> RenderableType:
    """Each player's sheet: five habitats by seven kinds, with the ALL column."""
    words, form = sheet.words, sheet.game.printed
    shown: list[RenderableType] = []
    for seat, name in enumerate(sheet.names):
        ticks = sheet.game.recorded[seat]
        table = Table(title=name, title_style="bold", padding=(0, 1, 0, 0), show_edge=False)
        table.add_column("")
        for column in range(printed.COLUMNS):
            table.add_column(words.short(form.kind(column)), justify="center")
        table.add_column(words.say("score-birds-all"), justify="right")
        table.add_column("Σ", justify="right")
        for row in range(printed.ROWS):
            birds = ticks[row * printed.COLUMNS : (row + 1) * printed.COLUMNS]
            full = birds_scoring.complete(ticks, row)
            table.add_row(
                words.text(form.habitat(row)),
                *["●" if seen else "·" for seen in birds],
                str(printed.ALL_POINTS) if full else "",
                str(birds_scoring.row_points(form, ticks, row)),
            )
        shown.append(Padding(table, (1, 3, 1, 0)))
    return Columns(shown)
