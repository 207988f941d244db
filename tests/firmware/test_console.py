"""The stream of events: when turning counts as fast, when a press as held, and when it came too early to be an answer."""

import pytest

from firmware.console import GUARD_MS, HOLD_MS, Console


class Clock:
    """Time as the test says."""

    def __init__(self):
        self.now = 1000

    def ticks_ms(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def taken(console):
    """What waits in a console, which is empty then."""
    found = list(console._queue)
    del console._queue[:]
    return found


def told(clock, *polls):
    """The events after polls of (milliseconds since the one before, raw events)."""
    console = Console(clock)
    found = []
    for ms, raw in polls:
        clock.now += ms
        console.feed(raw)
        found += taken(console)
    return found


def events(reads):
    """What a console makes of ("turn", n) read at these times (ms)."""
    times = [0] + [ms for ms, _ in reads]
    return told(Clock(), *[(ms - before, [("turn", n)]) for before, (ms, n) in zip(times, reads, strict=False)])


def read_late(every, count, blocked):
    """Detents every so many ms, read every 5 ms, but not while the app is busy: list of (from, to)."""
    reads = []
    waiting = 0
    due = [every * step for step in range(count)]
    for ms in range(0, every * count + 400, 5):
        while due and due[0] <= ms:
            waiting += 1
            due.pop(0)
        if waiting and not any(begin <= ms < end for begin, end in blocked):
            reads.append((ms, waiting))
            waiting = 0
    return reads


@pytest.mark.parametrize("every", [60, 70, 85, 120])
@pytest.mark.parametrize("blocked", [[], [(0, 45)], [(0, 110)], [(50, 90)], [(0, 250)], [(100, 130), (300, 420)]])
def test_ordinary_turning(every, blocked):
    found = events(read_late(every, 12, blocked))
    assert {kind for kind, _ in found} == {"turn"}
    assert sum(n for _, n in found) == 12


@pytest.mark.parametrize("every", [12, 20, 30])
def test_fast_turning(every):
    found = events(read_late(every, 20, []))
    assert sum(n for kind, n in found if kind == "spin") >= 17
    assert sum(n for _, n in found) == 20


def test_fast_turning_ends():
    found = events([(0, 1), (20, 1), (40, 1), (60, 1), (200, 1), (300, 1), (320, 1)])
    assert found == [("turn", 1), ("turn", 1), ("spin", 1), ("spin", 1), ("turn", 1), ("turn", 1), ("turn", 1)]


def test_turning_before_and_after_a_press_that_is_read_with_both_is_not_fast(clock):
    press = [("down", "confirm"), ("up", "confirm")]
    late = [("turn", 1), *press, ("turn", 1)]
    found = told(clock, (400, late), (20, [("turn", 1)]))
    assert [event for event in found if event[0] != "press"] == [("turn", 1)] * 3
    jumped = [("down", "confirm"), ("turn", -3), ("up", "confirm"), ("turn", 1)]
    assert told(clock, (400, jumped), (20, [("turn", 1)])) == [("jump", -3), ("turn", 1), ("turn", 1)]


def test_a_button_that_was_held_is_held_even_if_nobody_looked_meanwhile(clock):
    def late(ms):
        return (900, [("down", "confirm", ms + 50), ("up", "confirm", 50)])

    assert told(clock, late(HOLD_MS)) == [("hold", "confirm")]
    assert told(clock, late(HOLD_MS - 1)) == [("press", "confirm")]
    assert told(clock, (900, [("down", "back", HOLD_MS - 100)]), (60, [("up", "back", 10)])) == [("press", "back")]


@pytest.mark.parametrize(("ago", "too_early"), [(20, False), (GUARD_MS + 100, True), (500, True)])
def test_a_press_from_before_an_announcement_could_be_read_is_no_answer_to_it(clock, ago, too_early):
    console = Console(clock)
    clock.now = 5000
    console.guard()
    clock.now += GUARD_MS + 80  # meanwhile nobody looked
    console.feed([("down", "confirm", ago + 60), ("up", "confirm", ago)])
    assert console.guarded() is too_early
