"""What the lights tell: by brightness and beat, whatever the colours."""

import itertools

import pytest

from firmware import current, layouts, lights, palette
from firmware.layouts import DIM, FULL, LOW
from shared_rules import catalogue, hexboard
from shared_rules.choice import Scene

SEATS = ("black", "brown", "orange", "white")
PALETTES = list(palette.PALETTES)
WHOLE = range(0, 1600, lights.STEP_MS)


class Table:
    """Stands for a game whose fowl 1, 2 and 3 are black, brown and white."""

    seats = SEATS

    def describe(self, key):
        colour = ("black", "brown", "white")[key[1] - 1]
        return ("fowl-at", {"at": "e5", "fowl": ("fowl", {"type": ("type", "duck"), "colour": ("colour", colour)})})


def at(frame, cell):
    return tuple(frame[3 * cell : 3 * cell + 3])


def part(colour, level, name="standard"):
    return tuple((channel * level + 15) >> 4 for channel in palette.PALETTES[name][colour])


def cell(name):
    return hexboard.cell(name)


SCENE = Scene(
    "hexagons",
    {
        cell("g7"): [("tunnel", 0)],
        cell("e3"): [("tunnel", 0), ("fox", 0)],
        cell("a1"): [("fowl", 1)],
        cell("a2"): [("fowl", 2)],
        cell("a3"): [("fowl", 3)],
        cell("m7"): [("start", 2)],
        cell("m8"): [("start", 2), ("now", 2)],
        cell("h7"): [("fox", 1)],
        cell("h8"): [("fox", 2)],
        cell("f7"): [("fox", 3)],
    },
    [],
)


def shown(chosen=(), cursor=None, ms=0, **more):
    return bytes(lights.frame(SCENE, Table(), chosen, cursor, ms, budget=9000, **more))


@pytest.mark.parametrize("name", PALETTES)
def test_what_lies_where(name):
    frame = shown(name=name)
    assert len(frame) == 381
    assert at(frame, cell("g7")) == part("tunnel", LOW, name)
    assert at(frame, cell("a1")) == part("black", DIM, name)
    assert at(frame, cell("a2")) == part("brown", DIM, name)
    assert at(frame, cell("a3")) == part("white", DIM, name)
    assert at(frame, cell("e3")) == part("fox-black", FULL, name)
    assert at(frame, cell("f7")) == part("fox-white", FULL, name)
    assert 0 < sum(at(frame, cell("m7"))) < sum(part("goose", DIM, name))
    lit = {number for number in range(127) if any(at(frame, number))}
    assert lit == set(SCENE.marks)


def test_choices_shine_and_nothing_else_does():
    frame = shown([cell("a3"), cell("b1"), None])
    assert at(frame, cell("a3")) == part("white", FULL)
    assert at(frame, cell("b1")) == part("choice", FULL)
    assert at(frame, cell("a2")) == part("brown", DIM)


def changing(cells, frames):
    return [number for number in cells if len({at(frame, number) for frame in frames}) > 1]


def test_only_the_cursor_goes_dark():
    frames = [shown([cell("a3"), cell("b1")], cell("b1"), ms) for ms in WHOLE]
    dark = [
        number for number in range(127) if any(any(at(f, number)) for f in frames) and any(not any(at(f, number)) for f in frames)
    ]
    assert dark == [cell("b1")]
    on = [any(at(frame, cell("b1"))) for frame in frames]
    assert sum(on) == 8
    switches = sum(one != other for one, other in itertools.pairwise([*on, on[0]]))
    assert switches == 8  # 2.5 times a second: below the three of a flicker that hurts
    assert {at(frame, cell("b1")) for frame in frames} == {part("cursor", FULL), (0, 0, 0)}


def test_only_foxes_what_is_to_be_laid_and_the_cursor_move():
    frames = [shown([cell("a3")], cell("b1"), ms) for ms in WHOLE]
    moving = sorted([cell("e3"), cell("h7"), cell("h8"), cell("f7"), cell("m8"), cell("b1")])
    assert changing(range(127), frames) == moving


@pytest.mark.parametrize(("where", "pulses"), [("e3", 1), ("h7", 2), ("h8", 3), ("f7", 4)])
def test_a_seat_is_told_by_its_pulses(where, pulses):
    light = [sum(at(shown(ms=ms), cell(where))) for ms in WHOLE]
    rises = sum(before < now == max(light) for before, now in itertools.pairwise([light[-1], *light]))
    assert rises == pulses
    assert min(light) > 0
    assert light[-4:] == [min(light)] * 4  # the rest after it


def test_what_hands_must_lay_goes_up_and_down_evenly():
    light = [sum(at(shown(ms=ms), cell("m8"))) for ms in WHOLE]
    assert sum(value > sum(light) / 16 for value in light) in range(7, 10)
    assert min(light) > 0


def test_a_choice_that_hands_must_lay_is_steady():
    frames = [shown([cell("m8")], None, ms) for ms in WHOLE]
    assert cell("m8") not in changing(range(127), frames)


def test_moving_the_cursor_leaves_the_rest():
    keeper = lights.Lights(budget=9000)
    keeper.paint(SCENE, Table())
    keeper.choose([cell("b1"), cell("b2")], cell("b1"))
    keeper.frame(0)
    keeper.move(cell("b2"))
    assert bytes(keeper.frame(0)) == shown([cell("b1"), cell("b2")], cell("b2"))
    keeper.paint(SCENE, Table())
    assert bytes(keeper.frame(0)) == shown()
    keeper.paint(None, None)
    assert not any(keeper.frame(0))
    assert keeper.steady


def test_a_frame_is_the_same_buffer_each_time():
    keeper = lights.Lights()
    keeper.paint(SCENE, Table())
    assert keeper.frame(0) is keeper.frame(900)
    assert not keeper.steady


def opening():
    setup = catalogue.package("fowl_play").open_setup(1, None)
    setup.setting("seats", list(SEATS))
    setup.setting("foxes", ["black", "g8", "brown", "h8", "orange", "g6", "white", "f6"])
    game = setup.start()
    for seat, card in zip(SEATS, (1, 12, 20, 30), strict=True):
        game.apply(game.read(["play", seat, str(card)]))
    return game


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("budget", [187, 200, 300, 450, 2000])
@pytest.mark.parametrize("brightness", lights.BRIGHTNESS)
def test_no_moment_passes_the_budget_and_what_is_steady_stays(name, budget, brightness):
    game = opening()
    choice = game.prompt().choice
    keeper = lights.Lights(name, brightness, budget)
    keeper.paint(game.scene(), game)
    places = lights.places(game.scene(), choice.keys)
    keeper.choose(places, places[choice.start])
    frames = [bytes(keeper.frame(ms)) for ms in WHOLE]
    assert max(map(current.estimate, frames)) <= budget
    foxes = [place for place, marks in game.scene().marks.items() if marks[-1][0] == "fox"]
    assert set(changing(range(127), frames)) <= {*foxes, places[choice.start]}


def test_the_opening_is_clear_at_the_usual_budget():
    game = opening()
    scene = game.scene()
    choice = game.prompt().choice
    places = lights.places(scene, choice.keys)
    assert [key for key, place in zip(choice.keys, places, strict=True) if place is None] == [("word", "done")]
    frame = lights.frame(scene, game, places, places[choice.start])
    fowl = {place: marks[-1] for place, marks in scene.marks.items() if marks[-1][0] == "fowl"}
    assert len(fowl) == 36
    light = {}
    for place, mark in fowl.items():
        if place != places[choice.start]:
            colour = layouts.fact(game.describe(mark), "colour")
            light.setdefault((colour, place in places), set()).add(sum(at(frame, place)))
    for colour in ("black", "brown", "white"):
        assert 0 < max(light[colour, False]) * 3 < min(light[colour, True]), colour


def test_places_of_keys():
    keys = [("space", 5), ("fowl", 2), ("fox", 3), ("card", 2), ("word", "done"), ("number", 4)]
    assert lights.places(SCENE, keys) == [5, cell("a2"), cell("f7"), None, None, None]


def test_settings_are_checked():
    with pytest.raises(ValueError, match="187"):
        lights.Lights(budget=100)
    with pytest.raises(KeyError):
        lights.Lights("pretty")


def test_a_layout_that_is_not_there():
    with pytest.raises(ImportError):
        lights.frame(Scene("rings", {}, []), Table())


def test_facts_are_found_inside_other_facts():
    message = ("fowl-at", {"n": 3, "fowl": ("fowl", {"type": ("type", "duck"), "colour": ("colour", "white")})})
    assert layouts.fact(message, "colour") == "white"
    assert layouts.fact(message, "shape") is None
    assert layouts.fact(("word", "done"), "colour") is None
