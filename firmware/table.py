"""The table: asks the game (or its set-up) what has to be decided, gets one choice, has it checked and applied, keeps it, says it.

One loop serves set-up and game, play and results, for every game: it knows `prompt`, `apply`, `undo`, `tell` and no rule.
"""

from shared_rules import catalogue, record
from shared_rules.choice import Choice
from shared_rules.refusal import Refusal, unreadable

from .journal import ABANDONED, FINISHED, pack
from .view import QUESTION, TEXT, View, announcement
from .walk import NEW_NAME, Walk

NEXT = ("word", "next")
HEARD = 6  # actions whose words are still known when they are taken back

# How a table is left
PARKED = "parked"  # for another game
OFF = "off"  # save and switch off
GIVEN_UP = "abandoned"
OVER = "over"


class Table:
    """One game at the table, from its set-up on. The journal of `app` is open at it.

    machine  the Setup, then the Game
    playing  True once it is a Game
    events   of its last action, to be said again after a cut
    gone     dict: name of a seat whose player has left -> in which turn
    """

    def __init__(self, app, machine, playing, events=(), gone=None):
        self.gone = {} if gone is None else gone
        self.app = app
        self.machine = machine
        self.playing = playing
        self.leaving = None  # how the table is left, once that is decided
        self._hands = []  # messages that ask hands to act, not confirmed yet
        self._putting_back = False  # they are those of a take-back
        self._rides = []  # messages that ride on the next prompt
        self._did = []  # what `prompt().do` was when it was last announced
        self._seats = None  # whose turn it was
        self._prompt = None
        self._walk = None
        self._ended = False  # the end has been shown
        self._events = events
        self._heard = []  # (action, message): what the last ones were said as

    # The loop

    async def play(self):
        """Runs until the table is left; returns PARKED, OFF, GIVEN_UP or OVER."""
        if self.playing:
            self.app.drop("shared_rules." + self.app.game + ".setup")
        self._look()
        self._tell(self._events)
        self._say_do()
        while self.leaving is None:
            if not self.playing and self.machine.ready:
                await self._begin()
                continue
            if self.gone and self.playing and await self._for_gone():
                continue
            view = self._view()
            if view is None:
                await self._end()
                continue
            outcome = await self.app.ask(view)
            if outcome[0] == "pick":
                self._seen(view)
                if view.walk is self._walk:
                    await self._picked(outcome[1])
            elif outcome[0] == "tap" and view.walk is not self._walk:
                if self._walk is not None and outcome[1] in self.app.places(self._walk.level.keys):
                    self._seen(view)  # who goes on with the board has done what was announced
                    self.app.console.put_back(outcome)
                else:
                    self.app.refuse(Refusal("hands-first"))
            else:
                await self.other(outcome)
        return self.leaving

    async def other(self, outcome):
        """Answers whatever people may want at any time instead of what they were asked."""
        what = outcome[0]
        if what == "take-back":
            await self.take_back()
        elif what == "menu":
            await self.app.load("menu").open_menu(self)
            self.app.drop("menu")
        elif what == "line":
            await self._line(outcome[1])
        elif what == "tap":
            await self._why_not_there(outcome[1])
        else:
            self.app.sound("no")

    def _look(self, walk=None):
        # The state has changed: what is to be decided now?
        self._prompt = self.machine.prompt()
        choice = self._prompt.choice
        self._walk = None if choice is None else Walk(choice, self.app.names())
        if not self._prompt.do:
            self._did = []
        seats = self._prompt.seats
        if self._seats is not None and seats != self._seats and seats:
            self.app.sound("turn")
        self._seats = seats
        self._ended = False
        self.app.refresh()

    def _seat_facts(self):
        names = getattr(self.machine, "seats", ())  # a set-up may not know them yet
        for kind, value in reversed(self._walk.entered) if self._walk is not None else ():
            if kind == "seat":
                return (("seat", names[value]),)
        if len(self._prompt.seats) == 1:
            return (("seat", names[self._prompt.seats[0]]),)
        return ()

    def _view(self):
        # What to show now: first what hands must do, then the question. None: there is nothing left to decide, and it was said.
        prompt = self._prompt
        do = prompt.do if prompt.do != self._did and not self._only_next() else []
        if self._hands or (do and prompt.choice is not None):
            return announcement(self._hands + do, machine=self.machine)
        if prompt.choice is None:
            return None
        if self._only_next():
            return View(
                "setup" if not self.playing else "game",
                TEXT,
                self._walk,
                self.machine.describe,
                do=prompt.do,
                machine=self.machine,
            )
        return View(
            "game" if self.playing else "setup",
            QUESTION,
            self._walk,
            self.machine.describe,
            seats=_Seats(self),
            rides=self._rides,
            head=("game", {}),
            machine=self.machine,
        )

    def _only_next(self):
        choice = self._prompt.choice
        return choice is not None and len(choice.keys) == 1 and choice.keys[0] == NEXT

    def _seen(self, view):
        if view.walk is not self._walk:
            self._hands = []
            self._putting_back = False
            if not self._only_next():
                self._did = self._prompt.do
        self._rides = []

    # Acting

    async def _picked(self, action):
        if action == NEW_NAME:
            key = await self.app.load("names").spell(self.app, self._walk.choice.taken)
            self.app.drop("names")
            if key is None:
                return
            action = self._walk.enter(key)
            if action is None:
                return
        await self.act(action)

    async def act(self, action, quiet=True):
        """Applies an action or a set-up's step: checked, kept, then said. Returns True if it was taken.

        quiet: what is told needs hands only where the game says so; else somebody must do all of it.
        """
        try:
            events = self.machine.apply(action) or []
        except Refusal as refusal:
            self._rides = [self.app.refuse(refusal)]
            return False
        line = self.machine.line(action) if self.playing else "# step " + pack(action)
        if not await self.keep(line):
            self.machine.undo()
            self._look()
            return False
        self.app.sound("yes")
        self._rides = []
        said = self._tell(events, quiet)
        if said is not None:
            self._heard = self._heard[1 - HEARD :] + [(action, said)]
        self._look()
        self._say_do()
        return True

    async def _for_gone(self):
        # Does what is done by itself for a seat whose player has left, after what hands must do; False if there is nothing of that kind.
        if self._hands or (self._prompt.do and self._prompt.do != self._did):
            return False
        found = self.app.load("leaving").absent(self)
        return found is not None and await self.act(found[0], not found[1])

    def _tell(self, events, quiet=True):
        # Says them; returns the first message, None where nothing happened.
        first = None
        for event in events:
            message, hands = self.machine.tell(event)
            hands = hands or not quiet
            self.app.say(message, hands)
            (self._hands if hands else self._rides).append(message)
            first = first or message
        return first

    def _say_do(self):
        if self._prompt.do != self._did:
            for message in self._prompt.do:
                self.app.say(message, True, "do")

    async def keep(self, line):
        """Writes a line to the journal; where there is no room, offers to delete the oldest finished game. False if it isn't kept."""
        app = self.app
        if not await self.write(app.journal.append, line):
            return False
        app.save_settings()
        if line[0] != "#":
            app.link.tell("recorded", {"line": line, "lines": app.journal.lines})
        return True

    async def write(self, write, what):
        """Does write(what); where there is no room, offers to delete a finished game. False if it was not written."""
        app = self.app
        while True:
            try:
                write(what)
                return True
            except OSError:
                freed = await app.load("room").offer(app, self.machine)
                app.drop("room")
                if not freed:
                    self._rides = [("no.not-kept", {})]
                    return False

    async def _begin(self):
        # The set-up is complete: from now on it is a game.
        app = self.app
        game = self.machine.start()
        lines = self.machine.lines()
        if not await self.write(app.journal.rewrite, ["roost 1 " + app.game] + lines):
            self.leaving = PARKED  # all its steps are kept: it can begin when there is room
            return
        last = dict(app.settings["last"])
        last[app.game] = dict([line.split(" ", 1) for line in lines if line.split(" ")[0] not in ("rules", "mode")])
        app.set("last", last)
        app.load("names").seated(app, lines)
        app.drop("names")
        self.machine = game
        self.playing = True
        app.drop("shared_rules." + app.game + ".setup")
        self._look()
        self._say_do()

    async def _line(self, text):
        words = record.tokens(text)
        try:
            if not words:
                raise Refusal("rubbish")
            if words == ["undo"]:
                await self.take_back(ask=False)
            elif self.playing:
                package = catalogue.package(self.app.game)
                if words[0] in package.SETUP or words[0] in ("rules", "mode"):
                    raise Refusal("setup-late", word=words[0])
                action = self.machine.read(words)
                try:
                    self.machine.check(action)
                except Refusal as refusal:
                    await self._no(refusal, action)
                    return
                self._hands = []  # who goes on has done what was announced
                self._putting_back = False
                await self.act(action)
            else:
                await self._setting(words)
        except Refusal as refusal:
            self._rides = [self.app.refuse(refusal)]

    async def _setting(self, words):
        # A set-up line that was typed or comes from the page.
        package = catalogue.package(self.app.game)
        word = words[0]
        if word in ("rules", "mode"):
            raise Refusal("setup-late", word=word)
        if word in package.VERBS:
            game = self.machine.start()  # says which line is missing
            game.check(game.read(words))
            await self._begin()  # the first action line ends the set-up
            if self.playing:
                await self.act(self.machine.read(words))
            return
        if word not in package.SETUP:
            raise unreadable("unknown-word", word=word)
        self.machine.setting(words[0], words[1:])
        if await self.keep("# set " + " ".join(words)):
            self.app.sound("yes")
        self._look()

    async def take_back(self, ask=True):
        """Takes back the last action that stands, or the last step of the set-up; says what hands put back."""
        app = self.app
        machine = self.machine
        try:
            notes, warning = machine.undo_notes() if self.playing else ([], None)
            if warning is not None and ask:
                app.sound("no")
                if not await app.dialog(warning, machine=machine):
                    return
            action = machine.undo()
        except Refusal as refusal:
            self._rides = [app.refuse(refusal)]
            return
        if not await self.keep("undo" if self.playing else "# back"):
            machine.apply(action)
            self._look()
            return
        if self.gone and machine.log and app.load("leaving").absent(self, action):
            # It was done by itself, and would be again at once: so what came before it, too.
            self._look()
            self._hands = self._hands + notes if self._putting_back else notes
            self._putting_back = True
            await self.take_back(ask)
            return
        app.sound("yes")
        self._look()
        self._did = self._prompt.do
        if self.playing:
            if self._walk is not None:  # after the end only corrections can be taken back without there being a question
                self._walk.retrace(machine.path(action))
            heard = [entry for entry in self._heard if entry[0] == action]
            if heard:
                self._heard.remove(heard[-1])
            line = ("app-taken-back", {"line": heard[-1][1] if heard else self._said_as(action)})
        else:
            line = ("app-step-back", {})
        app.say(line, False, "undo")
        for note in notes:
            app.say(note, True, "undo")
        again = [note for note in notes if note[0].startswith("again-")]  # only says who decides anew
        hands = [note for note in notes if note not in again]
        self._hands = self._hands + hands if self._putting_back else hands
        self._putting_back = bool(self._hands)
        self._rides = again or [line]

    def _said_as(self, action):
        # The words of an action that nobody here has heard, or not lately: it is done once more and taken back again.
        machine = self.machine
        events = machine.apply(action)
        words = machine.tell(events[0])[0] if events else machine.line(action)
        machine.undo()
        return words

    def look_anew(self, hands):
        """The machine is elsewhere than before, or another one. hands: messages how things stand now."""
        self._look()
        self._did = self._prompt.do
        self._hands = hands
        self._putting_back = False
        self._rides = []

    async def _why_not_there(self, place):
        # Somebody pointed at a place that can't be chosen: if the game can say why, it does.
        app = self.app
        walk = self._walk
        choice = self.machine.why() if walk is not None else None
        entered = list(walk.entered) if walk is not None else []
        while choice is not None:
            if entered:
                key = entered.pop(0)
                if key not in choice.keys:
                    break
            else:
                places = app.places(choice.keys)
                if place not in places:
                    break
                key = choice.keys[places.index(place)]
            found = choice.pick(key)
            if not isinstance(found, Choice):
                try:
                    self.machine.check(found)
                except Refusal as refusal:
                    await self._no(refusal, found)
                    return
                break
            choice = found
        self._rides = [app.refuse(Refusal("not-there"))]

    async def _no(self, refusal, action):
        # Says no; where that rests on earlier entries, with the ways out.
        self._rides = [self.app.refuse(refusal)]
        await self.app.load("ways").offer(self, action, refusal)
        self.app.drop("ways")

    # The end

    async def _end(self):
        app = self.app
        if not self._ended:
            self._ended = True
            app.sound("end")
            if app.journal.head(app.journal.number)[1] != FINISHED:
                await self.keep("# " + FINISHED)
            for message in self.machine.verdict():
                app.say(message)
            self._rides = []
        sheet = app.load("sheet")
        outcome = await sheet.show_end(app, self.machine, self.gone)
        app.drop("sheet")
        if outcome[0] == "pick":
            self.leaving = OVER
        else:
            await self.other(outcome)

    async def abandon(self):
        """Ends the game without a result; its record is kept."""
        await self.keep("# " + ABANDONED)
        self.leaving = GIVEN_UP


class _Seats:
    """Whose turn it is, looked up when it is shown: it follows the cursor from seat to seat."""

    def __init__(self, table):
        self._table = table

    def _now(self):
        return self._table._seat_facts()

    def __iter__(self):
        return iter(self._now())

    def __len__(self):
        return len(self._now())

    def __getitem__(self, index):
        return self._now()[index]
