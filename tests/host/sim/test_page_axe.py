"""The page checked with axe-core for accessibility, in light and dark, wide and narrow, on its screens and dialogs."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.host.sim.harness import Running

Visit = Callable[..., Page]

LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"color_scheme": "light", "viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
    "phone-dark": {"color_scheme": "dark", "viewport": {"width": 360, "height": 740}},
}


def check(page: Page, where: str) -> None:
    """No violation of any of axe-core's rules."""
    page.wait_for_timeout(150)
    results = Axe().run(page)
    assert results.violations_count == 0, f"{where}: {results.generate_report()}"
    assert len(results.response["passes"]) > 10, "hardly any rule found anything to check"


def line(page: Page, text: str, title: str) -> None:
    page.fill("#line", text)
    page.press("#line", "Enter")
    expect(page.locator("#question")).to_contain_text(title)


@pytest.mark.parametrize("look", LOOKS)
def test_screens(running: Running, visit: Visit, look: str):
    page = visit(running, **LOOKS[look])
    check(page, "menu")
    page.locator(".choice", has_text="Fowl Play!").click()
    expect(page.locator("#question")).to_contain_text("which fowl?")
    check(page, "a long list and the board")
    page.locator("#board .can").first.click()
    expect(page.locator("#question")).to_contain_text("to which space?")
    page.locator("#board [role=gridcell]").nth(60).click()
    expect(page.locator("#refused")).to_be_visible()
    page.fill("#line", "nonsense")
    page.press("#line", "Enter")
    expect(page.locator("#line-error")).to_be_visible()
    check(page, "refusals")
    line(page, "move black m9 m10", "Brown: which fowl?")
    line(page, "ask announce", "Deal the cards.")
    check(page, "an announcement")
    line(page, "ask some", "Which two?")
    check(page, "some of many")
    line(page, "ask text", "Which name?")
    check(page, "a name")
    page.locator("#console-fold summary").click()
    line(page, "babble", "Which name?")
    expect(page.locator("#console")).to_contain_text("plain babble")
    check(page, "the console")


@pytest.mark.parametrize("layout", ["path", "sheet"])
@pytest.mark.parametrize("look", ["light", "phone-dark"])
def test_layouts(running: Running, visit: Visit, look: str, layout: str):
    page = visit(running, **LOOKS[look])
    page.locator(".choice", has_text="Fowl Play!").click()
    line(page, f"layout {layout}", "Anna: where to?")
    check(page, layout)


@pytest.mark.parametrize("look", LOOKS)
def test_dialogs(running: Running, visit: Visit, look: str):
    page = visit(running, copy=True, **LOOKS[look])
    dialog = page.locator("#copy-dialog")
    check(page, "the copy")
    dialog.get_by_role("button", name="As text").click()
    check(page, "the copy as text")
    dialog.get_by_role("button", name="Back", exact=True).click()
    dialog.get_by_role("button", name="No, mine is different").click()
    for step in ("tunnels", "flocks", "cards", "check"):
        check(page, step)
        if step != "check":
            dialog.get_by_role("button", name="Next").click()
    dialog.get_by_role("button", name="Cancel").click()
    page.click("#open-settings")
    check(page, "settings")
    page.keyboard.press("Escape")
    page.click("#open-help")
    check(page, "help")


def test_axe_would_find_something(running: Running, visit: Visit):
    page = visit(running)
    page.evaluate(
        "document.getElementById('line').labels[0].remove(); document.getElementById('line').removeAttribute('placeholder')"
    )
    assert Axe().run(page).violations_count == 1
