"""The print of a position for people: the board, what is to be decided, what is captured, the score sheet."""

import sys
from io import TextIOWrapper
from typing import Any, cast

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from host import looks
from shared_rules import hexboard

_SIDE_BY_SIDE = 112  # columns from which the words stand beside the board
_BOARD = 67  # columns of the hexagonal board with its labels and legend
_FEW = 4  # so many texts of a row stand on lines of their own

Report = dict[str, Any]


def show(report: Report, heading: str | None = None, console: Console | None = None) -> None:
    """Prints a report of `host.replay.report` to standard output (or to that console).

    heading  said above it, where it isn't simply the end of the record
    """
    if console is None:
        if isinstance(sys.stdout, TextIOWrapper):
            cast("TextIOWrapper", sys.stdout).reconfigure(errors="replace")  # a terminal without hexagons gets the rest
        console = Console(highlight=False)
    state = report["state"]
    console.print(Rule(Text(looks.heading(report), style="bold"), align="left", style="dim"))
    if heading:
        console.print(Text(heading + ":", style="bold yellow"))
    board = _BOARDS[report["layout"]](state)
    words = Group(*_words(report), *_score(report))
    if board is None:
        console.print(words)
    elif report["layout"] == "hexagons" and console.width >= _SIDE_BY_SIDE:
        both = Table.grid(padding=(0, 2))
        both.add_column(width=_BOARD)
        both.add_column(ratio=1)
        both.add_row(board, words)
        console.print(both)
    else:
        console.print(board)
        console.print(words)


def _words(report: Report) -> list[RenderableType]:
    """What is to be done and decided, then the titled rows."""
    parts: list[RenderableType] = []
    for text in report["do"]:
        parts.append(Text("☞ " + text))
    if report["ask"]:
        parts.append(Text("▶ " + report["ask"], style="bold cyan"))
    for title, texts in report["rows"]:
        if texts:
            parts.append(Text(title, style="bold"))
            lines = texts if len(texts) <= _FEW else [" · ".join(texts)]
            parts.extend(Padding(Text(text), (0, 0, 0, 2), expand=False) for text in lines)
    return parts


def _score(report: Report) -> list[RenderableType]:
    """The score sheet, and who won."""
    parts: list[RenderableType] = [_sheet(report)] if report["sheet"] else []
    parts.extend(Text(text, style="bold green") for text in report["verdict"])
    return parts


def _sheet(report: Report) -> RenderableType:
    """The score sheet: a line each, a column for each seat, the winners' columns bold."""
    winners: list[str] = report["state"]["winners"] or []
    seats = report["state"]["seats"]
    table = Table()
    table.add_column("")
    for seat, name in zip(seats, report["names"], strict=True):
        best = seat in winners
        table.add_column(("★ " if best else "") + name, justify="right", style="bold" if best else "")
    for code, label, points, _ in report["sheet"]:
        sum_up = "total" in code
        if code == "total":
            table.add_section()
        shown = ["–" if value is None else str(value).replace("-", "−") for value in points]
        table.add_row(label, *shown, style="bold" if sum_up else "", end_section=sum_up)
    title = "Score" if report["state"]["over"] else "Score so far, of what lies open"
    return Group(Text(title, style="bold"), table)


# ---- the hexagonal board -------------------------------------------------------------------------------------------------


def _hexagons(state: dict[str, Any]) -> RenderableType | None:
    if not state.get("fowl") and not state.get("foxes"):
        return None  # only results were entered
    spaces = _fowl_spaces(state)
    lines: list[Text] = []
    for row in range(hexboard.ROWS - 1, -1, -1):
        cells = [cell for cell in range(hexboard.CELLS) if hexboard.Y[cell] == row]
        if row >= hexboard.SIDE - 1:
            lines.append(_edge(_indent(row), len(cells), "/ \\"))
        line = Text(hexboard.name(cells[0]).rjust(_indent(row) - 1) + " ")
        for cell in cells:
            line.append("|", style="dim")
            line.append(*spaces[cell])
        line.append("|", style="dim")
        line.append(" " + hexboard.name(cells[-1]))
        lines.append(line)
        if row <= hexboard.SIDE - 1:
            lines.append(_edge(_indent(row), len(cells), "\\ /"))
    return Group(*lines, _legend())


def _indent(row: int) -> int:
    """The column of the leftmost edge of a row."""
    return 3 + 2 * abs(row - (hexboard.SIDE - 1))


def _edge(indent: int, count: int, corner: str) -> Text:
    return Text(" " * (indent + 1) + " ".join([corner] * count), style="dim")


def _fowl_spaces(state: dict[str, Any]) -> list[tuple[str, str]]:
    """Three characters and a style for every space."""
    spaces = [(hexboard.name(cell).center(3), "dim") for cell in range(hexboard.CELLS)]
    for name in state["tunnels"]:
        spaces[hexboard.cell(name)] = ("( )", "bold magenta")
    for card, name in state["fowl"].items():
        kind, colour, shape = looks.look(state["shows"][card])
        ink = looks.TYPES_ON_LIGHT if colour == "white" else looks.TYPES
        text = looks.LETTERS[kind] + looks.SHAPES[shape] + looks.FACE_LETTERS[colour]
        spaces[hexboard.cell(name)] = (text, f"bold {ink[kind]} on {looks.FACES[colour]}")
    for seat, name in state["foxes"].items():
        spaces[hexboard.cell(name)] = (seat[:3].upper(), f"bold {looks.FOX_INKS[seat]} on {looks.FOXES[seat]}")
    return spaces


def _legend() -> Text:
    return Text(
        "C chicken D duck G goose T turkey · ● circle ⬢ hexagon ■ square\n"
        "k black n brown w white · BLA BRO ORA WHI foxes · ( ) tunnel",
        style="dim",
    )


# ---- the Path ------------------------------------------------------------------------------------------------------------


def _path(state: dict[str, Any]) -> RenderableType | None:
    piles: dict[str, list[str]] = state["piles"]
    cards: list[RenderableType] = []
    if "0" in piles:
        cards.append(Panel(Text("\n".join(reversed(piles["0"])), style="bold cyan"), title="before", width=16))
    places = sorted({int(place) for place in state["path"]} | {int(place) for place in piles if place != "0"})
    for place in places:
        card = state["path"].get(str(place), "")
        text = Text(card, style="bold")
        for seat in reversed(piles.get(str(place), [])):
            text.append("\n" + seat, style="bold cyan")
        cards.append(Panel(text, title=str(place), width=16))
    return Columns(cards, padding=(0, 0)) if cards else None


# ---- sheets of birds -----------------------------------------------------------------------------------------------------


def _sheets(state: dict[str, Any]) -> RenderableType | None:
    if "recorded" not in state:
        return None
    lingering = set(state["lingering"])
    shown: list[RenderableType] = []
    for seat, birds in state["recorded"].items():
        table = Table(title=seat, title_style="bold", padding=(0, 1, 0, 0), show_edge=False)
        table.add_column("")
        for kind in state["kinds"]:
            table.add_column(looks.KINDS[kind], justify="center")
        for habitat in state["habitats"]:
            row = [f"{habitat}-{kind}" for kind in state["kinds"]]
            full = all(bird in birds for bird in row)
            table.add_row(
                Text(habitat, style="bold" if full else ""),
                *["●" if bird in birds else "○" if bird in lingering else "·" for bird in row],
            )
        shown.append(Padding(table, (0, 3, 1, 0)))
    legend = Text("● recorded  ○ lingers, not recorded · co common  u1-3 uncommon  ra rare  rp raptor  ac ace", style="dim")
    return Group(Columns(shown), legend)


_BOARDS = {"hexagons": _hexagons, "path": _path, "sheet": _sheets}
