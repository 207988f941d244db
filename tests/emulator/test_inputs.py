import re
from typing import Any

import pytest

from .guest import body

COUNT = """
turned = 0
down = []
print("ready")
until = time.ticks_add(time.ticks_ms(), %d)
while time.ticks_diff(until, time.ticks_ms()) > 0:
    for event in device.inputs.poll():
        if event[0] == "turn":
            turned += event[1]
        else:
            down.append(event[:2])
    await asyncio.sleep_ms(5)
print("turned", turned, down)
"""

BUSY = """
async def busy():
    n = 0
    while True:
        n += 1
        device.lights.show(bytearray(bytes([n & 255]) * 381))
        device.display.show(bytes([n & 255]) * 1024)
        await asyncio.sleep_ms(10)
        if n %% 4 == 0:
            with open("/busy.txt", "a") as f:
                f.write("a line that costs an erased sector\\n" * 20)
asyncio.create_task(busy())
"""


def counted(bench: Any, ms: int, play: Any, prelude: str = "", **options: Any) -> str:
    b = bench(**options)
    b.start(body(prelude.replace("%%", "%") + COUNT % ms))
    b.pico.until_said(b"ready")
    play(b)
    b.pico.until_said(b"turned", ms + 3000)
    b.run(5)
    return bytes(b.pico.received).decode().split("turned")[1].split("\r\n")[0].strip()


def test_no_step_is_lost_at_40_detents_a_second_while_everything_is_being_written(bench: Any) -> None:
    def play(b: Any) -> None:
        end = b.encoder.turn(60, 40, bounce_us=150, bounces=3)
        end = b.encoder.turn(-35, 40, end + 30, bounce_us=150, bounces=3)
        b.encoder.turn(1, 40, end + 30)

    assert counted(bench, 3500, play, BUSY) == "26 []"


def test_every_reversal_counts(bench: Any) -> None:
    def play(b: Any) -> None:
        end = 0.0
        for n in range(8):
            end = b.encoder.turn(1 if n % 2 == 0 else -1, 30, end + 20, bounce_us=300, bounces=4)
        b.encoder.turn(3, 30, end + 20)

    assert counted(bench, 1500, play) == "3 []"


def test_a_detent_reached_by_halves_is_one(bench: Any) -> None:
    def play(b: Any) -> None:
        # Two edges forward and back again, as a finger that rests on the knob does: nothing.
        for at, phase in ((10, 0), (30, 1), (60, 0), (90, 3)):
            b.encoder.move(at, phase)

    assert counted(bench, 600, play) == "0 []"


def test_buttons_with_bounce_and_a_stuck_one(bench: Any) -> None:
    def play(b: Any) -> None:
        b.buttons["confirm"].push(50, 80, bounce=(0.4, 0.9, 1.6, 3.0))
        b.buttons["back"].push(300, 700, bounce=(0.2, 5.0))

    expected = [("down", "confirm"), ("up", "confirm"), ("down", "back"), ("up", "back")]
    assert counted(bench, 1500, play) == "0 %r" % expected
    b = bench()
    b.buttons["menu"].press()
    assert b.execute(body("print(device.stuck)")).strip() == "['menu']"


def test_a_press_during_a_write_is_not_lost(bench: Any) -> None:
    slow = "\nwith open('/slow.txt', 'w') as f:\n    f.write('x' * 9000)\n"

    def play(b: Any) -> None:
        b.buttons["confirm"].push(20, 60)

    b = bench()
    b.pico.execute(body("pass"))
    b.pico.flash.set_times((400, 3))
    b.start(body("print('ready')" + slow + COUNT.replace('print("ready")', "") % 600))
    b.pico.until_said(b"ready")
    play(b)
    b.pico.until_said(b"turned", 8000)
    b.run(5)
    assert "[('down', 'confirm'), ('up', 'confirm')]" in bytes(b.pico.received).decode()


LOOKS = """
device.inputs.poll()
found = []
print("ready")
at = time.ticks_us()
for _ in range(%d):
    at = time.ticks_add(at, 100_000)
    while time.ticks_diff(at, time.ticks_us()) > 0:
        pass
    found += [event[0] for event in device.inputs.poll()]
time.sleep_ms(200)
found += [event[0] for event in device.inputs.poll()]
print("turned", found.count("down"), found.count("up"), found == ["down", "up"] * (len(found) // 2))
"""


def test_a_press_is_not_lost_at_whatever_moment_of_a_look_it_comes(bench: Any) -> None:
    count, later_ms = 60, 0.04  # each comes so much later within its look, which takes a millisecond or two
    b = bench()
    b.start(body(LOOKS % (count + 2)))
    b.pico.until_said(b"ready")
    for n in range(count):
        b.buttons["confirm"].push(99 + n * (100 + later_ms), 50)
    b.pico.until_said(b"turned", 100 * count + 2000)
    b.run(5)
    told = bytes(b.pico.received).decode().split("turned")[1].split("\r\n")[0].strip()
    assert told == f"{count} {count} True"


DEAF = """
import machine
device.inputs.poll()
found = []
print("ready")
async def look(ms):
    until = time.ticks_add(time.ticks_ms(), ms)
    while time.ticks_diff(until, time.ticks_ms()) > 0:
        found.extend(event[0] for event in device.inputs.poll())
        await asyncio.sleep_ms(2)
await look(100)
until = time.ticks_add(time.ticks_ms(), %d)
before = machine.disable_irq()
while time.ticks_diff(until, time.ticks_ms()) > 0:
    pass
machine.enable_irq(before)
await look(400)
print("turned", found)
"""


@pytest.mark.parametrize(
    ("deaf_ms", "let_go", "expected"),
    [(200, (130, 210), ["down", "up", "down", "up"]), (30, (110, 110.4), ["down", "up"])],
    ids=["let go and pressed again", "a glitch of a contact that is held"],
)
def test_a_button_that_is_down_while_interrupts_are_off(
    bench: Any, deaf_ms: int, let_go: "tuple[float, float]", expected: "list[str]"
) -> None:
    b = bench()
    b.start(body(DEAF % deaf_ms))
    b.pico.until_said(b"ready")
    b.buttons["confirm"].play([(20, True), (let_go[0], False), (let_go[1], True), (420, False)])
    b.pico.until_said(b"turned", 4000)
    b.run(5)
    assert bytes(b.pico.received).decode().split("turned")[1].split("\r\n")[0].strip() == repr(expected)


ORDERED = """
device.inputs.poll()
print("ready")
time.sleep_ms(600)
found = []
for _ in range(40):
    found += [event[:2] for event in device.inputs.poll()]
    await asyncio.sleep_ms(5)
print("turned", found)
"""


def test_how_long_a_button_was_down_is_known_however_late_anybody_looks(bench: Any) -> None:
    b = bench()
    b.start(body(ORDERED.replace("event[:2]", "event")))
    b.pico.until_said(b"ready")
    b.buttons["confirm"].push(20, 60)
    b.buttons["back"].push(100, 400)
    b.pico.until_said(b"turned", 4000)
    b.run(5)
    told = bytes(b.pico.received).decode().split("turned")[1].split("\r\n")[0]
    ages = {(what, name): int(age) for what, name, age in re.findall(r"\('(\w+)', '(\w+)', (\d+)\)", told)}
    assert ages["down", "confirm"] - ages["up", "confirm"] == pytest.approx(60, abs=2)
    assert ages["down", "back"] - ages["up", "back"] == pytest.approx(400, abs=2)


def test_what_happens_while_nobody_looks_is_told_in_its_order(bench: Any) -> None:
    def ordered(play: Any) -> str:
        b = bench()
        b.start(body(ORDERED))
        b.pico.until_said(b"ready")
        play(b)
        b.pico.until_said(b"turned", 4000)
        b.run(5)
        return bytes(b.pico.received).decode().split("turned")[1].split("\r\n")[0].strip()

    def turned_pressed_turned(b: Any) -> None:
        end = b.encoder.turn(2, 20, 10)
        b.buttons["confirm"].push(end + 20, 60, bounce=(0.4, 0.9))
        b.encoder.turn(-1, 20, end + 120)

    def turned_while_pressed(b: Any) -> None:
        b.buttons["confirm"].push(20, 200, bounce=(0.4, 0.9))
        end = b.encoder.turn(2, 20, 60)
        assert end < 220
        b.encoder.turn(1, 20, 260)

    def one_after_the_other(b: Any) -> None:
        b.buttons["menu"].push(20, 60)
        b.buttons["back"].push(200, 60)

    def thrice(b: Any) -> None:
        for at in (20, 150, 280):
            b.buttons["confirm"].push(at, 60, bounce=(0.4, 0.9, 1.6, 3.0))

    def glitch(b: Any) -> None:
        b.buttons["confirm"].push(100, 0.5)

    confirm = [("down", "confirm"), ("up", "confirm")]
    assert ordered(thrice) == repr(3 * confirm)
    assert ordered(glitch) == "[]"
    assert ordered(turned_pressed_turned) == repr([("turn", 2), *confirm, ("turn", -1)])
    assert ordered(turned_while_pressed) == repr([confirm[0], ("turn", 2), confirm[1], ("turn", 1)])
    assert ordered(one_after_the_other) == repr([("down", "menu"), ("up", "menu"), ("down", "back"), ("up", "back")])
