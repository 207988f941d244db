"""Runs on the emulated Pico under CircuitPython: a whole game is applied line by line, and what it ends with is printed."""

import gc
import sys
import time

sys.path.insert(0, "/")
gc.collect()
before = gc.mem_free()
began = time.monotonic_ns()

from shared_rules import record

reader = record.Reader()
least = before
with open("/game.txt") as file:
    for line in file:
        line = line.strip()
        if line and line[0] != "#":
            reader.feed(line)
            gc.collect()
            least = min(least, gc.mem_free())
game = reader.finish()
print("#rules", before - least, (time.monotonic_ns() - began) // 1000000)
print("#over", game.over)
totals = game.scores()
print("#scores", " ".join(["%s=%d" % (seat, totals[seat]["total"]) for seat in totals]))
