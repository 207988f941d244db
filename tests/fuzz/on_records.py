"""The rules: records and lines."""

import json
from functools import cache

from host.replay import ANSWERS, NO_RECORD, REFUSED, answer, replay
from shared_rules import catalogue, record
from shared_rules.refusal import Refusal
from tests.fuzz.counted import INPUTS
from tests.fuzz.draw import Draw
from tests.fuzz.made_records import a_line, a_record, documented, examples


def records(data):
    """`roost replay` and `roost legal` on anything."""
    text = a_record(Draw(data))
    INPUTS["records"] += 1
    outcome = replay(text)
    game = outcome.game
    if outcome.problem is not None:
        name = (
            game.name
            if game is not None
            else (text.lstrip(b"\xef\xbb\xbf \t\r\n").split() + [b""] * 3)[2].decode("utf-8", "replace")
        )
        codes = documented(name) if name in catalogue.GAMES else {code for one in catalogue.GAMES for code in documented(one)}
        assert outcome.problem.code in codes, outcome.problem.code
        assert outcome.problem.status() in (REFUSED, NO_RECORD)
        sentence = outcome.problem.text("file")
        assert not [char for char in sentence if ord(char) < 32]
        assert outcome.problem.message
        assert "{" not in outcome.problem.message or b"{" in text
    for kind in ANSWERS:
        said = answer(outcome, kind)
        if kind != "legal" and said:
            json.loads(said)
    if game is not None:
        assert bool(game.legal()) != game.over
        if outcome.problem is None and game.log:
            state = game.state()
            action = game.undo()
            game.apply(action)
            assert game.state() == state


def refused_lines(data):
    """A line that is refused leaves the game, or its set-up, as it was."""
    draw = Draw(data)
    reader = record.Reader()
    for line in draw.pick(examples()[0]):
        reader.feed(line)
        if draw.often(25):
            before = _seen(reader)
            INPUTS["refused_lines"] += 1
            try:
                reader.feed(a_line(draw) if draw.often(60) else draw.pick(draw.pick(examples()[0])))
            except (Refusal, record.NotARecord) as refusal:
                _unchanged(reader, refusal.code, before)
            else:
                return  # from here on it is another game


def _unchanged(reader, code, before):
    assert code in documented(reader.name), code
    assert _seen(reader) == before


def _seen(reader):
    if reader.game is not None:
        return reader.game.state(), len(reader.game.log), sorted(map(str, reader.game.legal()))
    return None if reader.setup is None else reader.setup.lines()


@cache
def positions():
    """Games in the middle, as many as there are phases."""
    found = []
    for lines in examples()[0]:
        phases = {}
        reader = record.Reader()
        for line in lines:
            reader.feed(line)
            if reader.game is not None and not reader.game.over:
                phases[reader.game.phase] = len(reader.game.log)
        for count in phases.values():
            game = replay(("\n".join(lines) + "\n").encode()).game
            while len(game.log) > count:
                game.undo()
            found.append((game, game.state()))
    return found


def lines(data):
    """Many lines, one after the other, at the same moment of a game: each is refused with a code, or applied and taken back."""
    draw = Draw(data)
    game, state = draw.pick(positions())
    codes = documented(game.name)
    count = len(game.log)
    while draw.more():
        tokens = record.tokens(a_line(draw))
        if not tokens or tokens == ["undo"]:
            continue
        INPUTS["lines"] += 1
        try:
            game.apply(game.read(tokens))
        except Refusal as refusal:
            if refusal.code not in codes:
                raise
        else:
            game.undo()
        assert len(game.log) == count
    assert game.state() == state
