"""One's own copy of a game: setup lines that say how its board, cards or sheets are printed, kept on the device for new games.

Beside them may stand lines `called <name in records> <name>`: what something on one's copy is really called. They are no set-up lines, and
are only shown.
"""

from shared_rules import catalogue, record
from shared_rules.refusal import Refusal, unreadable

from .journal import seal, unseal

LONGEST = 24  # characters of such a name
_MOST = 8192  # bytes of a file; what is longer isn't ours, and must not fill the memory


def _name(game):
    return "copy-" + game


def lines(storage, game, everything=False):
    """The setup lines of one's own copy of a game; [] while none were given, or when they can't be read. everything: names, too."""
    name = _name(game)
    size = storage.size(name)
    if not 0 < size <= _MOST:
        return []
    found = []
    try:
        data = storage.read(name, 0, size)
    except OSError:  # a file that is there and can't be read
        return []
    for line in data.split(b"\n")[:-1]:
        text = unseal(line)
        if text is None:
            return []
        found.append(text[0])
    try:
        found = check(game, found)
    except Refusal:  # of another version
        return []
    return found if everything else [line for line in found if not line.startswith("called ")]


def called(storage, game):
    """dict: name in records -> what it is called on one's own copy."""
    if storage.size(_name(game)) < 0:
        return {}
    names = [line.split(" ", 2) for line in lines(storage, game, True) if line.startswith("called ")]
    return {words[1]: words[2] for words in names}


def check(game, given):
    """The lines as they are to be kept: in their order, tidied. Raises Refusal for any that the game's set-up doesn't take."""
    package = catalogue.package(game)
    tidy = [" ".join(record.tokens(line)) for line in given]
    names = sorted([line for line in tidy if line.startswith("called ")])
    tidy = [line for line in tidy if line not in names]
    _check_names(game, names)
    for line in tidy:
        if line.split(" ")[0] not in package.SETUP or line.split(" ")[0] == "seats":
            raise Refusal("unknown-word", word=line.split(" ")[0])
    order = list(package.SETUP)
    tidy.sort(key=lambda line: order.index(line.split(" ")[0]))
    package.open_setup(package.RULES[-1], None).use(tidy)
    return tidy + names


def _check_names(game, names):
    if not names:
        return
    tokens = []
    if "entry" in getattr(catalogue.package(game), "PARTS", ()):
        entry = __import__("shared_rules." + game + ".entry", None, None, ("Entry",))
        tokens = [token for token, _ in entry.called()] if hasattr(entry, "called") else []
    for line in names:
        words = line.split(" ", 2)
        if len(words) < 3 or words[1] not in tokens or len(words[2]) > LONGEST:
            raise unreadable("bad-line", word="called", form="called <name in records> <name>")
        tokens.remove(words[1])


def keep(storage, game, given):
    """Checks and keeps the lines of one's own copy; [] goes back to the example. Raises Refusal or OSError."""
    tidy = check(game, given)
    if tidy:
        storage.replace(_name(game), [seal(line, 0) for line in tidy])
    else:
        storage.remove(_name(game))
