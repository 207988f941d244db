"""Names, neighbours and distances of the 127 spaces."""

import pytest

from shared_rules import hexboard


def test_cells_count_as_the_record_format_says():
    names = [hexboard.name(cell) for cell in range(hexboard.CELLS)]
    assert names[:8] == ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "b1"]
    assert names[-7:] == ["m7", "m8", "m9", "m10", "m11", "m12", "m13"]
    assert len(set(names)) == 127
    assert [hexboard.cell(name) for name in names] == list(range(127))
    assert hexboard.name(hexboard.CENTRE) == "g7"


@pytest.mark.parametrize(
    "text", ["", "a", "a0", "a8", "h1", "m6", "m14", "n7", "A1", "a01", "g 7", "g7 ", "g7x", "g113", "g１", "7g"]
)
def test_other_texts_name_no_cell(text):
    assert hexboard.cell(text) == -1


def test_neighbours_of_e5():
    near = {hexboard.name(cell) for cell in hexboard.NEIGHBOURS[hexboard.cell("e5")]}
    assert near == {"e4", "e6", "f5", "f6", "d4", "d5"}


def test_distance_by_walking():
    """The formula agrees with breadth-first steps, from three very different spaces."""
    for start in (hexboard.CENTRE, 0, hexboard.cell("k12")):
        gone = {start: 0}
        edge = [start]
        for here in edge:
            for there in hexboard.NEIGHBOURS[here]:
                if there not in gone:
                    gone[there] = gone[here] + 1
                    edge.append(there)
        assert gone == {cell: hexboard.distance(start, cell) for cell in range(127)}


def test_directions_lead_there_and_back():
    for cell in range(127):
        for direction in range(6):
            there = hexboard.step(cell, direction)
            if there >= 0:
                assert hexboard.step(there, (direction + 3) % 6) == cell
                assert there in hexboard.NEIGHBOURS[cell]
    assert hexboard.name(hexboard.step(hexboard.CENTRE, hexboard.DIRECTIONS.index("ne"))) == "h8"
    assert hexboard.name(hexboard.step(hexboard.CENTRE, hexboard.DIRECTIONS.index("e"))) == "g8"


def test_rings_and_den():
    assert [len(hexboard.ring(hexboard.CENTRE, radius)) for radius in range(8)] == [1, 6, 12, 18, 24, 30, 36, 0]
    assert set(hexboard.DEN) == set(hexboard.ring(hexboard.CENTRE, 0)) | set(hexboard.ring(hexboard.CENTRE, 1))


def test_connected():
    cells = [hexboard.cell(name) for name in ["a1", "a2", "b3", "c3"]]
    assert hexboard.connected(cells)
    assert not hexboard.connected([*cells, hexboard.cell("m7")])
    assert hexboard.connected([])
