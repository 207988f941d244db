"""The app, driven by input events through a game that exists only here: no game's name, rule or word stands in the app."""

import json
import re
import subprocess

import pytest

from firmware import screens
from shared_rules import hexboard
from tests.firmware import playing, toy
from tests.firmware.pilot import Pilot

F7 = hexboard.cell("f7")
NAMES = ("player1", "player2")
GAME = [
    "roost 1 toy",
    "rules 1",
    "seats player1 player2",
    "colours green red",
    "rounds 4",
    "claim player1 h8 green",
    "claim player2 g7 red",
    "claim player1 f6 red",
    "claim player2 g8 green",
]


@pytest.fixture(autouse=True)
def _toy(monkeypatch):
    import shared_rules.catalogue

    monkeypatch.setattr(shared_rules.catalogue, "GAMES", shared_rules.catalogue.GAMES)
    toy.install()
    del screens.cuts[:]
    yield
    assert screens.cuts == []


async def set_up(pilot, rounds=4, lay=True):
    await pilot.wait()
    assert pilot.ask == "app-which-game"
    await pilot.pick(("game", "toy"))
    assert pilot.ask == "ask-name"
    for name in NAMES:
        await pilot.pick(("name", name))
    await pilot.hold("confirm")
    assert pilot.ask == "ask-colours"
    await pilot.pick(("colour", "green"))
    await pilot.pick(("colour", "red"))
    assert pilot.ask == "ask-rounds"
    await pilot.pick(("number", rounds))
    if lay:
        await pilot.read_on()
        assert pilot.ask == "ask-cell"


async def play(pilot, lines):
    for line in lines:
        await pilot.act(line)
    await pilot.read_on()


def sent(pilot, name):
    """The values of that name in the messages that the device has sent."""
    found = []
    for line in bytes(pilot.device.serial.sent).split(b"\n"):
        if line.startswith(b"{"):
            message = json.loads(line)
            if name in message:
                found.append(message if name == "reply" else message[name])
    return found


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


def test_the_link_sees_everything():
    async def script(pilot):
        await pilot.wait()
        await pilot.send('{"hello":{"protocol":1}}')
        await pilot.send('{"subscribe":["display","lights","screen","scene","said","sound","recorded"]}')
        await set_up(pilot)
        await play(pilot, GAME[5:8])

    pilot = Pilot()
    pilot.run(script)
    hello = sent(pilot, "hello")
    assert len(hello) == 2
    assert hello[0]["protocol"] == 1
    display = bytearray(1024)
    for message in sent(pilot, "display"):
        for page, data in message["pages"].items():
            display[128 * int(page) :][:0] = b""
            display[128 * int(page) : 128 * int(page) + 128] = __import__("base64").b64decode(data)
    assert display == pilot.device.display.buffer
    lights = bytearray(381)
    for message in sent(pilot, "lights"):
        for first, data in message.items():
            data = bytes.fromhex(data)
            lights[3 * int(first) : 3 * int(first) + len(data)] = data
    assert lights == pilot.device.lights.rgb
    screen = sent(pilot, "screen")[-1]
    assert (screen["mode"], screen["game"], screen["seats"], screen["kind"]) == ("game", "toy", ["Player 2"], "one")
    assert screen["title"] == "Player 2: which space?"
    assert {"words": "f7", "key": "space %d" % F7, "place": F7, "group": 5} in screen["choices"]
    scene = sent(pilot, "scene")[-1]
    assert scene["marks"]["63"] == [["claim", 1, "Player 2", "Player 2"]]
    assert scene["rows"] == [["Now", ["1 left"]]]
    assert scene["sheet"]["rows"][0] == ["Spaces", [2, 1], ["2 spaces", "1 space"]]
    assert [message["line"] for message in sent(pilot, "recorded")] == GAME[5:8]
    assert sent(pilot, "recorded")[-1]["lines"] == 8
    said = sent(pilot, "said")
    assert {"n": said[-1]["n"], "text": "Player 1 claims f6.", "hands": False, "kind": "event"} == said[-1]
    assert [entry["n"] for entry in said] == sorted({entry["n"] for entry in said})
    assert any(entry["hands"] and entry["kind"] == "do" for entry in said)


def test_lines_taps_and_choices_come_from_the_page_alike():
    async def script(pilot):
        await set_up(pilot)
        await pilot.send('{"subscribe":["screen"]}')
        await pilot.send('{"tap":%d}' % hexboard.cell("h8"))
        assert pilot.ask == "ask-colour"
        await pilot.send('{"tap":63}')  # one level up: somebody has changed their mind
        assert pilot.view.walk.entered == [("space", 63)]
        screen = sent(pilot, "screen")[-1]
        await pilot.send('{"choose":1,"screen":%d}' % screen["id"])
        assert pilot.journal()[-1] == "claim player1 g7 red"
        await pilot.send('{"choose":1,"screen":%d}' % screen["id"])
        assert sent(pilot, "refused")[-1]["code"] == "stale"
        await pilot.read_on()
        await pilot.send('{"tap":63}')
        assert sent(pilot, "refused")[-1] == {
            "code": "claimed",
            "text": "g7 belongs to Player 1.",
            "short": "g7 belongs to Player 1.",
        }
        await pilot.send('{"line":"claim player2 f6 green"}')
        assert pilot.journal()[-1] == "claim player2 f6 green"
        for line, code in (
            ("claim player2 f7 green", "not-your-turn"),
            ("claim player1 f6 green", "claimed"),
            ("claim player1 a1 green", "outside"),
            ("claim player1 f6", "bad-line"),
            ("claim nobody f7 green", "unknown-seat"),
            ("fly player1 f7", "unknown-word"),
            ("rounds 3", "setup-late"),
            ("# nothing", "rubbish"),
        ):
            await pilot.send(json.dumps({"line": line}))
            assert sent(pilot, "refused")[-1]["code"] == code, line
        await pilot.send('{"line":"undo"}')
        assert pilot.journal()[-1] == "undo"
        assert len(pilot.app.machine().log) == 1

    pilot = Pilot()
    pilot.run(script)


def test_a_line_during_a_menu_or_an_announcement_is_for_the_game():
    async def script(pilot):
        await set_up(pilot)
        await pilot.press("menu")
        await pilot.send('{"line":"claim player1 f6 green"}')
        await pilot.wait()
        assert len(pilot.app.machine().log) == 1
        await pilot.press("menu")
        await pilot.pick(("menu", "said"))
        await pilot.send('{"line":"claim player2 g7 green"}')
        await pilot.wait()
        assert len(pilot.app.machine().log) == 2
        assert [message[0] for message in pilot.view.do] == ["centre", "do-round"]
        await pilot.wait(320)
        await pilot.send('{"tap":%d}' % hexboard.cell("f7"))
        assert pilot.ask == "ask-colour"

    Pilot().run(script)


RUBBISH = [
    b"{",
    b"{}",
    b"{]\n{",
    b'{"turn":"left"}',
    b'{"turn":true}',
    b'{"turn":1e9}',
    b'{"press":"reset"}',
    b'{"press":["confirm"]}',
    b'{"choose":-1}',
    b'{"tap":null}',
    b'{"line":5}',
    b'{"set":"all"}',
    b'{"ask":{}}',
    b"[1,2,3]",
    b"12",
    b"null",
    b"\xff\xfe\x00",
    b'{"line":"\xff"}',
    b"[" * 3000,
    b"x" * 5000,
    b'{"subscribe":"screen"}',
    b"ATZ",
]


def test_rubbish_on_the_link_disturbs_nothing():
    async def script(pilot):
        await set_up(pilot)
        await pilot.turn(2)
        before = bytes(pilot.device.display.buffer), pilot.device.storage.files.copy()
        for n, rubbish in enumerate(RUBBISH):
            answers = len(sent(pilot, "refused"))
            pilot.device.serial.feed(rubbish + b"\n")
            await pilot.wait(50)
            assert len(sent(pilot, "refused")) > answers, rubbish
            assert (bytes(pilot.device.display.buffer), pilot.device.storage.files) == before, (n, rubbish)
        pilot.device.serial.feed(b"\r\n\n   \n")
        for byte in b'{"turn":1}\r\n':
            pilot.device.serial.feed(bytes([byte]))
            await pilot.wait(5)
        assert pilot.view.walk.level.at == 3

    Pilot().run(script)


def test_requests_are_answered():
    async def script(pilot):
        await pilot.wait()
        await pilot.send('{"ask":"record","id":1}')
        await set_up(pilot, rounds=7)
        await play(pilot, GAME[5:])
        await pilot.send('{"ask":"record","id":"two"}')
        await pilot.send('{"ask":"games","id":3}')
        await pilot.send('{"ask":"state","id":4}')
        await pilot.send('{"ask":"copy","id":5}')
        await pilot.send('{"set":{"copy":["rounds 9"]},"id":6}')
        await pilot.send('{"set":{"copy":["rounds  5"]},"id":7,"game":"toy"}')
        await pilot.send('{"ask":"copy","id":8,"game":"toy"}')
        await pilot.send('{"set":{"language":"de"},"id":9}')
        await pilot.send('{"set":{"language":"tlh"},"id":10}')
        await pilot.send('{"set":{"brightness":9},"id":11}')
        await pilot.send('{"set":{"volume":0},"id":12}')
        await pilot.send('{"ask":"weather","id":13}')

    pilot = Pilot()
    pilot.run(script)
    replies = {reply["reply"]: reply for reply in sent(pilot, "reply")}
    assert replies[1] == {"reply": 1, "ok": False, "code": "no-game", "text": "There is no such game."}
    two = replies["two"]
    assert two.pop("at") == two.pop("of") == len(pilot.device.storage.files["0001.game"])
    assert two == {"reply": "two", "ok": True, "lines": [*GAME[:4], "rounds 7", *GAME[5:]]}
    games = replies[3]["games"]
    assert [(one["number"], one["game"], one["state"], one["open"]) for one in games] == [(1, "toy", "open", True)]
    assert replies[4]["state"] == {"game": "toy", "phase": "claim", "claims": ["h8", "g7", "f6", "g8"]}
    assert replies[5] == {"reply": 5, "ok": True, "game": "toy", "lines": []}
    assert (replies[6]["ok"], replies[6]["code"]) == (False, "bad-line")
    assert replies[7]["ok"]
    assert replies[8]["lines"] == ["rounds 5"]
    assert replies[9]["ok"]
    assert not replies[10]["ok"]
    assert not replies[11]["ok"]
    assert replies[12]["ok"]
    assert (replies[13]["ok"], replies[13]["text"]) == (False, "Das ist nicht zu verstehen.")


def test_a_long_record_comes_in_several_lines():
    async def script(pilot):
        await set_up(pilot, rounds=7)
        for _ in range(15):
            await pilot.send('{"line":"claim player1 f6 green"}')
            await pilot.send('{"line":"undo"}')
        await pilot.send('{"ask":"record","id":1}')

    pilot = Pilot()
    pilot.run(script)
    replies = sent(pilot, "reply")
    assert [reply.get("more", False) for reply in replies] == [True, False]
    assert [line for reply in replies for line in reply["lines"]] == pilot.journal()


def test_nobody_reads_and_then_somebody_does():
    async def script(pilot):
        await pilot.wait()
        await pilot.send('{"subscribe":["display","lights","screen","scene","said","sound","recorded"]}')
        pilot.device.serial.room = 700  # stops in the middle of a line
        await set_up(pilot)
        await play(pilot, GAME[5:8])
        assert len(pilot.app.link._queue) <= 40
        pilot.device.serial.room = None
        await pilot.wait(200)

    pilot = Pilot()
    pilot.run(script)
    lines = bytes(pilot.device.serial.sent).split(b"\n")
    for line in lines[:-1]:
        json.loads(line)
    assert sent(pilot, "screen")[-1]["seats"] == ["Player 2"]
    display = bytearray(1024)
    for message in sent(pilot, "display"):
        for page, data in message["pages"].items():
            display[128 * int(page) : 128 * int(page) + 128] = __import__("base64").b64decode(data)
    assert display == pilot.device.display.buffer


def test_the_language_changes_at_once():
    async def script(pilot):
        await set_up(pilot)
        await pilot.send('{"subscribe":["screen","scene"]}')
        assert sent(pilot, "screen")[-1]["language"] == "en"
        await pilot.send('{"set":{"language":"de"}}')
        assert sent(pilot, "screen")[-1]["language"] == "de"
        assert sent(pilot, "screen")[-1]["seats"] == ["Spieler 1"]
        await pilot.press("menu")
        await pilot.pick(("menu", "settings"))
        await pilot.pick(("setting", "language"))
        await pilot.pick(("language", "en"))
        assert sent(pilot, "screen")[-1]["title"] == "Settings"

    pilot = Pilot()
    pilot.run(script)
    assert b'"language":"en"' in pilot.device.storage.files["settings"]


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
