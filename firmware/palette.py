"""The colours of the lights, by meaning.

A colour is the red, green and blue of a pixel at its full light. They are linear: a channel of 80 gives twice the light of 40,
and goes to the pixels as it is, without any gamma.

There are two palettes with the same names. `standard` has the colours one expects. `clear` is for people who are blind to
red, green or blue: its colours were searched for so that the two that look most alike to any of them differ as much as possible.
In both every distinction is also one of brightness or of blinking.
"""

# name: ((red, green, blue) in `standard`, the same in `clear`)
_COLOURS = {
    # the board of hexagons: fowl by their colour
    "white": ((84, 80, 60), (72, 74, 84)),
    "brown": ((95, 29, 3), (110, 59, 0)),
    "black": ((0, 8, 64), (14, 6, 160)),
    # foxes, by seat
    "fox-white": ((75, 97, 138), (66, 128, 89)),
    "fox-brown": ((120, 10, 6), (98, 14, 15)),
    "fox-orange": ((142, 92, 0), (141, 106, 1)),
    "fox-black": ((66, 4, 124), (77, 46, 102)),
    "tunnel": ((0, 120, 96), (0, 38, 160)),
    # flocks, after the borders of the wooden fowl: pink, yellow, orange, blue
    "chicken": ((110, 0, 115), (105, 43, 85)),
    "duck": ((123, 81, 0), (126, 113, 0)),
    "goose": ((180, 20, 4), (136, 20, 6)),
    "turkey": ((0, 87, 139), (26, 9, 142)),
    # all games
    "choice": ((1, 120, 0), (18, 160, 51)),
    "cursor": ((118, 104, 132), (122, 117, 152)),
    # seven that differ, for whatever a game has
    "one": ((0, 34, 129), (114, 14, 0)),
    "two": ((100, 56, 0), (93, 142, 0)),
    "three": ((150, 102, 134), (34, 25, 39)),
    "four": ((102, 0, 131), (31, 45, 157)),
    "five": ((0, 119, 115), (0, 0, 124)),
    "six": ((160, 0, 0), (31, 146, 126)),
    "seven": ((3, 160, 0), (118, 77, 44)),
}

SEVEN = ("one", "two", "three", "four", "five", "six", "seven")
PALETTES = {
    "standard": {name: _COLOURS[name][0] for name in _COLOURS},
    "clear": {name: _COLOURS[name][1] for name in _COLOURS},
}
del _COLOURS
