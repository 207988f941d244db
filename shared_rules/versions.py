"""Versions of the rules: a game goes on by the rules that it was begun with, whatever was corrected since.

A game's modules are its newest rules. What an older version does otherwise stands in one place, the module `before` of its package:
`VERSIONS`, a dict of version -> function that makes of a class of the newest rules (set-up, game or results) the class of that version:
usually a subclass with the few methods or values that differ, or the class itself where nothing does. `RULES` of the package lists them
all, the newest last. Of an older version nothing is loaded before a game of it is opened.

A correction of a rule that changes how a record is read, counted or scored is thus made in three steps: `RULES` gets one number more, the
modules get the new rule, `before` gets the old one. The version before the newest is always carried; older ones may be dropped, and a
device refuses to be updated while a game of one runs.
"""


def as_of(name: str, rules: int, newest: type) -> type:
    """The class that `newest`, a class of the game of that name, was in a version of its rules; rules: one of the package's RULES."""
    package = __import__("shared_rules." + name, None, None, ("RULES",))
    if rules == package.RULES[-1]:
        return newest
    before = __import__("shared_rules." + name + ".before", None, None, ("VERSIONS",))
    return before.VERSIONS[rules](newest)
