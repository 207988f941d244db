"""Hasty hands at the page with the real firmware behind it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.host.sim.harness import Running

Visit = Callable[..., Page]
SETUP = ["seats black white orange", "foxes black f6 white h8 orange g8"]


def at_the_cards(page: Page) -> None:
    """Into a game of three, to the question for the first card."""
    for name in ("Fowl Play!", "Play"):
        page.locator(".choice", has_text=name).first.click()
    expect(page.locator("#go")).to_be_visible()
    for line in SETUP:
        page.fill("#line", line)
        page.press("#line", "Enter")
        expect(page.locator("#line")).to_have_value("")
    expect(page.locator("#do-list")).to_contain_text("one of your three cards")


def on(page: Page) -> None:
    page.wait_for_timeout(350)
    page.click("#go")
    expect(page.locator("#question")).to_contain_text("Black: which fowl card")


def test_a_double_click_answers_one_question(real: Running, visit: Visit):
    page = visit(real)
    at_the_cards(page)
    on(page)
    page.locator(".choice", has_text="7: white chicken").first.dblclick(delay=30)
    page.wait_for_timeout(500)
    expect(page.locator("#question")).to_contain_text("White: which fowl card")
    expect(page.locator("#refused")).to_be_hidden()
    expect(page.locator("#recorded")).to_contain_text("play black 7")


def test_a_card_is_found_by_its_number(real: Running, visit: Visit):
    page = visit(real)
    at_the_cards(page)
    on(page)
    page.fill("#choices input", "3")
    page.press("#choices input", "Enter")
    expect(page.locator("#recorded")).to_contain_text("play black 3")


def test_what_confirms_a_long_text_is_in_sight_on_a_phone(real: Running, visit: Visit):
    page = visit(real, viewport={"width": 360, "height": 480})
    at_the_cards(page)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function("() => document.querySelector('.ask').scrollHeight > document.querySelector('.ask').clientHeight")
    page.wait_for_function(
        """() => {
            const box = document.getElementById('go').getBoundingClientRect();
            return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.id === 'go';
        }"""
    )


def test_a_refusal_is_said_once(real: Running, visit: Visit):
    page = visit(real)
    at_the_cards(page)
    on(page)
    page.click("#board [data-place='63']")
    expect(page.locator("#refused")).to_contain_text("Nothing can be chosen there")
    expect(page.locator("#rides")).to_be_hidden()
