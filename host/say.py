"""`roost say`: a device's prompts as speech or plain lines, and typed answers."""

import queue
import sys
import threading
import time
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click
import platformdirs

from firmware.words import LANGUAGES
from host.sim.runtime import RUNTIMES

if TYPE_CHECKING:
    from host.link_client import Device

ANSWER_S = 15.0  # how long the device may take to answer


@click.command()
@click.option("--port", help="Serial port of a real device, or `auto` for the only one there is; a simulated one when left out.")
@click.option("--language", type=click.Choice(LANGUAGES), help="Sets the device's language; what it is set to when left out.")
@click.option("--plain", is_flag=True, help="Print lines only, even where there is a speech program.")
@click.option("--rate", type=click.IntRange(80, 450), default=175, show_default=True, help="Of speech, in words a minute.")
@click.option("--runtime", type=click.Choice(RUNTIMES), default="auto", show_default=True, help="What runs a simulated device.")
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), help="Folder of a simulated device's storage; kept between runs."
)
def say(port: str | None, language: str | None, plain: bool, rate: int, runtime: str, data: Path | None) -> None:
    """Play by ear: speaks what the device asks through this computer's speech program, and takes typed answers.

    Every line is printed, too, for a screen reader or a braille display; without a speech program it is printed only.
    Speech needs this computer on the device's serial link: the device itself has no voice.

    \b
    roost say                     a simulated device (the same as roost sim has)
    roost say --port auto         the device on USB
    roost say --language de       in German
    """
    from host.link_client import PortProblem
    from host.sim.folder import InUse
    from host.sim.runtime import NoRuntime

    heard: queue.Queue[tuple[str, object]] = queue.Queue()
    try:
        device = _device(port, runtime, data, heard)
    except (PortProblem, InUse, NoRuntime) as error:
        raise click.ClickException(str(error)) from None
    try:
        status = _talk(device, heard, language, None if plain else rate)
    finally:
        device.close()
    raise SystemExit(status)


def _device(port: str | None, runtime: str, data: Path | None, heard: "queue.Queue[tuple[str, object]]") -> "Device":
    from host import link_client, ports

    into = cast("queue.Queue[link_client.Heard]", heard)
    if port is not None:
        device = link_client.Wired(ports.choose(None if port == "auto" else port), into)
        device.send({"hello": {"protocol": 1}})
        return device
    return link_client.Simulated(runtime, data or platformdirs.user_data_path("roost") / "simulated", into)


def _read(heard: "queue.Queue[tuple[str, object]]") -> None:
    """Puts each line of standard input into the queue, None at its end."""
    for line in sys.stdin:
        heard.put(("typed", line.rstrip("\r\n")))
    heard.put(("typed", None))


def _talk(device: "Device", heard: "queue.Queue[tuple[str, object]]", language: str | None, rate: int | None) -> int:
    """The conversation, until it ends; returns the exit status."""
    from host.say_session import Session
    from host.say_voice import Voice, find

    if isinstance(sys.stdout, TextIOWrapper):
        cast("TextIOWrapper", sys.stdout).reconfigure(encoding="utf-8", errors="replace", line_buffering=True)
    if isinstance(sys.stdin, TextIOWrapper):
        cast("TextIOWrapper", sys.stdin).reconfigure(encoding="utf-8", errors="replace")
    program = None if rate is None else find()
    voice = None if program is None or rate is None else Voice(program[0], program[1], rate)

    def out(text: str, spoken: str) -> None:
        print(text)
        if voice is not None and not voice.failed:
            voice.speak(text, spoken)

    session = Session(device.send, out, language)
    threading.Thread(target=_read, args=(heard,), daemon=True).start()
    over = False  # nothing more will be typed
    warned = False
    since = time.monotonic()
    gone = False
    try:
        while not session.ended and not (over and session.idle):
            if voice is not None and voice.failed and not warned:
                warned = True
                session.say("say-lost", name=voice.name)
            try:
                who, what = heard.get(timeout=0.5)
            except queue.Empty:
                if session.waiting and time.monotonic() - since > ANSWER_S:
                    session.silent()
                    since = time.monotonic()
                continue
            if who == "typed":
                if what is None:
                    over = True
                else:
                    if voice is not None:
                        voice.hush()
                    session.typed(str(what))
            elif what is None:
                gone = True
                session.gone()
            elif isinstance(what, dict):
                session.heard(what)
            else:
                session.console(str(what))
            since = time.monotonic()
    except KeyboardInterrupt:
        pass
    if voice is not None:
        voice.close()
    return 1 if gone else 0
