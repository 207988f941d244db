"""Soak on the emulated Pico: whole games by its real knob and buttons, on the real firmware; its state must be the host's, again and again.

    python -m host.soak_pico [GAME ...] [--games N] [--seed K] [--every A]

What hands do is worked out on the app in this process (see `host.players.hands`) and done on the emulated knob and buttons; the Pico's state
is asked for over its link, after every few actions (it takes the Pico as long as the action) and at the end. In every other game a
computer also follows everything that the Pico shows. Free heap and the deepest use of the stack are printed after each game: the Pico
isn't switched off in between.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from firmware.app import App
from firmware.drivers import virtual
from firmware.link import TOPICS
from host import inputs, selfplay
from host.emulator.device import Device
from host.emulator.image import NoImage
from host.emulator.pico import TimeIsUp
from host.emulator.stack import SIZE, Stack
from host.players.hands import GUARD_MS, HOLD_MS, Hands
from host.players.tables import set_up
from host.soak import SoakFailed, plan_of
from shared_rules import catalogue, jsontext

PER_SECOND = 12.0  # detents: not fast turning, also when the app reads some of them late
PAUSE_MS = 330.0  # what has just appeared is read before it is confirmed
PATIENCE_MS = 30_000.0
EVERY = 5  # actions from one look at the Pico's state to the next
RESERVE = 800  # bytes of the stack that must never have been in use

Event = tuple[Any, ...]


class _Recorder(Hands):
    """Hands that note what they do."""

    def __init__(self, device: Any, app: Any):
        super().__init__(device, app)
        self.events: list[Event] = []
        self._jumping = False

    async def wait(self, ms: float) -> None:
        """Lets time pass; a pause to read is noted."""
        if ms == GUARD_MS:
            self.events.append(("pause",))
        await super().wait(ms)

    async def turn(self, steps: int) -> None:
        """Turns so many detents."""
        if steps and not self._jumping:
            self.events.append(("turn", steps))
        await super().turn(steps)

    async def jump(self, steps: int) -> None:
        """Turns so many detents with the knob pressed."""
        self.events.append(("jump", steps))
        self._jumping = True
        await super().jump(steps)
        self._jumping = False

    async def press(self, button: str = "confirm", ms: float = 0) -> None:
        """Presses or holds a button."""
        held = ms >= HOLD_MS
        self.events.append(("hold" if held else "press", button))
        await super().press(button, int(ms)) if held else await super().press(button)

    def taken(self) -> list[Event]:
        """What was noted since the last time."""
        events, self.events = self.events, []
        return events


@dataclass(frozen=True)
class Step:
    """What hands do for one action, its record line, and the state that it leads to; for set-up and end without line and state."""

    events: list[Event]
    line: str = ""
    state: Any = None


def course(game: str, lines: tuple[str, ...], files: dict[str, bytes]) -> list[Step]:
    """What hands do for a whole game, from the game menu and back to it. files: of the device that they are worked out on, kept there."""
    device = virtual.device(files)
    app = App(device)
    hands = _Recorder(device, app)
    setup, actions = inputs.split(game, lines)
    board, _ = set_up(game, [line for line in setup if line.split(" ")[0] not in ("rules", "mode")])
    steps: list[Step] = []

    async def script() -> None:
        await hands.begin(game, setup)
        steps.append(Step(hands.taken()))
        for line in actions:
            await hands.act(line)
            board.apply(board.read(line.split(" ")))
            steps.append(Step(hands.taken(), line, json.loads(jsontext.dumps(board.state()))))
        await hands.finish()
        steps.append(Step(hands.taken()))

    virtual.run(device, app.run(), script())
    return steps


class Table:
    """An emulated Pico in somebody's hands."""

    def __init__(self) -> None:
        self.device = Device()
        self._rest = b""
        self._replies: list[dict[str, Any]] = []
        self._plain: list[str] = []
        self._asked = 0
        self.device.pico.on_received = self._heard
        self.device.pico.until(lambda: self.device.display.on, PATIENCE_MS, "the display was switched on")
        self.device.pico.run(1500)
        self.ask("settings")
        self._plain.clear()  # what the prompt said
        self.stack = Stack(self.device.pico.chip)
        self.files: dict[str, bytes] = {}  # of the device on which it is worked out what hands do: the same games as here

    def follow(self, topics: tuple[str, ...]) -> None:
        """What the Pico is to say of its own accord, as a page asks for it."""
        self.device.pico.send(json.dumps({"subscribe": topics}).encode() + b"\n")

    def _heard(self, data: bytes) -> None:
        del self.device.pico.received[:]
        *lines, self._rest = (self._rest + data).split(b"\n")
        for raw in lines:
            line = raw.strip().decode("utf-8", "replace")
            if line.startswith("{") and '"reply"' in line:
                self._replies.append(json.loads(line))
            elif line and not line.startswith("{"):
                self._plain.append(line)

    def ask(self, what: str) -> dict[str, Any]:
        """A request and its answer: by then everything that came before it has been dealt with."""
        self._asked += 1
        number = self._asked
        self.device.pico.send(json.dumps({"ask": what, "id": number}).encode() + b"\n")
        try:
            self.device.pico.until(
                lambda: any(reply["reply"] == number for reply in self._replies), PATIENCE_MS, "the answer came"
            )
        except TimeIsUp as late:
            raise SoakFailed(f"{late}\n" + "\n".join(self._plain[-20:])) from None
        reply = next(reply for reply in self._replies if reply["reply"] == number)
        self._replies.clear()
        return reply

    def do(self, events: list[Event], careful: bool) -> None:
        """Turns, presses and holds. careful: after each press it waits until the Pico has dealt with it, as where modules are loaded."""
        for what, *rest in events:
            if what == "pause":
                self.device.settle(20)
                self.ask("settings")  # by its answer all of it has appeared
                self.device.settle(PAUSE_MS)
            elif what == "turn":
                self.device.turn(rest[0], per_second=PER_SECOND)
            elif what == "jump":
                self.device.turn(rest[0], pressed=True, per_second=PER_SECOND)
            else:
                (self.device.press if what == "press" else self.device.hold)(rest[0])
                self.device.settle(40)
                if careful:
                    self.ask("settings")
        self.device.settle(20)

    def play(self, steps: list[Step], every: int = 1) -> None:
        """Plays a game; raises SoakFailed where the Pico goes another way. every: so many actions go from one look at its state to the next."""
        left = sum(step.state is not None for step in steps)
        for step in steps:
            self.do(step.events, step.state is None)
            if step.state is None:
                continue
            left -= 1
            if left % every:
                continue
            state = self.ask("state").get("state")
            if self._plain:  # a crash: somebody's next press started it anew
                raise SoakFailed(f"at the latest after {step.line} it said:\n" + "\n".join(self._plain))
            if state != step.state:
                raise SoakFailed(f"at the latest after {step.line}: {json.dumps(state)}\ninstead of {json.dumps(step.state)}")


@dataclass(frozen=True)
class Played:
    """A game on the Pico: its number, what came of it, bytes of heap free after it, and of the stack that were in use at the most."""

    number: int
    outcome: selfplay.Outcome
    free: int
    stack: int


def soak(game: str, numbers: list[int], seed: int, table: Table, every: int = EVERY) -> Iterator[Played]:
    """Plays the games of these numbers, see `Table.play`; raises SoakFailed."""
    for number in numbers:
        plan = plan_of(game, seed, number)
        outcome = selfplay.play(plan, number)
        try:
            table.follow(TOPICS if number % 2 else ())
            table.play(course(game, outcome.lines, table.files), every)
            stack, free = table.stack.deepest(), table.ask("memory")["free"]
            if stack > SIZE - RESERVE:
                raise SoakFailed(f"{stack} bytes of the stack were in use")
        except SoakFailed as failed:
            raise SoakFailed(f"{game}, game {number} of seed {seed}, {plan.seats} {plan.player} players: {failed}") from None
        yield Played(number, outcome, free, stack)


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(list(catalogue.GAMES)))
@click.option("--games", "count", default=20, show_default=True, type=click.IntRange(1), help="Games of each game.")
@click.option("--first", default=1, show_default=True, type=click.IntRange(1), help="Number of the first game.")
@click.option("--seed", default=1, show_default=True)
@click.option("--every", default=EVERY, show_default=True, type=click.IntRange(1), help="Actions between two looks at its state.")
def main(games: tuple[str, ...], count: int, first: int, seed: int, every: int) -> None:
    """Simulated players play on an emulated Pico by its knob and buttons; prints a line for each game."""
    for game in games or catalogue.GAMES:
        try:
            table = Table()
        except NoImage as missing:
            raise click.ClickException(str(missing)) from None
        began, actions = time.monotonic(), 0
        try:
            for played in soak(game, list(range(first, first + count)), seed, table, every):
                actions += played.outcome.actions
                said = (
                    f"{played.outcome.actions} actions, free heap {played.free:,} bytes, stack {played.stack:,} of {SIZE:,} bytes"
                )
                click.echo(f"{game} {played.number}: {said}")
        except SoakFailed as failed:
            raise click.ClickException(str(failed)) from None
        hours = table.device.pico.ms / 3.6e6
        click.echo(
            f"{game}: {count} games, {actions:,} actions, {hours:.1f} hours of the Pico in {time.monotonic() - began:,.0f} s"
        )


if __name__ == "__main__":
    main()
