"""Fowl Play!: foxes and fowl on a board of hexagons, for two to four seats.

A played game's record is described in the record format. With `mode score` only results are entered:

    roost 1 fowl_play
    rules 1
    mode score
    seats black white
    captured black 17       one line for each captured fowl, in any order
    captured white 4
    all-captured            that was the last one
    target black 22         one line for each seat
    target white 9

What a table settles by agreement, in the lines `agreed` and `correct`, is described in `corrections`. The state of a game in which such
lines stand has one more key, `corrected`: how many.

Rules live in `rules` (what is legal, what it does), `cards` (which card can be in a hand), `scoring`; how the table is asked and
told in `asking`; set-up in `setup`, the score-only game in `results`.
"""

from ..versions import as_of

NAME = "fowl_play"
RULES = (1,)
MODES = ("score",)
SETUP = ("seats", "tunnels", "cards", "place", "foxes")
VERBS = ("play", "move", "done", "fox", "stay", "target", "agreed", "correct", "captured", "all-captured")
PARTS = ("corrections", "position", "entry", "highlights")
COPY = ("tunnels", "place", "cards")  # set-up lines of one's own copy

# Every code that game and set-up raise beside those of `record.REFUSALS`, with the facts that come with it.
REFUSALS = {
    "no-such-tunnel": "a tunnel entrance is named twice, or not the central one, or another space of the den (cell)",
    "cards-not-each-once": "the cards must show each of the 36 fowl once (look)",
    "place-taken": "two fowl start on one space (cell)",
    "place-tunnel": "a fowl starts on a tunnel entrance (cell)",
    "place-den": "a fowl starts nearer than 4 to the centre (cell)",
    "flock-apart": "the nine fowl of a type don't hang together (type)",
    "not-in-mode": "this setup line has no place in a record of results (word)",
    "place-needed": "the tunnels cut into the standard arrangement: a `place` line is needed (cell)",
    "fox-not-in-den": "a fox starts outside the den or on its centre (cell)",
    "fox-place-taken": "two foxes start on one space (cell)",
    "card-is-out": "the card can't be in that hand (card, seat, why: a message with the turn and seat it rests on)",
    "no-fowl": "no fowl stands on that space (cell)",
    "not-alike": "the fowl shares nothing with the card that was played (fowl, card)",
    "no-move": "that is where it stands already (cell)",
    "shut-in": "the fowl can't go anywhere: each space beside it is taken, a tunnel or nearer to a fox (fowl)",
    "space-taken": "another piece stands there (cell, piece)",
    "fowl-tunnel": "a fowl never enters a tunnel (cell)",
    "too-near": "the fowl would come too near to a fox (fowl, cell: where on its way, fox, was, gets: spaces between them)",
    "too-far": "more spaces than are left (cell, needed, left)",
    "no-way": "every way there is blocked (cell)",
    "fox-taken": "another fox stands there (cell, fox)",
    "tunnel-closed": "in the first turn no fox may end on the central tunnel entrance (cell)",
    "fox-too-far": "a fox moves two spaces at most (cell)",
    "fox-blocked": "other foxes or fowl bar the way (cell)",
    "fox-stays": "a fox never leaves the board (fox)",
    "no-discards": "nothing was discarded since the last shuffle",
    "target-played": "a card that was played is no target (card, why)",
    "target-taken": "another seat has that target (card, seat)",
    "captured-twice": "that fowl is captured already (fowl, seat)",
    "too-many-captured": "no game ends with so few fowl on the board (left, least)",
}


def open_setup(rules: int, mode: "str | None"):
    """The Setup of a game by these rules; mode None for a game that is played, "score" for results alone."""
    from .setup import FowlSetup

    return as_of(NAME, rules, FowlSetup)(rules, mode)
