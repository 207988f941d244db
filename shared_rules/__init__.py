"""The rules of Roost's games: pure Python, no input or output, no clock, no randomness.

The same source runs on CPython, MicroPython and CircuitPython. `catalogue` lists the games, `record` reads
their text form, `game` says what every game offers, `choice` how it asks for a decision, `refusal` how it says no.
"""
