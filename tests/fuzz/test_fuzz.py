"""Every target with inputs that Hypothesis makes up: a sample in `make test`, many more in `make fuzz`."""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host.replay import replay
from tests.fuzz.counted import INPUTS
from tests.fuzz.draw import Draw
from tests.fuzz.made_messages import a_message
from tests.fuzz.made_records import a_record
from tests.fuzz.targets import TARGETS

# Inputs of each target in a plain run, and how many times that in a search.
SAMPLE = {
    "records": 120,
    "lines": 200,
    "refused_lines": 120,
    "link": 40,
    "knob": 25,
    "files": 40,
    "options": 80,
    "websocket": 150,
}
SEARCH = {"lines": 600}  # where not: 100

_BYTES = st.binary(max_size=30) | st.binary(min_size=20, max_size=150) | st.binary(min_size=100, max_size=600)


@pytest.mark.hypothesis  # so that `make fuzz` selects it
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", TARGETS)
def test_anything(name, figure):
    searching = os.environ.get("HYPOTHESIS_PROFILE") == "searching"
    examples = SAMPLE[name] * (SEARCH.get(name, 100) if searching else 1)

    @settings(max_examples=examples, suppress_health_check=list(HealthCheck))
    @given(_BYTES)
    def behaves(data):
        TARGETS[name](data)

    before = INPUTS[name]
    behaves()
    figure(f"fuzzed {name}: {INPUTS[name] - before:,} inputs")


# What a fuzzer makes of bytes is only worth something if it gets far.


def kinds(count, of):
    """What comes of many different inputs."""
    import random

    rng = random.Random(1)
    return [of(Draw(rng.randbytes(rng.choice((5, 40, 200))))) for _ in range(count)]


def test_records_get_far():
    outcomes = [replay(data) for data in kinds(400, a_record)]
    codes = {outcome.problem.code for outcome in outcomes if outcome.problem}
    games = [outcome.game for outcome in outcomes if outcome.game is not None]
    assert len(codes) > 20
    assert len([game for game in games if len(game.log) > 10]) > 50
    assert {game.name for game in games} == {"fowl_play", "fancy_feathers", "birds_of_a_feather"}
    assert any(outcome.problem is None for outcome in outcomes)


def test_messages_are_of_every_kind():
    names = {name for message in kinds(600, a_message) for name in message}
    assert names >= {"turn", "press", "hold", "tap", "choose", "line", "text", "ask", "set", "subscribe", "step"}


@pytest.mark.parametrize(
    ("target", "where", "what"),
    [
        ("records", "shared_rules.record.number", lambda *_: 1 // 0),
        ("link", "firmware.link.event_of", lambda *_: {}["x"]),
        ("files", "firmware.settings._fits", lambda *_: True),
        ("websocket", "host.sim.mirror._finite", float),
    ],
)
def test_a_fault_would_be_found(target, where, what, monkeypatch):
    """With a fault put in, many inputs fail."""
    import random

    monkeypatch.setattr(where, what)
    rng = random.Random(2)
    failed = 0
    for _ in range(400):
        try:
            TARGETS[target](rng.randbytes(rng.choice((30, 120, 300))))
        except Exception:  # noqa: BLE001 - any will do
            failed += 1
        if failed:
            return
    raise AssertionError("nothing failed")
