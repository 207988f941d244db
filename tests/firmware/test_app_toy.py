"""The app, driven by input events through a game that exists only here: no game's name, rule or word stands in the app."""

import re
import subprocess

import pytest

from shared_rules import hexboard
from tests.firmware import playing
from tests.firmware.pilot import Pilot
from tests.firmware.toy_table import GAME, NAMES, play, sent, set_up

pytestmark = pytest.mark.usefixtures("toy_game")


def test_a_whole_game():
    async def script(pilot):
        await set_up(pilot)
        await play(pilot, GAME[5:])
        assert pilot.ask == "app-sheet"
        assert pilot.device.sound.played[-1][0] == __import__("firmware.sounds", fromlist=["PATTERNS"]).PATTERNS["end"]
        await pilot.press()
        await pilot.press()
        await pilot.wait(400)
        assert pilot.view.do[0][0] == "app-winner"
        await pilot.press()
        assert pilot.ask == "app-which-game"
        await pilot.pick(("start", "stored"))
        await pilot.press()
        assert pilot.ask == "app-sheet"

    pilot = Pilot()
    pilot.run(script)
    assert pilot.journal() == GAME
    assert pilot.device.storage.files["0001.game"].count(b"# finished") == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_both_runtimes_show_the_same(language, micropython, root):
    ran = subprocess.run(
        [micropython, "-m", "tests.firmware.playing", "toy", language],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.split("\n")[:-1] == playing.toy_game(language)[0]


def test_several_games_wait_for_each_other():
    async def script(pilot):
        await set_up(pilot)
        await play(pilot, GAME[5:6])
        await pilot.press("menu")
        await pilot.pick(("menu", "another"))
        assert pilot.ask == "app-which-game"
        await set_up(pilot, rounds=2)
        await play(pilot, ["claim player1 f7 green"])
        await pilot.press("menu")
        await pilot.pick(("menu", "abandon"))
        await pilot.wait(320)
        await pilot.pick(("word", "yes"))
        await pilot.wait(320)
        await pilot.pick(("word", "yes"))
        assert pilot.ask == "app-which-game"
        await pilot.pick(("start", "stored"))
        assert pilot.options() == [("stored", 2), ("stored", 1)]
        await pilot.pick(("stored", 1))
        await play(pilot, GAME[6:])

    pilot = Pilot()
    pilot.run(script)
    assert pilot.journal(1) == GAME
    assert pilot.device.storage.files["0002.game"].split(b"\n")[-2].startswith(b"# abandoned #")


def test_abandoning_takes_two_yes():
    async def script(pilot):
        await set_up(pilot)
        for answers in (("no",), ("yes", "no")):
            await pilot.press("menu")
            await pilot.pick(("menu", "abandon"))
            for answer in answers:
                await pilot.wait(320)
                await pilot.pick(("word", answer))
            assert pilot.ask == "app-menu"
            await pilot.press("back")
        assert pilot.ask == "ask-cell"

    Pilot().run(script)


def test_save_and_switch_off():
    async def script(pilot):
        await set_up(pilot)
        await play(pilot, GAME[5:6])
        assert any(pilot.device.lights.rgb)
        await pilot.press("menu")
        await pilot.pick(("menu", "off"))
        await pilot.wait(400)
        assert not any(pilot.device.lights.rgb)
        await pilot.press()
        assert pilot.ask == "app-resume"
        await pilot.press()
        await play(pilot, GAME[6:])

    pilot = Pilot()
    pilot.run(script)
    assert pilot.journal() == GAME


def test_confirm_acts_on_release_and_not_after_turning():
    async def script(pilot):
        await set_up(pilot)
        level = pilot.view.walk.level
        pilot.device.inputs.feed(("down", "confirm"))
        await pilot.wait(100)
        assert len(pilot.view.walk.levels) == 1
        pilot.device.inputs.feed(("turn", 1))
        await pilot.wait(100)
        pilot.device.inputs.feed(("up", "confirm"))
        await pilot.wait(100)
        assert len(pilot.view.walk.levels) == 1
        assert level.keys[level.at] == ("space", hexboard.cell("g6"))  # turning while pressed went to the next row
        await pilot.press()
        assert pilot.ask == "ask-colour"
        await pilot.press("back")
        assert pilot.ask == "ask-cell"
        assert pilot.view.walk.key == ("space", hexboard.cell("g6"))

    Pilot().run(script)


def test_jumping_goes_from_row_to_row_both_ways():
    async def script(pilot):
        await set_up(pilot)
        keys = pilot.options()
        await pilot.jump(1)
        assert pilot.view.walk.level.at == 2
        await pilot.jump(1)
        assert pilot.view.walk.level.at == 5
        await pilot.jump(1)
        assert pilot.view.walk.level.at == 0
        await pilot.turn(-1)
        assert pilot.view.walk.level.at == len(keys) - 1
        await pilot.jump(-1)  # first to the start of this row
        assert pilot.view.walk.level.at == 5
        await pilot.jump(-1)
        assert pilot.view.walk.level.at == 2

    Pilot().run(script)


def test_holding_confirm_takes_the_held_choice():
    async def script(pilot):
        await set_up(pilot)
        await pilot.hold("confirm")
        assert pilot.view.walk.entered == [("space", pilot.view.walk.levels[0].keys[-1][1])]

    Pilot().run(script)


def test_fast_turning_jumps_only_in_long_lists():
    async def script(pilot):
        await set_up(pilot)
        await pilot.press("menu")
        await pilot.pick(("menu", "why-not"))
        assert len(pilot.options()) == 127
        for _ in range(4):
            pilot.device.inputs.feed(("turn", 1))
            await pilot.wait(20)
        assert pilot.view.walk.level.at == 1 + 1 + 2 * 4  # fast from the third on
        await pilot.press("back")
        await pilot.press("back")
        for _ in range(3):
            pilot.device.inputs.feed(("turn", 1))
            await pilot.wait(20)
        assert pilot.view.walk.level.at == 3

    Pilot().run(script)


def test_an_announcement_is_not_confirmed_at_once():
    async def script(pilot):
        await set_up(pilot, lay=False)
        assert pilot.view.do == [("do-lay", {})]
        await pilot.press()
        assert pilot.view.do == [("do-lay", {})]
        await pilot.wait(250)
        await pilot.press()
        assert pilot.ask == "ask-cell"

    Pilot().run(script)


def test_what_hands_must_do_is_said_once_a_turn_and_again_after_a_cut():
    async def script(pilot):
        await set_up(pilot)
        await pilot.act(GAME[5])
        await pilot.act(GAME[6])
        # the captured token and the next turn's announcement are one
        assert [message[0] for message in pilot.view.do] == ["centre", "do-round"]
        await pilot.read_on()
        await pilot.press("menu")
        await pilot.press("back")
        assert pilot.ask == "ask-cell"
        assert pilot.view.style == "question"

    pilot = Pilot()
    pilot.run(script)

    async def again(pilot):
        await pilot.wait()
        await pilot.press()
        await pilot.wait(100)
        assert [message[0] for message in pilot.view.do] == ["centre", "do-round"]

    Pilot(pilot.device.storage.files).run(again)


def test_a_take_back_over_what_was_seen_warns_first():
    async def script(pilot):
        await set_up(pilot)
        await play(pilot, GAME[5:7])
        await pilot.hold("back")
        assert pilot.view.do == [("warn-seen", {})]
        await pilot.wait(320)
        await pilot.press()  # the cursor is on no
        assert len(pilot.app.machine().log) == 2
        await pilot.hold("back")
        await pilot.wait(320)
        await pilot.pick(("word", "yes"))
        assert len(pilot.app.machine().log) == 1
        assert pilot.view.do == [("back-claim", {"at": "g7"})]

    Pilot().run(script)


def test_take_back_while_setting_up():
    async def script(pilot):
        await set_up(pilot, lay=False)
        await pilot.hold("back")
        assert pilot.ask == "ask-rounds"
        await pilot.press("menu")
        await pilot.pick(("menu", "take-back"))
        assert pilot.ask == "ask-colours"
        await pilot.pick(("colour", "blue"))
        await pilot.hold("confirm")
        await pilot.pick(("number", 1))
        await pilot.read_on()
        await play(pilot, ["claim player1 f6 blue"])
        await pilot.hold("back")  # the end, too, can be taken back
        await pilot.read_on()
        assert not pilot.app.machine().over
        await play(pilot, ["claim player1 f7 blue"])

    pilot = Pilot()
    pilot.run(script)
    assert pilot.journal() == ["roost 1 toy", "rules 1", "seats player1 player2", "colours blue", "rounds 1"] + [
        "claim player1 f6 blue",
        "undo",
        "claim player1 f7 blue",
    ]


def test_some_of_many_can_be_given_back():
    async def script(pilot):
        await pilot.wait()
        await pilot.pick(("game", "toy"))
        for name in NAMES:
            await pilot.pick(("name", name))
        assert ("name", "player1") not in pilot.options()
        await pilot.pick(("word", "done"))
        await pilot.pick(("colour", "red"))
        assert pilot.view.walk.level.picked == [("colour", "red")]
        assert pilot.options()[-1] == ("word", "done")
        await pilot.pick(("colour", "red"))
        assert pilot.view.walk.level.picked == []
        assert ("word", "done") not in pilot.options()
        await pilot.pick(("colour", "blue"))
        await pilot.press("back")
        assert pilot.view.walk.level.picked == []

    Pilot().run(script)


def test_names_are_spelled_typed_and_kept():
    async def script(pilot):
        await pilot.wait()
        await pilot.pick(("game", "toy"))
        await pilot.send('{"text":"  Änne-Rose "}')
        assert pilot.view.walk.entered == [("name", "aenne-rose")]
        await pilot.send('{"text":"***"}')
        assert sent(pilot, "refused")[-1]["code"] == "bad-name"
        await pilot.send('{"text":"Aenne-Rose"}')
        assert sent(pilot, "refused")[-1]["code"] == "name-taken"
        await pilot.pick(("word", "new-name"))
        assert pilot.ask == "app-spell"
        for char in ("Ö", "b", "x"):
            await pilot.pick(("letter", char))
        assert pilot.view.walk.choice.ask == ("app-spell", {"name": "Öbx"})
        assert pilot.view.walk.hold() == ("word", "spelled")
        await pilot.press("back")
        await pilot.hold("confirm")
        assert pilot.ask == "ask-name"
        await pilot.pick(("word", "done"))
        await pilot.pick(("colour", "green"))
        await pilot.pick(("word", "done"))
        await pilot.pick(("number", 3))
        await pilot.read_on()
        assert pilot.app.words.short(pilot.view.seats[0]) == "Aenne-Rose"
        await play(pilot, ["claim aenne-rose f6 green"])
        assert pilot.app.words.short(pilot.view.seats[0]) == "Öb"
        await pilot.press("menu")
        await pilot.pick(("menu", "another"))
        await pilot.pick(("game", "toy"))
        assert pilot.options()[:3] == [("name", "aenne-rose"), ("name", "oeb"), ("name", "player1")]

    pilot = Pilot()
    pilot.run(script)
    assert pilot.journal()[2] == "seats aenne-rose oeb"


def test_the_display_dims_goes_dark_and_wakes_without_doing_anything():
    async def script(pilot):
        await set_up(pilot)
        assert (pilot.device.display.on, pilot.device.display.level) == (True, 150)
        await pilot.wait(121000)
        assert (pilot.device.display.on, pilot.device.display.level) == (True, 1)
        await pilot.turn(1)
        assert (pilot.view.walk.level.at, pilot.device.display.level) == (1, 150)
        await pilot.wait(601000)
        assert not pilot.device.display.on
        await pilot.turn(1)
        assert pilot.device.display.on
        assert pilot.view.walk.level.at == 1
        await pilot.wait(601000)
        await pilot.press()
        assert pilot.device.display.on
        assert pilot.ask == "ask-cell"
        await pilot.press()
        assert pilot.ask == "ask-colour"

    Pilot().run(script)


def test_the_app_names_no_game(root):
    words = [
        "fowl",
        "feather",
        "bird",
        "fox",
        "tunnel",
        "goose",
        "geese",
        "duck",
        "turkey",
        "chicken",
        "raptor",
        "habitat",
        "pheasant",
    ]
    for path in sorted((root / "firmware").glob("*.py")) + sorted((root / "firmware" / "drivers").rglob("*.py")):
        if path.name in ("words.py", "palette.py", "lights.py", "canvas.py"):
            continue  # not the app's
        for n, line in enumerate(path.read_text().split("\n"), 1):
            found = re.search(r"\b(%s)s?\b" % "|".join(words), line.split("#")[0].lower())
            assert not found, "%s:%d: %s" % (path.name, n, line)
