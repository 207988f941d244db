"""Walking through a tree of choices with a cursor: what turning, pressing and pointing do, without any display.

A `Walk` is one decision on its way: the root choice, the keys entered so far, and the choice in which the cursor stands. See
`shared_rules.choice` for choices and keys.
"""

from shared_rules.choice import COUNT, NAME, SOME, Choice

DONE = ("word", "done")
NEW_NAME = ("word", "new-name")  # offered where a name is asked for: it has to be spelled first, and `enter` returns it as it is
SPIN_STEPS = 4  # what a detent of fast turning counts in a long list
SPIN_LENGTH = 12  # shorter lists take fast turning like any other


class Level:
    """One choice of the walk.

    choice  the Choice
    keys    list of keys that can be stepped through
    at      index of the cursor in it
    picked  keys picked so far (kind SOME)
    auto    was entered by itself
    """

    def __init__(self, choice, keys):
        self.choice = choice
        self.keys = keys
        self.at = choice.start if choice.start < len(keys) else 0
        self.picked = []
        self.auto = False


class Walk:
    """names: tokens of the names to offer where a choice asks for one."""

    def __init__(self, choice, names=()):
        self.levels = []
        self.entered = []  # the keys that led from level to level
        self._names = names
        self._open(choice)

    # What can be seen

    @property
    def level(self):
        """The Level in which the cursor stands."""
        return self.levels[-1]

    @property
    def choice(self):
        """Its Choice."""
        return self.levels[-1].choice

    @property
    def key(self):
        """The key under the cursor, None in an empty list."""
        level = self.levels[-1]
        return level.keys[level.at] if level.keys else None

    def hold(self):
        """The key that holding Confirm takes now, None if there is none."""
        level = self.levels[-1]
        if level.choice.hold is not None:
            return level.choice.hold
        return DONE if level.choice.kind == SOME and DONE in level.keys else None

    def group(self, index):
        """The group of the key with this index, None where there are no groups."""
        groups = self.levels[-1].choice.groups
        return groups[index] if groups is not None and index < len(groups) else None

    def note(self, key):
        """Messages about a key."""
        choice = self.levels[-1].choice
        if choice.note is None or (key == DONE and key not in choice.keys):
            return []
        return choice.note(key) or []

    # Moving the cursor

    def move(self, n, fast=False):
        """N keys on, around the end."""
        level = self.levels[-1]
        if level.keys:
            if fast and len(level.keys) > SPIN_LENGTH:
                n *= SPIN_STEPS
            level.at = (level.at + n) % len(level.keys)

    def jump(self, n):
        """To the first key of the n-th group from here, around the end; back: first to that of this group. Without groups by six."""
        level = self.levels[-1]
        firsts = [index for index in range(len(level.keys)) if index == 0 or self._group(index) != self._group(index - 1)]
        if not firsts:
            return
        here = 0
        for place in range(len(firsts)):
            if firsts[place] <= level.at:
                here = place
        if n < 0 and firsts[here] != level.at:
            n += 1
        level.at = firsts[(here + n) % len(firsts)]

    def _group(self, index):
        if self.levels[-1].choice.groups is None:
            return index // 6
        return self.group(index)

    # Choosing

    def enter(self, key=None):
        """Takes a key of this choice (None: the one under the cursor). Returns the action if it leads to one, else None.

        Of a choice of several, the key is picked, or given back if it was picked.
        """
        level = self.levels[-1]
        if key is None:
            key = self.key
        if key in level.keys:
            level.at = level.keys.index(key)
        if key == NEW_NAME:
            return key
        if level.choice.kind != SOME:
            return self._follow(key)
        if key == DONE and key not in level.choice.keys:
            return self._follow(tuple(level.picked))
        if key in level.picked:
            level.picked.remove(key)
        else:
            level.picked.append(key)
        if len(level.picked) == level.choice.most:
            return self._follow(tuple(level.picked))
        self._offer_done(level)
        return None

    def back(self):
        """One step back: gives back the last key picked, or leaves this choice. False when this is where it began."""
        level = self.levels[-1]
        if level.picked:
            level.at = level.keys.index(level.picked.pop())
            self._offer_done(level)
            return True
        if len(self.levels) == 1:
            return False
        self.leave()
        return True

    def leave(self):
        """Leaves this choice for the one before it."""
        self.levels.pop()
        self.entered.pop()

    def retrace(self, keys):
        """Goes along the keys of a path and stops before the last, with the cursor on it: one press takes it again."""
        del self.levels[1:]
        level = self.levels[0]
        self.entered = []
        for place in range(len(keys)):
            key = keys[place]
            level = self.levels[-1]
            if level.choice.kind == SOME:
                level.picked = list(key)
                self._offer_done(level)
                level.at = level.keys.index(DONE) if DONE in level.keys else 0
            elif key in level.keys:
                level.at = level.keys.index(key)
            else:
                return
            if place < len(keys) - 1:
                entered = level.choice.pick(key)
                if not isinstance(entered, Choice):
                    return
                self.entered.append(key)
                self._push(entered)

    def _follow(self, key):
        found = self.levels[-1].choice.pick(key)
        if isinstance(found, Choice):
            self.entered.append(key)
            self._open(found)
            return None
        return found

    def _open(self, choice):
        self._push(choice)
        while choice.auto and choice.keys:
            key = choice.keys[choice.start]
            found = choice.pick(key)
            if not isinstance(found, Choice):
                return
            self.levels[-1].auto = True
            self.entered.append(key)
            choice = found
            self._push(choice)

    def _push(self, choice):
        keys = choice.keys
        if choice.kind == COUNT and not keys:
            keys = [("number", n) for n in range(choice.least, choice.most + 1)]
        elif choice.kind == NAME:
            keys = [("name", name) for name in self._names if name not in choice.taken] + list(keys) + [NEW_NAME]
        elif choice.kind == SOME and choice.least == 0:
            keys = list(keys) + [DONE]
        self.levels.append(Level(choice, keys))

    def _offer_done(self, level):
        # `done` stands at the end once enough are picked.
        offered = DONE not in level.choice.keys and level.keys and level.keys[-1] == DONE
        enough = len(level.picked) >= level.choice.least
        if enough and not offered:
            level.keys = list(level.keys) + [DONE]
        elif offered and not enough:
            level.keys = level.keys[:-1]
            level.at = min(level.at, len(level.keys) - 1)
