"""`roost score`: the sheet of every example as table, page and values, in both languages."""

import csv
import io
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firmware.words import LANGUAGES
from host import games, replay, score
from host.cli import main
from host.score_chart import chart, step
from host.score_page import page
from tests.firmware import mending
from tests.firmware.pilot import Pilot
from tests.shared_rules import corrected

RECORDS = Path(__file__).resolve().parent.parent / "records"
WHOLE = [path for path in sorted(RECORDS.glob("*/*.roost")) if not path.name.startswith("x")]
OVER = [path for path in WHOLE if replay.replay(path.read_bytes()).game.over]
PLAYED = [path for path in OVER if "mode score" not in path.read_text()]


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def roost(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["score", *arguments], input=stdin, catch_exceptions=False)


def sheet(path: Path, language: str = "en", **more) -> score.Sheet:
    return score.sheet(path.read_bytes(), str(path), language, **more)


class Reader(HTMLParser):
    """The tags of a page and the texts of its table cells, row by row."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict]] = []
        self.rows: list[list[str]] = []
        self.text = ""
        self._cell = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag == "tr":
            self.rows.append([])
        self._cell = tag in ("td", "th") or (self._cell and tag in ("span", "abbr"))
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self._cell = False

    def handle_data(self, data):
        self.text += data
        if self._cell and self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def test_there_are_examples_of_every_kind() -> None:
    assert {path.parent.name for path in PLAYED} == {"fowl_play", "fancy_feathers", "birds_of_a_feather"}
    assert len(OVER) > len(PLAYED) + 1
    assert len(WHOLE) > len(OVER) + 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", WHOLE, ids=name)
def test_every_example_in_words(path: Path, language: str) -> None:
    found = sheet(path, language)
    assert found.language == language
    texts = [found.title, *found.names, *found.notes, *found.verdict, found.series_of, *(row.label for row in found.rows)]
    texts += [reason for row in found.rows for reason in row.reasons]
    texts += [page(found), score.as_csv(found)]
    for text in texts:
        assert not re.search(r"<[a-z-]+\.?[a-z0-9-]*>", text if "html" not in text else ""), text
    assert "&lt;" not in page(found)
    result = roost(str(path), "--language", language)
    assert (result.exit_code, result.stderr) == (0, "")
    assert found.title in result.stdout
    for text in found.verdict:
        assert re.sub(r"\s+", "", text) in re.sub(r"\s+", "", result.stdout)


@pytest.mark.parametrize("path", OVER, ids=name)
def test_totals_are_those_of_the_rules(path: Path) -> None:
    found = sheet(path)
    game = found.game
    assert found.rows[-1].code == "total"
    assert found.rows[-1].points == [game.scores()[seat]["total"] for seat in game.seats]
    assert found.winners == game.winners()
    codes = [row.code for row in found.rows]
    assert len(set(codes)) == len(codes)
    rows = list(csv.reader(io.StringIO(score.as_csv(found))))
    width = len(rows[0])
    total = next(row for row in rows if row[1] == "total")
    assert [int(value) for value in total[3 : 3 + len(game.seats)]] == found.rows[-1].points
    won = next(row for row in rows if row[0] == "winner")
    assert [index for index, value in enumerate(won[3:]) if value == "1"] == game.winners()
    assert all(len(row) <= width for row in rows)


@pytest.mark.parametrize("path", PLAYED, ids=name)
def test_the_score_over_the_turns_ends_with_the_score(path: Path) -> None:
    before = replay.replay(path.read_bytes()).game.state()
    found = sheet(path)
    game = found.game
    assert game.state() == before  # it was taken back and played again
    assert len({len(values) for values in found.series}) == 1
    last = [values[-1] for values in found.series]
    scores = [game.scores()[seat] for seat in game.seats]
    if game.name == "fowl_play":
        assert last == [one["captured"]["subtotal"] for one in scores]
        assert len(found.series[0]) == game.turn
        for turn in range(2, game.turn + 1):
            part = score.sheet(_until_turn(path, turn))
            assert [values[turn - 2] for values in found.series] == part.rows[-1].points
    else:
        assert last == [one["total"] for one in scores]
    if game.name == "birds_of_a_feather":
        assert len(found.series[0]) == game.rounds
        assert all(one <= other for values in found.series for one, other in zip(values, values[1:]))


def _until_turn(path: Path, turn: int) -> bytes:
    """The record up to where a turn began."""
    lines = path.read_text().splitlines(keepends=True)
    for last in range(1, len(lines) + 1):
        data = "".join(lines[:last]).encode()
        game = replay.replay(data).game
        if game is not None and game.turn == turn:
            return data
    raise AssertionError(turn)


def test_a_collection_is_worth_what_it_would_score() -> None:
    # The rulebook's example as a whole game: both leave at once after a few turns.
    text = (RECORDS / "fancy_feathers/001-full.roost").read_text()
    found = score.sheet(text.encode())
    game = found.game
    # Whatever a seat gave up for a Fox counts as gone from that Fox on: at the end all is named, and the last value is the total.
    assert any(game.given[seat] for seat in range(len(game.seats)))
    assert [values[-1] for values in found.series] == found.rows[-1].points
    # Before anybody has collected anything nothing is worth anything.
    assert all(values[0] == 0 for values in found.series)


# ---- the page ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", WHOLE, ids=name)
def test_the_page_stands_alone_and_is_well_marked(path: Path) -> None:
    found = sheet(path, "de")
    text = page(found)
    read = Reader(text)
    assert text.startswith('<!DOCTYPE html>\n<html lang="de">')
    assert [tag for tag, _ in read.tags if tag in ("script", "link", "img", "iframe", "object")] == []
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "url(" not in text
    assert "@import" not in text
    for tag, attributes in read.tags:
        if tag == "th":
            assert attributes.get("scope") in ("col", "row", "rowgroup")
        if tag == "svg":
            assert attributes["role"] == "img"
            assert attributes["aria-labelledby"] == "chart-title chart-description"
    tags = [tag for tag, _ in read.tags]
    assert tags.count("h1") == 1
    assert tags.count("caption") == tags.count("table")
    assert tags.count("svg") == (1 if found.series else 0)
    for text in (*found.verdict, *found.notes):
        assert text in read.text


def test_the_layout_of_fowl_play() -> None:
    found = sheet(RECORDS / "fowl_play/two-seats.roost")
    rows = Reader(page(found)).rows
    assert [row[0] for row in rows[:22]] == [
        "Line", "Captured fowl", "Circles", "Hexagons", "Squares", "Black", "Brown", "White", "Sets of all four", "Subtotal captured",
        "Now reveal the target cards: surviving fowl", "Circles", "Hexagons", "Squares", "Black", "Brown", "White", "Chickens", "Ducks",
        "Geese", "Turkeys", "Target survived",
    ]  # fmt: skip
    scores = found.game.scores()
    for seat, column in enumerate(found.game.seats, 1):
        del column
        one = scores[found.game.seats[seat - 1]]
        assert [int(row[seat]) for row in rows[2:10]] == list(one["captured"].values())
        assert [int(row[seat]) for row in rows[11:23]] == list(one["surviving"].values())
        assert int(rows[23][seat]) == one["total"]
    assert rows[0][1:] == ["Black ★ (winner)", "Orange"]


def test_the_layout_of_the_birds() -> None:
    found = sheet(RECORDS / "birds_of_a_feather/103-two-seats-drafted.roost")
    rows = Reader(page(found)).rows
    game = found.game
    first = next(index for index, row in enumerate(rows) if row[0] == "Habitat")
    assert rows[first][1:] == ["com", "u1", "u2", "u3", "rare", "rap", "ace", "ALL", "Points"]
    for row in range(5):
        cells = rows[first + 1 + row]
        assert len(cells) == 10
        for column in range(7):
            seen = game.recorded[0][7 * row + column]
            assert cells[1 + column] == (f"{seen}seen in round {seen}" if seen else "missing")
    assert rows[first + 6][-1] == "21 + 3 = 24"


def test_the_layout_of_fancy_feathers_has_the_reasons() -> None:
    rows = Reader(page(sheet(RECORDS / "fancy_feathers/104-score-only.roost"))).rows
    assert ["Mirror", "82 × 4 other types", "82 × 4 other types"] in rows
    assert rows[-1] == ["Cards collected", "13", "15"]


# ---- records that are not whole ----------------------------------------------------------------------------------------------


def test_an_unfinished_game_says_so() -> None:
    found = sheet(RECORDS / "fowl_play/049-part-move.roost")
    assert found.notes[0].startswith("Unfinished: the game is in turn 8.")
    assert found.rows
    assert found.verdict == []
    assert found.series == []
    assert "unfinished" in score.as_csv(found)
    hidden = sheet(RECORDS / "fancy_feathers/049-part-lose.roost")
    assert hidden.notes[0].endswith("Nothing that counts lies open yet.")
    assert hidden.rows == []
    assert roost(str(RECORDS / "fancy_feathers/049-part-lose.roost")).exit_code == 0


def test_results_that_are_not_complete_say_so() -> None:
    text = "roost 1 fowl_play\nmode score\nseats black white\ncaptured black 17\n"
    found = score.sheet(text.encode())
    assert found.notes == ["Only the results were entered, not the game.", "Unfinished: not all results are entered yet."]
    for game in ("fancy_feathers/104-score-only", "birds_of_a_feather/109-score-only"):
        lines = (RECORDS / f"{game}.roost").read_text().splitlines(keepends=True)[:9]
        assert "Unfinished" in score.sheet("".join(lines).encode()).notes[1]
        assert page(score.sheet("".join(lines).encode()))


def test_a_refused_line_and_no_record() -> None:
    path = RECORDS / "fowl_play/007-full.roost"
    bad = path.read_bytes() + b"play black 1\n"
    result = roost("-", stdin=bad)
    assert result.exit_code == 1
    assert result.stderr.startswith(("<stdin>:", "-:"))
    assert ": game-over: " in result.stderr
    assert roost("-", stdin=b"hello").exit_code == 2
    assert roost("/there/is/none").exit_code == 2
    assert "Das ist keine Aufzeichnung" in roost("-", "--language", "de", stdin=b"hello").stderr


# ---- names, files ------------------------------------------------------------------------------------------------------------


def test_names_are_spelled_as_their_players_do(tmp_path: Path) -> None:
    path = RECORDS / "birds_of_a_feather/103-two-seats-drafted.roost"
    assert sheet(path, names={"zoe": "Zoë"}).names == ["Zoë", "abe"]
    commented = b"# name abe  Abraham A.\n" + path.read_bytes() + b"# name zoe <b>Z</b>\n"
    found = score.sheet(commented)
    assert found.names == ["<b>Z</b>", "Abraham A."]
    assert "<b>" not in page(found)
    assert "Abraham A. wins" in found.verdict[0]
    result = roost(str(path), "--name", "zoe=Zoë")
    assert "Zoë" in result.stdout
    assert roost(str(path), "--name", "zoe").exit_code == 2
    assert roost(str(path), "--name", "zow=Zoë").exit_code == 2
    record = b"roost 1 birds_of_a_feather\nseats player1 b\nplay player1 ocean-ace\n"
    assert score.sheet(record, language="de").names == ["Spieler 1", "b"]


def test_no_name_becomes_a_formula() -> None:
    path = RECORDS / "birds_of_a_feather/103-two-seats-drafted.roost"
    assert score.as_csv(sheet(path, names={"zoe": "=1+1"})).splitlines()[0].endswith("'=1+1,abe,'=1+1: Reason,abe: Reason")


def test_files_are_written(tmp_path: Path) -> None:
    path = str(RECORDS / "fowl_play/007-full.roost")
    one, other = tmp_path / "sheet.html", tmp_path / "sheet.csv"
    result = roost(path, "--html", str(one), "--csv", str(other), "--language", "de")
    assert (result.exit_code, result.stdout) == (0, f"{one}\n{other}\n")
    assert "Wertungsbogen" in one.read_text("utf-8")
    assert other.read_text("utf-8").startswith("Wertung,code,Zeile,Braun,Weiß,Schwarz,Orange\n")
    assert roost(path, "--html", "-").stdout.startswith("<!DOCTYPE html>")
    bad = roost(path, "--html", str(tmp_path / "no" / "where.html"))
    assert bad.exit_code == 2
    assert "Traceback" not in bad.stderr


# ---- the chart ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("span", "most", "wanted"), [(5, 6, 1), (7, 6, 2), (30, 6, 5), (31, 6, 10), (100, 6, 20), (900, 6, 200)])
def test_lines_stand_at_round_distances(span: int, most: int, wanted: int) -> None:
    assert step(span, most) == wanted


def test_the_chart_holds_every_value_and_its_labels_keep_apart() -> None:
    series = [[0, 2, 4], [0, -7, 4], [1, 2, 4], [0, 0, 4], [0, 0, 3], [0, 0, 4], [5, 5, 5]]
    root = chart(list("abcdefg"), series, "Turn", "Points", "title", "what is in it")
    lines = root.findall("polyline")
    assert len(lines) == 7
    assert len({line.get("stroke-dasharray") for line in lines}) == 7
    assert [len(line.get("points", "").split()) for line in lines] == [3] * 7
    ends = sorted(float(text.get("y", 0)) for text in root.findall("text") if text.get("font-weight") == "bold")
    assert len(ends) == 7
    assert all(other - one > 12 for one, other in zip(ends, ends[1:]))
    assert max(ends) < 236
    assert root.findtext("title") == "title"
    assert root.findtext("desc") == "what is in it"
    assert ET.tostring(chart(["a"], [[3]], "", "", "t", "d"))  # one turn


def record_of(game: str, seed: int) -> tuple[corrected.Table, bytes]:
    """A game at which the table settled things by agreement, and its record."""
    table, _ = corrected.play(game, seed)
    return table, "\n".join([*table.head, *(table.game.line(action) for action in table.game.log), ""]).encode()


@pytest.mark.parametrize("game", ["fowl_play", "fancy_feathers", "birds_of_a_feather"])
def test_games_that_were_corrected_are_marked_and_add_up(game: str) -> None:
    seen = 0
    for seed in range(12):
        table, data = record_of(game, seed)
        found = score.sheet(data)
        marked = [note for note in found.notes if note.startswith("Marked: ")]
        assert len(marked) == bool(table.game.corrected())
        if marked:
            seen += 1
            assert marked[0].startswith(f"Marked: {table.game.corrected()} entr")
            assert marked[0] in page(found).replace("&lt;", "<")
        if table.game.over:
            assert [row.points for row in found.rows if row.code == "total"] == [list(found.rows[-1].points)]
        if found.series and game != "fowl_play":
            assert [values[-1] for values in found.series] == found.rows[-1].points
        assert len(list(csv.reader(io.StringIO(score.as_csv(found))))) > len(found.rows)
    assert seen > 6


@pytest.mark.parametrize("game", ["fowl_play", "birds_of_a_feather"])
@pytest.mark.parametrize("seal", ["", " #0a1b2c3d t=61"])
def test_who_left_the_table_stands_on_the_sheet(game: str, seal: str) -> None:
    path = next(path for path in PLAYED if path.parent.name == game)
    lines = path.read_text().splitlines()
    seats = next(line for line in lines if line.startswith("seats ")).split()[1:]
    lines += [
        f"# gone {seats[0]} 3{seal}",
        f"# gone {seats[1]} 4{seal}",
        f"# here {seats[0]}{seal}",
        "# gone nobody 2",
        "# gone",
        "# gone x y",
    ]
    found = score.sheet("\n".join(lines).encode(), language="de")
    left = [note for note in found.notes if "verlassen" in note]
    assert left == [f"{found.names[1]} hat das Spiel in {'Zug' if game == 'fowl_play' else 'Runde'} 4 verlassen."]
    assert left[0] in page(found)


def test_who_left_at_the_table_stands_on_the_sheet_of_the_fetched_game() -> None:
    async def script(pilot: Pilot) -> None:
        await mending.menu(pilot, "leaves")
        await pilot.pick(("seat", 1))
        await mending.answer(pilot, ("word", "yes"))
        await pilot.read_on()

    pilot = mending.at_table(mending.FOWL + mending.TURN, script)
    lines = pilot.device.storage.files["0001.game"].decode().splitlines()
    fetched = games.as_file(games.Stored(1, "fowl_play", "open", True, 1, 1), lines)
    assert "White left the game in turn 2." in score.sheet(fetched).notes
