"""How the scene of a game becomes light: one module for each kind of board, named as in `Scene.layout`.

A layout module has two functions and no state:

    paint(scene, describe, put)
        Says what lies where. It calls `put(cell, colour, level, beat)` for each cell that shines; a later call for the same cell
        replaces the earlier one, so it goes from the bottom to the top.
          scene     the Scene to be shown
          describe  `describe` of the game or set-up: key -> message, whose facts tell what a piece looks like (pairs such as
                    `("colour", "white")`)
          put       cell: 0-126. colour: a name of `firmware.palette`. level: DIM, LOW, MID or FULL. beat: STEADY or one of the
                    beats below; a meaning is never told by colour alone, so pieces that could be mixed up differ in beat or level
    cells(place, scene)
        Tuple of the cells that stand for a place of the scene, () for none. The table lights them when the place can be
        chosen, and the cursor blinks on them.

The choices and the cursor are laid over that by `firmware.lights`, the same way for every game: what can be chosen is bright, the
cursor blinks hard between bright and dark, and nothing else does.
"""

# How bright, of a colour's own full light. Perceived steps are about even: the pixels are driven linearly.
DIM = 0  # lies there, no matter now
LOW = 1  # a fixed sign of the board
MID = 2  # matters
FULL = 3  # what can be chosen; foxes at the top of their beat

# How the light changes with time. All but STEADY repeat every 1.6 s.
STEADY = 0
BREATHE = 1  # up and down, slowly; the four are the same movement, a quarter of the time apart
BREATHE_2 = 2
BREATHE_3 = 3
BREATHE_4 = 4
FLASH = 5  # one short flash
FLASH_2 = 6  # two short flashes
FLASH_3 = 7
FLASH_4 = 8
NOW = 9  # on and off in equal parts, softly: what hands must place or turn up now

# A seat's beat, by its index in seating order: so many flashes in a row. More than four seats repeat them.
SEATS = (FLASH, FLASH_2, FLASH_3, FLASH_4)


def load(name):
    """The layout module of that name (a `Scene.layout`); raises ImportError when there is none."""
    path = "firmware.layouts." + name
    return __import__(path, None, None, ("paint",))


def fact(message, vocabulary):
    """The token of the first pair of that vocabulary in a message's facts: "white" of ("colour", "white"); None without one."""
    for value in message[1].values():
        if isinstance(value, tuple) and len(value) == 2:
            if value[0] == vocabulary:
                return value[1]
            if isinstance(value[1], dict):
                found = fact(value, vocabulary)
                if found is not None:
                    return found
    return None
