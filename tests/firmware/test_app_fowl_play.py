"""A whole game of Fowl Play! on the app, by input events alone, in virtual time."""

import subprocess
import sys
import time

import pytest

from tests.firmware import playing

RECORD = "tests/records/fowl_play/007-full.roost"


@pytest.fixture(autouse=True)
def _in_root(monkeypatch, root):
    monkeypatch.chdir(root)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_whole_game_by_encoder(language, figure):
    began = time.process_time()
    out, pilot = playing.whole_game(RECORD, language)
    took = time.process_time() - began
    wanted = playing.read(RECORD)
    assert [line for line in out if line.startswith("cut")] == []
    assert playing.actions(pilot.journal()) == playing.actions(wanted)
    assert pilot.journal()[:3] == ["roost 1 fowl_play", "rules 1", wanted[1]]
    assert pilot.device.storage.files["0001.game"].split(b"\n")[-2].startswith(b"# finished #")
    figure("a game of %d actions by encoder: %d inputs, %.2f s" % (len(playing.actions(wanted)), pilot.inputs, took))
    assert took < 3


@pytest.mark.parametrize("language", ["en", "de"])
def test_both_runtimes_show_the_same(language, micropython, root):
    ran = subprocess.run(
        [micropython, "-m", "tests.firmware.playing", RECORD, language],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.split("\n")[:-1] == playing.whole_game(RECORD, language)[0]


def test_take_back_to_the_start_and_all_again():
    lines = playing.read(RECORD)[:-40]
    actions = playing.actions(lines)
    states = []

    async def script(pilot):
        await playing.set_up(pilot, lines)
        states.append(pilot.app.machine().state())
        for line in actions:
            await pilot.act(line)
            states.append(pilot.app.machine().state())
        for n in range(len(actions) - 1, -1, -1):
            await pilot.hold("back")
            if pilot.view.do and pilot.view.do[0][0] == "warn-shuffle":
                await pilot.wait(320)
                await pilot.pick(("word", "yes"))
            assert pilot.app.machine().state() == states[n], n
        await pilot.read_on()
        await pilot.hold("back")  # there is nothing more to take back
        assert pilot.app.machine().state() == states[0]
        assert pilot.app.said[-1][1][0] == "no.nothing-to-undo"
        for n in range(len(actions)):
            # After a take-back one press restores what was taken back; so the whole game again needs no turning for that.
            await pilot.act(actions[n])
            assert pilot.app.machine().state() == states[n + 1], n

    pilot = playing.Pilot()
    pilot.run(script)
    journal = playing.actions(pilot.journal())
    assert journal == actions + ["undo"] * len(actions) + actions


def test_one_press_restores_what_was_taken_back():
    lines = playing.read(RECORD)
    actions = playing.actions(lines)[:24]

    async def script(pilot):
        await playing.set_up(pilot, lines)
        for line in actions:
            await pilot.act(line)
            await pilot.read_on()
            state = pilot.app.machine().state()
            await pilot.hold("back")
            assert pilot.app.machine().state() != state
            await pilot.read_on()
            await pilot.press()
            assert pilot.app.machine().state() == state, line

    playing.Pilot().run(script)


if __name__ == "__main__":
    sys.exit(pytest.main([__file__]))
