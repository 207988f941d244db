"""What the link sends where memory is short: small pieces, and nothing that ends the game."""

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
        return b'{"subscribe":["display","lights","scene"]}\n'

    def lines(self):
        """What came since the last look, as objects."""
        found = [json.loads(line) for line in b"".join(self.portions).split(b"\n") if line]
        self.portions = []
        return found


def subscribed():
    port = Port()
    link = Link(port, {})
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

    def scene():
        asked.append(len(asked))
        if len(asked) < 3:
            raise MemoryError
        return ['{"scene":', "null}"]

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
