"""Hasty hands at the page with the real firmware behind it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.host.sim.hands import choice, choose, confirm, enter, question
from tests.host.sim.harness import Running

Visit = Callable[..., Page]
SETUP = ["seats black white orange", "foxes black f6 white h8 orange g8"]


def at_the_cards(page: Page) -> None:
    """Into a game of three, to what everybody does before the first card is asked for."""
    choose(page, "Fowl Play!")
    choose(page, "Play")
    expect(page.locator("#go")).to_be_visible()
    enter(page, *SETUP)
    expect(page.locator("#do-list")).to_contain_text("one of your three cards")


def on(page: Page) -> None:
    confirm(page)
    question(page, "Black: which fowl card")


def test_a_double_click_answers_one_question(real: Running, visit: Visit):
    page = visit(real)
    at_the_cards(page)
    on(page)
    choice(page, "7: white chicken on a circle").dblclick(delay=30)
    question(page, "White: which fowl card")
    page.wait_for_timeout(500)  # for the second half, if it is taken for a click of its own
    question(page, "White: which fowl card")
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


def test_what_waits_to_be_done_is_said_once(real: Running, visit: Visit):
    """To a screen reader: of several actions taken back, each is said when it is; the list to work through stays on the screen."""
    page = visit(real)
    at_the_cards(page)
    enter(page, "play black 7", "play white 8", "play orange 9", "move black k7 k8", "move black k6 k7")
    live = page.locator("#live")
    page.click("#take-back")
    expect(live).to_contain_text("Taken back: Black moves white chicken on a hexagon (8) from k6 to k7.")
    expect(live).to_contain_text("White chicken on a hexagon (8) back to k6. Confirm when that is done.")
    page.click("#take-back")
    expect(live).to_contain_text("Taken back: Black moves white chicken on a square (9) from k7 to k8.")
    expect(live).not_to_contain_text("(8)")
    expect(page.locator("#do li")).to_have_count(2)
