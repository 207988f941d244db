"""Detents that the app reads late, since something was being drawn, are not taken for fast turning; real fast turning still is."""

import pytest

from firmware.console import Console


class Clock:
    """Time as the test says."""

    def __init__(self):
        self.now = 1000

    def ticks_ms(self):
        return self.now


def events(reads):
    """What a console makes of ("turn", n) read at these times (ms): list of (time, n)."""
    clock = Clock()
    console = Console(clock)
    found = []
    for ms, n in reads:
        clock.now = 1000 + ms
        console.feed([("turn", n)])
        found += console._queue
        del console._queue[:]
    return found


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
