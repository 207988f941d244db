"""The whole firmware on an emulated Pico, spoken to over its serial link in emulated time."""

import json
from collections.abc import Callable
from typing import Any

from host.emulator.device import Device


class Link:
    """One end of the serial link of an emulated device.

    messages  what it has said so far and nobody has waited for, oldest first
    plain     lines that are no messages
    """

    def __init__(self, device: Device) -> None:
        self.device = device
        self.messages: "list[dict[str, Any]]" = []
        self.plain: "list[str]" = []
        self._rest = b""
        device.pico.on_received = self._take

    def _take(self, data: bytes) -> None:
        del self.device.pico.received[:]
        *lines, self._rest = (self._rest + data).split(b"\n")
        for raw in lines:
            line = raw.strip().decode("utf-8", "replace")
            if line.startswith("{"):
                try:
                    self.messages.append(json.loads(line))
                except ValueError:
                    self.plain.append(line)  # its beginning was lost
            elif line:
                self.plain.append(line)

    def send(self, message: "dict[str, Any]") -> None:
        self.device.pico.send(json.dumps(message).encode() + b"\n")

    def wait(self, name: str, wanted: "Callable[[Any], bool]" = lambda value: True, ms: float = 20_000) -> Any:
        """Runs until a message of that name comes that is wanted; what came before it is forgotten."""
        found: "list[Any]" = []

        def look() -> bool:
            while self.messages:
                message = self.messages.pop(0)
                if name in message and wanted(message if name == "reply" else message[name]):
                    found.append(message if name == "reply" else message[name])
                    return True
            return False

        try:
            self.device.pico.until(look, ms, "a message %r" % name)
        except Exception as late:
            raise AssertionError("%s; plain lines: %r" % (late, self.plain[-12:])) from late
        return found[0]

    def ask(self, message: "dict[str, Any]", ms: float = 20_000) -> "dict[str, Any]":
        """Sends a request and gives its answer (the last part of a long one)."""
        self.send({**message, "id": 77})
        return self.wait("reply", lambda reply: reply["reply"] == 77 and not reply.get("more"), ms)

    def record(self) -> "list[str]":
        """The lines of the open game."""
        self.send({"ask": "record", "id": 78})
        lines: "list[str]" = []
        while True:
            reply = self.wait("reply", lambda reply: reply["reply"] == 78)
            lines += reply["lines"]
            if not reply.get("more"):
                return lines

    def begin(self, topics: "tuple[str, ...]" = ("screen", "recorded")) -> "dict[str, Any]":
        """Waits for the hello, subscribes, and returns the first screen."""
        self.wait("hello")
        self.send({"subscribe": list(topics)})
        return self.wait("screen")

    def enter(self, key: str, screen: "dict[str, Any] | None" = None) -> None:
        """Chooses a key on this screen, or else on the next one that offers it."""
        if screen is None or all(choice["key"] != key for choice in screen["choices"]):
            screen = self.wait("screen", lambda value: any(choice["key"] == key for choice in value["choices"]))
        index = [choice["key"] for choice in screen["choices"]].index(key)
        self.send({"choose": index, "screen": screen["id"]})
