"""What the pieces look like when they are drawn for people: colours as on the printed pieces, letters and shapes beside them."""

from typing import Any

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


def heading(report: dict[str, Any]) -> str:
    """The line above a position: the game, and its turn where it is played and not only scored."""
    state = report["state"]
    return report["title"] if "mode" in state else f"{report['title']} · turn {state['turn']}"


def look(shows: str) -> tuple[str, str, str]:
    """(type, colour, shape) of what a card shows, written `chicken-black-circle`."""
    kind, colour, shape = shows.split("-")
    return kind, colour, shape


# The cards of the Path, by type, and the discs, by seat.
CARDS = {
    "golden": "#c9971c",
    "fart": "#8a8f3c",
    "amherst": "#3f7d4e",
    "blood": "#b3372f",
    "green": "#2f9e6b",
    "peacock": "#1f6fb2",
    "nest": "#9a6b3f",
    "reeves": "#b5813a",
    "trap": "#5a5560",
    "mirror": "#7f97a8",
    "monal": "#6b4fa0",
    "fox": "#d2601a",
}
DISCS = ("#c2185b", "#0b5fa5", "#2e7d32", "#b36b00", "#6a3fa0", "#3b3b40")

# The birds' sheet.
HABITATS = {"desert": "#d0942c", "mountains": "#7d7d8c", "forest": "#3f8a3f", "wetlands": "#2f97a3", "ocean": "#2f5fb3"}
KINDS = {"common": "co", "uncommon1": "u1", "uncommon2": "u2", "uncommon3": "u3", "rare": "ra", "raptor": "rp", "ace": "ac"}
