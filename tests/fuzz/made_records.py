"""Records and lines that are nearly right, and the codes with which they may be refused."""

import random
from functools import cache

from host.players.tables import RandomPlayer, new_table, step
from shared_rules import catalogue, record

NO_RECORDS = ("no-header", "unknown-game", "unknown-format", "not-text", "setup-incomplete")


def documented(game):
    """Every code with which a record of this game may be refused."""
    return {*record.REFUSALS, *NO_RECORDS, *(catalogue.package(game).REFUSALS if game in catalogue.GAMES else ())}


@cache
def examples():
    """Whole records to start from, as lists of lines; and every token that stands in them."""
    found = []
    for game in catalogue.GAMES:
        for seats in (2, 4):
            table = new_table(game, seats, random.Random(seats))
            while not table.game.over:
                step(table, [RandomPlayer(random.Random(1))] * seats)
            found.append(table.record())
    found.append(
        [
            "roost 1 fowl_play",
            "mode score",
            "seats black white",
            "captured black 1",
            "all-captured",
            "target black 2",
            "target white 3",
        ]
    )
    found.append(["roost 1 birds_of_a_feather", "mode score", "seats anna ben", "saw anna desert-ace", "done anna", "done ben"])
    found.append(["roost 1 fancy_feathers", "mode score", "seats anna ben", "types golden fart amherst blood reeves green"])
    tokens = sorted({token for lines in found for line in lines for token in line.split(" ")})
    tokens += [
        "undo",
        "agreed",
        "correct",
        "rules",
        "0",
        "-1",
        "37",
        "999999999999",
        "a8",
        "n1",
        "g77",
        "deck",
        "é",
        "#",
        "\ufeff",
        "\x00",
        "٣",
        "²",
    ]
    return found, tokens


def a_line(draw):
    """A line of tokens as they stand in records, in any order."""
    tokens = examples()[1]
    return " ".join(draw.pick(tokens) if draw.often(90) else draw.text(6) for _ in range(draw.number(5)))


def a_record(draw):
    """The bytes of a record, changed here and there; or of none at all."""
    kind = draw.number(9)
    if kind == 0:
        return draw.raw(400)
    found = examples()[0]
    lines = list(draw.pick(found))
    if kind == 1:
        lines = lines[:1] + [a_line(draw) for _ in range(draw.number(12))]
    elif kind > 2:
        del lines[draw.number(len(lines)) :]
    for _ in range(draw.number(4)):
        at = draw.number(len(lines)) if lines else 0
        what = draw.number(6)
        if what == 0 or not lines[at : at + 1]:
            lines.insert(at, a_line(draw))
        elif what == 1:
            del lines[at]
        elif what == 2:
            lines.insert(draw.number(len(lines)), lines[at])
        elif what == 3:
            words = lines[at].split(" ")
            words[draw.number(len(words) - 1)] = draw.pick(examples()[1])
            lines[at] = " ".join(words)
        elif what == 4:
            lines[at] = lines[at] + " " + draw.text(8)
        elif what == 5:
            lines.insert(at, "undo")
        else:
            lines[at] = draw.pick((" ", "\t", "\x0b", "  ")).join(lines[at].split(" "))
    data = draw.pick(("\n", "\n", "\n", "\r\n", "\n\n")).join(lines).encode("utf-8", "replace") + draw.pick((b"\n", b""))
    if draw.often(10):
        data = b"\xef\xbb\xbf" + data
    if draw.often(15):
        at = draw.number(len(data))
        data = data[:at] + draw.raw(6) + data[at + draw.number(3) :]
    return data
