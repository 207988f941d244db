"""The parts list, the cells and the templates."""

import csv
import io
import math
import re
import xml.etree.ElementTree as ElementTree

import pytest

from hardware import cells, device, parts, plate, sources, tables
from shared_rules import hexboard

SVG = "{http://www.w3.org/2000/svg}"


def test_every_part_of_the_console_is_on_the_list() -> None:
    assert set(device.CONSOLE_ITEMS) == set(device.console_nets())
    for ref, key in device.CONSOLE_ITEMS.items():
        line = parts.item(key)
        if ref != "W1":
            assert re.search(rf"\b{ref}\b", line.refs), ref


def test_list_counts_and_sums() -> None:
    assert len({line.key for line in parts.ITEMS}) == len(parts.ITEMS)
    assert parts.item("led").quantity == parts.item("c_led").quantity == parts.item("hall").quantity == 127
    assert parts.item("shift").quantity * 8 == 128
    assert parts.item("strip").quantity * parts.STRIP.per_metre >= 127
    rows = list(csv.DictReader(io.StringIO(tables.bom_csv())))
    totals = {row["part"]: float(row["price_eur"]) for row in rows if row["part"].startswith("TOTAL")}
    assert len(totals) == 4
    for build, kinds in parts.BUILDS.items():
        lines = sum(float(row["price_eur"]) for row in rows if row["needed_for"] in kinds and not row["part"].startswith("TOTAL"))
        assert totals[f"TOTAL: {build}"] == pytest.approx(lines, abs=0.05)
    assert (sources.BUILD / "tables" / "bom.csv").read_text() == tables.bom_csv()


def test_cells_lie_on_a_true_hexagonal_grid() -> None:
    for cell in range(hexboard.CELLS):
        for other in range(cell):
            dx = hexboard.X[cell] - hexboard.X[other]
            dy = hexboard.Y[cell] - hexboard.Y[other]
            steps = max(abs(dx), abs(dy), abs(dx - dy))
            distance = math.dist(cells.position(cell), cells.position(other))
            assert (steps == 1) == math.isclose(distance, cells.PITCH, rel_tol=1e-9)
    assert cells.position(hexboard.CENTRE) == (0.0, 0.0)
    assert pytest.approx(14.434, abs=0.001) == cells.ROW
    assert (round(cells.WIDTH), round(cells.DEPTH)) == (217, 192)


def test_outline_goes_round_all_cells() -> None:
    points = cells.outline()
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True)) / 2
    assert area == pytest.approx(127 * math.sqrt(3) / 2 * cells.PITCH**2)


@pytest.mark.parametrize("column", [-3, 0, 2])
def test_seams_run_between_cells(column: int) -> None:
    line = cells.seam(column)
    half = cells.PITCH / 2
    for cell in range(hexboard.CELLS):
        for a, b in zip(line, line[1:], strict=False):
            for t in (0.0, 0.25, 0.5, 0.75, 1.0):
                point = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
                assert math.dist(point, cells.position(cell)) > half - 1e-6


def test_plate_holds_all_cells_and_its_holes_lie_outside_them() -> None:
    for cell in range(hexboard.CELLS):
        for x, y in cells.hexagon(cells.position(cell), cells.ACROSS):
            assert abs(x) < parts.PLATE.width / 2
            assert abs(y) < parts.PLATE.depth / 2
    for hole in plate.holes():
        assert min(math.dist(hole, cells.position(cell)) for cell in range(hexboard.CELLS)) > cells.CORNERS / 2 + parts.PLATE.hole


def _shapes(name: str, kind: str) -> list[ElementTree.Element]:
    return list(ElementTree.parse(sources.BUILD / "template" / name).getroot().iter(SVG + kind))


def test_templates_are_in_true_size_and_complete() -> None:
    for name in ("template-plate.svg", "template-grid.svg", "template-top.svg", "template-top-blank.svg"):
        head = ElementTree.parse(sources.BUILD / "template" / name).getroot()
        _x, _y, wide, high = map(float, head.get("viewBox").split())
        assert head.get("width") == f"{wide:g}mm"
        assert head.get("height") == f"{high:g}mm"
    hexagons = [e for e in _shapes("template-grid.svg", "polygon") if len(e.get("points").split()) == 6]
    assert len(hexagons) == 127
    # the windows lie where the cells are: the middle of the drawing is g7
    middles = set()
    for shape in hexagons:
        points = [tuple(map(float, pair.split(","))) for pair in shape.get("points").split()]
        middles.add((round(sum(x for x, _y in points) / 6, 1), round(sum(y for _x, y in points) / 6, 1)))
    head = ElementTree.parse(sources.BUILD / "template" / "template-grid.svg").getroot()
    wide, high = (float(value) for value in head.get("viewBox").split()[2:])
    expected = {(round(wide / 2 + x, 1), round(high / 2 - y, 1)) for x, y in map(cells.position, range(127))}
    assert all(any(math.dist(a, b) < 0.15 for b in middles) for a in expected)
    names = [e.text for e in _shapes("template-top.svg", "text")]
    assert [name for name in cells.NAMES if name not in names] == []
    assert len(_shapes("template-top.svg", "circle")) == 14  # seven tunnels, two rings each
    assert _shapes("template-top-blank.svg", "text") == []


def test_pixels_of_the_strip_template_are_numbered_like_the_chain() -> None:
    head = ElementTree.parse(sources.BUILD / "template" / "template-plate.svg").getroot()
    wide, high = (float(value) for value in head.get("viewBox").split()[2:])
    shown = {
        int(e.text): (float(e.get("x")) - wide / 2, high / 2 - float(e.get("y")))
        for e in head.iter(SVG + "text")
        if e.text.isdigit()
    }
    assert sorted(shown) == list(range(1, 128))
    for number, cell in enumerate(device.chain(), start=1):
        assert math.dist(shown[number], cells.position(cell)) < 1.5


@pytest.mark.parametrize("name", ["plate", "grid", "top", "top-blank"])
def test_printed_tiles_are_a4_and_have_a_vector_twin(name: str) -> None:
    folder = sources.BUILD / "template"
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", (folder / f"template-{name}.pdf").read_bytes())
    assert len(boxes) == 2
    assert all((round(float(w) / 72 * 25.4), round(float(h) / 72 * 25.4)) == (210, 297) for w, h in boxes)
    drawing = (folder / f"template-{name}.dxf").read_text()
    assert "CUT" in drawing
    assert drawing.count("LWPOLYLINE") >= 14
