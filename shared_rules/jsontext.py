"""JSON text that is the same, byte for byte, on every runtime (their own `json` modules differ in order, spaces and escapes)."""

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _plain(value: str) -> bool:
    # Is there nothing in it to be escaped? Most texts are so, and letter by letter they would take far longer, and more memory.
    if '"' in value or "\\" in value or "\x7f" in value:
        return False
    try:
        return not value or min(value.encode()) >= 32
    except UnicodeError:  # half a character
        return False


def _text(value: str) -> str:
    if _plain(value):
        return '"' + value + '"'
    parts: list[str] = []
    for char in value:
        if char in _ESCAPES:
            parts.append(_ESCAPES[char])
        elif ord(char) < 32 or ord(char) == 127:
            parts.append("\\u%04x" % ord(char))
        else:
            parts.append(char)
    return '"' + "".join(parts) + '"'


def dumps(value: object) -> str:
    """Compact JSON of None, bool, int, str, lists, tuples and dicts with str keys (in the dict's own order).

    Raises TypeError for anything else.
    """
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([dumps(item) for item in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([_text(key) + ":" + dumps(value[key]) for key in value]) + "}"
    raise TypeError("no JSON for " + type(value).__name__)
