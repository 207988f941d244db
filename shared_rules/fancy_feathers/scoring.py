"""What a collection is worth (rulebook, "The 12 Animal Types"; rulings, Fancy Feathers 6)."""

from collections import OrderedDict

from .cards import KIND, NUMBER

AMHERST_FEWEST = 5
GREEN_PAIR = 5
GREEN_ODD = -2
PEACOCK_ALONE = -10
NEST_MOST = 5
REEVES = (0, -5, -4, 3, 8, 15)  # by number of cards, the last one for more, too


def _sum_text(numbers: "list[int]") -> str:
    return " + ".join([str(number) for number in numbers])


def points(kind: str, numbers: "list[int]", fewest: bool, others: int) -> "tuple[int, object]":
    """Points for a seat's cards of one type, with the reason.

    kind     the type
    numbers  list of what is printed on the seat's cards of it (0 for nothing), one entry a card
    fewest   did no seat collect fewer cards in all?
    others   how many other types the seat collected
    Returns (points, reason message; None without such cards).
    """
    n = len(numbers)
    if n == 0:
        return 0, None
    if kind == "golden":
        return sum(numbers), ("for-golden", {"sum": _sum_text(numbers)})
    if kind == "fart":
        return -sum(numbers), ("for-fart", {"sum": _sum_text(numbers)})
    if kind == "amherst":
        return (AMHERST_FEWEST * n, ("for-amherst", {"n": n})) if fewest else (0, ("for-amherst-none", {"n": n}))
    if kind == "blood":
        if n < 3:
            return 3 * n, ("for-blood", {"n": n})
        return 6 - 3 * (n - 2), ("for-blood-many", {"n": n, "more": n - 2})
    if kind == "green":
        facts = {"n": n, "pairs": n // 2, "points": n // 2 * GREEN_PAIR}
        if n == 1:
            return GREEN_ODD, ("for-green-one", facts)
        return n // 2 * GREEN_PAIR + n % 2 * GREEN_ODD, ("for-green-odd" if n % 2 else "for-green", facts)
    if kind == "peacock":
        return (PEACOCK_ALONE, ("for-peacock-one", {})) if n == 1 else (2 * n, ("for-peacock", {"n": n}))
    if kind == "nest":
        each = min(n, NEST_MOST)
        return each * each, ("for-nest" if each == n else "for-nest-many", {"n": n})
    if kind == "reeves":
        most = len(REEVES) - 1
        return REEVES[min(n, most)], ("for-reeves" if n <= most else "for-reeves-many", {"n": n})
    if kind == "trap":
        return -n, ("for-trap", {"n": n})
    if kind == "mirror":
        return n * others, ("for-mirror", {"n": n, "others": others})
    if kind == "monal":
        small = min(numbers)
        count = numbers.count(small)
        return count * small, ("for-monal" if count == n else "for-monal-big", {"count": count, "small": small})
    return 2 * n, ("for-fox", {"n": n})


def score(types, hands):
    """Scores every seat.

    types  the types in play, in order
    hands  list by seat: list of its cards at the end
    Returns (list by type of lists by seat of (points, reason), list of totals by seat).
    """
    least = min([len(hand) for hand in hands])
    by_type = [[] for _ in types]
    totals = []
    for hand in hands:
        numbers = [[NUMBER[card] for card in hand if KIND[card] == kind] for kind in types]
        collected = len([1 for held in numbers if held])
        total = 0
        for index in range(len(types)):
            held = numbers[index]
            result = points(types[index], held, len(hand) == least, collected - (1 if held else 0))
            by_type[index].append(result)
            total += result[0]
        totals.append(total)
    return by_type, totals


def score_dict(seats, types, by_type, totals):
    """Scores as in the record format: {seat: {type: points, "total": points}}."""
    found = OrderedDict()
    for seat in range(len(seats)):
        row = OrderedDict()
        for index in range(len(types)):
            row[types[index]] = by_type[index][seat][0]
        row["total"] = totals[seat]
        found[seats[seat]] = row
    return found


def state_head(game):
    """A game's state as in the record format's JSON object, up to the types."""
    winners = game.winners()
    found = OrderedDict()
    found["game"] = game.name
    found["rules"] = game.rules
    found["phase"] = game.phase
    found["over"] = game.over
    found["seats"] = list(game.seats)
    found["to_act"] = [game.seats[seat] for seat in game.to_act()]
    found["turn"] = game.turn
    found["actions"] = len(game.log)
    found["scores"] = game.scores()
    found["winners"] = None if winners is None else [game.seats[seat] for seat in winners]
    found["types"] = list(game.types)
    return found


def sheet(types, by_type, totals):
    """Scores as rows of a score sheet: [(label, points by seat, reasons by seat)], the total last."""
    rows = []
    for index in range(len(types)):
        cells = by_type[index]
        rows.append((("type-name", {"type": ("type", types[index])}), [cell[0] for cell in cells], [cell[1] for cell in cells]))
    rows.append((("total", {}), totals, [None] * len(totals)))
    return rows


def winner(totals, left):
    """The seat with the most points; of tied ones that which left first (rulings, Fancy Feathers 7). left: seats as they left."""
    return next(seat for seat in left if totals[seat] == max(totals))


def verdict(seats, totals, left):
    """Messages: who won, and that leaving first decided, if it did."""
    won = winner(totals, left)
    tied = [("seat", seats[seat]) for seat in range(len(seats)) if totals[seat] == totals[won] and seat != won]
    seat = ("seat", seats[won])
    if tied:
        return [("wins-tie", {"seat": seat, "points": totals[won], "tied": tied})]
    return [("wins", {"seat": seat, "points": totals[won]})]
