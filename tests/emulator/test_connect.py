"""From a bare Pico to a whole game through the page: `roost flash`, a power cycle, `roost connect`, and Chromium. And `roost doctor`."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from host import flash as flashing
from host.cli import main
from shared_rules.record import Reader
from tests.conftest import RECORDS

from .test_flash import Process
from .test_trouble import wait_for_hello

PATIENCE_MS = 180_000  # the emulator may be far slower than a Pico
AT_ONCE = 3  # lines pasted in one piece


def run(*arguments: str) -> str:
    """Runs a command to its end, in this process; what it printed. It must succeed."""
    done = CliRunner().invoke(main, list(arguments), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


class Connected:
    """`roost connect` in a process of its own, and the address of its page."""

    def __init__(self, port: str) -> None:
        command = [sys.executable, "-u", "-c", "from host.cli import main; main()", "connect", "--port", port, "--no-browser"]
        self.process = subprocess.Popen(command, cwd=flashing.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout is not None
        self.address = ""
        until = time.monotonic() + 60
        said = ""
        while not self.address and time.monotonic() < until:
            said += (line := self.process.stdout.readline())
            if found := re.search(r"http://\S+", line):
                self.address = found[0].rstrip(".")
        assert self.address, said

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


@pytest.fixture
def page() -> "Iterator[Any]":
    """A page of Chromium that is patient; skips where there is none. Errors of its scripts fail the test."""
    api = pytest.importorskip("playwright.sync_api")
    from tests.host.sim.conftest import ARGUMENTS, NAMES

    path = next(filter(None, map(__import__("shutil").which, NAMES)), None)
    if path is None:
        pytest.skip("no Chromium on the path (on Debian: apt-get install chromium)")
    errors: "list[str]" = []
    api.expect.set_options(timeout=PATIENCE_MS)
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US")
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script("sessionStorage.setItem('roost-copy-later', '1')")
        found = context.new_page()
        found.on("pageerror", lambda error: errors.append(str(error)))
        yield found
        browser.close()
    api.expect.set_options(timeout=5000)
    assert errors == []


def enter(page: Any, lines: "list[str]") -> None:
    """Types lines of a record into the page's field, a few at a time, and waits until they are taken."""
    from playwright.sync_api import expect

    for at in range(0, len(lines), AT_ONCE):
        page.focus("#line")
        page.keyboard.insert_text("\n".join(lines[at : at + AT_ONCE]))
        before = page.get_attribute("body", "data-screen")
        page.keyboard.press("Enter")
        expect(page.locator("#line")).to_have_value("")
        expect(page.locator("#line-error")).to_be_hidden()
        page.wait_for_function("before => document.body.dataset.screen !== before", arg=before)
    page.evaluate("document.activeElement.blur()")


def lines_of(path: Path) -> "list[str]":
    """The lines of a record, without what is for people alone."""
    lines = [line.partition("#")[0].strip() for line in path.read_text().splitlines()]
    return [line for line in lines if line]


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_from_a_bare_pico_to_a_whole_game_through_the_page(image: str, tmp_path: Path, page: Any) -> None:
    from playwright.sync_api import expect

    from tests.host.sim.hands import press, question

    kept = tmp_path / "flash.img"
    pico = Process(image, kept)
    try:
        said = run("flash", "--port", pico.port)
        assert "Installed: nothing yet" in said
        assert re.search(r"Roost \S+ runs on micropython 1\.26\.\d, board pico\.", said)
    finally:
        pico.stop()  # the power goes
    lines = lines_of(RECORDS / "fowl_play" / "two-seats.roost")
    pico = Process(image, kept)
    connected = Connected(pico.port)
    try:
        page.goto(connected.address)
        page.wait_for_selector("body[data-screen]")
        question(page, "Which game?")
        expect(page.locator("#runtime")).to_have_text(re.compile(r"^MicroPython 1\.26"))
        press(page, "Enter")
        question(page, "Play it, or only count the score?")
        press(page, "Enter")
        while page.locator("#go").is_visible():
            press(page, "Enter")
        question(page, "Who plays?")
        enter(page, lines[2:])
        expect(page.locator("#question")).to_have_text("Score sheet")
        totals = page.locator("#choices .score .total td").all_inner_texts()
        page.screenshot(path=tmp_path / "sheet.png")
        for _ in range(60):
            if "wins" in page.inner_text("#do"):
                break
            press(page, "Enter")
        expect(page.locator("#do")).to_contain_text("Black wins.")
        page.screenshot(path=tmp_path / "winner.png")
    finally:
        connected.stop()
        pico.stop()
    # After another power cycle what it has kept is that game, and its score is what the page has shown.
    pico = Process(image, kept)
    try:
        wait_for_hello(pico.port)
        run("games", "--port", pico.port, "fetch", "1", "--to", str(tmp_path / "here"))
    finally:
        pico.stop()
    actions = lines_of(tmp_path / "here" / "0001-fowl_play.roost")
    assert actions == lines
    reader = Reader()
    for line in actions:
        reader.feed(line)
    expected = Reader()
    for line in lines:
        expected.feed(line)
    state = reader.finish().state()
    assert state["winners"] == expected.finish().state()["winners"] == ["black"]
    assert [str(score["total"]) for score in state["scores"].values()] == totals


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_roost_doctor_reports_an_emulated_pico(image: str, tmp_path: Path) -> None:
    from host.emulator.device import installed

    pico = Process(image, tmp_path / "flash.img", installed())
    try:
        said = run("doctor", "--port", pico.port)
    finally:
        pico.stop()
    assert "MicroPython 1.26" in said
    assert re.search(r"version \S+", said)
    assert re.search(r"installed: version \S+ in /a, board pico", said)
