"""Runs on MicroPython: the viper form of the current budget against the plain one. Argument: the tree."""

import sys

sys.path.insert(0, sys.argv[1])
from firmware import current

fast = current._fast
assert fast is not None, "no viper here"
seed = 12345
for _ in range(300):
    rgb = bytearray(381)
    for at in range(381):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        rgb[at] = seed >> 16 & 255 if seed & 0x3000 else 0
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    budget = 188 + seed % 700
    one, other = bytearray(rgb), bytearray(rgb)
    current._fast = fast
    first = current.limit(one, budget, seed % 256)
    current._fast = None
    second = current.limit(other, budget, seed % 256)
    assert one == other and first == second, (budget, seed % 256)
print("equal")
