"""The score sheet as a page, in a real browser: it prints on one sheet of A4, and axe-core finds nothing wrong with it."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from firmware.words import LANGUAGES
from host import score
from host.score_page import page

RECORDS = Path(__file__).resolve().parents[2] / "records"
EXAMPLES = [path for path in sorted(RECORDS.glob("*/*.roost")) if not path.name.startswith("x")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_prints_on_one_sheet(browser: Browser, language: str) -> None:
    tab = browser.new_page()
    for path in EXAMPLES:
        long = dict.fromkeys(score.sheet(path.read_bytes()).game.seats, "Wilhelmine-W")
        tab.set_content(page(score.sheet(path.read_bytes(), language=language, names=long)))
        pages = len(re.findall(rb"/Type\s*/Page[^s]", tab.pdf(format="A4", prefer_css_page_size=True)))
        assert pages == 1, path.name
    tab.close()


@pytest.mark.parametrize("name", ["fowl_play/007-full", "fancy_feathers/001-full", "birds_of_a_feather/001-full"])
def test_a_sheet_with_notes_is_still_one_sheet(browser: Browser, name: str) -> None:
    data = (RECORDS / f"{name}.roost").read_bytes()
    seats = score.sheet(data).game.seats
    found = score.sheet(data + f"# gone {seats[0]} 3\n# gone {seats[1]} 4\n".encode(), language="de")
    found.notes.append(found.words.say("score-marked", n=9, lines=[*["correct black f6"] * 8, "…"]))
    tab = browser.new_page()
    tab.set_content(page(found))
    assert len(re.findall(rb"/Type\s*/Page[^s]", tab.pdf(format="A4", prefer_css_page_size=True))) == 1
    tab.close()


@pytest.mark.parametrize(
    "name", ["fowl_play/007-full", "fancy_feathers/001-full", "birds_of_a_feather/001-full", "fowl_play/049-part-move"]
)
def test_axe_finds_nothing(browser: Browser, name: str) -> None:
    tab = browser.new_page()
    tab.set_content(page(score.sheet((RECORDS / f"{name}.roost").read_bytes(), language="de")))
    results = Axe().run(tab)
    assert results.violations_count == 0, results.generate_report()
    assert len(results.response["passes"]) > 10
    tab.close()
