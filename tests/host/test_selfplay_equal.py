"""A sample of the comparison of the two runtimes (`make equal`), and proof that it would notice."""

import pytest
from click.testing import CliRunner

from host import selfplay_equal
from host.emulator.image import NoImage, find_image
from host.players import tracing
from host.players.tracing_rules import trace_rules
from host.replay import replay
from shared_rules import catalogue


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_both_runtimes_say_the_same(game, micropython, figure):
    lines = selfplay_equal.compare(micropython, game, 5, list(range(1, 5)))
    figure(f"{game}: 4 records, {lines:,} lines, the same on CPython and MicroPython")
    assert lines > 150


@pytest.fixture
def image():
    """The MicroPython image for the emulated Pico; skips without it."""
    try:
        return find_image()
    except NoImage as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize(
    ("game", "number"), [pytest.param("fowl_play", 10, marks=pytest.mark.slow), ("fancy_feathers", 25), ("birds_of_a_feather", 3)]
)
def test_the_rules_say_the_same_on_a_pico(game, number, image, figure):
    lines = selfplay_equal.compare_on_pico(game, 5, [number])
    figure(f"{game}: a record of {lines} lines, the same on CPython and the emulated Pico")
    assert lines > 20


def test_a_difference_on_a_pico_is_noticed(image, monkeypatch):
    monkeypatch.setattr(selfplay_equal, "trace_rules", lambda lines: "ffffffff")
    monkeypatch.setattr(selfplay_equal, "records", lambda game, seed, numbers: [["roost 1 fowl_play", "rules 1"]])
    with pytest.raises(selfplay_equal.Different, match="fowl_play, record 1 of seed 5: ffffffff"):
        selfplay_equal.compare_on_pico("fowl_play", 5, [1])


def test_spoiled_records_are_among_them():
    found = selfplay_equal.records("fowl_play", 5, list(range(1, 18)))
    assert found == selfplay_equal.records("fowl_play", 5, list(range(1, 18)))
    problems = [replay(("\n".join(lines) + "\n").encode()).problem for lines in found]
    assert 1 < len([problem for problem in problems if problem is not None]) < 14


def test_a_difference_is_noticed(micropython, monkeypatch):
    monkeypatch.setattr(selfplay_equal, "trace", lambda lines, language: "00000000")
    with pytest.raises(selfplay_equal.Different, match="fowl_play, record 1 of seed 5"):
        selfplay_equal.compare(micropython, "fowl_play", 5, [1])


def test_everything_counts():
    """Every line, its order and the language change the number."""
    lines = selfplay_equal.records("fancy_feathers", 5, [2])[0]
    whole = tracing.trace(lines)
    assert whole == tracing.trace(lines)
    assert tracing.trace(lines, "de") != whole
    assert tracing.trace(lines[:-1]) != whole
    assert tracing.trace([*lines[:-2], lines[-1], lines[-2]]) != whole
    by_the_rules = trace_rules(lines)
    assert by_the_rules == trace_rules(iter(lines))
    assert by_the_rules != trace_rules(lines[:-1]) != trace_rules([*lines[:-2], lines[-1], lines[-2]])


def test_as_a_program(micropython):
    done = CliRunner().invoke(selfplay_equal.main, ["birds_of_a_feather", "--games", "3", "--pico", "0", "--jobs", "1"])
    assert done.exit_code == 0, done.output
    assert "birds_of_a_feather: 3 records" in done.stdout
