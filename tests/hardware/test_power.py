"""Power: the voltage drop, what supplies allow, the soft start, and that the tables use the firmware's own function."""

import csv
import re
from collections.abc import Callable

import pytest

from firmware import current
from hardware import device, parts, power, sources


def test_no_current_no_drop() -> None:
    assert power.chain_drop([0.0] * 127).volts == [5.0] * 127


def test_drop_of_one_pixel_fed_at_one_end_is_ohms_law() -> None:
    currents = [0.0] * 127
    currents[6] = 1.0  # the last of the first row: six steps from the start
    drop = power.chain_drop(currents, both_ends=False)
    by_hand = 2 * (power.wire(0.45, 0.75) + 6 * power.strip_metre() / 60)
    assert drop.volts[6] == pytest.approx(5.0 - by_hand)
    assert drop.volts[126] == pytest.approx(drop.volts[6])


def test_both_ends_share_the_current_and_meet_at_the_same_volts() -> None:
    drop = power.chain_drop(power.even(2000))
    assert drop.first + drop.last == pytest.approx(sum(power.even(2000)))
    assert drop.last * power.wire(0.35, 0.75) * 2 == pytest.approx(5.0 - drop.volts[-1])
    assert 0.4 < drop.first / (drop.first + drop.last) < 0.6


def test_drop_is_acceptable_for_every_supply(figure: Callable[[str], None]) -> None:
    rows = power.supply_table()
    assert all(row["lowest_V"] >= power.LEAST_VOLTS for row in rows)
    for row in (rows[0], rows[-1]):
        figure(f"lowest voltage along the strip at {row['budget_mA']} mA: {row['lowest_V']} V")
    # fed at one end only, the largest budget would not do: why the chain is fed at both
    assert power.drop_table([3200])[0]["worst_one_end_V"] < power.LEAST_DATA


@pytest.mark.parametrize("budget", [450, 800, 3200])
def test_frames_of_the_calculation_use_the_budget_and_no_more(budget: int) -> None:
    for frame in (power.even(budget), power.bunched(budget, 60)):
        drawn = sum(frame) * 1000 + current.BOARD
        assert drawn == pytest.approx(budget, abs=1)


def test_currents_must_be_given_for_each_pixel() -> None:
    with pytest.raises(ValueError, match="127"):
        power.chain_drop([0.01] * 126)


def test_the_supply_table_is_the_firmwares_function() -> None:
    for row in power.supply_table():
        _budget, light, white, full = current.table([row["budget_mA"]])[0]
        assert (row["for_light_mA"], row["all_white_of_255"], row["full_white_pixels"]) == (light, white, full)
        frame = bytearray([255] * 381)
        assert current.limit(frame, row["budget_mA"]) <= row["budget_mA"]
        assert abs(frame[0] - white) <= 1
        assert row["budget_mA"] < row["gives_mA"]


def test_usual_budget_is_the_board_files() -> None:
    assert device.board().BUDGET_MA == current.USUAL == power.SUPPLIES[0][2]
    assert f"{current.BOARD} mA" in power.guarantee()


def test_wires_and_fuses_carry_what_they_must() -> None:
    fuses = {fuse: float(fuse[1:-1]) for _name, _gives, _budget, fuse in power.SUPPLIES if fuse.startswith("T")}
    largest = max(fuses.values())
    for name, _start, _end, _length, area, _colour in power.WIRES:
        if "5 V" in name or "ground" in name or "supply" in name:
            assert power.RATED[area] >= largest, name
    for _name, gives, budget, fuse in power.SUPPLIES:
        if fuse in fuses:
            assert budget / 1000 < fuses[fuse] <= gives / 1000 * 1.06
    assert parts.item("fuse").value.startswith("T4A")


def test_soft_start_stays_below_what_a_port_gives() -> None:
    start = power.soft_start()
    dark = current.PIXELS * current.IDLE
    assert start.charging + dark < 300
    assert start.delay + start.rise < 100  # ms: far below the two seconds of a start
    # without it: 113 uF through a fraction of an ohm, many amperes


def test_kept_tables_are_what_the_functions_say() -> None:
    with (sources.BUILD / "tables" / "supplies.csv").open(newline="") as file:
        kept = list(csv.DictReader(file))
    assert [{key: str(value) for key, value in row.items()} for row in power.supply_table()] == kept


def test_guides_table_of_supplies_is_the_calculation() -> None:
    guide = (sources.HERE / "README.md").read_text()
    for row in power.supply_table():
        cells = [
            row["supply"],
            str(row["budget_mA"]),
            f"{row['all_white_percent']} %",
            str(row["full_white_pixels"]),
            f"{row['lowest_V']:.2f}",
            row["fuse"],
        ]
        assert "| " + " | ".join(cells) + " |" in guide
    start = power.soft_start()
    assert f"off for {start.delay:.0f} ms" in guide
    assert f"rise in {start.rise:.0f} ms" in guide
    assert f"with {start.charging:.0f} mA" in guide
    for build in parts.BUILDS:
        assert f"| {build} | {parts.cost(build):.0f} EUR |" in guide


def test_guides_links_lead_somewhere() -> None:
    guide = (sources.HERE / "README.md").read_text()
    links = re.findall(r"\]\((build/[^)]+)\)", guide)
    assert len(links) > 15
    assert [link for link in links if not (sources.HERE / link).exists()] == []
