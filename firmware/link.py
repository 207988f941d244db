"""The serial link: one JSON object a line, both ways (the messages are listed in `firmware/README.md`).

What the device is (display, lights, screen, scene) is sent as differences, put together only when the line is free: to a reader that is
slow, states in between are never sent, and nothing here ever waits. Putting a whole screen or scene in words takes seconds on the device:
it is done a little at a time, and begun again where it has changed meanwhile. What has happened (said, recorded, sounds, answers) is queued.
"""

import binascii
import gc
import json

from shared_rules.jsontext import dumps, pieces

PROTOCOL = 1
LONGEST = 4096  # bytes of a line that comes in; longer ones are rubbish
TOPICS = ("display", "lights", "screen", "scene", "changes", "said", "sound", "recorded")  # `changes`: of a scene, only those
_SHORT = ("display", "lights")  # put together at once
_LONG = ("screen", "scene")  # put together a little at a time
_BUTTONS = ("confirm", "back", "menu")
_DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
_QUEUED = 40  # happenings that may wait
_PAGE = 128
_RUN = 96  # bytes of lights in one piece
_PIECE = 128  # bytes of a line that are kept together
_TRIES = 4  # for an answer that memory doesn't suffice for
_REST = 25  # calls of `pump` in which nothing is tried that memory didn't suffice for
_SLICE_MS = 15
_LATE_MS = 200


def _number(value, least, most):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _word(value, longest=LONGEST):
    return isinstance(value, str) and len(value) <= longest


def event_of(message):
    """The console event of a message that came in (see `firmware.console`), None if it is none."""
    for name in message:
        value = message[name]
        if name == "turn" and _number(value, -200, 200):
            return ("jump" if message.get("pressed") is True else "turn", value)
        if name in ("press", "hold") and value in _BUTTONS:
            return (name, value)
        if name == "step" and value in _DIRECTIONS:
            return (name, value)
        if name == "tap" and _number(value, 0, 1000):
            return (name, value)
        if name == "choose" and _number(value, 0, 1000):
            screen = message.get("screen")
            if screen is None or _number(screen, 0, 1 << 30):  # else it can't be told whether the choice is still there
                return (name, value, screen)
        if name in ("line", "text") and _word(value, 1000):
            return (name, value)
        if name == "ask" and _word(value, 20):
            return ("request", message)
        if name == "set" and isinstance(value, dict):
            return ("request", message)
    return None


def _listed(head, parts, tail):
    # A line in pieces, each small: on the device there may be no large block of memory left.
    line = [head]
    for part in parts:
        if len(line) > 1:
            line.append(",")
        line.append(part)
    line.append(tail)
    return line


def _half(line):
    # Is half a character escaped in it? Nobody could be told of it again.
    at = line.find(b"\\u")
    while at >= 0:
        if line[at + 2 : at + 3] in (b"d", b"D") and b"8" <= line[at + 3 : at + 4] <= b"f":
            return True
        at = line.find(b"\\u", at + 2)
    return False


class _Line:
    # A line that is put together: small pieces of text come in, larger ones of bytes are kept. Memory is short where this happens.

    def __init__(self):
        self.pieces = []
        self._part = bytearray()

    def append(self, text):
        part = self._part
        if part and len(part) + len(text) > _PIECE:
            self.pieces.append(bytes(part))
            self._part = part = bytearray()
        part.extend(text.encode())

    def ended(self):
        self.append("\n")
        self.pieces.append(bytes(self._part))
        return self.pieces


class Link:
    """serial, clock: see `firmware.drivers`. hello: dict that says who this is.

    slice_ms  milliseconds for which a screen or scene is put together at a time, at the least one piece
    late_ms   milliseconds after which a message that could be several had better end
    """

    def __init__(self, serial, clock, hello):
        self._serial = serial
        self._clock = clock
        self._hello = hello
        self.slice_ms = _SLICE_MS
        self.late_ms = _LATE_MS
        self._in = bytearray()
        self._skip = False  # inside a line that is too long
        self._topics = ()
        self._queue = []  # messages as text, and iterators over messages as text
        self._out = []  # pieces of bytes of lines that have begun to go out
        self._sent = 0  # bytes of the first piece that are out
        self._dirty = []
        self._cursor_only = False
        self._topic = None  # the screen or scene that is being put together
        self._pieces = None  # an iterator over what is still to come of it
        self._begun = None  # the line that it becomes
        self._since = 0  # when that was begun
        self._held = False
        self._whole = True  # nothing of a scene counts as told
        self._rest = 0
        self._answer = None  # one that memory didn't suffice for yet
        self._tries = 0
        self._sources = {}
        self._pages = None  # the display as the other side has it
        self._rgb = None  # the lights as the other side has them
        self._say_hello()

    # What goes out

    def source(self, topic, function):
        """Where a state comes from when it is to be sent: `screen` and `scene` give an iterator over pieces of text, with None at the
        end of each message, or None while there is nothing to show; `screen` takes True for the cursor alone, `scene` True where nothing counts
        as told any more; `display` gives (buffer, contrast, on), `lights` the 381 bytes, or None while there is nothing to show; `memory`
        the text of a refusal for want of memory.
        """
        self._sources[topic] = function

    def wants(self, topic):
        """Has the other side subscribed to this?"""
        return topic in self._topics

    def touch(self, topic, cursor=False):
        """This state has changed. cursor: of the screen, only the cursor."""
        if topic == "screen":
            self._held = False
        if topic not in self._topics:
            return
        if topic == self._topic and not cursor:
            self._begin_again()
        if topic == "screen":
            self._cursor_only = cursor and (self._cursor_only or topic not in self._dirty)
        if topic not in self._dirty:
            self._dirty.append(topic)

    def hold(self):
        """What screen and scene speak of is changing: nothing is put together of it until the screen is touched."""
        self._begin_again()
        self._held = True

    def give_way(self):
        """Memory is needed for something else: what is being put together is dropped, and begun again a little later."""
        self._begin_again()
        self._rest = _REST

    def _begin_again(self):
        # Drops what is being put together, and has it put together anew later.
        topic = self._topic
        if topic is None:
            return
        self._drop()
        if topic == "screen":
            self._cursor_only = False
        if topic not in self._dirty:
            self._dirty.append(topic)

    def tell(self, topic, value):
        """Something of a topic has happened."""
        if topic in self._topics:
            self._enqueue(dumps({topic: value}))

    def answer(self, message):
        """Says something that was asked for, subscribed or not."""
        self._enqueue(iter((message,)))

    def answer_long(self, messages):
        """The same for an iterator over messages, which are taken one by one as the line takes them."""
        self._enqueue(messages)

    def plain(self, text):
        """Lines that are for people: a traceback."""
        for line in text.split("\n"):
            if line and line[0] != "{":
                self._enqueue(line)

    def _enqueue(self, item):
        self._queue.append(item)
        if len(self._queue) > _QUEUED:
            self._queue.pop(0)

    def _say_hello(self):
        self._enqueue(dumps({"hello": self._hello}))

    def answering(self):
        """Is there an answer that is not put together yet?"""
        return bool(self._queue) or self._answer is not None

    def pending(self):
        """Is there something left to send?"""
        return bool(self._out or self._queue or self._dirty or self._topic is not None or self._answer is not None)

    def busy(self):
        """Is a screen or scene being put together, so that it would go on at once?"""
        return self._topic is not None and not self._out and not self._rest and not self._held

    def pump(self):
        """Sends as much as the line takes now."""
        if self._rest:
            self._rest -= 1
        while True:
            if not self._out and not self._next():
                return
            piece = self._out[0]
            rest = piece if not self._sent else memoryview(piece)[self._sent :]
            taken = self._serial.write(rest)
            self._sent += taken
            if self._sent < len(piece):
                return
            self._out.pop(0)
            self._sent = 0

    def _next(self):
        # Puts the next line's pieces into self._out; False when there is none.
        if self._answer is not None and not self._rest:
            return self._answered(self._answer)
        while self._queue and self._answer is None:
            item = self._queue[0]
            if isinstance(item, str):
                self._queue.pop(0)
                self._out.append((item + "\n").encode())
                return True
            try:
                message = next(item)
            except StopIteration:
                self._queue.pop(0)
                continue
            except MemoryError:
                gc.collect()  # the rest of this answer is lost, the game isn't
                continue
            return self._answered(message)
        if self._rest:
            return False
        try:
            return self._next_state()
        except MemoryError:
            # Whoever watches gets all of it a moment later; the game goes on, and isn't held up by one attempt after the other.
            self.give_way()
            gc.collect()
            self._pages = self._rgb = None
            self._whole = True
            self._cursor_only = False
            return False

    def _answered(self, message):
        # Takes an answer. One that memory doesn't suffice for is tried again a little later, and at last refused.
        self._answer = None
        try:
            if self._tries >= _TRIES:
                message = {"reply": message.get("reply"), "ok": False, "code": "memory", "text": self._sources["memory"]()}
            line = _Line()
            pieces(message, line)  # type: ignore
            self._out = line.ended()
        except MemoryError:
            gc.collect()
            self._tries += 1
            self._answer = message
            self._rest = _REST
            return False
        self._tries = 0
        return True

    def _next_state(self):
        while True:
            for topic in _SHORT:
                if topic in self._dirty:
                    source = self._sources[topic]
                    line = self._display(source()) if topic == "display" else self._lights(source())
                    self._dirty.remove(topic)
                    if line:
                        self._send(line)
                        return True
            if self._held:
                return False
            if self._cursor_only and self._topic != "screen" and "screen" in self._dirty:
                line = self._sources["screen"](True)
                self._dirty.remove("screen")
                if line:
                    self._send(line)
                    return True
            if self._topic is None and not self._begin():
                return False
            if self._go_on():
                return True
            if self._topic is not None:
                return False  # for now

    def _begin(self):
        # Begins with a screen or scene that is to be told; False if there is none.
        for topic in _LONG:
            if topic in self._dirty:
                found = self._sources[topic](topic == "scene" and self._whole)
                line = _Line()
                self._dirty.remove(topic)
                if found is not None:
                    self._topic, self._pieces, self._begun = topic, found, line
                    self._since = self._clock.ticks_ms()
                    return True
        return False

    def _drop(self):
        self._topic = self._pieces = self._begun = None

    def late(self):
        """Has the message that is being put together taken long? Then it had better end where it can, and go on with another one."""
        return self._clock.ticks_ms() - self._since >= self.late_ms

    def _go_on(self):
        # Puts together a little more of the screen or scene; True when a message is whole.
        until = self._clock.ticks_ms() + self.slice_ms
        for piece in self._pieces:  # type: ignore
            if piece is None:
                self._out = self._begun.ended()  # type: ignore
                self._begun = _Line()
                self._since = self._clock.ticks_ms()
                if self._topic == "scene":
                    self._whole = False
                return True
            self._begun.append(piece)  # type: ignore
            if self._clock.ticks_ms() >= until:
                return False
        self._drop()
        return False

    def _send(self, parts):
        line = _Line()
        for part in parts:
            if part is not None:
                line.append(part)
        self._out = line.ended()

    def _display(self, state):
        if state is None:
            return None
        buffer, contrast, on = state
        whole = self._pages is None
        if whole:
            self._pages = bytearray(len(buffer))
        pages = []
        for page in range(len(buffer) // _PAGE):
            at = page * _PAGE
            part = buffer[at : at + _PAGE]
            if whole or part != self._pages[at : at + _PAGE]:
                self._pages[at : at + _PAGE] = part
                pages.append('"%d":"%s"' % (page, str(binascii.b2a_base64(part), "utf-8").strip()))
        return _listed('{"display":{"pages":{', pages, '},"contrast":%d,"on":%s}}' % (contrast, "true" if on else "false"))

    def _lights(self, rgb):
        if rgb is None:
            return None
        if self._rgb is None:
            runs = [(at, min(at + _RUN, len(rgb))) for at in range(0, len(rgb), _RUN)]
            self._rgb = bytearray(rgb)
        else:
            runs = []
            was = self._rgb
            for at in range(0, len(rgb), 3):
                if rgb[at] != was[at] or rgb[at + 1] != was[at + 1] or rgb[at + 2] != was[at + 2]:
                    if runs and runs[-1][1] == at and at - runs[-1][0] < _RUN:
                        runs[-1] = (runs[-1][0], at + 3)
                    else:
                        runs.append((at, at + 3))
            was[:] = rgb
        if not runs:
            return None
        parts = ['"%d":"%s"' % (first // 3, str(binascii.hexlify(rgb[first:end]), "utf-8")) for first, end in runs]
        return _listed('{"lights":{', parts, "}}")

    # What comes in

    def read(self):
        """The events that have come in, as a list (see `firmware.console`); answers hello and subscribe itself."""
        events = []
        data = self._serial.read()
        while data:
            end = data.find(b"\n")
            part = data if end < 0 else data[:end]
            if not self._skip:
                if len(self._in) + len(part) > LONGEST:
                    self._skip = True
                    self._in = bytearray()
                    events.append(("rubbish", "too long"))
                else:
                    self._in.extend(part)
            if end < 0:
                break
            if not self._skip:
                event = self._line(bytes(self._in))
                if event is not None:
                    events.append(event)
            self._in = bytearray()
            self._skip = False
            data = data[end + 1 :]
        return events

    def _line(self, line):
        line = line.strip()
        if not line:
            return None
        try:
            message = None if _half(line) else json.loads(str(line, "utf-8"))
        except (ValueError, RuntimeError, MemoryError):  # RuntimeError: nested too deep
            message = None
        if not isinstance(message, dict):
            return ("rubbish", "")
        if isinstance(message.get("hello"), dict):
            self._say_hello()
            return None
        topics = message.get("subscribe")
        if isinstance(topics, list):
            self._topics = tuple([topic for topic in TOPICS if topic in topics])
            self._pages = self._rgb = None
            self._whole = True
            self._drop()
            self._dirty = [topic for topic in _LONG + _SHORT if topic in self._topics]
            self._cursor_only = False
            return ("subscribed",)
        event = event_of(message)
        return ("rubbish", "") if event is None else event
