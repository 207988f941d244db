"""Birds of a Feather: Western North America, for 1 to 7 seats, by its rulebook and the rulings.

Action lines of a game are `play anna ocean-rare`, `reveal desert-ace` and, to break a tie, `last anna ocean-common` (the unplayed
card).

What a table settles by agreement, in the lines `agreed` and `correct`, is described in `corrections`. The state of a game in which such
lines stand has one more key, `corrected`: how many.

With `mode score` only finished score sheets are entered, seats in any order and mixed; the lines are

    saw anna ocean-rare     that bird is ticked on the seat's sheet
    done anna               that sheet is complete
    last anna ocean-common  as above, once every sheet is complete

`raptors` and `variant` may stand in such a record and change nothing. In its state the phase is `score` until every sheet is
complete, the turn is the last one, and nothing arrives or lingers.

`birds` has the birds and the chart, `rules` the game, `scoring` what sheets are worth, `prompts` what is asked, said and shown,
`setup` the set-up, `results` the finished sheets.
"""

from ..versions import as_of

NAME = "birds_of_a_feather"
RULES = (1,)
MODES = ("score",)

SETUP = ("seats", "raptors", "variant", "habitats", "kinds")
VERBS = ("play", "reveal", "last", "agreed", "correct", "saw", "done")
PARTS = ("corrections", "position", "entry", "highlights", "sheets")
COPY = ("habitats", "kinds")  # set-up lines of one's own copy

# Every code that game and set-up raise beside those of `record.REFUSALS`, with the facts that come with it.
REFUSALS = {
    "card-is-out": "every copy of that bird was played, turned up or kept to the last (bird, copies, where: a message)",
    "already-ticked": "`mode score`: that bird is already ticked on this sheet (bird, seat)",
    "bad-raptors": "`raptors` is neither `on` nor `off` (value)",
    "bad-variant": "there is no such variant (variant)",
    "variant-seats": "this variant isn't for so many seats (variant, least, most, n)",
    "bad-order": "the line doesn't name each habitat, or each kind of bird, once (word)",
}


def open_setup(rules: int, mode: "str | None" = None):  # type: ignore[no-untyped-def]
    """The Setup of a table: for a game (mode None) or for finished sheets (mode "score")."""
    from .setup import BirdsSetup

    return as_of(NAME, rules, BirdsSetup)(rules, mode)
