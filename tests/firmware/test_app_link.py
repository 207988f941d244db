"""The app and the other end of its link: what is told, what comes from there, what is asked."""

import json

import pytest

from shared_rules import hexboard
from tests.firmware.pilot import Pilot
from tests.firmware.toy_table import F7, GAME, play, sent, set_up

pytestmark = pytest.mark.usefixtures("toy_game")


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
