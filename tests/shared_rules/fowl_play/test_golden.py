"""Golden files: counts of legal actions, and two whole games whose score sheets were worked out by hand."""

from pathlib import Path

import pytest

from shared_rules.record import Reader
from tests.shared_rules.fowl_play.games import feed, setup_of

COUNTS = Path(__file__).parent / "golden" / "counts.txt"


def counts():
    found = {}
    for line in COUNTS.read_text().splitlines():
        if not line.startswith("#"):
            name, place, count = line.split()
            found.setdefault(name, []).append((int(place), int(count)))
    return found


@pytest.mark.parametrize("name", ["007-full.roost", "two-seats.roost"])
def test_legal_actions_after_every_line(records, name):
    reader = Reader()
    seen = []
    for number, line in enumerate((records / "fowl_play" / name).read_text().splitlines(), 1):
        reader.feed(line)
        if reader.game is not None:
            seen.append((number, len(reader.game.legal())))
    assert seen == counts()[name]


def test_tree_of_the_opening():
    def leaves(game, depth):
        if depth == 0:
            return 1
        total = 0
        for action in game.legal():
            game.apply(action)
            total += leaves(game, depth - 1)
            game.undo()
        return total

    game = setup_of("seats black brown orange white", "foxes black g8 brown f7 orange h7 white f6").start()
    feed(game, "play black 13", "play brown 14", "play orange 15", "play white 16")
    assert [(depth, leaves(game, depth)) for depth in (1, 2, 3)] == counts()["opening"]


def scores(records, name):
    reader = Reader()
    for line in (records / "fowl_play" / name).read_text().splitlines():
        reader.feed(line)
    return reader.finish()


def sheet(captured, surviving, target):
    names = ("circle", "hexagon", "square", "black", "brown", "white", "sets")
    first = dict(zip(names, captured, strict=True))
    first["subtotal"] = sum(captured)
    names = ("circle", "hexagon", "square", "black", "brown", "white", "chicken", "duck", "goose", "turkey")
    second = dict(zip(names, surviving, strict=True))
    second["target"] = target
    second["subtotal"] = sum(surviving) + target
    return {"captured": first, "surviving": second, "total": first["subtotal"] + second["subtotal"]}


def test_two_seats_by_hand(records):
    """Captured, Black: turkey white hexagon, goose brown square, turkey brown hexagon, duck brown hexagon, duck white square,
    chicken white hexagon. Orange: seven turkeys: black square, white circle, brown square, black hexagon, black circle, brown
    circle, white square.

    Circles 0 : 3, Orange's of one type: 1. Hexagons 4 : 1, Black's of three types (turkey, duck, chicken): 3. Squares 2 : 3,
    Orange's of one type: 1. Black 0 : 3, of one type: 1. Brown 3 : 2, of goose, turkey, duck: 3. White 3 : 2, of turkey, duck,
    chicken: 3. Black has one of each type, one set: 4. So 13 and 3.

    Black's target, the brown goose on a square, was captured (by Black itself). Of 12 squares five are gone: 7; of 12 brown
    fowl five: 7; of nine geese one: 8. So 22. Orange's target, the black goose on a circle, survived. Circles 12 - 3 = 9;
    black 12 - 3 = 9; geese 8; target 1. So 27. In all 35 and 30: Black wins.
    """
    game = scores(records, "two-seats.roost")
    assert game.scores() == {
        "black": sheet((0, 3, 0, 0, 3, 3, 4), (0, 0, 7, 0, 7, 0, 0, 0, 8, 0), 0),
        "orange": sheet((1, 0, 1, 1, 0, 0, 0), (9, 0, 0, 9, 0, 0, 0, 0, 8, 0), 1),
    }
    assert [game.seats[seat] for seat in game.winners()] == ["black"]


def test_four_seats_by_hand(records):
    """Captured, Brown: geese white hexagon, brown circle, white square, brown square, brown hexagon, turkey white square. White:
    ducks black square, brown square, chickens black square, brown square, black circle, brown circle, brown hexagon, white
    square. Black: turkeys white hexagon, white circle, brown circle, brown hexagon, black hexagon, black square, goose black
    square. Orange: ducks white circle, white hexagon, brown hexagon, black circle, brown circle, white square, chicken black
    hexagon.

    Circles 1 : 2 : 2 : 3, Orange's are ducks: 1. Hexagons 2 : 1 : 3 : 3: Black's are turkeys: 1, Orange's ducks and a chicken:
    2. Squares 3 : 5 : 2 : 1, White's are ducks and chickens: 2. Black 0 : 3 : 3 : 2: White's a duck and chickens: 2, Black's
    turkeys and a goose: 2. Brown 3 : 4 : 2 : 2, White's a duck and chickens: 2. White 3 : 1 : 2 : 3: Brown's geese and a
    turkey: 2, Orange's ducks: 1. No set. So 2, 6, 3 and 4.

    Survivors: chickens white circle, white hexagon; duck black hexagon; geese black circle, black hexagon, white circle;
    turkeys black circle, brown square. Targets: Brown goose black square: 1 square, 4 black, 3 geese: 8. White goose white
    square: 1, 3 white, 3: 7. Black chicken black circle: 4 circles, 4 black, 2 chickens: 10. Orange chicken black hexagon: 3,
    4, 2: 9. No target survived. So 10, 13, 13 and 13. Of the three, Black and Orange captured seven, White eight: Black and
    Orange share the victory.
    """
    game = scores(records, "007-full.roost")
    assert game.scores() == {
        "brown": sheet((0, 0, 0, 0, 0, 2, 0), (0, 0, 1, 4, 0, 0, 0, 0, 3, 0), 0),
        "white": sheet((0, 0, 2, 2, 2, 0, 0), (0, 0, 1, 0, 0, 3, 0, 0, 3, 0), 0),
        "black": sheet((0, 1, 0, 2, 0, 0, 0), (4, 0, 0, 4, 0, 0, 2, 0, 0, 0), 0),
        "orange": sheet((1, 2, 0, 0, 0, 1, 0), (0, 3, 0, 4, 0, 0, 2, 0, 0, 0), 0),
    }
    assert [game.seats[seat] for seat in game.winners()] == ["black", "orange"]
