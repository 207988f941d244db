"""With the CAD packages (`make hardware`): that the checks of boards and meshes can fail, and that the scripts make what is kept."""

import copy
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("kiutils", reason="the CAD packages are not installed here: `make hardware` runs these")
pytest.importorskip("build123d", reason="the CAD packages are not installed here: `make hardware` runs these")

import trimesh
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union

from hardware import cells, draw, enclosure, parts, prints, sources, template, wiring
from hardware.make import PRODUCTS, kicad_check
from hardware.pcb import check, console, footprints, gerber, kicad, lightboard, strokes
from hardware.pcb.model import BOTTOM, INNER_1, INNER_2, TOP, Board, Hole, Label, Part, Track, Via, Zone, keyhole, pour, stitch
from hardware.pcb.route import Router, Rule

pytestmark = pytest.mark.timeout(600)


def _small() -> Board:
    """Two resistors in a row on a board with ground poured on both sides."""
    board = Board("small", "small", [(-10.0, -6.0), (10.0, -6.0), (10.0, 6.0), (-10.0, 6.0)])
    board.parts = [
        Part("R1", "1k", footprints.R0603, (-4.0, 0.0), nets={"1": "A", "2": "B"}),
        Part("R2", "1k", footprints.R1206, (4.0, 0.0), 180.0, nets={"1": "GND", "2": "B"}),
        Part("J1", "in", footprints.header(2), (-1.0, -4.0), nets={"1": "A", "2": "GND"}),
    ]
    board.holes = [Hole((8.0, 4.0), 2.0, "H1")]
    board.zones = [Zone("GND", layer, [(-10, -6), (10, -6), (10, 6), (-10, 6)]) for layer in (TOP, BOTTOM)]
    board.labels = [Label((0, 5), "Small 1", 1.0)]
    assert Router(board).route(["A", "B"]) == []
    pour(board)
    return board


def _faults(board: Board, folder: Path, model: Board | None = None) -> list[str]:
    kicad.write(board, folder)
    gerber.write(board, folder)
    return check.check(model or board, folder)["faults"]


def test_a_sound_board_has_no_faults(tmp_path: Path) -> None:
    assert _faults(_small(), tmp_path) == []


def test_a_missing_track_is_found_in_board_and_gerber(tmp_path: Path) -> None:
    board = _small()
    board.tracks = [track for track in board.tracks if track.net != "B"]
    faults = _faults(board, tmp_path)
    assert any("net B: in 2 pieces" in fault for fault in faults)
    assert any("Gerber: net B is in 2 pieces" in fault for fault in faults)


def test_a_short_is_found_in_board_and_gerber(tmp_path: Path) -> None:
    board = _small()
    a, b = board.part("R1").pad_at("1"), board.part("R1").pad_at("2")
    board.tracks.append(Track(a, b, 0.3, TOP, "A"))
    faults = _faults(board, tmp_path)
    assert any("0.000 mm apart" in fault for fault in faults)
    assert any("are joined" in fault for fault in faults)


def test_copper_too_close_is_found(tmp_path: Path) -> None:
    board = _small()
    x, y = board.part("R2").pad_at("2")
    board.tracks.append(Track((x - 0.5, y + 0.875 + 0.15 + 0.1), (x + 0.5, y + 0.875 + 0.15 + 0.1), 0.3, TOP, "A"))
    assert any("apart" in fault for fault in _faults(board, tmp_path))


def test_copper_at_the_edge_and_a_wrong_outline_are_found(tmp_path: Path) -> None:
    board = _small()
    board.tracks.append(Track((-9.8, 5), (-9.8, 3), 0.3, TOP, "A"))
    faults = _faults(board, tmp_path)
    assert any("too close to the edge" in fault for fault in faults)
    other = _small()
    other.outline = [(-10.0, -6.0), (10.0, -6.0), (10.0, 6.0), (-10.0, 7.0)]
    assert any("outline" in fault for fault in _faults(_small(), tmp_path, other))


def test_parts_that_overlap_and_holes_that_touch_are_found(tmp_path: Path) -> None:
    board = _small()
    board.part("R2").at = (-3.0, 0.5)
    board.vias += [Via((6.0, -4.0), "GND"), Via((6.5, -4.0), "GND")]
    faults = _faults(board, tmp_path)
    assert any("overlap" in fault for fault in faults)
    assert any("holes" in fault for fault in faults)


def test_a_pad_on_the_wrong_net_is_found(tmp_path: Path) -> None:
    board, model = _small(), _small()
    model.part("J1").nets = {"1": "GND", "2": "A"}
    assert any("other pads than the net list" in fault for fault in _faults(board, tmp_path, model))


def test_gerbers_of_another_board_are_found(tmp_path: Path) -> None:
    board = _small()
    kicad.write(board, tmp_path)
    other = copy.deepcopy(board)
    other.tracks = other.tracks[1:]
    other.vias.append(Via((0.0, 3.0), "GND"))
    gerber.write(other, tmp_path)
    faults = check.check(board, tmp_path)["faults"]
    assert any("differ" in fault for fault in faults)
    assert any("holes, the board file has" in fault for fault in faults)


def test_kicads_own_check_agrees_on_a_broken_board(tmp_path: Path) -> None:
    board = _small()
    board.tracks = [track for track in board.tracks if track.net != "B"]
    kicad.write(board, tmp_path)
    answer = kicad_check(tmp_path / "small.kicad_pcb")
    if "skipped" in answer:
        pytest.skip(answer["skipped"])
    assert answer["as_written"]["found"][1] == 1  # unconnected


def test_the_router_gives_up_where_there_is_no_way() -> None:
    board = _small()
    board.tracks, board.zones = [], []
    router = Router(board)
    wall = box(-4.1, -6, -3.8, 6)
    router.keepouts = [(TOP, wall), (BOTTOM, wall)]
    board.parts[0].nets = {"1": "A", "2": "X"}
    assert router.net("A", Rule()) is False


def test_pads_reach_an_inner_plane_by_a_via_near_by(tmp_path: Path) -> None:
    board = _small()
    board.layers = (TOP, INNER_1, INNER_2, BOTTOM)
    board.zones = []
    router = Router(board)
    assert router.drop("GND", Rule(width=0.4))
    (via,) = board.vias
    assert Point(via.at).distance(Point(board.part("R2").pad_at("1"))) < 3.0
    board.zones = [Zone("GND", INNER_1, [(-10, -6), (10, -6), (10, 6), (-10, 6)])]
    pour(board)
    assert len(router.groups("GND")) == 1
    assert _faults(board, tmp_path) == []
    board.vias = []
    assert any("net GND: in 2 pieces" in fault for fault in _faults(board, tmp_path))


def test_tracks_that_came_too_close_are_named() -> None:
    board = _small()
    router = Router(board)
    assert router.tight(0.2) == []
    x, y = board.part("R2").pad_at("2")
    board.tracks.append(Track((x - 0.5, y + 1.2), (x + 0.5, y + 1.2), 0.3, TOP, "A"))
    assert router.tight(0.2) == ["A"]


def test_bottom_parts_are_mirrored() -> None:
    top = Part("U1", "", footprints.SOT23, (0.0, 0.0), nets={})
    below = Part("U1", "", footprints.SOT23, (0.0, 0.0), side="bottom")
    assert top.pad_at("1") == pytest.approx((-0.9375, 0.95))
    assert below.pad_at("1") == pytest.approx((0.9375, 0.95))


def test_keyhole_keeps_the_area() -> None:
    shape = box(0, 0, 10, 10).difference(unary_union([Point(3, 3).buffer(1), Point(7, 3).buffer(1), Point(5, 7).buffer(1.5)]))
    assert Polygon(keyhole(shape)).buffer(0).symmetric_difference(shape).area < 1e-6


def test_stitching_ties_only_where_there_is_room() -> None:
    board = _small()
    before = len(board.vias)
    assert stitch(board, "GND", 3.0) == len(board.vias) - before > 3
    foreign = unary_union([shape for layer in (TOP, BOTTOM) for net, shape, _what in board.copper(layer) if net != "GND"])
    assert all(foreign.distance(via.shape()) > 0.25 for via in board.vias[before:])


def test_stroke_font_has_every_sign_that_the_boards_use() -> None:
    for words in ("ROOST CONSOLE", "5V IN, TIP +", "W1: ONE SIDE ONLY", "LED127", *cells.NAMES):
        assert strokes.text(words, (0, 0), 1.0)
    with pytest.raises(KeyError):
        strokes.text("€", (0, 0), 1.0)


def test_drawings_have_no_texts_over_each_other() -> None:
    for drawing in (wiring.diagram(), template.cut_drawing(), template.base_plate(), template.top()):
        assert draw.overlaps(drawing) == []
    bad = draw.Drawing(100, 100)
    bad.text((10, 10), "one")
    bad.text((11, 10.5), "two")
    bad.text((95, 50), "off the sheet")
    assert draw.overlaps(bad) == [("one", "two"), ("off the sheet", "")]


def test_a_line_between_different_nets_is_refused() -> None:
    sheet = draw.Drawing(100, 100)
    diagram = wiring.Diagram(sheet, {"A": {"1": "X"}, "B": {"1": "Y"}})
    diagram.box("A", "", 0, 0, 10, 10, {"1": ("r", 5, "")})
    diagram.box("B", "", 30, 0, 10, 10, {"1": ("l", 5, "")})
    with pytest.raises(ValueError, match="one net"):
        diagram.wire("A.1", "B.1")


@pytest.mark.parametrize("product", ["tables", "wiring", "template"])
def test_scripts_make_what_is_kept(product: str, tmp_path: Path) -> None:
    assert PRODUCTS[product](tmp_path) == []
    for path in sorted(tmp_path.iterdir()):
        assert path.read_bytes() == (sources.BUILD / product / path.name).read_bytes(), path.name


def test_the_command_names_unknown_products() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hardware.make", "teapot"], capture_output=True, text=True, check=False, cwd=sources.HERE.parent
    )
    assert done.returncode == 2
    assert "teapot" in done.stderr


def test_parts_of_the_console_fit_under_its_lid() -> None:
    module = parts.DISPLAY.large
    x, y = console.DISPLAY_AT
    under = box(x - module.width / 2, y - module.height / 2, x + module.width / 2, y + module.height / 2)
    posts = unary_union([Point(at).buffer(3.5) for at in enclosure.LID_POSTS])
    standoffs = unary_union([Point(at).buffer(3.5) for at in console.HOLES])
    for ref, (footprint, at, angle) in console.PLACES.items():
        part = Part(ref, "", footprint, at, float(angle))
        body = part.courtyard()
        if ref not in ("SW1", "SW2", "SW3"):
            room = parts.CONSOLE.room - (parts.DISPLAY.thickness if body.intersects(under) else 0)
            assert footprint.height <= room, ref
        assert not body.intersects(posts), ref
        if not footprint.smd:
            for pad in footprint.pads:
                assert not part.pad_shape(pad).intersects(standoffs), (ref, pad.name)
    reach = Z_KNOB = enclosure.Z_BOARD_TOP + parts.ENCODER.body_height + parts.ENCODER.shaft_length
    assert enclosure.Z_LID + parts.CONSOLE.lid < reach - 8, "the knob needs 8 mm of shaft"
    del Z_KNOB
    assert enclosure.Z_BOARD_TOP + parts.BUTTON.height > enclosure.Z_LID + parts.CONSOLE.lid + 1.5
    assert parts.TERMINAL.height < parts.CASE.grid


def test_grid_leaves_every_light_path_free() -> None:
    plan = enclosure.grid_plan()
    for cell in range(127):
        window = Polygon(cells.hexagon(cells.position(cell), cells.ACROSS - parts.CASE.grid_wall - 0.01))
        assert not plan.intersects(window)
    for column in (enclosure.GRID_SEAM, enclosure.TOP_SEAM):
        left, right = enclosure._seam_sides(column)
        for cell in range(127):
            window = Polygon(cells.hexagon(cells.position(cell), parts.CASE.window))
            assert left.contains(window) != right.contains(window)


def test_grid_and_posts_clear_the_parts_of_the_printed_light_board() -> None:
    walls = enclosure.grid_plan()
    ears = unary_union([Point(at).buffer(4.0) for at in (*parts.EAR_HOLES, *parts.CORNER_HOLES)])
    board = lightboard.build()
    assert len([part for part in board.parts if part.item == "led"]) == 127
    for part in board.parts:
        x0, y0, x1, y1 = part.footprint.body
        body = Polygon([part.place(corner) for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))])
        assert not body.intersects(walls), part.ref
        assert not body.intersects(ears), part.ref
        assert part.footprint.height < parts.CASE.grid
    inner = box(-enclosure.INNER[0] / 2, -enclosure.INNER[1] / 2, enclosure.INNER[0] / 2, enclosure.INNER[1] / 2)
    assert inner.buffer(-parts.CASE.gap + 1e-6).contains(Polygon(board.outline))


def test_knob_is_a_sound_solid_and_the_mesh_check_can_fail(tmp_path: Path) -> None:
    from build123d import export_stl

    knob = enclosure.printed("knob", enclosure.knob())
    export_stl(knob, tmp_path / "knob.stl", tolerance=0.05)
    mesh = trimesh.load_mesh(tmp_path / "knob.stl")
    assert prints.check_mesh(mesh) == []
    holed = mesh.copy()
    holed.update_faces(list(range(1, len(holed.faces))))
    assert "not watertight" in prints.check_mesh(holed)
    large = mesh.copy()
    large.apply_scale((10, 1, 1))
    assert any("bed" in fault for fault in prints.check_mesh(large))
    turned = mesh.copy()
    turned.invert()
    assert "faces turned the wrong way" in prints.check_mesh(turned)
    two = trimesh.util.concatenate([mesh, mesh.copy().apply_translation((50, 0, 0))])
    assert "2 bodies" in prints.check_mesh(two)
