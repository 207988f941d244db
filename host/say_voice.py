"""The computer's speech program, if there is one: says lines one after the other, and stops when told to."""

import contextlib
import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass

WORDS_A_MINUTE = 175

_CULTURES = {"en": "en-US", "de": "de-DE"}
_MAC_VOICES = {"de": "Anna"}  # the system's own voice speaks English where nobody has changed it

_POWERSHELL = (
    "Add-Type -AssemblyName System.Speech;"
    "[Console]::InputEncoding=[Text.Encoding]::UTF8;"
    "$v=New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    "$v.Rate=%d;"
    "$v.SelectVoiceByHints('NotSet','NotSet',0,[Globalization.CultureInfo]'%s');"
    "$v.Speak([Console]::In.ReadToEnd())"
)


@dataclass(frozen=True)
class Program:
    """A speech program.

    name     what it is called
    command  function: (path, language, words a minute) -> the command that speaks
    hush     arguments that make it stop, () where ending its process does
    piped    does the text come on its standard input? Else it is its last argument
    """

    name: str
    command: Callable[[str, str, int], list[str]]
    hush: tuple[str, ...] = ()
    piped: bool = True


def _step(rate: int, per: int, most: int) -> int:
    """A rate as steps around the usual one, as some programs want it."""
    return max(-most, min(most, round((rate - WORDS_A_MINUTE) / per)))


# The best first. spd-say speaks through the service that the screen reader uses, too.
PROGRAMS = (
    Program(
        "spd-say",
        lambda path, language, rate: [path, "--wait", "-l", language, "-r", str(_step(rate, 2, 100)), "--"],
        ("--cancel",),
        piped=False,
    ),
    Program("espeak-ng", lambda path, language, rate: [path, "-v", language, "-s", str(rate), "--stdin"]),
    Program("espeak", lambda path, language, rate: [path, "-v", language, "-s", str(rate), "--stdin"]),
    Program(
        "say",
        lambda path, language, rate: [
            path,
            *(["-v", _MAC_VOICES[language]] if language in _MAC_VOICES else []),
            "-r",
            str(rate),
            "-f",
            "-",
        ],
    ),
    Program(
        "powershell",
        lambda path, language, rate: [
            path,
            "-NoProfile",
            "-NonInteractive",
            "-Command",
            _POWERSHELL % (_step(rate, 20, 10), _CULTURES[language]),
        ],
    ),
)


def find() -> tuple[Program, str] | None:
    """The speech program of this computer and its path, None if there is none."""
    for program in PROGRAMS:
        if program.name == "say" and sys.platform != "darwin":
            continue  # elsewhere that name is used for other things
        path = shutil.which(program.name)
        if path is not None:
            return program, path
    return None


class Voice:
    """Speaks through a program, in its own thread, one text after the other."""

    def __init__(self, program: Program, path: str, rate: int = WORDS_A_MINUTE) -> None:
        self.name = program.name
        self._program = program
        self._path = path
        self._rate = rate
        self._texts: queue.Queue[tuple[str, str] | None] = queue.Queue()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._failed = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def failed(self) -> bool:
        """Could the program not be used?"""
        return self._failed

    def speak(self, text: str, language: str) -> None:
        """Queues a text to be spoken."""
        self._texts.put((text, language))

    def hush(self) -> None:
        """Stops speaking, and forgets what is queued."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._texts.get_nowait()
        with self._lock:
            if self._process is not None:
                self._process.terminate()
        if self._program.hush:
            subprocess.run([self._path, *self._program.hush], capture_output=True, check=False)

    def close(self, wait: float = 20.0) -> None:
        """Lets it finish what is queued, for so many seconds."""
        self._texts.put(None)
        self._thread.join(wait)
        if self._thread.is_alive():
            self.hush()

    def _run(self) -> None:
        while (item := self._texts.get()) is not None:
            text, language = item
            command = self._program.command(self._path, language, self._rate)
            try:
                with self._lock:
                    self._process = subprocess.Popen(
                        command if self._program.piped else [*command, text],
                        stdin=subprocess.PIPE,
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                    )
                self._process.communicate(text.encode() + b"\n" if self._program.piped else None)
            except OSError:
                self._failed = True
            finally:
                with self._lock:
                    self._process = None
