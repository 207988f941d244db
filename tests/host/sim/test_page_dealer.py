"""Playing with nothing but the page: cards from the dealer, computer players in other seats."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from host.replay import replay
from tests.host.sim.hands import GUARD_MS, choose, confirm, enter, question, until
from tests.host.sim.harness import Running

Visit = Callable[..., Page]


def to_a_game(page: Page, *setup: str) -> None:
    """From the game menu into a game of Fowl Play!: record lines for the set-up, then what is to be done first is confirmed."""
    choose(page, "Fowl Play!")
    choose(page, "Play")
    confirm(page)
    question(page, "Who plays?")
    enter(page, *setup)
    confirm(page)
    expect(page.locator("body")).to_have_attribute("data-mode", "game")


def take(page: Page, seat: int) -> str:
    """Opens a seat's hand and takes the first card that it may choose; returns its words."""
    page.click(f"#deal-show-{seat}")
    first = page.locator("dialog.hand button.deal-card").first
    words = first.inner_text().strip().split("\n")[-1]  # without the picture's letters
    first.click()
    expect(page.locator("dialog.hand")).to_be_hidden()
    return words


@pytest.fixture
def dealt(real: Running, visit: Visit) -> tuple[Page, Running]:
    """A game of Fowl Play! for two, dealt for, with people in both seats."""
    real.hub.dealer._pace = 0.1
    page = visit(real)
    page.fill("#dealer-seed", "7")
    page.click("#dealer-deal")
    expect(page.locator("#dealer")).to_contain_text("as soon as the set-up is done")
    to_a_game(page, "seats black white", "foxes black g8 white g6")
    expect(page.locator("#deal-show-0")).to_have_text("Black only: choose")
    return page, real


def test_a_person_against_the_computer(dealt: tuple[Page, Running], tmp_path: Path):
    page, running = dealt
    expect(page.locator("#dealer")).to_contain_text("Deal number 7")
    page.select_option("#deal-who-1", "sensible")
    expect(page.locator("#deal-show-1")).to_be_disabled()
    target = take(page, 0)
    expect(page.locator("#dealer li").first).to_contain_text("3 cards, chooses a card")
    page.click("#deal-show-0")
    dialog = page.locator("dialog.hand")
    expect(dialog).to_contain_text("Choose the fowl card for this turn.")
    expect(dialog.locator("button.deal-card")).to_have_count(3)
    expect(dialog).to_contain_text(target)
    page.screenshot(path=tmp_path / "hand.png")
    assert Axe().run(page).violations_count == 0
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    card = take(page, 0)
    expect(page.locator("#question")).not_to_contain_text("fowl card", timeout=20_000)  # both cards are in
    record = running.hub.dealer._dealing.actions()
    assert sorted(line.split(" ")[1] for line in record if line.startswith("play")) == ["black", "white"]
    assert f"play black {re.match(r'[0-9]+', card)[0]}" in record
    # The person's own moves are made on the board; the computer's follow by themselves.

    def go_on() -> None:
        if page.get_attribute("body", "data-mode") == "announce":
            page.wait_for_timeout(GUARD_MS)
            page.keyboard.press("Enter")
        elif "Black" in page.inner_text("#question") and page.locator("#hold").is_visible():
            page.click("#hold")
        page.wait_for_timeout(200)

    until(page, lambda: running.hub.dealer._dealing.table.game.turn == 2, go_on)
    expect(page.locator("#deal-show-0")).to_have_text("Black only: choose", timeout=15_000)  # the second turn
    page.screenshot(path=tmp_path / "dealer.png", full_page=True)
    lines = ["roost 1 fowl_play", "seats black white", "foxes black g8 white g6", *running.hub.dealer._dealing.actions()]
    outcome = replay(("\n".join(lines) + "\n").encode())
    assert outcome.problem is None
    assert outcome.game.turn == 2


def test_nobody_answers_for_the_dealer(dealt: tuple[Page, Running]):
    """What the page is about to enter itself, a hasty click doesn't enter before it."""
    page, running = dealt
    take(page, 0)
    take(page, 1)
    running.hub.dealer._pace = 1000.0
    take(page, 0)
    take(page, 1)
    question(page, "Black: which fowl card")
    page.locator(".choice").first.click()
    expect(page.locator("#refused")).to_contain_text("it enters this by itself")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.click("#dealer-stop")
    expect(page.locator("#dealer-deal")).to_be_visible()
    question(page, "Black: which fowl card")
    page.locator(".choice").first.click()
    question(page, "White: which fowl card")


def test_what_is_taken_back(dealt: tuple[Page, Running]):
    page, running = dealt
    for seat in (0, 1, 0, 1):
        take(page, seat)
    expect(page.locator("#recorded")).to_contain_text("play white", timeout=10_000)
    page.click("#take-back")
    expect(page.locator("#dealer-problem")).to_contain_text("Nothing is entered")
    expect(page.locator("#deal-show-1")).to_have_text("White only: choose")
    page.click("#dealer-go-on")
    expect(page.locator("#dealer-problem")).to_be_hidden()
    take(page, 1)
    expect(page.locator("#recorded")).to_contain_text("play white", timeout=10_000)
    assert running.hub.dealer._dealing.actions()[-1].startswith("play white")


def test_a_hand_is_seen_in_one_tab_only(dealt: tuple[Page, Running], visit: Visit):
    page, running = dealt
    other = visit(running)
    expect(other.locator("#deal-show-0")).to_have_text("Black only: choose")
    page.click("#deal-show-0")
    expect(page.locator("dialog.hand")).to_be_visible()
    expect(other.locator("dialog.hand")).to_be_hidden()
    page.select_option("#deal-who-0", "random", force=True)
    expect(page.locator("dialog.hand")).to_be_hidden()


def test_in_german(dealt: tuple[Page, Running]):
    page, _ = dealt
    page.click("#open-settings")
    page.select_option("#language", "de")
    page.keyboard.press("Escape")
    expect(page.locator("#dealer-title")).to_have_text("Die Karten")
    expect(page.locator("#deal-show-0")).to_have_text("Nur Schwarz: wählen")
    page.click("#deal-show-0")
    expect(page.locator("dialog.hand")).to_contain_text("Die Zielkarte wählen.")


def test_dealing_ends(dealt: tuple[Page, Running]):
    page, _ = dealt
    page.click("#dealer-stop")
    expect(page.locator("#dealer-deal")).to_be_visible()


def test_on_a_phone(real: Running, visit: Visit):
    page = visit(real, viewport={"width": 360, "height": 740})
    page.click("#dealer-deal")
    expect(page.locator("#dealer")).to_contain_text("as soon as the set-up is done")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
