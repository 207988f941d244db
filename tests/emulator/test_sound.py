from typing import Any

from firmware.boards import pico

from .guest import body


class Edges:
    """Rising edges of the buzzer's pin, in ms."""

    def __init__(self, b: Any) -> None:
        self.at: list[float] = []
        self.high = 0.0
        self._rise = 0.0
        from rp2040py.gpio_pin import GPIOPinState

        def changed(new: Any, _old: Any) -> None:
            now = b.pico.clock.nanos / 1e6
            if new == GPIOPinState.HIGH:
                self.at.append(now)
                self._rise = now
            elif self._rise:
                self.high += now - self._rise
                self._rise = 0.0

        b.pico.chip.gpio[pico.BUZZER].add_listener(changed)

    def hertz(self, start: float, end: float) -> float:
        inside = [t for t in self.at if start <= t <= end]
        return (len(inside) - 1) / (inside[-1] - inside[0]) * 1000


def test_a_pattern_plays_by_itself_and_a_new_one_replaces_it(bench: Any) -> None:
    b = bench()
    edges = Edges(b)
    out = b.execute(
        body(
            """
a = time.ticks_us()
device.sound.play(((1000, 100), (0, 50), (2000, 100)), 3)
print(time.ticks_diff(time.ticks_us(), a))
await asyncio.sleep_ms(400)
device.sound.play(((500, 1000),), 1)
await asyncio.sleep_ms(100)
device.sound.play(((1500, 50),), 0)
await asyncio.sleep_ms(200)
"""
        )
    )
    assert int(out) < 3_000  # it returns at once
    first = edges.at[0]
    assert abs(edges.hertz(first, first + 95) - 1000) < 30
    assert not [t for t in edges.at if first + 108 < t < first + 145]
    assert abs(edges.hertz(first + 160, first + 245) - 2000) < 60
    third = next(t for t in edges.at if t > first + 300)
    assert abs(edges.hertz(third, third + 90) - 500) < 20
    assert edges.at[-1] < third + 110  # volume 0 silences what still plays


def test_volume(bench: Any) -> None:
    heights = []
    for volume in (1, 3):
        b = bench()
        edges = Edges(b)
        b.execute(body("device.sound.play(((1000, 200),), %d)\nawait asyncio.sleep_ms(300)" % volume))
        heights.append(edges.high / (edges.at[-1] - edges.at[0]))
    assert heights[0] < 0.05
    assert 0.45 < heights[1] < 0.55
