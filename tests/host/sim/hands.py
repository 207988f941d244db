"""What hands do at the page in tests: never before the screen that is meant has come, however slow the machine."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page, expect

GUARD_MS = 350  # for so long after an announcement appears, neither page nor device takes a Confirm for it
PATIENCE_S = 60


def choice(page: Page, words: str) -> Locator:
    """The choice with exactly these words (not one that only has them in it: "Play" is also in "Fowl Play!")."""
    return page.locator(".choice", has=page.get_by_text(words, exact=True))


@contextmanager
def next_screen(page: Page) -> Iterator[None]:
    """What is done inside leads to another screen, which is waited for."""
    before = page.get_attribute("body", "data-screen")
    yield
    page.wait_for_function("before => document.body.dataset.screen !== before", arg=before)


def choose(page: Page, words: str) -> None:
    """Clicks the choice with these words as soon as it is offered; the screen after it has come."""
    expect(choice(page, words)).to_be_visible()
    with next_screen(page):
        choice(page, words).click()


def question(page: Page, words: str) -> None:
    """Waits until the page asks this."""
    expect(page.locator("#question")).to_contain_text(words)


def confirm(page: Page) -> None:
    """Clicks what confirms a text, once it may have been read; the screen after it has come."""
    expect(page.locator("#go")).to_be_visible()
    page.wait_for_timeout(GUARD_MS)
    with next_screen(page):
        page.click("#go")


def press(page: Page, key: str) -> None:
    """Presses a key that answers what is asked; the screen after it has come."""
    if page.locator("#go").is_visible():
        page.wait_for_timeout(GUARD_MS)
    with next_screen(page):
        page.keyboard.press(key)


def turn(page: Page, key: str = "ArrowRight") -> None:
    """Turns the knob by one detent, by key; the cursor has moved."""
    before = page.get_attribute("#knob", "aria-valuenow")
    page.keyboard.press(key)
    expect(page.locator("#knob")).not_to_have_attribute("aria-valuenow", before or "")


def enter(page: Page, *lines: str) -> None:
    """Types lines of a record into their field; they were taken, and the screen after them has come."""
    page.focus("#line")
    page.keyboard.insert_text("\n".join(lines))
    with next_screen(page):
        page.keyboard.press("Enter")
        expect(page.locator("#line")).to_have_value("", timeout=PATIENCE_S * 1000)
    expect(page.locator("#line-error")).to_be_hidden()
    page.evaluate("document.activeElement.blur()")


def until(page: Page, reached: Callable[[], bool], act: Callable[[], None]) -> None:
    """Does something again and again until something is reached; a minute at most."""
    latest = time.monotonic() + PATIENCE_S
    while not reached():
        assert time.monotonic() < latest, page.inner_text("main")
        act()


def words_of(button: Locator) -> str:
    """The words of a choice, without the letters of its picture."""
    return re.sub(r"\s+", " ", button.locator("span").last.inner_text()).strip()
