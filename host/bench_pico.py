"""How fast the real firmware is on a Pico: `make bench-pico` measures an emulated one, `roost doctor --bench` a real one.

Figures that need eyes on the display and the lights (from a turn of the knob to both showing it, power-on) come from the emulated Pico alone.
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.journal import seal

from . import bench_history
from .bench_history import Figure
from .build import ROOT, build

RECORDS = ROOT / "tests" / "emulator" / "records"
LONG = RECORDS / "four-hundred.roost"
MIDDLE = RECORDS / "open-middle.roost"


@dataclass(frozen=True)
class Row:
    """A line of the table: what is measured, at most how much, in which unit, and whether more is better."""

    key: str
    title: str
    limit: float
    unit: str = "ms"
    least: bool = False


ROWS = (
    Row("light_frame", "a changed light frame of 127 pixels: colours, budget, start", 1.5),
    Row("light_wait", "the part of it spent waiting for the wire", 0.1),
    Row("screen_change", "a usual screen change on the display", 8),
    Row("screen_whole", "a whole display", 26),
    Row("detent", "one detent to display and lights both showing it", 30),
    Row("legal_opening", "all legal actions, four-seat opening", 30),
    Row("legal_middle", "all legal actions, a wide-open middle game", 80),
    Row("fowl_reach", "all spaces one fowl can reach", 3),
    Row("fox_reach", "all spaces one fox can reach", 5),
    Row("action", "an action: check, apply, everything but the flash", 12),
    Row("confirm", "confirm to display and lights showing it, flash included", 120),
    Row("undo", "take-back at action 400", 250),
    Row("boot_menu", "power to the menu usable", 1500),
    Row("boot_offer", "power to the offer of a game with 400 actions", 2000),
    Row("resume", "one press to its exact state", 2500),
    Row("loaded", "compiled files loaded at once", 85, "KB"),
    Row("stored", "compiled files on flash", 200, "KB"),
    Row("free", "free heap at the worst moment of a four-seat game", 80, "KB", True),
    Row("block", "the largest free block then", 32, "KB", True),
    Row("stack", "the deepest use of the stack of 8 KB, a four-seat game set up with a page connected", 7.2, "KB"),
)

# Times in us of what the guest can measure by itself. `T(f, n)` is the best of n: interrupts and the collector fall into some.
GUEST = r"""
import sys
if '/%(folder)s' not in sys.path:
    sys.path.insert(0, '/%(folder)s')
import gc, time, json
def T(f, n=5, before=None):
    best = None
    for _ in range(n):
        if before:
            before()
        gc.collect()
        a = time.ticks_us()
        f()
        d = time.ticks_diff(time.ticks_us(), a)
        if best is None or d < best:
            best = d
    return best
def tell(**figures):
    print(json.dumps(figures))
"""

RULES = r"""
from shared_rules import record
def game_of(lines):
    r = record.Reader()
    for line in lines.split('\n'):
        r.feed(line)
    return r.finish()
def forget():
    g._known = None
    g._ease_known = False
g = game_of(OPENING)
tell(legal_opening=T(g.legal, 5, forget))
g = game_of(MIDDLE)
tell(legal_middle=T(g.legal, 5, forget))
fowl = [f for f in range(1, 37) if g.cell_of(f) != 255]
worst = 0
for f in fowl:
    t = T(lambda: g.fowl_reach(f, 3), 2)
    worst = max(worst, t)
tell(fowl_reach=worst)
worst = 0
for s in range(len(g.seats)):
    worst = max(worst, T(lambda: g.fox_reach(s), 3))
tell(fox_reach=worst)
from firmware.journal import seal
moves = g.legal()
move = moves[-1]
def act():
    g.apply(move)
    seal(g.line(move), 1234)
g.legal()
tell(action=T(act, 4, lambda: (g.undo() if g.log[-1] == move else None, g.legal())))
g = None
gc.collect()
"""

UNDO = r"""
g = None
gc.collect()
r = record.Reader()
for line in open('/long.txt'):
    r.feed(line)
g = r.finish()
r = None
times = []
for _ in range(6):
    times.append(T(g.undo, 1))
tell(undo=max(times), actions=len(g.log) + 6)
g = None
"""

DRIVERS = r"""
from firmware.boards import load
board = load('%(board)s')
from firmware.drivers.rp2.lights import Lights as Chain
chain = Chain(board.LIGHTS['pin'], board.LIGHTS['order'], board.LIGHTS['map'])
from firmware.lights import Lights, BRIGHTNESS
lights = Lights('standard', BRIGHTNESS[4], 450)
from shared_rules import record
r = record.Reader()
for line in OPENING.split('\n'):
    r.feed(line)
g = r.finish()
lights.paint(g.scene(), g)
places = [a & 127 for a in g.legal()]
at = [0]
def quiet():
    while chain.step():
        pass
def frame():  # the cursor moves: the frame is made anew, dimmed to the budget, packed and started
    at[0] += 1
    lights.move(places[at[0] %% len(places)])
    chain.show(lights.frame(at[0] * 100))
def choices():
    lights._laid = False
    frame()
lights.choose(places, places[0])
quiet()
def beat():
    at[0] += 1
    chain.show(lights.frame(at[0] * 100))
tell(light_frame=T(frame, 5, quiet), light_beat=T(beat, 5, quiet), light_choices=T(choices, 3, quiet))
def start():
    chain._waiting = True
    chain.step()
quiet()
tell(light_wait=0, light_start=T(start, 5, quiet))
from machine import I2C, Pin
from firmware.drivers.rp2.display import Display
d = board.DISPLAY
display = Display(I2C(d['bus'], sda=Pin(d['sda']), scl=Pin(d['scl']), freq=d['hz'], timeout=10000), d['address'], d['controller'], d['offset'])
def send(picture):
    display.show(picture)
    while display.step(0):
        pass
if display.step(0):
    while display.step(0):
        pass
    black, noise = bytes(1024), bytes([(i * 37) & 255 | 1 for i in range(1024)])
    def whole():
        display.show(noise)
        for _ in range(8):
            display.step(0)
    tell(screen_whole=T(whole, 3, lambda: send(black)))
    a = bytearray(1024)
    b = bytearray(1024)
    for page in (4, 5, 6):  # the answer under the cursor: three pages, two thirds of the width
        for x in range(0, 84):
            a[page * 128 + x] = (x * 11) & 255 | 1
            b[page * 128 + x] = (x * 7) & 255 ^ 0x54
    tell(screen_change=T(lambda: send(b), 3, lambda: send(a)))
"""


def opening() -> str:
    """The record of a four-seat game in which the first seat is to move fowl for the first time."""
    lines = [line for line in LONG.read_text().splitlines() if line and not line.startswith("#")]
    head = [line for line in lines if line.split()[0] in ("roost", "rules", "seats", "foxes")]
    plays = [line for line in lines if line.startswith("play")][:4]
    return "\n".join([*head, *plays])


def plain(path: Path) -> str:
    """A record without its comments."""
    return "\n".join(line for line in path.read_text().splitlines() if line and not line.startswith("#"))


def guest_figures(run: "Callable[[str], str]", folder: str = "a", board: str = "pico") -> dict[str, float]:
    """What the guest measures by itself, in ms. `run` runs code there and returns what it printed."""
    found: dict[str, float] = {}

    def take(code: str) -> None:
        for line in run(code).splitlines():
            if line.startswith("{"):
                found.update({key: value / 1000 if key != "actions" else value for key, value in json.loads(line).items()})

    names = {"folder": folder, "board": board}
    take(GUEST % names)
    take(f"OPENING = {opening()!r}\nMIDDLE = {plain(MIDDLE)!r}\n" + RULES)
    text = plain(LONG)
    pieces = [text[at : at + 600] for at in range(0, len(text), 600)]
    take("f = open('/long.txt', 'w')")
    for piece in pieces:
        take(f"f.write({piece!r})")
    take("f.close()\n" + UNDO + "import os\nos.remove('/long.txt')")
    take(f"OPENING = {opening()!r}\n" + DRIVERS % names)
    return found


def stored_game(record: Path) -> dict[str, bytes]:
    """Files under /roost of a device on which the game of that record runs."""
    lines = [line for line in record.read_text().splitlines() if line and not line.startswith("#")]
    journal = b"".join(seal(line, 10 * n) for n, line in enumerate(lines))
    return {"roost/0001.game": journal, "roost/settings": seal('{"current":1}', 0)}


PROBE = r"""
import sys
sys.path.insert(0, '/a')
import gc, micropython
import firmware.app as app
show = app.App._show
low = [1 << 30]
def probe(self):
    show(self)
    gc.collect()
    free = gc.mem_free()
    if free < low[0]:
        low[0] = free
        print('\n#free', free)
        micropython.mem_info()
        print('#modules', ' '.join([m for m in sys.modules if '.' in m or m in ('firmware', 'shared_rules')]))
app.App._show = probe
from firmware import device
device.main('pico', None, False)
"""


class Emulated:
    """The figures of an emulated Pico."""

    def __init__(self, say: "Callable[[str], None]") -> None:
        from .emulator.device import Device, installed
        from .emulator.pico import file_system

        self._device_class = Device
        self._say = say
        self._files = installed()
        self._file_system = file_system
        self.modules: list[str] = []
        self.figures: dict[str, float] = {}

    def device(self, more: "dict[str, bytes] | None" = None, used: bool = True) -> Any:
        """A device with this version and those files; used: started once before, so that its log exists."""
        device = self._device_class(flash=self._file_system(self._files | (more or {})))
        if used:
            device.pico.until(lambda: device.display.on, 20_000, "the display was switched on")
            device.pico.run(3000)
            device.display.power_up()
            device.pico.reset()
        return device

    def settled(self, device: Any, quiet: float = 400, ms: float = 10_000) -> float:
        """Runs until nothing has gone to the display for `quiet` ms; returns when the last byte went, in ms of emulated time."""
        until = device.pico.ms + ms
        while device.pico.ms < until:
            device.pico.run(20)
            transfers = device.display.transfers
            last = (transfers[-1][0] + transfers[-1][1]) / 1e6 if transfers else device.pico.ms
            if device.pico.ms - last > quiet:
                return last
        raise AssertionError("the display never came to rest")

    def boot(self) -> None:
        """Power to the menu."""
        device = self.device()
        began = device.pico.ms
        device.pico.until(lambda: device.display.on, 10_000)
        self.figures["boot_menu"] = self.settled(device) - began
        self._say("power to the menu: {:.0f} ms".format(self.figures["boot_menu"]))

    def resume(self) -> None:
        """Power to the offer, and one press to the game; then the knob and a move in it."""
        device = self.device(stored_game(LONG))
        began = device.pico.ms
        device.pico.until(lambda: device.display.on, 10_000)
        self.figures["boot_offer"] = self.settled(device) - began
        device.press("confirm")
        released = device.hands_rest_at
        self.figures["resume"] = self.settled(device, 9000, 30_000) - released
        self._say("offer after {:.0f} ms, the game after {:.0f} ms".format(self.figures["boot_offer"], self.figures["resume"]))
        device.press("confirm")  # what hands had to do is done
        device.settle(1500)
        turns: list[float] = []
        confirms: list[float] = []
        for _ in range(7):  # cards of the seats that are left, then a fowl, then where it goes
            for n in range(3):
                turns.append(self.shown_after(device, lambda n=n: device.turn(-1 if n == 1 else 1, per_second=40)))
            confirms.append(self.shown_after(device, lambda: device.press("confirm")))
            device.settle(800)
        self.figures["detent"] = max(turns)
        self.figures["confirm"] = max(confirms)
        self._say("a detent to display and lights: {} ms".format(", ".join(f"{t:.0f}" for t in turns)))
        self._say("confirm to display and lights: {} ms".format(", ".join(f"{t:.0f}" for t in confirms)))

    def shown_after(self, device: Any, do: "Callable[[], None]") -> float:
        """Does something with the hands; how long after its end display and lights have both changed for the last time because of it."""
        do()
        began = device.hands_rest_at
        device.pico.run(began - device.pico.ms)
        transfers = len(device.display.transfers)
        device.pico.run(250)
        self.settled(device, 120)
        sent = device.display.transfers[transfers:]
        if not sent:
            return 0.0  # nothing to see: a text, or the only choice
        shown = max(start + taken for start, taken, _ in sent) / 1e6
        # The app starts the frame that answers just before the display's first transfer. Other frames only beat.
        for latched, _ in device.lights.frames:
            if latched / 1e6 - 4.2 > sent[0][0] / 1e6 - 6:
                shown = max(shown, latched / 1e6)
                break
        return shown - began

    def memory(self) -> None:
        """Free memory at the worst moment of a game that is resumed and played on, with somebody listening to everything."""
        device = self.device(stored_game(LONG))
        pico = device.pico
        pico.execute("pass")
        pico.received.clear()
        pico.send(PROBE.encode() + b"\x04")
        heard = bytearray()
        pico.on_received = heard.extend
        pico.run(4000)
        device.press("confirm")
        device.settle(4000)
        pico.send(b'{"hello":{"protocol":1}}\n{"subscribe":["display","lights","screen","scene","said","sound","recorded"]}\n')
        pico.run(2500)
        for _ in range(3):
            device.turn(2)
            device.settle(500)
            device.press("confirm")
            device.settle(1500)
        device.press("menu")
        device.settle(1500)
        text = bytes(heard).decode("utf-8", "replace")
        free = [int(n) for n in re.findall(r"#free (\d+)", text)]
        blocks = [int(n) for n in re.findall(r"max free sz: (\d+)", text)]
        self.figures["free"] = free[-1] / 1024
        self.figures["block"] = blocks[-1] * 16 / 1024
        self.modules = re.findall(r"#modules ([^\r\n]*)", text)[-1].split()
        self._say("free at the worst moment: %d bytes, the largest block %d" % (free[-1], blocks[-1] * 16))

    def stack(self) -> None:
        """How deep the stack is in a set-up and the first action, by knob and buttons, with somebody listening to everything."""
        from firmware.link import TOPICS

        from . import selfplay, soak_pico

        table = soak_pico.Table()
        table.follow(TOPICS)
        outcome = selfplay.play(selfplay.Plan("fowl_play", 4, 1, "greedy"), 1)
        table.play(soak_pico.course("fowl_play", outcome.lines, table.files)[:2])
        self.figures["stack"] = table.stack.deepest() / 1024
        self._say("the stack: {:.0f} bytes at its deepest".format(self.figures["stack"] * 1024))

    def sizes(self) -> None:
        """Sizes of the compiled files, all and those loaded."""
        files = build("pico")
        self.figures["stored"] = sum(len(data) for data in files.values()) / 1024
        total = 0
        for name in self.modules:
            path = name.replace(".", "/")
            total += len(files.get(path + ".mpy", b"")) + len(files.get(path + "/__init__.mpy", b""))
        self.figures["loaded"] = total / 1024

    def guest(self) -> None:
        """What the guest measures by itself."""
        device = self.device()
        pico = device.pico
        pico.execute("pass")
        pico.soft_reset()
        self.figures |= guest_figures(lambda code: pico.execute(code, 120_000))


def leaves_first(modules: list[str]) -> list[str]:
    """Those of our modules among these, each after the ones it imports at its top, so that each can be charged with itself alone."""
    found: list[str] = []
    known = {name for name in modules if name.split(".")[0] in ("firmware", "shared_rules")}

    def visit(name: str, on_the_way: frozenset[str]) -> None:
        if name in found or name in on_the_way:
            return
        path = ROOT / (name.replace(".", "/") + ".py")
        package = name if not path.is_file() else name.rpartition(".")[0]
        if not path.is_file():
            path = ROOT / name.replace(".", "/") / "__init__.py"
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    up = package.split(".")[: len(package.split(".")) - node.level + 1]
                    base = ".".join([*up, base] if base else up)
                for wanted in [base, *(base + "." + alias.name for alias in node.names)]:
                    if wanted in known:
                        visit(wanted, on_the_way | {name})
        found.append(name)

    for name in sorted(known):
        visit(name, frozenset())
    return found


def heap_by_module(modules: list[str], run: "Callable[[str], str]") -> list[tuple[str, int]]:
    """Heap that each of these modules takes for itself."""
    code = (
        "import sys, gc, asyncio, rp2, machine\nif '/a' not in sys.path:\n sys.path.insert(0, '/a')\n"
        f"for n in {leaves_first(modules)!r}:\n"
        " gc.collect()\n a = gc.mem_alloc()\n"
        " try:\n  __import__(n)\n except Exception as e:\n  print('!', n, e)\n  continue\n"
        " gc.collect()\n print('#', n, gc.mem_alloc() - a)\n"
    )
    return [(m[0], int(m[1])) for m in re.findall(r"# (\S+) (-?\d+)", run(code))]


def table(figures: dict[str, float]) -> list[str]:
    """The table as lines of Markdown."""
    lines = ["| what | measured | at most | |", "|---|---|---|---|"]
    for row in ROWS:
        value = figures.get(row.key)
        bound = ("at least " if row.least else "") + (f"{row.limit:g}") + " " + row.unit
        if value is None:
            lines.append(f"| {row.title} | not measured | {bound} | |")
            continue
        good = value >= row.limit if row.least else value <= row.limit
        shown = f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"
        lines.append("| {} | {} {} | {} | {} |".format(row.title, shown, row.unit, bound, "" if good else "missed"))
    return lines


def main(arguments: "list[str] | None" = None) -> int:
    """Measures an emulated Pico and prints the table, and the heap by module; 1 when a figure is a third worse than before."""
    parser = argparse.ArgumentParser(prog="python -m host.bench_pico")
    parser.add_argument("--only", nargs="*", choices=("boot", "resume", "memory", "stack", "guest"))
    parser.add_argument("--modules", action="store_true", help="heap by module, too")
    parser.add_argument("--keep", action="store_true", help="add the figures to the history")
    given = parser.parse_args(arguments)
    from .emulator.image import NoImage

    try:
        bench = Emulated(lambda text: print("  " + text, file=sys.stderr, flush=True))
        for name in given.only or ("guest", "boot", "resume", "memory", "stack"):
            getattr(bench, name)()
    except NoImage as missing:
        print(f"bench-pico: {missing}", file=sys.stderr)
        return 2
    bench.sizes()
    print("\n".join(table(bench.figures)))
    extra = sorted(set(bench.figures) - {row.key for row in ROWS})
    if extra:
        print("\nbeside the table: " + ", ".join(f"{key} {bench.figures[key]:.2f}" for key in extra))
    if given.modules or not given.only:
        device = bench.device(used=False)
        device.pico.execute("pass")
        device.pico.soft_reset()
        print("\nheap by module, in bytes, as it is imported:")
        rows = heap_by_module(bench.modules, lambda code: device.pico.execute(code, 60_000))
        for name, size in sorted(rows, key=lambda row: -row[1]):
            print("  %6d  %s" % (size, name))
        print("  %6d  all" % sum(size for _, size in rows))
    if given.only:
        return 0
    figures = {
        row.key: Figure(bench.figures[row.key], " " + row.unit, more=row.least) for row in ROWS if row.key in bench.figures
    }
    lines, well = bench_history.report("pico", figures, given.keep)
    print("\n".join(["", *lines]))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
