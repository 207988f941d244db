"""What the game asks and says: choices, announcements, what lies where. Codes are turned into words by the language files."""

from ..choice import Choice, Prompt, Scene
from . import scoring
from .birds import ALL_POINTS, BIRDS, COLUMNS, ROWS


def _seat(game, seat):
    return ("seat", game.seats[seat])


def _seats(game, seats):
    return [_seat(game, seat) for seat in seats]


def _birds(game, birds):
    return [game.printed.bird(bird) for bird in sorted(birds)]


def _kinds(game, birds):
    return [game.printed.kind(bird) for bird in birds]


def _row(row):
    return range(row * COLUMNS, (row + 1) * COLUMNS)


# Asking


def prompt(game):
    """The Prompt of a state."""
    seats = game.to_act()
    if game.over:
        return Prompt((), [], None)
    if game.phase == "reveal":
        return Prompt((), _do(game), _habitat_choice(game, "reveal", None, game.birds_left()))
    return Prompt(tuple(seats), _do(game), _seat_choice(game, seats, False))


def why(game):
    """The same choices with everything in them that the rules might forbid."""
    if game.over:
        return None
    if game.phase == "reveal":
        return _habitat_choice(game, "reveal", None, range(BIRDS))
    return _seat_choice(game, range(len(game.seats)), True)


def _do(game):
    """What hands do first; said once a round, before its first card (before the deck's first card)."""
    facts = {"round": game.turn, "rounds": game.rounds}
    if game.phase == "play" and not game.arriving():
        if len(game.seats) == 1:
            return [("do-solo" if game.turn > 1 else "do-solo-first", facts)]
        return [("do-round" if game.turn < game.rounds else "do-last-round", facts)]
    if game.phase == "reveal" and not game.turned_up():
        both = game.variant == "draft" and game.reveals == 2
        return [("do-reveal-both" if both else "do-reveal", {"n": game.reveals})]
    if game.phase == "last" and not game.last_cards():
        return [("do-last", {"seats": _seats(game, game.tied)})]
    return []


def _seat_choice(game, seats, everything):
    def pick(key):
        if game.phase == "score":
            return _tick_choice(game, key[1], everything)
        return _habitat_choice(game, game.phase, key[1], range(BIRDS) if everything else game.birds_left())

    ask = "ask-seat-score" if game.phase == "score" else "ask-seat"
    return Choice((ask, {}), [("seat", seat) for seat in seats], pick, auto=not everything)


def _habitat_choice(game, verb, seat, birds):
    """Habitat, then bird: at most five, then at most seven keys. seat: None for the deck; birds: those to choose from."""
    rows = [row for row in range(ROWS) if any([bird // COLUMNS == row for bird in birds])]
    facts = {"n": game.turned_up() + 1} if seat is None else {"seat": _seat(game, seat)}

    def pick_habitat(key):
        keys = [("space", bird) for bird in birds if bird // COLUMNS == key[1]]
        named = dict(facts)
        named["habitat"] = game.printed.habitat(key[1])
        return Choice((verb + "-which-bird", named), keys, pick_bird, note=bird_note)

    def pick_bird(key):
        return (verb, key[1]) if seat is None else (verb, seat, key[1])

    def habitat_note(key):
        notes = []
        if verb == "play":
            notes.append(("note-have", {"n": len([bird for bird in _row(key[1]) if game.recorded[seat][bird]])}))
        lingering = [bird for bird in _row(key[1]) if bird in game.lingering()]
        if lingering and verb != "last":
            notes.append(("note-lingering", {"birds": _kinds(game, lingering)}))
        return notes

    def bird_note(key):
        return [("note-ticked", {})] if verb == "play" and game.recorded[seat][key[1]] else []

    return Choice((verb + "-which-habitat", facts), [("habitat", row) for row in rows], pick_habitat, note=habitat_note)


def _tick_choice(game, seat, everything):
    """`mode score`: the birds of one sheet in its order, the cursor after the last one ticked."""
    ticks = game.recorded[seat]
    birds = [bird for bird in range(BIRDS) if everything or not ticks[bird]]
    latest = -1
    for action in game.log:
        if action[0] == "saw" and action[1] == seat:
            latest = action[2]
    later = [index for index in range(len(birds)) if birds[index] > latest]
    done = ("word", "done")
    return Choice(
        ("ask-ticks", {"seat": _seat(game, seat)}),
        [("space", bird) for bird in birds] + [done],
        lambda key: ("done", seat) if key == done else ("saw", seat, key[1]),
        groups=[bird // COLUMNS for bird in birds] + [ROWS],
        start=later[0] if later else len(birds),
        hold=done,
    )


def path(game, action):
    """The keys that lead to an action."""
    if action[0] == "agreed":
        action = action[1]
    verb = action[0]
    if verb == "correct" or action[-1] is None:
        return []
    keys = [] if verb == "reveal" else [("seat", action[1])]
    if verb == "done":
        return keys + [("word", "done")]
    if verb != "saw":
        keys.append(("habitat", action[-1] // COLUMNS))
    return keys + [("space", action[-1])]


def describe(game, key):
    """Message that names a key of a choice, or a mark of the scene."""
    kind, value = key
    if kind == "space":
        return game.printed.bird(value)
    if kind == "habitat":
        return game.printed.heading(value)
    if kind == "word":
        return ("key-word", {"word": ("word", value)})
    if kind == "seat":
        return ("key-seat", {"seat": _seat(game, value)})
    return ("mark-" + kind, {"n": value})


# Saying


def tell(game, event):
    """(message, hands) of an event. The outcome of a round is read aloud to all, so it waits for Confirm as what hands do does."""
    code = event[0]
    if code in ("ended", "nothing-left"):
        return (code, {}), False
    if code == "turned-up":
        return (code, {"bird": game.printed.bird(event[1])}), False
    if code == "linger":
        number, birds = event[1:]
        code = "linger-solo" if len(game.seats) == 1 else "linger"
        return (code if number > 1 else code + "-first", {"birds": _birds(game, birds)}), True
    facts = {}
    if event[1] is not None:
        facts["seat"] = _seat(game, event[1])
    if code in ("entered", "kept", "right-saw", "right-missed"):
        facts["bird"] = game.printed.bird(event[2])
    elif code == "closed":
        points, full, total = scoring.tally(game.printed, game.recorded[event[1]])
        facts["birds"] = points
        facts["all"] = full
        facts["total"] = total
    else:
        facts["habitat"] = game.printed.habitat(event[2])
        if code in ("chased", "saw"):
            facts["n"] = len(event[3])
            facts["birds"] = _kinds(game, event[3])
        if code == "chased" and event[1] is None:
            code = "chased-deck"
        elif code == "saw" and not event[3]:
            code = "saw-nothing"
        return (code, facts), True
    return (code, facts), False


def undo_notes(game):
    """(what hands put back, warning) of taking back the last action."""
    if not game.log:
        return [], None
    action = game.log[-1]
    if action[0] == "correct":
        facts = {"seat": _seat(game, action[2]), "bird": game.printed.bird(action[3])}
        return [("back-right-" + action[1], facts)], None
    if action[0] == "agreed":
        action = action[1]
    facts = {} if action[0] == "reveal" else {"seat": _seat(game, action[1])}
    if action[-1] is None:
        return [("back-nothing-left", {})], None
    if action[0] != "done":
        facts["bird"] = game.printed.bird(action[-1])
    notes: "list[tuple]" = [("back-" + action[0], facts)]
    if action[0] in ("play", "reveal") and not game.arriving():  # it closed a round
        before = [bird for _, bird in game.round_cards(game.resolved - 1) if bird is not None] if game.resolved > 1 else []
        facts = {"round": game.resolved, "birds": _birds(game, before)}
        if len(game.seats) == 1 and game.resolved < game.rounds:
            notes.insert(0, ("back-draw", {}))
        notes.append(("back-round" if before else "back-round-first", facts))
    return notes, ("warn-reveal", {}) if action[0] == "reveal" else None


def sheet(game):
    """The points so far, habitat by habitat, the bonuses and the total."""
    rows = []
    seats = range(len(game.seats))
    for row in range(ROWS):
        points = [scoring.row_points(game.printed, game.recorded[seat], row) for seat in seats]
        reasons = [_seen(game, seat, row) for seat in seats]
        rows.append((("points-habitat", {"habitat": game.printed.habitat(row)}), points, reasons))
    full = [[row for row in range(ROWS) if scoring.complete(game.recorded[seat], row)] for seat in seats]
    names = [[game.printed.habitat(row) for row in have] for have in full]
    reasons = [("all-seen", {"n": len(have), "habitats": have}) if have else None for have in names]
    rows.append((("points-all", {}), [ALL_POINTS * len(have) for have in full], reasons))
    rows.append((("total", {}), [total for _, _, total in game.tallies()], [None for _ in seats]))
    return rows


def _seen(game, seat, row):
    """What a seat has of a habitat, in short: what it has, or what it lacks, whichever is less; None for nothing."""
    have = [bird for bird in _row(row) if game.recorded[seat][bird]]
    if len(have) < 5:
        return ("birds-seen", {"n": len(have), "birds": _kinds(game, have)}) if have else None
    missing = [bird for bird in _row(row) if bird not in have]
    return ("birds-but", {"n": len(have), "missing": _kinds(game, missing)}) if missing else ("birds-all", {})


def verdict(game):
    """Who won and what decided; alone, the rank."""
    if not game.over:
        return []
    tallies = game.tallies()
    if len(tallies) == 1:
        total = tallies[0][2]
        return [("solo-verdict", {"total": total, "rank": ("rank", scoring.rank(total))})]
    winners = game.winners()
    first = scoring.best(range(len(tallies)), lambda seat: tallies[seat][2])
    leaders = scoring.leaders(tallies)
    messages = [("winner", {"n": len(winners), "seats": _seats(game, winners), "total": tallies[winners[0]][2]})]
    if len(first) > len(leaders):
        messages.append(("by-all", {"seats": _seats(game, first), "n": tallies[leaders[0]][1]}))
    if game.tied:
        last = game.last_cards()
        facts = {"seats": _seats(game, game.tied), "bird": game.printed.bird(last[winners[0]])}
        messages.append((scoring.break_tie(game.tied, last)[1], facts))
    return messages


# Showing


def scene(game, seat=None):
    """The table, and the sheet of one seat (None: of the seat that is asked next, if one is).

    Marks: ("recorded", seat), ("seen", seat): recorded in the round that ended last, ("missing", seat); above them
    ("lingering", copies) and ("arriving", copies). Places 35 to 39 are the headings of the rows: ("habitat", row).
    """
    if seat is None:
        seat = (game.to_act() or ([0] if len(game.seats) == 1 else [None]))[0]
    marks = game.printed.blank()
    rows = []
    now = game.resolved if game.verbs[0] == "play" else -1
    if seat is not None:
        ticks = game.recorded[seat]
        for bird in range(BIRDS):
            role = "missing" if not ticks[bird] else "seen" if ticks[bird] == now else "recorded"
            marks[bird].append((role, seat))
        rows.append((("row-sheet", {"seat": _seat(game, seat)}), [_sheet_line(game, seat, row) for row in range(ROWS)]))
    arriving = game.arriving()
    for role, birds in (("lingering", game.lingering()), ("arriving", [bird for _, bird in arriving])):
        for bird in set(birds):
            marks[bird].append((role, birds.count(bird)))
    if arriving:
        lines = []
        for owner, bird in arriving:
            facts = {"bird": game.printed.bird(bird)}
            if owner is not None:
                facts["seat"] = _seat(game, owner)
            lines.append(("arrives-deck" if owner is None else "arrives", facts))
        rows.append((("row-arriving", {}), lines))
    if game.lingering():
        rows.append((("row-lingering", {}), _birds(game, game.lingering())))
    lines = []
    for index, (_, full, total) in enumerate(game.tallies()):
        lines.append(("points-so-far", {"seat": _seat(game, index), "total": total, "all": full}))
    rows.append((("row-points", {}), lines))
    if now >= 0:
        lines = [("round-of", {"round": game.turn, "rounds": game.rounds}), ("raptors-on" if game.raptors else "raptors-off", {})]
        rows.append((("row-table", {}), lines))
    return Scene("sheet", marks, rows)


def _sheet_line(game, seat, row):
    """One habitat of a sheet in a sentence."""
    have = [bird for bird in _row(row) if game.recorded[seat][bird]]
    missing = [bird for bird in _row(row) if not game.recorded[seat][bird]]
    facts = {"seat": _seat(game, seat), "habitat": game.printed.habitat(row), "n": len(have)}
    facts["birds"] = _kinds(game, have)
    facts["missing"] = _kinds(game, missing)
    return ("line-some" if have and missing else "line-all" if have else "line-none", facts)
