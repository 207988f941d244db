"""A conversation with a device: what it shows becomes sentences, what is typed becomes its input. Knows no terminal and no voice."""

import time
from collections import deque
from collections.abc import Callable
from typing import Any

from firmware.questions import heard
from firmware.words import LANGUAGES
from host.lang import HostWords
from host.say_answers import Meaning, command_of, matches, meaning, spoken
from host.sim.mirror import JsonObject, changed

TOPICS = ["screen", "scene", "changes", "said"]
PROTOCOL = 1
FEW = 7  # so many choices are read out at once
_LANGUAGE_SET = "language"  # the id of that request
_DARK_S = 540.0  # after so long without input the device may be dark, and takes the next knob or button only to wake


class Session:
    """One conversation.

    send     function that hands the device a message
    out      function that is given each sentence and its language
    ended    True once the conversation is over
    """

    def __init__(self, send: Callable[[JsonObject], None], out: Callable[[str, str], None], language: str | None = None) -> None:
        self.ended = False
        self._send = send
        self._out = out
        self._language = language  # what the device is to be set to
        self._waiting = "screen"  # or "reply", or "": what the device is expected to say
        self._typed: deque[str] = deque()
        self._parts: deque[str] = deque()  # what is left of a line with several answers
        self._screen: JsonObject | None = None
        self._scene: JsonObject | None = None
        self._greeted = False
        self._begun = False  # the first screen has come; what was said before is old
        self._recent: list[str] = []  # sentences since the last input
        self._spoken: deque[str] = deque(maxlen=40)  # the last sentences of all
        self._announced: Any = None  # what the last screen asked
        self._refused = False
        self._texts: list[str] = []  # of an answer that comes in pieces
        self._asked = ""
        self._number = 0
        self._last = time.monotonic()
        self._after: Meaning | None = None  # to be sent once the device has woken
        self._words: dict[tuple[str, str | None], HostWords] = {}

    # ---- words -------------------------------------------------------------------------------------------------------------

    @property
    def language(self) -> str:
        """The language of the device."""
        known = self._screen["language"] if self._screen is not None else self._language
        return known if known in LANGUAGES else "en"

    def _table(self, language: str) -> HostWords:
        if (language, None) not in self._words:
            self._words[language, None] = HostWords(language)
        return self._words[language, None]

    @property
    def words(self) -> HostWords:
        """The words of the language in use."""
        return self._table(self.language)

    def _tables(self) -> list[HostWords]:
        return [self.words, *(self._table(language) for language in LANGUAGES if language != self.language)]

    def say(self, code: str, **facts: object) -> None:
        """Says one of the command line's own sentences."""
        self._speak(self.words.say(code, **facts))

    def _speak(self, text: str) -> None:
        text = text.replace("★ ", "")  # a sign for the eye
        if text[-2:] in ("?.", "!.", ".."):
            text = text[:-1]
        self._recent.append(text)
        self._spoken.append(text)
        self._out(text, self.language)

    @property
    def _layout(self) -> str | None:
        return None if self._scene is None else self._scene.get("layout")

    # ---- the device --------------------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        """Is an answer of the device expected?"""
        return bool(self._waiting)

    @property
    def idle(self) -> bool:
        """Is there nothing left to do?"""
        return not self._waiting and not self._typed and not self._parts

    def silent(self) -> None:
        """The device has not answered for too long."""
        self.say("say-silent")
        self._waiting = ""
        self._next()

    def gone(self) -> None:
        """The device is gone."""
        self.say("say-gone")
        self.ended = True

    def heard(self, message: JsonObject) -> None:
        """Takes a message of the device."""
        if "hello" in message:
            self._hello(message["hello"])
        elif "scene" in message:
            self._scene = message["scene"]
        elif "changed" in message:
            self._scene = changed(self._scene or {}, message["changed"])
        elif "said" in message:
            self._said(message["said"])
        elif "refused" in message:
            self._refuse(message["refused"])
        elif "screen" in message:
            self._screen = message["screen"]
            self._show()
            self._came("screen")
        elif "cursor" in message:
            cursor = message["cursor"]
            if self._screen is not None and cursor["id"] == self._screen["id"]:
                self._screen["at"] = cursor["at"]
                self._screen["note"] = cursor["note"]
            self._came("screen")
        elif "reply" in message:
            self._reply(message)

    def console(self, text: str) -> None:
        """The device has printed something that is no message."""
        self.say("say-console", text=text)

    def _came(self, what: str) -> None:
        if self._waiting == what:
            self._waiting = ""
            self._next()

    def _hello(self, hello: JsonObject) -> None:
        anew = self._begun or not self._greeted
        self._waiting = "screen"
        self._begun = False
        self._greeted = True
        if self._language is None:
            self._send({"subscribe": TOPICS})
        else:  # first the language, so that nothing is said in another one
            self._send({"set": {"language": self._language}, "id": _LANGUAGE_SET})
        if not anew:
            return  # its own hello, and the answer to ours
        facts = {name: str(hello.get(name, "?")) for name in ("firmware", "board", "runtime")}
        language = self._language or "en"
        self._out(self._table(language if language in LANGUAGES else "en").say("say-hello", **facts), language)

    def _said(self, said: JsonObject) -> None:
        if self._begun and said["text"] not in self._recent:
            self._speak(said["text"])

    def _refuse(self, refused: JsonObject) -> None:
        self._refused = True
        if refused["text"] not in self._recent:
            self._speak(refused["text"])

    def _reply(self, message: JsonObject) -> None:
        if message["reply"] == _LANGUAGE_SET:
            self._send({"subscribe": TOPICS})
        if message["reply"] != self._number:
            return
        if message.get("ok"):
            self._texts += message.get("texts", [])
            if message.get("more"):
                return
            if "questions" in message:
                self.say("say-help.questions", questions=[one["words"] for one in message["questions"]])
            for text in self._texts:
                self._speak(text)
        elif message.get("code") == "question-unknown" and self._asked:
            self.say("say-unknown", text=self._asked)
        else:
            self._speak(message.get("text", "?"))
        self._texts = []
        self._came("reply")

    # ---- saying what is on the screen --------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Says what a new screen shows, as far as it wasn't said."""
        screen = self._screen
        assert screen is not None
        if not self._begun:
            self._begun = True
            self._recent = []
        asked = (screen["title"], screen["mode"], screen["choices"], screen["do"], screen["picked"], screen.get("sheet"))
        again = self._refused and asked == self._announced
        self._announced = asked
        self._refused = False
        for text in screen["rides"]:  # what happened; it rides on until something else does
            if text not in self._spoken:
                self._speak(text)
        for text in screen["do"]:
            if text not in self._recent:
                self._speak(text)
        if self._parts and not screen["do"]:
            return
        if again:
            self._parts.clear()
            self._speak(screen["title"])
        elif "sheet" in screen:
            self._say_sheet(screen["sheet"])
            self.say("say-sheet-go-on")
        else:
            self._ask(screen)

    def _ask(self, screen: JsonObject) -> None:
        """The question and how it can be answered."""
        choices: list[JsonObject] = screen["choices"]
        if len(choices) == 1 and screen["do"]:
            self.say("say-one-choice")
            return
        if screen["picked"]:
            self.say("say-picked", picked=screen["picked"])
        if screen["mode"] == "dialog" and screen.get("head"):  # Why not?
            self._speak(screen["head"])
        self._speak(screen["title"])
        kind = screen["kind"]
        if kind == "count":
            self.say("say-count", least=screen["least"], most=screen["most"])
            return
        if kind == "some" and not screen["picked"]:
            exact = screen["least"] == screen["most"]
            self.say("say-some-exactly" if exact else "say-some", least=screen["least"], most=screen["most"])
        if kind == "text":
            self.say("say-text")
        if len(choices) > FEW:
            first, last = (spoken(screen, self._layout, index, self.words) for index in (0, len(choices) - 1))
            self.say("say-choices-many", n=len(choices), first=first, last=last)
        else:
            self.say("say-choices", n=len(choices), list=self._list(range(len(choices))))
        if len(choices) > 1 and kind == "one" and (screen["at"] or screen["note"]):
            self._say_likely(screen)
        if screen["hold"] is not None and command_of(heard(screen["hold"]), [self.words]) != ("done", ""):
            self.say("say-hold", words=screen["hold"])

    def _say_likely(self, screen: JsonObject) -> None:
        words = screen["choices"][screen["at"]]["words"]
        if screen["note"]:
            self.say("say-likely-note", words=words, note="; ".join(screen["note"]))
        else:
            self.say("say-likely", words=words)

    def _list(self, indexes: "range | tuple[int, ...]") -> str:
        assert self._screen is not None
        return "; ".join(spoken(self._screen, self._layout, index, self.words) for index in indexes)

    def _say_sheet(self, sheet: JsonObject) -> None:
        self._speak(self._screen["title"] if self._screen is not None else "")
        for label, points, reasons in sheet["rows"]:
            cells: list[object] = []
            for seat, value, reason in zip(sheet["seats"], points, reasons, strict=True):
                shown = "–" if value is None else value
                if reason is None:
                    cells.append(("say-sheet-points", {"seat": seat, "points": shown}))
                else:
                    cells.append(("say-sheet-reason", {"seat": seat, "points": shown, "reason": reason}))
            self._speak(self.words.say("say-sheet-row", label=label, points=cells))

    # ---- what is typed -----------------------------------------------------------------------------------------------------

    def typed(self, text: str) -> None:
        """Takes a typed line; several answers in it are taken one after the other."""
        self._typed.append(text)
        self._next()

    def _next(self) -> None:
        while (self._parts or self._typed) and not self._waiting and not self.ended:
            self._take(self._parts.popleft() if self._parts else self._typed.popleft())

    def _take(self, text: str) -> None:
        screen = self._screen
        if screen is None:
            self.say("say-silent")
            return
        self._recent = []
        if not text.strip():
            self._enter(screen)
            return
        what = meaning(text, screen, self._layout, self._tables())
        if what.kind in ("question", "ambiguous", "unknown") and "," in text and screen["kind"] != "text":
            first, _, rest = text.partition(",")
            one = meaning(first, screen, self._layout, self._tables())
            if one.kind in ("send", "command"):
                self._parts.appendleft(rest)
                what, text = one, first
        self._do(what, text)

    def _do(self, what: Meaning, text: str) -> None:
        if what.kind == "send":
            assert what.message is not None
            self._tell(what.message)
        elif what.kind == "command":
            self._command(what.command, what.rest)
        elif what.kind == "ambiguous":
            self.say("say-ambiguous", list=self._list(what.choices))
        else:
            self._question(text, what.kind == "question")

    def _tell(self, message: JsonObject) -> None:
        """Sends an input and waits for the screen that follows."""
        woken = time.monotonic() - self._last < _DARK_S
        self._last = time.monotonic()
        self._waiting = "screen"
        if not woken and ("press" in message or "hold" in message):
            self._send({"turn": 0})  # wakes it, and nothing else
        self._send(message)

    def _request(self, message: JsonObject) -> None:
        self._number += 1
        self._waiting = "reply"
        self._send({**message, "id": self._number})

    def _question(self, text: str, sure: bool) -> None:
        """Asks the device; sure: it is a question, and not something that may only be one."""
        self._asked = "" if sure else text.strip()
        self._request({"ask": "question", "text": text})

    def _enter(self, screen: JsonObject) -> None:
        """Enter alone goes on where nothing is to be chosen; else it repeats the question."""
        if "sheet" in screen:
            self._tell({"hold": "confirm"})
        elif len(screen["choices"]) == 1 and (screen["do"] or screen["mode"] in ("announce", "sheet")):
            self._tell({"choose": 0, "screen": screen["id"]})
        else:
            self._ask(screen)

    def _command(self, name: str, rest: str) -> None:
        screen = self._screen
        assert screen is not None
        if name == "quit":
            self.ended = True
        elif name == "help":
            self._help()
        elif name == "repeat":
            for text in screen["do"]:
                self._speak(text)
            if "sheet" in screen:
                self._say_sheet(screen["sheet"])
            else:
                self._ask(screen)
        elif name == "list":
            found = matches(screen, self._layout, rest)[0] if rest else range(len(screen["choices"]))
            for index in found:
                self._speak(spoken(screen, self._layout, index, self.words))
            if not found:
                self.say("say-unknown", text=rest)
        elif name == "sheet":
            self._sheet_now()
        elif name == "more":
            self._more(screen, rest)
        elif name in ("back", "menu"):
            self._tell({"press": name})
        elif name == "undo":
            self._tell({"hold": "back"})
        elif name == "ok":
            self._tell({"choose": screen["at"], "screen": screen["id"]})
        else:
            self._done(screen)

    def _done(self, screen: JsonObject) -> None:
        keys = [choice["key"] for choice in screen["choices"]]
        if screen["hold"] is not None:
            self._tell({"hold": "confirm"})
        elif "word done" in keys:
            self._tell({"choose": keys.index("word done"), "screen": screen["id"]})
        elif len(keys) == 1:
            self._tell({"choose": 0, "screen": screen["id"]})
        else:
            self.say("say-unknown", text=self.words.say("say-type.done").split("|")[0])

    def _help(self) -> None:
        for part in ("choice", "several", "line", "words"):
            self.say("say-help." + part)
        self._asked = ""
        self._request({"ask": "questions"})

    def _more(self, screen: JsonObject, rest: str) -> None:
        """Notes about a choice; without one, about the likely one, and the rows that say how things stand."""
        at: int = screen["at"]
        if rest:
            found, _ = matches(screen, self._layout, rest)
            if len(found) != 1:
                self.say("say-ambiguous", list=self._list(tuple(found))) if found else self.say("say-unknown", text=rest)
                return
            at = found[0]
            if at != screen["at"]:
                self._parts.appendleft(self.words.say("say-type.more").split("|")[0] + " " + rest)
                self._tell({"turn": at - screen["at"]})
                return
        if screen["choices"]:
            words = screen["choices"][at]["words"]
            if screen["note"]:
                self.say("say-note", words=words, note="; ".join(screen["note"]))
            elif rest:
                self.say("say-no-note")
        if not rest and self._scene is not None:
            for title, texts in self._scene.get("rows", []):
                if texts:
                    self.say("say-row", title=title, texts=[text.rstrip(".") for text in texts])

    def _sheet_now(self) -> None:
        if self._scene is not None and "sheet" in self._scene:
            self._say_sheet(self._scene["sheet"])
        else:
            self._request({"ask": "question", "what": "score", "things": []})
