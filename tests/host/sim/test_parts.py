"""Parts of the simulator's server by themselves: the mirror of the device, cutting lines, slow tabs, the choice of a runtime."""

import base64
import json
from pathlib import Path

import pytest

from host.sim import child, runtime
from host.sim.hub import Hub
from host.sim.mirror import Mirror, parse


def test_differences_become_whole():
    mirror = Mirror()
    page = bytes(range(128))
    mirror.take({"hello": {"protocol": 1}})
    mirror.take({"display": {"pages": {"0": base64.b64encode(bytes(128)).decode()}, "contrast": 9, "on": False}})
    mirror.take({"display": {"pages": {"0": base64.b64encode(page).decode()}}})
    mirror.take({"lights": {"0": "00" * 381}})
    mirror.take({"lights": {"126": "0a0b0c", "1": "010203040506"}})
    mirror.take({"screen": {"id": 4, "at": 0, "note": []}})
    mirror.take({"cursor": {"id": 4, "at": 2, "note": ["far"]}})
    mirror.take({"cursor": {"id": 3, "at": 1}})
    told = {topic: value for message in mirror.tell() for topic, value in message.items()}
    assert told["display"] == {"pages": {"0": base64.b64encode(page).decode()}, "contrast": 9, "on": False}
    assert told["lights"]["0"][:18] == "000000010203040506"
    assert told["lights"]["0"][-6:] == "0a0b0c"
    assert told["screen"] == {"id": 4, "at": 2, "note": ["far"]}
    mirror.take({"hello": {"protocol": 1}})
    assert mirror.tell() == [{"hello": {"protocol": 1}}]


def test_a_table_that_is_left_leaves_no_scene():
    mirror = Mirror()
    mirror.take({"scene": {"layout": "hexagons"}})
    mirror.take({"scene": None})
    assert mirror.tell() == []


@pytest.mark.parametrize(
    "message",
    [
        {"display": 1},
        {"display": {"pages": {"9": "AAAA", "x": "", "0": 5, "1": "!", "2": "AAAA"}, "contrast": "much"}},
        {"lights": {"x": "ff", "0": "f", "-1": "ffffff", "127": "ffffff", "1": None}},
        {"cursor": {"id": 1}},
        {"screen": []},
        {"nothing": {}},
    ],
)
def test_what_makes_no_sense_is_left_out(message: dict[str, object]):
    mirror = Mirror()
    mirror.take(message)
    assert mirror.tell() == []


def test_parse():
    assert parse('{"turn":1}') == {"turn": 1}
    for text in ("", "[1]", "{", "x{}", '{"a":' * 100_000):
        assert parse(text) is None


def test_lines_are_cut_wherever_the_bytes_were_cut():
    lines = child.Lines()
    text = "erste Zeile ü\r\nzweite\n".encode()
    found = [line for byte in text for line in lines.feed(bytes([byte]))]
    assert found == ["erste Zeile ü", "zweite"]
    assert lines.feed(b"rest") == []
    assert lines.end() == ["rest"]
    assert lines.feed(b"\xff\n") == ["\ufffd"]


def test_a_line_without_end_takes_no_memory():
    lines = child.Lines()
    found: list[str] = []
    for _ in range(40):
        found += lines.feed(b"x" * 100_000)
    assert found == ["(a line of more than a million bytes was left out)"]
    assert lines.feed(b"x\nnext\n") == ["next"]


def test_a_tab_that_reads_too_slowly_gets_the_whole_state_instead():
    sent: list[str] = []
    hub = Hub(lambda line: sent.append(line) is None, "cpython", lambda: None)
    tab = hub.join()
    hub.heard("out", json.dumps({"screen": {"id": 1, "at": 0}}))
    for at in range(3000):
        hub.heard("out", json.dumps({"cursor": {"id": 1, "at": at}}))
    assert tab.behind
    hub.resync(tab)
    waiting = [json.loads(tab._queue.get_nowait()) for _ in range(tab._queue.qsize())]
    assert not tab.behind
    assert {"screen": {"id": 1, "at": 2999}} in waiting
    assert waiting[-1] == {"synced": True}


def test_a_hello_subscribes_once_more_but_greets_once():
    sent: list[str] = []
    hub = Hub(lambda line: sent.append(line) is None, "cpython", lambda: None)
    hub.changed({"state": "running", "starts": 1, "exit": None, "again_in": None})
    for _ in range(3):
        hub.heard("out", '{"hello":{"protocol":1}}')
    assert [next(iter(json.loads(line))) for line in sent] == ["hello", "subscribe", "subscribe", "subscribe"]


def test_another_version_of_the_link_is_said():
    hub = Hub(lambda line: True, "cpython", lambda: None)
    hub.heard("out", '{"hello":{"protocol":2}}')
    assert "version 2" in hub.mirror.console[0]["text"]


def test_the_runtime_that_is_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(runtime, "micropython", lambda: "/there/micropython")
    assert runtime.firmware_command("auto", tmp_path)[0] == "micropython"
    assert runtime.firmware_command("cpython", tmp_path)[0] == "cpython"
    monkeypatch.setattr(runtime, "micropython", lambda: None)
    name, command = runtime.firmware_command("auto", tmp_path)
    assert name == "cpython"
    assert command[-4:] == ["-m", "firmware.simulated", "--data", str(tmp_path)]
    with pytest.raises(runtime.NoRuntime, match="--runtime cpython"):
        runtime.firmware_command("micropython", tmp_path)


def test_a_micropython_that_does_not_start_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    fake = tmp_path / "micropython"
    fake.write_text("#!/bin/sh\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setattr(runtime.shutil, "which", lambda *_, **__: str(fake))
    assert runtime.micropython() is None
