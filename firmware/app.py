"""The app: what runs on the device, whatever the device is made of.

Tasks: `input` collects what comes in, `light` moves the lights and dims the display, `flow` is everything else, one readable
sequence from the start to the end of a game. Only `flow` changes anything; only `event()` waits for people.
"""

import asyncio
import gc
import sys

from shared_rules import catalogue
from shared_rules.refusal import Refusal

from . import lights, screens
from .canvas import Canvas
from .console import Console
from .drivers import Device, spare
from .journal import Journal
from .link import PROTOCOL, Link
from .settings import Settings
from .sounds import PATTERNS
from .table import OFF
from .version import VERSION
from .view import LIST, TEXT, announcement, ask, is_text
from .words import LANGUAGES, Words

DIM_MS = 120000
DARK_MS = 600000
CONTRASTS = (1, 60, 150, 255)  # of the display, by its setting; the first also when it is dimmed
CAUTIOUS_MA = 220  # the budget while the supply gives way
SAID = 10  # announcements that are remembered
ANSWERS = ("refused", "why")  # kinds of those that only answer a wrong or curious touch
REPORT_FILE = "crash.txt"
REPORT_LONGEST = 2000  # bytes; of a longer one the end is kept, which says where it happened
ANSWER_MS = 5  # between two looks whether an answer is on its way
ANSWER_LOOKS = 20  # so many: somebody may have stopped reading
LIVE_MS = 1000  # a task that waits for people or for the line says so often that it lives


class Ended(Exception):
    """The app has nothing more to do: the computer at the other end of a simulated device has gone, or it was switched off."""


def _forgotten(name):
    # Forgets one module of this name or below it; False if there is none. Without a list of them all: memory may be what is short.
    for loaded in sys.modules:
        if loaded == name or loaded.startswith(name + "."):
            del sys.modules[loaded]
            return True
    return False


class App:
    """The app on one device (see `firmware.drivers`).

    words     the Words in use
    view      the View on the screen
    game      name of the game whose words are loaded, None at the game menu
    failure   the exception that has ended the app, None while it runs
    again     after a crash: may the next App resume the game at once? Not when this one did, and got no further
    said      list of (number, message, hands, kind): the last announcements

    at_once: the game that was running goes on without being offered: somebody has just pressed a button for it.
    """

    def __init__(self, device: Device, canvas: "Canvas | None" = None, at_once: bool = False):
        self.canvas = Canvas() if canvas is None else canvas  # the largest piece of memory in one go, so first
        self.device = device
        self.clock = device.clock
        self.console = Console(device.clock)
        hello = {
            "protocol": PROTOCOL,
            "firmware": VERSION,
            "runtime": device.runtime,
            "board": device.board,
            "languages": list(LANGUAGES),
        }
        self.link = Link(device.serial, device.clock, hello)
        self.link.source("display", self._display_state)
        self.link.source("lights", self._lights_state)
        self.link.source("screen", self._screen_pieces)
        self.link.source("scene", self._scene_pieces)
        self.link.source("memory", self._no_memory)
        self.settings = Settings(device.storage)
        self.journal = Journal(device.storage, device.clock)
        self.game = None
        self.words = Words(self.settings["language"])
        self.view = None
        self.table = None  # the Table that is being played at
        self.said = []
        self._said_count = 0
        self._screen_id = 0
        self._shown_id = 0
        self._shown_level = None  # the Level it showed: a choice by its index is meant for this one
        self._unshown = False  # the View was not shown yet, since more input waits
        self._scene = None  # what lies on the table, of this machine
        self._scene_of = None
        self._scene_old = True
        self._told = None  # what of it the other end of the link knows
        self._keys = None  # of the choice whose places are known
        self._places = []  # where they are
        self.lights = lights.Lights()
        self._set_lights()
        self._rgb = None  # the last frame
        self.dark = device.cautious  # no lights now
        self._touched = self.clock.ticks_ms()  # when anybody last did something
        self._power = True
        self._level = -1
        self.failure = None
        self.again = not at_once
        self._at_once = at_once
        self.restoring = 0  # lines of a game that comes over the link (see `requests`)
        self._stop = asyncio.Event()

    # Life

    async def run(self, failure=None):
        """Runs until the device is switched off or gone. What any task raises ends all of them, and is shown and kept.

        failure: an exception that was raised before there was an app; it is shown and kept, and nothing else happens.
        """
        device = self.device
        asyncio.get_event_loop().set_exception_handler(self._died)
        device.failed = self._fail  # type: ignore
        if failure is not None:
            self.failure = failure
        else:
            await self._tasks()
        if self.failure is not None and not isinstance(self.failure, Ended):
            await self._crash(self.failure)

    async def _tasks(self):
        self.device.alive.expect(("input", "light", "flow") + self.device.tasks)
        tasks = [
            self.clock.spawn(self._watched(self._input()), "input"),
            self.clock.spawn(self._watched(self._light()), "light"),
            self.clock.spawn(self._watched(self._flow()), "flow"),
        ]
        await self.clock.wait(self._stop)
        for task in tasks:
            task.cancel()

    async def _watched(self, coroutine):
        try:
            await coroutine
        except Exception as error:  # noqa: BLE001 - it is shown, kept, and ends the app
            self._fail(error)
        self._stop.set()

    def _died(self, loop, context):
        # A task that nobody waits for, such as one that plays a sound.
        error = context.get("exception")
        if isinstance(error, Exception):
            self._fail(error)

    def _fail(self, error):
        """Ends the app: this was raised somewhere."""
        if self.failure is None:
            self.failure = error
        self._stop.set()

    async def breathe(self):
        """Lets the other tasks have their turn, in the middle of something long."""
        self.device.alive.says("flow")
        await self.clock.sleep_ms(0)

    def _report(self, error):
        # What has happened, and where; the end of it if it is long. First room is made for it: perhaps memory was the trouble.
        self.table = self.view = self._scene = self._scene_of = None
        try:
            self.link.hold()
            self.lights.paint(None, None)
            self.drop("mirror", "requests", "names")  # not the game: the next start needs it, and twice there is no room for it
            report = self.device.traceback(error)
        except MemoryError:
            report = type(error).__name__
        head = "Roost %s, %s, game %d, line %d\n" % (VERSION, self.device.runtime, self.journal.number, self.journal.lines)
        return head + report[len(head) - REPORT_LONGEST :]

    async def _crash(self, error):
        # Says what has happened, keeps it, and waits for a press; whoever called `run` starts anew, which resumes the game.
        device = self.device
        device.alive.expect(("crash",) + device.tasks)
        report = self._report(error)
        shown = [self.words.short(("app-crash", {"file": REPORT_FILE})), "%s: %s" % (type(error).__name__, error)]
        self.link.plain(report)
        try:
            device.storage.replace(REPORT_FILE, (report.encode(),))
        except (OSError, MemoryError):
            shown[0] = self.words.short(("app-crash-unkept", {}))
        screens.crash(self.canvas, shown + [self.words.short(("app-crash-next", {}))])
        device.display.power(True)
        device.display.show(self.canvas.buffer)
        self.link.touch("display")
        self.console = Console(self.clock)
        while not device.serial.closed:
            device.alive.says("crash")
            self.link.pump()
            self.console.feed(device.inputs.poll())
            for event in self.link.read():
                self.console.post(event)
            while not self.console.empty():
                event = await self.console.next()
                if event[0] in ("press", "hold"):
                    return
                if event[0] == "request":
                    text = self.words.text(("no.crashed", {}))
                    self.link.answer({"reply": event[1].get("id"), "ok": False, "code": "crashed", "text": text})
            await self._until_more(device.poll_ms)

    async def _until_more(self, ms):
        # Waits for something to come in, at most so long, and never so long that one might think the task dead.
        ms = LIVE_MS if ms is None or ms > LIVE_MS else ms
        wake = self.device.wake
        if wake is None:
            await self.clock.sleep_ms(ms)
        else:
            await self.clock.wait(wake, ms)
            wake.clear()

    async def _input(self):
        device = self.device
        while True:
            device.alive.says("input")
            self.console.feed(device.inputs.poll())
            for event in self.link.read():
                self.console.post(event)
            self.console.tick()
            self.link.pump()
            if device.serial.closed:
                raise Ended
            if self.link.busy():
                await self.clock.sleep_ms(0)
                continue
            ms = device.poll_ms
            due = self.console.due()
            if due is not None and (ms is None or due < ms):
                ms = due
            if self.link.pending() and (ms is None or ms > 20):
                ms = 20  # the line was full
            await self._until_more(ms)

    async def _light(self):
        while True:
            await self.clock.sleep_ms(lights.STEP_MS)
            self.device.alive.says("light")
            self._dim()
            if not self.lights.steady:
                self._draw_lights()
            self.link.pump()

    async def _flow(self):
        if self.settings.damaged:
            await self.tell([("app-settings-damaged", {})])
        while self.device.notes:
            await self.tell([self.device.notes.pop(0)])
        resume = True
        while True:
            table = await self.load("start").choose_table(self, resume, self._at_once)
            self._at_once = False
            self.dark = False
            self.drop("start", "room")
            self.set("current", self.journal.number)
            self.table = table
            lines = self.journal.lines
            try:
                how = await table.play()
            finally:
                self.again = self.again or self.journal.lines != lines
            self.table = table = None
            self._let_go()
            self.journal.close()
            resume = how == OFF
            if resume:
                await self.off()
            else:
                self.set("current", 0)
            self.use_game(None)

    def _let_go(self):
        # Nothing of a game that is left stays in memory: the next one needs the room before there is another screen.
        self.view = self._scene = self._scene_of = self._keys = self._shown_level = None
        self._places = []
        self.refresh()
        self.lights.paint(None, None)

    async def off(self):
        """Everything is kept; says that the plug may be pulled, and waits for a touch."""
        self.dark = True
        self.device.ends_well()
        await self.tell([("app-off", {})], mode="dialog")
        self.dark = False

    # Modules that come and go

    def load(self, name):
        """Imports a module of the app that is only needed now and then."""
        return self._loaded("firmware." + name)

    def _loaded(self, name):
        # A module. Where memory doesn't suffice for it, it is tried again with what can be freed.
        try:
            return __import__(name, None, None, ("x",))
        except MemoryError:
            self.link.give_way()
            self.drop(name)
            spare.give_up()
            return __import__(name, None, None, ("x",))

    def drop(self, *names):
        """Forgets such modules, and whole games with all their parts (`shared_rules.<game>`)."""
        for name in names:
            if "." not in name:
                name = "firmware." + name
            while _forgotten(name):
                pass
            package, _, last = name.rpartition(".")
            parent = sys.modules.get(package)
            if parent is not None and hasattr(parent, last):
                delattr(parent, last)
        gc.collect()

    def use_game(self, game, names=None):
        """Loads the words of a game (None: only the common ones)."""
        if game != self.game:
            self.said = []
            if self.game is not None:
                self.drop("shared_rules." + self.game)
        for language in LANGUAGES:
            if self.game is not None and game != self.game:
                self.drop("firmware.lang." + language + "_" + self.game)
        self.game = game
        self.words = Words(self.settings["language"], game, names if names is not None else self.spelled())
        if game is not None:
            self.words.called = self.load("owncopy").called(self.device.storage, game)
            self.drop("owncopy")

    def part(self, name):
        """A module that the game at the table has for what is only wanted now and then (see `shared_rules.game`); None if it has none."""
        if self.game is None or name not in getattr(catalogue.package(self.game), "PARTS", ()):
            return None
        return self._loaded("shared_rules." + self.game + "." + name)

    def drop_parts(self):
        """Forgets such modules."""
        game: str = self.game  # type: ignore
        package = catalogue.package(game)
        self.drop(*["shared_rules." + game + "." + name for name in getattr(package, "PARTS", ())])

    def spelled(self):
        """dict: a player's name in records -> as it is spelled."""
        return {entry[0]: entry[1] for entry in self.settings["names"]}

    def names(self):
        """Tokens of the names to offer for seats: the kept ones, last table first, then `player1` ..."""
        kept = [entry[0] for entry in self.settings["names"]]
        return kept + [name for name in ["player%d" % n for n in range(1, 8)] if name not in kept]

    def set(self, name, value):
        """Changes a setting, and what hangs on it. A medium that is full costs the setting its next start, not the game."""
        try:
            self.settings.set(name, value)
        except OSError:
            self.say(("app-not-kept", {}), True, "refused")
        if name == "language":
            for language in LANGUAGES:
                if language != value:
                    self.drop("firmware.lang." + language)
                    if self.game is not None:
                        self.drop("firmware.lang." + language + "_" + self.game)
            self.use_game(self.game, self.words.names)
        if name in ("palette", "brightness", "budget"):
            self._set_lights()
        self.link.hold()  # nobody is told a screen that is old at once
        self.console.post(("refresh",))

    def save_settings(self):
        """Tries again to write settings for which there was no room; called when something else could be written."""
        try:
            self.settings.save()
        except OSError:
            pass  # that was said when they were set

    def delete_game(self, number):
        """Deletes a stored game for good; its number is not given to another one. Raises OSError."""
        if number + 1 == self.journal.next_number(self.settings["games"]):
            self.settings.set("games", number)
        self.journal.delete(number)

    def _set_lights(self):
        settings = self.settings
        try:
            budget = min(settings["budget"], CAUTIOUS_MA) if self.device.cautious else settings["budget"]
            self.lights.set(settings["palette"], lights.BRIGHTNESS[settings["brightness"]], budget)
        except (KeyError, IndexError, ValueError):  # a settings file of another version
            self.lights.set("standard", lights.BRIGHTNESS[2], 450)
        self._scene_old = True

    # Saying and showing

    def say(self, message, hands=False, kind="event"):
        """Remembers an announcement, and sends it to whoever listens. Refusals are the first to be forgotten."""
        self._said_count += 1
        self.said.append((self._said_count, message, hands, kind))
        if len(self.said) > SAID:
            answers = [index for index in range(SAID) if self.said[index][3] in ANSWERS]
            self.said.pop(answers[0] if answers else 0)
        self._tell_said(self.said[-1])

    def _tell_said(self, entry):
        if self.link.wants("said"):
            number, message, hands, kind = entry
            self.link.tell("said", {"n": number, "text": self.words.sentence(message), "hands": hands, "kind": kind})

    def refuse(self, refusal):
        """Says no in words, on the screen and to whoever sent it. Returns the message."""
        message = ("no." + refusal.code, refusal.facts)
        self.say(message, False, "refused")
        self.link.answer(
            {
                "refused": {
                    "code": refusal.code,
                    "text": self.words.sentence(message),
                    "short": self.words.short(message),
                }
            }
        )
        self.sound("no")
        if self.view is not None:
            self.view.rides = [message]
            self._new_screen()
        return message

    def sound(self, name):
        """Plays one of the sounds: `tick yes no turn end`."""
        volume = self.settings["volume"]
        if volume:
            self.device.sound.play(PATTERNS[name], volume)
        self.link.tell("sound", name)

    def refresh(self):
        """What lies on the table has changed: the scene must be made anew."""
        self._scene_old = True
        self.link.hold()

    def _new_screen(self):
        self._screen_id += 1

    def _show(self):
        # Draws what has changed; called only when no input waits.
        self._unshown = False
        try:
            self._draw()
        except MemoryError:
            self.link.give_way()
            gc.collect()
            self._scene_old = True
            self._draw()

    def _draw(self):
        view = self.view
        if self._scene_old or view.machine is not self._scene_of:
            self._scene_old = False
            self._scene_of = view.machine
            self._scene = None if view.machine is None else view.machine.scene()
            self._keys = None
            try:
                self.lights.paint(self._scene, self._scene_of)
            except ImportError:  # this kind of board has no lights: the game is played without
                self.lights.paint(None, None)
            self.link.touch("scene")
        self._choose_lights()
        screens.draw(self.canvas, view, self.words)
        self.device.display.show(self.canvas.buffer)
        self.link.touch("display")
        self.link.touch("screen", cursor=self._shown_id == self._screen_id)
        self._shown_id = self._screen_id
        self._shown_level = view.walk.level
        self._draw_lights()
        self._soon_sent()

    def _soon_sent(self):
        # What there is for the link is put together by the task `input`, which stands on a shallow stack.
        if self.device.wake is not None:
            self.device.wake.set()

    def places(self, keys):
        """For each of these keys the place of the table that it names, None for one that names none."""
        return [None] * len(keys) if self._scene is None else lights.places(self._scene, keys)

    def on_hexagons(self):
        """Are the places on the screen cells of the board of hexagons?"""
        return self._scene is not None and self._scene.layout == "hexagons"

    def machine(self):
        """The game or set-up at the table, None while there is none."""
        return None if self.table is None else self.table.machine

    def _display_state(self):
        if self.view is None:
            return None
        return self.canvas.buffer, max(self._level, 0), self._power

    def _lights_state(self):
        return self._rgb

    def _screen_pieces(self, cursor):
        if self.view is None:
            return None
        mirror = self.load("mirror")
        if cursor:
            return mirror.cursor(self.view, self.words, self._screen_id)
        places = self.places(self.view.walk.level.keys)
        return mirror.screen(self.view, self.words, self._screen_id, places, self.game)

    def _scene_pieces(self, whole):
        if self._scene is None:
            self._told = None
            return iter(('{"scene":null}', None))
        mirror = self.load("mirror")
        if not self.link.wants("changes"):
            return mirror.scene(self._scene_of, self._scene, self.words, self.game)
        if whole or self._told is None:
            self._told = mirror.Told()
        return mirror.changes(self._scene_of, self._scene, self.words, self.game, self._told, self.link.late)

    def _no_memory(self):
        return self.words.text(("no.memory", {}))

    def _choose_lights(self):
        # What can be chosen, and where the cursor is; from nothing where no lights are wanted.
        view = self.view
        if self._scene is None or self.dark:
            self.lights.choose((), None)
        else:
            level = view.walk.level
            if level.keys is not self._keys:  # else only the cursor has moved
                self._keys = level.keys
                self._places = self.places(level.keys)
            places = self._places
            self.lights.choose(places, places[level.at] if places else None)

    def _draw_lights(self):
        self._rgb = self.lights.frame(self.clock.ticks_ms())
        self.device.lights.show(self._rgb)
        self.link.touch("lights")

    def _dim(self):
        # The display gets dimmer when nobody does anything, then dark: it burns in.
        idle = self.clock.ticks_ms() - self._touched
        power = idle < DARK_MS
        level = CONTRASTS[self.settings["contrast"] - 1] if idle < DIM_MS else CONTRASTS[0]
        if power != self._power:
            self._power = power
            self.device.display.power(power)
            self.console.blind(not power)
            self.link.touch("display")
        if level != self._level:
            self._level = level
            self.device.display.contrast(level)
            self.link.touch("display")

    # Asking

    async def event(self):
        """The next thing that people have done; what only concerns the link is answered on the way."""
        while True:
            self.device.alive.says("flow")
            event = await self.console.next(LIVE_MS)
            if event is None:
                continue
            if event[0] != "subscribed":
                self._touched = self.clock.ticks_ms()
                self._dim()
            if event[0] == "request":
                await self._request(event[1])
            elif event[0] == "rubbish":
                self.link.answer(self._rubbish())
            elif event[0] == "subscribed":
                for entry in self.said:
                    self._tell_said(entry)
            else:
                return event
            if self._unshown and self.console.empty():
                self._show()  # it was put off, since this stood in the queue
            self._soon_sent()

    async def _request(self, message):
        # One for which memory doesn't suffice is refused; the game goes on.
        try:
            await self.load("requests").answer(self, message)
            self.drop("requests", "owncopy")
        except MemoryError:
            self.drop("requests", "owncopy")
            number = message.get("id")
            number = number if isinstance(number, (int, str)) else None
            self.link.answer({"reply": number, "ok": False, "code": "memory", "text": self._no_memory()})
        # An answer takes far more memory before it is put together than as a line: that comes before anything else.
        for _ in range(ANSWER_LOOKS):
            if not self.link.answering():
                break
            self._soon_sent()
            await self.clock.sleep_ms(ANSWER_MS)

    def _rubbish(self):
        message = ("no.rubbish", {})
        return {"refused": {"code": "rubbish", "text": self.words.text(message), "short": self.words.short(message)}}

    async def ask(self, view) -> tuple:
        """Shows a View until it is answered. Returns one of

        ("pick", action)   what the choice led to
        ("back",)          Back where nothing was entered yet
        ("take-back",)     Back held
        ("menu",)          the menu is wanted
        ("line", text)     a record line
        ("tap", place)     a place that none of the choices is at

        It has a task of its own: whatever is called from here, from screens to words, begins at the bottom of a Pico's small stack,
        however deep in a game's course the question is.
        """
        return await self.clock.spawn(self._answered(view), "ask")

    async def _answered(self, view):
        # The course of `ask`.
        fresh = view is not self.view
        self.view = view
        if fresh and view.style == TEXT:
            self.console.guard()
        self._new_screen()
        while True:
            self._unshown = True
            if self.console.empty():
                self._show()
            event = await self.event()
            outcome = self._take(view, event)
            if outcome is not None:
                return outcome

    def _take(self, view, event) -> "tuple | None":
        # What an event does to a view; its outcome once there is one.
        kind = event[0]
        walk = view.walk
        if kind in ("turn", "spin", "jump", "step"):
            self._turn(view, event)
        elif kind == "press" or kind == "hold":
            button = event[1]
            if button == "menu":
                return ("menu",)
            if button == "back":
                if kind == "hold":
                    return ("take-back",)
                if walk.back():
                    self._new_screen()
                    return None
                return ("back",)
            if view.style == TEXT and self.console.guarded():
                return None
            if kind == "press" or is_text(view):
                return self._confirm(view)
            if walk.hold() is None:
                self.sound("no")
                return None
            return self.enter(view, walk.hold())
        elif kind == "choose":
            return self._choose(view, event[1], event[2])
        elif kind == "tap":
            if view.style == TEXT and self.console.guarded():
                return None  # a double tap: nobody has read it yet
            return self._tap(view, event[1])
        elif kind == "text" and view.typing:
            return event
        elif kind == "text":
            outcome = self.load("names").typed(self, view, event[1])
            self.drop("names")
            return outcome
        elif kind == "line":
            return event
        elif kind == "refresh":
            self._new_screen()
            self.link.touch("scene")
        return None

    def _turn(self, view, event):
        walk = view.walk
        kind, n = event
        if kind == "step":
            self.load("steps").step(self, view, n)
        elif is_text(view):
            view.page = max(view.page + (1 if n > 0 else -1), 0)
        elif kind == "jump":
            walk.jump(n)
        else:
            walk.move(n, kind == "spin")
        view.rides = ()
        if view.body is not None:
            self._new_screen()  # its text follows the cursor
        self.sound("tick")

    def _confirm(self, view):
        walk = view.walk
        if walk.key is None:
            self.sound("no")
            return None
        if is_text(view) and view.page < len(screens.pages(view, self.words)) - 1:
            view.page += 1
            return None
        return self.enter(view, None)

    def enter(self, view, key):
        """Takes a key of a View's choice (None: the one under the cursor); the outcome as of `ask`, or None."""
        found = view.walk.enter(key)
        view.rides = ()
        if found is None:
            self.sound("tick")
            self._new_screen()
            return None
        return ("pick", found)

    def _choose(self, view, index, screen):
        level = view.walk.level
        seen = screen is None or (screen == self._shown_id and level is self._shown_level)
        if not seen or index >= len(level.keys):
            self.refuse(Refusal("stale"))
            return None
        if view.body is not None:  # a text to read stands behind each key, nothing to be chosen
            level.at = index
            self._new_screen()
            return None
        return self.enter(view, level.keys[index])

    def _tap(self, view, place):
        # A tap takes the choice at that place; one level up counts too, for whoever has changed their mind.
        walk = view.walk
        for depth in range(len(walk.levels)):
            keys = walk.levels[-1 - depth].keys
            places = self.places(keys)
            if place in places:
                for _ in range(depth):
                    walk.leave()
                return self.enter(view, keys[places.index(place)])
        return ("tap", place)

    async def dialog(self, message, yes=("word", "yes"), no=("word", "no"), start=1, machine=None):
        """Asks for one of two words; True for yes. Back and Menu are a no."""
        view = ask("dialog", ("app-sure", {}), [yes, no], TEXT, do=[message], start=start, machine=machine)
        outcome = await self.ask(view)
        self.meant_otherwise(outcome)
        return outcome == ("pick", yes)

    async def tell(self, messages, mode="announce", machine=None):
        """Announces something until it is confirmed, or anything else is done; returns the outcome as `ask` does."""
        outcome = await self.ask(announcement(messages, mode=mode, machine=machine))
        self.meant_otherwise(outcome)
        return outcome

    def meant_otherwise(self, outcome):
        """After an outcome of `ask`: a record line or a tap was meant for the game, which gets it next; without a game it is refused."""
        if outcome[0] in ("line", "tap"):
            if self.table is None:
                self.refuse(Refusal("no-game" if outcome[0] == "line" else "not-there"))
            else:
                self.console.put_back(outcome)

    async def choose(self, mode, question, keys, describe=None, start=0, style=LIST, machine=None):
        """One plain choice. Returns the key, None for Back."""
        view = ask(mode, question, keys, style, start=start, machine=machine)
        if describe is not None:
            view.describe = describe
        while True:
            outcome = await self.ask(view)
            if outcome[0] == "pick":
                return outcome[1]
            self.meant_otherwise(outcome)
            if outcome[0] in ("back", "menu") or self.table is not None:
                return None
            self.sound("no")
