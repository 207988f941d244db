"""The score sheet as one page that needs nothing else: it prints on one sheet of A4, light on ink, and is read well by a screen reader."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from typing import Any

from host.score import Row, Sheet
from host.score_chart import chart
from shared_rules.birds_of_a_feather import birds as printed
from shared_rules.birds_of_a_feather import scoring as birds_scoring

_STYLE = """
@page { size: A4; margin: 11mm 12mm; }
* { box-sizing: border-box; }
body { font: 10.5pt/1.35 Lato, "Segoe UI", "DejaVu Sans", Arial, sans-serif; color: #1b1b1d; background: #fff; margin: 0 auto;
  max-width: 186mm; padding: 4mm 0; }
@media print { body { padding: 0 0.4mm; max-width: none; } }
@media screen { body { padding: 6mm 4mm; } }
h1 { font-size: 17pt; margin: 0 0 1mm; }
h2 { font-size: 11.5pt; margin: 4mm 0 1mm; }
p { margin: 0 0 1mm; }
.verdict { font-weight: bold; font-size: 12.5pt; margin: 1.5mm 0; }
.notes, .foot { font-size: 8.5pt; color: #45413b; }
table { border-collapse: collapse; width: 100%; margin: 2mm 0 0; break-inside: avoid; }
caption { text-align: left; font-size: 8.5pt; color: #45413b; padding-bottom: 0.6mm; }
th, td { border: 0.25mm solid #8a847a; padding: 0.45mm 2mm; text-align: right; font-variant-numeric: tabular-nums; }
th { font-weight: bold; }
tbody th, th.line { text-align: left; font-weight: normal; }
th.part { font-weight: bold; text-align: left; border-top: 0.5mm solid #1b1b1d; padding-top: 1mm; }
tr.sum th, tr.sum td { font-weight: bold; border-top: 0.4mm solid #1b1b1d; }
tr.total th, tr.total td { font-weight: bold; font-size: 12pt; border-top: 0.7mm solid #1b1b1d; border-bottom: 0.7mm solid #1b1b1d; }
td.text { text-align: left; font-size: 9pt; }
.dense { font-size: 9.5pt; line-height: 1.2; }
.dense th, .dense td { padding-top: 0.2mm; padding-bottom: 0.2mm; }
.dense td.text { font-size: 7.8pt; line-height: 1.25; }
.dense .wide { width: 62%; }
td .why { display: block; font-size: 8pt; color: #45413b; }
.sheets { display: grid; gap: 2.5mm 5mm; grid-template-columns: repeat(2, 1fr); margin-top: 1mm; }
.sheets.many { grid-template-columns: repeat(3, 1fr); gap: 1.5mm 3.5mm; }
.sheets table { margin: 0; table-layout: fixed; }
.sheets caption { font-size: 10.5pt; font-weight: bold; color: #1b1b1d; }
.sheets th, .sheets td { padding: 0.2mm 0.4mm; text-align: center; font-size: 8.5pt; height: 5.6mm; }
.sheets th.line { text-align: left; width: 23mm; }
.sheets thead th { vertical-align: bottom; padding: 0.6mm 0; }
.sheets thead abbr, .sheets thead span.down { writing-mode: vertical-rl; transform: rotate(180deg); }
.sheets.many th, .sheets.many td { font-size: 6.8pt; line-height: 1.1; height: 4mm; padding: 0 0.2mm; }
.sheets.many thead th { font-size: 6.3pt; }
.sheets.many th.line { width: 18.5mm; }
.sheets.many caption { font-size: 9pt; padding: 0; }
.sheets abbr { text-decoration: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
figure { margin: 3mm 0 0; break-inside: avoid; }
figcaption { font-size: 8.5pt; color: #45413b; }
figcaption strong { font-size: 11.5pt; color: #1b1b1d; display: block; }
figure svg { width: 100%; height: auto; max-height: var(--height); display: block; }
"""

_MINUS = "−"
_NOTE = 95  # characters of a note on a line


def _add(parent: ET.Element, tag: str, text: str | None = None, **attributes: str) -> ET.Element:
    element = ET.SubElement(parent, tag, {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()})
    element.text = text
    return element


def number(value: int | None) -> str:
    """Points as they are shown."""
    return "" if value is None else str(value).replace("-", _MINUS)


def page(sheet: Sheet) -> str:
    """The page as HTML text."""
    words = sheet.words
    root = ET.Element("html", {"lang": sheet.language})
    head = _add(root, "head")
    _add(head, "meta", charset="utf-8")
    _add(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    _add(head, "title", sheet.title)
    _add(head, "style", _STYLE)
    body = _add(_add(root, "body"), "main")
    _add(body, "h1", sheet.title)
    for text in sheet.verdict[:1]:
        _add(body, "p", text, class_="verdict")
    for text in sheet.verdict[1:]:
        _add(body, "p", text)
    for text in sheet.notes:
        _add(body, "p", text, class_="notes")
    {"fowl_play": _fowl, "fancy_feathers": _feathers, "birds_of_a_feather": _birds}[sheet.game.name](body, sheet)
    if sheet.series:
        _chart(body, sheet)
    _add(body, "p", words.say("score-by"), class_="foot")
    return "<!DOCTYPE html>\n" + ET.tostring(root, encoding="unicode", method="html") + "\n"


def _heads(parent: ET.Element, sheet: Sheet) -> None:
    """The head of a table with a column for each seat; the winners' are marked in words and by a sign."""
    row = _add(_add(parent, "thead"), "tr")
    _add(_add(row, "th", scope="col", class_="line"), "span", sheet.words.say("score-line"), class_="hidden")
    for seat, name in enumerate(sheet.names):
        cell = _add(row, "th", name, scope="col")
        if seat in sheet.winners:
            _add(cell, "span", " ★", aria_hidden="true")
            _add(cell, "span", " (" + sheet.words.say("score-winner") + ")", class_="hidden")


def _line(parent: ET.Element, label: str, values: Sequence[int | None], class_: str = "", reasons: Sequence[str] = ()) -> None:
    row = _add(parent, "tr", **({"class": class_} if class_ else {}))
    _add(row, "th", label, scope="row")
    for seat, value in enumerate(values):
        cell = _add(row, "td", number(value))
        if reasons and reasons[seat]:
            _add(cell, "span", reasons[seat], class_="why")


def _class(row: Row) -> str:
    return "total" if row.code == "total" else "sum" if "total" in row.code else ""


# ---- Fowl Play! --------------------------------------------------------------------------------------------------------------


def _fowl(body: ET.Element, sheet: Sheet) -> None:
    """As in the rulebook's diagram 8: captured fowl with subtotal 1, surviving fowl with subtotal 2, total."""
    words = sheet.words
    table = _add(body, "table", class_="dense")
    _add(table, "caption", words.say("score-fowl-caption"))
    _heads(table, sheet)
    part = None
    group = _add(table, "tbody")
    labels = [label for label, _, _ in sheet.game.sheet()]
    for row, (code, facts) in zip(sheet.rows, labels, strict=True):
        wanted = "score-fowl-part-2" if code in ("score-surviving", "score-target", "score-subtotal-2") else "score-fowl-part-1"
        if wanted != part and code != "total":
            part = wanted
            group = _add(table, "tbody")
            head = _add(group, "tr")
            _add(head, "th", words.say(part), scope="rowgroup", colspan=str(len(sheet.names) + 1), class_="part")
        label = words.text(facts["what"]) if "what" in facts else row.label
        _line(group, label[:1].upper() + label[1:], row.points, _class(row))
    table.remove(table.findall("tbody")[0])
    _fowl_cards(body, sheet)


def _fowl_cards(body: ET.Element, sheet: Sheet) -> None:
    """What each fox captured, and the targets."""
    words, game = sheet.words, sheet.game
    table = _add(body, "table", class_="dense")
    _add(table, "caption", words.say("score-fowl-cards"))
    head = _add(_add(table, "thead"), "tr")
    for code in ("score-seat", "score-fowl-count", "score-fowl-part-1", "score-fowl-target"):
        _add(head, "th", words.say(code), scope="col", class_="line wide" if code == "score-fowl-part-1" else "line")
    rows = _add(table, "tbody")
    for seat, name in enumerate(sheet.names):
        row = _add(rows, "tr")
        _add(row, "th", name, scope="row")
        caught = [words.text(game.fowl_fact(card)) for card in game.captured[seat]]
        _add(row, "td", str(len(caught)))
        _add(row, "td", "; ".join(caught) or words.say("score-none-captured"), class_="text")
        target = game.targets[seat]
        known = words.text(game.fowl_fact(target)) if target else words.say("score-fowl-target-unknown")
        _add(row, "td", known, class_="text")


# ---- Fancy Feathers ----------------------------------------------------------------------------------------------------------


def _feathers(body: ET.Element, sheet: Sheet) -> None:
    """A line for each type of animal, with the reason for its points; then what was collected, and who left when."""
    if not sheet.rows:
        return
    words, game = sheet.words, sheet.game
    table = _add(body, "table")
    _add(table, "caption", words.say("score-feathers-caption"))
    _heads(table, sheet)
    rows = _add(table, "tbody")
    for row in sheet.rows:
        _line(rows, row.label, row.points, _class(row), row.reasons)
    foot = _add(table, "tbody")
    hands = [len(game.hand(seat)) for seat in range(len(sheet.names))]
    _line(foot, words.say("score-feathers-cards"), hands)
    left: list[int] = getattr(game, "left", [])
    if len(left) == len(sheet.names):
        _line(foot, words.say("score-feathers-left"), [left.index(seat) + 1 for seat in range(len(left))])


# ---- Birds of a Feather ------------------------------------------------------------------------------------------------------


def _birds(body: ET.Element, sheet: Sheet) -> None:
    """The points of all, then each player's sheet: five habitats by seven kinds, with the ALL column."""
    words = sheet.words
    if len(sheet.names) > 1:
        table = _add(body, "table", class_="dense")
        _add(table, "caption", words.say("score-birds-overview"))
        _heads(table, sheet)
        rows = _add(table, "tbody")
        for row in sheet.rows:
            _line(rows, row.label[:1].upper() + row.label[1:], row.points, _class(row))
    many = len(sheet.names) > 4
    _add(body, "h2", words.say("score-birds-sheets"))
    if not sheet.only:
        _add(body, "p", words.say("score-birds-key"), class_="notes")
    sheets = _add(body, "div", class_="sheets many" if many else "sheets")
    for seat in range(len(sheet.names)):
        _bird_sheet(sheets, sheet, seat)
    last: dict[int, int] = sheet.game.last_cards()
    if last:
        shown = [f"{sheet.names[seat]}: {words.text(sheet.game.printed.bird(bird))}" for seat, bird in last.items()]
        _add(body, "p", words.say("score-birds-last") + ": " + "; ".join(shown), class_="notes")


def _bird_sheet(parent: ET.Element, sheet: Sheet, seat: int) -> None:
    words, game = sheet.words, sheet.game
    form: Any = game.printed
    ticks = game.recorded[seat]
    table = _add(parent, "table")
    name = sheet.names[seat] + (" ★" if seat in sheet.winners and len(sheet.names) > 1 else "")
    _add(table, "caption", name)
    head = _add(_add(table, "thead"), "tr")
    _add(_add(head, "th", scope="col", class_="line"), "span", words.say("score-birds-habitat"), class_="hidden")
    for column in range(printed.COLUMNS):
        kind = form.kind(column)
        cell = _add(head, "th", scope="col")
        _add(cell, "abbr", words.short(kind), title=words.text(kind))
    for code in ("score-birds-all", "score-birds-points"):
        _add(_add(head, "th", scope="col"), "span", words.say(code), class_="down")
    rows = _add(table, "tbody")
    for row in range(printed.ROWS):
        line = _add(rows, "tr")
        _add(line, "th", words.text(form.habitat(row)), scope="row", class_="line")
        for column in range(printed.COLUMNS):
            _bird_cell(line, sheet, ticks[row * printed.COLUMNS + column])
        full = birds_scoring.complete(ticks, row)
        cell = _add(line, "td", str(printed.ALL_POINTS) if full else "")
        if not full:
            _add(cell, "span", words.say("score-birds-incomplete"), class_="hidden")
        _add(line, "td", str(birds_scoring.row_points(form, ticks, row)))
    points, _, total = birds_scoring.tally(form, ticks)
    line = _add(rows, "tr", class_="sum")
    _add(line, "th", words.say("score-birds-total"), scope="row", colspan=str(printed.COLUMNS - 1), class_="line")
    _add(line, "td", f"{points} + {total - points} = {total}", colspan="4")


def _bird_cell(line: ET.Element, sheet: Sheet, seen: int) -> None:
    words = sheet.words
    if not seen:
        _add(_add(line, "td"), "span", words.say("score-birds-no"), class_="hidden")
    elif sheet.only:
        cell = _add(line, "td")
        _add(cell, "span", "×", aria_hidden="true")
        _add(cell, "span", words.say("score-birds-yes"), class_="hidden")
    else:
        cell = _add(line, "td")
        _add(cell, "span", str(seen), aria_hidden="true")
        _add(cell, "span", words.say("score-birds-round", n=seen), class_="hidden")


# ---- the chart ---------------------------------------------------------------------------------------------------------------


def _chart(body: ET.Element, sheet: Sheet) -> None:
    words = sheet.words
    rounds = sheet.game.name == "birds_of_a_feather"
    title = words.say("score-chart-rounds" if rounds else "score-chart")
    told = [
        words.say("score-chart-series", seat=name, values=", ".join(number(value) for value in values))
        for name, values in zip(sheet.names, sheet.series, strict=True)
    ]
    height = 46 if sheet.game.name == "fowl_play" else 42 if len(sheet.names) > 6 else 60
    noted = sum(1 + len(note) // _NOTE for note in sheet.notes)
    figure = _add(
        body, "figure", style=f"--height: {max(height - 5.5 * (noted - 1), 18):g}mm"
    )  # more notes must not need a second sheet
    caption = _add(figure, "figcaption")
    _add(caption, "strong", title).tail = sheet.series_of
    across = words.say("score-chart-round" if rounds else "score-chart-turn")
    description = sheet.series_of + " " + ". ".join(told) + "."
    figure.append(chart(sheet.names, sheet.series, across, words.say("score-chart-points"), title, description))
