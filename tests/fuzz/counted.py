"""How much was tried."""

from collections import Counter

INPUTS = Counter()  # of each target: records, lines, messages, turns and presses so far
