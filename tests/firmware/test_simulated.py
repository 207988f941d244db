"""The simulated device as a process, on both runtimes: the serial port is standard input and output."""

import json
import queue
import subprocess
import sys
import threading
import time

import pytest


class Child:
    """A simulated device that is spoken to by lines."""

    def __init__(self, command, root, folder):
        self.process = subprocess.Popen(
            [*command, "-m", "firmware.simulated", "--data", str(folder)],
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._lines: queue.Queue = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line.decode())
        self._lines.put(None)

    def send(self, message):
        line = message if isinstance(message, str) else json.dumps(message)
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def wait(self, name, wanted=lambda value: True, seconds=20):
        """The value of the next message of that name that is wanted."""
        end = time.monotonic() + seconds
        while True:
            line = self._lines.get(timeout=max(end - time.monotonic(), 0.01))
            assert line is not None, self.process.stderr.read().decode()
            message = json.loads(line)
            if name in message and wanted(message[name]):
                return message[name]

    def end(self):
        self.process.stdin.close()
        code = self.process.wait(10)
        self.process.stdout.close()
        error = self.process.stderr.read()
        self.process.stderr.close()
        return code, error


@pytest.fixture(params=["cpython", "micropython"])
def command(request):
    if request.param == "cpython":
        return [sys.executable]
    return [request.getfixturevalue("micropython")]


@pytest.fixture
def start(command, root, tmp_path):
    children = []

    def go():
        child = Child(command, root, tmp_path / "deep" / "data")
        children.append(child)
        return child

    yield go
    for child in children:
        child.process.kill()
        child.process.wait()


def enter(child, key):
    """Chooses a key on the next screen that offers it."""
    screen = child.wait("screen", lambda value: any(choice["key"] == key for choice in value["choices"]))
    index = [choice["key"] for choice in screen["choices"]].index(key)
    child.send({"choose": index, "screen": screen["id"]})


def test_a_game_is_begun_cut_and_resumed(start, tmp_path):
    child = start()
    hello = child.wait("hello")
    assert hello["protocol"] == 1
    assert hello["board"] == "simulated"
    child.send({"subscribe": ["screen", "recorded"]})
    for key in ("game fowl_play", "mode play", "word next", "fox 0", "fox 3", "word done", "word laid-out"):
        enter(child, key)
    for _ in range(3):
        enter(child, "word next")
    for key in ("seat 0", "space 64", "space 62", "word next"):
        enter(child, key)
    child.send({"line": "play black 17"})
    assert child.wait("recorded")["line"] == "play black 17"
    child.send("rubbish")
    assert child.wait("refused")["code"] == "rubbish"
    child.process.kill()

    again = start()
    again.wait("hello")
    again.send({"subscribe": ["screen"]})
    enter(again, "start resume")
    again.wait("screen", lambda value: value["mode"] == "game")
    again.send({"ask": "state", "id": 9})
    assert again.wait("state")["actions"] == 1
    again.send({"ask": "record", "id": 1})
    lines = again.wait("lines")
    assert lines[-1] == "play black 17"
    assert again.end()[0] == 0


def test_it_ends_when_nobody_speaks_to_it_any_more(start):
    child = start()
    child.wait("hello")
    assert child.end() == (0, b"")


def test_an_answer_takes_no_time(start, figure, command):
    child = start()
    child.wait("hello")
    child.send({"subscribe": ["screen"]})
    child.wait("screen")
    took = []
    for _ in range(20):
        began = time.perf_counter()
        child.send({"turn": 1})
        child.wait("cursor")
        took.append(time.perf_counter() - began)
    figure(
        "simulated device on %s: a turn is answered in %.1f ms (median)" % (command[0].split("/")[-1], 1000 * sorted(took)[10])
    )
    assert sorted(took)[10] < 0.05


def test_it_goes_on_when_its_output_is_not_read(command, root, tmp_path):
    process = subprocess.Popen(
        [*command, "-m", "firmware.simulated", "--data", str(tmp_path)], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    process.stdin.write(b'{"subscribe":["display","screen"]}\n' + b'{"turn":1}\n{"press":"menu"}\n' * 3000)
    process.stdin.write(b'{"set":{"language":"de"}}\n')
    process.stdin.flush()
    for _ in range(200):
        time.sleep(0.1)
        if (tmp_path / "settings").exists():
            break
    assert b'"de"' in (tmp_path / "settings").read_bytes()
    process.kill()
    process.communicate()


def test_a_wrong_call_says_how(command, root):
    ran = subprocess.run([*command, "-m", "firmware.simulated"], cwd=root, capture_output=True, timeout=20, check=False)
    assert ran.returncode == 2
    assert b"usage" in ran.stderr
