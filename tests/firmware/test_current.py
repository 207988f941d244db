"""The current budget is never passed, and what is lit stays lit as far as it allows."""

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import current

frames = st.builds(
    lambda numbers, top: bytearray(number % (top + 1) for number in numbers),
    st.binary(min_size=381, max_size=381),
    st.sampled_from([1, 7, 60, 255]),
)


def test_full_white_would_draw_what_the_parts_list_says():
    assert current.estimate(b"\xff" * 381) == 187 + 7620


def test_dark_lights_draw_what_is_taken_off_first():
    assert current.LEAST == 60 + 127
    assert current.estimate(bytes(381)) == 187
    assert current.estimate(b"\x01" + bytes(380)) == 188  # rounded up


@pytest.mark.parametrize("budget", [186, 0, -1])
def test_a_budget_that_cannot_be_kept_is_refused(budget):
    for call in (lambda: current.limit(bytearray(381), budget), lambda: current.room(budget), lambda: current.table([budget])):
        with pytest.raises(ValueError, match="187 mA"):
            call()


def test_the_least_budget_leaves_the_lights_dark():
    frame = bytearray([1] * 381)
    assert current.limit(frame, 187) == 187
    assert not any(frame)


def test_a_frame_within_the_budget_stays():
    frame = bytearray([20] * 120) + bytearray(261)
    assert current.limit(frame) == 187 + 189
    assert frame == bytearray([20] * 120) + bytearray(261)


def test_the_usual_budget_is_a_usb_ports():
    assert current.USUAL == 450
    frame = bytearray([255] * 381)
    drawn = current.limit(frame)
    assert 400 < drawn <= 450
    assert len(set(frame)) == 1


def test_a_frame_is_dimmed_as_a_whole():
    frame = bytearray([200, 100, 0] * 127)
    current.limit(frame)
    assert set(frame[0::3]) == {frame[0]}
    assert frame[0] == 2 * frame[1]
    assert not any(frame[2::3])


def test_brightness():
    frame = bytearray([100, 50, 0] * 4 + [0] * 369)
    current.limit(frame, 450, 128)
    assert frame[:3] == bytearray([50, 25, 0])
    assert current.limit(frame, 450, 0) == 187
    assert not any(frame)


def test_what_is_lit_stays_lit():
    frame = bytearray([3, 1, 0] + [0, 0, 1] + [0] * 375)
    current.limit(frame, 450, 10)
    assert frame[:6] == bytearray([1, 0, 0, 0, 0, 1])


@given(frames, st.integers(187, 9000), st.integers(0, 255))
def test_never_above_the_budget_nor_brighter_than_asked(frame, budget, brightness):
    before = bytes(frame)
    drawn = current.limit(frame, budget, brightness)
    assert drawn == current.estimate(frame) <= budget
    for was, now in zip(before, frame, strict=True):
        assert now <= max(was * brightness / 255 + 0.5, min(was, 1))
    if brightness == 255 and current.estimate(before) <= budget:
        assert frame == before


@given(frames, st.integers(700, 9000), st.integers(1, 255))
def test_no_lit_pixel_goes_dark_where_there_is_room(frame, budget, brightness):
    before = bytes(frame)
    current.limit(frame, budget, brightness)
    for at in range(0, 381, 3):
        assert any(before[at : at + 3]) == any(frame[at : at + 3])


def test_table():
    assert current.table([187, 450, 2000, 9000]) == [
        (187, 0, 0, 0),
        (450, 263, 8, 4),
        (2000, 1813, 60, 30),
        (9000, 8813, 255, 127),
    ]
    for budget, _, level, full in current.table([450, 2000]):
        assert current.estimate(bytes([level] * 381)) <= budget < current.estimate(bytes([level + 1] * 381))
        assert current.estimate(bytes([255] * 3 * full)) <= budget < current.estimate(bytes([255] * 3 * (full + 1)))


def test_the_quick_form_gives_the_same_frames(micropython, root):
    command = [micropython, str(root / "tests" / "firmware" / "dimming_probe.py"), str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == "equal\n", done.stdout + done.stderr
