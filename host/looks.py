"""What the pieces look like when they are drawn for people: colours as on the printed pieces, letters and shapes beside them."""

# The borders of the wooden fowl, by type.
TYPES = {"chicken": "#f28cb1", "duck": "#f6d13b", "goose": "#f5862e", "turkey": "#4d9de0"}
# The same where they must stand out on white.
TYPES_ON_LIGHT = {"chicken": "#c2185b", "duck": "#8a6d00", "goose": "#b34700", "turkey": "#0b5fa5"}
LETTERS = {"chicken": "C", "duck": "D", "goose": "G", "turkey": "T"}

# The faces of the fowl, and what is written on them.
FACES = {"black": "#2b2b2f", "brown": "#8a5a33", "white": "#fbfaf5"}
INKS = {"black": "#ffffff", "brown": "#ffffff", "white": "#1d1d20"}
FACE_LETTERS = {"black": "k", "brown": "n", "white": "w"}
SHAPES = {"circle": "●", "hexagon": "⬢", "square": "■"}

FOXES = {"black": "#26262a", "brown": "#7b4a26", "orange": "#ef7d1a", "white": "#ffffff"}
FOX_INKS = {"black": "#ffffff", "brown": "#ffffff", "orange": "#1d1d20", "white": "#1d1d20"}


def look(shows: str) -> tuple[str, str, str]:
    """(type, colour, shape) of what a card shows, written `chicken-black-circle`."""
    kind, colour, shape = shows.split("-")
    return kind, colour, shape
