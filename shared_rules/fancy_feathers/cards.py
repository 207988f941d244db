"""The cards of Fancy Feathers: twelve animal types, three cards a set, of which some types' cards carry a number each."""

from ..refusal import unreadable

# In the order in which the rulebook and the record format list them.
TYPES = ("golden", "fart", "amherst", "blood", "green", "peacock", "nest", "reeves", "trap", "mirror", "monal", "fox")
FIRST_GAME = ("golden", "fart", "amherst", "blood", "reeves", "green")  # as the rulebook has it for a first game
NUMBERS = {"golden": (1, 2, 3), "fart": (1, 2, 3), "monal": (3, 5, 7)}
IN_PLAY = 6  # types in a game
SET = 3  # cards of each type in a set, one set a seat (rulings, Fancy Feathers 1)


def _cards_of(kind: str) -> "list[str]":
    return [kind + str(number) for number in NUMBERS[kind]] if kind in NUMBERS else [kind]


# A card is an index in CARDS, which are sorted as text, so that sorted cards are sorted tokens.
CARDS = tuple(sorted([card for kind in TYPES for card in _cards_of(kind)]))
KIND = tuple([card.rstrip("123457") for card in CARDS])  # by card: its type
NUMBER = tuple([int(card[-1]) if card[-1] in "123457" else 0 for card in CARDS])  # by card: what is printed on it, 0 for nothing
FOX = CARDS.index("fox")
TRAP = CARDS.index("trap")


def cards_of(kind: str) -> "list[int]":
    """The different cards of a type: one, or one for each number."""
    return [card for card in range(len(CARDS)) if KIND[card] == kind]


def copies(card: int, seats: int) -> int:
    """How many such cards the chosen sets of so many seats hold, before some leave the game unseen."""
    return seats if NUMBER[card] else SET * seats


def unseen(seats: int) -> int:
    """How many of the shuffled cards go back into the box unseen."""
    return 3 * seats


def deck(seats: int) -> int:
    """How many cards come to the Path."""
    return IN_PLAY * SET * seats - unseen(seats)


def read_card(token: str) -> int:
    """The card of a token; raises Refusal("unknown-card")."""
    if token not in CARDS:
        raise unreadable("unknown-card", card=token)
    return CARDS.index(token)
