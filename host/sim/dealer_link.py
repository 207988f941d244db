"""The dealer between device and pages: a tab of its own on the hub, which hears what every tab hears and enters lines as any tab may.

From a page: `{"dealer": {...}}` with `do`: `deal` (with `seed`), `stop`, `seat` (`seat`, `computer`: a kind or null), `open` (`seat`),
`close`, `choose` (`seat`, `card`) or `go-on`. To all pages: `{"dealer": {"state": {...}}}`; to the page that opened a hand, and to no
other: `{"dealer": {"hand": {...}}}`, null when it has to be covered; `{"dealer": {"refused": code}}` to one that asked for what can't be.
"""

import asyncio
import random

from shared_rules.refusal import Refusal

from .dealer import Dealing, known_game
from .hub import Hub, Tab
from .mirror import JsonObject, as_list, as_object, dumps, parse

CARDS_S = 0.25  # between two lines that only say what hands have shown
MOVES_S = 0.9  # before a computer player's move, so that people can follow
PATIENCE_S = 4.0  # for the device to record a line
_LARGEST_SEED = 2**31


class Dealer(Tab):
    """hub: where it sits. pace: a factor for the waits (0 in tests)."""

    def __init__(self, hub: Hub, pace: float = 1.0):
        super().__init__()
        self._hub = hub
        self._pace = pace
        self._dealing: Dealing | None = None
        self._wanted: int | None = None  # the seed to deal with as soon as a game begins
        self._open: dict[Tab, int] = {}  # whose hand is open in which tab
        self._screen: JsonObject = {}
        self._names: dict[str, str] = {}  # seat in the record -> as its player spells it
        self._record: list[str] = []  # a record that is being fetched
        self._asked: str | None = None  # id under which it was asked for
        self._asks = 0
        self._certain = False  # the record is known to be the one dealt for
        self._sent: str | None = None  # a line on its way
        self._timer: asyncio.TimerHandle | None = None
        self._told: JsonObject | None = None
        hub.tabs.add(self)

    # ---- from the device

    def put(self, text: str) -> None:
        """Takes what all tabs are told."""
        message = parse(text)
        if message is None:
            return
        if "server" in message or "hello" in message:
            self._certain = False
            self._sent = None
            self._cancel()
        for topic in ("scene", "changed"):
            scene = as_object(message.get(topic))
            if scene is not None:
                self._learn_names(scene)
        screen = as_object(message.get("screen"))
        if screen is not None:
            self._on_screen(screen)
        recorded = as_object(message.get("recorded"))
        if recorded is not None and isinstance(recorded.get("line"), str):
            self._on_recorded(recorded["line"])
        if message.get("reply") == self._asked and self._asked is not None:
            self._on_reply(message)

    def _on_screen(self, screen: JsonObject) -> None:
        self._called(as_list(screen.get("seats")))
        language_changed = screen.get("language") != self._screen.get("language")
        self._screen = screen
        if screen.get("game") is None:
            self._certain = False
            if self._dealing is not None and self._dealing.table.game.over:  # its table was left: the next game may be dealt for
                self._stop()
        elif (
            screen.get("mode") in ("game", "announce", "sheet")
            and not self._certain
            and (self._dealing or self._wanted is not None)
        ):
            self._ask_record()
        if language_changed and self._dealing is not None:
            self._dealing = self._in_language(self._dealing)
            self._show_hands()
        self._go_on()
        self._tell()

    def _learn_names(self, scene: JsonObject) -> None:
        """Players' names as they spell them, which the record doesn't have: they stand beside the table, or in the question to a seat."""
        for row in as_list(scene.get("rows")):
            for lines in as_list(row)[1:]:
                self._called(as_list(lines))

    def _called(self, texts: list[object]) -> None:
        from firmware.names import LONGEST, token

        for text in texts:
            if isinstance(text, str) and len(text) <= LONGEST:  # what is no name is nobody's, and isn't looked up
                self._names[token(text)] = text

    def _in_language(self, dealing: Dealing) -> Dealing:
        """The same dealing with words in the language of the screen."""
        from firmware.words import Words

        dealing.words = Words(self._language(), dealing.game, self._names)
        return dealing

    def _language(self) -> str:
        return str(self._screen.get("language") or "en")

    def _on_recorded(self, line: str) -> None:
        if self._sent == line:
            self._sent = None
            self._cancel()
        if self._dealing is None or not self._certain:
            return
        try:
            self._dealing.recorded(line)
        except ValueError:
            self._stop()
        self._show_hands()
        self._go_on()
        self._tell()

    def _ask_record(self) -> None:
        if self._asked is not None:
            return
        self._asks += 1
        self._asked = f"dealer {self._asks}"
        self._record = []
        self._hub.said(self, dumps({"ask": "record", "id": self._asked}))

    def _on_reply(self, message: JsonObject) -> None:
        self._record += [line for line in as_list(message.get("lines")) if isinstance(line, str)]
        if message.get("more"):
            return
        self._asked = None
        if message.get("ok") is True:
            self._compare(self._record)
        self._show_hands()
        self._go_on()
        self._tell()

    def _compare(self, record: list[str]) -> None:
        """The record of the game on the device: is it the one dealt for, or one to deal for?"""
        header = record[0].split(" ") if record else []
        if len(header) != 3 or not known_game(header[2]):
            return
        from host.inputs import split

        setup, actions = split(header[2], record)
        setup = [line for line in setup if not line.startswith("rules")]
        standing = _standing(actions)
        dealing = self._dealing
        if dealing is not None and not (dealing.game == header[2] and dealing.lines == setup and dealing.catch_up(standing)):
            self._dealing = dealing = None
        if dealing is None and self._wanted is not None and not standing and not any(line.startswith("mode") for line in setup):
            try:
                self._dealing = self._in_language(Dealing(header[2], setup, self._wanted, self._language()))
            except Refusal:  # the set-up isn't complete: it is asked again
                return
            self._wanted = None
        self._certain = self._dealing is not None

    # ---- what is to be entered

    def _go_on(self) -> None:
        """Enters the next line, after a moment, if there is one and the device is at the table."""
        dealing = self._dealing
        if dealing is None or not self._certain or self._sent is not None or self._timer is not None:
            return
        if self._screen.get("mode") not in ("game", "announce"):
            return
        line = dealing.next_line()
        if line is None:
            return
        hidden = line.split(" ")[0] in ("play", "reveal", "target", "last", "lose")
        self._timer = asyncio.get_running_loop().call_later(self._pace * (CARDS_S if hidden else MOVES_S), self._enter)

    def _enter(self) -> None:
        self._timer = None
        dealing = self._dealing
        line = None if dealing is None or not self._certain else dealing.next_line()
        if line is None or self._screen.get("mode") not in ("game", "announce"):
            self._tell()
            return
        self._sent = line
        self._timer = asyncio.get_running_loop().call_later(PATIENCE_S, self._unheard)
        self._hub.said(self, dumps({"line": line}))

    def _unheard(self) -> None:
        """The device hasn't recorded a line: people are asked to look."""
        self._timer = None
        self._sent = None
        if self._dealing is not None:
            self._dealing.paused = True
            self._tell()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # ---- from the pages

    def asked(self, tab: Tab, message: JsonObject) -> None:
        """A page asks for something."""
        do = message.get("do")
        if do == "deal":
            seed = message.get("seed")
            whole = isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed <= _LARGEST_SEED
            self._wanted = seed if whole else random.SystemRandom().randrange(_LARGEST_SEED)
            self._dealing = None
            self._certain = False
            if self._screen.get("game") is not None:
                self._ask_record()
        elif do == "stop":
            self._stop()
        elif do == "close":
            self._open.pop(tab, None)
        elif self._dealing is None:
            tab.put(dumps({"dealer": {"refused": "not-dealing"}}))
        elif do == "go-on":
            self._dealing.paused = False
        else:
            self._about_seat(tab, self._dealing, message)
        self._go_on()
        self._tell()

    def _about_seat(self, tab: Tab, dealing: Dealing, message: JsonObject) -> None:
        seat = message.get("seat")
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(dealing.seats):
            tab.put(dumps({"dealer": {"refused": "no-seat"}}))
            return
        do = message.get("do")
        try:
            if do == "seat":
                kind = message.get("computer")
                dealing.seat(seat, None if kind is None else str(kind))
                self._close_seat(seat)
                self._cancel()
            elif do == "open" and seat not in dealing.computers:
                self._open[tab] = seat
            elif do == "choose":
                picked = message.get("card")
                if not isinstance(picked, int) or isinstance(picked, bool):
                    raise ValueError("no card")
                dealing.choose(seat, picked)
                self._show_hands()
            else:
                tab.put(dumps({"dealer": {"refused": "rubbish"}}))
        except (KeyError, ValueError):
            tab.put(dumps({"dealer": {"refused": "not-asked"}}))
            return
        if do == "open" and tab in self._open:
            tab.put(dumps({"dealer": {"hand": dealing.hand(seat)}}))

    def leave(self, tab: Tab) -> None:
        """A page has gone."""
        self._open.pop(tab, None)

    def _close_seat(self, seat: int) -> None:
        for tab in [tab for tab, opened in self._open.items() if opened == seat]:
            del self._open[tab]
            tab.put(dumps({"dealer": {"hand": None}}))

    def _show_hands(self) -> None:
        """Open hands, as they are now."""
        dealing = self._dealing
        for tab, seat in list(self._open.items()):
            if dealing is None or seat >= len(dealing.seats):
                del self._open[tab]
                tab.put(dumps({"dealer": {"hand": None}}))
            else:
                tab.put(dumps({"dealer": {"hand": dealing.hand(seat)}}))

    def _stop(self) -> None:
        self._dealing = None
        self._wanted = None
        self._certain = False
        self._sent = None
        self._cancel()
        self._show_hands()

    # ---- to the pages

    def state(self) -> JsonObject:
        """What every page may know."""
        if self._dealing is None:
            return {"on": False, "wanted": self._wanted is not None}
        return {**self._dealing.state(), "here": self._certain, "enters": self._timer is not None}

    def message(self) -> str:
        """The state as a message."""
        return dumps({"dealer": {"state": self.state()}})

    def _tell(self) -> None:
        state = self.state()
        if state == self._told:
            return
        self._told = state
        text = self.message()
        for tab in self._hub.tabs:
            if tab is not self:
                tab.put(text)


def _standing(actions: list[str]) -> list[str]:
    """The actions that stand, once those taken back are left away."""
    found: list[str] = []
    for line in actions:
        if line != "undo":
            found.append(line)
        elif found:
            found.pop()
    return found
