"""Hasty and curious hands at Fowl Play!: what was not read is not skipped, what was not seen is not chosen, answers stay answers."""

import json
import re

import pytest

from shared_rules import hexboard
from tests.firmware import playing
from tests.firmware.pilot import Pilot

RECORD = "tests/records/fowl_play/007-full.roost"
SUBSCRIBE = '{"subscribe":["screen","said"]}'


@pytest.fixture(autouse=True)
def _in_root(monkeypatch, root):
    monkeypatch.chdir(root)


def sent(pilot, name):
    messages = [json.loads(line) for line in bytes(pilot.device.serial.sent).split(b"\n") if line.startswith(b"{")]
    return [message[name] for message in messages if name in message]


def tap(name):
    return json.dumps({"tap": hexboard.cell(name)})


def at_table(actions, script):
    """Runs a script after so many actions of the record."""
    lines = playing.read(RECORD)

    async def run(pilot):
        await playing.set_up(pilot, lines)
        for line in playing.actions(lines)[:actions]:
            await pilot.act(line)
        await pilot.send(SUBSCRIBE)
        await script(pilot)

    pilot = Pilot()
    pilot.run(run)
    return pilot


def codes(messages):
    return [message[0] for message in messages]


BEFORE_LAST_FOX = 14  # `fox white k9` ends turn 1


def test_a_double_tap_does_not_skip_what_hands_must_do():
    async def script(pilot):
        assert pilot.ask == "ask-fox"
        await pilot.send(tap("k9") + "\n" + tap("k9"))
        assert codes(pilot.view.do) == ["do-next-turn"]
        await pilot.send(tap("k9"))
        assert codes(pilot.view.do) == ["do-next-turn"]
        await pilot.wait(320)
        await pilot.send(tap("k9"))  # nothing of the next question lies there
        assert codes(pilot.view.do) == ["do-next-turn"]
        assert sent(pilot, "refused")[-1]["code"] == "hands-first"

    pilot = at_table(BEFORE_LAST_FOX, script)
    assert pilot.journal()[-1] == "fox white k9"


def test_who_goes_on_with_the_board_has_done_what_was_announced():
    async def script(pilot):
        await pilot.hold("back")
        assert codes(pilot.view.do) == ["back-fox"]
        await pilot.wait(320)
        await pilot.send(tap("i5"))
        assert pilot.journal()[-1] == "fox orange i5"

    at_table(13, script)


def test_a_choice_is_only_taken_for_what_was_on_the_screen():
    async def script(pilot):
        screen = sent(pilot, "screen")[-1]
        assert pilot.ask == "ask-card"
        choose = json.dumps({"choose": 22, "screen": screen["id"]})
        await pilot.send(choose + "\n" + choose)  # a double click
        assert pilot.journal()[-2:] == [pilot.journal()[-2], "play brown 23"]
        assert not pilot.journal()[-2].startswith("play")
        assert sent(pilot, "refused")[-1]["code"] == "stale"

    at_table(0, script)


def test_both_put_backs_of_two_take_backs_stay_to_be_done():
    async def script(pilot):
        await pilot.hold("back")
        await pilot.hold("back")
        assert codes(pilot.view.do) == ["back-fox", "back-fox"]
        await pilot.read_on()
        await pilot.hold("back")
        assert codes(pilot.view.do) == ["back-fox"]

    at_table(14, script)


@pytest.mark.parametrize(("actions", "code"), [(3, "again-card"), (9, "again-done")])
def test_nothing_is_to_be_confirmed_where_hands_put_nothing_back(actions, code):
    async def script(pilot):
        await pilot.hold("back")
        assert pilot.ask != "app-next"
        assert codes(pilot.view.rides) == [code]

    at_table(actions, script)


def test_a_refusal_does_not_ride_beside_the_next_event():
    async def script(pilot):
        await pilot.send('{"line":"target brown 3"}')
        assert codes(pilot.view.rides) == ["no.wrong-phase"]
        await pilot.send('{"line":"play brown 23"}')
        assert codes(pilot.view.rides) == ["played"]

    at_table(0, script)


def test_texts_of_the_menu_are_read_by_choosing_them_too():
    async def script(pilot):
        await pilot.press("menu")
        await pilot.pick(("menu", "status"))
        first = sent(pilot, "screen")[-1]
        await pilot.send(json.dumps({"choose": 2, "screen": first["id"]}))
        second = sent(pilot, "screen")[-1]
        assert second["at"] == 2
        assert second["do"] != first["do"]
        await pilot.turn(-1)
        third = sent(pilot, "screen")[-1]
        assert third["at"] == 1
        assert all(ord(char) < 0xE000 for char in "".join(first["do"] + second["do"] + third["do"]))  # signs of the display alone
        assert third["do"] not in (first["do"], second["do"])

    at_table(4, script)


def test_the_last_announcements_are_not_pushed_out_by_wrong_taps():
    async def script(pilot):
        for _ in range(20):
            await pilot.send('{"line":"target brown 3"}')
        await pilot.press("menu")
        await pilot.pick(("menu", "said"))
        texts = []
        for _ in range(len(pilot.options())):
            texts += pilot.view.do
            await pilot.turn(1)
        assert any("Brown, Orange" in text for text in texts), texts
        assert not any("entered" in text for text in texts), texts  # of the refusals

    at_table(4, script)


def test_sentences_begin_with_a_capital_letter_names_of_spaces_do_not():
    async def script(pilot):
        await pilot.send('{"line":"move brown a1 b4"}')
        await pilot.send('{"line":"move brown c2 g7"}')

    texts = [said["text"] for said in sent(at_table(4, script), "said")[-2:]]
    assert texts[0].startswith("Black turkey on a circle (28) shares neither")
    assert texts[1] == "g7 is a tunnel: a fowl never enters it."


def test_a_fowl_that_is_shut_in_says_so():
    async def script(pilot):
        assert pilot.ask == "ask-fowl"
        game = pilot.app.machine()
        for fowl in game.kin(game.cards[game.to_act()[0]]):
            if not game.fowl_reach(fowl, 1):
                await pilot.send(json.dumps({"tap": game.cell_of(fowl)}))
                assert sent(pilot, "refused")[-1]["code"] == "shut-in"
                return
        raise AssertionError("nobody is shut in at the start")

    at_table(4, script)


def test_a_turkey_is_moved_in_the_accusative():
    async def script(pilot):
        await pilot.send('{"set":{"language":"de"}}')
        await pilot.send('{"line":"play brown 33"}')

    assert "Braun spielt den braunen Truthahn auf Quadrat (33)." in [said["text"] for said in sent(at_table(0, script), "said")]


def test_letters_of_a_name_that_the_display_has_not_are_shown_by_what_they_are_made_of():
    from firmware.names import shown, token

    assert (shown("Zoë"), token("Zoë")) == ("Zoe", "zoe")
    assert (shown("Émilie"), token("Émilie")) == ("Emilie", "emilie")
    assert (shown("Jörg"), token("Jörg")) == ("Jörg", "joerg")
    assert (shown("李雷"), token("李雷")) == ("", "")


def test_what_is_taken_back_is_said_in_words():
    async def script(pilot):
        await pilot.hold("back")
        await pilot.hold("back")

    lines = [said["text"] for said in sent(at_table(6, script), "said") if said["text"].startswith("Taken back")]
    assert len(lines) == 2
    assert lines[0].startswith("Taken back: Brown moves")
    assert lines[1].startswith("Taken back: Brown moves")
    assert lines[0] != lines[1]


def test_what_is_taken_back_is_said_in_words_however_long_ago_it_was():
    async def script(pilot):
        for _ in range(10):
            await pilot.hold("back")

    lines = [said["text"] for said in sent(at_table(10, script), "said") if said["text"].startswith("Taken back")]
    assert len(lines) == 10
    assert all(
        re.match(r"Taken back: (Black|Brown|Orange|White)\b.* (plays|moves|is done|goes|stays)\b", line) for line in lines
    ), lines


def test_a_wrong_place_for_a_fox_is_told_why():
    async def script(pilot):
        lines = playing.read(RECORD)
        await pilot.wait()
        await pilot.pick(("game", "fowl_play"))
        await pilot.pick(("mode", "play"))
        await pilot.send(json.dumps({"line": lines[1]}))
        await pilot.pick(("word", "laid-out"))
        await pilot.read_on()
        await pilot.pick(("seat", 0))
        assert pilot.ask == "ask-fox-start"
        await pilot.send(tap("g7"))
        assert sent(pilot, "refused")[-1]["code"] == "fox-not-in-den"

    Pilot().run(script)
