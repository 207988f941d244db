"""Entering set-up lines one by one, by pointing and choosing: one's own copy of a game, or a line of a game's set-up that is changed.

A game's module `entry` has an `Entry`. It is walked like a `game.Setup`: `prompt()`, `apply(step)`, `undo()` until `ready`; then `lines()`
gives the lines that were entered, which the caller checks with a Setup of its own. Every step is one tuple, and its cursor starts on what
the line has now: confirming all of them changes nothing.
"""

from .choice import Prompt
from .game import nothing_to_undo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .choice import Choice, Scene


class Entry:
    """setup: a Setup that has read the lines in use, of which some are entered anew; words: of these lines, in the order of entering."""

    def __init__(self, setup, words: "tuple[str, ...]") -> None:
        self.setup = setup
        self.words = words
        self.steps: "list[tuple]" = []

    @property
    def seats(self):
        """The names of the seats, as far as they are known."""
        for line in self.setup.lines():
            if line.startswith("seats "):
                return tuple(line.split(" ")[1:])
        return ()

    @property
    def ready(self) -> bool:
        """Is everything entered?"""
        return self._due() is None

    def count(self, word: str) -> int:
        """How many steps a line takes."""
        return 1

    def of(self, word: str) -> "list[tuple]":
        """The steps of a line so far."""
        start = 0
        for one in self.words:
            if one == word:
                return self.steps[start : start + self.count(one)]
            start += self.count(one)
        return []

    def _due(self) -> "str | None":
        """The word of the line that is being entered, None when all are."""
        left = len(self.steps)
        for word in self.words:
            left -= self.count(word)
            if left < 0:
                return word
        return None

    def prompt(self) -> Prompt:
        """The Prompt of this step."""
        word = self._due()
        if word is None:
            return Prompt((), [], None)
        done = self.of(word)
        return Prompt((), [] if done else self.tell(word), self.choice(word, done))

    def apply(self, step: "tuple") -> None:
        """Takes a step."""
        self.steps.append(step)

    def undo(self) -> "tuple":
        """Takes back the last step and returns it; raises Refusal("nothing-to-undo")."""
        if not self.steps:
            raise nothing_to_undo()
        return self.steps.pop()

    def tell(self, word: str) -> "list":
        """Messages: what people do to enter a line."""
        return [("do-enter-" + word, {})]

    def choice(self, word: str, done: "list[tuple]") -> "Choice":
        """The Choice of a line's next step. done: its steps so far."""
        raise NotImplementedError

    def lines(self) -> "list[str]":
        """The lines entered, in the order of a record."""
        raise NotImplementedError

    def describe(self, key: "tuple"):
        """Message that names a key."""
        return self.setup.describe(key)

    def scene(self, seat: "int | None" = None) -> "Scene":
        """The Scene so far."""
        return self.setup.scene()
