"""The stream of events: when turning counts as fast."""

import pytest

from firmware.console import FAST_MS, GUARD_MS, HOLD_MS, Console


class Clock:
    def __init__(self):
        self.now = 0

    def ticks_ms(self):
        return self.now


def events(console):
    found = []
    while not console.empty():
        found.append(console._queue.pop(0))
    return found


@pytest.fixture
def clock():
    return Clock()


def turned(clock, *polls):
    """The events after polls of (milliseconds since the one before, raw events)."""
    console = Console(clock)
    clock.now = 1000
    found = []
    for ms, raw in polls:
        clock.now += ms
        console.feed(raw)
        found += events(console)
    return found


def test_detents_close_together_are_fast_turning(clock):
    polls = [(FAST_MS - 10, [("turn", 1)])] * 4
    assert turned(clock, *polls) == [("turn", 1), ("turn", 1), ("spin", 1), ("spin", 1)]
    assert turned(clock, (80, [("turn", 2)]), (80, [("turn", 2)]), (80, [("turn", 2)]))[-1] == ("spin", 2)


def test_slow_turning_that_is_read_late_is_not_fast(clock):
    polls = [(83, [("turn", 1)]), (400, [("turn", 4)]), (15, [("turn", 1)]), (83, [("turn", 1)]), (83, [("turn", 1)])]
    assert [kind for kind, _ in turned(clock, *polls)] == ["turn"] * 5


def test_turning_before_and_after_a_press_that_is_read_with_both_is_not_fast(clock):
    press = [("down", "confirm"), ("up", "confirm")]
    late = [("turn", 1), *press, ("turn", 1)]
    found = turned(clock, (400, late), (20, [("turn", 1)]))
    assert [event for event in found if event[0] != "press"] == [("turn", 1)] * 3
    jumped = [("down", "confirm"), ("turn", -3), ("up", "confirm"), ("turn", 1)]
    assert turned(clock, (400, jumped), (20, [("turn", 1)])) == [("jump", -3), ("turn", 1), ("turn", 1)]


def test_a_button_that_was_held_is_held_even_if_nobody_looked_meanwhile(clock):
    def late(ms):
        return (900, [("down", "confirm", ms + 50), ("up", "confirm", 50)])

    assert turned(clock, late(HOLD_MS)) == [("hold", "confirm")]
    assert turned(clock, late(HOLD_MS - 1)) == [("press", "confirm")]
    assert turned(clock, (900, [("down", "back", HOLD_MS - 100)]), (60, [("up", "back", 10)])) == [("press", "back")]


@pytest.mark.parametrize(("ago", "too_early"), [(20, False), (GUARD_MS + 100, True), (500, True)])
def test_a_press_from_before_an_announcement_could_be_read_is_no_answer_to_it(clock, ago, too_early):
    console = Console(clock)
    clock.now = 5000
    console.guard()
    clock.now += GUARD_MS + 80  # meanwhile nobody looked
    console.feed([("down", "confirm", ago + 60), ("up", "confirm", ago)])
    assert console.guarded() is too_early
