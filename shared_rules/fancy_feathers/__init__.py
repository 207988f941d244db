"""Fancy Feathers, for 2 to 6 seats with any six of the twelve animal types, by its rulebook and the rulings.

A played game's record is described in the record format. With `mode score` only collections are entered, as they lie there at the
end of the game; the setup lines are then `seats` and `types` alone, and the action lines

    has anna green 5        that seat collected so many of this card (0 too): one line for each seat and each card of the types
    has anna golden2 1      in play, in any order
    left anna               once all cards are entered, and only if seats tie for the win: which of them left the Path first

Its state has the keys of a played game's, as after the end of one; the phase is `has`, `left` or `over`, the turn stays 1.

What a table settles by agreement, in the lines `agreed` and `correct`, is described in `corrections`. The state of a game in which such
lines stand has one more key, `corrected`: how many.

`cards` says which cards there are, `rules` is the game itself, `asking` how the table is asked and told, `scoring` what a
collection is worth, `setup` the set-up, `results` the score-only game, `naming` how cards and seats are named.
"""

from ..versions import as_of

NAME = "fancy_feathers"
RULES = (1,)
MODES = ("score",)
SETUP = ("seats", "types", "discs")
VERBS = ("reveal", "move", "leave", "lose", "agreed", "correct", "has", "left")
PARTS = ("corrections", "position", "entry", "highlights")
COPY = ()  # set-up lines of one's own copy

# Every code that game and set-up raise beside those of `record.REFUSALS`, with the facts that come with it.
REFUSALS = {
    "unknown-type": "there is no such animal type (type)",
    "bad-types": "not six different animal types (n)",
    "bad-discs": "the stack doesn't hold each seat's disc once (n)",
    "no-discs": "`mode score` has no stack of discs",
    "type-not-in-play": "this game is played without that animal type (card, type)",
    "card-is-out": "every copy of that card has been turned up (card, copies, where: a message with the turn and seat of the latest)",
    "too-many-cards": "more cards than are due (due)",
    "cards-due": "cards must be turned up before the next turn (due)",
    "no-card-there": "no card lies on that space of the Path (place)",
    "not-forward": "a disc only moves forward (place, at: where it stands)",
    "stack-not-empty": "nobody leaves the Path before the stack of cards is empty (left)",
    "no-such-card": "that seat can't have given up that card for its next Fox (card, seat)",
    "path-collected": "no disc stands any more where the cards are collected (place, taken)",
    "already-named": "that seat has named such a card as given up for a Fox (card, seat)",
    "too-many-held": "there are not so many of that card (card, copies)",
    "stack-too-big": "so many cards can't be left in the stack (most)",
    "too-many-there": "`mode score`: so many of that card can't be there (card, left)",
    "entered-already": "`mode score`: that card of that seat is entered (card, seat)",
    "not-tied": "`mode score`: that seat isn't one of those that tie for the win (seat)",
}


def open_setup(rules: int, mode: "str | None" = None):  # type: ignore[no-untyped-def]
    """The Setup of a game by these rules; mode None for a game that is played, "score" for collections alone."""
    from .setup import FeathersSetup

    return as_of(NAME, rules, FeathersSetup)(rules, mode)
