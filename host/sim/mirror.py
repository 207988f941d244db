"""What the device last said of itself, so that a page that opens or comes back sees the same at once."""

import base64
import binascii
import json
import math
from collections import deque
from typing import Any, cast

TOPICS = ("display", "lights", "screen", "scene", "changes", "said", "sound", "recorded")

SAID_KEPT = 60
CONSOLE_KEPT = 200
_PAGES = 8
_PAGE_BYTES = 128
_LIGHTS = 127

JsonObject = dict[str, Any]


def parse(line: str) -> JsonObject | None:
    """The JSON object of a line of the link; None when it is none."""
    if not line.startswith("{"):
        return None
    try:
        value = json.loads(line, parse_constant=_unknown, parse_float=_finite)
        if "\\u" in line:
            json.dumps(value, ensure_ascii=False).encode()  # half a character can be escaped, but never sent on
    except (ValueError, RecursionError):
        return None
    return as_object(value)


def _unknown(text: str) -> object:
    raise ValueError(f"{text} is no JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} can't be written again")
    return value


def as_object(value: object) -> JsonObject | None:
    """The value, if it is a JSON object."""
    return cast(JsonObject, value) if isinstance(value, dict) else None


def as_list(value: object) -> list[object]:
    """The value, if it is a JSON list; else an empty one."""
    return cast("list[object]", value) if isinstance(value, list) else []


def dumps(message: JsonObject) -> str:
    """A message as one compact line."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def changed(scene: JsonObject, changes: JsonObject) -> JsonObject:
    """The scene with these changes: marks and names by place, of which null takes one away; rows; the sheet, or null where there is none."""
    found = dict(scene)
    for part in ("marks", "names"):
        found[part] = dict(as_object(scene.get(part)) or {})
    for place, marks in (as_object(changes.get("marks")) or {}).items():
        if marks is None:
            found["marks"].pop(place, None)
            found["names"].pop(place, None)
        else:
            found["marks"][place] = marks
    found["names"].update(as_object(changes.get("names")) or {})
    if "rows" in changes:
        found["rows"] = changes["rows"]
    if changes.get("sheet") is not None:
        found["sheet"] = changes["sheet"]
    elif "sheet" in changes:
        found.pop("sheet", None)
    return found


class Mirror:
    """Takes the device's messages one by one and can tell them again, summed up.

    Differences of display and lights are laid into whole ones; everything is forgotten when the device says hello, that is
    when it has started anew.
    """

    def __init__(self) -> None:
        self.console: deque[JsonObject] = deque(maxlen=CONSOLE_KEPT)
        self.clear()

    def clear(self) -> None:
        """Forgets the device; keeps the console lines."""
        self.hello: JsonObject | None = None
        self.pages: dict[int, bytes] = {}
        self.contrast = 255
        self.on = True
        self.lights = bytearray(3 * _LIGHTS)
        self.lit = False
        self.screen: JsonObject | None = None
        self.scene: JsonObject | None = None
        self.said: deque[JsonObject] = deque(maxlen=SAID_KEPT)
        self.recorded: JsonObject | None = None

    def take(self, message: JsonObject) -> None:
        """Takes one message; parts of it that have no sense are left out, since a device may be newer than this program."""
        hello = as_object(message.get("hello"))
        if hello is not None:
            self.clear()
            self.hello = hello
        if "scene" in message:
            self.scene = None  # a device without a game shows none
        for topic, keep in (
            ("display", self._display),
            ("lights", self._lights),
            ("screen", self._screen),
            ("cursor", self._cursor),
            ("scene", self._scene),
            ("changed", self._changed),
            ("said", self._said),
            ("recorded", self._recorded),
        ):
            value = as_object(message.get(topic))
            if value is not None:
                keep(value)

    def tell(self) -> list[JsonObject]:
        """The messages that bring someone who knows nothing to the present."""
        messages: list[JsonObject] = []
        if self.hello is not None:
            messages.append({"hello": self.hello})
        if self.pages:
            pages = {str(number): base64.b64encode(self.pages[number]).decode() for number in sorted(self.pages)}
            messages.append({"display": {"pages": pages, "contrast": self.contrast, "on": self.on}})
        if self.lit:
            messages.append({"lights": {"0": self.lights.hex()}})
        if self.scene is not None:
            messages.append({"scene": self.scene})
        messages.extend({"said": said} for said in self.said)
        if self.screen is not None:
            messages.append({"screen": self.screen})
        if self.recorded is not None:
            messages.append({"recorded": self.recorded})
        return messages

    def _display(self, value: JsonObject) -> None:
        for name, text in (as_object(value.get("pages")) or {}).items():
            try:
                number, data = int(name), base64.b64decode(text, validate=True)
            except (ValueError, TypeError, binascii.Error):
                continue
            if 0 <= number < _PAGES and len(data) == _PAGE_BYTES:
                self.pages[number] = data
        if isinstance(value.get("contrast"), int):
            self.contrast = value["contrast"]
        if isinstance(value.get("on"), bool):
            self.on = value["on"]

    def _lights(self, value: JsonObject) -> None:
        for name, text in value.items():
            try:
                first, data = int(name), bytes.fromhex(text)
            except (ValueError, TypeError):
                continue
            if first >= 0 and len(data) % 3 == 0 and 3 * first + len(data) <= len(self.lights):
                self.lights[3 * first : 3 * first + len(data)] = data
                self.lit = True

    def _screen(self, value: JsonObject) -> None:
        self.screen = dict(value)

    def _cursor(self, value: JsonObject) -> None:
        if self.screen is not None and value.get("id") == self.screen.get("id"):
            for name in ("at", "note"):
                if name in value:
                    self.screen[name] = value[name]

    def _scene(self, value: JsonObject) -> None:
        self.scene = value

    def _changed(self, value: JsonObject) -> None:
        if self.scene is not None:
            self.scene = changed(self.scene, value)

    def _said(self, value: JsonObject) -> None:
        if self.said and self.said[-1].get("n") == value.get("n"):
            self.said.pop()
        self.said.append(value)

    def _recorded(self, value: JsonObject) -> None:
        self.recorded = value
