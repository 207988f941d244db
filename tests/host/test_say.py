"""`roost say`: what typed answers mean, what is said, the speech program, and the command as a process on both runtimes."""

import importlib
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware.words import LANGUAGES
from host.lang import HostWords
from host.say_answers import labels, meaning
from host.say_voice import PROGRAMS, Voice, find
from tests.firmware.pilot import Pilot
from tests.host.talker import Talker, begin, play, read
from tests.host.test_say_games import GAMES, whole

ROOT = Path(__file__).resolve().parents[2]
ENGLISH, GERMAN = HostWords("en"), HostWords("de")
TWO_SEATS = "tests/records/fowl_play/two-seats.roost"


def screen(*choices: tuple, **more) -> dict:
    """A screen with choices of (words, key, place)."""
    entries = [{"words": words, "key": key} | ({} if place is None else {"place": place}) for words, key, place in choices]
    found = {
        "id": 7,
        "game": "fowl_play",
        "mode": "game",
        "kind": "one",
        "title": "?",
        "seats": [],
        "do": [],
        "rides": [],
        "at": 0,
    }
    return found | {"hold": None, "note": [], "picked": [], "least": 1, "most": 1, "choices": entries} | more


FOWL = screen(
    ("white duck on a circle (16), k13", "fowl 16", 111),
    ("white duck on a hexagon (17), k12", "fowl 17", 110),
    ("brown goose on a square (24), b6", "fowl 24", 12),
    ("done", "word done", None),
    hold="done",
)


def means(text: str, what: dict = FOWL, layout: str | None = "hexagons", tables=(ENGLISH, GERMAN)):
    return meaning(text, what, layout, list(tables))


@pytest.mark.parametrize(
    ("text", "index"),
    [("17", 1), ("k12", 1), ("white duck on a hexagon (17), k12", 1), ("hexagon", 1), ("brown", 2), ("Goose", 2), ("goos", 2), ("b6", 2),
     ("duck 16", 0), ("circle white", 0), ("done", 3), ("DONE", 3)],
)  # fmt: skip
def test_a_choice_is_typed_by_number_words_part_or_space(text, index):
    assert means(text).message == {"choose": index, "screen": 7}


def test_an_ambiguous_part_names_what_it_may_mean():
    assert means("white").choices == (0, 1)
    assert means("white duck").choices == (0, 1)
    assert means("on").choices == (0, 1, 2)


@pytest.mark.parametrize(
    ("text", "command", "rest"),
    [("back", "back", ""), ("Undo", "undo", ""), ("take back", "undo", ""), ("menu", "menu", ""), ("repeat", "repeat", ""),
     ("more", "more", ""), ("more 17", "more", "17"), ("list duck", "list", "duck"), ("help", "help", ""), ("ok", "ok", ""),
     ("zurück", "back", ""), ("Menü", "menu", ""), ("hilfe", "help", ""), ("quit", "quit", "")],
)  # fmt: skip
def test_commands(text, command, rest):
    found = means(text)
    assert (found.kind, found.command, found.rest) == ("command", command, rest)


def test_record_lines_spaces_and_questions():
    assert means("move black e5 e7").message == {"line": "move black e5 e7"}
    assert means("done black").message == {"line": "done black"}
    assert means("e5").message == {"tap": 38}  # none of the choices: the device says why
    assert means("where is 17").kind == "question"
    assert means("wo ist 17").kind == "question"
    assert means("17 and 24?").kind == "question"
    assert means("tunnels").kind == "unknown"
    assert means("play").kind == "unknown"
    assert means("move black e5 e7", screen(("Play", "mode play", None), game=None)).kind == "unknown"


def test_a_name_that_is_no_choice_is_a_new_one():
    names = screen(("Anna", "name anna", None), ("Another name", "word new-name", None), kind="text", game="fancy_feathers")
    assert means("anna", names, None).message == {"choose": 0, "screen": 7}
    assert means("Änne", names, None).message == {"text": "Änne"}
    assert means("An", names, None).message == {"text": "An"}
    assert means("Where", names, None).message == {"text": "Where"}


def test_own_numbers_win_over_places_in_the_list():
    cards = screen(("5: brown chicken on a hexagon", "card 5", None), ("1: black chicken on a circle", "card 1", None))
    assert labels(cards, None) == ["5", "1"]
    assert means("1", cards).message == {"choose": 1, "screen": 7}
    path = screen(("Nest, space 9", "space 9", 9), ("leave the Path", "word leave", None), game="fancy_feathers")
    assert labels(path, "path") == ["9", ""]
    assert means("9", path, "path").message == {"choose": 0, "screen": 7}
    assert means("1", path, "path").message is None
    assert labels(FOWL, "hexagons") == ["16", "17", "24", ""]
    assert labels(screen(("e5", "space 38", 38), ("e6", "space 39", 39)), "hexagons") == ["1", "2"]


def test_both_languages_have_the_same_words():
    english, german = (importlib.import_module("host.lang." + language).WORDS for language in LANGUAGES)
    assert set(english) == set(german)
    for key in english:
        fields = [sorted(part.split("}")[0].split("|")[0] for part in words[key].split("{")[1:]) for words in (english, german)]
        assert set(fields[0]) == set(fields[1]), key


# ---- conversations in virtual time -------------------------------------------------------------------------------------------


def talk(script, language="en"):
    pilot = Pilot()
    talker = Talker(pilot, language)

    async def run(pilot):
        await pilot.wait()
        await script(talker)

    pilot.run(run)
    return talker


def opened(language="en", actions=0):
    """A decorator-like helper: runs the script at a game of Fowl Play! after so many actions of the example."""

    def run(script):
        lines = read(TWO_SEATS)
        upto = lines[: 4 + actions]

        async def whole_script(talker):
            await begin(talker, lines)
            await play(talker, upto, lambda _: "line")
            await script(talker)

        return talk(whole_script, language)

    return run


def test_undo_says_what_hands_put_back():
    async def script(talker):
        heard = await talker.type("undo")
        assert "black goose" not in heard
        assert any("back to b6" in text for text in heard), heard
        await talker.read_on()
        assert talker.words_of("space 28") is not None  # d5 is offered again
        heard = await talker.type("ok")
        assert any("from b6 to d5" in text for text in heard), heard

    opened(actions=3)(script)


def test_a_space_that_is_none_of_the_choices_is_answered_with_the_rule():
    async def script(talker):
        heard = await talker.type("a1")
        assert any("shares neither type" in text for text in heard), heard
        assert talker.screen["title"] in heard  # the question again, in short
        assert len(heard) < 5

    opened(actions=2)(script)


def test_the_menu_by_typing():
    async def script(talker):
        heard = await talker.type("menu")
        assert any("Score so far" in text for text in heard) or await talker.type("list")
        heard = await talker.type("score so far")
        assert any(text.startswith("Total: Black 0 and Orange 0") for text in heard), heard
        await talker.type("back")
        await talker.type("back")
        await talker.type("back")
        await talker.type("menu")
        await talker.type("settings")
        await talker.type("language")
        heard = await talker.type("Deutsch")
        assert any("Einstellungen" in text for text in heard), heard
        await talker.type("zurück")
        heard = await talker.type("zurück")
        assert any("Welches Tier?" in text for text in heard), heard

    opened(actions=2)(script)


def test_why_not_by_typing():
    async def script(talker):
        await talker.type("menu")
        heard = await talker.type("why not")
        assert heard[:2] == ["Why not?", "Black, card 5: which fowl? 3 spaces left"], heard
        await talker.type("17")
        assert (await talker.type("l10"))[0] == "l10 is 4 spaces away, 3 are left."
        await talker.read_on()
        await talker.type("back")
        await talker.type("back")
        heard = await talker.type("menu")
        assert "ok takes Why not?" not in heard[0]

    opened(actions=2)(script)


@pytest.mark.parametrize("game", ["fancy_feathers", "birds_of_a_feather"])
def test_the_menu_of_the_other_games(game):
    lines = GAMES[game]()

    async def script(talker):
        await begin(talker, lines)
        for entry in ("how things stand", "score so far", "last announcements", "why not"):
            await talker.type("menu")
            await talker.type(entry)
            for _ in range(4):
                if talker.screen["mode"] == "game":
                    break
                await talker.type("back")
            await talker.read_on()
        assert talker.pilot.app.failure is None
        await talker.type("where is nothing?")

    talk(script)


def test_more_tells_notes_and_rows():
    async def script(talker):
        await talker.type("24")
        heard = await talker.type("more e8")
        assert heard[0] == "e8: 3 spaces, 0 left.", heard
        heard = await talker.type("more")
        assert heard[0].startswith("e8: 3 spaces")
        assert any(text.startswith("Foxes: ") for text in heard)
        heard = await talker.type("list e")
        assert all("e" in text for text in heard)
        assert (await talker.type("more 99"))[0].startswith("“99” is none")

    opened(actions=2)(script)


def test_questions_and_repeat_are_answered_without_disturbing_the_choice():
    async def script(talker):
        title = talker.screen["title"]
        assert (await talker.type("Where is 17?"))[0] == "White duck on a hexagon (17) stands on k12."
        assert "3 steps" not in (await talker.type("what blocks tunnel g7"))[0]
        assert (await talker.type("wo ist 17"))[0].startswith("That is not understood")
        assert (await talker.type("xyzzy"))[0].startswith("“xyzzy” is none of the choices")
        assert title in await talker.type("repeat")
        heard = await talker.type("help")
        assert any("where is 17" in text for text in heard)
        assert (await talker.type("white"))[0].startswith("That can mean: ")

    opened(actions=2)(script)


def test_several_answers_in_one_line():
    async def script(talker):
        heard = await talker.type("24, d5")
        assert any("from b6 to d5" in text for text in heard), heard
        heard = await talker.type("7, a1, done")
        assert not any("is done with the fowl" in text for text in heard), heard  # what follows a mistake is not taken

    opened(actions=2)(script)


def test_a_restart_of_the_device_is_followed():
    async def script(talker):
        before = len(talker.heard)
        talker.pilot.device.serial.feed(b'{"hello":{"protocol":1}}\n')
        await talker.settle()
        await talker.pilot.wait(50)
        talker._listen()
        assert talker.heard[before].startswith("Roost 0.")
        assert talker.screen["title"] in talker.heard[before:]

    opened(actions=2)(script)


# ---- the speech program ------------------------------------------------------------------------------------------------------


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Puts a speech program on the path that notes what it is given."""

    def make(name: str, body: str = 'printf "%s|" "$@" >> "$LOG"; cat >> "$LOG"; echo >> "$LOG"') -> Path:
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\n" + body + "\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", str(path.parent) + os.pathsep + "/usr/bin" + os.pathsep + "/bin")
        monkeypatch.setenv("LOG", str(tmp_path / "log"))
        return tmp_path / "log"

    return make


@pytest.mark.skipif(os.name != "posix", reason="the stand-in is a shell script")
@pytest.mark.parametrize("name", ["spd-say", "espeak-ng", "espeak"])
def test_a_speech_program_speaks_in_order(program, name):
    log = program(name)
    found = find()
    assert found is not None
    assert found[0].name == name
    voice = Voice(*found, rate=200)
    voice.speak("Schwarz: Wohin? ä „x“; $(reboot)", "de")
    voice.speak("second", "en")
    voice.close()
    text = log.read_text()
    assert text.index("Schwarz: Wohin? ä „x“; $(reboot)") < text.index("second")
    assert "de|" in text
    assert not voice.failed


@pytest.mark.skipif(os.name != "posix", reason="the stand-in is a shell script")
def test_typing_stops_the_voice(program):
    log = program("espeak-ng", 'read line; echo "$line" >> "$LOG"; sleep 20')
    voice = Voice(*find())
    for text in ("one", "two", "three"):
        voice.speak(text, "en")
    end = time.monotonic() + 10
    while not log.exists() or "one" not in log.read_text():
        assert time.monotonic() < end
        time.sleep(0.01)
    voice.hush()
    began = time.monotonic()
    voice.close()
    assert time.monotonic() - began < 10
    assert log.read_text() == "one\n"


def test_a_program_that_can_not_be_started_is_noticed(tmp_path):
    voice = Voice(PROGRAMS[1], str(tmp_path / "missing"))
    voice.speak("x", "en")
    voice.close()
    assert voice.failed


def test_every_program_has_a_command_for_both_languages():
    for one in PROGRAMS:
        for language in LANGUAGES:
            command = one.command("/x/" + one.name, language, 175)
            assert command[0] == "/x/" + one.name
            assert all(isinstance(part, str) for part in command)


# ---- the command -------------------------------------------------------------------------------------------------------------


def run(arguments: list[str], typed: list[str], environment=None) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", "from host.cli import main; main()", "say", *arguments],
        input="".join(line + "\n" for line in typed).encode(),
        cwd=ROOT,
        env=environment,
        capture_output=True,
        timeout=100,
        check=False,
    )


@pytest.mark.parametrize(
    ("game", "language", "runtime"),
    [("fowl_play, score", "de", "cpython"), ("fancy_feathers", "en", "micropython"), ("fancy_feathers, score", "de", "cpython"),
     ("birds_of_a_feather, score", "de", "micropython")],
)  # fmt: skip
def test_a_whole_game_through_the_command(game, language, runtime, tmp_path, request):
    if runtime == "micropython":
        request.getfixturevalue("micropython")
    _, talker, _ = whole(GAMES[game](), language)
    done = run(["--plain", "--language", language, "--runtime", runtime, "--data", str(tmp_path)], [*talker.typed, "quit"])
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert runtime in lines[0]
    assert lines[1:] == talker.heard[1:]


def test_it_ends_with_the_input_and_goes_on_where_it_was(tmp_path):
    first = run(["--plain", "--runtime", "cpython", "--data", str(tmp_path), "--language", "de"], ["fasan", "", "1", "Anna"])
    assert first.returncode == 0
    assert first.stdout.decode().splitlines()[-3].startswith("Wer sitzt auf Platz 2?")
    second = run(["--plain", "--runtime", "cpython", "--data", str(tmp_path)], [])
    assert "Partie 1 fortsetzen?" in second.stdout.decode()


@pytest.mark.skipif(os.name != "posix", reason="the stand-in is a shell script")
def test_what_is_printed_is_spoken(program, tmp_path):
    log = program("espeak-ng")
    done = run(["--runtime", "cpython", "--data", str(tmp_path / "d")], [], dict(os.environ))
    assert done.returncode == 0
    spoken = log.read_text()
    for line in done.stdout.decode().splitlines():
        assert line in spoken


def test_a_port_that_is_not_there_is_named():
    done = run(["--port", "/dev/there-is-none"], [])
    assert done.returncode == 1
    assert b"/dev/there-is-none" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_real_port_is_spoken_to(tmp_path):
    # A simulated device behind a pseudo-terminal: what a serial port is to the program.
    import pty
    import tty

    master, slave = pty.openpty()
    tty.setraw(slave)
    tty.setraw(master)
    device = subprocess.Popen(
        [sys.executable, "-u", "-m", "firmware.simulated", "--data", str(tmp_path)], cwd=ROOT, stdin=master, stdout=master
    )
    try:
        done = run(["--plain", "--port", os.ttyname(slave)], ["fowl", "score", "quit"])
    finally:
        device.kill()
        device.wait()
        os.close(master)
        os.close(slave)
    text = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert text.count("Roost 0.") == 1
    assert "Which game?" in text
    assert "Play it, or only count the score?" in text
