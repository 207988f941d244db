"""What can be asked about a game of Fowl Play! at any time, and the answers in words to be.

    near    what stands within some steps of a fox, a fowl or a space: how many steps, in which of the six directions
    reach   which fowl a fox can capture from where it stands
    tunnel  what blocks an entrance of the tunnels, and what stands beside it; without a space: all of them
    where   one or more fowl (by number, or by type, colour and shape) or foxes: where they stand, or who captured them

A **thing** is a key: ("fox", seat), ("fowl", card), ("space", cell), ("number", n), ("type" or "colour" or "shape", token); or
("role", "fox") for foxes in general.
"""

from .. import hexboard
from ..refusal import Refusal, unreadable
from .pieces import COLOURS, FOWL, SHAPES, TYPES, look_colour, look_shape, look_type
from .rules import GONE

QUESTIONS = ("near", "reach", "tunnel", "where")
SEATS = "fox"  # the kind of thing that a seat's name means
STEPS = 2  # how far `near` looks where nobody says
MOST_STEPS = 12

_LOOKS = (("type", TYPES, look_type), ("colour", COLOURS, look_colour), ("shape", SHAPES, look_shape))
_RISES = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))  # of a step in each of hexboard.DIRECTIONS, as (x, y)


def vocabulary(game):
    """What can be named, beside seats, numbers and spaces by their names: list of (name of its words, thing)."""
    found: "list[tuple]" = [("role.fox", ("role", "fox"))]
    found += [("fox." + game.seats[seat], ("fox", seat)) for seat in range(len(game.seats))]
    for kind, tokens, _ in _LOOKS:
        found += [(kind + "." + token, (kind, token)) for token in tokens]
    return found


def direction(origin: int, goal: int) -> str:
    """The one of the six directions in which a cell lies, seen from another; halfway between two the first of them."""
    dx = hexboard.X[goal] - hexboard.X[origin]
    dy = hexboard.Y[goal] - hexboard.Y[origin]
    best = 0
    most = -1000
    for index in range(6):
        sx, sy = _RISES[index]
        along = 2 * dx * sx + 2 * dy * sy - dx * sy - dy * sx  # twice the scalar product, in units of a step
        if along > most:
            best, most = index, along
    return hexboard.DIRECTIONS[best]


def answer(game, what: str, things: "list[tuple]"):
    """(messages, places that they speak of). Raises Refusal: `no-such-question`, `question-needs`, `no-such-thing`, `no-tunnel`."""
    if what not in QUESTIONS or (what != "where" and not hasattr(game, "foxes")):
        raise unreadable("no-such-question")
    foxes, fowl, spaces, numbers = _sort(game, things)
    if what == "where":
        if len(numbers) == 1 and not fowl and not foxes:
            fowl = [_fowl_number(numbers[0])]
        return _where(game, foxes, fowl)
    if what == "reach":
        return _reach(game, foxes)
    if what == "tunnel":
        return _tunnel(game, spaces)
    if len(numbers) > 1 or (numbers and not foxes and not fowl and not spaces):
        fowl = fowl + [_fowl_number(numbers.pop())]
    return _near(game, foxes, fowl, spaces, numbers[0] if numbers else STEPS)


def _fowl_number(number: int) -> int:
    if not 1 <= number <= FOWL:
        raise unreadable("no-such-thing", thing=str(number))
    return number


def _sort(game, things: "list[tuple]"):
    """The things by kind: (seats of foxes, fowl, cells, numbers). Black may be a fox or the colour of fowl."""
    looks = [thing for thing in things if thing[0] in ("type", "colour", "shape")]
    fox = ("role", "fox") in things
    foxes: "list[int]" = []
    fowl: "list[int]" = []
    spaces: "list[int]" = []
    numbers: "list[int]" = []
    for kind, value in things:
        if kind == "fox":
            if not 0 <= value < len(game.seats):
                raise unreadable("no-such-thing", thing=str(value))
            foxes.append(value)
        elif kind == "fowl":
            fowl.append(_fowl_number(value))
        elif kind == "space":
            if not 0 <= value < hexboard.CELLS:
                raise unreadable("no-such-thing", thing=str(value))
            spaces.append(value)
        elif kind == "number":
            numbers.append(value)
    if looks and not fox and (not foxes or [thing for thing in looks if thing[0] != "colour"]):
        foxes = []
        fowl += [card for card in range(1, FOWL + 1) if _looks_so(game.shows[card - 1], looks)]
    elif fox and not foxes:
        if looks:  # a colour whose fox doesn't play
            raise unreadable("no-such-thing", thing=looks[0])
        foxes = list(range(len(game.seats)))
    return foxes, fowl, spaces, numbers


def _looks_so(shown: int, looks: "list[tuple]") -> bool:
    """Does a look show one of the values asked for, of each characteristic asked for?"""
    for kind, tokens, trait in _LOOKS:
        wanted = [value for name, value in looks if name == kind]
        if wanted and tokens[trait(shown)] not in wanted:
            return False
    return True


def _where(game, foxes: "list[int]", fowl: "list[int]"):
    messages: "list[tuple]" = []
    places: "list[int]" = []
    if not foxes and not fowl:
        raise unreadable("question-needs", need=("need", "piece"))
    for seat in foxes if hasattr(game, "foxes") else ():
        cell = game.foxes[seat]
        messages.append(("answer-at", {"piece": _fox(game, seat), "at": hexboard.name(cell)}))
        places.append(cell)
    for card in fowl:
        piece = game.fowl_fact(card)
        owners = [seat for seat in range(len(game.seats)) if card in game.captured[seat]]
        if owners:
            messages.append(("answer-captured", {"piece": piece, "seat": ("seat", game.seats[owners[0]])}))
        elif not hasattr(game, "foxes"):
            messages.append(("answer-free", {"piece": piece}))
        else:
            cell = game.cell_of(card)
            messages.append(("answer-at", {"piece": piece, "at": hexboard.name(cell)}))
            places.append(cell)
            if len(fowl) == 1:
                messages.append(_nearest(game, cell))
    return messages, places


def _fox(game, seat: int):
    return ("fox", {"seat": ("seat", game.seats[seat])})


def _nearest(game, cell: int):
    gaps = [hexboard.distance(cell, fox) for fox in game.foxes]
    seat = gaps.index(min(gaps))
    facts = {"fox": _fox(game, seat), "n": gaps[seat], "direction": ("direction", direction(cell, game.foxes[seat]))}
    return ("answer-nearest", facts)


def _near(game, foxes: "list[int]", fowl: "list[int]", spaces: "list[int]", steps: int):
    if not 1 <= steps <= MOST_STEPS:
        raise unreadable("no-such-thing", thing=str(steps))
    centres = spaces + [game.foxes[seat] for seat in foxes]
    for card in fowl:
        if game.cell_of(card) == GONE:
            return _where(game, [], [card])
        centres.append(game.cell_of(card))
    if not centres:
        raise unreadable("question-needs", need=("need", "place"))
    messages: "list[tuple]" = []
    places: "list[int]" = []
    for centre in centres:
        messages.append(("answer-near-of", {"what": game.describe(("space", centre)), "n": steps}))
        found: "list[tuple[int, int, int]]" = []
        for cell in range(hexboard.CELLS):
            gap = hexboard.distance(centre, cell)
            if 1 <= gap <= steps and (game.fowl_on(cell) or game.fox_on(cell) >= 0 or cell in game.tunnels):
                found.append((gap, hexboard.DIRECTIONS.index(direction(centre, cell)), cell))
        for gap, way, cell in sorted(found):
            facts = {"n": gap, "direction": ("direction", hexboard.DIRECTIONS[way]), "what": game.describe(("space", cell))}
            messages.append(("answer-near", facts))
            places.append(cell)
        if not found:
            messages.append(("answer-near-nothing", {}))
    return messages, places


def _reach(game, foxes: "list[int]"):
    if not foxes:
        raise unreadable("question-needs", need=("need", "fox"))
    messages: "list[tuple]" = []
    places: "list[int]" = []
    for seat in foxes:
        near: "list[tuple]" = []
        far: "list[tuple]" = []
        for cell in game.fox_reach(seat):
            fowl = game.fowl_on(cell)
            if fowl:
                through = hexboard.distance(cell, game.foxes[seat]) > 2
                (far if through else near).append(game.describe(("fowl", fowl)))
                places.append(cell)
        facts = {"seat": ("seat", game.seats[seat]), "at": hexboard.name(game.foxes[seat]), "n": len(near) + len(far)}
        messages.append(("answer-reach" if near or far else "answer-reach-none", facts))
        if near:
            messages.append(("answer-reach-near", {"fowl": near}))
        if far:
            messages.append(("answer-reach-far", {"fowl": far}))
    return messages, places


def _tunnel(game, spaces: "list[int]"):
    for cell in spaces:
        if cell not in game.tunnels:
            raise Refusal("no-tunnel", cell=hexboard.name(cell))
    messages: "list[tuple]" = []
    for cell in spaces or game.tunnels:
        at = hexboard.name(cell)
        if game.fox_on(cell) >= 0:
            messages.append(("answer-tunnel-fox", {"at": at, "fox": _fox(game, game.fox_on(cell))}))
        elif cell == hexboard.CENTRE and game.turn == 1:
            messages.append(("answer-tunnel-closed", {"at": at}))
        else:
            messages.append(("answer-tunnel-free", {"at": at}))
        if spaces:
            beside = [near for near in hexboard.NEIGHBOURS[cell] if game.fowl_on(near) or game.fox_on(near) >= 0]
            facts = {"pieces": [game.describe(("space", near)) for near in beside]}
            messages.append(("answer-tunnel-beside" if beside else "answer-tunnel-alone", facts))
    return messages, list(spaces or game.tunnels)
