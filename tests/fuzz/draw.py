"""Structured input out of plain bytes, so that one description serves Hypothesis, which shrinks bytes, and a coverage-guided fuzzer."""


class Draw:
    """Takes decisions from bytes, one after the other; once they are used up, every decision is the first there is."""

    def __init__(self, data):
        self._data = data
        self._at = 0

    def more(self):
        """Is there something left?"""
        return self._at < len(self._data)

    def number(self, most):
        """0 to most."""
        value = size = 0
        while size < most:
            value = value << 8 | (self._data[self._at] if self.more() else 0)
            self._at += 1
            size = size << 8 | 255
        return value % (most + 1)

    def pick(self, items):
        """One of a list."""
        return items[self.number(len(items) - 1)]

    def often(self, percent):
        """True in so many of a hundred cases; False once the bytes are used up."""
        return self.more() and self.number(99) < percent

    def raw(self, most):
        """Up to so many bytes as they are."""
        count = self.number(most)
        found = self._data[self._at : self._at + count]
        self._at += count
        return found

    def text(self, most=20):
        """Any text: mostly ASCII, now and then anything that Unicode has, lone surrogates too."""
        found = ""
        for _ in range(self.number(most)):
            found += chr(self.number(0x10FFFF)) if self.often(15) else chr(32 + self.number(94))
        return found
