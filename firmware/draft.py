"""What was entered of a section of one's own copy, kept step by step: a cut, or whoever leaves it for a while, loses nothing.

One file for each game, of sealed lines: `section <words>`, then `step <step>` and `back` (see `firmware.journal` for seals and steps). It is
gone once the section is kept or begun anew. Loaded when it is wanted.
"""

from .journal import pack, seal, unpack, unseal

_MOST = 8192  # bytes; what is longer isn't ours


class Draft:
    """The draft of a section. A medium that fails or is full costs only the draft, from then on.

    words: of the set-up lines that the section enters, as an `Entry` has them
    """

    def __init__(self, storage, game, words):
        self._storage = storage
        self._name = "draft-" + game
        self._head = "section " + " ".join(words)
        self._begun = False  # does the file hold this section?
        self._failed = False

    def steps(self):
        """The steps kept; [] where there are none of this section, or none that can be read."""
        size = self._storage.size(self._name)
        if not 0 < size <= _MOST:
            return []
        found = []
        whole = self._storage.read(self._name, 0, size).split(b"\n")
        torn = whole.pop() != b""
        for place in range(len(whole)):
            text = unseal(whole[place])
            try:
                if text is None or (not place and text[0] != self._head):
                    torn = True
                    break
                if text[0] == "back":
                    found.pop()
                elif place:
                    found.append(unpack(text[0][5:]))
            except (ValueError, IndexError):  # of another version
                torn = True
                break
        if not found:
            return []
        self._begun = True
        if torn:  # what follows must not be glued to it
            self.keep(found)
        return found

    def keep(self, steps):
        """These are the steps; what was kept before is gone."""
        if not steps:
            self.drop()
            return
        self._begun = True
        if not self._failed:
            try:
                lines = [self._head] + ["step " + pack(step) for step in steps]
                self._storage.replace(self._name, [seal(line, 0) for line in lines])
            except OSError:
                self._failed = True

    def add(self, step):
        """A step was taken."""
        if self._begun:
            self._append("step " + pack(step))
        else:
            self.keep([step])

    def back(self):
        """The last step was taken back."""
        self._append("back")

    def drop(self):
        """Nothing of this section is to be kept any longer."""
        if self._begun:
            self._begun = False
            try:
                self._storage.remove(self._name)
            except OSError:
                self._failed = True

    def _append(self, line):
        if not self._failed:
            try:
                self._storage.append(self._name, seal(line, 0))
            except OSError:
                self._failed = True
