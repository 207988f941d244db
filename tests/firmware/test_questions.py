"""Questions at any time: what is understood, what is answered, in both languages, on both runtimes, over the link."""

import importlib
import json
import subprocess
import sys

import pytest

from shared_rules import hexboard
from shared_rules.catalogue import GAMES
from tests.firmware.asking import Table, asked
from tests.firmware.pilot import Pilot

LANGUAGES = ("en", "de")
FOWL = "tests/records/fowl_play/049-part-move.roost", 40
FEATHERS = "tests/records/fancy_feathers/101-rulebook-two-seats.roost", 13
BIRDS = "tests/records/birds_of_a_feather/049-part-reveal.roost", 30

# What is typed -> the question that is understood.
TYPED = {
    (FOWL, "en"): {
        "Where is 17?": "where",
        "where are the black ducks": "where",
        "find Black's fox": "where",
        "what is within 3 of black": "near",
        "What is near e5?": "near",
        "which fowl can the black fox reach": "reach",
        "where can orange capture": "reach",
        "what blocks tunnel g7": "tunnel",
        "the tunnels": "tunnel",
        "whose turn is it": "turn",
        "what's the score": "score",
        "last events": "said",
        "how do things stand?": "rows",
    },
    (FOWL, "de"): {
        "Wo ist 17?": "where",
        "wo sind die schwarzen Enten": "where",
        "Wo steht der schwarze Fuchs?": "where",
        "was ist im Umkreis von 3 um Schwarz": "near",
        "was kann der orange Fuchs erreichen": "reach",
        "was versperrt Gang g7": "tunnel",
        "wer ist dran": "turn",
        "die letzten 5 Ereignisse": "said",
        "wie steht es": "rows",
    },
    (FEATHERS, "en"): {
        "what lies on the Path": "path",
        "what is on space 7": "at",
        "what would I collect at 8": "collect",
        "where is hedwig": "where",
        "where are the Golden ones": "where",
    },
    (FEATHERS, "de"): {
        "was liegt auf der Allee": "path",
        "was ist auf Platz 7": "at",
        "was nehme ich auf 8": "collect",
        "wo ist Angelika": "where",
        "wo liegen die Goldfasane": "where",
    },
    (BIRDS, "en"): {
        "which birds does x_y miss": "misses",
        "what lingers in the forest": "lingers",
        "who has the ocean ace": "bird",
        "uncommon 2 forest bird": "bird",
        "what does x_y have in the desert": "has",
        "what has arrived": "arrives",
    },
    (BIRDS, "de"): {
        "was fehlt x_y": "misses",
        "was verweilt": "lingers",
        "wer hat das Meeres-Ass": "bird",
        "welche Wüstenvögel hat x_y": "has",
        "was kommt an": "arrives",
    },
}


@pytest.mark.parametrize(("where", "language"), TYPED)
def test_what_is_typed_is_understood(where, language):
    table = Table(*where, language)
    for text, question in TYPED[where, language].items():
        if question == "said":
            continue  # needs the app
        what, texts, _ = asked(table, {"text": text})
        assert what == question, (text, texts)
        assert texts
        assert not any("<" in line for line in texts), texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("where", [FOWL, FEATHERS, BIRDS])
def test_what_is_not_understood_is_said_with_examples(where, language):
    table = Table(*where, language)
    what, texts, _ = asked(table, {"text": "xyzzy"})
    assert what == "no"
    assert texts[0].startswith("question-unknown: ")
    assert len(texts[0]) > 200
    assert "<" not in texts[0]


@pytest.mark.parametrize(("where", "language"), TYPED)
def test_the_examples_that_are_offered_are_understood(where, language):
    table = Table(*where, language)
    module = importlib.import_module("shared_rules." + table.game + ".questions")
    words = importlib.import_module("firmware.lang.%s_%s_questions" % (language, table.game)).WORDS
    for question in module.QUESTIONS:
        what, texts, _ = asked(table, {"text": words["question." + question].split(" (")[0]})
        assert what == question or texts[0].startswith(("question-needs", "no-tunnel")), (question, texts)


@pytest.mark.parametrize(("where", "language"), TYPED)
def test_both_runtimes_answer_the_same(where, language, micropython, root):
    command = ["-m", "tests.firmware.asking", where[0], str(where[1]), language]
    command += [text for text, what in TYPED[where, language].items() if what != "said"] + ["xyzzy"]
    one, other = (
        subprocess.run([program, *command], cwd=root, capture_output=True, check=True, timeout=60).stdout
        for program in (sys.executable, micropython)
    )
    assert one == other
    assert len(one) > 300


def test_where_and_who_captured():
    table = Table(*FOWL, "en")
    assert asked(table, {"text": "where is 17"}) == (
        "where",
        ["brown goose on a square (17) stands on b5.", "The nearest fox is Orange's fox, 2 steps to the upper right."],
        [hexboard.cell("b5")],
    )
    assert asked(table, {"text": "where is the brown duck on a square"})[1] == [
        "Black's fox has captured brown duck on a square (18)."
    ]
    assert asked(table, {"text": "where are the foxes"})[2] == [hexboard.cell("d7"), hexboard.cell("l11")]
    assert asked(table, {"text": "where are the white geese"})[2] == [
        table.machine().cell_of(card) for card in range(1, 37) if table.machine().shows[card - 1] in (24, 25, 26)
    ]
    assert asked(table, {"text": "where is 37"})[1][0].startswith("no-such-thing: ")
    assert asked(table, {"text": "where is the white fox"})[1][0].startswith("no-such-thing: ")  # White doesn't play


def test_near_tells_distance_and_direction_of_everything_there():
    table = Table(*FOWL, "en")
    game = table.machine()
    for steps in (1, 2, 4):
        _, texts, places = asked(table, {"what": "near", "things": ["fox 1", "number %d" % steps]})
        wanted = [
            cell
            for cell in range(hexboard.CELLS)
            if 1 <= hexboard.distance(cell, game.foxes[1]) <= steps
            and (game.fowl_on(cell) or game.fox_on(cell) >= 0 or cell in game.tunnels)
        ]
        assert sorted(places) == wanted
        assert len(texts) == 1 + max(len(wanted), 1)
        for cell, text in zip(places, texts[1:]):
            n = hexboard.distance(cell, game.foxes[1])
            assert text.startswith("%d step%s to the " % (n, "" if n == 1 else "s"))
            assert hexboard.name(cell) in text


def test_directions_are_those_of_a_step():
    from shared_rules.fowl_play.questions import direction

    for origin in range(hexboard.CELLS):
        for index in range(6):
            goal = origin
            while hexboard.step(goal, index) >= 0:
                goal = hexboard.step(goal, index)
                assert direction(origin, goal) == hexboard.DIRECTIONS[index]


def test_reach_names_what_the_fox_may_capture_next():
    table = Table("tests/records/fowl_play/049-part-move.roost", 53, "en")
    game = table.machine()
    while game.phase != "fox":
        game.apply(next(action for action in game.legal() if game.line(action).startswith("done")))
    seat = game.mover()
    _, _, places = asked(table, {"what": "reach", "things": ["fox %d" % seat]})
    wanted = [hexboard.cell(game.line(action).split()[2]) for action in game.legal() if game.line(action).startswith("fox")]
    assert places == [cell for cell in wanted if game.fowl_on(cell)]
    assert places


def test_tunnels_say_what_blocks_them():
    table = Table("tests/records/fowl_play/007-full.roost", 9, "en")
    game = table.machine()
    assert game.turn == 1
    assert asked(table, {"text": "tunnel g7"})[1][0] == "Tunnel g7 is free, but in the first turn no fox may end there."
    cell = next(cell for cell in game.tunnels if cell != hexboard.CENTRE)
    game._board[cell] = 40  # the fox of seat 0
    name = game.seats[0].capitalize()
    assert asked(table, {"what": "tunnel", "things": ["space %d" % cell]})[1][0] == (
        "%s's fox stands on tunnel %s: no other fox gets through there." % (name, hexboard.name(cell))
    )
    assert asked(table, {"text": "what blocks a1"})[1] == ["no-tunnel: a1 is no tunnel."]


def test_collecting_is_told_as_it_will_be():
    table = Table(*FEATHERS, "en")
    assert asked(table, {"text": "what would I collect at 8"})[1] == [
        "Moving to space 8, angelika would then take Green Pheasant."
    ]
    assert asked(table, {"text": "what would I collect at 7"})[1] == [
        "On space 7 stands another disc: on top of it, angelika would take nothing."
    ]
    assert asked(table, {"text": "what would I collect at 6"})[1] == [
        "Moving to space 6, angelika would then take Blood Pheasant."
    ]
    assert asked(table, {"text": "what would I collect at 5"})[1][0].startswith("not-forward: ")
    assert asked(table, {"text": "what would I collect at 50"})[1][0].startswith("no-card-there: ")
    table = Table(FEATHERS[0], 12, "en")  # hedwig has moved to 7, the two cards due aren't there yet
    assert asked(table, {"text": "what lies on the path"})[1][-1] == "20 cards are left in the stack."


def test_nothing_of_what_is_hidden_is_told():
    table = Table(*FEATHERS, "en")
    assert asked(table, {"text": "score"})[1] == ["Nothing that counts lies open yet."]
    for text in ("where is hedwig", "what lies on the path", "how do things stand"):
        assert not any("Amherst" in line for line in asked(table, {"text": text})[1])


@pytest.mark.parametrize("rubbish", [
    {},
    {"what": "where"},
    {"what": 3, "things": []},
    {"what": "near", "things": ["fox x"]},
    {"what": "near", "things": ["fox 7"]},
    {"what": "near", "things": ["space 127"]},
    {"what": "near", "things": ["number 0", "fox 0"]},
    {"what": "near", "things": [5, None]},
    {"what": "reach", "things": ["fowl 3"]},
    {"what": "collect", "things": []},
    {"text": ""},
    {"text": "?"},
    {"text": "near " * 100},
])  # fmt: skip
def test_rubbish_is_refused(rubbish):
    for where in (FOWL, FEATHERS, BIRDS):
        what, texts, _ = asked(Table(*where, "en"), rubbish)
        assert what == "no"
        assert texts[0].split(":")[0] in ("no-such-question", "no-such-thing", "question-needs", "question-unknown")


@pytest.mark.parametrize("game", ["", *["_" + name for name in GAMES]])
def test_both_languages_have_the_same_keys(game):
    english, german = (importlib.import_module("firmware.lang." + language + game + "_questions").WORDS for language in LANGUAGES)
    assert set(english) == set(german)
    for words in (english, german):
        for key, text in words.items():
            if key.startswith("hear."):
                assert text == text.lower()
                for form in text.split("|"):
                    assert set(form) <= set("abcdefghijklmnopqrstuvwxyz0123456789 *"), (key, form)


# ---- over the link -----------------------------------------------------------------------------------------------------------


def replies(pilot):
    found = {}
    for line in bytes(pilot.device.serial.sent).split(b"\n"):
        if line.startswith(b'{"reply"'):
            message = json.loads(line)
            found.setdefault(message["reply"], []).append(message)
    return found


def test_questions_over_the_link():
    pilot = Pilot()

    async def script(pilot):
        await pilot.wait()
        await pilot.send('{"ask":"questions","id":1}')
        await pilot.send('{"ask":"question","text":"where is 17","id":2}')
        await pilot.send('{"ask":"question","text":"what happened","id":3}')
        await pilot.pick(("game", "fowl_play"))
        await pilot.pick(("mode", "play"))
        await pilot.send('{"ask":"question","text":"where is 17","id":4}')
        await pilot.send('{"ask":"question","text":"repeat","id":5}')
        await pilot.send('{"line":"seats black white"}')
        await pilot.send('{"line":"foxes black g8 white g6"}')
        await pilot.read_on()
        await pilot.send('{"ask":"questions","id":6}')
        await pilot.send('{"ask":"question","text":"where is 17","id":7}')
        await pilot.send('{"line":"play black 17"}')
        await pilot.send('{"ask":"question","text":"last event","id":8}')
        await pilot.send('{"ask":"question","what":"where","things":["type duck"],"id":9}')
        await pilot.send('{"set":{"language":"de"},"id":10}')
        await pilot.send('{"ask":"question","text":"wo ist der schwarze Fuchs?","id":11}')
        for name in ("questions", "lang.en_questions", "lang.de_fowl_play_questions"):
            assert "firmware." + name not in sys.modules

    pilot.run(script)
    found = replies(pilot)
    assert [one["what"] for one in found[1][0]["questions"]] == ["said", "repeat"]
    assert (found[2][0]["ok"], found[2][0]["code"]) == (False, "question-unknown")
    assert found[3][0]["texts"] == ["Nothing here"]
    assert (found[4][0]["ok"], found[4][0]["code"]) == (False, "question-unknown")
    assert found[5][0]["texts"][-1].startswith(("Confirm", "Who plays"))
    assert [one["what"] for one in found[6][0]["questions"]][:4] == ["near", "reach", "tunnel", "where"]
    assert found[7][0]["texts"][0].startswith("White duck on a hexagon (17) stands on ")
    assert found[8][0]["texts"][-1].startswith("Black plays white duck")
    assert len(found[9][0]["places"]) == 9
    assert found[11][0]["texts"] == ["Der schwarze Fuchs steht auf g8."]


def test_a_request_right_after_an_input_does_not_keep_the_screen_from_being_sent():
    pilot = Pilot()

    async def script(pilot):
        await pilot.wait()
        await pilot.send('{"subscribe":["screen"]}')
        pilot.device.serial.feed(b'{"choose":0}\n{"ask":"questions","id":1}\nrubbish\n')
        await pilot.wait(500)

    pilot.run(script)
    screens = [line for line in bytes(pilot.device.serial.sent).split(b"\n") if line.startswith(b'{"screen"')]
    assert json.loads(screens[-1])["screen"]["title"] == "Play it, or only count the score?"
