"""Hands at the knob: play on the app by raw input events alone, by the cheapest way, and count what it takes.

Runs on CPython and MicroPython. The hands see what a person sees: which choices there are, in which groups, where the cursor stands, what
holding Confirm would do. They turn, turn while pressed, press and hold; a detent, a press and a hold count one each.
"""
# Games and the app have no types that could be named without importing `typing`, which MicroPython lacks.
# pyright: reportMissingParameterType=false

from firmware.view import TEXT
from shared_rules.choice import SOME
from shared_rules.fowl_play.pieces import FOXES
from shared_rules.hexboard import cell as cell_of

DETENT_MS = 60  # between two detents: not fast turning
PRESS_MS = 40
HOLD_MS = 640
GUARD_MS = 310  # what has just appeared is read before it is confirmed

DONE = ("word", "done")
_MOST_PAGES = 60


class Lost(Exception):
    """The app isn't where the hands think it is; the text says what they wanted and what there is."""


def cheapest(groups: "list[int | None]", at: int, goal: int) -> "tuple[int, int]":
    """(jumps, turns): the fewest inputs that bring the cursor from `at` to `goal`, by jumping first and turning then.

    groups  the group of each choice, in order; both directions go around the end. A jump forward leads to the first choice of the
            next group, a jump back to the first of this group, or, from there, of the one before. Jumping needs the knob pressed once.
    """
    count = len(groups)
    firsts = [place for place in range(count) if place == 0 or groups[place] != groups[place - 1]]
    here = len([first for first in firsts if first <= at]) - 1
    inside = at != firsts[here]
    best = (abs(_shorter(goal - at, count)), 0, _shorter(goal - at, count))
    for jumps in range(-(len(firsts) // 2) - 1, len(firsts) // 2 + 2):
        if jumps == 0:
            continue
        landed = firsts[(here + jumps + (1 if inside and jumps < 0 else 0)) % len(firsts)]
        turns = _shorter(goal - landed, count)
        cost = 1 + abs(jumps) + abs(turns)
        if cost < best[0]:
            best = (cost, jumps, turns)
    return best[1], best[2]


def _shorter(steps, count):
    # The shorter way round.
    steps %= count
    return steps if 2 * steps <= count else steps - count


def groups_of(level) -> "list[int | None]":
    """The group of each key of a level of the app's walk; choices without groups are jumped through by six."""
    groups = level.choice.groups
    count = len(level.keys)
    if groups is None:
        return [place // 6 for place in range(count)]
    return [groups[place] if place < len(groups) else None for place in range(count)]


def setup_key(ask: str, lines: "list[str]", entered: int):
    """The key that answers a question of a set-up (its message code) as these setup lines want it; None where it doesn't matter.

    entered  how many seats were entered already, for questions that are asked for each
    """
    words = {}
    for line in lines:
        tokens = line.split(" ")
        words[tokens[0]] = tokens[1:]
    seats = words["seats"]
    if ask == "ask-seats":
        return tuple([("fox", FOXES.index(name)) for name in seats])
    if ask == "ask-arrange":
        return ("word", "standard")
    if ask == "ask-first":
        return ("seat", 0)
    if ask == "ask-fox-start":
        foxes = words["foxes"]
        return ("space", cell_of(foxes[foxes.index(seats[entered]) + 1]))
    if ask in ("ask-seat", "ask-seat-name"):
        return ("name", seats[entered]) if entered < len(seats) else DONE
    if ask == "ask-types":
        return ("word", "choose")
    if ask == "ask-six-types":
        return tuple([("type", name) for name in words["types"]])
    if ask == "ask-discs":
        return ("word", "choose")
    if ask == "ask-disc-order":
        return tuple([("seat", seats.index(name)) for name in words["discs"]])
    if ask == "ask-raptors":
        return ("raptors", words.get("raptors", ["off" if len(seats) == 1 else "on"])[0])
    if ask == "ask-variant":
        return ("variant", words.get("variant", ["base"])[0])
    return ("word", "yes") if ask == "ask-sheet" else None


class Hands:
    """Hands on the knob and buttons of an app on a virtual device.

    device, app  the device and the App that runs on it
    detents, presses  how much they have done; a hold is a press
    decisions    list of (turn, kind, detents, presses): every action entered, and every announcement confirmed ("announced")
    """

    def __init__(self, device, app):
        self.device = device
        self.app = app
        self.detents = 0
        self.presses = 0
        self.decisions = []

    async def wait(self, ms):
        """Lets so much virtual time pass; raises what has ended the app, if anything has."""
        await self.device.clock.sleep_ms(ms)
        if self.app.failure is not None:
            raise self.app.failure

    async def turn(self, steps):
        """Turns so many detents."""
        for _ in range(abs(steps)):
            self.detents += 1
            self.device.inputs.feed(("turn", 1 if steps > 0 else -1))
            await self.wait(DETENT_MS)

    async def jump(self, steps):
        """Turns so many detents with the knob pressed."""
        self.presses += 1
        self.device.inputs.feed(("down", "confirm"))
        await self.wait(PRESS_MS)
        await self.turn(steps)
        self.device.inputs.feed(("up", "confirm"))
        await self.wait(PRESS_MS)

    async def press(self, button="confirm", ms=PRESS_MS):
        """Presses a button."""
        self.presses += 1
        self.device.inputs.feed(("down", button))
        await self.wait(ms)
        self.device.inputs.feed(("up", button))
        await self.wait(PRESS_MS)

    async def hold(self, button):
        """Holds a button."""
        await self.press(button, HOLD_MS)

    # What the screen asks

    @property
    def walk(self):
        """The walk on the screen."""
        return self.app.view.walk

    def announced(self) -> bool:
        """Does the screen only want to be confirmed?"""
        view = self.app.view
        keys = view.walk.level.keys
        return view.style == TEXT and len(keys) == 1 and keys[0][0] == "word"

    async def confirm(self):
        """Confirms announcements until there is a question, or the score sheet."""
        for _ in range(_MOST_PAGES):
            if not self.announced() or self.app.view.mode == "sheet":
                return
            await self.wait(GUARD_MS)
            await self.press()
        raise Lost("announcements never end")

    async def go(self, key):
        """Brings the cursor to a key of the choice on the screen."""
        level = self.walk.level
        if key not in level.keys:
            raise Lost(f"no {key} among {level.keys}")
        jumps, turns = cheapest(groups_of(level), level.at, level.keys.index(key))
        if jumps:
            await self.jump(jumps)
        await self.turn(turns)
        if self.walk.level is not level or self.walk.key != key:
            raise Lost(f"{key} wanted, the cursor is on {self.walk.key}")

    async def pick(self, key):
        """Enters a key, or a tuple of keys where several are asked for; by holding Confirm where that is enough."""
        choice = self.walk.choice
        if choice.kind == SOME:
            for one in key:
                await self.go(one)
                await self.press()
            if len(key) == choice.most:
                return
            key = DONE
        level = self.walk.level
        if self.walk.hold() == key and (level.keys.index(key) != level.at):
            await self.hold("confirm")
            return
        await self.go(key)
        await self.press()

    async def enter(self, path):
        """Enters what lies at the end of a path of keys from the root of the choice, wherever in it the screen is now."""
        while self.walk.entered != path[: len(self.walk.entered)]:
            depth = len(self.walk.levels)
            await self.press("back")
            if len(self.walk.levels) >= depth:
                raise Lost(f"Back leads nowhere from {self.walk.entered}")
        for key in path[len(self.walk.entered) :]:
            await self.pick(key)

    # Playing

    def machine(self):
        """The game or set-up on the device."""
        return self.app.machine()

    def _note(self, turn, kind, before):
        self.decisions.append((turn, kind, self.detents - before[0], self.presses - before[1]))

    async def act(self, line: str):
        """Enters an action of the game by its record line, after what is announced; `undo` by holding Back."""
        before = (self.detents, self.presses)
        machine = self.machine()
        turn = machine.turn
        await self.confirm()
        if self.presses > before[1]:
            self._note(turn, "announced", before)
            before = (self.detents, self.presses)
        words = line.split(" ")
        if words[0] == "undo":
            await self._take_back()
        else:
            await self.enter(machine.path(machine.read(words)))
        self._note(turn, words[0], before)

    async def _take_back(self):
        await self.hold("back")
        if self.app.view.mode == "dialog":
            await self.wait(GUARD_MS)
            await self.pick(("word", "yes"))
        await self.confirm()

    async def begin(self, game: str, lines: "list[str]"):
        """From the game menu to the first question of a game with these setup lines."""
        await self.wait(DETENT_MS)
        await self.pick(("game", game))
        await self.pick(("mode", "play"))
        entered = 0
        for _ in range(200):
            await self.confirm()
            table = self.app.table
            if table is None:
                raise Lost("no table")
            if table.playing:
                return
            ask = self.walk.choice.ask[0]
            key = setup_key(ask, lines, entered)
            if key is None:
                raise Lost(f"asked {ask}")
            if ask in ("ask-seat", "ask-seat-name", "ask-fox-start"):
                entered += 1
            if ask == "ask-first":
                entered = 0
            await self.pick(key)
            if ask in ("ask-seats", "ask-seat", "ask-seat-name") and table.machine.prompt().choice.ask[0] != ask:
                entered = 0
        raise Lost("the set-up never ends")

    async def finish(self):
        """Through the score sheet and past the winner, back to the game menu."""
        await self.confirm()
        for _ in range(_MOST_PAGES):
            if self.app.view.mode != "sheet":
                return
            await self.wait(GUARD_MS)
            await self.press()
        raise Lost("the score sheet never ends")
