"""How the table stands as people see it, beside what the game has: the draft from which corrections follow.

A **thing** is a key that can be set right (a piece, a sheet's bird, a pile's number), its **value** a key too: where it is, what it is, how
many. Things belong to **parts**, which are keys as well, and are gone through part by part. A game's module `position` has a `Position`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .choice import Choice, Scene


class Position:
    """A draft. It is a machine that can be shown, as a game is: `seats`, `describe`, `scene`.

    now     dict: thing -> value, as the game has it
    wanted  dict: thing -> value, as people say
    set_    list of the things that were set, in the order in which that was done last
    """

    def __init__(self, game, now: "dict") -> None:
        self.game = game
        self.seats: "tuple[str, ...]" = game.seats
        self.now = now
        self.wanted = dict(now)
        self.set_: "list[tuple]" = []

    def parts(self) -> "list[tuple]":
        """The parts to be gone through, in order."""
        raise NotImplementedError

    def things(self, part: "tuple") -> "list[tuple]":
        """The things of a part, in order."""
        raise NotImplementedError

    def choice(self, thing: "tuple") -> "Choice | None":
        """A Choice whose leaves are the values that a thing may have; None if it only has the other one of two (see `other`)."""
        raise NotImplementedError

    def other(self, thing: "tuple") -> "tuple":
        """The value that a thing of two values doesn't have now."""
        raise NotImplementedError

    def set(self, thing: "tuple", value: "tuple") -> None:
        """That thing has this value."""
        self.wanted[thing] = value
        if thing in self.set_:
            self.set_.remove(thing)
        self.set_.append(thing)

    def changed(self) -> "list[tuple]":
        """The things that differ, in the order in which they were set."""
        return [thing for thing in self.set_ if self.wanted[thing] != self.now[thing]]

    def steps(self) -> "list":
        """The actions that make the game what is wanted, in an order in which each is possible; raises Refusal if nothing does."""
        raise NotImplementedError

    def extras(self) -> "list[tuple]":
        """What else the table can agree on now: list of (key, action)."""
        return []

    def describe(self, key: "tuple"):
        """Message that names a key: a part, a thing with its value, a value."""
        raise NotImplementedError

    def tell(self, thing: "tuple"):
        """Message that tells how a thing stands, to whoever sees nothing else of its part."""
        return self.describe(thing)

    def scene(self, seat: "int | None" = None) -> "Scene":
        """The Scene as wanted."""
        raise NotImplementedError
