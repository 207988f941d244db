"""What the buzzer plays. The sounds differ in rhythm, so that they are told apart without an ear for pitch.

A pattern is a tuple of (frequency in Hz, 0 for silence; milliseconds), played from the first on. None is longer than a second.
"""

PATTERNS = {
    # one very short click: a detent of the knob
    "tick": ((2600, 6),),
    # short, long, rising: taken
    "yes": ((1047, 50), (0, 30), (1568, 140)),
    # three equal low ones: refused
    "no": ((330, 90), (0, 60), (330, 90), (0, 60), (330, 90)),
    # long, short, short: somebody else's turn
    "turn": ((784, 200), (0, 60), (1047, 60), (0, 50), (1047, 60)),
    # a small fanfare: the game is over
    "end": ((784, 90), (0, 30), (988, 90), (0, 30), (1175, 90), (0, 90), (1568, 420)),
}


def length(pattern: "tuple[tuple[int, int], ...]") -> int:
    """Milliseconds that a pattern lasts."""
    return sum([ms for _, ms in pattern])


def rhythm(pattern: "tuple[tuple[int, int], ...]") -> str:
    """The pattern as a listener without an ear for pitch hears it: `.` up to 20 ms, `s` up to 120 ms, `L` longer, one a tone."""
    return "".join([("." if ms <= 20 else "s" if ms <= 120 else "L") for frequency, ms in pattern if frequency])
