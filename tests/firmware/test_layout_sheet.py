"""The layout "sheet": a score sheet on the 127 lights."""

from firmware import lights
from firmware.layouts import FAINT, LOW, MID, PULSES, STEADY, sheet
from shared_rules import hexboard
from tests.shared_rules.birds_of_a_feather.tables import enter, start


def painted(game, seat):
    found = {}

    def put(cell, colour, level, beat):
        assert 0 <= cell < hexboard.CELLS
        assert cell not in found
        found[cell] = (colour, level, beat)

    sheet.paint(game.scene(seat), game, put)
    return found


def test_columns_stand_upright_and_rows_apart() -> None:
    cells = [sheet.cells(place, None)[0] for place in range(40)]
    assert len(set(cells)) == 40
    assert -1 not in cells
    for place in range(35):
        row, column = divmod(place, 7)
        # Half a space to the right for each row further down: upright columns are those of equal 2 x - y.
        assert 2 * hexboard.X[cells[place]] - hexboard.Y[cells[place]] == 2 * column
        assert hexboard.Y[cells[place]] == 10 - 2 * row
        assert hexboard.Y[cells[35 + row]] == 10 - 2 * row
    assert [hexboard.name(cells[place]) for place in (0, 6, 17, 28, 34, 35, 39)] == ["k6", "k12", "g7", "c2", "c8", "k5", "c1"]


def test_recorded_seen_and_missing_differ_in_more_than_colour() -> None:
    game = start("a b c d")
    enter(game, "play a ocean-common\nplay b ocean-rare\nplay c desert-rare\nplay d forest-common")
    enter(game, "play a desert-ace\nplay b ocean-common\nplay c ocean-ace\nplay d ocean-raptor")
    enter(game, "play a forest-common")
    lit = painted(game, 0)
    find = game.printed.find

    def look(bird):
        return lit[sheet.cells(find(bird), None)[0]][1:]

    assert look("ocean-rare") == (MID, STEADY)  # recorded in round 1
    assert look("desert-ace") == (MID, PULSES[0])  # in round 2
    assert look("ocean-ace") == (LOW, PULSES[1])  # missing, and lingers
    assert look("forest-common") == (LOW, PULSES[1])  # arrives
    assert look("mountains-ace") == (FAINT, STEADY)
    assert len(lit) == 40
    colours = {lit[cell][0] for cell in lit}
    assert len(colours) == 5


def test_a_complete_row_has_one_more_light() -> None:
    game = start("a b", mode="score")
    enter(game, "\n".join(f"saw a wetlands-{kind}" for kind in game.printed.kinds))
    lit = painted(game, 0)
    extra = [cell for cell in lit if cell not in [sheet.cells(place, None)[0] for place in range(40)]]
    assert [hexboard.name(cell) for cell in extra] == ["e10"]


def test_choices_shine_and_the_cursor_blinks_on_headings_and_birds() -> None:
    game = start(3)
    habitats = game.prompt().choice.pick(("seat", 0))
    scene = game.scene()
    places = lights.places(scene, habitats.keys)
    assert places == [35, 36, 37, 38, 39]
    dark = lights.frame(scene, game)
    chosen = lights.frame(scene, game, places)
    for place in places:
        cell = sheet.cells(place, scene)[0]
        assert sum(chosen[3 * cell : 3 * cell + 3]) > sum(dark[3 * cell : 3 * cell + 3])
    birds = habitats.pick(("habitat", 4))
    assert lights.places(scene, birds.keys) == list(range(28, 35))


def test_a_set_up_shows_an_empty_sheet() -> None:
    from shared_rules.birds_of_a_feather import open_setup

    setup = open_setup(1)
    frame = lights.frame(setup.scene(), setup)
    assert any(frame)
