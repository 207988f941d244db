"""How a game, its set-up or its record says no."""

UNREADABLE = "unreadable"  # the line or action can't be understood at all
ILLEGAL = "illegal"  # understood, but the rules forbid it now
NOT_YOUR_TURN = "not-your-turn"  # another seat has to act
GAME_OVER = "game-over"  # nothing can be played any more


class Refusal(Exception):
    """Something the rules refuse; the state is as it was before.

    code   stable, kebab-case; each game's `REFUSALS` and `record.REFUSALS` list them all with their meaning
    kind   UNREADABLE, ILLEGAL, NOT_YOUR_TURN or GAME_OVER
    facts  dict of what the sentence about it names (fact values as in `game`): the fox, the space, the distance ...
    """

    def __init__(self, code, kind=ILLEGAL, **facts):
        super().__init__(code)
        self.code = code
        self.kind = kind
        self.facts = facts


def unreadable(code, **facts):
    """A Refusal of kind UNREADABLE, to be raised by the caller."""
    return Refusal(code, UNREADABLE, **facts)
