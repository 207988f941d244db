"""The app in trouble: power that goes, lines that are damaged, a medium that is full, an error in the app itself."""

import re

import pytest

from tests.firmware.pilot import Pilot
from tests.firmware.toy_table import GAME, play, set_up

pytestmark = pytest.mark.usefixtures("toy_game")


def test_power_may_go_after_every_input():
    """The device is switched off after each input of a game and started again: it resumes at the last action that was shown."""
    pilot = Pilot()
    snapshots = []

    async def script(pilot):
        told = pilot.app.machine

        async def watched(*events, ms=40, do=pilot._do):
            await do(*events, ms=ms)
            machine = told()
            playing = machine is not None and hasattr(machine, "log")
            snapshots.append(
                (
                    dict(pilot.device.storage.files),
                    list(machine.log) if playing else None,
                    machine and len(machine.lines()) if not playing else 0,
                )
            )

        pilot._do = watched
        await set_up(pilot)
        await play(pilot, GAME[5:8])
        await pilot.hold("back")
        await pilot.read_on()
        await play(pilot, GAME[7:8])

    pilot.run(script)
    assert len(snapshots) > 25
    for files, log, lines in snapshots:
        if "0001.game" not in files:
            continue
        again = Pilot(files)

        async def resume(pilot, log=log, lines=lines):
            await pilot.wait()
            assert pilot.ask == "app-resume"
            await pilot.press()
            machine = pilot.app.machine()
            if log is None:
                assert len(machine.lines()) == lines
            else:
                assert machine.log == log

        again.run(resume)


def test_a_torn_line_is_dropped_silently_and_the_game_goes_on():
    pilot = Pilot()

    async def script(pilot):
        await set_up(pilot)
        await play(pilot, GAME[5:7])

    pilot.run(script)
    files = dict(pilot.device.storage.files)
    whole = files["0001.game"]
    last = len(whole[:-1].rsplit(b"\n", 1)[1]) + 1
    for cut in (1, 5, last - 1, last):
        again = Pilot(dict(files, **{"0001.game": whole[:-cut]}))

        async def resume(pilot):
            await pilot.wait()
            await pilot.press()
            assert pilot.ask == "ask-cell"
            await play(pilot, GAME[6:])

        again.run(resume)
        assert again.journal() == GAME
        assert "0001.bad" not in again.device.storage.files


def test_a_damaged_game_goes_on_at_its_last_whole_line_and_says_so():
    pilot = Pilot()

    async def script(pilot):
        await set_up(pilot)
        await play(pilot, GAME[5:8])

    pilot.run(script)
    files = dict(pilot.device.storage.files)
    bad = files["0001.game"].replace(b"player2 g7", b"player2 g6")
    again = Pilot(dict(files, **{"0001.game": bad}))

    async def resume(pilot):
        await pilot.wait()
        await pilot.press()
        await pilot.wait(400)
        assert pilot.view.do == [("app-game-damaged", {"n": 1})]
        await pilot.press()
        assert len(pilot.app.machine().log) == 1
        await play(pilot, GAME[6:7])

    again.run(resume)
    assert again.journal() == GAME[:7]
    assert again.device.storage.files["0001.bad"] == bad


def test_a_line_that_the_rules_refuse_ends_what_is_counted():
    from firmware.journal import seal

    lines = GAME[:6] + ["claim player1 h8 green", "claim player2 g7 red"]
    again = Pilot({"0001.game": b"".join([seal(line, 0) for line in lines]), "settings": seal("{}", 0)})

    async def resume(pilot):
        await pilot.wait()
        await pilot.pick(("start", "stored"))
        await pilot.press()
        await pilot.wait(400)
        assert pilot.view.do == [("app-game-damaged", {"n": 1})]
        await pilot.press()
        assert len(pilot.app.machine().log) == 1

    again.run(resume)
    assert again.journal() == GAME[:6]


@pytest.mark.parametrize("content", [b"", b"\x00" * 300, b"hello\n", b"roost 1 toy #00000000 t=0\n"])
def test_a_game_of_which_nothing_can_be_read_is_kept_aside(content):
    again = Pilot({"0001.game": content, "settings": b"\xff"})

    async def script(pilot):
        await pilot.wait(400)
        assert pilot.view.do == [("app-settings-damaged", {})]
        await pilot.press()
        await pilot.pick(("start", "stored"))
        await pilot.press()
        await pilot.wait(400)
        assert pilot.view.do == [("app-game-lost", {"n": 1})]
        await pilot.press()
        assert pilot.ask == "app-which-game"

    again.run(script)
    assert sorted(again.device.storage.files) == ["0001.bad", "settings.bad"]
    assert again.device.storage.files["0001.bad"] == content


@pytest.mark.parametrize("first", ["roost 1 toy|rules 2", "roost 2 toy", "roost 1 chess"])
def test_a_game_of_a_newer_firmware_stays_as_it_is(first):
    from firmware.journal import seal

    data = b"".join([seal(line, 0) for line in first.split("|") + GAME[2:]])
    again = Pilot({"0001.game": data, "settings": seal("{}", 0)})

    async def script(pilot):
        await pilot.wait()
        await pilot.pick(("start", "stored"))
        await pilot.press()
        await pilot.wait(400)
        assert pilot.view.do == [("app-game-newer", {"n": 1})]
        await pilot.press()
        assert pilot.ask == "app-which-game"

    again.run(script)
    assert again.device.storage.files == {"0001.game": data, "settings": seal("{}", 0)}


def test_a_medium_that_is_full_when_the_game_begins_parks_it():
    async def script(pilot):
        await set_up(pilot, lay=False)
        await pilot.wait(320)
        pilot.device.storage.room = 40  # for the last step, not for the record
        await pilot.press()
        assert pilot.ask == "app-which-game"
        pilot.device.storage.room = None
        await pilot.pick(("start", "stored"))
        await pilot.press()
        await play(pilot, GAME[5:])

    pilot = Pilot()
    pilot.run(script)
    assert pilot.journal() == GAME


def test_a_full_medium_costs_the_action_not_the_game():
    async def script(pilot):
        await set_up(pilot)
        await play(pilot, GAME[5:6])
        pilot.device.storage.room = 5
        await pilot.act(GAME[6])
        assert len(pilot.app.machine().log) == 1
        assert pilot.app.view.rides == [("no.not-kept", {})]
        pilot.device.storage.room = None
        await play(pilot, GAME[6:])

    pilot = Pilot()
    pilot.run(script)
    assert pilot.journal() == GAME


def test_a_full_medium_offers_the_oldest_finished_game():
    async def script(pilot):
        await set_up(pilot, rounds=1)
        await play(pilot, GAME[5:6])
        for _ in range(3):
            await pilot.wait(320)
            await pilot.press()
        await set_up(pilot)
        pilot.device.storage.room = 5
        await pilot.act(GAME[5])
        assert pilot.view.do == [("app-full", {"n": 1, "state": ("state", "finished")})]
        pilot.device.storage.room = None
        await pilot.wait(320)
        await pilot.pick(("word", "yes"))
        assert len(pilot.app.machine().log) == 1

    pilot = Pilot()
    pilot.run(script)
    assert sorted(name for name in pilot.device.storage.files if name.endswith(".game")) == ["0002.game"]


def test_an_error_stops_the_whole_app_shows_it_and_the_game_resumes():
    pilot = Pilot()

    async def script(pilot):
        await set_up(pilot)
        await play(pilot, GAME[5:7])

        def broken():
            raise RuntimeError("out of order")

        pilot.app.lights.frame = lambda ms: broken()
        pilot.device.inputs.feed(("turn", 1))
        await pilot.device.clock.sleep_ms(200)
        assert str(pilot.app.failure) == "out of order"
        assert any(pilot.device.display.buffer)

    pilot.run(script)
    report = pilot.device.storage.files["crash.txt"].decode()
    assert re.fullmatch(r"Roost [\d.]+, \w+ [\d.]+, game 1, line 7\nRuntimeError: out of order", report)
    assert b"\nRuntimeError: out of order\n" in pilot.device.serial.sent
    again = Pilot(pilot.device.storage.files)

    async def resume(pilot):
        await pilot.wait()
        await pilot.press()
        await play(pilot, GAME[7:])

    again.run(resume)
    assert again.journal() == GAME


@pytest.mark.parametrize("trouble", [None, OSError, MemoryError])
def test_one_press_on_the_crash_screen_starts_anew(trouble):
    """Also where the report can't be kept: for want of room, or of memory."""
    from firmware.app import App

    pilot = Pilot()

    def replace(name, pieces):
        raise trouble

    async def twice():
        await pilot.app.run()
        pilot.app = App(pilot.device)
        await pilot.app.run()

    async def script(pilot):
        await set_up(pilot)
        keeps = pilot.device.storage.replace
        if trouble is not None:
            pilot.device.storage.replace = replace
        pilot.app.failure = RuntimeError("broken")
        pilot.app._stop.set()
        await pilot.device.clock.sleep_ms(100)
        pilot.device.storage.replace = keeps
        assert b"\nRuntimeError: broken\n" in pilot.device.serial.sent
        assert ("crash.txt" in pilot.device.storage.files) == (trouble is None)
        pilot.device.inputs.feed(("down", "confirm"))
        await pilot.device.clock.sleep_ms(50)
        pilot.device.inputs.feed(("up", "confirm"))
        await pilot.device.clock.sleep_ms(100)
        assert pilot.ask == "app-resume"

    from firmware.drivers import virtual

    virtual.run(pilot.device, twice(), script(pilot))
