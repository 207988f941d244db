"""What can be asked about a game of Fancy Feathers at any time, and the answers in words to be. Only what lies open is told.

    at       what lies on one space of the Path
    path     what lies on all of it, which discs stand there
    collect  what a seat would collect once its disc stands on a space (the seat to move, unless another is named)
    where    where a seat's disc stands, or on which spaces a type of animal lies

A **thing** is a key: ("seat", seat), ("type", token), ("number", n): a space, or what is printed on a card; or ("space", n).
"""

from ..refusal import Refusal, unreadable
from .cards import KIND, NUMBER
from .naming import card_facts
from .rules import GONE

QUESTIONS = ("at", "collect", "path", "where")
SEATS = "seat"  # the kind of thing that a seat's name means


def vocabulary(game):
    """What can be named beside seats and numbers: list of (name of its words, thing)."""
    return [("type." + kind, ("type", kind)) for kind in game.types]


def answer(game, what: str, things: "list[tuple]"):
    """(messages, places that they speak of). Raises Refusal: `no-such-question`, `question-needs`, `no-such-thing`, or as a move."""
    if what not in QUESTIONS or not hasattr(game, "at"):
        raise unreadable("no-such-question")
    seats = [value for kind, value in things if kind == "seat"]
    kinds = [value for kind, value in things if kind == "type"]
    numbers = [value for kind, value in things if kind in ("number", "space")]
    for seat in seats:
        if not 0 <= seat < len(game.seats):
            raise unreadable("no-such-thing", thing=str(seat))
    if what == "path" and not numbers:
        return _path(game)
    if what == "where":
        return _where(game, seats, kinds, numbers)
    if not numbers:
        raise unreadable("question-needs", need=("need", "space"))
    place = numbers[-1]
    if not 1 <= place <= len(game.cards):
        raise Refusal("no-card-there", place=place)
    if what != "collect":
        return [game.describe(("space", place))], [place]
    return _collect(game, seats[0] if seats else None, place)


def _path(game):
    places = list(range(game.taken + 1, len(game.cards) + 1))
    empty = [place for place in sorted({game.at[seat] for seat in game.order}) if place <= game.taken]
    messages = [game.describe(("space", place)) for place in empty + places]
    if not places:
        messages.append(("answer-path-empty", {}))
    messages.append(("answer-stack", {"n": game.stack()}))
    return messages, empty + places


def _where(game, seats, kinds, numbers):
    messages = []
    places = []
    for seat in seats:
        at = game.at[seat]
        facts = {"seat": ("seat", game.seats[seat]), "place": at}
        messages.append(("answer-left" if at == GONE else "disc-at" if at else "disc-before", facts))
        if at != GONE:
            places.append(at)
    for kind in kinds:
        found = []
        for place in range(game.taken + 1, len(game.cards) + 1):
            card = game.cards[place - 1]
            if KIND[card] == kind and (not numbers or not NUMBER[card] or NUMBER[card] in numbers):
                found.append(place)
        places += found
        messages += [game.describe(("space", place)) for place in found]
        if not found:
            messages.append(("answer-none-lies", {"type": ("type", kind)}))
    if not messages:
        raise unreadable("question-needs", need=("need", "disc"))
    return messages, places


def _collect(game, seat, place):
    if seat is None:
        if game.phase not in ("move", "reveal") or not game.order:
            raise unreadable("question-needs", need=("need", "seat"))
        seat = game.order[-1]
    if game.at[seat] == GONE:
        return _where(game, [seat], [], [])
    if place <= game.at[seat]:
        raise Refusal("not-forward", place=place, at=game.at[seat])
    others = [game.at[disc] for disc in game.order if disc != seat]
    facts = {"seat": ("seat", game.seats[seat]), "place": place}
    if place in others:
        return [("answer-collect-onto", facts)], [place]
    # As the notes of a move have it: the discs behind take at least what lies up to the foremost of them, and may take more.
    # Another disc whose turn comes first also takes what it stands on, alone.
    behind = [at for at in others if at < place]
    first = max([game.taken] + behind) + 1
    cards = game.cards[first - 1 : place]
    facts["cards"] = card_facts(cards)
    facts["n"] = len(cards)
    messages = [("answer-collect-most" if behind and len(cards) > 1 else "answer-collect", facts)]
    traps = len([card for card in cards if KIND[card] == "trap"])
    foxes = len([card for card in cards if KIND[card] == "fox"])
    if traps:
        messages.append(("answer-traps", {"n": traps}))
    if foxes:
        messages.append(("answer-foxes", {"n": foxes}))
    return messages, list(range(first, place + 1))
