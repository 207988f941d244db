"""The palettes, measured: how alike the two most alike lights look, to everybody."""

import itertools

import pytest

from firmware import palette
from firmware.layouts import DIM, FAINT, FULL, LOW
from tests.firmware import colour_vision

BRIGHT = 100  # a white pixel of this value counts as white
PULSE = 6  # between its pulses a fox shines at 3/8 of its light

FOWL = ("white", "brown", "black")
FOXES = ("fox-white", "fox-brown", "fox-orange", "fox-black")
FLOCKS = ("chicken", "duck", "goose", "turkey")

BOARD = (
    [(name, level) for name in FOWL for level in (DIM, FULL)]
    + [(name, level) for name in FOXES for level in (PULSE, FULL)]
    + [("tunnel", LOW), ("choice", FULL), ("cursor", FULL)]
)
SETTING_UP = [(name, level) for name in FLOCKS for level in (FAINT, FULL)] + [("tunnel", LOW)]
SEVEN = [(name, level) for name in palette.SEVEN for level in (DIM, FULL)]
SETS = {"board": BOARD, "setting up": SETTING_UP, "seven": SEVEN}

# The least CIEDE2000 difference of two meanings: `standard` to normal eyes, `clear` to each kind of eyes.
LEAST = {
    ("standard", "board"): 17,
    ("standard", "setting up"): 25,
    ("standard", "seven"): 25,
    ("clear", "board"): 9.5,
    ("clear", "setting up"): 10,
    ("clear", "seven"): 9.5,
}


def lights(name, states):
    """{(colour, level): the pixel's channels}, as `firmware.lights` rounds them."""
    return {
        (colour, level): tuple((channel * level + 15) >> 4 for channel in palette.PALETTES[name][colour])
        for colour, level in states
    }


def nearest(name, states, vision):
    """(difference, one, other) of the two most alike lights of different meaning."""
    seen = {state: colour_vision.seen(rgb, vision, BRIGHT) for state, rgb in lights(name, states).items()}
    return min(
        (colour_vision.difference(seen[one], seen[other]), one, other)
        for one, other in itertools.combinations(states, 2)
        if one[0] != other[0]
    )


def test_the_measure_itself():
    # Pairs 1, 7 and 20 of Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005).
    for one, other, wanted in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ):
        assert colour_vision.difference(one, other) == pytest.approx(wanted, abs=1e-4)
    for vision in colour_vision.VISIONS:
        assert colour_vision.seen((100, 100, 100), vision, 100) == pytest.approx((100, 0, 0), abs=0.01)
    red, green = (100, 0, 0), (37, 37, 0)
    apart = {
        vision: colour_vision.difference(colour_vision.seen(red, vision, 100), colour_vision.seen(green, vision, 100))
        for vision in colour_vision.VISIONS
    }
    assert apart["deuteranopia"] < 10 < apart["normal"]


def test_both_palettes_have_the_same_names():
    assert list(palette.PALETTES) == ["standard", "clear"]
    assert palette.PALETTES["standard"].keys() == palette.PALETTES["clear"].keys()


@pytest.mark.parametrize("what", SETS)
@pytest.mark.parametrize("name", palette.PALETTES)
def test_the_most_alike_lights_differ(name, what, figure):
    smallest = {vision: nearest(name, SETS[what], vision) for vision in colour_vision.VISIONS}
    figure(
        f"palette {name}, {what}: smallest difference (CIEDE2000) "
        + ", ".join(f"{vision} {found[0]:.1f}" for vision, found in smallest.items())
    )
    for vision in ["normal"] if name == "standard" else colour_vision.VISIONS:
        difference, one, other = smallest[vision]
        assert difference >= LEAST[name, what], (vision, one, other)


@pytest.mark.parametrize("name", palette.PALETTES)
def test_fowl_and_foxes_differ_for_everybody_who_uses_the_palette(name):
    states = [(colour, DIM) for colour in FOWL] + [(colour, PULSE) for colour in FOXES]
    for vision in ["normal"] if name == "standard" else colour_vision.VISIONS:
        difference, one, other = nearest(name, states, vision)
        assert difference >= 10, (vision, one, other)


@pytest.mark.parametrize("name", palette.PALETTES)
def test_brightness_tells_what_matters_whatever_the_colours(name):
    """What can be chosen gives at least four times the light of anything that merely lies there, in the same colour."""
    for colour, rgb in palette.PALETTES[name].items():
        assert sum(rgb) >= 70, colour
        assert max(rgb) <= 200, colour
        full, dim = (lights(name, [(colour, level)])[colour, level] for level in (FULL, DIM))
        assert sum(full) >= 4 * sum(dim), colour
        assert any(lights(name, [(colour, FAINT)])[colour, FAINT]), colour


def test_the_board_of_hexagons_finds_its_colours():
    names = set(palette.PALETTES["standard"])
    assert set(FLOCKS) | set(FOXES) | set(FOWL) | {"tunnel", "choice", "cursor"} <= names
    assert len(palette.SEVEN) == 7
    assert set(palette.SEVEN) <= names
