"""Simulated tables: players who hold hidden cards and decide, for tests, benchmarks and for playing against the computer.

`tables` deals and keeps what is hidden, one table class a game, and has a player who takes anything; `greedy` takes what scores now, `fowl`
and `feathers` play sensibly; `catalogue` names them all. `hands` plays on the app by its knob and buttons.
"""
