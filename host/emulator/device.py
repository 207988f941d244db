"""The whole device on an emulated Pico: everything that a board file wires, and its flash from a file or freshly installed."""

import importlib
from pathlib import Path
from types import ModuleType

from host.build import ROOT, build, in_folder

from .flash import TYPICAL
from .parts import Button, Display, Encoder, Lights
from .pico import Pico

CLICK_MS = 80.0
HOLD_MS = 750.0
PER_SECOND = 25.0  # detents, when the page turns the knob


def installed(board: str = "pico") -> dict[str, bytes]:
    """What the file system of a Pico holds after `roost flash`: this version in /a."""
    files = in_folder("a", build(board))
    files["main.py"] = (ROOT / "firmware" / "main.py").read_bytes()
    files["current.txt"] = (f"a {board}\n").encode()
    return files


class Device:
    """A Pico with display, lights, knob and buttons.

    image  the UF2 file, None: as `find_image`
    flash  an image of its file system; None: an installed one; b"": a bare Pico
    """

    def __init__(
        self,
        image: "str | Path | None" = None,
        flash: "bytes | None" = None,
        board: str = "pico",
        flash_ms: "tuple[float, float]" = TYPICAL,
    ) -> None:
        self.board: ModuleType = importlib.import_module("firmware.boards." + board)
        wiring = self.board
        self.display = Display(wiring.DISPLAY["bus"], wiring.DISPLAY["controller"], wiring.DISPLAY["address"])
        self.lights = Lights(wiring.LIGHTS["pin"], wiring.LIGHTS["order"])
        self.encoder = Encoder(wiring.ENCODER["a"], wiring.ENCODER["b"], wiring.ENCODER["steps"], wiring.ENCODER["direction"])
        self.buttons = {name: Button(pin) for name, pin in wiring.BUTTONS.items()}
        self._positions = list(wiring.LIGHTS["map"])
        files = installed(board) if flash is None else flash or None
        self.pico = Pico(image, files, [self.display, self.lights, self.encoder, *self.buttons.values()], flash_ms)
        self._free_at = 0.0  # ms: when the hands are ready for the next thing
        self.hands_rest_at = 0.0  # ms of emulated time: when what they were told last ends

    def cells(self) -> bytes:
        """Red, green and blue of each cell in cell order, as the chain shows them; dark before its first frame."""
        pixels = self.lights.pixels
        if len(pixels) < len(self._positions):
            return bytes(3 * len(self._positions))
        found = bytearray(3 * len(self._positions))
        for position, cell in enumerate(self._positions):
            red, green, blue, *white = pixels[position]
            more = white[0] if white else 0
            found[3 * cell : 3 * cell + 3] = bytes((min(red + more, 255), min(green + more, 255), min(blue + more, 255)))
        return bytes(found)

    # Hands. Each begins when the one before has ended.
    def _begin(self) -> float:
        return max(self._free_at - self.pico.ms, 0.0) + 10

    def turn(self, detents: int, pressed: bool = False, per_second: float = PER_SECOND) -> None:
        """Turns the knob, pressed or not."""
        at = self._begin()
        button = self.buttons["confirm"]
        if pressed:
            button.play([(at, True)])
            at += 40
        at = self.encoder.turn(detents, per_second, at)
        self.hands_rest_at = self.pico.ms + at
        if pressed:
            at += 40
            button.play([(at, False)])
            at += 30
        self._free_at = self.pico.ms + at

    def press(self, name: str, ms: float = CLICK_MS) -> None:
        """Presses a button for so long."""
        at = self._begin()
        self.buttons[name].play([(at, True), (at + ms, False)])
        self.hands_rest_at = self.pico.ms + at + ms
        self._free_at = self.pico.ms + at + ms + 30

    def hold(self, name: str) -> None:
        """Holds a button until that counts as held."""
        self.press(name, HOLD_MS)

    def settle(self, ms: float = 200) -> None:
        """Lets everything happen that was told to the hands, and so much time more."""
        self.pico.run(max(self._free_at - self.pico.ms, 0.0) + ms)
