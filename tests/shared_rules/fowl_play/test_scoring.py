"""Score sheets worked out by hand, and the three tie-breaks."""

from shared_rules.fowl_play import scoring
from shared_rules.fowl_play.pieces import STANDARD_CARDS, look


def card(text):
    """The standard pack's card that shows this look."""
    return look(text) + 1


def test_the_rulebooks_majority_example():
    """Most brown fowl: four, three chickens and a duck: two types, two points."""
    brown = ["chicken-brown-circle", "chicken-brown-hexagon", "chicken-brown-square", "duck-brown-circle"]
    looks = [[look(text) for text in brown], [look("goose-brown-circle")]]
    trait = next(entry for entry in scoring.MAJORITIES if entry[0] == "brown")
    assert scoring.majority_points(looks, trait[1], trait[2]) == [2, 0]


def test_equal_majorities_all_score_and_none_scores_without_a_fowl():
    looks = [[look("goose-white-square")], [look("duck-white-square")], []]
    white = next(entry for entry in scoring.MAJORITIES if entry[0] == "white")
    black = next(entry for entry in scoring.MAJORITIES if entry[0] == "black")
    assert scoring.majority_points(looks, white[1], white[2]) == [1, 1, 0]
    assert scoring.majority_points(looks, black[1], black[2]) == [0, 0, 0]


def test_sets_need_all_four_types():
    four = [look(kind + "-white-circle") for kind in ("chicken", "duck", "goose", "turkey")]
    assert scoring.sets(four) == 1
    assert scoring.sets(four * 2) == 2
    assert scoring.sets(four[:3] * 5) == 0
    assert scoring.sets([]) == 0


def test_the_rulebooks_surviving_example():
    """Target brown chicken on a hexagon: a white goose on a hexagon is one point, a brown chicken on a circle two."""
    target = look("chicken-brown-hexagon")
    points = scoring.surviving_points([look("goose-white-hexagon"), look("chicken-brown-circle")], target)
    by_name = {entry[0]: value for entry, value in zip(scoring.CHARACTERISTICS, points, strict=True)}
    assert by_name["hexagon"] == 1
    assert (by_name["brown"], by_name["chicken"]) == (1, 1)
    assert sum(points) == 3


def test_a_whole_sheet_worked_out_by_hand():
    """Black captured a chicken, duck, goose and turkey, all black circles; White a duck, goose and turkey, all white squares.

    Black, captured: circles, four types: 4; black, four types: 4; one set: 4; in all 12.
    White, captured: squares, three types: 3; white, three types: 3; in all 6.
    Black's target, the brown goose on a hexagon, survived: hexagons 12 of 12; brown 12 of 12; geese 9 less the two captured: 7;
    target 1; in all 32, with the 12 before 44.
    White's target, the white duck on a square, was captured: squares 12 less 3: 9; white 12 less 3: 9; ducks 9 less 2: 7;
    target 0; in all 25, with the 6 before 31.
    """
    black = [card(kind + "-black-circle") for kind in ("chicken", "duck", "goose", "turkey")]
    white = [card(kind + "-white-square") for kind in ("duck", "goose", "turkey")]
    sheets = scoring.score(STANDARD_CARDS, [black, white], [card("goose-brown-hexagon"), card("duck-white-square")])
    names = [entry[0] for entry in scoring.MAJORITIES]
    assert dict(zip(names, sheets[0].majorities, strict=True)) == {
        "circle": 4,
        "hexagon": 0,
        "square": 0,
        "black": 4,
        "brown": 0,
        "white": 0,
    }
    assert (sheets[0].sets, sheets[0].captured_total) == (4, 12)
    assert (sheets[1].majorities[2], sheets[1].majorities[5], sheets[1].captured_total) == (3, 3, 6)
    assert sheets[0].surviving == [0, 12, 0, 0, 12, 0, 0, 0, 7, 0]
    assert (sheets[0].target, sheets[0].surviving_total, sheets[0].total) == (1, 32, 44)
    assert sheets[1].surviving == [0, 0, 9, 0, 0, 9, 0, 7, 0, 0]
    assert (sheets[1].target, sheets[1].surviving_total, sheets[1].total) == (0, 25, 31)
    assert scoring.winners(sheets, [black, white]) == ([0], "points")


class Sheet:
    def __init__(self, total, target):
        self.total = total
        self.target = target


def test_ties():
    one, two, three = [1], [1, 2], [1, 2, 3]
    assert scoring.winners([Sheet(9, 1), Sheet(9, 0)], [two, one]) == ([0], "target")
    assert scoring.winners([Sheet(9, 0), Sheet(9, 0)], [two, one]) == ([1], "fewest")
    assert scoring.winners([Sheet(9, 1), Sheet(9, 1)], [two, one]) == ([1], "fewest")
    assert scoring.winners([Sheet(9, 1), Sheet(9, 1), Sheet(9, 0)], [two, two, one]) == ([0, 1], "shared")
    assert scoring.winners([Sheet(9, 0), Sheet(9, 0), Sheet(8, 1)], [two, two, one]) == ([0, 1], "shared")
    assert scoring.winners([Sheet(9, 1), Sheet(9, 1), Sheet(9, 1)], [three, two, one]) == ([2], "fewest")
