"""What lies on the table of Fowl Play!: fowl and how they look, foxes, tunnels, the standard arrangement."""

from .. import hexboard

FOXES = ("black", "brown", "orange", "white")  # the seats are named after their foxes
TYPES = ("chicken", "duck", "goose", "turkey")
COLOURS = ("black", "brown", "white")
SHAPES = ("circle", "hexagon", "square")
FOWL = 36
DEN_GAP = 4  # no fowl starts nearer to the centre (rulings, Fowl Play! 11)

# A look is a small int: type * 9 + colour * 3 + shape. Card n of the standard pack shows look n - 1.
STANDARD_CARDS = bytes(range(FOWL))
STANDARD_TUNNELS = ("g7", "i11", "k9", "i5", "e3", "c5", "e9")
# By type; in each flock the cells of its black fowl, then brown, then white, within a colour circle, hexagon, square.
STANDARD_FLOCKS = (
    "m7 m8 m9 l6 l7 l8 k5 k6 k7",
    "m13 m12 m11 l13 l12 l11 k13 k12 k11",
    "a7 a6 a5 b8 b7 b6 c9 c8 c7",
    "a1 a2 a3 b1 b2 b3 c1 c2 c3",
)


def look_type(look: int) -> int:
    """Index in TYPES."""
    return look // 9


def look_colour(look: int) -> int:
    """Index in COLOURS."""
    return look // 3 % 3


def look_shape(look: int) -> int:
    """Index in SHAPES."""
    return look % 3


def alike(one: int, other: int) -> int:
    """How many characteristics (type, colour, shape) two looks share: 0 to 3."""
    return (one // 9 == other // 9) + (one // 3 % 3 == other // 3 % 3) + (one % 3 == other % 3)


def look_name(look: int) -> str:
    """`chicken-black-circle`, as cards are written in records."""
    return TYPES[look // 9] + "-" + COLOURS[look // 3 % 3] + "-" + SHAPES[look % 3]


def look(text: str) -> int:
    """The look written so, -1 if there is none."""
    parts = text.split("-")
    if len(parts) == 3 and parts[0] in TYPES and parts[1] in COLOURS and parts[2] in SHAPES:
        return TYPES.index(parts[0]) * 9 + COLOURS.index(parts[1]) * 3 + SHAPES.index(parts[2])
    return -1


def standard_place(cards: bytes) -> bytes:
    """Where the fowl of cards 1-36 start in the standard arrangement, given what the cards show."""
    cells = [hexboard.cell(text) for flock in STANDARD_FLOCKS for text in flock.split(" ")]
    return bytes([cells[shown] for shown in cards])


def fowl_message(card: int, shown: int):
    """The message that names a fowl, or its card: number, type, colour, shape, and the last two together in two ways."""
    kind, colour, shape = look_name(shown).split("-")
    facts = {"n": card, "type": ("type", kind), "colour": ("colour", colour), "shape": ("shape", shape)}
    facts["look"] = ("look", kind + "-" + colour)
    facts["mark"] = ("mark", colour + "-" + shape)
    return ("fowl", facts)
