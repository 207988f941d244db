"""A whole game of Fowl Play! on the app, by input events alone, in virtual time."""

import subprocess
import sys
import time

import pytest

from shared_rules import hexboard
from tests.firmware import playing
from tests.firmware.pilot import Pilot

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


def test_every_cut_of_the_record_resumes():
    """The journal, cut after each line: the game resumes with as many actions as are left."""
    pilot = playing.Pilot()
    lines = playing.read(RECORD)

    async def script(pilot):
        await playing.set_up(pilot, lines)
        await playing.play(pilot, lines)

    pilot.run(script)
    whole = pilot.device.storage.files["0001.game"].split(b"\n")[:-1]
    settings = pilot.device.storage.files["settings"]
    first = len(pilot.journal()) - len(playing.actions(pilot.journal()))
    for count in range(first, len(whole), 7):
        again = playing.Pilot({"0001.game": b"\n".join(whole[:count]) + b"\n", "settings": settings})

        async def resume(pilot, count=count):
            await pilot.wait()
            await pilot.press()
            assert len(pilot.app.machine().log) == min(count, len(pilot.journal())) - first
            assert "0001.bad" not in pilot.device.storage.files

        again.run(resume)


def test_only_the_score():
    lines = ["captured white 1", "captured white 14", "captured black 27", "captured black 30", "all-captured", "target black 22"]

    async def script(pilot):
        await pilot.wait()
        await pilot.pick(("game", "fowl_play"))
        await pilot.pick(("mode", "score"))
        await pilot.read_on()
        for fox in ("white", "black"):
            await pilot.pick(("fox", playing.FOXES.index(fox)))
        await pilot.pick(("word", "done"))
        for line in lines:
            await pilot.act(line)
        await pilot.hold("back")
        await pilot.read_on()
        for line in (lines[-1], "target white 9"):
            await pilot.act(line)
        await pilot.read_on()
        assert pilot.view.mode == "sheet"
        rows, _ = pilot.view.sheet
        assert rows[-1][0][0] == "total"
        await playing.finish(pilot)
        assert pilot.ask == "app-which-game"

    pilot = playing.Pilot()
    pilot.run(script)
    assert pilot.journal() == [
        "roost 1 fowl_play",
        "rules 1",
        "mode score",
        "seats white black",
        *lines,
        "undo",
        lines[-1],
        "target white 9",
    ]


TUNNELS = "g7 i11 k9 i5 e3 c5 e8"


def own_copy(tunnels):
    return '{"set":{"copy":["tunnels %s"]},"game":"fowl_play","id":1}' % tunnels


def test_ones_own_board_is_used_from_then_on():
    lines = playing.read(RECORD)

    async def script(pilot):
        await pilot.wait()
        await pilot.pick(("game", "fowl_play"))
        await pilot.pick(("mode", "play"))
        await pilot.wait()
        assert "do-example" in [message[0] for message in pilot.view.do]
        await pilot.press("menu")
        await pilot.pick(("menu", "another"))
        await pilot.send(own_copy("g7 i11 k9 i5 e3 c5 c5"))
        assert b'"ok":false' in pilot.device.serial.sent
        assert "copy-fowl_play" not in pilot.device.storage.files
        await pilot.send(own_copy(TUNNELS))
        await pilot.turn(-len(pilot.options()))
        await playing.set_up(pilot, lines)
        assert ("do-example", {}) not in [entry[1] for entry in pilot.app.said]
        await pilot.hold("back")

    pilot = playing.Pilot()
    pilot.run(script)
    assert "tunnels " + TUNNELS in pilot.journal(2)


def test_setting_up_by_lines_alone():
    lines = playing.read(RECORD)

    async def script(pilot):
        await pilot.wait()
        await pilot.pick(("game", "fowl_play"))
        await pilot.pick(("mode", "play"))
        for line, code in (
            ("play white 3", "setup-missing"),
            ("foxes black g8 white g6", "setup-missing"),
            ("rules 1", "setup-late"),
            ("seats black black", "bad-seats"),
            ("tunnels g7", "bad-line"),
            ("sing", "unknown-word"),
            ("undo", "nothing-to-undo"),
        ):
            await pilot.send('{"line":"%s"}' % line)
            assert '"code":"%s"' % code in bytes(pilot.device.serial.sent).decode().split('"refused"')[-1], line
        for word in ("seats", "foxes"):
            await pilot.send('{"line":"%s %s"}' % (word, " ".join(playing.words_after(lines, word))))
        await playing.play(pilot, lines[:20])

    pilot = playing.Pilot()
    pilot.run(script)
    assert pilot.journal()[1:3] == ["rules 1", "seats " + " ".join(playing.words_after(lines, "seats"))]
    assert playing.actions(pilot.journal()) == playing.actions(lines[:20])


def test_why_not_says_which_rule():
    lines = playing.read(RECORD)

    async def script(pilot):
        await playing.set_up(pilot, lines)
        for line in playing.actions(lines)[:4]:
            await pilot.act(line)
        await pilot.press("menu")
        await pilot.pick(("menu", "why-not"))
        await pilot.pick(("fowl", 1))
        await pilot.pick(("space", hexboard.cell("g7")))
        said = pilot.app.said[-1]
        assert said[3] == "why"
        assert said[1][0].startswith("no.")
        await pilot.wait(320)
        await pilot.press()
        await pilot.press("back")
        await pilot.press("back")
        await pilot.press("back")
        assert pilot.ask == "ask-fowl"
        before = pilot.journal()
        await pilot.send('{"tap":%d}' % hexboard.cell("g7"))
        assert pilot.journal() == before

    playing.Pilot().run(script)


def test_the_menu_reads_the_table_and_leaves_it_as_it_was():
    lines = playing.read(RECORD)

    async def script(pilot):
        await playing.set_up(pilot, lines)
        for line in playing.actions(lines)[:40]:
            await pilot.act(line)
        await pilot.read_on()
        state = pilot.app.machine().state()
        walk = pilot.view.walk
        await pilot.turn(1)
        at = walk.level.at
        await pilot.press("menu")
        for name in ("status", "score", "said", "settings"):
            await pilot.pick(("menu", name))
            assert pilot.ask != "app-menu" or pilot.view.style == "text"
            for _ in range(8):
                await pilot.turn(1)
            await pilot.press("back")
            for _ in range(9):
                if pilot.ask == "app-menu" and pilot.view.style == "list":
                    break
                await pilot.press("back")
        await pilot.press("menu")
        assert pilot.view.walk is walk  # the cursor is where it was
        assert walk.level.at == at
        assert pilot.app.machine().state() == state

    playing.Pilot().run(script)


def test_modules_come_and_go():
    lines = playing.read(RECORD)

    async def script(pilot):
        await playing.set_up(pilot, lines)
        await pilot.press("menu")
        assert "firmware.menu" in sys.modules
        await pilot.press("menu")
        for name in ("menu", "sheet", "names", "requests"):
            assert "firmware." + name not in sys.modules
        await pilot.press("menu")
        await pilot.pick(("menu", "another"))
        assert not [name for name in sys.modules if name.startswith("shared_rules.fowl_play")]
        assert "firmware.lang.en_fowl_play" not in sys.modules

    playing.Pilot().run(script)


def test_the_joystick_walks_over_the_board():
    lines = playing.read(RECORD)

    async def script(pilot):
        await playing.set_up(pilot, lines)
        await pilot.press("menu")
        await pilot.pick(("menu", "why-not"))  # asks for cards: no places, the joystick turns
        at = pilot.view.walk.level.at
        await pilot._do(("step", "e"))
        assert pilot.view.walk.level.at == at + 1
        await pilot.press("back")
        await pilot.press("back")
        await pilot.press("back")
        for line in playing.actions(lines)[:4]:
            await pilot.act(line)
        await pilot.press("menu")
        await pilot.pick(("menu", "why-not"))
        await pilot.press()
        await pilot.go(("space", hexboard.cell("g7")))
        for direction, there in (("e", "g8"), ("ne", "h9"), ("nw", "i9"), ("w", "i8"), ("sw", "h7"), ("se", "g7"), ("se", "f7")):
            await pilot._do(("step", direction))
            assert pilot.view.walk.key == ("space", hexboard.cell(there)), direction
        for _ in range(9):
            await pilot.send('{"step":"w"}')
        assert pilot.view.walk.key == ("space", hexboard.cell("f1"))

    playing.Pilot().run(script)


def test_titles_in_the_menu_follow_the_language():
    pilot = Pilot()

    def titles():
        view = pilot.view
        return [pilot.app.words.text(view.describe(key)) for key in view.walk.level.keys if key[0] == "game"]

    async def script(pilot):
        await pilot.wait()
        assert "Fancy Feathers" in titles()
        await pilot.send('{"set":{"language":"de"}}')
        assert pilot.ask == "app-which-game"
        assert "Fasanerie" in titles()
        assert "Fancy Feathers" not in titles()

    pilot.run(script)
