"""A real Chromium for the tests of the page, and simulators to point it at."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.host.sim.harness import Running

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# No display, no graphics card, and nothing that looks for a network.
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS = 10_000


@pytest.fixture(scope="module")  # not longer: while Playwright runs, other tests can't have an event loop of their own
def browser() -> Iterator[Browser]:
    """Chromium; skips where none is installed."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("no Chromium on the path (on Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A simulator around the stand-in."""
    with Running(tmp_path / "data") as simulator:
        yield simulator


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Running]:
    """A simulator around the real firmware, on the runtime that users get."""
    with Running(tmp_path / "data", runtime="auto") as simulator:
        yield simulator


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Function: opens a simulator's page in a window of its own; errors of its scripts fail the test.

    copy: leave the question about one's own copy open; any other keyword goes to Playwright's new_context.
    """
    pages: list[Page] = []
    errors: list[str] = []

    def log(message: ConsoleMessage) -> None:
        # A server that a test takes away is an error to the browser, not to the page.
        if message.type == "error" and "ERR_CONNECTION" not in message.text:
            errors.append(message.text)

    def open_page(running: Running, *, copy: bool = False, **options: object) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, "locale": "en-US", **options})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        if not copy:
            context.add_init_script("sessionStorage.setItem('roost-copy-later', '1')")
        page = context.new_page()
        page.on("console", log)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(running.address)
        page.wait_for_selector("body[data-screen]")
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    assert errors == []
