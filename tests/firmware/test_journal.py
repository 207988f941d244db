"""Journals: what is counted, what is dropped, what is kept aside."""

import zlib

import pytest

from firmware.drivers import virtual
from firmware.journal import ABANDONED, FINISHED, OPEN, Journal, pack, seal, unpack, unseal
from firmware.settings import DEFAULTS, Settings


def journal(files=None):
    device = virtual.device(files)
    return Journal(device.storage, device.clock), device


def texts(found, number=1):
    return [text for text, _, _ in found.read(number)]


def test_a_line_is_sealed():
    check = b"%08x" % zlib.crc32(b"move black e5 e7")
    assert seal("move black e5 e7", 631) == b"move black e5 e7 #" + check + b" t=631\n"
    assert unseal(b"move black e5 e7 #" + check + b" t=631") == ("move black e5 e7", 631)
    assert unseal(b"move black e5 e7 #" + check) == ("move black e5 e7", 0)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"play black 1",
        b"play black 17 #",
        b"play black 17 #1234567",
        b"play black 17 #zzzzzzzz",
        seal("move black e5 e7", 631)[:-1].replace(b"e7", b"e8"),
        seal("move black e5 e7", 631)[:-1].replace(b"t=6", b"t=x"),
        seal("move black e5 e7", 631)[:-1].replace(b" t=", b"t="),
        b"\xff\xfe #%08x" % zlib.crc32(b"\xff\xfe"),
    ],
)
def test_a_line_that_is_not_whole_is_none(line):
    assert unseal(line) is None


def test_every_beginning_of_a_line_is_not_whole():
    whole = seal("play black 17", 5)[:-1]
    for end in range(len(whole)):
        cut = unseal(whole[:end])
        # Only the seconds may be missing: then the line itself is whole.
        assert cut is None or (cut[0] == "play black 17" and end >= len("play black 17 #12345678")), whole[:end]


def test_steps_are_packed():
    for step in (
        ("next",),
        ("seats", 0, 2, 1),
        ("arrange", "shuffled", bytes(range(36))),
        ("sheet", ("a", "b"), ()),
        ("raptors", True),
    ):
        assert unpack(pack(step)) == step
    for text in ("", "zabc", "i1x", "( i1", ") i1", "xyz"):
        with pytest.raises(ValueError):
            unpack(text)


def test_games_are_numbered_and_their_state_is_read_from_the_ends():
    found, device = journal()
    found.create("toy", ["# mode play"])
    found.rewrite(["roost 1 toy", "rules 1", "rounds 3"])
    found.append("claim a g7 red")
    assert (found.number, found.lines) == (1, 4)
    found.create("toy", [])
    found.append("# " + FINISHED)
    found.create("other", [])
    found.append("# " + ABANDONED)
    assert found.numbers() == [1, 2, 3]
    assert [found.head(number) for number in (1, 2, 3)] == [("toy", OPEN), ("toy", FINISHED), ("other", ABANDONED)]
    assert (found.oldest(FINISHED), found.oldest(ABANDONED)) == (2, 0)  # the third is open
    found.open(2, device.storage.size("0002.game"), 1, 0)
    found.append("undo")
    assert found.head(2) == ("toy", OPEN)
    assert texts(found) == ["roost 1 toy", "rules 1", "rounds 3", "claim a g7 red"]


def test_a_number_beyond_all_names_is_never_given():
    found, _ = journal({"99999999.game": b"", "0001.game": b"", "0002.bad": b""})
    assert found.next_number() == 3
    found.create("toy", [])
    assert found.numbers() == [1, 3, 99999999]
    assert journal()[0].next_number(99999999) == 1


def test_the_seconds_go_on_after_a_restart():
    found, device = journal()
    found.create("toy", [])
    device.clock.now = 10500
    found.append("one")
    again = Journal(device.storage, device.clock)
    device.clock.now = 50000
    lines = list(again.read(1))
    again.open(1, lines[-1][2], 2, lines[-1][1])
    device.clock.now = 52000
    again.append("two")
    assert [(text, seconds) for text, seconds, _ in again.read(1)] == [("roost 1 toy", 0), ("one", 10), ("two", 12)]


def cut_and_open(files):
    found, device = journal(dict(files))
    lines = list(found.read(1))
    return found, device, found.open(1, lines[-1][2] if lines else 0, len(lines), 0)


def test_a_file_cut_at_every_byte_keeps_its_whole_lines():
    found, device = journal()
    found.create("toy", [])
    for n in range(12):
        found.append("claim a g%d red" % n)
    data = device.storage.files["0001.game"]
    for end in range(len(data) + 1):
        whole = data[:end].count(b"\n")
        again, device, damaged = cut_and_open({"0001.game": data[:end]})
        assert not damaged
        again.append("after")
        assert texts(again) == ["roost 1 toy", *["claim a g%d red" % n for n in range(12)]][:whole] + ["after"]
        assert sorted(device.storage.files) == ["0001.game"]


def test_a_flipped_byte_keeps_what_is_before_it_and_the_file_aside():
    found, device = journal()
    found.create("toy", [])
    for n in range(6):
        found.append("claim a g%d red" % n)
    data = device.storage.files["0001.game"]
    for at in range(len(data)):
        bad = data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]
        again, device, damaged = cut_and_open({"0001.game": bad})
        kept = texts(again)
        assert kept == ["roost 1 toy", *["claim a g%d red" % n for n in range(6)]][: len(kept)]
        line = data[:at].count(b"\n")
        if len(kept) < 7:
            assert len(kept) == line
            assert damaged == (b"\n" in bad[len(b"\n".join(data.split(b"\n")[:line])) + (line > 0) :])
            if damaged:
                assert device.storage.files["0001.bad"] == bad
        else:
            assert data[at : at + 1] in b"t=0123456789"  # only the seconds were hit


def test_a_write_that_fails_leaves_nothing_behind():
    found, device = journal()
    found.create("toy", [])
    for room in range(1, 29):
        device.storage.room = room
        with pytest.raises(OSError):
            found.append("claim a g7 red")
        device.storage.room = None
        found.append("claim b g7 red")
        assert texts(found)[-1] == "claim b g7 red"
    assert texts(found) == ["roost 1 toy"] + ["claim b g7 red"] * 28
    assert found.lines == 29


def test_a_new_game_whose_write_only_seemed_to_fail_leaves_none_behind(monkeypatch):
    found, device = journal({"0001.game": seal("roost 1 toy", 0)})
    storage = device.storage
    do, forget = storage.replace, storage.remove

    def failing(*arguments):
        raise OSError(5)

    def seeming(name, pieces):
        do(name, pieces)
        raise OSError(5)

    monkeypatch.setattr(storage, "replace", seeming)
    with pytest.raises(OSError):
        found.create("toy", [])
    assert found.numbers() == [1]
    # Where it can't be taken away either, the next game takes its place.
    monkeypatch.setattr(storage, "remove", failing)
    with pytest.raises(OSError):
        found.create("toy", ["# mode play"])
    assert (found.numbers(), found.number) == ([1, 2], 0)
    monkeypatch.setattr(storage, "replace", do)
    monkeypatch.setattr(storage, "remove", forget)
    found.create("other", [])
    assert found.numbers() == [1, 2]
    assert found.head(2) == ("other", OPEN)
    found.create("toy", [])
    assert found.numbers() == [1, 2, 3]
    # But one that somebody has gone on with meanwhile is a game.
    monkeypatch.setattr(storage, "replace", seeming)
    monkeypatch.setattr(storage, "remove", failing)
    with pytest.raises(OSError):
        found.create("toy", [])
    monkeypatch.setattr(storage, "replace", do)
    found.open(4, storage.size("0004.game"), 1, 0)
    found.append("claim a g7 red")
    found.create("other", [])
    assert found.number == 5
    assert texts(found, 4) == ["roost 1 toy", "claim a g7 red"]


def test_settings_are_kept():
    device = virtual.device()
    settings = Settings(device.storage)
    assert not settings.damaged
    assert settings["language"] == "en"
    settings.set("language", "de")
    settings.set("names", [["anna", "Änna"]])
    again = Settings(device.storage)
    assert (again["language"], again["names"], again["volume"]) == ("de", [["anna", "Änna"]], 2)


@pytest.mark.parametrize("damage", [b"", b"\x00" * 40, b"{}", b'{"language":"de"} #00000000 t=0\n', seal("[1]", 0), seal("{", 0)])
def test_damaged_settings_are_the_defaults_and_kept_aside(damage):
    device = virtual.device({"settings": damage})
    settings = Settings(device.storage)
    assert settings.damaged
    assert settings["language"] == "en"
    assert device.storage.files == {"settings.bad": damage}


def test_settings_of_the_wrong_kind_are_passed_over():
    device = virtual.device({"settings": seal('{"language":5,"volume":"loud","brightness":true,"budget":300,"what":1}', 0)})
    settings = Settings(device.storage)
    assert not settings.damaged
    assert [settings[name] for name in ("language", "volume", "brightness")] == ["en", DEFAULTS["volume"], DEFAULTS["brightness"]]
    assert settings["budget"] == 300


def test_what_the_board_file_says_can_be_set_otherwise():
    from firmware import boards

    settings = Settings(virtual.device().storage)
    board = boards.load("pico")
    display, knob = board.DISPLAY, board.ENCODER
    try:
        boards.adopt(board, settings)
        assert (display, knob) == (board.DISPLAY, board.ENCODER)
        for wanted, controller, offset in (("sh1106", "sh1106", 2), ("sh1106-0", "sh1106", 0), ("ssd1306", "ssd1306", 0)):
            settings.set("display", wanted)
            boards.adopt(board, settings)
            assert (board.DISPLAY["controller"], board.DISPLAY["offset"]) == (controller, offset)
        settings.set("knob", "turned")
        settings.set("steps", 2)
        boards.adopt(board, settings)
        assert dict(knob, direction=-knob["direction"], steps=2) == board.ENCODER
    finally:
        board.DISPLAY, board.ENCODER = display, knob
    damaged = virtual.device({"settings": seal('{"display":"tv","knob":3,"steps":7}', 0)})
    assert [Settings(damaged.storage)[name] for name in ("display", "knob", "steps")] == ["board", "board", 0]
