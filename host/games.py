"""The games on a device, real or simulated, over its link: listed, fetched, deleted, restored."""

import base64
import queue
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from firmware.journal import FINISHED, seal, unseal
from firmware.words import Words
from host import replay
from host.link_client import Device, Heard
from host.sim.mirror import JsonObject
from shared_rules import catalogue

HELLO_S = 8.0  # a device that has just been opened may still be starting
ANSWER_S = 10.0
NOTES = ("# mode ", "# use ", "# set ", "# step ", "# back")  # of a set-up that isn't complete
PART = 2500  # bytes of lines in a message to the device; it takes 4,096 in all

Progress = Callable[[int, int], None]


class Trouble(Exception):
    """It could not be done; the text says why, and what to do."""


@dataclass(frozen=True)
class Stored:
    """A game on the device.

    state    "open", "finished" or "abandoned"
    running  is it being played now?
    seconds  it was played for
    size     bytes that it takes there
    """

    number: int
    game: str
    state: str
    running: bool
    seconds: int
    size: int

    @property
    def title(self) -> str:
        """The game's title, in English."""
        return Words("en", self.game).text(("game", {})) if self.game in catalogue.GAMES else self.game or "?"

    @property
    def played(self) -> str:
        """The time played, as 1:04:31."""
        return f"{self.seconds // 3600}:{self.seconds // 60 % 60:02}:{self.seconds % 60:02}"

    @property
    def file(self) -> str:
        """The name of the file that it is fetched into."""
        name = self.game if re.fullmatch(r"[a-z0-9_]{1,40}", self.game) else "unknown"  # a damaged file may say anything
        return f"{self.number:04}-{name}.roost"


class Connection:
    """A device that answers requests. heard: the queue that the device was given."""

    def __init__(self, device: Device, heard: "queue.Queue[Heard]") -> None:
        self._device = device
        self._heard = heard
        self._last = 0
        self.firmware = ""

    def greet(self, wait_s: float = HELLO_S) -> None:
        """Waits until the device has said who it is. Raises Trouble."""
        said: list[str] = []
        until = time.monotonic() + wait_s
        asked = 0.0
        while time.monotonic() < until:
            if time.monotonic() - asked > 1.5:
                asked = time.monotonic()
                self._device.send({"hello": {"protocol": 1}})
            message = self._next(min(until, asked + 1.5), said)
            if message is not None and "hello" in message:
                self.firmware = str(message["hello"].get("firmware", ""))
                return
        text = _it_said(said)
        if ">>>" in text or "raw REPL" in text:
            raise Trouble(
                f"{self._device.name} is at MicroPython's prompt: Roost does not run there. Unplug it and plug it in again."
            )
        raise Trouble(f"{self._device.name} does not answer as a Roost does." + _it_said(said))

    def _next(self, until: float, said: "list[str]") -> "JsonObject | None":
        """The next message before that time; None for a line that is none, or for nothing. Raises Trouble when the device is gone."""
        try:
            who, what = self._heard.get(timeout=max(until - time.monotonic(), 0.01))
        except queue.Empty:
            return None
        if what is None:
            raise Trouble(f"{self._device.name} is gone." + _it_said(said))
        if who == "console":
            said.append(str(what))
            return None
        return cast(JsonObject, what)

    def ask(self, message: JsonObject, part: "Callable[[JsonObject], None] | None" = None) -> JsonObject:
        """Sends a request and returns the last part of its answer; `part` is given every one. Raises Trouble."""
        self._last += 1
        self._device.send({**message, "id": self._last})
        said: list[str] = []
        until = time.monotonic() + ANSWER_S
        while time.monotonic() < until:
            reply = self._next(until, said)
            if reply is None or reply.get("reply") != self._last:
                continue
            if not reply.get("ok"):
                raise Trouble(str(reply.get("text") or reply.get("code") or "The device refused."))
            if part is not None:
                part(reply)
            if not reply.get("more"):
                return reply
            until = time.monotonic() + ANSWER_S
        raise Trouble(f"{self._device.name} did not answer within {ANSWER_S:.0f} seconds.")

    # ---- what can be done

    def games(self) -> list[Stored]:
        """All games, oldest first."""
        found: list[Stored] = []

        def part(reply: JsonObject) -> None:
            for one in reply["games"]:
                seconds, size = one.get("seconds", 0), one.get("bytes", 0)
                found.append(Stored(one["number"], one["game"], one["state"], one["open"], seconds, size))

        self.ask({"ask": "games"}, part)
        return found

    def files(self) -> list[tuple[str, int]]:
        """Name and size of damaged files that were kept aside, and of the last report of an error."""
        return [(name, size) for name, size in self.ask({"ask": "files"})["files"]]

    def journal(self, number: int, progress: Progress) -> list[str]:
        """The lines of a game's journal, each with its seal. Raises Trouble, also if one of them did not come whole."""
        lines: list[str] = []

        def part(reply: JsonObject) -> None:
            lines.extend(reply["lines"])
            progress(reply["at"], reply["of"])

        self.ask({"ask": "record", "game": number, "whole": True}, part)
        for count, line in enumerate(lines):
            if unseal(line.encode()) is None:
                raise Trouble(f"Line {count + 1} of game {number} did not come whole. Please try again.")
        return lines

    def file(self, name: str, progress: Progress) -> bytes:
        """The bytes of one of `files()`. Raises Trouble."""
        data = bytearray()

        def part(reply: JsonObject) -> None:
            data.extend(base64.b64decode(reply["data"]))
            progress(reply["at"], reply["of"])

        self.ask({"ask": "file", "name": name}, part)
        return bytes(data)

    def delete(self, what: "int | str") -> None:
        """Deletes a game, or one of `files()`. Raises Trouble."""
        self.ask({"set": {"delete": what}})

    def restore(self, lines: "list[str]", progress: Progress) -> int:
        """Brings a game onto the device; returns its number there. Raises Trouble, and then it isn't there."""
        at = 0
        reply: JsonObject = {}
        for part in _parts(lines):
            more = at + len(part) < len(lines)
            reply = self.ask({"set": {"restore": {"at": at, "lines": part, "more": more}}})
            at += len(part)
            progress(at, len(lines))
        return int(reply["game"])


def _it_said(said: "list[str]") -> str:
    """The last lines of what a device said that are no messages, as the end of a sentence about it."""
    return " It said:\n" + "\n".join(said[-12:]) if said else ""


def _parts(lines: "list[str]") -> "Iterable[list[str]]":
    """The lines in pieces that fit into a message."""
    part: list[str] = []
    size = 0
    for line in lines:
        length = len(line.encode()) + 8
        if part and size + length > PART:
            yield part
            part, size = [], 0
        part.append(line)
        size += length
    if part:
        yield part


def as_file(stored: Stored, lines: "list[str]") -> bytes:
    """A fetched game as a file: a record, with the journal's own seals and notes as comments."""
    head = f"# Roost: game {stored.number} of its device, {stored.state}, played for {stored.played}"
    return "\n".join([head, *lines, ""]).encode()


def for_device(data: bytes, name: str) -> list[str]:
    """The journal lines of a record's file, for a device to keep. Raises Trouble if it is none, or the rules refuse a line.

    Seals that are right stay, with the time played; a line that was changed by hand gets a new one. A record that doesn't name its rules'
    version gets the newest, by which it is checked here: a later correction must not change it.
    """
    sealed: list[str] = []
    notes = False
    seconds = 0
    for raw in data.splitlines():
        found = unseal(raw.strip())
        if found is not None:
            text, seconds = found
            notes = notes or text.startswith(NOTES)
        else:
            text = " ".join(raw.decode("utf-8", "replace").lstrip("\ufeff").partition("#")[0].split())
        if text:
            sealed.append(seal(text, seconds).decode()[:-1])
    if not notes:  # a record; the notes of a set-up are for the device to read
        outcome = replay.replay(data)
        if outcome.problem is not None:
            raise Trouble(outcome.problem.text(name))
        over = outcome.game is not None and outcome.game.over
        if outcome.game is not None and not sealed[1].startswith("rules "):
            sealed.insert(1, seal(f"rules {outcome.game.rules}", 0).decode()[:-1])
        if over and not sealed[-1].startswith("# " + FINISHED):
            sealed.append(seal("# " + FINISHED, seconds).decode()[:-1])
    if not sealed or not re.match(r"roost 1 \S+ #", sealed[0]):
        raise Trouble(f"{name} is no record: it must begin with “roost 1” and the game's name.")
    return sealed


def write(path: Path, data: bytes, replace: bool) -> bool:
    """Writes a fetched file in one step; False if it was there already, the same. Raises Trouble if another was.

    What was fetched while the game was younger is replaced by what has become of it.
    """
    if path.exists() and not replace:
        old = path.read_bytes()
        if old == data:
            return False
        (head, _, body), (old_head, _, old_body) = data.partition(b"\n"), old.partition(b"\n")
        if old_head.partition(b",")[0] != head.partition(b",")[0] or not body.startswith(old_body):
            raise Trouble(f"{path} is there already and holds something else. --force replaces it.")
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise Trouble(f"{path} can't be written: {error.strerror or error}") from error
    return True
