"""The firmware as a child process: its lines in and out, and a new start when it dies."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

# A child that lived this long has started well; one that died sooner waits, longer each time, before it is started again.
LIVED_S = 5.0
WAITS_S = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)

LONGEST_LINE = 1_000_000  # bytes; nothing the firmware says comes near it
_CHUNK = 65536


class Lines:
    """Cuts a stream of bytes into lines, and gives up on lines longer than LONGEST_LINE."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[str]:
        """The lines that `data` completes, without their ends; bytes that aren't UTF-8 come as replacement characters."""
        self._rest += data
        *whole, rest = self._rest.split(b"\n")
        self._rest = bytearray(rest)
        if self._skipping and whole:
            self._skipping = False
            whole = whole[1:]
        lines = [bytes(line).decode("utf-8", "replace").rstrip("\r") for line in whole]
        if len(self._rest) > LONGEST_LINE:
            self._rest.clear()
            if not self._skipping:
                lines.append("(a line of more than a million bytes was left out)")
            self._skipping = True
        return lines

    def end(self) -> list[str]:
        """What is left when the stream has ended."""
        rest = bytes(self._rest).decode("utf-8", "replace").strip()
        self._rest.clear()
        return [rest] if rest and not self._skipping else []


class Child:
    """Runs a command for as long as `run()` runs, and starts it again whenever it ends.

    command  the program and its arguments
    folder   its working folder
    heard    called with ("out" or "err", line) for each line of its standard output and error
    changed  called with a dict whenever it starts or stops:
             {"state": "running"|"stopped"|"waiting", "starts": n, "exit": words or None, "again_in": seconds or None}
    """

    def __init__(
        self,
        command: list[str],
        folder: Path,
        heard: Callable[[str, str], None],
        changed: Callable[[dict[str, Any]], None],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.command = command
        self.folder = folder
        self.starts = 0
        self._heard = heard
        self._changed = changed
        self._environment = environment
        self._process: asyncio.subprocess.Process | None = None
        self._hurry = asyncio.Event()
        self._ending = False

    @property
    def running(self) -> bool:
        """True while there is a process that can be spoken to."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._process.pid if self._process is not None and self.running else None

    def send(self, line: str) -> bool:
        """Hands one line (no newline in it) to the child; False when there is no child to hear it."""
        process = self._process
        if process is None or process.returncode is not None or process.stdin is None or process.stdin.is_closing():
            return False
        if process.stdin.transport.get_write_buffer_size() > LONGEST_LINE:
            return False  # it doesn't read any more
        process.stdin.write(line.encode() + b"\n")
        return True

    def hurry(self) -> None:
        """Ends a wait before the next start."""
        self._hurry.set()

    async def run(self) -> None:
        """Starts the child again and again until cancelled; then ends it."""
        quick = 0
        loop = asyncio.get_running_loop()
        try:
            while True:
                began = loop.time()
                how = await self._once()
                if self._ending:
                    return
                quick = 0 if loop.time() - began >= LIVED_S else quick + 1
                wait = 0.0 if quick == 0 else WAITS_S[min(quick, len(WAITS_S)) - 1]
                self._changed({"state": "waiting" if wait else "stopped", "starts": self.starts, "exit": how, "again_in": wait})
                self._hurry.clear()
                with contextlib.suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._hurry.wait(), wait)
        finally:
            self._ending = True
            await self._end()

    async def _once(self) -> str:
        """One life of the child; returns in words how it ended."""
        self.starts += 1
        try:
            process = await asyncio.create_subprocess_exec(
                *self.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                cwd=self.folder,
                env=None if self._environment is None else {**os.environ, **self._environment},
                start_new_session=True,  # Ctrl-C in the terminal is for this process, which then ends the child in order
            )
        except OSError as error:
            self._heard("err", f"{self.command[0]}: {error.strerror or error}")
            return "could not be started"
        self._process = process
        self._changed({"state": "running", "starts": self.starts, "exit": None, "again_in": None})
        await asyncio.gather(self._listen("out", process.stdout), self._listen("err", process.stderr))
        status = await process.wait()
        return f"signal {-status}" if status < 0 else f"exit status {status}"

    async def _listen(self, name: str, stream: asyncio.StreamReader | None) -> None:
        assert stream is not None
        lines = Lines()
        while data := await stream.read(_CHUNK):
            for line in lines.feed(data):
                self._heard(name, line)
        for line in lines.end():
            self._heard(name, line)

    async def _end(self) -> None:
        """Ends the child: first by closing its input, then by a signal, then for good."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        if process.stdin is not None:
            process.stdin.close()
        for stop in (None, process.terminate, process.kill):
            if stop is not None:
                with contextlib.suppress(ProcessLookupError):
                    stop()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(process.wait(), 2.0)
                return
