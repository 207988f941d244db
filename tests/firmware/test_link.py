"""What the link sends where memory is short and time is, too: small pieces, a little at a time, and nothing that ends the game."""

import json

from firmware.link import Link

SMALL = 250  # bytes; on the Pico the largest free block may be some 2 KB


class Port:
    """Takes everything, and notes in which portions."""

    def __init__(self):
        self.portions = []

    def write(self, data):
        self.portions.append(bytes(data))
        return len(data)

    def read(self):
        return b'{"subscribe":["display","lights","screen","scene"]}\n'

    def lines(self):
        """What came since the last look, as objects."""
        found = [json.loads(line) for line in b"".join(self.portions).split(b"\n") if line]
        self.portions = []
        return found


class Clock:
    """Goes on by so many milliseconds whenever it is looked at."""

    def __init__(self, step):
        self.now, self.step = 0, step

    def ticks_ms(self):
        self.now += self.step
        return self.now


def subscribed(slow=False):
    """A port and a link with nothing to show yet. slow: of a screen or scene, each piece takes a while."""
    port = Port()
    link = Link(port, Clock(1000 if slow else 0), {})
    for topic in ("display", "lights"):
        link.source(topic, lambda: None)
    link.source("screen", lambda cursor: None)
    link.source("scene", lambda whole: None)
    link.pump()
    port.lines()
    return port, link


def test_everything_goes_out_in_small_pieces():
    port, link = subscribed()
    picture = bytes(range(256)) * 4
    colours = bytes(at % 251 for at in range(381))
    link.source("display", lambda: (picture, 255, True))
    link.source("lights", lambda: colours)
    link.read()
    link.answer({"reply": 1, "lines": [{"n": number, "text": "é" * 40} for number in range(100)], "none": [], "nothing": {}})
    link.pump()
    assert max(len(portion) for portion in port.portions) <= SMALL
    answer, display, lights = port.lines()
    assert answer["lines"][99] == {"n": 99, "text": "é" * 40}
    assert (answer["none"], answer["nothing"]) == ([], {})
    assert sorted(display["display"]["pages"]) == [str(page) for page in range(8)]
    found = bytearray(381)
    for first, run in lights["lights"].items():
        found[3 * int(first) : 3 * int(first) + len(run) // 2] = bytes.fromhex(run)
    assert found == colours


def test_a_picture_for_which_memory_does_not_suffice_comes_later_and_whole():
    port, link = subscribed()
    asked = []

    def scene(whole):
        asked.append(len(asked))
        if len(asked) < 3:
            raise MemoryError
        return iter(('{"scene":', "null}", None))

    link.source("scene", scene)
    link.read()
    for _ in range(20):
        link.pump()
    assert len(asked) == 1  # the game isn't held up by one attempt after the other
    assert port.lines() == []
    for _ in range(100):
        link.pump()
    assert port.lines() == [{"scene": None}]
    assert len(asked) == 3


def test_after_such_a_picture_the_display_is_sent_whole():
    port, link = subscribed()
    states = [(bytes(1024), 255, True), None, (bytes(1024), 255, True)]

    def display():
        state = states.pop(0)
        if state is None:
            raise MemoryError
        return state

    link.source("display", display)
    link.read()
    link.pump()
    assert len(port.lines()[0]["display"]["pages"]) == 8
    link.touch("display")
    for _ in range(30):
        link.pump()
    assert len(port.lines()[0]["display"]["pages"]) == 8


class Short(dict):
    """What can't be told, for want of memory, the first times."""

    def __init__(self, times):
        super().__init__()
        self.times = times

    def __iter__(self):
        self.times -= 1
        if self.times >= 0:
            raise MemoryError
        return super().__iter__()


def answered(times):
    """The answers, after many passes, where the second could not be told that often at first."""
    port, link = subscribed()

    def answers():
        yield {"reply": 1}
        yield {"reply": 2, "lines": Short(times)}
        yield {"reply": 3}

    link.source("memory", lambda: "too little")
    link.answer_long(answers())
    link.answer({"reply": 4})
    for _ in range(200):
        link.pump()
    assert not link.pending()
    return port.lines()


def test_an_answer_for_which_memory_does_not_suffice_comes_later_and_in_order():
    assert [answer["reply"] for answer in answered(2)] == [1, 2, 3, 4]
    assert answered(2)[1] == {"reply": 2, "lines": {}}


def test_one_for_which_it_never_suffices_is_refused():
    found = answered(1000)
    assert [answer["reply"] for answer in found] == [1, 2, 3, 4]
    assert found[1] == {"reply": 2, "ok": False, "code": "memory", "text": "too little"}


# Screen and scene, a little at a time


class Watched:
    """A slow link with a screen and a scene of ten numbers each; what is told is each time what is there now."""

    def __init__(self):
        self.port, self.link = subscribed(slow=True)
        self.said = {"screen": 1, "scene": 1}
        self.at = 0
        self.link.source("screen", lambda cursor: iter(('{"cursor":%d}' % self.at, None)) if cursor else self._pieces("screen"))
        self.link.source("scene", lambda whole: self._pieces("scene"))
        self.link.read()

    def _pieces(self, topic):
        yield '{"%s":[%d' % (topic, self.said[topic])
        for _ in range(9):
            yield ",%d" % self.said[topic]
        yield "]}"
        yield None

    def change(self, topic):
        self.said[topic] += 1
        self.link.touch(topic)

    def pump(self, times):
        """What goes out in so many passes."""
        for _ in range(times):
            self.link.pump()
        return self.port.lines()

    def rest(self):
        """What goes out until there is nothing left."""
        for _ in range(1000):
            self.link.pump()
            if not self.link.pending():
                return self.port.lines()
        raise AssertionError("never at rest")


def test_a_pass_takes_one_piece_where_that_takes_long():
    watched = Watched()
    assert watched.pump(10) == []
    assert watched.pump(3) == [{"screen": [1] * 10}]
    assert watched.rest() == [{"scene": [1] * 10}]


def test_what_is_there_at_once_does_not_wait_for_it():
    watched = Watched()
    watched.link.source("display", lambda: (bytes(1024), 255, True))
    watched.pump(3)
    watched.link.touch("display")
    watched.link.answer({"reply": 1})
    answer, display = watched.pump(1)
    assert (list(answer), list(display)) == (["reply"], ["display"])


def test_what_changes_meanwhile_is_begun_again():
    for topic in ("screen", "scene"):
        watched = Watched()
        watched.pump(4 if topic == "screen" else 16)
        watched.change(topic)
        lines = watched.rest()
        assert [line[topic] for line in lines if topic in line] == [[2] * 10]


def test_the_cursor_goes_out_beside_a_scene_and_after_a_screen():
    watched = Watched()
    watched.pump(4)  # within the screen
    watched.at = 5
    watched.link.touch("screen", cursor=True)
    lines = watched.pump(12)
    assert lines == [{"screen": [1] * 10}, {"cursor": 5}]
    watched.at = 6  # within the scene
    watched.link.touch("screen", cursor=True)
    assert watched.pump(1) == [{"cursor": 6}]
    assert watched.rest() == [{"scene": [1] * 10}]


def test_a_new_screen_beside_a_scene_is_sent_after_it():
    watched = Watched()
    watched.pump(16)  # within the scene
    watched.change("screen")
    watched.link.touch("screen", cursor=True)  # moved before it was ever sent: all of it is due
    assert watched.rest() == [{"scene": [1] * 10}, {"screen": [2] * 10}]


def test_nothing_is_told_of_what_is_changing():
    for passes in (4, 16):
        watched = Watched()
        before = watched.pump(passes)
        watched.link.hold()
        watched.said = {"screen": None, "scene": None}  # it must not be looked at now
        assert watched.pump(50) == []
        assert watched.link.pending()
        watched.said = {"screen": 7, "scene": 7}
        watched.link.touch("screen", cursor=True)
        watched.link.touch("scene")
        lines = before + watched.rest()
        assert lines[-1] == {"scene": [7] * 10}
        assert [line for line in lines if "screen" in line] == [{"screen": [7 if passes == 4 else 1] * 10}]


def test_who_subscribes_anew_gets_all_of_it():
    watched = Watched()
    watched.pump(4)
    watched.link.read()
    assert watched.rest() == [{"screen": [1] * 10}, {"scene": [1] * 10}]


def test_memory_that_runs_out_in_the_middle():
    watched = Watched()
    asked = []

    def scene(whole):
        asked.append(1)
        yield '{"scene":'
        if len(asked) < 3:
            raise MemoryError
        yield "3}"
        yield None

    watched.link.source("scene", scene)
    assert watched.rest() == [{"screen": [1] * 10}, {"scene": 3}]


class Changing:
    """Somebody to whom scenes are told; notes for each whether nothing of it counted as told."""

    def __init__(self, slow=False):
        self.port, self.link = subscribed(slow)
        self.asked = []
        self.short = 0
        self.link.source("scene", self._scene)
        self.link.read()

    def _scene(self, whole):
        self.asked.append(whole)
        for piece in ('{"scene":', "1}", None):
            if self.short and piece == "1}":
                self.short -= 1
                raise MemoryError
            yield piece

    def again(self, passes=100):
        self.link.touch("scene")
        for _ in range(passes):
            self.link.pump()


def test_what_counts_as_told():
    changing = Changing()
    changing.again()
    changing.short = 1
    changing.again()  # tried, and again after it: what came before may have been lost
    changing.again()
    changing.link.read()  # somebody else
    changing.again()
    assert changing.asked == [True, False, True, False, True]
    slow = Changing(slow=True)
    slow.again(1)
    slow.again()  # the first was never whole
    slow.again()
    assert slow.asked == [True, True, False]


def test_several_messages_of_one_scene():
    """Each goes out as soon as it is whole; what changes meanwhile begins with what was not told yet."""
    port, link = subscribed(slow=True)
    told = []

    def scene(whole):
        for number in range(5):
            if number not in told:
                yield '{"changed":'
                assert link.late()
                yield "%d}" % number
                told.append(number)
                yield None

    link.source("scene", scene)
    link.read()
    for _ in range(6):
        link.pump()
    assert port.lines() == [{"changed": 0}, {"changed": 1}]
    link.touch("scene")
    for _ in range(100):
        link.pump()
    assert port.lines() == [{"changed": 2}, {"changed": 3}, {"changed": 4}]
    assert not link.pending()
