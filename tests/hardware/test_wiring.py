"""The wiring diagram, the pin table and the board file against each other, on the files that are kept."""

import csv
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

import pytest

from firmware import boards
from hardware import device, sources

Point = tuple[float, float]
SVG = "{http://www.w3.org/2000/svg}"

# The Pico's header, from its data sheet: pin -> GPIO.
HEADER = {
    1: 0, 2: 1, 4: 2, 5: 3, 6: 4, 7: 5, 9: 6, 10: 7, 11: 8, 12: 9, 14: 10, 15: 11, 16: 12, 17: 13, 19: 14, 20: 15,
    21: 16, 22: 17, 24: 18, 25: 19, 26: 20, 27: 21, 29: 22, 31: 26, 32: 27, 34: 28,
}  # fmt: skip


@pytest.fixture(scope="module")
def diagram() -> ElementTree.Element:
    return ElementTree.parse(sources.BUILD / "wiring" / "wiring.svg").getroot()


@pytest.fixture(scope="module")
def pins() -> list[dict[str, str]]:
    with (sources.BUILD / "tables" / "pins.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def _tagged(diagram: ElementTree.Element, kind: str) -> Iterator[tuple[ElementTree.Element, list[str]]]:
    for element in diagram.iter():
        tag = element.get("data-tag", "")
        if tag.startswith(kind + ":"):
            yield element, tag.split(":")[1:]


def _pads(diagram: ElementTree.Element) -> dict[str, tuple[Point, str]]:
    return {name: ((float(e.get("cx")), float(e.get("cy"))), net) for e, (name, net) in _tagged(diagram, "pad")}


def _wires(diagram: ElementTree.Element) -> list[tuple[str, list[Point]]]:
    out = []
    for element, (net,) in _tagged(diagram, "wire"):
        out.append((net, [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]))
    return out


def _on(point: Point, line: list[Point]) -> bool:
    for (ax, ay), (bx, by) in zip(line, line[1:], strict=False):
        inside = min(ax, bx) - 0.02 <= point[0] <= max(ax, bx) + 0.02 and min(ay, by) - 0.02 <= point[1] <= max(ay, by) + 0.02
        if inside and (abs(ax - bx) < 0.02 or abs(ay - by) < 0.02):
            return True
    return False


def test_pico_header_is_that_of_the_data_sheet() -> None:
    assert {number: int(name[2:]) for number, name in device.PICO_PINS.items() if re.fullmatch(r"GP\d+", name)} == HEADER
    assert {name: number for number, name in device.PICO_PINS.items() if name in ("VBUS", "VSYS", "3V3", "RUN")} == {
        "VBUS": 40, "VSYS": 39, "3V3": 36, "RUN": 30,
    }  # fmt: skip
    assert sorted(device.GROUND_PINS) == [3, 8, 13, 18, 23, 28, 33, 38]


def test_pin_table_says_what_the_board_file_says(pins: list[dict[str, str]]) -> None:
    board = device.board()
    assert [int(row["pin"]) for row in pins] == list(range(1, 41))
    by_gpio = {HEADER[int(row["pin"])]: row for row in pins if int(row["pin"]) in HEADER}
    expected = {
        board.DISPLAY["sda"]: "SDA", board.DISPLAY["scl"]: "SCL", board.LIGHTS["pin"]: "LIGHTS_3V3", board.ENCODER["a"]: "ENC_A",
        board.ENCODER["b"]: "ENC_B", board.BUTTONS["confirm"]: "CONFIRM", board.BUTTONS["back"]: "BACK", board.BUTTONS["menu"]: "MENU",
        board.BUZZER: "BUZZER",
    }  # fmt: skip
    assert {gpio: by_gpio[gpio]["net"] for gpio in expected} == expected
    for gpio, use in board.RESERVED.items():
        assert by_gpio[gpio]["use"] == use
    used = set(expected) | set(board.RESERVED) | {26, 27}
    assert all(not row["net"] for gpio, row in by_gpio.items() if gpio not in used)


def test_diagram_shows_every_pad_of_the_net_list_once(diagram: ElementTree.Element) -> None:
    wanted = {f"{ref}.{pad}": net for ref, pads in device.console_nets().items() for pad, net in pads.items()}
    names = [name for _element, (name, _net) in _tagged(diagram, "pad")]
    assert len(names) == len(set(names))
    shown = {name: net for name, (_at, net) in _pads(diagram).items() if net}
    assert shown == wanted


def test_diagram_pads_of_the_pico_are_those_of_the_pin_table(diagram: ElementTree.Element, pins: list[dict[str, str]]) -> None:
    shown = {name: net for name, (_at, net) in _pads(diagram).items() if name.startswith("U1.")}
    assert len(shown) == 40
    table = {f"U1.{row['pin']}": "" if row["net"].startswith("RESERVED") else row["net"] for row in pins}
    assert shown == table


def test_diagram_lines_join_each_net_and_nothing_else(diagram: ElementTree.Element) -> None:
    pads, wires = _pads(diagram), _wires(diagram)
    flagged = {name: net for _element, (name, net) in _tagged(diagram, "flag")}
    for name, net in flagged.items():
        assert pads[name][1] == net
    for name, (at, net) in pads.items():
        touching = {wire for wire, line in wires if _on(at, line)}
        assert touching == ({net} if net else set()), name
    # Pads and lines that touch form groups; pads with a flag of the same net belong together.
    for net in {net for _at, net in pads.values() if net}:
        lines = [line for wire, line in wires if wire == net]
        mine = [name for name, (_at, other) in pads.items() if other == net]
        groups = [{("line", i)} for i in range(len(lines))]
        for name in mine:
            groups.append({("pad", name)} | {("line", i) for i, line in enumerate(lines) if _on(pads[name][0], line)})
        for i, line in enumerate(lines):
            for j, other in enumerate(lines):
                if i < j and (
                    any(_on(end, other) for end in (line[0], line[-1])) or any(_on(end, line) for end in (other[0], other[-1]))
                ):
                    groups.append({("line", i), ("line", j)})
        groups.append({("pad", name) for name in mine if name in flagged} or {("pad", mine[0])})
        merged: list[set] = []
        for group in groups:
            near = [other for other in merged if other & group]
            merged = [other for other in merged if not other & group] + [group.union(*near)]
        assert sum(1 for group in merged if any(kind == "pad" for kind, _name in group)) == 1, net


def test_diagram_ends_of_lines_of_different_nets_never_touch(diagram: ElementTree.Element) -> None:
    wires = _wires(diagram)
    for net, line in wires:
        for other, across in wires:
            if net != other:
                assert not any(_on(end, across) for end in (line[0], line[-1])), (net, other)


def test_level_shifter_has_its_unused_inputs_tied_and_its_pull_down() -> None:
    nets = device.console_nets()
    assert all(nets["U2"][pin] == "GND" for pin in ("1", "4", "5", "9", "10", "12", "13", "7"))
    assert nets["U2"]["2"] == nets["R1"]["1"] == "LIGHTS_3V3"
    assert nets["R1"]["2"] == "GND"
    assert nets["U2"]["14"] == "+5V_LED"


def test_own_supply_reaches_the_pico_only_through_the_diode() -> None:
    nets = device.console_nets()
    assert nets["D1"] == {"1": "VSYS", "2": "+5V_FUSED"}
    on_fused = {(ref, pad) for ref, pads in nets.items() for pad, net in pads.items() if net == "+5V_FUSED"}
    assert on_fused == {("D1", "2"), ("F1", "2"), ("W1", "3")}
    on_vbus = {(ref, pad) for ref, pads in nets.items() for pad, net in pads.items() if net == "VBUS"}
    assert on_vbus == {("U1", "40"), ("Q1", "2"), ("C4", "1")}
    assert [nets["W1"][pad] for pad in "123"] == ["+5V_USB", "+5V_LED", "+5V_FUSED"]
    for a, b, _why in device.NEVER_JOINED:
        assert not any({a, b} <= set(pads.values()) and ref in ("J1", "J2") and b == "VBUS" for ref, pads in nets.items())


@pytest.mark.parametrize("name", ["pico", "pico_w"])
def test_every_board_file_gives_a_pin_table_and_a_net_list(name: str) -> None:
    board = boards.load(name)
    rows = {row["name"]: row for row in device.pin_table(board)}
    nets = device.console_nets(board)
    for _net, gpio, use in device.signals(board):
        net = rows[f"GP{gpio}"]["net"]
        assert net, use
        if not net.startswith("RESERVED"):
            others = [(ref, pad) for ref, pads in nets.items() for pad, other in pads.items() if other == net and ref != "U1"]
            assert others, f"{use} leads nowhere"
        assert nets["U1"].get(str(device.PIN_OF[f"GP{gpio}"]), net) == net
