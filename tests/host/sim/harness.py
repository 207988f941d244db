"""A simulator in a thread of its own, with the stand-in or the real firmware as its device."""

import asyncio
import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp

from host.sim.runtime import firmware_command, source_folder
from host.sim.server import Simulator, open_socket

STANDIN = Path(__file__).with_name("standin.py")


class Running:
    """Started at once, ended by `stop()` or at the end of a `with`. `said` holds what it would print in a terminal."""

    def __init__(self, data: Path, runtime: str | None = None, port: int | None = None) -> None:
        """runtime: None for the stand-in, else that of the real firmware."""
        if runtime is None:
            name, command = "cpython", [sys.executable, "-u", str(STANDIN), "--data", str(data)]
        else:
            name, command = firmware_command(runtime, data)
        self.data = data
        self.said: list[str] = []
        self.listener = open_socket(port)
        self.simulator = Simulator(self.listener, command, name, source_folder(), self.said.append)
        self.address = self.simulator.address
        self.port = self.simulator.port
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._until: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run, name="simulator")
        self._thread.start()
        assert self._ready.wait(10)

    def _run(self) -> None:
        async def serve() -> None:
            self._until = asyncio.Event()
            await self.simulator.run(self._ready.set, self._until)

        try:
            self._loop.run_until_complete(serve())
        finally:
            self._loop.close()

    @property
    def hub(self) -> Any:
        return self.simulator.hub

    def stop(self) -> None:
        if self._thread.is_alive():
            assert self._until is not None
            self._loop.call_soon_threadsafe(self._until.set)
            self._thread.join(15)
        self.listener.close()
        assert not self._thread.is_alive()

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Client:
    """One connection to the websocket, that keeps what it has heard."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    async def say(self, message: Any) -> None:
        await self.socket.send_str(message if isinstance(message, str) else json.dumps(message))

    async def hear(self, wanted: Callable[[dict[str, Any]], bool], seconds: float = 10) -> dict[str, Any]:
        """The next message that is wanted."""
        async with asyncio.timeout(seconds):
            while True:
                message = json.loads(await self.socket.receive_str())
                self.heard.append(message)
                if wanted(message):
                    return message

    async def topic(self, name: str, seconds: float = 10) -> Any:
        """The value of the next message about a topic."""
        return (await self.hear(lambda message: name in message, seconds))[name]

    async def question(self, title: str) -> dict[str, Any]:
        """The next screen whose title has these words."""
        return (await self.hear(lambda message: title in message.get("screen", {}).get("title", "")))["screen"]
