"""The final scoring of Fowl Play!: pure functions of what was captured, what survived and the targets."""

from collections import OrderedDict

from .pieces import COLOURS, FOWL, SHAPES, TYPES, look_colour, look_shape, look_type

SET_POINTS = 4  # for each set of all four types

# The characteristics that majorities are counted for, and those that survivors score by, each with
# the function that takes it from a look and the value that it must have; in the score sheet's order.
MAJORITIES = tuple(
    [(SHAPES[index], look_shape, index) for index in range(3)] + [(COLOURS[index], look_colour, index) for index in range(3)]
)
CHARACTERISTICS = MAJORITIES + tuple([(TYPES[index], look_type, index) for index in range(4)])


def majority_points(captured: "list[list[int]]", trait, value: int) -> "list[int]":
    """Each seat's points for one characteristic of its captured fowl.

    captured  looks of the captured fowl of each seat
    Section "VP for captured fowl"; rulings, Fowl Play! 8.
    """
    owned = [[look for look in looks if trait(look) == value] for looks in captured]
    most = max([len(looks) for looks in owned])
    return [len({look_type(look) for look in looks}) if looks and len(looks) == most else 0 for looks in owned]


def sets(looks: "list[int]") -> int:
    """How many sets of all four types these looks hold."""
    return min([len([look for look in looks if look_type(look) == index]) for index in range(4)])


def surviving_points(survivors: "list[int]", target: int) -> "list[int]":
    """Points for each of CHARACTERISTICS that survivors share with the target; the target's own fowl counts its three.

    Section "VP for surviving fowl"; rulings, Fowl Play! 9.
    """
    return [
        len([look for look in survivors if trait(look) == value]) if trait(target) == value else 0
        for _, trait, value in CHARACTERISTICS
    ]


class Score:
    """One seat's score sheet.

    majorities  points by MAJORITIES
    sets        points for sets
    surviving   points by CHARACTERISTICS, None while the target is not known
    target      1 if the target's own fowl survived, None while the target is not known
    """

    def __init__(self, majorities: "list[int]", set_points: int, surviving: "list[int] | None", target: "int | None"):
        self.majorities = majorities
        self.sets = set_points
        self.surviving = surviving
        self.target = target
        self.captured_total = sum(majorities) + set_points
        self.surviving_total = 0 if surviving is None or target is None else sum(surviving) + target
        self.total = self.captured_total + self.surviving_total


def score(shows: bytes, captured: "list[list[int]]", targets: "list[int]") -> "list[Score]":
    """The score sheet of every seat.

    shows     look of each card, cards from 0
    captured  card numbers (from 1) captured by each seat
    targets   target card of each seat, 0 where it isn't known
    """
    looks = [[shows[card - 1] for card in cards] for cards in captured]
    taken = {card for cards in captured for card in cards}
    survivors = [shows[card - 1] for card in range(1, FOWL + 1) if card not in taken]
    columns = [majority_points(looks, trait, value) for _, trait, value in MAJORITIES]
    sheets: "list[Score]" = []
    for seat in range(len(captured)):
        target = targets[seat]
        sheets.append(
            Score(
                [column[seat] for column in columns],
                sets(looks[seat]) * SET_POINTS,
                surviving_points(survivors, shows[target - 1]) if target else None,
                int(target not in taken) if target else None,
            )
        )
    return sheets


# How a tie was decided, weakest last; "points" when there was none.
DECIDED = ("points", "target", "fewest", "shared")


def winners(sheets: "list[Score]", captured: "list[list[int]]") -> "tuple[list[int], str]":
    """The winning seats and which of DECIDED told (section "The winner"; rulings, Fowl Play! 10)."""
    most = max([sheet.total for sheet in sheets])
    tied = [seat for seat in range(len(sheets)) if sheets[seat].total == most]
    if len(tied) == 1:
        return tied, "points"
    saved = [seat for seat in tied if sheets[seat].target]
    if len(saved) == 1:
        return saved, "target"
    tied = saved or tied
    fewest = min([len(captured[seat]) for seat in tied])
    tied = [seat for seat in tied if len(captured[seat]) == fewest]
    return (tied, "fewest") if len(tied) == 1 else (tied, "shared")


def as_data(sheet: Score):
    """A complete score sheet as the record format's JSON has it."""
    captured = OrderedDict()
    for place in range(len(MAJORITIES)):
        captured[MAJORITIES[place][0]] = sheet.majorities[place]
    captured["sets"] = sheet.sets
    captured["subtotal"] = sheet.captured_total
    assert sheet.surviving is not None
    surviving = OrderedDict()
    for place in range(len(CHARACTERISTICS)):
        surviving[CHARACTERISTICS[place][0]] = sheet.surviving[place]
    surviving["target"] = sheet.target
    surviving["subtotal"] = sheet.surviving_total
    data = OrderedDict()
    data["captured"] = captured
    data["surviving"] = surviving
    data["total"] = sheet.total
    return data
