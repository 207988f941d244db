"""What a typed answer means, given what is on the device's screen."""

from dataclasses import dataclass
from typing import Any

from firmware.questions import heard
from host.lang import HostWords
from host.sim.mirror import JsonObject
from shared_rules import catalogue, hexboard, record

COMMANDS = ("done", "ok", "back", "undo", "menu", "repeat", "more", "list", "sheet", "help", "quit")
_OWN_NUMBERS = ("card", "fowl", "number")  # kinds of keys whose number people know them by


@dataclass(frozen=True)
class Meaning:
    """What was meant.

    kind     "send", "command", "question", "ambiguous" or "unknown" (which may still be a question)
    message  of `send`: what the device is told
    command  of `command`: one of COMMANDS
    rest     of `command`: what stood behind it
    choices  of `ambiguous`: indexes of the choices that it may mean
    """

    kind: str
    message: JsonObject | None = None
    command: str = ""
    rest: str = ""
    choices: tuple[int, ...] = ()


def labels(screen: JsonObject, layout: str | None) -> list[str]:
    """The number to type for each choice, "" where there is none.

    Cards, fowl and places of the Path go by their own numbers, everything else is counted from 1.
    """
    own: list[str] = []
    for choice in screen["choices"]:
        kind, _, value = choice["key"].partition(" ")
        known = kind in _OWN_NUMBERS or (kind == "space" and layout == "path")
        own.append(value if known and record.number(value, 0, 1000) >= 0 else "")
    if any(own):
        return own
    return [str(index + 1) for index in range(len(own))]


def spoken(screen: JsonObject, layout: str | None, index: int, words: HostWords) -> str:
    """A choice with the number to type for it, unless its words begin with that."""
    label = labels(screen, layout)[index]
    text: str = screen["choices"][index]["words"]
    if not label or heard(text)[:1] == [label]:
        return text
    return words.say("say-choice", n=label, words=text)


def command_of(said: list[str], tables: list[HostWords]) -> tuple[str, str] | None:
    """(command, what stands behind it) of typed words, in any of these languages; None if they are none.

    Only `more` and `list` take something behind it.
    """
    for name in COMMANDS:
        for words in tables:
            for form in (words.find("say-type." + name) or "").split("|"):
                parts = heard(form)
                if said == parts:
                    return name, ""
                if name in ("more", "list") and parts and said[: len(parts)] == parts:
                    return name, " ".join(said[len(parts) :])
    return None


def _first_word(said: list[str], key: str, tables: list[HostWords]) -> bool:
    forms = [form for words in tables for form in (words.find(key) or "").split("|")]
    return bool(said) and said[0] in forms


def matches(screen: JsonObject, layout: str | None, text: str) -> tuple[list[int], bool]:
    """(indexes of the choices that a text may mean, whether it names one exactly)."""
    said = heard(text)
    if not said:
        return [], False
    found = [index for index, label in enumerate(labels(screen, layout)) if [label] == said]
    if found:
        return found, True
    choices: list[list[str]] = [heard(choice["words"]) for choice in screen["choices"]]
    found = [index for index, parts in enumerate(choices) if parts == said]
    if found:
        return found, True
    if layout == "hexagons" and len(said) == 1 and (cell := hexboard.cell(said[0])) >= 0:
        return [index for index, choice in enumerate(screen["choices"]) if choice.get("place") == cell], True
    found = [index for index, parts in enumerate(choices) if all(word in parts for word in said)]
    if found:
        return found, False
    found = [index for index, parts in enumerate(choices) if all(any(part.startswith(word) for part in parts) for word in said)]
    if found:
        return found, False
    joined = "".join(said)
    return [index for index, parts in enumerate(choices) if len(joined) > 1 and joined in "".join(parts)], False


def _record_line(screen: JsonObject, text: str) -> bool:
    """Does this look like a line of the record of the game at the table?"""
    words = record.tokens(text)
    if not words or screen["game"] not in catalogue.GAMES:
        return False
    package: Any = catalogue.package(screen["game"])
    if words[0] in (*package.VERBS, *package.SETUP, "correct", "agreed"):
        return len(words) > 1 or words[0] == "all-captured"
    return False


def _choose(screen: JsonObject, index: int) -> Meaning:
    return Meaning("send", {"choose": index, "screen": screen["id"]})


def meaning(text: str, screen: JsonObject, layout: str | None, tables: list[HostWords]) -> Meaning:
    """What a typed text means.

    screen  as the device last told it
    layout  of the scene that belongs to it, None for none
    tables  words of the language in use, and of others that are understood, too
    """
    said = heard(text)
    found, exact = matches(screen, layout, text)
    if exact and len(found) == 1:
        return _choose(screen, found[0])
    command = command_of(said, tables)
    if command is not None:
        return Meaning("command", command=command[0], rest=command[1])
    if not said:
        return Meaning("unknown")
    if _record_line(screen, text):
        return Meaning("send", {"line": text})
    if text.rstrip().endswith("?") or (len(said) > 1 and _first_word(said, "say-type.question", tables)):
        return Meaning("question")
    if exact:  # a space that is none of the choices: the device says why
        return Meaning("send", {"tap": hexboard.cell(said[0])})
    if screen["kind"] == "text" and not (len(found) == 1 and len(said[0]) > 2):
        return Meaning("send", {"text": text.strip()})
    if len(found) == 1:
        return _choose(screen, found[0])
    if found:
        return Meaning("ambiguous", choices=tuple(found))
    return Meaning("unknown")
