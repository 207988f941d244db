"""How the scene of a game becomes light: one module for each kind of board, named as in `Scene.layout`.

A layout module has two functions and no state:

    paint(scene, game, put)
        Says what lies where. It calls `put(cell, colour, level, beat)` for each cell that shines; a later call for the same cell
        replaces the earlier one, so it goes from the bottom to the top.
          scene  the Scene to be shown
          game   the Game or Setup it belongs to: `seats`, and `describe(key)` for what a piece looks like (see `fact`)
          put    cell: 0-126. colour: a name in `firmware.palette`. level: one of FAINT to FULL, beat: STEADY, NOW or one of
                 PULSES. No meaning is told by colour alone: what could be mixed up differs in level or beat
    cells(place, scene)
        Sequence of the cells that stand for a place of the scene, () for none. They are lit when the place can be chosen, and the
        cursor blinks on the first of them.

The choices and the cursor are laid over that by `firmware.lights`, the same way for every game: what can be chosen shines at
FULL, in the piece's own colour or the colour `choice`; the cursor alone goes on and off, hard.
"""

# How bright, in sixteenths of a colour's own full light.
FAINT = 1  # the ground: spaces that belong together
DIM = 2  # lies there, no matter now
LOW = 4  # a fixed sign of the board
MID = 8  # matters
FULL = 16  # can be chosen; the top of a beat

# How the light changes with time. All but STEADY repeat every 1.6 s.
STEADY = 0
PULSES = (1, 2, 3, 4)  # rises so many times in a row from a lower light, then rests: whose piece it is, by seat
NOW = 5  # high and low in equal parts: what hands must do now
CURSOR = 6  # on and off, hard; for the cursor alone


def load(name):
    """The layout module of that name (a `Scene.layout`); raises ImportError when there is none."""
    return __import__("firmware.layouts." + name, None, None, ("paint",))


def pulses(seat: int) -> int:
    """The beat of a seat's pieces, by its index; from the fifth seat on they repeat."""
    return PULSES[seat % 4]


def fact(message, vocabulary: str):
    """The token of the first pair of that vocabulary in a message's facts: "white" of ("colour", "white"); None without one."""
    facts = message[1]
    if not isinstance(facts, dict):
        return None
    for value in facts.values():
        if isinstance(value, tuple) and len(value) == 2:
            if value[0] == vocabulary:
                return value[1]
            found = fact(value, vocabulary)
            if found is not None:
                return found
    return None
