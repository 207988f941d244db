"""The twelve scorings over their whole range, and the examples of the rulebook."""

from itertools import product

import pytest

from shared_rules.fancy_feathers.cards import CARDS, FIRST_GAME, KIND, NUMBER, TYPES, cards_of, copies, deck, unseen
from shared_rules.fancy_feathers.scoring import points, score, score_dict, sheet, verdict, winner

MOST = 18  # six seats' copies of a type without numbers


def for_each(kind, most=MOST, fewest=False, others=0):
    """Points for none, one, two ... cards of a type without numbers."""
    return [points(kind, [0] * n, fewest, others)[0] for n in range(most + 1)]


def test_the_cards_are_those_of_the_rulebook():
    assert len(TYPES) == 12
    assert len(CARDS) == 18
    assert list(CARDS) == sorted(CARDS)
    assert {kind: [NUMBER[card] for card in cards_of(kind)] for kind in TYPES if len(cards_of(kind)) > 1} == {
        "golden": [1, 2, 3],
        "fart": [1, 2, 3],
        "monal": [3, 5, 7],
    }
    assert set(FIRST_GAME) == {"golden", "fart", "amherst", "blood", "reeves", "green"}
    for seats, cards, back, left in [(2, 36, 6, 30), (3, 54, 9, 45), (4, 72, 12, 60), (5, 90, 15, 75), (6, 108, 18, 90)]:
        assert sum(copies(card, seats) for kind in TYPES[:6] for card in cards_of(kind)) == cards
        assert (unseen(seats), deck(seats)) == (back, left)


def test_nothing_scores_nothing():
    for kind in TYPES:
        assert points(kind, [], True, 5) == (0, None)


@pytest.mark.parametrize("kind", ["golden", "fart"])
def test_golden_and_fart_score_as_printed(kind):
    sign = 1 if kind == "golden" else -1
    for ones, twos, threes in product(range(7), repeat=3):
        numbers = [1] * ones + [2] * twos + [3] * threes
        assert points(kind, numbers, False, 0)[0] == sign * (ones + 2 * twos + 3 * threes)


def test_amherst_counts_only_for_the_fewest_cards():
    assert for_each("amherst", fewest=True) == [5 * n for n in range(MOST + 1)]
    assert for_each("amherst") == [0] * (MOST + 1)


def test_blood():
    assert for_each("blood") == [0, 3, 6, 3, 0, -3, -6, -9, -12, -15, -18, -21, -24, -27, -30, -33, -36, -39, -42]


def test_green():
    assert for_each("green") == [0, -2, 5, 3, 10, 8, 15, 13, 20, 18, 25, 23, 30, 28, 35, 33, 40, 38, 45]


def test_peacock():
    assert for_each("peacock") == [0, -10] + [2 * n for n in range(2, MOST + 1)]


def test_nest():
    assert for_each("nest") == [0, 1, 4, 9, 16] + [25] * 14


def test_reeves():
    assert for_each("reeves") == [0, -5, -4, 3, 8] + [15] * 14


def test_trap_and_fox():
    assert for_each("trap") == [-n for n in range(MOST + 1)]
    assert for_each("fox") == [2 * n for n in range(MOST + 1)]


def test_mirror_scores_the_other_types_each():
    for others in range(6):
        assert for_each("mirror", others=others) == [n * others for n in range(MOST + 1)]


def test_monal_scores_only_the_smallest():
    for threes, fives, sevens in product(range(7), repeat=3):
        expected = 3 * threes or 5 * fives or 7 * sevens
        assert points("monal", [7] * sevens + [3] * threes + [5] * fives, False, 0)[0] == expected


def hands(*texts):
    """Hands from texts such as `green 5 golden2 1`."""
    found = []
    for text in texts:
        words = text.split()
        found.append([CARDS.index(token) for token, n in zip(words[::2], words[1::2], strict=True) for _ in range(int(n))])
    return found


TABLE = ("golden", "green", "amherst", "mirror", "monal", "nest")


def test_example_of_lady_amherst():
    # Angelika has 13 animals with 2 of them, Hedwig 15 with 3.
    by_type, _ = score(TABLE, hands("amherst 2 nest 5 green 6", "amherst 3 nest 1 green 6 golden1 5"))
    assert [cell[0] for cell in by_type[2]] == [10, 0]
    tied, _ = score(TABLE, hands("amherst 2 green 1", "amherst 3"))
    assert [cell[0] for cell in tied[2]] == [10, 15]
    one_more, _ = score(TABLE, hands("amherst 2", "amherst 3"))
    assert [cell[0] for cell in one_more[2]] == [10, 0]
    nobody, _ = score(TABLE, hands("", "amherst 3"))
    assert [cell[0] for cell in nobody[2]] == [0, 0]


def test_example_of_the_green_pheasant():
    by_type, _ = score(TABLE, hands("green 5", ""))
    assert by_type[1][0] == (8, ("for-green-odd", {"n": 5, "pairs": 2, "points": 10}))


def test_example_of_the_nest():
    assert score(TABLE, hands("nest 3", ""))[0][5][0][0] == 9


def test_example_of_the_mirror():
    by_type, _ = score(TABLE, hands("mirror 2 golden1 1 green 2", "mirror 2"))
    assert [cell[0] for cell in by_type[3]] == [4, 0]


def test_golden_pheasants_of_three_numbers_are_one_other_type():
    by_type, _ = score(TABLE, hands("mirror 1 golden1 1 golden2 1 golden3 1 monal3 1 monal5 1", "nest 1"))
    assert by_type[3][0][0] == 2


def test_example_of_the_monal():
    by_type, _ = score(TABLE, hands("monal7 1 monal3 2", ""))
    assert by_type[4][0] == (6, ("for-monal-big", {"count": 2, "small": 3}))


def test_totals_and_sheet_add_up():
    types = TABLE
    by_type, totals = score(types, hands("green 3 mirror 1 golden3 1", "nest 2 monal5 1", "amherst 1 green 1"))
    assert totals == [3 + 2 + 3, 4 + 5, 5 - 2]
    rows = sheet(types, by_type, totals)
    assert [row[0][1].get("type") for row in rows] == [("type", kind) for kind in types] + [None]
    assert rows[-1][:2] == (("total", {}), totals)
    for seat in range(3):
        assert sum(row[1][seat] for row in rows[:-1]) == totals[seat]
        assert (
            all(
                (row[2][seat] is None) == (not any(KIND[card] == kind for card in hands("green 3 mirror 1 golden3 1")[0]))
                for row, kind in zip(rows[:-1], types, strict=True)
            )
            or seat
        )
    assert list(score_dict(("a", "b", "c"), types, by_type, totals)["b"].items()) == [
        ("golden", 0), ("green", 0), ("amherst", 0), ("mirror", 0), ("monal", 5), ("nest", 4), ("total", 9),
    ]  # fmt: skip


def test_the_first_to_leave_wins_a_tie():
    assert winner([3, 7, 7], [2, 0, 1]) == 2
    assert winner([3, 7, 7], [0, 1, 2]) == 1
    assert winner([8, 7, 7], [2, 1, 0]) == 0
    names = ("anna", "ben", "cleo")
    assert verdict(names, [3, 7, 7], [2, 0, 1]) == [
        ("wins-tie", {"seat": ("seat", "cleo"), "points": 7, "tied": [("seat", "ben")]})
    ]
    assert verdict(names, [8, 7, 7], [2, 0, 1]) == [("wins", {"seat": ("seat", "anna"), "points": 8})]
