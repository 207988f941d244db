"""The record format: tokens, header, order of the setup lines, undo."""

import re

import pytest

from shared_rules import catalogue, record
from shared_rules.record import NotARecord, Reader
from shared_rules.refusal import Refusal

HEAD = ["roost 1 fowl_play", "seats black white", "foxes black g8 white g6"]


def read(lines):
    reader = Reader()
    for line in lines:
        reader.feed(line)
    return reader.finish()


@pytest.mark.parametrize(
    "line",
    [
        "play black 5",
        "  play\tblack   5 ",
        "play black 5\r",
        "play black 5 # a word",
        "play black 5#1a2b3c4d t=3",
        "\vplay black\f5",
    ],
)
def test_blanks_and_comments_are_tolerated(line):
    assert read([*HEAD, line]).cards[0] == 5


@pytest.mark.parametrize("line", ["play\u00a0black 5", "play black\u30005", "play\x1cblack 5", "play black 5\u2028"])
def test_other_blanks_are_not(line):
    with pytest.raises(Refusal):
        read([*HEAD, line])


def test_mark_blank_lines_and_comments_before_the_header():
    assert read(["\ufeff# a game", "", *HEAD]).turn == 1
    assert read(["\ufeffroost 1 fowl_play", *HEAD[1:]]).turn == 1


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([], "no-header"),
        (["# nothing"], "no-header"),
        (["seats black white"], "no-header"),
        (["roost"], "no-header"),
        (["roost 1 fowl_play extra"], "no-header"),
        (["roost 2 fowl_play"], "unknown-format"),
        (["roost 1 chess"], "unknown-game"),
        (["ROOST 1 fowl_play"], "no-header"),
        (["roost 1 fowl_play"], "setup-incomplete"),
        (["roost 1 fowl_play", "seats black white"], "setup-incomplete"),
    ],
)
def test_what_is_no_record(lines, code):
    with pytest.raises(NotARecord) as wrong:
        read(lines)
    assert wrong.value.code == code


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["rules 2"], "unknown-rules"),
        (["rules 01"], "unknown-rules"),
        (["rules one"], "unknown-rules"),
        (["rules"], "bad-line"),
        (["rules 1", "rules 1"], "setup-twice"),
        (["mode score", "rules 1"], "setup-order"),
        (["mode"], "bad-line"),
        (["mode quick"], "unknown-mode"),
        (["seats black white", "rules 1"], "setup-order"),
        (["seats black white", "seats black white"], "setup-twice"),
        (["seats black white", "foxes black g8 white g6", "tunnels g7 i11 k9 i5 e3 c5 e9"], "setup-order"),
        (["seats black white", "play black 5"], "setup-missing"),
        (["play black 5"], "setup-missing"),
        (["undo"], "setup-missing"),
        (["seets black white"], "unknown-word"),
        (["seats black white", "fozes black g8 white g6"], "unknown-word"),
        (["seats black white", "foxes black g8 white g6", "undo"], "nothing-to-undo"),
        (["seats black white", "foxes black g8 white g6", "undo 1"], "bad-line"),
        (["seats black white", "foxes black g8 white g6", "play black 5", "foxes black g8 white g6"], "setup-late"),
        (["seats black white", "foxes black g8 white g6", "play black 5", "rules 1"], "setup-late"),
        (["seats black white", "foxes black g8 white g6", "agreed play black 5"], "agreed-needless"),
    ],
)
def test_refused_lines(lines, code):
    reader = Reader()
    reader.feed("roost 1 fowl_play")
    for line in lines[:-1]:
        reader.feed(line)
    with pytest.raises(Refusal) as refused:
        reader.feed(lines[-1])
    assert refused.value.code == code


@pytest.mark.parametrize("refused", ["seats", "seats black", "play black 1", "undo", "foxes black g8"])
def test_a_refused_line_leaves_no_setup_behind(refused):
    reader = Reader()
    reader.feed("roost 1 fowl_play")
    with pytest.raises(Refusal):
        reader.feed(refused)
    assert reader.setup is None
    reader.feed("mode score")
    reader.feed("seats black white")
    assert reader.finish().state()["mode"] == "score"


def test_a_refused_first_action_does_not_end_the_setup_reading_state():
    reader = Reader()
    for line in HEAD:
        reader.feed(line)
    with pytest.raises(Refusal):
        reader.feed("play black 99")
    assert reader.finish().log == []


def test_undo_takes_back_also_after_the_end_and_down_to_the_setup():
    game = read([*HEAD, "play black 5", "undo", "play black 6", "undo"])
    assert game.log == []
    assert game.state()["actions"] == 0


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_every_verb_is_listed(game, request):
    """The words that a game's classes read are the package's VERBS."""
    package = catalogue.package(game)
    sources = "".join(path.read_text() for path in (request.config.rootpath / "shared_rules" / game).glob("*.py"))
    listed = re.findall(r"(?:VERBS|verbs)[^=\n]*= \(([^)]*)\)", sources)
    words = {word for words in listed for word in re.findall(r'"([a-z-]+)"', words)}
    assert words == set(package.VERBS)


def test_numbers():
    assert record.number("17", 1, 36) == 17
    assert record.number("0", 0, 5) == 0
    for wrong in ("", "017", "-1", "+1", "1 ", "1_0", "٣", "３", "37", "0", "9" * 40):
        assert record.number(wrong, 1, 36) == -1


def test_seat_names():
    assert record.seat_name("a-z_09")
    for wrong in ("", "a" * 13, "Anna", "änne", "a b", "a.b"):
        assert not record.seat_name(wrong)


def test_bytes_that_are_no_text():
    with pytest.raises(NotARecord) as wrong:
        record.text_lines(b"roost 1 fowl_play\n\xff")
    assert wrong.value.code == "not-text"
