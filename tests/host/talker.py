"""Somebody who plays by typing alone: what they hear is a `Session`'s sentences, what they type is what the record says happened."""

import json
from collections.abc import Callable

from host.say_answers import labels
from host.say_session import Session
from shared_rules import catalogue, hexboard
from tests.firmware.pilot import Pilot


def key_text(key: tuple) -> str:
    return f"{key[0]} {key[1]}"


class Talker:
    """A Session with a device in virtual time.

    heard  all sentences so far
    typed  all that was typed
    """

    def __init__(self, pilot: Pilot, language: str) -> None:
        self.pilot = pilot
        self.heard: list[str] = []
        self.typed: list[str] = []
        self.session = Session(self._send, lambda text, _: self.heard.append(text), language)
        self._read = 0

    def _send(self, message: dict) -> None:
        self.pilot.device.serial.feed(json.dumps(message).encode() + b"\n")

    async def settle(self) -> None:
        """Until the device has answered all that was typed."""
        for _ in range(400):
            await self.pilot.wait(5)
            self._listen()
            if self.session.idle:
                return
        raise AssertionError("no answer to " + repr(self.typed[-3:]))

    def _listen(self) -> None:
        sent = self.pilot.device.serial.sent
        end = sent.rfind(b"\n") + 1
        lines = bytes(sent[self._read : end]).splitlines()
        self._read = end
        for line in lines:
            self.session.heard(json.loads(line))

    async def type(self, text: str) -> list[str]:
        """Types a line; returns what was heard after it."""
        before = len(self.heard)
        self.typed.append(text)
        self.session.typed(text)
        await self.settle()
        return self.heard[before:]

    @property
    def screen(self) -> dict:
        assert self.session._screen is not None
        return self.session._screen

    def words_of(self, key: str) -> str | None:
        """The words of a choice, None if it isn't one now."""
        for choice in self.screen["choices"]:
            if choice["key"] == key:
                return choice["words"]
        return None

    async def read_on(self) -> None:
        """Enter after announcements and sheets, until something is asked."""
        for _ in range(40):
            only = len(self.screen["choices"]) == 1 and (self.screen["do"] or self.screen["mode"] == "announce")
            if not only or self.screen["mode"] == "sheet":
                return
            await self.type("")
        raise AssertionError("announcements never end")

    async def pick(self, key: str, how: str = "words") -> None:
        """Types the words of a choice, or its number, or its space."""
        words = self.words_of(key)
        assert words is not None, (key, self.screen["title"], [choice["key"] for choice in self.screen["choices"]])
        index = [choice["key"] for choice in self.screen["choices"]].index(key)
        label = labels(self.screen, self.session._layout)[index]
        place = self.screen["choices"][index].get("place")
        if how == "cell" and self.session._layout == "hexagons" and place is not None:
            await self.type(hexboard.name(place))
        elif how == "number" and label:
            await self.type(label)
        else:
            await self.type(words)

    async def act(self, line: str, how: str) -> None:
        """Enters one action of the game."""
        await self.read_on()
        if how == "line":
            await self.type(line)
            return
        machine = self.pilot.app.machine()
        count = len(machine.log)
        action = machine.read(line.split(" "))
        path = [key_text(key) for key in machine.path(action)]
        names = {key_text(("seat", seat)): self.session.words for seat in range(len(machine.seats))}
        for _ in range(12):
            if len(self.pilot.app.machine().log) > count:
                return
            entered = [key_text(key) for key in self.pilot.app.view.walk.entered]
            if entered != path[: len(entered)]:
                await self.type("back")
                continue
            await self.pick(path[len(entered)], how)
        raise AssertionError((line, names, self.screen["title"]))


HOWS = ("words", "number", "cell", "line")


async def play(talker: Talker, lines: list[str], how: Callable[[int], str]) -> None:
    """Types the action lines of a record; how: number of the action -> one of HOWS."""
    package = catalogue.package(lines[0].split(" ")[2])
    actions = [line for line in lines if line.split(" ")[0] in package.VERBS and line.split(" ")[0] not in package.SETUP]
    for number, line in enumerate(actions):
        for part in [line] if line.split(" ")[0] != "reveal" else ["reveal " + card for card in line.split(" ")[1:]]:
            await talker.act(part, how(number))
    await talker.read_on()


async def finish(talker: Talker) -> list[str]:
    """Through the score sheet and the verdict to the games; returns what was heard on the way."""
    heard = talker.heard[-40:]
    for _ in range(60):
        if talker.screen["mode"] != "sheet":
            return heard
        heard += await talker.type("")
    raise AssertionError("the score sheet never ends")


def read(path: str) -> list[str]:
    with open(path) as file:
        lines = [line.split("#")[0].strip() for line in file]
    return [line for line in lines if line]


def setting(lines: list[str], word: str) -> list[str]:
    for line in lines:
        if line.split(" ")[0] == word:
            return line.split(" ")[1:]
    return []


# ---- setting up by typing ----------------------------------------------------------------------------------------------------


async def begin(talker: Talker, lines: list[str]) -> None:
    """From the game menu to the first question of the game that a record holds."""
    await talker.settle()
    game = lines[0].split(" ")[2]
    await talker.pick("game " + game)
    await talker.pick("mode score" if "mode score" in lines else "mode play")
    await talker.read_on()
    await {"fowl_play": _fowl, "fancy_feathers": _feathers, "birds_of_a_feather": _birds}[game](talker, lines)
    await talker.read_on()


async def _names(talker: Talker, lines: list[str]) -> None:
    for name in setting(lines, "seats"):
        await talker.type(name.capitalize())
    if talker.words_of("word done") is not None:
        await talker.type("done")
    await talker.read_on()


async def _fowl(talker: Talker, lines: list[str]) -> None:
    seats = setting(lines, "seats")
    for seat in seats:
        await talker.pick("fox " + str(("black", "brown", "orange", "white").index(seat)))
    if talker.words_of("word done") is not None:
        await talker.type("done")
    await talker.read_on()
    if "mode score" in lines:
        return
    await talker.pick("word laid-out")
    await talker.read_on()
    await talker.pick("seat 0")
    foxes = setting(lines, "foxes")
    for seat in seats:
        await talker.type(foxes[foxes.index(seat) + 1])


async def _feathers(talker: Talker, lines: list[str]) -> None:
    await _names(talker, lines)
    await talker.pick("word choose")
    await talker.type(", ".join(talker.words_of("type " + kind) or "" for kind in setting(lines, "types")))
    await talker.read_on()
    if "mode score" in lines:
        return
    await talker.pick("word choose")
    seats = setting(lines, "seats")
    for seat in setting(lines, "discs"):
        await talker.pick("seat " + str(seats.index(seat)))


async def _birds(talker: Talker, lines: list[str]) -> None:
    await _names(talker, lines)
    if "mode score" not in lines:
        await talker.pick("raptors " + (setting(lines, "raptors") or ["on"])[0])
        if talker.words_of("variant base") is not None:
            await talker.pick("variant " + (setting(lines, "variant") or ["base"])[0])
        await talker.read_on()
    await talker.pick("word yes")
