"""One's own copy of a game: setup lines that say how its board, cards or sheets are printed, kept on the device for new games."""

from shared_rules import catalogue, record
from shared_rules.refusal import Refusal

from .journal import seal, unseal


def _name(game):
    return "copy-" + game


def lines(storage, game):
    """The setup lines of one's own copy of a game; [] while none were given, or when they can't be read."""
    name = _name(game)
    size = storage.size(name)
    if size < 0:
        return []
    found = []
    for line in storage.read(name, 0, size).split(b"\n")[:-1]:
        text = unseal(line)
        if text is None:
            return []
        found.append(text[0])
    try:
        return check(game, found)
    except Refusal:  # of another version
        return []


def check(game, given):
    """The lines as they are to be kept: in their order, tidied. Raises Refusal for any that the game's set-up doesn't take."""
    package = catalogue.package(game)
    tidy = [" ".join(record.tokens(line)) for line in given]
    for line in tidy:
        if line.split(" ")[0] not in package.SETUP or line.split(" ")[0] == "seats":
            raise Refusal("unknown-word", word=line.split(" ")[0])
    order = list(package.SETUP)
    tidy.sort(key=lambda line: order.index(line.split(" ")[0]))
    package.open_setup(package.RULES[-1], None).use(tidy)
    return tidy


def keep(storage, game, given):
    """Checks and keeps the lines of one's own copy; [] goes back to the example. Raises Refusal or OSError."""
    tidy = check(game, given)
    if tidy:
        storage.replace(_name(game), [seal(line, 0) for line in tidy])
    else:
        storage.remove(_name(game))
