"""What is sent to a pixel for each level of the frame.

The app's colours are linear, and so are these pixels: usually levels go out as they are. An exponent is for pixels that aren't.
"""

EXPONENT = 1.0


def table(exponent=EXPONENT):
    """256 bytes. A level above 0 never becomes 0, so that dim lights stay lit."""
    found = bytearray(256)
    for level in range(1, 256):
        found[level] = max(1, int(255 * (level / 255) ** exponent + 0.5))
    return found
