"""What a table of Birds of a Feather settles by agreement: record lines that begin with `agreed` and `correct`. Imported when one comes.

    agreed play anna ocean-rare             a bird that only the count of its copies forbids: one was misread in an earlier round
    agreed reveal desert-ace                the same from the deck
    agreed last anna ocean-common           the same of an unplayed card
    agreed none                             a reveal that is due can't be made: no card is left in the deck
    correct saw anna ocean-rare [reason]    that bird is recorded on the seat's sheet
    correct missed anna ocean-rare          it isn't

A reason is any text to the end of the line. A correction is one action, at any time, after the end too; it changes that sheet and nothing
else, but that other seats may tie after the last round.

Actions: ("agreed", action), where `none` is ("reveal", None), and ("correct", "saw" or "missed", seat, bird, reason, a list of words).
"""

from .. import record
from ..refusal import Refusal, unreadable
from . import birds, scoring

CORRECTED = 255  # on a sheet, in place of the round in which a bird was recorded
FORM = "correct <saw|missed> <seat> <bird> [reason]"


def read(game, tokens):
    """The action of a line split into tokens; raises Refusal of kind UNREADABLE."""
    if tokens[0] == "agreed":
        if len(tokens) < 2 or (tokens[1] == "none" and len(tokens) > 2):
            raise unreadable("bad-line", word="agreed", form="agreed none" if len(tokens) > 1 else "agreed <action>")
        if tokens[1] == "none":
            return ("agreed", ("reveal", None))
        if tokens[1] in ("agreed", "correct"):
            raise unreadable("unknown-word", word=tokens[1])
        return ("agreed", game.read(tokens[1:]))
    if len(tokens) < 4 or tokens[1] not in ("saw", "missed"):
        raise unreadable("bad-line", word="correct", form=FORM)
    seat = record.find_seat(game.seats, tokens[2])
    bird = game.printed.find(tokens[3])
    if bird < 0:
        raise unreadable("unknown-card", card=tokens[3])
    return ("correct", tokens[1], seat, bird, record.reason(tokens[4:], FORM))


def line(game, action):
    """The record line of such an action."""
    if action[0] == "correct":
        return " ".join(["correct", action[1], game.seats[action[2]], game.printed.name(action[3])] + action[4])
    return "agreed none" if action[1][-1] is None else "agreed " + game.line(action[1])


def check(game, action):
    """Raises the Refusal that applying such an action would raise."""
    if action[0] == "correct":
        if bool(game.recorded[action[2]][action[3]]) == (action[1] == "saw"):
            raise record.nothing_to_correct()
        return
    agreed = action[1]
    if agreed[-1] is None:
        if game.over:
            raise record.game_over("reveal")
        if game.phase != "reveal":
            raise record.wrong_phase("reveal", game.phase)
        return
    try:
        game.check(agreed)
    except Refusal as refusal:
        if refusal.code == "card-is-out":
            return
        raise
    raise record.agreed_needless(agreed[0])


def apply(game, action):
    """Does a correction that was checked and stands in the log."""
    _, word, seat, bird, _ = action
    ticks = game.recorded[seat]
    game._ticks.append(ticks[bird])
    ticks[bird] = CORRECTED if word == "saw" else 0
    over = game.over
    game._settle()
    events: "list[tuple]" = [("right-" + word, seat, bird)]
    if word == "saw" and scoring.complete(ticks, bird // birds.COLUMNS):
        events.append(("complete", seat, bird // birds.COLUMNS))
    if game.over and not over:
        events.append(("ended",))
    return events


def undo(game, action):
    """Takes back a correction that is no longer in the log."""
    game.recorded[action[2]][action[3]] = game._ticks.pop()


def absent(game, seat):
    """See `game`: the top card of a seat that nobody sits at is asked for as usual."""
    return None


def ways_out(game, action):
    """See `game`: of a refusal that rests on earlier entries, the action by agreement and the place of the entry in the log."""
    if action[0] in ("agreed", "correct"):
        return None
    try:
        game.check(action)
    except Refusal as refusal:
        if refusal.code != "card-is-out":
            return None
        for place in range(len(game.log) - 1, -1, -1):
            entry = game.log[place]
            if (entry[1] if entry[0] == "agreed" else entry)[-1] == action[-1] and entry[0] != "correct":
                return ("agreed", action), place
    return None
