"""A game that comes over the link, to be kept here: in several messages, and there only once it is whole. Loaded when it is needed."""

from shared_rules import catalogue, record
from shared_rules.refusal import Refusal

from .journal import seal, unseal

_FILE = "restore"  # what has come so far
_LONGEST = 1500  # bytes of a line


def take(app, part):
    """Takes a part of a game's journal or record: {"at": lines before it, "lines": [...], "more": bool}.

    Lines may have seals; what has none gets one, and comments are left out. Returns what the answer is to say: {"game": its number} once
    the last part is there. Raises Refusal or OSError; what came before is forgotten with the next `"at": 0`.
    """
    at, lines, more = _checked(part)
    storage = app.device.storage
    if at == 0:
        _header(lines)
        if app.journal.short():
            raise OSError(28)
        storage.remove(_FILE)
    elif at != app.restoring:
        raise Refusal("stale")
    app.restoring = 0  # if this fails, the next part must not follow it
    storage.append(_FILE, b"".join([_sealed(line) for line in lines]))
    if more:
        app.restoring = at + len(lines)
        return {}
    number = app.journal.adopt(_FILE, app.settings["games"])
    storage.remove(_FILE)
    return {"game": number}


def _checked(part):
    if not isinstance(part, dict):
        raise Refusal("rubbish")
    at = part.get("at")
    lines = part.get("lines")
    if isinstance(at, bool) or not isinstance(at, int) or at < 0 or not isinstance(lines, list) or not lines:
        raise Refusal("rubbish")
    for line in lines:
        if not isinstance(line, str) or len(line.encode()) > _LONGEST or "\n" in line or "\r" in line:
            raise Refusal("rubbish")
    return at, lines, part.get("more") is True


def _header(lines):
    words = record.tokens(lines[0])
    if len(words) != 3 or words[0] != "roost":
        raise Refusal("no-header")
    if words[1] != record.VERSION:
        raise Refusal("unknown-format", version=words[1])
    if words[2] not in catalogue.GAMES:
        raise Refusal("unknown-game", game=words[2])


def _sealed(line):
    found = unseal(line.encode())
    if found is not None:
        return seal(found[0], found[1])
    words = record.tokens(line)
    return seal(" ".join(words), 0) if words else b""
