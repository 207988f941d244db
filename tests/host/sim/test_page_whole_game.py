"""A whole game of Fowl Play! for four on the page, as newcomers play it: by clicking what it shows, two seats by hand, two by the computer."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

from host.replay import replay
from tests.host.sim.hands import GUARD_MS, choose, confirm, next_screen, question
from tests.host.sim.harness import Running

Visit = Callable[..., Page]

MOST_ACTS = 1500
BY_HAND = {"Black": 0, "Orange": 1}


class Players:
    """The people in two seats: they take whatever is offered first, or at random. `acts` tells what they did."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.random = random.Random(seed)
        self.acts: list[str] = []

    def act(self) -> None:
        """One thing that somebody has to do now, if there is one."""
        for seat in BY_HAND.values():
            if "choose" in self.page.locator(f"#deal-show-{seat}").inner_text():
                self.take_card(seat)
                return
        asked = self.page.inner_text("#question")
        try:
            if self.page.locator("#go").is_visible():
                self.page.wait_for_timeout(GUARD_MS)
                self.page.click("#go", timeout=1000)
                self.acts.append("done")
            elif asked.split(":")[0].split(",")[0] in BY_HAND and "card" not in asked.split("?")[0].split(": ")[-1]:
                self.answer(asked)
            else:
                self.page.wait_for_timeout(60)
        except Error:  # the dealer or a computer player was quicker: what was to be clicked is gone
            self.page.wait_for_timeout(60)

    def take_card(self, seat: int) -> None:
        self.page.click(f"#deal-show-{seat}")
        cards = self.page.locator("dialog.hand button.deal-card")
        expect(cards.first).to_be_visible()
        cards.nth(self.random.randrange(cards.count())).click()
        expect(self.page.locator("dialog.hand")).to_be_hidden()
        self.acts.append(f"seat {seat} takes a card")

    def answer(self, asked: str) -> None:
        hold = self.page.locator("#hold")
        if "which fowl?" in asked and self.random.random() < 0.5:
            hold.click(timeout=1000)
        else:
            with next_screen(self.page):
                self.page.locator(".choice[aria-current]").click(timeout=1000)
        self.acts.append(asked)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_four_seats_to_the_winner(real: Running, visit: Visit, tmp_path: Path):
    real.hub.dealer._pace = 0.2
    page = visit(real)
    page.fill("#dealer-seed", "5")
    page.click("#dealer-deal")
    choose(page, "Fowl Play!")
    choose(page, "Play")
    confirm(page)
    for seat in ("Black", "Orange", "Brown", "White"):
        choose(page, f"{seat}'s fox")
    choose(page, "as standard: they stand there already")
    for _ in range(3):  # light cards, cards, targets
        confirm(page)
    choose(page, "Orange")
    for space in ("g8", "g6", "h7", "f7"):
        question(page, "where in the den does your fox start?")
        with next_screen(page):
            page.click(f'#board [aria-label^="{space},"]')
    expect(page.locator("#do-list")).to_contain_text("one of your three cards")
    for seat in (2, 3):
        page.select_option(f"#deal-who-{seat}", "sensible")
    players = Players(page, 5)
    while page.get_attribute("body", "data-mode") != "sheet":
        players.act()
        assert len(players.acts) < MOST_ACTS, players.acts[-20:]
    totals = [int(total) for total in page.locator("#choices .score .total td").all_inner_texts()]
    assert len(totals) == 4
    page.screenshot(path=tmp_path / "sheet.png", full_page=True)
    with page.expect_download() as download:
        page.click("#save")
    outcome = replay(Path(download.value.path()).read_bytes())
    assert outcome.problem is None
    assert outcome.game.over
    scores = outcome.game.scores()
    assert [scores[seat]["total"] for seat in outcome.game.seats] == totals
    page.click("#hold")
    expect(page.locator("#do-list")).to_contain_text("win")
    page.screenshot(path=tmp_path / "winner.png")
    expect(page.locator("#go")).to_have_text("To the games")
    assert any("fox" in act for act in players.acts)
