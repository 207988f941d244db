"""A scripted game on the emulated Pico, watched at its flash: every state between two flash commands, and torn ones inside a command.

`Watch` notes each command as the pages that it changed, together with what the device had confirmed by then. `cuts` makes of each command the
states that a power cut there may leave. `Checker` says what a device finds in them at its next start.
"""

import json
import random
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware.journal import seal
from host.emulator.device import Device
from host.emulator.pico import BLOCK, BLOCKS, FILES_AT, mount

from .link import Link

PAGE = 256
KEPT_FREE = 15 * BLOCK  # less than what a new game wants free, until one of two blocks is deleted
GAMES = 31  # finished ones that are there already


@dataclass
class Command:
    """A flash command: what it changed, as (at, before, after), and how many milestones had been reached when it ended."""

    kind: str
    changes: "list[tuple[int, bytes, bytes]]"
    reached: int


@dataclass
class Milestone:
    """Something that the device has confirmed. `lines`: the record lines that it then holds, where that is known from what was entered."""

    what: str
    image: bytes
    lines: "list[str] | None" = None


@dataclass
class Watch:
    """Watches the flash of a device."""

    device: Device
    first: bytes = b""
    commands: "list[Command]" = field(default_factory=list)
    milestones: "list[Milestone]" = field(default_factory=list)

    def __post_init__(self) -> None:
        self.first = self._image = self.device.pico.flash_image()
        self.device.pico.flash.on_change = self._changed

    def _changed(self, kind: str) -> None:
        flash = self.device.pico.chip.flash
        now = bytes(flash[FILES_AT : FILES_AT + BLOCK * BLOCKS])
        before = self._image
        changes: "list[tuple[int, bytes, bytes]]" = []
        if now != before:
            for block in range(0, len(now), BLOCK):
                if now[block : block + BLOCK] != before[block : block + BLOCK]:
                    if kind == "erase":
                        changes.append((block, before[block : block + BLOCK], now[block : block + BLOCK]))
                        continue
                    for at in range(block, block + BLOCK, PAGE):
                        if now[at : at + PAGE] != before[at : at + PAGE]:
                            changes.append((at, before[at : at + PAGE], now[at : at + PAGE]))
        self._image = now
        self.commands.append(Command(kind, changes, len(self.milestones)))

    def reached(self, what: str, lines: "list[str] | None" = None) -> None:
        """The device has confirmed something."""
        self.milestones.append(Milestone(what, self._image, lines))


@dataclass(frozen=True)
class Cut:
    """The state that a power cut leaves: the patch that leads there from the state before the command."""

    command: int
    torn: str
    patch: "tuple[tuple[int, bytes], ...]"
    reached: int


def _torn(rng: random.Random, kind: str, before: bytes, after: bytes, how: str) -> bytes:
    if how == "half":
        half = len(after) // 2
        return after[:half] + before[half:]
    if how == "some":
        count = rng.randrange(1, len(after))
        return after[:count] + before[count:]
    # Only some of the bits have changed: cleared by a program, set by an erase.
    mask = rng.randbytes(len(after))
    if kind == "erase":
        return bytes(old | new & chance for old, new, chance in zip(before, after, mask, strict=True))
    return bytes(old & (new | chance) for old, new, chance in zip(before, after, mask, strict=True))


def cuts(watch: Watch, seed: int = 1) -> "Iterator[Cut]":
    """Every cut: before each command, and torn in three ways inside it; at last the end."""
    rng = random.Random(seed)
    for number, command in enumerate(watch.commands):
        yield Cut(number, "", (), command.reached)
        for how in ("half", "some", "bits") if command.changes else ():
            patch = tuple((at, _torn(rng, command.kind, old, new, how)) for at, old, new in command.changes)
            yield Cut(number, how, patch, command.reached)
    yield Cut(len(watch.commands), "", (), len(watch.milestones))


class Checker:
    """A MicroPython process that looks into flash images (`cut_check`). log: whether the device's storage has its log."""

    def __init__(self, micropython: str, root: Path, log: bool = True) -> None:
        command = [micropython, "-X", "heapsize=96M", str(root / "tests" / "emulator" / "cut_check.py"), str(root)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._log = log

    def _send(self, message: "dict[str, Any]") -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")

    def take(self, image: bytes) -> None:
        """The image that patches apply to from now on."""
        assert self._process.stdin is not None
        with tempfile.NamedTemporaryFile(suffix=".img") as file:
            file.write(image)
            file.flush()
            self._send({"image": file.name, "log": self._log})
            self.look(())  # it has been read then

    def patch(self, patch: "Any", look: bool = False) -> None:
        """Changes the image."""
        self._send({"patch": [[at, data.hex()] for at, data in patch], "look": look})

    def look(self, patch: "Any" = ()) -> "dict[str, Any]":
        """Changes the image and says what is found in it."""
        self.patch(patch, True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the checker has ended"
        return json.loads(line)

    def close(self) -> None:
        """Ends the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(20)
        self._process.stdout.close()


def check_cuts(watch: Watch, checker: Checker, chosen: "set[int] | None" = None) -> "tuple[int, list[str]]":
    """Looks into the states of all cuts (or only of those with these numbers). Returns (how many, what was wrong with any)."""
    known = known_states(watch, checker)
    wrong: "list[str]" = []
    count = at = 0
    checker.take(watch.first)
    for number, cut in enumerate(cuts(watch)):
        if cut.command > at:
            checker.patch([(place, new) for place, _, new in watch.commands[at].changes])
            at = cut.command
        if chosen is not None and number not in chosen:
            continue
        count += 1
        found = checker.look(cut.patch)
        if cut.patch:
            checker.patch([(place, old) for place, old, _ in watch.commands[at].changes])
        before = known[cut.reached - 1] if cut.reached else None
        after = known[cut.reached] if cut.reached < len(known) else known[-1]
        problem = compare(found, before, after)
        if problem:
            wrong.append(
                "cut %d (command %d %s, after %r): %s" % (number, cut.command, cut.torn, _name(watch, cut.reached), problem)
            )
    return count, wrong


def _name(watch: Watch, reached: int) -> str:
    return watch.milestones[reached - 1].what if reached else "power-on"


def known_states(watch: Watch, checker: Checker) -> "list[dict[str, Any]]":
    """What is found in the flash as it was at each milestone."""
    checker.take(watch.first)
    found: "list[dict[str, Any]]" = []
    image = watch.first
    for milestone in watch.milestones:
        found.append(checker.look(_difference(image, milestone.image)))
        image = milestone.image
    return found


def _difference(old: bytes, new: bytes) -> "list[tuple[int, bytes]]":
    return [(at, new[at : at + PAGE]) for at in range(0, len(new), PAGE) if old[at : at + PAGE] != new[at : at + PAGE]]


def compare(found: "dict[str, Any]", before: "dict[str, Any] | None", after: "dict[str, Any]") -> str:
    """What is wrong with a state between two confirmed ones; "" if nothing is."""
    if "error" in found:
        return found["error"]
    if before is None:
        before = after
    if found["told"]:
        return "it says %r" % found["told"]
    numbers, old, new = set(found["numbers"]), set(before["numbers"]), set(after["numbers"])
    if not old & new <= numbers <= old | new:
        return "games %r" % sorted(old & new - numbers)
    if found["offered"] not in (before["offered"], after["offered"]):
        return "game %d is offered" % found["offered"]
    if found["offered"] == before["offered"] == after["offered"] or found["offered"]:
        allowed = [one["where"] for one in (before, after) if one["offered"] == found["offered"]]
        if found["where"] not in allowed:
            return "it stands at %r, not at %r" % (found["where"][-2:], [where[-2:] for where in allowed])
    if found.get("goes_on") is False:
        return "it doesn't go on from there"
    for name, value in found["settings"].items():
        if value not in (before["settings"][name], after["settings"][name]):
            return "%s is %r" % (name, value)
    for number, crc in found["others"].items():
        if crc not in (before["others"].get(number, crc), after["others"].get(number, crc)):
            return "game %s has changed" % number
    return ""


# ---- the scripted game


def finished_games(lines: "list[str]") -> "dict[str, bytes]":
    """The files of finished games, two blocks each."""
    files: "dict[str, bytes]" = {}
    lines = [*lines, *["undo", lines[-1]] * 10]
    for number in range(1, GAMES + 1):
        data = b"".join(seal(line, 9 * count + number) for count, line in enumerate([*lines, "# finished"]))
        assert BLOCK < len(data) < 2 * BLOCK
        files["roost/%04d.game" % number] = data
    return files


FILL_LOG = """
from firmware.drivers.logstore import LogStorage
from firmware.drivers.rp2.flash import RawFlash
from firmware.journal import seal
s = LogStorage("/roost", RawFlash())
n = 0
while not all(s._turns) or s._ends[s._now] < 3200:
    n += 1
    s.append("%04d.game", seal("# finished", n) * 30)
print(s.moved, n)
"""


def fill_log(device: Device) -> None:
    """All sectors of the device's log are in use: lines of its youngest game, which stays a finished one. The app has ended then."""
    device.pico.on_received = None
    moved, entries = (int(number) for number in device.pico.execute(FILL_LOG % GAMES).split())
    assert moved == 0
    assert entries > 25


def fill(image: bytes) -> bytes:
    """The same flash with so large a foreign file in it that there is too little room for another game."""
    fs = mount(image)
    if "roost.starts" in fs.listdir("/"):
        fs.remove("roost.starts")  # else the third start in so short a time would be a cautious one
    spare = (BLOCKS - fs.used_block_count) * BLOCK - KEPT_FREE
    assert spare > 0
    with fs.open("filler.bin", "wb") as file:
        for at in range(0, spare - 2 * BLOCK, BLOCK):
            file.write(bytes((at // BLOCK & 0xFF,)) * BLOCK)
    while (BLOCKS - fs.used_block_count) * BLOCK > KEPT_FREE:
        with fs.open("filler.bin", "ab") as file:
            file.write(b"\x5a" * 1000)
    return bytes(fs.context.buffer)


def play(link: Link, watch: Watch, lines: "list[str]", pause_every: int = 20) -> None:
    """From the menu to the end: a finished game is deleted to make room, a game is set up and played with take-backs and settings changed.

    After every so many lines nobody does anything for a while (`pause_every`; 0: never).
    """
    screen = link.begin()
    watch.reached("the menu")
    link.enter("game fowl_play", screen)
    link.enter("mode play")
    link.enter("word yes")  # delete game 1, the oldest finished one
    link.wait("screen", lambda value: value["mode"] == "announce")
    watch.reached("the set-up has begun")
    setup = [line for line in lines if line.split(" ")[0] in ("seats", "foxes")]
    record = ["roost 1 fowl_play", "rules 1"]
    for line in setup:
        link.send({"line": line})
        link.wait("screen")
        record = [*record, line]
        watch.reached(line)
    link.send({"subscribe": ["recorded"]})
    actions = [line for line in lines if line.split(" ")[0] not in ("roost", "rules", "seats", "foxes")]
    entered: "list[str]" = []
    for count, line in enumerate(actions):
        entered.append(line)
        if count % 7 == 5:  # taken back once, or several times, and entered again
            back = 1 + count % 3
            entered += ["undo"] * back + actions[count + 1 - back : count + 1]
    settings = {9: {"brightness": 3}, 31: {"language": "de"}, 33: {"volume": 3}, 60: {"language": "en"}}
    for count, line in enumerate(entered):
        link.send({"line": line})
        link.wait("recorded", lambda value, line=line: value["line"] == line)
        record = [*record, line]
        watch.reached(line, record)
        if count in settings:
            assert link.ask({"set": settings[count]})["ok"]
            watch.reached("set %r" % settings[count], record)
        if pause_every and count % pause_every == pause_every - 1:
            link.device.pico.run(4000)  # nobody does anything: the log is tidied up
    link.device.pico.run(2500 if pause_every else 300)
    watch.reached("the end of the script", record)
