"""Between one device and any number of tabs: everything the device says goes to all, what a tab says goes to the device."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from .mirror import TOPICS, JsonObject, Mirror, as_object, dumps, parse

PROTOCOL = 1
LONGEST_MESSAGE = 4000  # bytes that a tab may send at once; the device takes lines of 4,096
_QUEUED = 2000  # messages that may wait for a slow tab before it is sent the whole state instead


class Tab:
    """One open page (or other program) on the websocket. `next()` gives what it must be sent."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self.behind = False

    def put(self, text: str) -> None:
        """Queues a message; a tab that reads too slowly is marked `behind` and its queue dropped."""
        if self._queue.qsize() >= _QUEUED:
            while not self._queue.empty():
                self._queue.get_nowait()
            self.behind = True
        if not self.behind:
            self._queue.put_nowait(text)

    async def next(self) -> str:
        """Waits for the next message."""
        return await self._queue.get()


class Listener(Protocol):
    """Something on the host that pages may speak to beside the device."""

    def asked(self, tab: Tab, message: JsonObject) -> None:
        """Takes what a tab asks of it."""
        ...

    def message(self) -> str:
        """What a new tab is told of it."""
        ...

    def leave(self, tab: Tab) -> None:
        """A tab has gone."""
        ...


class Hub:
    """Relays between the device and the tabs.

    send     function that hands a line to the device; False when it can't be reached
    runtime  name of the runtime that was started, said to the tabs
    hurry    function that ends a wait before the device's next start
    dealer   who deals cards, if anybody does
    """

    def __init__(self, send: Callable[[str], bool], runtime: str, hurry: Callable[[], None]) -> None:
        self.mirror = Mirror()
        self.tabs: set[Tab] = set()
        self.dealer: Listener | None = None
        self._send = send
        self._hurry = hurry
        self._server: JsonObject = {"state": "starting", "runtime": runtime, "starts": 0, "exit": None, "again_in": None}
        self._asked: dict[int, tuple[Tab, Any]] = {}  # id towards the device -> who asked, under which id
        self._last_id = 0
        self._console_lines = 0
        self._greeted = False

    # ---- from the device

    def heard(self, stream: str, line: str) -> None:
        """Takes a line of the device's output ("out") or error output ("err")."""
        message = parse(line) if stream == "out" else None
        if message is None:
            if line.strip():
                self._console(stream, line)
            return
        if "reply" in message:
            self._reply(message)
            return
        if "hello" in message:
            self._greet(message)
            return
        self.mirror.take(message)
        self._all(line)

    def changed(self, state: dict[str, Any]) -> None:
        """Takes the news that the device started or stopped."""
        self._server = {**self._server, **state}
        self._greeted = False
        if state["state"] != "running":
            asked, self._asked = self._asked, {}
            for tab, name in asked.values():
                tab.put(
                    dumps({"reply": name, "ok": False, "code": "device-away", "text": "The device stopped before it answered."})
                )
        self._all(dumps({"server": self._server}))

    def _greet(self, message: JsonObject) -> None:
        protocol = (as_object(message["hello"]) or {}).get("protocol")
        if protocol != PROTOCOL:
            self._console("err", f"This device speaks version {protocol} of the link, this program version {PROTOCOL}.")
        self.mirror.take(message)
        self._all(dumps(message))
        if not self._greeted:  # once a start: the device answers a hello with its own
            self._greeted = True
            self._send(dumps({"hello": {"protocol": PROTOCOL}}))
        # Every time: a device that says hello unasked has begun anew, and knows of no subscription.
        self._send(dumps({"subscribe": list(TOPICS)}))

    def _reply(self, message: JsonObject) -> None:
        known = self._asked.get(message["reply"]) if isinstance(message["reply"], int) else None
        if known is None:
            return
        tab, name = known
        if not message.get("more"):
            del self._asked[message["reply"]]
        tab.put(dumps({**message, "reply": name}))

    def _console(self, stream: str, line: str) -> None:
        self._console_lines += 1
        entry = {"n": self._console_lines, "from": stream, "text": line[:2000]}
        self.mirror.console.append(entry)
        self._all(dumps({"console": entry}))

    def _all(self, text: str) -> None:
        for tab in self.tabs:
            tab.put(text)

    # ---- from the tabs

    def join(self) -> Tab:
        """A new tab; it is sent everything at once."""
        tab = Tab()
        self.tabs.add(tab)
        self._tell(tab)
        return tab

    def leave(self, tab: Tab) -> None:
        """Forgets a tab."""
        self.tabs.discard(tab)
        self._asked = {number: asked for number, asked in self._asked.items() if asked[0] is not tab}
        if self.dealer is not None:
            self.dealer.leave(tab)

    def resync(self, tab: Tab) -> None:
        """Sends everything again to a tab that had fallen behind."""
        tab.behind = False
        self._tell(tab)

    def _tell(self, tab: Tab) -> None:
        tab.put(dumps({"server": self._server}))
        for message in self.mirror.tell():
            tab.put(dumps(message))
        for entry in self.mirror.console:
            tab.put(dumps({"console": entry}))
        if self.dealer is not None:
            tab.put(self.dealer.message())
        tab.put(dumps({"synced": True}))

    def said(self, tab: Tab, text: str) -> None:
        """Takes what a tab sent: one JSON object. Rubbish is answered, to that tab alone, and goes no further."""
        message = parse(text.strip())
        if message is None:
            refuse(tab, "rubbish", "A message must be one JSON object.")
            return
        if len(text.encode()) > LONGEST_MESSAGE:
            _deny(tab, message, "rubbish", f"A message may have {LONGEST_MESSAGE} bytes at most.")
            return
        if "subscribe" in message:  # all tabs get all topics; this asks for everything from the start
            self._tell(tab)
            return
        if "server" in message:  # the page's button: start the device now
            self._hurry()
            return
        if "hello" in message:
            return
        if "dealer" in message and self.dealer is not None:
            self.dealer.asked(tab, as_object(message["dealer"]) or {})
            return
        self._relay(tab, message)

    def _relay(self, tab: Tab, message: JsonObject) -> None:
        """Hands a tab's message to the device, a request under an id that no other tab uses.

        A device that hasn't said hello yet gets none: it would take it for an answer to a question that nobody has seen.
        """
        name = message.get("id")
        number = 0
        if "id" in message:
            self._last_id += 1
            number = self._last_id
            self._asked[number] = (tab, name)
            message = {**message, "id": number}
        if self._greeted and self._send(dumps(message)):
            return
        if number:
            del self._asked[number]
            message["id"] = name
        _deny(tab, message, "device-away", "The device is being started. Please try again in a moment.")


def refuse(tab: Tab, code: str, text: str) -> None:
    """Tells one tab that what it sent was not accepted."""
    tab.put(dumps({"refused": {"code": code, "text": text, "short": text}}))


def _deny(tab: Tab, message: JsonObject, code: str, text: str) -> None:
    """Refuses a message, as the answer to it if it is a request."""
    if "id" in message:
        tab.put(dumps({"reply": message["id"], "ok": False, "code": code, "text": text}))
    else:
        refuse(tab, code, text)
