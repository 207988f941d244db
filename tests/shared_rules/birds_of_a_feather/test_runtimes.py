"""CPython and MicroPython's unix port: the same games, byte for byte; and the example records."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from shared_rules.jsontext import dumps
from shared_rules.record import Reader
from shared_rules.refusal import Refusal

# Runs on both. Plays games by a generator of its own, takes some actions back, prints a state now and then and each game's end.
PLAY = """
import sys
sys.path.insert(0, {root!r})
from shared_rules.birds_of_a_feather import open_setup
from shared_rules.jsontext import dumps
from firmware.words import Words

seed = 1
def below(n):
    global seed
    seed = (seed * 75 + 74) % 65537
    return seed % n

words = [Words("en", "birds_of_a_feather"), Words("de", "birds_of_a_feather")]
names = ["anna", "ben", "cleo", "dora", "emil", "fred", "gina"]
for number in range({games}):
    seats = number % 7 + 1
    mode = "score" if number % 5 == 4 else None
    setup = open_setup(1, mode)
    setup.setting("seats", names[:seats])
    setup.setting("raptors", ["on"])
    if number % 2:
        setup.setting("kinds", "ace raptor rare common uncommon3 uncommon1 uncommon2".split())
    game = setup.start()
    while not game.over:
        legal = game.legal()
        action = legal[below(len(legal))]
        for event in game.apply(action):
            print(words[number % 2].text(game.tell(event)[0]))
        if below(20) == 0 and action[0] != "done":
            game.undo()
            game.apply(action)
        if below(30) == 0:
            print(dumps(game.state()))
            for title, rows in game.scene().rows:
                print(words[0].text(title), words[1].short(rows))
    print(dumps(game.state()))
    for message in game.verdict():
        print(words[0].text(message), words[1].text(message))
    for label, points, reasons in game.sheet():
        print(words[1].text(label), points, words[0].text([reason for reason in reasons if reason]))
    print(sorted(setup.lines()))
    while game.log:
        game.undo()
    print(dumps(game.state()))
"""


def test_both_runtimes_play_the_same(micropython: str, root: Path) -> None:
    program = PLAY.format(root=str(root), games=21)
    outputs = [
        subprocess.run([runtime, "-c", program], capture_output=True, check=False, timeout=110)
        for runtime in (sys.executable, micropython)
    ]
    for output in outputs:
        assert output.returncode == 0, output.stderr.decode()
    assert outputs[0].stdout == outputs[1].stdout
    assert outputs[0].stdout.count(b"\n") > 1000


def test_example_records(records: Path) -> None:
    names = sorted((records / "birds_of_a_feather").glob("*.roost"))
    assert len(names) >= 3
    for name in names:
        expected = json.loads(name.with_suffix(".json").read_text())
        reader = Reader()
        error = None
        for number, line in enumerate(name.read_text().split("\n"), 1):
            try:
                reader.feed(line)
            except Refusal as refusal:
                error = (number, refusal.code)
                break
        if "error" in expected:
            assert error == (expected["error"]["line"], expected["error"]["code"])
            continue
        assert error is None
        game = reader.finish()
        state = json.loads(dumps(game.state()))
        assert state.pop("rules") == 1
        expected.pop("rules", None)
        assert list(state) == list(expected)
        assert json.dumps(state) == json.dumps(expected)
        legal = sorted(game.line(action) for action in game.legal())
        assert legal == name.with_suffix(".legal").read_text().splitlines()


@pytest.mark.parametrize("line", ["", "   ", "# play", "\tplay  a   ocean-rare # yes\r"])
def test_blanks_and_comments(line: str) -> None:
    reader = Reader()
    reader.feed("roost 1 birds_of_a_feather")
    reader.feed("seats a b c d")
    reader.feed(line)
    assert len(reader.finish().log) == ("ocean" in line)
