"""The kept files: whether they are up to date, and what the checks said when they were made."""

import csv
import json
import math
import re
import struct
import zipfile

import pytest

from hardware import cells, device, parts, sources

BOARDS = ("lightboard", "console", "lightboard-sensing")


def test_nothing_is_stale() -> None:
    assert sources.stale() == [], "run `make hardware` (or `make -C hardware stale`) and commit hardware/build"


def test_kept_files_are_small() -> None:
    total = sum(path.stat().st_size for path in sources.BUILD.rglob("*") if path.is_file())
    assert total < 20e6


def _summary(name: str) -> dict:
    return json.loads((sources.BUILD / name / "summary.json").read_text())


@pytest.mark.parametrize("name", BOARDS)
def test_checks_of_the_boards_passed(name: str) -> None:
    summary = _summary(name)
    assert summary["faults"] == []
    assert len(summary["checks"]) == 6
    assert summary["smallest_clearance_mm"] >= summary["rule_clearance_mm"] - 0.004
    kicad = summary["kicad"]
    assert "skipped" in kicad or all(answer["found"] == [0, 0, 0] for answer in kicad.values())


def _nets(name: str) -> dict[str, set[tuple[str, str]]]:
    text = (sources.BUILD / name / f"{name}.net").read_text()
    nets = {}
    for block in text.split('(net (code "')[1:]:
        net = re.search(r'\(name "([^"]*)"\)', block).group(1)
        nets[net] = set(re.findall(r'\(node \(ref "([^"]*)"\) \(pin "([^"]*)"\)\)', block))
    return nets


def test_console_board_has_the_devices_nets() -> None:
    wanted: dict[str, set[tuple[str, str]]] = {}
    for ref, pads in device.console_nets().items():
        for pad, net in pads.items():
            wanted.setdefault(net, set()).add((ref, pad))
    assert _nets("console") == wanted


@pytest.mark.parametrize("name", ["lightboard", "lightboard-sensing"])
def test_light_boards_chain_is_the_board_files(name: str) -> None:
    nets = _nets(name)
    for number in range(1, 127):
        assert {(f"LED{number}", "2"), (f"LED{number + 1}", "4")} == nets[f"DATA{number}"]
    assert nets["DATA0"] == {("R1", "2"), ("LED1", "4")}
    assert nets["DATA_IN"] == {("J1", "2"), ("R1", "1")}
    assert nets["DATA_OUT"] == {("LED127", "2"), ("J2", "2")}
    for number in range(1, 128):
        assert {(f"LED{number}", "1"), (f"C{number}", "1")} <= nets["+5V"]
        assert {(f"LED{number}", "3"), (f"C{number}", "2")} <= nets["GND"]
    with (sources.BUILD / name / f"{name}-positions.csv").open(newline="") as file:
        places = {row["Ref"]: (float(row["X mm"]), float(row["Y mm"])) for row in csv.DictReader(file)}
    for number, cell in enumerate(device.chain(), start=1):
        assert math.dist(places[f"LED{number}"], cells.position(cell)) < 0.001


def test_sensing_board_reads_the_switches_in_the_order_of_the_chain() -> None:
    """Follows the registers from the connector: what comes out first, second ... 128th."""
    nets = _nets("lightboard-sensing")
    at = {node: net for net, nodes in nets.items() for node in nodes}
    out = at[("J3", "5")]
    order = []
    while True:
        register = next((ref for ref, pin in nets[out] if pin == "9" and ref.startswith("U")), None)
        if register is None:
            break
        order += [at[(register, pin)] for pin in ("6", "5", "4", "3", "14", "13", "12", "11")]  # H first, A last
        assert at[(register, "1")] == at[("J3", "3")]
        assert at[(register, "2")] == at[("J3", "4")]
        assert at[(register, "15")] == at[(register, "8")] == "GND"
        assert at[(register, "16")] == "+3V3"
        out = at[(register, "10")]
    assert len(order) == 128
    assert order[127] == "GND"
    for number, net in enumerate(order[:127], start=1):
        assert (f"U{number}", "2") in nets[net]
        assert {(f"U{number}", "1")} <= nets["+3V3"]
    with (sources.BUILD / "lightboard-sensing" / "lightboard-sensing-positions.csv").open(newline="") as file:
        places = {row["Ref"]: (float(row["X mm"]), float(row["Y mm"]), row["Side"]) for row in csv.DictReader(file)}
    for number, cell in enumerate(device.chain(), start=1):
        x, y, side = places[f"U{number}"]
        assert side == "bottom"
        assert math.dist((x, y), cells.position(cell)) < 0.001


@pytest.mark.parametrize("name", BOARDS)
def test_fabrication_files_are_complete(name: str) -> None:
    with zipfile.ZipFile(sources.BUILD / name / f"{name}-gerbers.zip") as archive:
        names = {entry.removeprefix(f"{name}-") for entry in archive.namelist()}
        assert archive.testzip() is None
    inner = {"In1_Cu.gbr", "In2_Cu.gbr"} if name == "lightboard-sensing" else set()
    assert names == inner | {
        "F_Cu.gbr", "B_Cu.gbr", "F_Mask.gbr", "B_Mask.gbr", "F_Paste.gbr", "B_Paste.gbr", "F_Silkscreen.gbr", "B_Silkscreen.gbr",
        "Edge_Cuts.gbr", "PTH.drl", "NPTH.drl",
    }  # fmt: skip


def _triangles(path) -> list[tuple]:
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    return [
        tuple(tuple(round(v, 4) for v in struct.unpack_from("<3f", data, 84 + 50 * i + 12 + 12 * k)) for k in range(3))
        for i in range(count)
    ]


PRINTS = (
    "base-left", "base-right", "grid-left", "grid-right", "top-left", "top-right", "console-base", "console-lid", "console-lid-1.3", "knob",
)  # fmt: skip


@pytest.mark.parametrize("name", PRINTS)
def test_meshes_are_closed_and_fit_the_bed(name: str) -> None:
    triangles = _triangles(sources.BUILD / "enclosure" / f"{name}.stl")
    edges: dict[tuple, int] = {}
    for a, b, c in triangles:
        for edge in ((a, b), (b, c), (c, a)):
            if edge[0] != edge[1]:
                edges[edge] = edges.get(edge, 0) + 1
    # closed and turned alike: every edge is passed once each way
    assert all(edges.get((b, a), 0) == count for (a, b), count in edges.items())
    points = [point for triangle in triangles for point in triangle]
    size = [max(p[axis] for p in points) - min(p[axis] for p in points) for axis in range(3)]
    assert max(size[0], size[1]) <= parts.BED
    assert min(p[2] for p in points) == pytest.approx(0.0, abs=1e-3)
    assert _summary("enclosure")["parts"][name]["size_mm"] == pytest.approx(size, abs=0.02)


def test_checks_of_the_enclosure_passed() -> None:
    summary = _summary("enclosure")
    assert set(summary["parts"]) == set(PRINTS)
    assert all(part["faults"] == [] and part["valid_solid"] for part in summary["parts"].values())
    with zipfile.ZipFile(sources.BUILD / "enclosure" / "enclosure-step.zip") as archive:
        assert {name.removesuffix(".step") for name in archive.namelist()} == set(PRINTS)
    # base, grid and top join to what they should be
    for name in ("base", "top"):
        wide = sum(summary["parts"][f"{name}-{side}"]["size_mm"][0] for side in ("left", "right"))
        assert wide > parts.PLATE.width + 2 * parts.CASE.wall
