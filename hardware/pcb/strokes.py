"""A plain stroke font for the silkscreen, drawn as lines on a grid of 4 x 6 (capital height 6)."""

from math import cos, radians, sin

Xy = tuple[float, float]

# Each glyph: strokes of points "xy" in base 10, blanks between strokes.
_GLYPHS = {
    "A": "00 04 26 44 40|02 42", "B": "00 06 36 45 44 33 03|33 42 41 30 00", "C": "45 36 16 05 01 10 30 41", "D": "00 06 26 44 42 20 00",
    "E": "40 00 06 46|03 33", "F": "00 06 46|03 33", "G": "45 36 16 05 01 10 30 41 43 23", "H": "00 06|40 46|03 43", "I": "10 30|20 26|16 36",
    "J": "01 10 30 41 46", "K": "00 06|46 02|13 40", "L": "06 00 40", "M": "00 06 23 46 40", "N": "00 06 40 46",
    "O": "10 01 05 16 36 45 41 30 10", "P": "00 06 36 45 44 33 03", "Q": "10 01 05 16 36 45 41 30 10|22 40", "R": "00 06 36 45 44 33 03|23 40",
    "S": "01 10 30 41 42 33 13 04 05 16 36 45", "T": "20 26|06 46", "U": "06 01 10 30 41 46", "V": "06 20 46", "W": "06 10 24 30 46",
    "X": "00 46|06 40", "Y": "06 23 46|23 20", "Z": "06 46 00 40", "0": "10 01 05 16 36 45 41 30 10|01 45", "1": "05 26 20|00 40",
    "2": "05 16 36 45 44 00 40", "3": "05 16 36 45 44 33 42 41 30 10 01|13 33", "4": "30 36 02 42", "5": "46 06 04 34 43 41 30 10 01",
    "6": "36 16 05 01 10 30 41 42 33 03", "7": "06 46 10", "8": "13 04 05 16 36 45 44 33 13 02 01 10 30 41 42 33",
    "9": "10 30 41 45 36 16 05 04 13 43",
    "+": "21 25|03 43", "-": "03 43", "_": "00 40", ".": "20 21", ":": "21 22|24 25", "/": "00 46", "(": "30 21 25 36", ")": "10 21 25 16",
    "a": "04 34 43 40|42 12 01 10 30 41", "b": "06 00|03 14 34 43 41 30 10 01", "c": "43 34 14 03 01 10 30 41",
    "d": "46 40|43 34 14 03 01 10 30 41", "e": "02 42 43 34 14 03 01 10 30", "f": "10 15 26 36|04 34",
    "g": "44 40 |43 34 14 03 02 11 31 42|40 30 10",
    "h": "06 00|03 14 34 43 40", "i": "10 30|20 24 14|25 26", "j": "01 10 20 31 34 24|35 36", "k": "06 00|34 02|13 40", "l": "16 26 20|10 30",
    "m": "00 04|03 14 24 20|23 34 44 40", ",": "10 21", "=": "02 42|04 44", "<": "40 03 46", ">": "00 43 06",
}  # fmt: skip


def text(words: str, at: Xy, size: float, turn: float = 0.0, mirror: bool = False) -> list[list[Xy]]:
    """Lines of a text centred at a point; `size` is the height of a capital in mm. Raises KeyError for a sign the font lacks."""
    unit = size / 6
    advance = 5.6 * unit
    width = advance * len(words) - 1.6 * unit
    a = radians(turn)
    out = []
    for index, sign in enumerate(words):
        sign = sign if sign in _GLYPHS else sign.upper()
        if sign == " ":
            continue
        for stroke in _GLYPHS[sign].split("|"):
            line = []
            for pair in stroke.split():
                x = -width / 2 + index * advance + int(pair[0]) * unit
                y = (int(pair[1]) - 3) * unit
                if mirror:
                    x = -x
                line.append((at[0] + x * cos(a) - y * sin(a), at[1] + x * sin(a) + y * cos(a)))
            out.append(line)
    return out
