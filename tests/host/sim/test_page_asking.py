"""Questions on the page, typed and by button, and the score sheet to keep, with the real firmware behind them."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.host.sim.hands import choose, confirm, enter, press, question
from tests.host.sim.harness import Running
from tests.host.sim.test_page_real import to_setup

Visit = Callable[..., Page]

PATIENCE_MS = 20_000

LOOKS = {
    "light": {"color_scheme": "light"},
    "phone-dark": {"color_scheme": "dark", "viewport": {"width": 360, "height": 740}},
}


def lines_of(path: Path) -> list[str]:
    lines = [line.split("#")[0].strip() for line in path.read_text().splitlines()]
    return [line for line in lines if line]


def answer(page: Page, *parts: str) -> None:
    """The answer that is shown has these words, and the live region says them."""
    for part in parts:
        expect(page.locator("#answer")).to_contain_text(part, timeout=PATIENCE_MS)
        expect(page.locator("#live")).to_contain_text(part, timeout=PATIENCE_MS)


def accessible(page: Page) -> None:
    page.wait_for_timeout(150)
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def ask(page: Page, text: str) -> None:
    page.fill("#ask-text", text)
    page.press("#ask-text", "Enter")
    expect(page.locator("#ask-text")).to_have_value("", timeout=PATIENCE_MS)


@pytest.mark.parametrize("look", LOOKS)
def test_questions_typed_and_by_button(real: Running, visit: Visit, records: Path, tmp_path: Path, look: str):
    page = visit(real, **LOOKS[look])
    to_setup(page)
    lines = lines_of(records / "fowl_play" / "two-seats.roost")
    first = next(at for at, line in enumerate(lines) if line.startswith("fox "))
    enter(page, *lines[2:first])
    before = page.get_attribute("body", "data-screen")
    ask(page, "Where is 17?")
    answer(page, "White duck on a hexagon (17) stands on")
    ask(page, "what is within 3 of the black fox")
    answer(page, "to the")
    page.fill("#ask-text", "xyzzy")
    page.press("#ask-text", "Enter")
    answer(page, "That is not understood. You can ask")
    expect(page.locator("#ask-text")).to_have_value("xyzzy")  # to be set right
    accessible(page)
    page.locator("#ask-fold summary").click()
    buttons = page.locator("#ask-list")
    for name, about, parts in (
        ("Where is …?", {"Fox or fowl": "Black's fox"}, ["Black's fox stands on"]),
        ("What is near …?", {"Spaces away, at most": "3", "From where": "g7"}, ["Within 3 steps of"]),
        ("Which fowl can a fox capture?", {"Fox": "Black's fox"}, ["Black's fox"]),
        ("What blocks a tunnel?", {"Tunnel entrance": "g7"}, ["g7"]),
        ("What happened last?", {}, ["moves"]),
        ("Repeat the question", {}, [page.inner_text("#question")]),
        ("Whose turn is it?", {}, ["Black is to act"]),
        ("How do things stand?", {}, ["Foxes"]),
    ):
        buttons.get_by_role("button", name=name, exact=True).click()
        if about:
            for label, words in about.items():
                select = page.locator("#ask-about").get_by_label(label, exact=True)
                option = select.locator("option").filter(has_text=words).first
                select.select_option(option.get_attribute("value"))
            if name == "What is near …?":
                accessible(page)
            page.locator("#ask-about").get_by_role("button", name="Ask", exact=True).click()
        answer(page, *parts)
    assert page.get_attribute("body", "data-screen") == before  # asking answers nothing
    if pictures := os.environ.get("ROOST_PICTURES"):
        page.locator("#ask-title").scroll_into_view_if_needed()
        page.screenshot(path=Path(pictures) / f"questions-{look}.png", full_page=True)


@pytest.mark.parametrize(
    ("game", "title", "record", "asked"),
    [
        ("Fancy Feathers", "fancy_feathers", "101-rulebook-two-seats.roost", "Was nähme … mit?"),
        ("Birds of a Feather", "birds_of_a_feather", "103-two-seats-drafted.roost", "Welche Vögel fehlen …?"),
    ],
)
def test_questions_of_the_other_games(real: Running, visit: Visit, records: Path, game: str, title: str, record: str, asked: str):
    page = visit(real, locale="de-DE")
    question(page, "Which game?")
    choose(page, game)
    press(page, "Enter")  # play it
    while page.locator("#go").is_visible():
        confirm(page)
    lines = lines_of(records / title / record)
    first = next(at for at, line in enumerate(lines) if line.split()[0] in ("move", "reveal", "play") and at > 8)
    enter(page, *lines[1:first])
    page.click("#open-settings")
    page.select_option("#language", "de")
    page.keyboard.press("Escape")
    expect(page.locator("#ask-title")).to_have_text("Fragen")
    page.locator("#ask-fold summary").click()
    page.locator("#ask-list").get_by_role("button", name=asked, exact=True).click()
    for select in page.locator("#ask-about select").all():
        select.select_option(index=select.locator("option").count() - 1)
    page.locator("#ask-about").get_by_role("button", name="Fragen", exact=True).click()
    expect(page.locator("#answer li").first).not_to_have_text("")
    expect(page.locator("#answer")).not_to_have_class("answer refused")
    accessible(page)
