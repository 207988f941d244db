"""A whole game of each of the three from `roost say` alone, in both languages: every answer is typed."""

import pytest

from firmware.words import LANGUAGES, Words
from host import replay
from tests.firmware.pilot import Pilot
from tests.host.talker import HOWS, Talker, begin, finish, play, read
from tests.shared_rules.fancy_feathers.table import RandomGame

FOWL_SCORE = """roost 1 fowl_play
mode score
seats black white
captured black 17
captured white 4
captured black 30
captured black 1
all-captured
target white 9
target black 22""".splitlines()


def feathers() -> list[str]:
    game = RandomGame(5, seats=2)
    lines = ["roost 1 fancy_feathers", "seats " + " ".join(game.game.seats), "types " + " ".join(game.types)]
    lines.append("discs " + " ".join(game.game.seats[seat] for seat in game.game.discs))
    while (line := game.next_line()) is not None:
        game.game.apply(game.game.read(line.split(" ")))
        lines.append(line)
    return lines


GAMES = {
    "fowl_play": lambda: read("tests/records/fowl_play/two-seats.roost"),
    "fowl_play, score": lambda: FOWL_SCORE,
    "fancy_feathers": feathers,
    "fancy_feathers, score": lambda: read("tests/records/fancy_feathers/104-score-only.roost"),
    "birds_of_a_feather": lambda: read("tests/records/birds_of_a_feather/103-two-seats-drafted.roost"),
    "birds_of_a_feather, alone": lambda: read("tests/records/birds_of_a_feather/101-solo-with-raptors.roost"),
    "birds_of_a_feather, score": lambda: read("tests/records/birds_of_a_feather/109-score-only.roost"),
}


def whole(lines: list[str], language: str) -> tuple[Pilot, Talker, list[str]]:
    pilot = Pilot()
    talker = Talker(pilot, language)
    end: list[str] = []

    async def script(pilot):
        await pilot.wait()
        await begin(talker, lines)
        await play(talker, lines, lambda number: HOWS[number % len(HOWS)])
        end.extend(await finish(talker))

    pilot.run(script)
    return pilot, talker, end


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_typing_alone(game, language, tmp_path):
    lines = GAMES[game]()
    pilot, talker, end = whole(lines, language)
    # What the device recorded is that game.
    got = "\n".join(pilot.journal()).encode()
    one, other = replay.replay(got), replay.replay("\n".join(lines).encode())
    assert one.problem is None
    assert one.game.over
    assert one.game.scores() == other.game.scores()
    assert one.game.winners() == other.game.winners()
    # Score and verdict were heard.
    words = Words(language, one.game.name, {seat: seat.capitalize() for seat in one.game.seats})
    for message in one.game.verdict():
        assert any(words.text(message) in heard for heard in end), words.text(message)
    for _, label, points, _ in replay.report(one.game, language)["sheet"]:
        assert any(heard.startswith(label + ": ") and all(str(n).replace("-", "−") in heard for n in points) for heard in end), (
            label
        )
    # Nothing without words, and nothing that was typed was not understood.
    for text in talker.heard:
        assert "<" not in text, text
    unknown = [text for text in talker.heard if talker.session.words.say("say-unknown", text="").split("”")[-1][-40:] in text]
    assert unknown == []
