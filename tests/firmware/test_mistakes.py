"""Mistakes at the table: something is wrong, an earlier entry is changed, a card by agreement, a player leaves; lights and sheets."""

import functools
import importlib
import random
import subprocess

import pytest

from firmware import screens
from firmware.view import TEXT
from firmware.words import LANGUAGES, Words
from shared_rules import catalogue, hexboard
from shared_rules.choice import COUNT, NAME, Choice
from shared_rules.record import Reader
from tests.firmware import mending
from tests.firmware.mending import BIRDS, FEATHERS, FOWL, TURN, answer, at_table, cell, game, menu
from tests.firmware.pilot import Pilot
from tests.firmware.test_widths import LONGEST_NAME, lay
from tests.shared_rules import corrected


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_runtimes_tell_the_same_stories_and_nothing_is_cut_off(language, micropython, root, monkeypatch):
    monkeypatch.chdir(root)
    del screens.cuts[:]
    here = mending.stories(language)
    assert not [line for line in here if line.startswith("cut")]
    command = [micropython, "-X", "heapsize=8m", "-m", "tests.firmware.mending", language]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=110, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.split("\n")[:-1] == here


# Something is wrong


def test_a_fowl_stands_elsewhere():
    async def script(pilot):
        await menu(pilot, "wrong")
        assert pilot.options() == [("flock", 0), ("flock", 1), ("flock", 2), ("flock", 3), ("foxes", 0), ("lights", 0)]
        await pilot.pick(("flock", 1))
        assert pilot.options()[0] == ("word", "right")
        assert len(pilot.options()) == 10
        await pilot.go(("fowl", 12))
        assert pilot.app.places([("fowl", 12)]) == [game(pilot).cell_of(12)]
        await pilot.press()
        assert pilot.view.walk.key == ("space", game(pilot).cell_of(12))  # the cursor starts where it should stand
        await pilot.pick(cell("g9"))
        assert pilot.app.places([("fowl", 12)]) == [hexboard.cell("g9")]
        await pilot.pick(("word", "right"))
        assert pilot.ask == "app-wrong"
        assert pilot.view.walk.key == ("flock", 2)  # on to the next part
        assert game(pilot).log == []
        await pilot.pick(("wrong-do", "enter"))
        assert game(pilot).fowl_on(hexboard.cell("g9")) == 12
        await pilot.hold("back")
        assert game(pilot).cell_of(12) == hexboard.cell("m11")

    assert at_table(FOWL, script).journal()[4:] == ["correct 12 g9", "undo"]


def test_two_fowl_are_swapped_and_one_was_captured():
    async def script(pilot):
        await menu(pilot, "wrong")
        await pilot.pick(("flock", 0))
        for fowl, value in ((1, cell("m8")), (2, cell("m7")), (3, ("captor", 1))):
            await pilot.pick(("fowl", fowl))
            await pilot.pick(value)
        await pilot.press("back")
        await pilot.pick(("foxes", 0))
        await pilot.pick(("fox", 0))
        await pilot.pick(cell("h8"))
        await pilot.press("back")
        await pilot.pick(("wrong-do", "enter"))
        assert game(pilot).captured == [[], [3]]
        assert [game(pilot).cell_of(fowl) for fowl in (1, 2)] == [hexboard.cell("m8"), hexboard.cell("m7")]
        assert game(pilot).foxes[0] == hexboard.cell("h8")

    journal = at_table(FOWL, script).journal()[4:]
    assert len(journal) == 5  # one of the two had to step aside
    assert journal[-1] in ("correct 1 m8", "correct 2 m7")


def test_a_position_that_cannot_be_is_refused_and_forgotten_only_when_wanted():
    async def script(pilot):
        await menu(pilot, "wrong")
        await pilot.pick(("flock", 0))
        await pilot.pick(("fowl", 1))
        await pilot.pick(cell("m8"))
        await pilot.press("back")
        await pilot.pick(("wrong-do", "enter"))
        assert pilot.view.do[0][0] == "no.space-taken"
        await pilot.read_on()
        assert pilot.ask == "app-wrong"
        await pilot.press("back")
        assert pilot.view.do[0] == ("app-wrong-leave", {"n": 1})
        await answer(pilot, ("word", "no"))
        assert pilot.ask == "app-wrong"
        await pilot.press("back")
        await answer(pilot, ("word", "yes"))
        assert pilot.ask in ("ask-card", "ask-which-seat")

    assert at_table(FOWL, script).journal()[4:] == []


def test_light_cards_and_an_early_shuffle():
    async def script(pilot):
        await menu(pilot, "wrong")
        await pilot.pick(("lights", 0))
        await pilot.pick(("light", 0))
        await pilot.pick(("number", 2))
        await pilot.press("back")
        await pilot.pick(("wrong-do", "enter"))
        await menu(pilot, "wrong")
        await pilot.pick(("wrong", "shuffle"))
        assert game(pilot).light == 2

    assert at_table(FOWL + TURN, script).journal()[-2:] == ["correct light 2", "correct shuffle"]


def test_the_path_is_set_right():
    async def script(pilot):
        await menu(pilot, "wrong")
        assert pilot.options() == [("discs", 0), ("path", 0), ("stacked", 0)]
        await pilot.pick(("path", 0))
        await pilot.pick(("lies", 3))
        await pilot.pick(("face", "trap"))
        await pilot.press("back")
        await pilot.pick(("discs", 0))
        assert pilot.app.places([("disc", 1)]) == [0]
        await pilot.pick(("disc", 1))
        await pilot.pick(("space", 2))
        await pilot.press("back")
        await pilot.pick(("stacked", 0))
        await pilot.pick(("stack", 0))
        await pilot.pick(("number", 20))
        await pilot.press("back")
        await pilot.pick(("wrong-do", "enter"))

    lines = [*FEATHERS, "reveal green green green green green"]
    journal = at_table(lines, script).journal()
    assert journal[-3:] == ["correct card 3 trap", "correct disc ben 2", "agreed stack 20"]


def test_a_sheet_is_set_right():
    async def script(pilot):
        await menu(pilot, "wrong")
        assert pilot.options() == [("ticks", 0), ("ticks", 1)]
        await pilot.pick(("ticks", 1))
        for bird in (3, 10, 3):
            await pilot.pick(("tick", 64 + bird))
        assert pilot.app.places([("tick", 64 + 10)]) == [10]
        await pilot.press("back")
        await pilot.pick(("wrong-do", "enter"))
        assert [bird for bird in range(35) if game(pilot).recorded[1][bird]] == [10]

    assert at_table(BIRDS, script).journal()[-1] == "correct saw ben mountains-uncommon3"


def test_a_reveal_that_cannot_be_made():
    async def script(pilot):
        await menu(pilot, "wrong")
        await pilot.pick(("wrong", "none"))
        assert game(pilot).turned_up() == 1

    assert at_table([*BIRDS, "play anna ocean-ace", "play ben ocean-rare"], script).journal()[-1] == "agreed none"


# A refusal and its ways out


@pytest.mark.parametrize("by_line", [False, True])
def test_a_card_by_agreement(by_line):
    async def script(pilot):
        if by_line:
            await pilot.send('{"line":"play black 1"}')
            assert b'"code":"card-is-out"' in pilot.device.serial.sent
        else:
            await menu(pilot, "why-not")
            await pilot.pick(("card", 1))
        assert pilot.view.style == TEXT
        assert pilot.options() == [("way", "leave"), ("way", "agree"), ("way", "change")]
        assert pilot.view.do[0][1]["why"][1]["turn"] == 1
        await answer(pilot, ("way", "agree"))
        assert game(pilot).cards == [1, 0]

    assert at_table(FOWL + TURN, script).journal()[-1] == "agreed play black 1"


def test_a_refusal_leads_to_the_entry_that_was_wrong():
    async def script(pilot):
        await menu(pilot, "why-not")
        await pilot.pick(("card", 1))
        await answer(pilot, ("way", "change"))
        assert pilot.view.do[0] == ("app-entry", {"n": 1, "line": "play black 1"})
        await answer(pilot, ("change", "anew"))
        assert pilot.view.walk.key == ("card", 1)
        await pilot.pick(("card", 2))
        await pilot.read_on()
        await pilot.act("play black 1")

    journal = at_table(FOWL + TURN, script).journal()[4:]
    assert journal == TURN + ["undo"] * 6 + ["play black 2"] + TURN[1:] + ["play black 1"]


def test_left_as_it_is():
    async def script(pilot):
        await menu(pilot, "why-not")
        await pilot.pick(("card", 1))
        await answer(pilot, ("way", "leave"))
        assert pilot.view.walk.key == ("card", 1)  # one can ask on

    assert at_table(FOWL + TURN, script).journal()[4:] == TURN


# Changing an earlier entry


async def change(pilot, number):
    await menu(pilot, "change")
    await pilot.pick(("entry", number))


MOVES = [
    "play black 1",
    "play white 28",
    "move black k5 j4",
    "move black j4 i3",
    "done black",
    "done white",
    "stay black",
    "stay white",
]


def test_an_entry_is_entered_anew_and_the_first_that_no_longer_fits_is_asked():
    async def script(pilot):
        before = game(pilot).state()
        await change(pilot, 2)
        await answer(pilot, ("change", "anew"))
        await pilot.pick(cell("j5"))  # of the same fowl
        assert pilot.view.do[0] == ("app-unfit", {"line": "move black j4 i3"})
        assert pilot.view.do[1][0] == "no.no-fowl"
        await answer(pilot, ("change", "anew"))
        await pilot.press("back")
        assert pilot.view.do[0][0] == "app-unfit"
        await answer(pilot, ("change", "anew"))
        await pilot.pick(("fowl", 4))
        await pilot.press()
        state = game(pilot).state()
        assert state["turn"] == before["turn"] == 2
        assert state["fowl"]["7"] == "j5"
        assert pilot.view.do[0][0] == "app-stands"
        assert len(pilot.view.do[0][1]["things"]) == 2  # both fowl stand elsewhere now
        await pilot.read_on()

    pilot = at_table(FOWL + MOVES, script)
    journal = pilot.journal()[4:]
    assert journal[: len(MOVES) + 6] == MOVES + ["undo"] * 6
    assert journal[len(MOVES) + 6] == "move black k5 j5"
    assert journal[-4:] == MOVES[-4:]


@pytest.mark.parametrize("way", ["cancel", "menu", "back", "line"])
def test_giving_up_changes_nothing(way):
    async def script(pilot):
        before = game(pilot).state()
        await change(pilot, 0)
        if way == "cancel":
            await answer(pilot, ("change", "cancel"))
        elif way == "line":
            await pilot.send('{"line":"play black 9"}')
        else:
            await pilot.press(way)
        if way == "line":
            assert game(pilot).cards == [9, 0]  # it was meant for the game
            game(pilot).undo()
        assert game(pilot).state() == before
        await pilot.read_on()

    journal = at_table(FOWL + TURN, script).journal()[4:]
    assert journal == TURN + (["play black 9"] if way == "line" else [])


def test_entries_are_left_out():
    async def script(pilot):
        await change(pilot, 0)
        await answer(pilot, ("change", "out"))
        assert pilot.view.do[0] == ("app-unfit", {"line": "done black"})
        await answer(pilot, ("change", "stop"))
        assert game(pilot).state()["cards"] == {"white": 4}

    assert at_table(FOWL + TURN, script).journal()[4:] == TURN + ["undo"] * 6 + ["play white 4"]


def test_a_full_medium_changes_nothing():
    async def script(pilot):
        before = game(pilot).state()
        await change(pilot, 0)
        await answer(pilot, ("change", "anew"))
        pilot.device.storage.room = 0
        await pilot.pick(("card", 2))
        pilot.device.storage.room = None
        assert game(pilot).state() == before

    assert at_table(FOWL + TURN, script).journal()[4:] == TURN


def test_older_entries_are_on_further_pages():
    turns = [
        f"{line}"
        for number in range(9)
        for line in [f"play black {2 * number + 1}", f"play white {2 * number + 2}", *TURN[2:]]
        + ["correct light 0"] * (number > 0)
    ]

    async def script(pilot):
        await menu(pilot, "change")
        assert len(pilot.options()) == 41
        await pilot.pick(("change", "earlier"))
        assert pilot.options()[0] == ("entry", len(turns) - 41)
        assert ("set-up", "foxes") in pilot.options()
        await pilot.press("back")

    at_table(FOWL + turns, script)


def test_a_changed_set_up_is_a_record_of_its_own():
    async def script(pilot):
        await menu(pilot, "change")
        await pilot.pick(("set-up", "foxes"))
        assert pilot.ask == "ask-fox-start"
        assert pilot.view.walk.key == cell("g8")
        await pilot.pick(cell("h8"))
        await pilot.press()
        await pilot.read_on()
        assert game(pilot).foxes[0] == hexboard.cell("h8")
        assert len(game(pilot).log) == len(TURN)
        await pilot.act("play black 2")

    pilot = at_table(FOWL + TURN, script)
    assert pilot.journal(1)[4:] == TURN
    assert pilot.journal(2) == [*FOWL[:3], "foxes black h8 white g6", *TURN, "play black 2"]
    assert pilot.app.journal.number == 2
    assert pilot.app.settings["current"] == 2


def test_a_player_who_was_misnamed():
    async def script(pilot):
        await menu(pilot, "change")
        await pilot.pick(("set-up", "seats"))
        for _ in range(2):
            await pilot.pick(("name", "player1") if ("name", "player1") in pilot.options() else pilot.options()[0])
        await pilot.hold("confirm")
        await pilot.read_on()
        assert len(game(pilot).log) == 2
        assert game(pilot).seats == ("player1", "player2")

    lines = [*FEATHERS, "reveal green green green green green", "move anna 2"]
    pilot = at_table(lines, script)
    assert pilot.journal(2)[2:] == [
        "seats player1 player2",
        FEATHERS[3],
        "discs player1 player2",
        "reveal green green green green green",
        "move player1 2",
    ]


# A player leaves


def test_fowl_and_fox_of_one_who_left_stay():
    async def script(pilot):
        await menu(pilot, "leaves")
        await pilot.pick(("seat", 1))
        await answer(pilot, ("word", "yes"))
        assert pilot.view.do[0] == ("gone", {"seat": ("seat", "white")})
        await pilot.read_on()
        for line in ("play black 2", "play white 5", "done black", "stay black"):
            await pilot.act(line)
        await pilot.read_on()
        assert game(pilot).turn == 3
        state = game(pilot).state()
        await pilot.hold("back")  # what was done by itself is taken back with what came before
        assert game(pilot).line(game(pilot).log[-1]) == "done white"
        assert game(pilot).mover() == 0
        await pilot.read_on()
        await pilot.act("stay black")
        assert game(pilot).state() == state

    pilot = at_table(FOWL + TURN, script)
    lines = ["play black 2", "play white 5", "done black", "done white", "stay black", "stay white"]
    assert pilot.journal()[4:] == [*TURN, *lines, "undo", "undo", "stay black", "stay white"]
    assert b"# gone white 2 #" in pilot.device.storage.files["0001.game"]


def test_the_seat_stays_empty_over_a_restart_until_somebody_is_back():
    async def script(pilot):
        await menu(pilot, "leaves")
        await pilot.pick(("seat", 1))
        await answer(pilot, ("word", "yes"))
        await pilot.read_on()

    first = at_table(FOWL + TURN, script)

    async def again(pilot):
        for line in ("play black 2", "play white 5", "done black"):
            await pilot.act(line)
        assert game(pilot).phase == "fox"
        await menu(pilot, "leaves")
        assert pilot.view.describe(("seat", 1))[0] == "app-gone-since"
        await pilot.pick(("seat", 1))
        await answer(pilot, ("word", "yes"))
        await pilot.act("stay black")
        assert game(pilot).mover() == 1
        assert pilot.app.table.gone == {}

    second = Pilot(first.device.storage.files)

    async def begin(pilot):
        await pilot.wait()
        await pilot.press()
        await pilot.read_on()
        await again(pilot)

    second.run(begin)


def test_the_disc_of_one_who_left_goes_card_by_card_and_leaves():
    async def script(pilot):
        await menu(pilot, "leaves")
        await pilot.pick(("seat", 0))
        await answer(pilot, ("word", "yes"))
        assert pilot.view.do[0][0] == "gone"
        await pilot.read_on()
        assert game(pilot).at == [1, 0]
        assert ("moved", {"seat": ("seat", "anna"), "place": 1}) in [entry[1] for entry in pilot.app.said if entry[2]]
        await pilot.act("reveal trap")
        await pilot.act("move ben 3")
        for line in ("reveal fox", "reveal fox"):
            await pilot.act(line)
        assert game(pilot).to_act() == [0]  # Anna collects: hands do that before her disc goes on
        assert pilot.view.do[0][0] == "do-collect"
        await pilot.read_on()
        assert game(pilot).at == [4, 3]  # by way of Ben's card, on top of his disc
        assert game(pilot).phase == "reveal"
        log = list(game(pilot).log)
        await pilot.hold("back")
        assert pilot.view.do[0][0] == "warn-seen"
        await answer(pilot, ("word", "yes"))
        assert [message[0] for message in pilot.view.do].count("back-disc") == 3  # Anna's disc must be put back by hand, too
        await pilot.read_on()
        assert game(pilot).log == log[:-4]
        await pilot.act("reveal fox")
        await pilot.read_on()
        assert game(pilot).log == log
        await pilot.send('{"line":"agreed stack 0"}')
        await pilot.act("leave ben")
        await pilot.read_on()
        assert game(pilot).left == [1, 0]

    lines = [*FEATHERS, "reveal green green green green green"]
    assert at_table(lines, script).journal()[-3:] == ["agreed stack 0", "leave ben", "leave anna"]


def test_the_sheet_tells_who_left_and_what_was_agreed():
    lines = FOWL[:]
    for number in range(7):
        lines += [f"play black {2 * number + 1}", f"play white {2 * number + 2}", *TURN[2:]]

    async def script(pilot):
        await menu(pilot, "leaves")
        await pilot.pick(("seat", 1))
        await answer(pilot, ("word", "yes"))
        await pilot.read_on()
        await pilot.act("target black 30")
        await pilot.send('{"line":"agreed target white 30"}')
        for _ in range(60):
            if pilot.view.style == TEXT and pilot.view.mode == "sheet":
                break
            await pilot.wait(320)
            await pilot.press()
        codes = [message[0] for message in pilot.view.do]
        assert codes[-2:] == ["app-gone-from", "app-corrected"]
        assert pilot.view.do[-2][1] == {"seat": ("seat", "white"), "turn": 7}

    at_table(lines, script)


# Lights and sheets


def test_lighting_up():
    async def script(pilot):
        await menu(pilot, "light-up")
        assert ("light-up", "target") not in pilot.options()
        await pilot.pick(("light-up", "colour"))
        await pilot.pick(("colour", "brown"))
        looks = [game(pilot).fowl_on(key[1]) for key in pilot.options()]
        assert sorted(looks) == [4, 5, 6, 13, 14, 15, 22, 23, 24, 31, 32, 33]
        assert pilot.app.places(pilot.options()) == [key[1] for key in pilot.options()]
        await pilot.press("back")
        await pilot.press("back")
        await pilot.pick(("light-up", "reach"))
        await pilot.pick(("seat", 1))
        assert [key[1] for key in pilot.options()] == game(pilot).fox_reach(1)
        await pilot.press("back")
        await pilot.press("back")
        await pilot.press("back")
        assert pilot.ask in ("ask-card", "ask-which-seat")

    at_table(FOWL + TURN, script)


def test_what_is_like_a_target_is_shown_once_it_is_known():
    lines = FOWL[:]
    for number in range(7):
        lines += [f"play black {2 * number + 1}", f"play white {2 * number + 2}", *TURN[2:]]

    async def script(pilot):
        await pilot.act("target black 30")
        await menu(pilot, "light-up")
        await pilot.pick(("light-up", "target"))
        assert pilot.options() == [("seat", 0)]
        await pilot.press()
        assert len(pilot.options()) == 9 + 12 + 12 - 3 - 3 - 4 + 1

    at_table(lines, script)


def test_lights_of_the_other_games():
    async def path(pilot):
        await menu(pilot, "light-up")
        await pilot.pick(("type", "green"))
        assert pilot.options() == [("space", 1), ("space", 3)]

    at_table([*FEATHERS, "reveal green fox green trap mirror"], path)

    async def sheet(pilot):
        await menu(pilot, "light-up")
        await pilot.pick(("seat", 0))
        assert len(pilot.options()) == 35

    at_table(BIRDS, sheet)


def test_a_sheet_of_ones_own_is_read():
    async def script(pilot):
        await menu(pilot, "sheets")
        await pilot.pick(("seat", 0))
        assert pilot.app._scene.marks[0][0] == ("missing", 0)
        text = pilot.app.words.text(list(pilot.view.body(pilot.view.walk.key)))
        assert "anna" in text.lower() or "desert" in text.lower()
        await pilot.press("back")
        await pilot.press("back")

    lines = [*BIRDS, "play anna ocean-ace", "play ben ocean-rare"]
    at_table(lines, script)

    async def none(pilot):
        await pilot.press("menu")
        assert ("menu", "sheets") not in pilot.options()

    at_table(FOWL, none)


# What all this says fits its place


def measure_choice(words, describe, choice, rng, depth=0):
    lay(words, choice.ask, "ask")
    for key in choice.keys:
        lay(words, describe(key), "answer")
    if choice.kind in (NAME, COUNT):
        return
    for key in rng.sample(list(choice.keys), min(len(choice.keys), 4)):
        found = choice.pick(key) if choice.kind == "one" else None
        if isinstance(found, Choice):
            measure_choice(words, describe, found, rng, depth + 1)
        elif isinstance(found, tuple) and found[0] == "places":
            lay(words, found[1], "ask")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", catalogue.GAMES)
def test_every_text_fits(name, language):
    names = dict.fromkeys(corrected.NAMES, LONGEST_NAME)
    words = Words(language, name, names)
    parts = {part: importlib.import_module(f"shared_rules.{name}.{part}") for part in ("position", "highlights", "entry")}
    del screens.cuts[:]
    for seed in range(8):
        rng = random.Random(seed)
        table = corrected.Table(name, seed)
        for _ in range(rng.randrange(30, 400)):
            table.step()
        position = parts["position"].Position(table.game)
        for key, _ in position.extras():
            lay(words, position.describe(key), "line")
        for part in position.parts():
            lay(words, position.describe(part), "line-title")
            lay(words, position.describe(part), "line")
            for thing in position.things(part):
                lay(words, position.describe(thing), "line")
                choice = position.choice(thing)
                if choice is not None:
                    measure_choice(words, position.describe, choice, rng)
        lit = functools.partial(parts["highlights"].describe, table.game)
        measure_choice(words, lit, parts["highlights"].choice(table.game), rng)
        lay(words, ("gone", {"seat": ("seat", table.game.seats[0])}), "text")
    package = catalogue.package(name)
    setup = package.open_setup(1, None)
    for line in table.head[1:]:
        setup.setting(line.split(" ")[0], line.split(" ")[1:])
    for word in package.SETUP:
        entry = parts["entry"].Entry(setup, (word,))
        if name == "birds_of_a_feather" and word == "variant" and len(entry.seats) == 1:
            continue
        while not entry.ready:
            prompt = entry.prompt()
            for message in prompt.do:
                lay(words, message, "text")
            measure_choice(words, entry.describe, prompt.choice, rng)
            if prompt.choice.kind != "one":
                break
            key = prompt.choice.keys[prompt.choice.start]
            entry.apply(prompt.choice.pick(key))
    for word in package.COPY:
        lay(words, ("app-copy-line", {"what": ("copy", word), "is": ("copy-is", "example")}), "line")
    assert sorted(set(screens.cuts)) == []


# Any entry of any game


async def somehow(pilot, rng):
    """Answers whatever is asked while an entry is changed, at random, until that is over."""
    for _ in range(600):
        view = pilot.view
        keys = pilot.options()
        if view.style == TEXT and keys[0][0] == "change":
            ways = [key for key in keys if key[1] != "cancel" and (key[1] != "stop" or rng.random() < 0.1)]
            await answer(pilot, rng.choice(ways))
        elif view.mode == "dialog" and view.head == ("app-change", {}):
            key = rng.choice(keys)
            await pilot.send('{"choose":%d}' % keys.index(key))
        else:
            return
    raise AssertionError("it never ends")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", catalogue.GAMES)
def test_the_record_of_any_change_gives_the_game_that_is_shown(name, seed):
    rng = random.Random(seed)
    table = corrected.Table(name, seed + 20)
    for _ in range(40 + 60 * seed):
        table.step()
    lines = table.head + [table.game.line(action) for action in table.game.log]
    count = len(table.game.log)

    async def script(pilot):
        for _ in range(3):
            before = len(pilot.journal())
            place = rng.randrange(len(game(pilot).log))
            await pilot.press("menu")
            await pilot.pick(("menu", "change"))
            while ("entry", place) not in pilot.options():
                await pilot.pick(("change", "earlier"))
            await pilot.pick(("entry", place))
            await somehow(pilot, rng)
            await pilot.read_on()
            reader = Reader()
            for line in pilot.journal():
                reader.feed(line)
            assert reader.finish().state() == game(pilot).state()
            assert len(pilot.journal()) >= before
            if not game(pilot).log or game(pilot).over:
                return

    assert count > 10
    at_table(lines, script)
