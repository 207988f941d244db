"""Odd and illegal corrections, by menu and by line, at tables in any state: no state without a way on, everything can be taken back."""

import subprocess

import pytest

from shared_rules import catalogue
from shared_rules.refusal import Refusal
from tests.firmware import righting
from tests.firmware.mending import FEATHERS, at_table, game


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_whatever_is_said_the_game_goes_on_and_both_runtimes_agree(name, micropython, root):
    seeds = (4,)
    here = [line for seed in seeds for line in righting.play(name, seed)]
    command = [micropython, "-X", "heapsize=8m", "-m", "tests.firmware.righting", name, *[str(seed) for seed in seeds]]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=110, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr
    assert ran.stdout.split("\n")[:-1] == here
    refused = {code for line in here for code in line.split(" ") if "-" in code}
    assert len(refused & {"bad-line", "unknown-card", "unknown-seat", "nothing-to-correct", "unknown-word"}) >= 3
    assert "correct" in {line.split(" ")[0] for line in here}


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_every_odd_line_is_refused_or_taken_never_worse(name):
    """Each line alone, at the beginning, at some moment and after the end; what is refused changes nothing."""
    for seed, steps in ((1, 0), (2, 60), (3, 3000)):
        table = righting.corrected.Table(name, seed)
        table.tried = 10**6  # none of its own
        for _ in range(steps):
            table.step()
        machine = table.game
        for line in righting.ODD[name]:
            line = line.replace("{seat}", machine.seats[0]).replace("{other}", machine.seats[-1])
            before = righting.everything(machine)
            try:
                machine.apply(machine.read(line.split(" ")))
            except Refusal:
                assert righting.everything(machine) == before, line
                continue
            righting.corrected.sound(machine)
            machine.undo()
            assert righting.everything(machine) == before, line


def test_a_correction_after_the_end_is_taken_back():
    lines = [*FEATHERS, *["reveal green"] * 3, *["reveal golden1", "reveal golden2"]]

    async def script(pilot):
        machine = game(pilot)
        for line in ("agreed stack 0", "move anna 5", "leave ben", "leave anna"):
            await pilot.send('{"line":"%s"}' % line)
            await pilot.read_on()
        assert machine.over
        assert pilot.view.mode == "sheet"
        before = machine.scores()
        await pilot.send('{"line":"correct has ben fox 1"}')
        await pilot.read_on()
        assert machine.scores() != before
        await pilot.hold("back")
        await pilot.read_on()
        assert machine.over
        assert machine.scores() == before

    assert at_table(lines, script).journal()[-2:] == ["correct has ben fox 1", "undo"]
