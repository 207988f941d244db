"""What the pieces look like when they are drawn for people: colours as on the printed pieces, letters and shapes beside them."""

# The borders of the wooden fowl, by type.
TYPES = {"chicken": "#f2a0bd", "duck": "#f4d03c", "goose": "#f0862c", "turkey": "#58a7e0"}
# The same where they must stand out on white.
TYPES_ON_LIGHT = {"chicken": "#c2185b", "duck": "#8a6d00", "goose": "#b34700", "turkey": "#0b5fa5"}
LETTERS = {"chicken": "C", "duck": "D", "goose": "G", "turkey": "T"}

# The faces of the fowl, and what is written on them.
FACES = {"black": "#1b1b1d", "brown": "#7b4a26", "white": "#fbf8f1"}
INKS = {"black": "#ffffff", "brown": "#ffffff", "white": "#1d1d20"}
FACE_LETTERS = {"black": "k", "brown": "n", "white": "w"}
SHAPES = {"circle": "●", "hexagon": "⬢", "square": "■"}

WOOD = "#efe4cf"

FOXES = {"black": "#1b1b1d", "brown": "#7b4a26", "orange": "#f08a24", "white": "#fbf8f1"}
FOX_INKS = {"black": "#ffffff", "brown": "#ffffff", "orange": "#1d1d20", "white": "#1d1d20"}


def look(shows: str) -> tuple[str, str, str]:
    """(type, colour, shape) of what a card shows, written `chicken-black-circle`."""
    kind, colour, shape = shows.split("-")
    return kind, colour, shape
