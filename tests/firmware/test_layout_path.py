"""The layout "path": cards and stacks of discs on the 127 lights."""

from itertools import pairwise

from firmware import lights, palette
from firmware.layouts import FAINT, FULL, LOW, MID, NOW, STEADY, path, pulses
from shared_rules import hexboard
from shared_rules.fancy_feathers import open_setup
from tests.shared_rules.fancy_feathers.table import RandomGame, fill, play, run, start


def painted(scene, game):
    found = {}

    def put(cell, colour, level, beat):
        assert 0 <= cell < hexboard.CELLS
        assert colour in palette.PALETTES["standard"]
        assert cell not in found or found[cell] == ("white", FAINT, STEADY)
        found[cell] = (colour, level, beat)

    path.paint(scene, game, put)
    return {hexboard.name(cell): found[cell] for cell in found}


def spot(place):
    return hexboard.name(path.cells(place, None)[0])


def test_the_line_is_bent_and_its_places_have_room_for_discs() -> None:
    line = [path.cells(place, None)[0] for place in range(1, path.LENGTH + 1)]
    assert path.LENGTH == 36
    assert [spot(place) for place in (1, 7, 8, 17, 18, 28, 29, 36, 37)] == [
        "b1",
        "b7",
        "e10",
        "e1",
        "h3",
        "h13",
        "k13",
        "k6",
        "b1",
    ]
    beside = [hexboard.at(hexboard.X[cell], hexboard.Y[cell] + rows) for cell in line for rows in (1, -1)]
    assert len(set(line + beside)) == 3 * path.LENGTH
    assert -1 not in beside
    for one, other in pairwise(line):
        assert hexboard.distance(one, other) == 1 or hexboard.Y[one] != hexboard.Y[other]


def test_no_two_places_share_a_light() -> None:
    # The most that there can be: one disc before each of five cards, and the last one behind them all.
    most = 0
    for seats in range(2, 7):
        for seed in range(40):
            table = RandomGame(seed, seats)
            if seed % 2:
                table.near = -1
            line = table.next_line()
            while line is not None:
                game = table.game
                if seed % 2 and game.phase == "move" and not line.startswith("leave"):
                    line = f"move {game.seats[game.order[-1]]} {len(game.cards)}"
                play(game, line)
                places = [place for place in game.scene().marks if place]
                if places:
                    most = max(most, max(places) - min(places) + 1)
                    painted(game.scene(), game)
                line = table.next_line()
    assert 30 < most <= path.LENGTH


def test_cards_stacks_and_due_places_are_told_apart_by_more_than_colour() -> None:
    game = run(
        start("anna ben cleo dora emil fritz", "fox trap monal green golden mirror"), "fill green monal3 fox golden1 mirror"
    )
    lit = painted(game.scene(), game)
    assert [lit[name] for name in ("m7", "m8", "m12")] == [
        ("chicken", MID, pulses(5)),
        ("tunnel", MID, pulses(4)),
        ("fox-white", FULL, pulses(0)),
    ]
    assert lit["b1"] == (palette.SEVEN[3], LOW, STEADY)
    assert lit["b3"] == (palette.SEVEN[0], LOW, STEADY)
    assert lit["b6"] == ("white", FAINT, STEADY)
    run(game, "move anna 3\nfill\nmove ben 3\nmove cleo 3\nmove dora 4")
    lit = painted(game.scene(), game)
    assert lit["c3"] == ("fox-brown", FULL, pulses(2))  # Cleo on top
    assert lit["a3"] == ("fox-orange", FULL, pulses(1))  # Ben under her
    assert lit["b3"] == (palette.SEVEN[0], LOW, pulses(0))  # Anna below both
    assert lit["c4"] == ("fox-black", FULL, pulses(3))
    assert "a4" not in lit
    assert lit[spot(9)] == ("choice", MID, NOW)
    fill(game)
    assert NOW not in [look[2] for look in painted(game.scene(), game).values()]


def test_choices_shine_on_the_cards() -> None:
    game = start()
    fill(game)
    scene = game.scene()
    keys = game.prompt().choice.keys
    places = lights.places(scene, keys)
    assert places == [1, 2, 3, 4, 5]
    dark = lights.frame(scene, game)
    chosen = lights.frame(scene, game, places)
    for place in places:
        cell = path.cells(place, scene)[0]
        assert sum(chosen[3 * cell : 3 * cell + 3]) > sum(dark[3 * cell : 3 * cell + 3])


def test_what_a_card_looks_like_is_no_place() -> None:
    game = start(types="fox trap monal green golden mirror")
    play(game, "reveal green golden1")
    keys = game.prompt().choice.keys + game.why().keys
    assert set(lights.places(game.scene(), keys)) == {None}


def test_a_set_up_shows_the_discs_that_wait() -> None:
    setup = open_setup(1)
    setup.setting("seats", ["anna", "ben"])
    setup.setting("types", ["fox", "trap", "monal", "green", "golden", "mirror"])
    setup.setting("discs", ["ben", "anna"])
    lit = painted(setup.scene(), setup)
    assert lit["m7"] == ("fox-white", FULL, pulses(0))
    assert lit["m8"] == ("fox-orange", FULL, pulses(1))
