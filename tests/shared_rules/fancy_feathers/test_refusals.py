"""Every code is reached, documented, of the right kind, has words in every language, and leaves the state as it was."""

import pytest

from firmware.words import LANGUAGES, Words
from shared_rules import fancy_feathers, record
from shared_rules.refusal import GAME_OVER, ILLEGAL, NOT_YOUR_TURN, UNREADABLE, Refusal
from tests.shared_rules.fancy_feathers.table import everything

HEAD = "seats anna ben\ntypes fox trap monal green golden mirror\ndiscs anna ben"
UP = HEAD + "\nreveal green fox monal3 fox mirror"
MOVED = UP + "\nmove anna 4\nreveal green green green green"
SCORE = "mode score\nseats anna ben\ntypes fox trap monal green golden mirror"


def whole():
    """A game to the point where Anna names what she gave up."""
    cards = "green monal5 monal5 monal7 monal7 golden1 golden1 golden2 golden2 golden3 golden3"
    cards += " mirror mirror mirror mirror mirror monal3"
    steps = [MOVED, "move ben 5", "reveal " + cards.split()[0]]
    rest = cards.split()[1:]
    steps += ["move anna 10", "reveal " + " ".join(rest[:5]), "move ben 15", "reveal " + " ".join(rest[5:10])]
    steps += [
        "move anna 20",
        "reveal " + " ".join(rest[10:15]),
        "move ben 25",
        "reveal " + " ".join([*rest[15:], "fox", "trap", "trap", "trap"]),
    ]
    return "\n".join([*steps, "leave anna", "leave ben"])


def entered(anna, ben, *more):
    cards = ["fox", "trap", "monal3", "monal5", "monal7", "green", "golden1", "golden2", "golden3", "mirror"]
    lines = [SCORE]
    for name, held in (("anna", anna), ("ben", ben)):
        lines += [f"has {name} {card} {held.get(card, 0)}" for card in cards]
    return "\n".join([*lines, *more])


# code, kind, the lines before, the line that is refused
CASES = [
    ("bad-line", UNREADABLE, "", "seats anna Ben"),
    ("bad-line", UNREADABLE, "", "seats anna much-too-long-a-name"),
    ("bad-seats", ILLEGAL, "", "seats anna"),
    ("bad-seats", ILLEGAL, "", "seats a b c d e f g"),
    ("bad-seats", ILLEGAL, "", "seats anna ben anna"),
    ("unknown-type", UNREADABLE, "seats anna ben", "types fox trap monal green golden duck"),
    ("unknown-type", UNREADABLE, "seats anna ben", "types fox trap monal3 green golden nest"),
    ("bad-types", ILLEGAL, "seats anna ben", "types fox trap monal green golden"),
    ("bad-types", ILLEGAL, "seats anna ben", "types fox trap monal green golden nest blood"),
    ("bad-types", ILLEGAL, "seats anna ben", "types fox trap monal green golden fox"),
    ("setup-missing", ILLEGAL, "types fox trap monal green golden nest", "discs anna ben"),
    ("setup-missing", ILLEGAL, "seats anna ben", "reveal fox"),
    ("setup-missing", ILLEGAL, "seats anna ben\ntypes fox trap monal green golden nest", "reveal fox"),
    ("setup-missing", ILLEGAL, "mode score\nseats anna ben", "has anna fox 1"),
    ("unknown-seat", UNREADABLE, "seats anna ben", "discs anna cleo"),
    ("bad-discs", ILLEGAL, "seats anna ben", "discs anna"),
    ("bad-discs", ILLEGAL, "seats anna ben", "discs anna anna"),
    ("bad-discs", ILLEGAL, "seats anna ben", "discs anna ben anna"),
    ("no-discs", ILLEGAL, SCORE, "discs anna ben"),
    ("unknown-word", UNREADABLE, HEAD, "play anna 3"),
    ("bad-line", UNREADABLE, HEAD, "reveal"),
    ("unknown-card", UNREADABLE, HEAD, "reveal golden"),
    ("unknown-card", UNREADABLE, HEAD, "reveal green golden4"),
    ("type-not-in-play", ILLEGAL, HEAD, "reveal nest"),
    ("card-is-out", ILLEGAL, HEAD, "reveal monal3 monal3 monal3"),
    ("too-many-cards", ILLEGAL, UP + "\nmove anna 1", "reveal green fox"),
    ("too-many-cards", ILLEGAL, HEAD, "reveal green green green green green green"),
    ("wrong-phase", ILLEGAL, UP, "reveal green"),
    ("cards-due", ILLEGAL, HEAD, "move anna 1"),
    ("cards-due", ILLEGAL, HEAD, "leave anna"),
    ("cards-due", ILLEGAL, UP + "\nmove anna 4", "move ben 5"),
    ("wrong-phase", ILLEGAL, HEAD, "lose anna green"),
    ("wrong-phase", ILLEGAL, UP, "lose anna green"),
    ("not-your-turn", NOT_YOUR_TURN, UP, "move ben 1"),
    ("not-your-turn", NOT_YOUR_TURN, UP, "leave ben"),
    ("bad-line", UNREADABLE, UP, "move anna"),
    ("bad-line", UNREADABLE, UP, "move anna 1 2"),
    ("bad-line", UNREADABLE, UP, "move anna 01"),
    ("bad-line", UNREADABLE, UP, "move anna one"),
    ("bad-line", UNREADABLE, UP, "leave"),
    ("bad-line", UNREADABLE, UP, "lose anna"),
    ("unknown-seat", UNREADABLE, UP, "move cleo 1"),
    ("no-card-there", ILLEGAL, UP, "move anna 6"),
    ("no-card-there", ILLEGAL, UP, "move anna 0"),
    ("no-card-there", ILLEGAL, UP, "move anna 999999"),
    ("not-forward", ILLEGAL, MOVED + "\nmove ben 2", "move ben 2"),
    ("not-forward", ILLEGAL, MOVED + "\nmove ben 2", "move ben 1"),
    ("stack-not-empty", ILLEGAL, UP, "leave anna"),
    ("unknown-card", UNREADABLE, UP, "lose anna duck"),
    ("no-such-card", ILLEGAL, whole(), "lose anna mirror"),
    ("no-such-card", ILLEGAL, whole(), "lose anna nest"),
    ("no-such-card", ILLEGAL, whole() + "\nlose anna green", "lose anna green"),
    ("wrong-phase", ILLEGAL, whole(), "move anna 30"),
    ("wrong-phase", ILLEGAL, whole(), "reveal green"),
    ("not-your-turn", NOT_YOUR_TURN, whole(), "lose ben green"),
    ("game-over", GAME_OVER, whole() + "\nlose anna green\nlose anna monal3", "lose anna fox"),
    ("game-over", GAME_OVER, whole() + "\nlose anna green\nlose anna monal3", "reveal fox"),
    ("nothing-to-undo", ILLEGAL, HEAD, "undo"),
    ("bad-line", UNREADABLE, UP, "agreed"),
    ("bad-line", UNREADABLE, UP, "agreed stack"),
    ("bad-line", UNREADABLE, UP, "agreed stack 07"),
    ("bad-line", UNREADABLE, UP, "agreed stack 7 8"),
    ("unknown-word", UNREADABLE, UP, "agreed correct disc anna 3"),
    ("unknown-word", UNREADABLE, UP, "agreed sleep"),
    ("agreed-needless", ILLEGAL, UP, "agreed move anna 1"),
    ("agreed-needless", ILLEGAL, HEAD, "agreed reveal green"),
    ("agreed-needless", ILLEGAL, whole(), "agreed lose anna green"),
    ("type-not-in-play", ILLEGAL, HEAD, "agreed reveal nest"),
    ("wrong-phase", ILLEGAL, UP, "agreed reveal green"),
    ("wrong-phase", ILLEGAL, whole(), "agreed stack 3"),
    ("stack-too-big", ILLEGAL, UP, "agreed stack 32"),
    ("nothing-to-correct", ILLEGAL, UP, "agreed stack 25"),
    ("bad-line", UNREADABLE, UP, "correct"),
    ("bad-line", UNREADABLE, UP, "correct anna 5"),
    ("bad-line", UNREADABLE, UP, "correct disc anna"),
    ("bad-line", UNREADABLE, UP, "correct disc anna far"),
    ("no-card-there", ILLEGAL, UP, "correct disc anna 3 ben 6 ben fell"),
    ("nothing-to-correct", ILLEGAL, UP, "correct disc ben 0 anna 0"),
    ("bad-line", UNREADABLE, UP, "correct has anna green"),
    ("bad-line", UNREADABLE, UP, "correct card x green"),
    ("unknown-seat", UNREADABLE, UP, "correct disc cleo 3"),
    ("unknown-card", UNREADABLE, UP, "correct card 3 duck"),
    ("no-card-there", ILLEGAL, UP, "correct disc anna 6"),
    ("path-collected", ILLEGAL, MOVED + "\nmove ben 1\nmove ben 2", "correct disc anna 0"),
    ("nothing-to-correct", ILLEGAL, UP, "correct disc anna 0"),
    ("nothing-to-correct", ILLEGAL, whole(), "correct has anna trap 0"),
    ("wrong-phase", ILLEGAL, whole(), "correct disc anna 3"),
    ("no-card-there", ILLEGAL, UP, "correct card 6 green"),
    ("no-card-there", ILLEGAL, MOVED + "\nmove ben 1\nmove ben 2", "correct card 1 fox"),
    ("type-not-in-play", ILLEGAL, UP, "correct card 5 nest"),
    ("nothing-to-correct", ILLEGAL, UP, "correct card 5 mirror"),
    ("type-not-in-play", ILLEGAL, UP, "correct has anna nest 1"),
    ("too-many-held", ILLEGAL, UP, "correct has anna monal3 3"),
    ("already-named", ILLEGAL, whole() + "\nlose anna green", "correct has anna fox 0"),
    ("unknown-word", UNREADABLE, SCORE, "reveal fox"),
    ("bad-line", UNREADABLE, SCORE, "has anna fox"),
    ("bad-line", UNREADABLE, SCORE, "has anna fox many"),
    ("unknown-seat", UNREADABLE, SCORE, "has cleo fox 1"),
    ("unknown-card", UNREADABLE, SCORE, "has anna golden 1"),
    ("type-not-in-play", ILLEGAL, SCORE, "has anna nest 1"),
    ("too-many-there", ILLEGAL, SCORE, "has anna fox 7"),
    ("too-many-there", ILLEGAL, SCORE + "\nhas ben monal3 1", "has anna monal3 2"),
    ("entered-already", ILLEGAL, SCORE + "\nhas anna fox 1", "has anna fox 1"),
    ("wrong-phase", ILLEGAL, SCORE, "left anna"),
    ("bad-line", UNREADABLE, SCORE, "left anna ben"),
    ("wrong-phase", ILLEGAL, entered({"fox": 1}, {"fox": 1}), "has anna fox 1"),
    ("game-over", GAME_OVER, entered({"fox": 2}, {"fox": 1}), "left anna"),
    ("nothing-to-undo", ILLEGAL, SCORE, "undo"),
]  # fmt: skip


def read(text):
    reader = record.Reader()
    reader.feed("roost 1 fancy_feathers")
    for line in text.split("\n"):
        reader.feed(line)
    return reader


@pytest.mark.parametrize(("code", "kind", "before", "line"), CASES, ids=[f"{case[0]}: {case[3]}" for case in CASES])
def test_refused(code, kind, before, line):
    reader = read(before)
    state = everything(reader.game) if reader.game else None
    with pytest.raises(Refusal) as refused:
        reader.feed(line)
    assert (refused.value.code, refused.value.kind) == (code, kind)
    assert (everything(reader.game) if reader.game else None) == state
    for language in LANGUAGES:
        words = Words(language, "fancy_feathers")
        for text in (words.refusal(refused.value), words.refusal(refused.value, True)):
            text = text.replace(str(refused.value.facts.get("form")), "")
            assert text
            assert "<" not in text
            assert "{" not in text


def test_three_seats_of_which_one_is_not_tied():
    text = "mode score\nseats anna ben cleo\ntypes fox trap blood green reeves mirror\n"
    cards = ["fox", "trap", "blood", "green", "reeves", "mirror"]
    for name in ("anna", "ben", "cleo"):
        text += "".join(f"has {name} {card} {int(card == 'fox' and name != 'cleo')}\n" for card in cards)
    reader = read(text)
    with pytest.raises(Refusal, match="not-tied"):
        reader.feed("left cleo")
    reader.feed("left ben")
    assert reader.game.winners() == [1]


def test_all_codes_are_documented_and_reached():
    reached = {case[0] for case in CASES} | {"not-tied"}
    assert reached <= set(fancy_feathers.REFUSALS) | set(record.REFUSALS)
    assert set(fancy_feathers.REFUSALS) <= reached


def test_facts_are_those_that_the_documentation_names():
    for code, _, before, line in CASES:
        if code in fancy_feathers.REFUSALS:
            with pytest.raises(Refusal) as refused:
                read(before).feed(line)
            for fact in refused.value.facts:
                assert fact in fancy_feathers.REFUSALS[code]
