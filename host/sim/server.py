"""The simulator's web server: loopback only, and only for pages that it served itself."""

import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable
from importlib import resources
from pathlib import Path

from aiohttp import WSMsgType, web

from firmware.words import LANGUAGES

from .child import Child
from .dealer_link import Dealer
from .folder import taken
from .hub import LONGEST_MESSAGE, Hub, Tab, refuse
from .mirror import as_object, parse
from .runtime import firmware_command, source_folder

ADDRESS = "127.0.0.1"
PORT = 8127
PORTS_TRIED = 20
NAMES = ("127.0.0.1", "localhost")

PAGE = Path(__file__).resolve().parent / "page"
FONTS = ("Lato-Regular.ttf", "Lato-Bold.ttf", "Lato-Black.ttf")

TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

LONGEST_RECORD = 1 << 20  # bytes that the page may send to have a score sheet made of it
SHEETS = {"html": "text/html", "csv": "text/csv"}

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class CannotServe(Exception):
    """The simulator can't start; the text says why to the person who called it."""


def allowed(host: str | None, origin: str | None, port: int) -> str | None:
    """None when a request with these headers comes from this computer's own page, else a sentence that refuses it.

    A page from elsewhere has another Origin; a name from elsewhere that was pointed at this computer (DNS rebinding) has
    another Host.
    """
    names = {f"{name}:{port}" for name in NAMES}
    if port == 80:
        names |= set(NAMES)
    if host is None or host.lower() not in names:
        return "This address answers only to the name localhost."
    if origin is not None and origin.lower() not in {f"http://{name}" for name in names}:
        return "Only the page from this address may talk to the device."
    return None


@web.middleware
async def _guard(request: web.Request, handler: _Handler) -> web.StreamResponse:
    transport = request.transport
    port = transport.get_extra_info("sockname")[1] if transport is not None else 0
    why = allowed(request.headers.get("Host"), request.headers.get("Origin"), port)
    if why is not None:
        response: web.StreamResponse = web.Response(status=403, text=why + "\n")
    else:
        response = await handler(request)
    if not response.prepared:
        response.headers.update(_headers(port))
    return response


def _headers(port: int) -> dict[str, str]:
    sockets = " ".join(f"ws://{name}:{port}" for name in NAMES)
    return {
        "Content-Security-Policy": f"default-src 'self'; connect-src 'self' {sockets}; img-src 'self' data: blob:; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-cache",
    }


def _file(path: Path) -> _Handler:
    async def give(_request: web.Request) -> web.StreamResponse:
        data = await asyncio.to_thread(path.read_bytes)
        return web.Response(body=data, content_type=TYPES[path.suffix], charset="utf-8")

    return give


def _font(name: str) -> _Handler:
    async def give(_request: web.Request) -> web.StreamResponse:
        try:
            data = await asyncio.to_thread(resources.files("font_lato").joinpath("files", name).read_bytes)
        except (ModuleNotFoundError, FileNotFoundError):
            return web.Response(status=404, text="This font isn't installed.\n")
        return web.Response(body=data, content_type="font/ttf", headers={"Cache-Control": "max-age=86400"})

    return give


def _link(hub: Hub) -> _Handler:
    async def serve(request: web.Request) -> web.StreamResponse:
        socket_ = web.WebSocketResponse(heartbeat=20.0, max_msg_size=4 * LONGEST_MESSAGE, compress=False)
        await socket_.prepare(request)
        tab = hub.join()
        sender = asyncio.create_task(_feed(hub, tab, socket_))
        try:
            async for message in socket_:
                if message.type == WSMsgType.TEXT:
                    hub.said(tab, message.data)
                elif message.type == WSMsgType.BINARY:
                    refuse(tab, "rubbish", "A message must be text.")
        finally:
            hub.leave(tab)
            sender.cancel()
        return socket_

    return serve


async def _feed(hub: Hub, tab: Tab, socket_: web.WebSocketResponse) -> None:
    """Sends a tab its messages until it goes away."""
    with contextlib.suppress(ConnectionError, asyncio.CancelledError):
        while True:
            await socket_.send_str(await tab.next())
            if tab.behind:
                hub.resync(tab)


def _sheet(form: str) -> _Handler:
    """Makes the score sheet of the record that the page sends, as `roost score` does."""

    async def give(request: web.Request) -> web.StreamResponse:
        asked = parse((await request.read()).decode("utf-8", "replace")) or {}
        names = as_object(asked.get("names")) or {}
        record, language = asked.get("record"), asked.get("language")
        if not isinstance(record, str) or language not in LANGUAGES or not all(isinstance(name, str) for name in names.values()):
            return web.Response(status=400, text="A score sheet is made of a record, a language and names.\n")
        from host import score
        from host.score_page import page

        def make() -> str:
            found = score.sheet(record.encode(), language=language, names=names)
            return page(found) if form == "html" else score.as_csv(found)

        try:
            text = await asyncio.to_thread(make)
        except score.NoSheet as problem:
            return web.Response(status=422, text=f"{problem}\n")
        return web.Response(text=text, content_type=SHEETS[form], charset="utf-8")

    return give


def application(hub: Hub) -> web.Application:
    """The web application around a hub."""
    app = web.Application(middlewares=[_guard], client_max_size=LONGEST_RECORD)
    app.router.add_get("/", _file(PAGE / "index.html"))
    for path in sorted(PAGE.rglob("*")):
        if path.is_file() and path.suffix in TYPES:
            app.router.add_get("/" + path.relative_to(PAGE).as_posix(), _file(path))
    for name in FONTS:
        app.router.add_get(f"/fonts/{name}", _font(name))
    for form in SHEETS:
        app.router.add_post(f"/score.{form}", _sheet(form))
    app.router.add_get("/link", _link(hub))
    return app


def open_socket(port: int | None) -> socket.socket:
    """A listening socket on loopback: on `port`, or, if that is None, on the first free one from PORT on.

    Raises CannotServe with a sentence that says what to do.
    """
    tries = [port] if port is not None else [PORT + step for step in range(PORTS_TRIED)]
    problem: OSError | None = None
    for number in tries:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((ADDRESS, number))
            listener.listen(64)
        except OSError as error:
            listener.close()
            problem = error
            if error.errno != errno.EADDRINUSE:
                break
            continue
        return listener
    assert problem is not None
    if problem.errno == errno.EADDRINUSE and port is not None:
        raise CannotServe(f"Port {port} is in use. Leave --port out to take a free one, or name another.")
    if problem.errno == errno.EADDRINUSE:
        raise CannotServe(f"Ports {PORT} to {PORT + PORTS_TRIED - 1} are all in use. Name a free one with --port.")
    if problem.errno == errno.EACCES:
        raise CannotServe(f"Port {tries[-1]} is reserved on this computer. Name one above 1023 with --port.")
    raise CannotServe(f"Port {tries[-1]} can't be used: {problem.strerror or problem}.")


def browser_here() -> bool:
    """Is there a browser with a window of its own? (One in the terminal would take the terminal away.)"""
    if os.environ.get("BROWSER"):
        return True
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


class Simulator:
    """Server and device together, for as long as `run()` runs.

    listener  listening socket on loopback
    command   command line of the firmware
    runtime   its name
    folder    the folder the firmware is started in
    say       called with lines for the terminal
    """

    def __init__(
        self, listener: socket.socket, command: list[str], runtime: str, folder: Path, say: Callable[[str], None]
    ) -> None:
        self.listener = listener
        self.port: int = listener.getsockname()[1]
        self.address = f"http://{ADDRESS}:{self.port}/"
        self.child = Child(command, folder, self._heard, self._changed)
        self.hub = Hub(self.child.send, runtime, self.child.hurry)
        self.hub.dealer = Dealer(self.hub)
        self._say = say

    def _heard(self, stream: str, line: str) -> None:
        if stream == "err":
            self._say(f"firmware: {line}")
        self.hub.heard(stream, line)

    def _changed(self, state: dict[str, object]) -> None:
        if state["state"] != "running":
            wait = f" in {state['again_in']:g} s" if state["again_in"] else ""
            self._say(f"The firmware ended ({state['exit']}); it is started again{wait}.")
        self.hub.changed(state)

    async def run(self, ready: Callable[[], None] | None = None, until: asyncio.Event | None = None) -> None:
        """Serves until `until` is set or the task is cancelled; then ends the device in order."""
        runner = web.AppRunner(application(self.hub), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        await web.SockSite(runner, self.listener).start()
        device = asyncio.create_task(self.child.run())
        try:
            if ready is not None:
                ready()
            if until is None:
                await device
            else:
                await until.wait()
        finally:
            device.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await device
            await runner.cleanup()


async def _serve(simulator: Simulator, browser: bool, say: Callable[[str], None]) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, stop.set)

    def ready() -> None:
        say(f"Roost is at {simulator.address}   (Ctrl-C ends it)")
        if browser:
            loop.run_in_executor(None, webbrowser.open, simulator.address)

    await simulator.run(ready, stop)


def serve(port: int | None, browser: bool, name: str, command: list[str], folder: Path, say: Callable[[str], None]) -> None:
    """Runs the page over any device on a pipe until Ctrl-C: `command`, started in `folder`, speaks the link's lines.

    The others as in `simulate`; name says what runs. Raises CannotServe.
    """
    with open_socket(port) as listener:
        simulator = Simulator(listener, command, name, folder, say)
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(simulator, browser and browser_here(), say))


def simulate(port: int | None, browser: bool, runtime: str, data: Path, say: Callable[[str], None]) -> None:
    """Runs the simulator until Ctrl-C.

    port     None takes the first free one from PORT on
    browser  open one, if there is one
    runtime  one of runtime.RUNTIMES
    data     folder of the device's storage, made if need be
    say      prints a line

    Raises CannotServe, folder.InUse or runtime.NoRuntime.
    """
    name, command = firmware_command(runtime, data)
    with taken(data), open_socket(port) as listener:
        say(f"The firmware runs on {'MicroPython' if name == 'micropython' else 'CPython'}; its games are kept in {data}.")
        simulator = Simulator(listener, command, name, source_folder(), say)
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(simulator, browser and browser_here(), say))
