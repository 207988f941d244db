"""A sample of the soak run (`make soak`), and proof that it would notice."""

import random

import pytest
from click.testing import CliRunner

from firmware.table import Table
from host import selfplay, soak
from host.players import soaking
from shared_rules import catalogue
from shared_rules.refusal import Refusal

SEED = 11


def told(game, number, seed=SEED, calm=False):
    plan = soak.plan_of(game, seed, number)
    return list(soak.steps(game, selfplay.play(plan, number), selfplay.chance(plan, number, "soak"), calm))


def run(steps):
    """What a device in this process says to these steps."""
    said = []
    left = iter(steps)
    soaking.Soaker(lambda: next(left, ""), said.append).run()
    return said


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_in_this_process(game):
    steps = told(game, 3)
    (line,) = run(steps)
    word, actions, detents, presses, _ms, _memory = line.split()
    assert word == "done"
    assert int(actions) == len([step for step in steps if step.startswith("act")])
    assert int(detents) > 0
    assert int(presses) >= int(actions)


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_on_micropython(game, micropython, figure):
    course = soak.soak(game, [1, 2], SEED, "micropython")
    assert [report.number for report in course.reports] == [1, 2]
    figure(f"soak, {game} on MicroPython: " + soak.check_memory(course, "micropython"))
    # The same steps take the same inputs and the same time on both runtimes.
    here = run(told(game, 1) + told(game, 2))
    for report, line in zip(course.reports, here):
        assert [report.actions, report.detents, report.presses, report.ms] == [int(part) for part in line.split()[1:5]]


def test_steps_hold_everything_that_may_happen():
    steps = [step for game in catalogue.GAMES for number in range(1, 13) for step in told(game, number)]
    words = {step.split(" ")[0] for step in steps}
    assert words == {"game", "with", "act", "fidget", "cut", "end"}
    assert len([step for step in steps if step.endswith(" undo")]) > 50
    assert {step.split(" ")[2] for step in steps if step.startswith("game")} == {"en", "de"}


def test_all_seats_and_players_have_their_turn():
    for game in catalogue.GAMES:
        plans = {(plan.seats, plan.player) for plan in (soak.plan_of(game, 1, number) for number in range(1, 60))}
        least, most = soak.SEATS[game]
        assert plans == {(seats, kind) for seats in range(least, most + 1) for kind in soak.kinds(game)}


def test_a_wrong_state_is_noticed():
    steps = told("fancy_feathers", 1, calm=True)
    at = next(index for index, step in enumerate(steps) if step.startswith("act")) + 20
    word, crc, line = steps[at].split(" ", 2)
    steps[at] = f"{word} {int(crc, 16) ^ 1:08x} {line}"
    with pytest.raises(soaking.Wrong, match=f"after {line}"):
        run(steps)


def test_a_lost_input_is_noticed(monkeypatch):
    from firmware.console import Console

    turned = Console._turned
    count = []

    def loses_one(self, n, now):
        count.append(n)
        if len(count) != 100:
            turned(self, n, now)

    monkeypatch.setattr(Console, "_turned", loses_one)
    with pytest.raises((soaking.Lost, soaking.Wrong)):
        run(told("fowl_play", 1, calm=True))
    assert len(count) >= 100


def test_an_error_on_the_device_is_noticed(monkeypatch):
    acted = Table.act
    count = []

    async def fails(self, action):
        count.append(action)
        if self.playing and len(count) > 60:
            raise Refusal("broken")
        return await acted(self, action)

    monkeypatch.setattr(Table, "act", fails)
    with pytest.raises(Refusal, match="broken"):
        run(told("birds_of_a_feather", 1, calm=True))


def test_the_child_tells_what_went_wrong(micropython):
    child = soak.Child("micropython")
    try:
        with pytest.raises(soak.SoakFailed, match="wrong Wrong: after"):
            child.play(
                1,
                iter(
                    [
                        step.replace("act ", "act 0", 1)[:12] + step[12:] if step.startswith("act") else step
                        for step in told("fancy_feathers", 1)
                    ]
                ),
            )
    finally:
        child.close()


def course(memory):
    found = soak.Course("fowl_play")
    found.reports = [soak.Report(number, 1, 1, 1, 1, free) for number, free in enumerate(memory, 1)]
    return found


def test_a_leak_is_noticed():
    chance = random.Random(1)
    steady = course([100_000 + chance.randrange(5000) for _ in range(400)])
    assert "free heap" in soak.check_memory(steady, "micropython")
    leaking = course([100_000 + chance.randrange(5000) - 60 * number for number in range(400)])
    with pytest.raises(soak.SoakFailed, match="free heap fell"):
        soak.check_memory(leaking, "micropython")


def test_as_a_program(micropython):
    done = CliRunner().invoke(soak.main, ["birds_of_a_feather", "--games", "2", "--jobs", "2", "--every"])
    assert done.exit_code == 0, done.output
    assert "birds_of_a_feather: 2 games on micropython" in done.stdout
    assert done.stdout.count("memory") == 2
