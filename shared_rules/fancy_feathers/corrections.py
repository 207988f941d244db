"""What a table of Fancy Feathers settles by agreement: record lines that begin with `agreed` and `correct`. Imported when one comes.

    agreed reveal green            a card that only the count of cards forbids: one was misread in an earlier turn
    agreed lose anna golden1       the seat had that card all the same, and gave it up
    agreed stack 7                 so many cards are really left in the stack: one is missing from the box, or one too many was dealt
    correct disc anna 5 [reason]   that seat's disc lies on that space (0: before the Path), on top of any other there
    correct disc anna 5 ben off    several at once, one after the other; `off`: it has left the Path
    correct card 7 green           that card lies on that space of the Path
    correct has anna green 2       so many of that card that seat has collected, those not counted that it has named as given up

A reason is any text to the end of the line (after discs, one that doesn't go on like them). A correction is one action; what follows from
it by the rules happens: cards are due, or the disc that is now the rearmost collects. Discs and the stack may be set right while discs are
on the Path, a card as long as nobody has collected it, what a seat has collected at any time, after the end too.

Actions are tuples: ("agreed", action), ("stack", n), ("disc", ((seat, place), ...), reason), ("card", place, card, reason) and
("has", seat, card, n, reason); a reason is a list of words.
"""

from .. import record
from ..record import agreed_needless, find_seat, nothing_to_correct, number, wrong_phase
from ..refusal import Refusal, unreadable
from .cards import CARDS, FOX, IN_PLAY, KIND, SET, TRAP, copies, read_card
from .naming import card_fact
from .rules import GONE, LOSE, REVEAL, leave, move, unpack, verb_of

FORMS = {
    "agreed": "agreed <action>",
    "stack": "agreed stack <number>",
    "disc": "correct disc <seat> <position|off> ... [reason]",
    "card": "correct card <position> <card> [reason]",
    "has": "correct has <seat> <card> <number> [reason]",
}
LENGTHS = {"disc": 4, "card": 4, "has": 5}  # of a line without a reason
BY_COUNT = ("card-is-out", "no-such-card")  # refusals that a table may overrule


# Lines


def read(game, tokens):
    """The action of a line split into tokens; raises Refusal of kind UNREADABLE."""
    if tokens[0] == "agreed":
        return _read_agreed(game, tokens)
    word = tokens[1] if len(tokens) > 1 else ""
    if word not in LENGTHS:
        raise unreadable("bad-line", word="correct", form=" · ".join([FORMS[kind] for kind in ("disc", "card", "has")]))
    if len(tokens) < LENGTHS[word]:
        raise unreadable("bad-line", word="correct", form=FORMS[word])
    reason = tokens[LENGTHS[word] :]
    if word == "card":
        return ("card", _number(word, tokens[2]), read_card(tokens[3]), record.reason(reason, FORMS[word]))
    seat = find_seat(game.seats, tokens[2])
    if word == "disc":
        discs = [(seat, _place(tokens[3]))]
        while len(reason) > 1 and reason[0] in game.seats and (reason[1] == "off" or number(reason[1], 0, 999) >= 0):
            discs.append((find_seat(game.seats, reason[0]), _place(reason[1])))
            reason = reason[2:]
        return ("disc", tuple(discs), record.reason(reason, FORMS[word]))
    return ("has", seat, read_card(tokens[3]), _number(word, tokens[4]), record.reason(reason, FORMS[word]))


def _read_agreed(game, tokens):
    if len(tokens) < 2:
        raise unreadable("bad-line", word="agreed", form=FORMS["agreed"])
    if tokens[1] == "stack":
        if len(tokens) != 3:
            raise unreadable("bad-line", word="agreed", form=FORMS["stack"])
        return ("stack", _number("stack", tokens[2]))
    if tokens[1] in ("agreed", "correct"):
        raise unreadable("unknown-word", word=tokens[1])
    action = game.read(tokens[1:])
    if verb_of(action) not in (REVEAL, LOSE):
        raise agreed_needless(tokens[1])
    return ("agreed", action)


def _place(token):
    return GONE if token == "off" else _number("disc", token)


def _number(word, token):
    found = number(token, 0, 999)
    if found < 0:
        raise unreadable("bad-line", word="agreed" if word == "stack" else "correct", form=FORMS[word])
    return found


def line(game, action):
    """The record line of such an action."""
    kind = action[0]
    if kind == "agreed":
        return "agreed " + game.line(action[1])
    if kind == "stack":
        return "agreed stack " + str(action[1])
    parts = ["correct", kind]
    if kind == "card":
        parts += [str(action[1]), CARDS[action[2]]]
    elif kind == "disc":
        for seat, place in action[1]:
            parts += [game.seats[seat], "off" if place == GONE else str(place)]
    else:
        parts += [game.seats[action[1]], CARDS[action[2]], str(action[3])]
    return " ".join(parts + action[-1])


# Rules


def check(game, action):
    """Raises the Refusal that applying such an action would raise."""
    kind = action[0]
    if kind == "agreed":
        _check_agreed(game, action[1])
    elif kind == "has":
        _check_has(game, action[1], action[2], action[3])
    elif kind == "card":
        _check_card(game, action[1], action[2])
    elif game.phase not in ("reveal", "move"):
        raise wrong_phase("agreed" if kind == "stack" else "correct", game.phase)
    elif kind == "stack":
        most = IN_PLAY * SET * len(game.seats) - len(game.cards)  # as if none had left the game unseen
        if action[1] > most:
            raise Refusal("stack-too-big", most=most)
        if action[1] == game.stack():
            raise nothing_to_correct()
    else:
        _check_discs(game, action[1])


def _check_agreed(game, action):
    try:
        game.check(action)
    except Refusal as refusal:
        if refusal.code in BY_COUNT:
            return
        raise
    raise agreed_needless(game.line(action).split(" ")[0])


def _check_in_play(game, card):
    if KIND[card] not in game.types:
        raise Refusal("type-not-in-play", card=card_fact(card), type=("type", KIND[card]))


def _check_card(game, place, card):
    if not game.taken < place <= len(game.cards):
        raise Refusal("no-card-there", place=place)
    _check_in_play(game, card)
    if game.cards[place - 1] == card:
        raise nothing_to_correct()


def _check_discs(game, discs):
    for _, place in discs:
        if place > len(game.cards):
            raise Refusal("no-card-there", place=place)
        if place != GONE and place < game.taken:
            raise Refusal("path-collected", place=place, taken=game.taken)
    if _with_discs(game, discs) == (game.at, game.order, game.left):
        raise nothing_to_correct()


def _with_discs(game, discs):
    """(at, order, left) of a game once these discs are set, one after the other."""
    at, order, left = list(game.at), list(game.order), list(game.left)
    for seat, place in discs:
        if place == GONE and at[seat] == GONE:
            continue
        (left if at[seat] == GONE else order).remove(seat)
        at[seat] = place
        if place == GONE:
            left.append(seat)
        else:
            order.insert(len([disc for disc in order if at[disc] >= place]), seat)
    return at, order, left


def _check_has(game, seat, card, n):
    _check_in_play(game, card)
    most = copies(card, len(game.seats))
    if n > most:
        raise Refusal("too-many-held", card=card_fact(card), copies=most)
    if game.hand(seat).count(card) == n:
        raise nothing_to_correct()
    if _received(game, seat, card, n) is None:
        raise Refusal("already-named", card=card_fact(card), seat=("seat", game.seats[seat]))


def _received(game, seat, card, n):
    """What a seat has received, in order, once it holds n of a card; None if then it couldn't have given up what it has named.

    Cards that come are put where each Fox but a free first one finds them; a Fox comes last. Cards that go were the last of their kind.
    """
    found = list(game.received[seat])
    more = n - game.hand(seat).count(card)
    while more > 0:
        found.insert(len(found) if card == FOX else _early(found), card)
        more -= 1
    while more < 0:
        for place in range(len(found) - 1, -1, -1):
            if found[place] == card and _fits(found[:place] + found[place + 1 :], game.given[seat]):
                del found[place]
                break
        else:
            return None
        more += 1
    return found


def _early(received):
    """Where a card is put so that every Fox that cost one came later."""
    return 1 if received and received[0] == FOX else 0


def _fits(received, given):
    """Can these cards have been given up, in this order, for the Foxes among those received?"""
    fox = 0
    for count in range(1, len(given) + 1):
        if FOX not in received[fox + 1 :]:
            return False
        fox = received.index(FOX, fox + 1)
        held = list(received[:fox])
        for card in given[:count]:
            if card not in held:
                return False
            held.remove(card)
    return True


def apply(game, action):
    """Does such an action, which was checked."""
    kind = action[0]
    if kind == "agreed" and verb_of(action[1]) == REVEAL:
        return game._act(action[1], action)
    before = game.taken << 13 | game.aside << 7
    kept = (before, list(game.at), list(game.order), list(game.left), game.deck, _copied(game.received), _copied(game.given))
    phase = game.phase
    mover = game.order[-1] if phase == "move" else None
    if kind == "agreed":
        _, seat, card = unpack(action[1])
        game.received[seat].insert(_early(game.received[seat]), card)
        events = game._act(action[1], action)
        game._before.pop()
    else:
        if kind == "card":
            kept += (game.cards[action[1] - 1],)
        events: "list[tuple]" = _set(game, action)
        game.log.append(action)
        if kind in ("stack", "disc") and game.order and not game.due():
            game._collect()
        game._settle()
        if game.phase == "move" and game.order[-1] != mover:
            events.append(("turn", game.order[-1], game._reason()))
        elif game.over and phase != "over":
            events.append(("over",))
        elif game.phase == "lose" and kind == "disc":
            events.append(("all-left",))
    # Of the long lists only those are kept that have changed.
    received = [None if old == now else old for old, now in zip(kept[5], game.received)]
    given = [None if old == now else old for old, now in zip(kept[6], game.given)]
    game._before.append(kept[:5] + (received, given) + kept[7:])
    return events


def _set(game, action):
    """Sets right what a correction names; returns its events."""
    kind = action[0]
    if kind == "stack":
        game.deck = len(game.cards) + action[1]
        return [("right-stack", action[1])]
    if kind == "disc":
        game.at, game.order, game.left = _with_discs(game, action[1])
        if not game.order and game.aside:  # nobody has a turn any more (rulings, Fancy Feathers 4)
            game.received[game.left[-1]].extend([TRAP] * game.aside)
            game.aside = 0
        return [("right-disc", seat, place) for seat, place in action[1]]
    if kind == "card":
        game.cards[action[1] - 1] = action[2]
    else:
        game.received[action[1]] = _received(game, action[1], action[2], action[3])
    return [("right-" + kind,) + action[1:-1]]


def _copied(lists):
    return [list(cards) for cards in lists]


def undo(game, action):
    """Takes back such an action, which is no longer in the log."""
    if action[0] == "agreed" and verb_of(action[1]) == REVEAL:
        game._take_back(action[1])
        return
    kept = game._before.pop()
    game.taken = kept[0] >> 13
    game.aside = kept[0] >> 7 & 63
    game.at, game.order, game.left, game.deck = list(kept[1]), list(kept[2]), list(kept[3]), kept[4]
    for lists, old in ((game.received, kept[5]), (game.given, kept[6])):
        for seat in range(len(old)):
            if old[seat] is not None:
                lists[seat] = old[seat]
    if len(kept) > 7:
        game.cards[action[1] - 1] = kept[7]
    game._settle()


def ways_out(game, action):
    """See `game`: of a refusal that rests on earlier entries, the action by agreement and the place of the entry in the log."""
    if not isinstance(action, int):
        return None
    try:
        game.check(action)
    except Refusal as refusal:
        if refusal.code not in BY_COUNT:
            return None
        if refusal.code == "no-such-card":
            return ("agreed", action), None
        for card in range(len(CARDS)):
            if refusal.facts["card"] == card_fact(card):
                return ("agreed", action), game.shown_at(card)
    return None


# A player who has left


def absent(game, seat):
    """See `game`: the disc of a seat that nobody sits at leaves when it may, else goes to the next card. A disc must be moved by hand."""
    if game.phase != "move":
        return None
    return (move(seat, game.at[seat] + 1) if game.stack() else leave(seat)), True


# In words to be


def tell(game, event):
    """As `Game.tell`, of a correction."""
    code = event[0]
    if code == "right-stack":
        return (code, {"n": event[1]}), False
    if code == "right-card":
        return (code, {"place": event[1], "card": card_fact(event[2])}), False
    facts = {"seat": ("seat", game.seats[event[1]])}
    if code == "right-has":
        facts["card"] = card_fact(event[2])
        facts["n"] = event[3]
    elif event[2] <= 0:
        code += "-off" if event[2] == GONE else "-start"
    else:
        facts["place"] = event[2]
    return (code, facts), False


def undo_notes(game):
    """What hands put back when the last action, such a one, is taken back."""
    action = game.log[-1]
    kept = game._before[-1]
    kind = action[0]
    if kind == "stack":
        return [("back-stack", {"n": kept[4] - len(game.cards)})]
    if kind == "card":
        return [("back-card", {"place": action[1], "card": card_fact(kept[7])})]
    if kind == "agreed":
        return []
    if kind == "disc":
        return [_disc_back(game, seat, kept[1][seat]) for seat, _ in reversed(action[1])]
    seat = ("seat", game.seats[action[1]])
    received = list(kept[5][action[1]])
    for card in game.given[action[1]]:
        received.remove(card)
    return [("back-has", {"seat": seat, "card": card_fact(action[2]), "n": received.count(action[2])})]


def _disc_back(game, seat, place):
    facts = {"seat": ("seat", game.seats[seat]), "place": place}
    return ("back-off" if place == GONE else "back-disc" if place else "back-disc-start", facts)
