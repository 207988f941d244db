"""The simulator's page in a real browser, with the stand-in as its device."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.host.sim.harness import Running
from tests.host.sim.standin import AT, LOOKS

Visit = Callable[..., Page]


def question(page: Page, words: str) -> None:
    """Waits until the page asks this."""
    expect(page.locator("#question")).to_contain_text(words)


def begin(page: Page) -> Page:
    """Into the toy game."""
    page.locator(".choice", has_text="Fowl Play!").click()
    question(page, "Black: which fowl?")
    return page


def cell(page: Page, name: str):
    return page.locator(f'#board [data-place="{AT[name]}"]')


def spoken(page: Page) -> None:
    """Keeps everything that the live region says in window.spoken."""
    page.evaluate(
        """() => {
            window.spoken = [];
            new MutationObserver(() => window.spoken.push(document.getElementById('live').textContent))
                .observe(document.getElementById('live'), {childList: true});
        }"""
    )


# What the device shows


def test_the_display_is_exact(running: Running, visit: Visit):
    page = begin(visit(running))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".choice[aria-current]")).to_contain_text("white chicken 7")
    page.wait_for_timeout(200)
    pages = running.hub.mirror.pages
    wanted = [[pages[y >> 3][x] >> (y & 7) & 1 for x in range(128)] for y in range(64)]
    shown = page.evaluate(
        """() => {
            const canvas = document.getElementById('display');
            const scale = canvas.width / 128;
            const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            const rows = [];
            for (let y = 0; y < 64; y += 1) {
                const row = [];
                for (let x = 0; x < 128; x += 1) {
                    const at = 4 * (Math.floor((y + 0.5) * scale) * canvas.width + Math.floor((x + 0.5) * scale));
                    row.push(data[at] > 100 ? 1 : 0);
                }
                rows.push(row);
            }
            return rows;
        }"""
    )
    assert shown == wanted
    assert sum(map(sum, wanted)) > 100
    width = page.evaluate("document.getElementById('display').width")
    assert width % 128 == 0
    assert width >= 256


def test_lights_glow_where_the_device_lights_them(running: Running, visit: Visit):
    page = begin(visit(running))
    page.locator("#set-pieces").evaluate("box => box.click()")
    page.wait_for_timeout(200)
    colors = page.evaluate(
        """(places) => {
            const canvas = document.getElementById('lights');
            const box = canvas.getBoundingClientRect();
            return places.map((place) => {
                const hit = document.querySelector(`#board [data-place="${place}"] .hit`).getBoundingClientRect();
                const x = (hit.x + hit.width / 2 - box.x) * canvas.width / box.width;
                const y = (hit.y + hit.height / 2 - box.y) * canvas.height / box.height;
                return [...canvas.getContext('2d').getImageData(Math.round(x), Math.round(y), 1, 1).data].slice(0, 3);
            });
        }""",
        [AT["m9"], AT["k7"], AT["i5"], AT["f4"]],
    )
    cursor, choice, tunnel, dark = colors
    assert min(cursor) > 150, "the cursor is the brightest"
    assert choice[0] > choice[2] + 60, "a choice is lit amber"
    assert tunnel[2] > tunnel[1] + 40, "a tunnel is lit violet"
    assert max(dark) < 70, "nothing is lit here"


def test_it_says_what_the_firmware_runs_on(running: Running, visit: Visit):
    expect(visit(running).locator("#runtime")).to_have_text("stand-in · Roost 0.0.0")


def test_pieces_and_names_can_be_switched_off(running: Running, visit: Visit):
    page = begin(visit(running))
    expect(page.locator("#board .fowl")).to_have_count(36)
    expect(page.locator("#board .tunnel")).to_have_count(7)
    page.click("#open-settings")
    page.uncheck("#set-pieces")
    expect(page.locator("#board .fowl")).to_have_count(0)
    page.uncheck("#set-names")
    expect(page.locator("#board .cell-name").first).to_be_hidden()
    expect(page.locator("#board .edge").first).to_be_visible()
    page.reload()
    expect(page.locator("#board .fowl")).to_have_count(0)
    expect(cell(page, "m9")).to_have_attribute("aria-label", re.compile("black chicken 3"))  # the words stay


# Playing


def test_a_game_by_list(running: Running, visit: Visit):
    page = begin(visit(running))
    expect(page.locator("#choices .choice-list")).to_have_count(5)
    page.locator(".choice", has_text="black chicken 3").click()
    question(page, "to which space?")
    page.locator(".choice", has_text="m10").click()
    question(page, "Brown: which fowl?")
    expect(page.locator("#events li").first).to_have_text("Black moves black chicken 3 from m9 to m10.")
    expect(page.locator("#recorded")).to_contain_text("1 line recorded. The last: move black m9 m10")


def test_a_long_list_can_be_searched(running: Running, visit: Visit):
    page = begin(visit(running))
    page.fill("input[type=search]", "WHITE c")
    expect(page.locator(".choice:visible")).to_have_count(12)
    page.fill("input[type=search]", "white chicken 8")
    expect(page.locator(".choice:visible")).to_have_count(1)
    page.fill("input[type=search]", "nothing like it")
    expect(page.locator(".filter")).to_contain_text("No choice has these letters.")
    page.fill("input[type=search]", "chicken k6")
    page.press("input[type=search]", "Enter")
    question(page, "white chicken 8, to which space?")


def test_a_game_by_tapping_the_board(running: Running, visit: Visit):
    page = begin(visit(running))
    cell(page, "m9").click()
    question(page, "black chicken 3, to which space?")
    expect(page.locator("#board .ring-can, #board .ring-at")).to_have_count(2)
    cell(page, "m10").click()
    question(page, "Brown: which fowl?")


def test_why_a_space_is_refused(running: Running, visit: Visit):
    page = begin(visit(running))
    cell(page, "m9").click()
    question(page, "to which space?")
    cell(page, "f4").click()
    expect(page.locator("#refused")).to_have_text("There is no way from m9 to f4.")
    page.wait_for_timeout(600)
    expect(page.locator("#refused")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#refused")).to_be_hidden()


def test_knob_and_buttons(running: Running, visit: Visit):
    page = begin(visit(running))
    here = page.locator(".choice[aria-current]")
    expect(here).to_contain_text("black chicken 3")
    knob = page.locator("#knob")
    knob.hover()
    page.mouse.wheel(0, 120)
    expect(here).to_contain_text("brown chicken 6")
    page.mouse.wheel(0, -120)
    expect(here).to_contain_text("black chicken 3")
    for _ in range(6):
        page.mouse.wheel(0, 20)  # a touchpad's small steps
    expect(here).to_contain_text("white chicken 7")
    page.keyboard.down("Shift")
    page.mouse.wheel(0, 120)
    page.keyboard.up("Shift")
    expect(here).to_contain_text("black duck 12")
    box = knob.bounding_box()
    assert box is not None
    x, y, r = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] * 0.35
    page.mouse.move(x, y - r)
    page.mouse.down()
    page.mouse.move(x + r, y + 0.1 * r, steps=20)  # a quarter turn is six detents
    page.mouse.up()
    expect(here).to_contain_text("brown goose 24")
    question(page, "which fowl?")
    knob.click()
    question(page, "brown goose 24, to which space?")
    page.click("#key-back")
    question(page, "which fowl?")
    page.click("#turn-right")
    page.click("#turn-left", modifiers=["Shift"])
    page.click("#key-confirm", delay=800)
    expect(page.locator("#events li").first).to_have_text("Nothing more.")
    page.click("#key-menu")
    question(page, "Deal the cards.")


def test_holding_back_takes_back(running: Running, visit: Visit):
    page = begin(visit(running))
    cell(page, "m9").click()
    question(page, "to which space?")
    cell(page, "m10").click()
    question(page, "Brown")
    page.click("#key-back", delay=800)
    expect(page.locator("#events li").first).to_contain_text("Taken back: put it from m10 to m9.")
    question(page, "Black: which fowl?")
    page.click("#take-back")
    expect(page.locator("#refused")).to_have_text("There is nothing to take back.")


def test_touch(running: Running, visit: Visit):
    page = begin(visit(running, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True))
    cell(page, "m9").tap()
    question(page, "to which space?")
    page.locator("#key-back").scroll_into_view_if_needed()
    page.tap("#key-back")
    question(page, "which fowl?")


def test_what_hands_do_first_and_one_button_to_go_on(running: Running, visit: Visit):
    page = begin(visit(running))
    page.evaluate(
        """() => new Promise((resolve) => {
            new MutationObserver((_, watch) => {
                watch.disconnect();
                document.getElementById('go').click();  // in the first moment: confirms nothing that nobody has read
                resolve();
            }).observe(document.body, {attributes: true, attributeFilter: ['data-screen']});
            document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'm', bubbles: true}));
        })"""
    )
    page.wait_for_timeout(400)
    expect(page.locator("#do li")).to_have_text(["Shuffle the fowl cards.", "Deal four cards to each player."])
    expect(page.locator(".choose")).to_be_hidden()
    page.get_by_role("button", name="go on").click()
    question(page, "which fowl?")
    expect(page.locator("#do")).to_be_hidden()


def test_some_of_many_and_text(running: Running, visit: Visit):
    page = begin(visit(running))
    page.fill("#line", "ask some")
    page.press("#line", "Enter")
    question(page, "Which two?")
    expect(page.locator("#choices")).to_contain_text("0 of 2 chosen")
    expect(page.locator(".choice[aria-pressed=false]")).to_have_count(5)
    page.fill("#line", "ask text")
    page.press("#line", "Enter")
    question(page, "Which name?")
    ids = page.locator("[id]").evaluate_all("elements => elements.map((element) => element.id)")
    assert len(ids) == len(set(ids)), "two elements of one name"
    page.fill("#text-answer", "Anna")
    page.press("#text-answer", "Enter")
    expect(page.locator("#events li").first).to_have_text("Name: Anna")


# By keyboard and by ear


def test_a_move_by_keyboard_alone(running: Running, visit: Visit):
    page = visit(running)
    page.keyboard.press("Enter")
    question(page, "Black: which fowl?")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".choice[aria-current]")).to_contain_text("brown duck 15")
    page.keyboard.press("Enter")
    question(page, "brown duck 15, to which space?")
    page.keyboard.press("Backspace")
    question(page, "Black: which fowl?")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    question(page, "Brown: which fowl?")
    page.keyboard.press("Shift+Backspace")
    question(page, "Black: which fowl?")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#events li").first).to_have_text("Nothing more.")
    page.keyboard.press("M")
    question(page, "Deal the cards.")
    page.keyboard.press("?")
    expect(page.locator("#help-dialog")).to_be_visible()
    page.keyboard.press("m")
    page.keyboard.press("Escape")
    question(page, "Deal the cards.")


def test_keys_do_nothing_while_typing_or_when_switched_off(running: Running, visit: Visit):
    page = begin(visit(running))
    here = page.locator(".choice[aria-current]")
    page.focus("#line")
    page.keyboard.type("m?")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    assert page.input_value("#line") == "?"
    question(page, "Black: which fowl?")
    expect(here).to_contain_text("black chicken 3")
    page.click("#open-settings")
    page.uncheck("#set-keys")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("m")
    page.wait_for_timeout(200)
    expect(here).to_contain_text("black chicken 3")


def test_focus_stays_in_the_list(running: Running, visit: Visit):
    page = begin(visit(running))
    page.focus(".choice[aria-current]")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".choice[aria-current]")).to_be_focused()
    expect(page.locator(".choice:focus")).to_contain_text("brown chicken 6")
    page.keyboard.press("Enter")
    question(page, "brown chicken 6, to which space?")
    expect(page.locator(".choice[aria-current]")).to_be_focused()
    expect(page.locator(".choice[tabindex='0']")).to_have_count(1)  # one stop of the Tab key for the whole list


def test_walking_on_the_board(running: Running, visit: Visit):
    page = begin(visit(running))
    expect(page.locator("#board [tabindex='0']")).to_have_count(1)
    page.locator("#board [tabindex='0']").focus()

    def at() -> str:
        return page.evaluate("document.activeElement.getAttribute('aria-label')").split(",")[0]

    assert at() == "g7"
    found = []
    for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Shift+ArrowUp", "Shift+ArrowDown"):
        page.keyboard.press(key)
        found.append(at())
    assert found == ["g8", "g7", "h7", "g7", "h8", "g7"]
    for _ in range(9):
        page.keyboard.press("ArrowLeft")
    assert at() == "g1"
    page.keyboard.press("p")
    before = at()
    page.keyboard.press("n")
    assert at() != before
    expect(page.locator("#board :focus")).to_have_class(re.compile(r"\bcan\b"))
    expect(page.locator(".choice[aria-current]")).to_contain_text("black chicken 3")  # the knob did not turn
    words = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    question(page, "to which space?")
    assert page.inner_text("#question").split(": ")[1].split(",")[0] in words


def test_every_space_has_a_name_in_words(running: Running, visit: Visit):
    page = begin(visit(running))
    labels = page.locator("#board [role=gridcell]").evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
    assert len(labels) == 127
    assert labels[:3] == ["m7, black chicken 1", "m8, black chicken 2", "m9, black chicken 3, can be chosen, under the cursor"]
    assert "g7, tunnel" in labels
    assert "g8, black fox" in labels
    assert "f4, empty" in labels


def test_what_is_announced(running: Running, visit: Visit):
    page = begin(visit(running))
    page.evaluate("document.activeElement.blur()")
    page.wait_for_timeout(300)
    spoken(page)
    page.evaluate(  # fast: only where it comes to rest is said
        """() => [1, 2, 3, 4, 5].forEach(
            () => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true})))"""
    )
    page.wait_for_timeout(400)
    assert page.evaluate("window.spoken") == ["black duck 12, m11. note 5"]
    cell(page, "m9").click()
    question(page, "to which space?")
    page.wait_for_timeout(300)
    cell(page, "m10").click()
    question(page, "Brown: which fowl?")
    page.wait_for_timeout(300)
    said = page.evaluate("window.spoken")
    assert said[1:] == [
        "Black: black chicken 3, to which space? m10",
        "Black moves black chicken 3 from m9 to m10. Brown: which fowl? black chicken 2, m8",
    ]
    assert page.locator("#live").get_attribute("aria-live") == "polite"


def test_an_option_in_focus_is_not_said_twice(running: Running, visit: Visit):
    page = begin(visit(running))
    page.focus("#knob")
    page.wait_for_timeout(300)
    spoken(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#knob")).to_have_attribute("aria-valuetext", "brown chicken 6, l8")
    page.wait_for_timeout(400)
    assert page.evaluate("window.spoken") == []
    expect(page.locator("#knob")).to_have_attribute("aria-valuenow", "2")
    expect(page.locator("#knob")).to_have_attribute("aria-valuemax", "21")


def test_what_was_before_is_not_announced(running: Running, visit: Visit):
    page = begin(visit(running))
    page.fill("#line", "say something old")
    page.press("#line", "Enter")
    expect(page.locator("#events li")).to_have_text(["something old"])
    page.reload()
    expect(page.locator("#events li")).to_have_text(["something old"])
    page.wait_for_timeout(400)
    expect(page.locator("#live")).to_have_text(re.compile("^Black: which fowl[?]"))


# Languages


def test_the_page_speaks_the_language_of_the_device(running: Running, visit: Visit):
    page = begin(visit(running))
    assert page.evaluate("document.documentElement.lang") == "en"
    page.click("#open-settings")
    page.select_option("#language", "de")
    question(page, "Black: welches Geflügel?")
    assert page.evaluate("document.documentElement.lang") == "de"
    expect(page.locator("#settings-title")).to_have_text("Einstellungen")
    page.get_by_role("button", name="Schließen").click()
    expect(page.locator("#key-back")).to_have_text("Zurück")
    expect(cell(page, "f4")).to_have_attribute("aria-label", "f4, leer")
    expect(page.locator("#board .fowl").nth(9)).to_contain_text("E")  # Ente


def test_both_languages_have_the_same_words(root: Path):
    source = (root / "host/sim/page/words.js").read_text()
    english, german = source.split("\n  de: {")
    keys = [re.findall(r"(?m)(?:^    |, )\"?([a-z][\w-]*)\"?: (?=[\"\[])", part) for part in (english, german)]
    assert len(keys[0]) > 120
    assert keys[0] == keys[1]


# Two tabs, and when the connection or the device goes


def test_two_tabs(running: Running, visit: Visit):
    one, two = visit(running), visit(running)
    begin(one)
    question(two, "Black: which fowl?")
    two.keyboard.press("ArrowRight")
    expect(one.locator(".choice[aria-current]")).to_contain_text("brown chicken 6")


def test_the_page_comes_back_when_the_server_does(running: Running, visit: Visit):
    page = begin(visit(running))
    cell(page, "m9").click()
    question(page, "to which space?")
    cell(page, "m10").click()
    question(page, "Brown: which fowl?")
    running.stop()
    expect(page.locator("#notice")).to_contain_text("The connection to the device is lost.")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#refused")).to_contain_text("The device is being started.")
    with Running(running.data, port=running.port):
        expect(page.locator("#notice")).to_be_hidden()
        expect(page.locator("body")).not_to_have_class("away")
        question(page, "Brown: which fowl?")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#knob")).to_have_attribute("aria-valuenow", "2")


def test_a_device_that_ends_is_told_and_goes_on(running: Running, visit: Visit):
    page = begin(visit(running))
    page.fill("#line", "move black m9 m10")
    page.press("#line", "Enter")
    question(page, "Brown: which fowl?")
    page.fill("#line", "crash")
    page.press("#line", "Enter")
    expect(page.locator("#notice")).to_contain_text("was started again")
    question(page, "Brown: which fowl?")
    expect(cell(page, "m10")).to_have_attribute("aria-label", re.compile("black chicken 3"))
    page.locator("#console-fold summary").click()
    expect(page.locator("#console")).to_contain_text("RuntimeError: crashed on request")


def test_a_device_that_keeps_ending_can_be_started_by_hand(running: Running, visit: Visit):
    page = begin(visit(running))
    (running.data / "broken").touch()
    page.fill("#line", "die")
    page.press("#line", "Enter")
    expect(page.locator("#notice")).to_contain_text(re.compile(r"It is started again in [48] s\."), timeout=30_000)
    (running.data / "broken").unlink()
    page.evaluate("document.getElementById('notice-start').click()")  # at once: a slow hand would find it started by itself
    question(page, "Black: which fowl?")


# The record


def test_saving_the_record(running: Running, visit: Visit):
    page = begin(visit(running))
    page.fill("#line", "move black m9 m10")
    page.press("#line", "Enter")
    question(page, "Brown")
    with page.expect_download() as download:
        page.click("#save")
    assert re.fullmatch(r"fowl_play-\d{4}-\d\d-\d\d-\d\d-\d\d\.roost", download.value.suggested_filename)
    text = Path(download.value.path()).read_text()
    assert text == "roost 1 fowl_play\nrules 1\nseats black brown orange white\nmove black m9 m10\n"
    expect(page.locator("#save-result")).to_contain_text("Saved as fowl_play-")


def test_lines_are_entered_until_one_is_refused(running: Running, visit: Visit):
    page = begin(visit(running))
    lines = ["roost 1 fowl_play", "rules 1", "move black m9 m10  # first", "", "move brown m10 a9", "move orange l8 l9"]
    page.fill("#line", "\n".join(lines))
    page.press("#line", "Enter")
    expect(page.locator("#line-error")).to_have_text(
        "Line 2 (move brown m10 a9) was refused: No such line: move brown m10 a9 The lines after it were not sent."
    )
    assert page.input_value("#line") == "move brown m10 a9\nmove orange l8 l9"
    page.fill("#line", "move brown m8 m9\nundo")
    page.press("#line", "Enter")
    expect(page.locator("#line")).to_have_value("")
    expect(page.locator("#line-error")).to_be_hidden()
    question(page, "Brown: which fowl?")


# One's own copy


def test_the_copy_is_asked_for_once(running: Running, visit: Visit):
    page = visit(running, copy=True)
    dialog = page.locator("#copy-dialog")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Is this your board? Are these your cards?")
    expect(dialog.locator(".copy-cards .icon")).to_have_count(36)
    expect(dialog.locator(".copy-board .tunnel")).to_have_count(7)
    dialog.get_by_role("button", name="Later").click()
    page.reload()
    page.wait_for_timeout(500)
    expect(dialog).to_be_hidden()
    page.click("#open-copy")
    dialog.get_by_role("button", name="Yes, this is mine").click()
    expect(page.locator("#notice")).to_contain_text("The device keeps this as your copy.")
    kept = (running.data / "copy.txt").read_text().splitlines()
    assert [line.split()[0] for line in kept] == ["tunnels", "cards", "place"]
    other = visit(running, copy=True)
    other.wait_for_timeout(500)
    expect(other.locator("#copy-dialog")).to_be_hidden()


def test_another_board_and_other_cards(running: Running, visit: Visit):
    page = visit(running, copy=True)
    dialog = page.locator("#copy-dialog")

    def press(name: str) -> None:
        dialog.get_by_role("button", name=name, exact=True).click()

    def tap(name: str) -> None:
        dialog.locator(f'.copy-board [data-place="{AT[name]}"]').click()

    press("No, mine is different")
    expect(dialog).to_contain_text("Which seven spaces are tunnel entrances?")
    tap("g7")  # the centre stays
    tap("i5")
    press("Next")
    expect(page.locator("#copy-message")).to_have_text("6 of 7 tunnel entrances.")
    tap("g8")
    press("Next")
    expect(dialog).to_contain_text("Where do the four flocks start?")
    dialog.get_by_role("button", name=re.compile("^Geese \\d")).click()
    tap("c9")
    press("Next")
    expect(page.locator("#copy-message")).to_have_text("Geese: 8 of 9 spaces.")
    tap("b5")
    press("Next")
    expect(dialog).to_contain_text("Tap the fowl that card 1 shows.")
    dialog.get_by_role("button", name="white turkey on a square", exact=True).click()
    expect(dialog).to_contain_text("Tap the fowl that card 2 shows.")
    dialog.get_by_role("button", name=re.compile("^Card 36:")).click()
    expect(dialog).to_contain_text("Tap the fowl that card 36 shows.")
    dialog.get_by_role("button", name="black chicken on a circle", exact=True).click()
    expect(dialog).to_contain_text("All 36 cards are entered.")
    press("Next")
    press("Keep this")
    expect(page.locator("#copy-message")).to_contain_text("Only the central tunnel lies in the den")
    press("Back")
    press("Back")
    press("Back")
    tap("g8")
    tap("i6")
    for _ in range(3):
        press("Next")
    press("Keep this")
    expect(dialog).to_be_hidden()
    tunnels, cards, place = (line.split()[1:] for line in (running.data / "copy.txt").read_text().splitlines())
    assert sorted(tunnels) == sorted(["g7", "i11", "k9", "i6", "e3", "c5", "e9"])
    assert cards == [LOOKS[35], *LOOKS[1:35], LOOKS[0]]
    cells = dict(zip(cards, place, strict=True))
    geese = [cells[look] for look in LOOKS if look.startswith("goose")]
    assert geese == ["a5", "a6", "a7", "b5", "b6", "b7", "b8", "c7", "c8"], "by colour, then shape, in board order"
    assert len(set(place)) == 36


def test_the_copy_as_text(running: Running, visit: Visit):
    page = visit(running, copy=True)
    page.get_by_role("button", name="As text").click()
    text = page.input_value("#copy-lines")
    assert [line.split()[0] for line in text.splitlines()] == ["tunnels", "cards", "place"]
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert Path(download.value.path()).read_text() == text
    page.fill("#copy-lines", "nonsense")
    page.get_by_role("button", name="Take over").click()
    expect(page.locator("#copy-message")).to_have_text("The device does not take this: These lines are no copy of Fowl Play!.")
    page.fill("#copy-lines", "# mine\n" + text.replace("i5", "i6"))
    page.get_by_role("button", name="Take over").click()
    expect(page.locator("#copy-dialog")).to_be_hidden()
    assert "i6" in (running.data / "copy.txt").read_text()


def test_the_board_of_the_copy_by_keyboard(running: Running, visit: Visit):
    page = visit(running, copy=True)
    page.get_by_role("button", name="No, mine is different").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#copy-title")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("n")  # the next tunnel
    focus = page.locator(".copy-board :focus")
    expect(focus).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(focus).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#copy-body")).to_contain_text("6 of 7")


# Other layouts, other screens


def test_the_path(running: Running, visit: Visit):
    page = begin(visit(running))
    page.fill("#line", "layout path")
    page.press("#line", "Enter")
    expect(page.locator(".path-card")).to_have_count(12)
    expect(page.locator('.path-card[data-place="2"]')).to_have_attribute(
        "aria-label", "Card 2, golden pheasant 2, anna's disc, ben's disc"
    )
    expect(page.locator(".path-card.can")).to_have_count(4)
    page.locator('.path-card[data-place="7"]').click()
    page.wait_for_timeout(200)
    page.fill("#line", "layout hexagons")
    page.press("#line", "Enter")
    expect(page.locator(".path-card")).to_have_count(0)
    expect(page.locator("#board .fowl")).to_have_count(36)


def test_the_sheet(running: Running, visit: Visit):
    page = begin(visit(running))
    page.fill("#line", "layout sheet")
    page.press("#line", "Enter")
    expect(page.locator(".bird")).to_have_count(35)
    expect(page.locator('.bird[data-place="4"]')).to_have_attribute("aria-label", "desert rare, recorded")


def test_nothing_is_wider_than_the_window(running: Running, visit: Visit):
    page = begin(visit(running))
    for width in (1920, 1280, 1024, 960, 768, 414, 360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        page.wait_for_timeout(150)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for name in ("display", "knob", "key-confirm", "lights"):
            box = page.locator(f"#{name}").bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width, f"{name} at {width}"
        display = page.locator("#display").bounding_box()
        glass = page.locator(".glass").bounding_box()
        assert display is not None
        assert glass is not None
        assert display["width"] <= glass["width"], width
        if width >= 360:
            space = cell(page, "f4").locator(".hit").bounding_box()
            assert space is not None
            assert space["width"] > 22, "too small for a finger"


def test_the_board_is_in_sight_whole(running: Running, visit: Visit):
    """Beside the question, on screens of every usual size, the display at least two pixels a pixel; sizes between which the console changes."""
    page = begin(visit(running))
    for width, height in (
        (1280, 720),
        (1366, 768),
        (1536, 864),
        (1400, 870),
        (1400, 880),
        (1400, 889),
        (1440, 900),
        (1920, 1080),
    ):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(250)
        plate = page.locator(".plate").bounding_box()
        display = page.locator("#display").bounding_box()
        assert plate is not None
        assert display is not None
        assert plate["y"] + plate["height"] <= height, (width, height)
        assert display["width"] >= 256, (width, height)


def test_reduced_motion(running: Running, visit: Visit):
    page = begin(visit(running, reduced_motion="reduce"))
    moving = page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length")
    assert moving == 0
    page = begin(visit(running)) if page.locator(".choice", has_text="Fowl Play!").count() else visit(running)
    assert page.evaluate("document.getAnimations().length") > 0
