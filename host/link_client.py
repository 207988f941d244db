"""One device at the other end of the link: a simulated one in a child process, or one on a serial port.

What it says comes as JSON objects, one by one, into the queue that the caller gives; see `firmware/README.md` for the messages.
"""

import contextlib
import os
import queue
import subprocess
import threading
from pathlib import Path
from typing import Any, Protocol

import serial

from host.ports import PortProblem, open_port
from host.sim.child import Lines
from host.sim.folder import taken
from host.sim.mirror import JsonObject, dumps, parse
from host.sim.runtime import firmware_command, source_folder

# What goes into the queue: who said it, and what. `None` from the device: it is gone.
Heard = tuple[str, JsonObject | str | None]


class Device(Protocol):
    """A device that can be spoken to.

    name  what it is called in sentences: a runtime or a port
    """

    name: str

    def send(self, message: JsonObject) -> None:
        """Hands it one message; nothing happens when it is gone."""
        ...

    def close(self) -> None:
        """Ends the connection, and a simulated device with it."""
        ...


def _hear(line: str, into: "queue.Queue[Heard]") -> None:
    message = parse(line)
    if message is not None:
        into.put(("device", message))
    elif line.strip():
        into.put(("console", line))


class Simulated:
    """A simulated device with its storage in a folder. Raises NoRuntime as `firmware_command` does, and InUse as `taken`."""

    def __init__(self, runtime: str, data: Path, into: "queue.Queue[Heard]") -> None:
        self.name, command = firmware_command(runtime, data)
        self._into = into
        with contextlib.ExitStack() as folder:
            folder.enter_context(taken(data))
            self._process = subprocess.Popen(
                command,
                cwd=source_folder(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=os.name == "posix",  # Ctrl-C is for this process, which then ends the child in order
            )
            self._folder = folder.pop_all()  # until the device is closed
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        lines = Lines()
        while data := os.read(self._process.stdout.fileno(), 65536):
            for line in lines.feed(data):
                _hear(line, self._into)
        self._into.put(("device", None))

    def send(self, message: JsonObject) -> None:
        """Hands it one message; nothing happens when it is gone."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # its end is heard by the listening thread
            self._process.stdin.write(dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def close(self) -> None:
        """Ends the device: first by closing its input, then by a signal, then for good."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        for stop in (None, self._process.terminate, self._process.kill):
            if stop is not None:
                stop()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(3)
                break
        self._thread.join(3)
        self._process.stdout.close()
        self._folder.close()


class Wired:
    """A device on a serial port. Raises PortProblem, whose text says what to do."""

    def __init__(self, port: str, into: "queue.Queue[Heard]") -> None:
        self.name = port
        self._into = into
        self._line: Any = open_port(port).serial
        self._line.timeout = 0.1
        self._open = True
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        lines = Lines()
        try:
            while self._open:
                data = self._line.read(max(self._line.in_waiting, 1))
                for line in lines.feed(data):
                    _hear(line, self._into)
        except (OSError, TypeError):  # unplugged; pyserial raises the latter when the port is closed under it
            pass
        self._into.put(("device", None))

    def send(self, message: JsonObject) -> None:
        """Hands it one message; nothing happens when it is gone."""
        with contextlib.suppress(OSError, serial.SerialException):  # its end is heard by the listening thread
            self._line.write(dumps(message).encode() + b"\n")

    def close(self) -> None:
        """Lets the port go."""
        self._open = False
        self._thread.join(2)
        self._line.close()


__all__ = ["Device", "Heard", "PortProblem", "Simulated", "Wired"]
