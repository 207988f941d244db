"""Nothing that people see may depend on the order in which a dict or set is gone through: on MicroPython it is any."""

import subprocess
import sys

import pytest

TRIPS = {
    "stories": ["stories", "de"],
    "a game": ["game", "tests/records/fowl_play/007-full.roost", "de"],
    "Fowl Play!": ["tour", "tests/records/fowl_play/049-part-move.roost", "de"],
    "Fancy Feathers": ["tour", "tests/records/fancy_feathers/101-rulebook-two-seats.roost", "en"],
    "Birds of a Feather": ["tour", "tests/records/birds_of_a_feather/001-full.roost", "de"],
}


@pytest.mark.parametrize("trip", TRIPS)
def test_any_order_of_dicts_and_sets_shows_the_same(trip, root):
    def run(seed):
        command = [sys.executable, "-m", "tests.firmware.scattered", str(seed), *TRIPS[trip]]
        ran = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=100, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout.split("\n")

    plain = run(0)
    assert len(plain) > 50
    assert run(1) == plain
    assert run(2) == plain


def test_the_order_really_is_another(root):
    program = (
        "from tests.firmware import scattered\nscattered.install(1)\n"
        "from shared_rules.fowl_play import REFUSALS\nprint(list(REFUSALS) != list(dict.keys(REFUSALS)), len(REFUSALS))"
    )
    out = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, timeout=60, check=True).stdout
    assert out.split()[0] == "True"
    assert int(out.split()[1]) > 20
