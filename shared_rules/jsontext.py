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


def pieces(value: object, found: "list[str]") -> "list[str]":
    """Appends the JSON of a value to `found`, in pieces no longer than its longest text, and returns `found`; see `dumps`.

    For the device, where there may be no large block of memory left.
    """
    if value is None:
        found.append("null")
    elif value is True:
        found.append("true")
    elif value is False:
        found.append("false")
    elif isinstance(value, int):
        found.append(str(value))
    elif isinstance(value, str):
        found.append(_text(value))
    elif isinstance(value, (list, tuple)):
        before = "["
        for item in value:
            found.append(before)
            pieces(item, found)
            before = ","
        found.append("[]" if before == "[" else "]")
    elif isinstance(value, dict):
        before = "{"
        for key in value:
            found.append(before + _text(key) + ":")
            pieces(value[key], found)
            before = ","
        found.append("{}" if before == "{" else "}")
    else:
        raise TypeError("no JSON for " + type(value).__name__)
    return found


def dumps(value: object) -> str:
    """Compact JSON of None, bool, int, str, lists, tuples and dicts with str keys (in the dict's own order).

    Raises TypeError for anything else.
    """
    return "".join(pieces(value, []))
