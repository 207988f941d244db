"""One's own copy of a game by knob and lights: entered, checked, kept, used by new games, fetched and given back; names of its own."""

import json

from firmware.journal import seal
from firmware.words import Words
from shared_rules.fowl_play.pieces import STANDARD_TUNNELS
from tests.firmware import mending
from tests.firmware.mending import answer, cell
from tests.firmware.pilot import Pilot

COPY = "copy-fowl_play"


def run(script, files=None):
    pilot = Pilot(files)

    async def begin(pilot):
        await pilot.wait()
        await script(pilot)
        await pilot.wait()

    pilot.run(begin)
    return pilot


async def open_copy(pilot, game="fowl_play"):
    await pilot.pick(("start", "copy"))
    await pilot.pick(("game", game))


def kept(pilot, name=COPY):
    data = pilot.device.storage.files.get(name, b"")
    return [line.split(" #")[0] for line in str(data, "utf-8").split("\n") if line]


async def ask(pilot, request):
    del pilot.device.serial.sent[:]
    await pilot.send(json.dumps(request))
    lines = [json.loads(line) for line in bytes(pilot.device.serial.sent).split(b"\n") if line.startswith(b'{"reply"')]
    return lines[-1]


def test_a_game_without_a_copy_of_its_own_is_not_offered():
    async def script(pilot):
        await pilot.pick(("start", "copy"))
        assert pilot.options() == [("game", "fowl_play"), ("game", "birds_of_a_feather")]
        await pilot.press("back")
        assert pilot.ask == "app-which-game"

    run(script)


def test_tunnels_are_pointed_at_one_by_one_and_taken_back():
    async def script(pilot):
        await open_copy(pilot)
        assert pilot.view.describe(("copy", "tunnels"))[1]["is"] == ("copy-is", "example")
        await pilot.pick(("copy", "tunnels"))
        assert pilot.view.do[0][0] == "do-enter-tunnels"
        await pilot.read_on()
        assert pilot.view.walk.key == cell("i11")  # where the example has it
        assert cell("g8") not in pilot.options()  # the den has only the central one
        await pilot.pick(cell("i12"))
        assert cell("i12") not in pilot.options()
        await pilot.press("back")
        await pilot.read_on()
        await pilot.pick(cell("i10"))
        for _ in STANDARD_TUNNELS[2:]:
            await pilot.press()
        assert pilot.view.do[0][0] == "app-copy-kept"
        await pilot.read_on()
        assert pilot.view.describe(("copy", "tunnels"))[1]["is"] == ("copy-is", "own")
        await pilot.pick(("copy", "example"))
        await answer(pilot, ("word", "no"))
        assert kept(pilot) == ["tunnels g7 i10 k9 i5 e3 c5 e9"]
        await pilot.pick(("copy", "example"))
        await answer(pilot, ("word", "yes"))
        await pilot.read_on()
        assert kept(pilot) == []
        await pilot.press("back")
        assert pilot.ask == "app-which-game"

    run(script)


def test_given_up_it_keeps_nothing():
    async def script(pilot):
        await open_copy(pilot)
        await pilot.pick(("copy", "tunnels"))
        await pilot.read_on()
        await pilot.press()
        await pilot.press("back")
        await pilot.read_on()
        await pilot.press("back")
        assert pilot.ask == "app-copy"
        await pilot.pick(("copy", "cards"))
        await pilot.read_on()
        await pilot.press()
        await pilot.press("menu")
        assert kept(pilot) == []

    run(script)


def test_what_does_not_fit_is_refused_and_the_old_stays():
    async def script(pilot):
        await mending.own_board(pilot)
        await open_copy(pilot)
        before = kept(pilot)
        await pilot.pick(("copy", "tunnels"))
        await pilot.read_on()
        await pilot.pick(cell("m7"))  # a fowl starts there
        for _ in STANDARD_TUNNELS[2:]:
            await pilot.press()
        assert pilot.view.do[0][0] == "no.place-tunnel"
        await pilot.read_on()
        assert kept(pilot) == before

    run(script)


def test_a_new_game_uses_it_and_the_link_fetches_and_gives_it():
    first = run(mending.own_board)
    lines = kept(first)
    assert [line.split(" ")[0] for line in lines] == ["tunnels", "cards", "place"]

    async def script(pilot):
        reply = await ask(pilot, {"ask": "copy", "id": 1, "game": "fowl_play"})
        assert reply["lines"] == lines
        await pilot.pick(("game", "fowl_play"))
        await pilot.pick(("mode", "play"))
        await pilot.wait()
        assert "do-example" not in [message[0] for message in pilot.view.do]

    run(script, {COPY: first.device.storage.files[COPY]})

    async def given(pilot):
        reply = await ask(pilot, {"set": {"copy": lines}, "game": "fowl_play", "id": 2})
        assert reply["ok"]
        assert kept(pilot) == lines

    run(given)


def test_names_of_ones_own_stand_beside_habitat_and_kind():
    first = run(mending.own_birds)
    name = "copy-birds_of_a_feather"
    # The raptor's row was moved from the fifth place to the first: the names follow the birds.
    assert kept(first, name)[1:] == ["called desert-raptor Red-winged Blackbird", "called ocean-raptor Osp"]

    async def script(pilot):
        reply = await ask(pilot, {"ask": "copy", "id": 1, "game": "birds_of_a_feather"})
        assert reply["lines"] == kept(pilot, name)
        bad = [*reply["lines"], "called ocean-hawk Hawk"]
        assert not (await ask(pilot, {"set": {"copy": bad}, "game": "birds_of_a_feather", "id": 2}))["ok"]
        twice = [*reply["lines"], "called ocean-raptor Hawk"]
        assert not (await ask(pilot, {"set": {"copy": twice}, "game": "birds_of_a_feather", "id": 3}))["ok"]
        long = ["called ocean-ace " + "x" * 25]
        assert not (await ask(pilot, {"set": {"copy": long}, "game": "birds_of_a_feather", "id": 4}))["ok"]
        none = {"set": {"copy": ["called m7 Nest"]}, "game": "fowl_play", "id": 5}
        assert not (await ask(pilot, none))["ok"]
        await pilot.pick(("game", "birds_of_a_feather"))
        words = pilot.app.words
        message = (
            "bird-raptor",
            {"habitat": ("habitat", "ocean"), "kind": ("kind", "raptor"), "called": ("called", "ocean-raptor")},
        )
        assert words.text(message).endswith("raptor (Osp)")
        assert words.short(message) == "ocean raptor"

    run(script, first.device.storage.files)


def test_a_name_is_shown_under_the_cursor():
    files = mending.stored([*mending.BIRDS[:3], "raptors on"])
    files["copy-birds_of_a_feather"] = run(mending.own_birds).device.storage.files["copy-birds_of_a_feather"]

    async def script(pilot):
        await pilot.press()
        await pilot.read_on()
        await pilot.pick(("habitat", 0))
        key = ("space", 5)
        await pilot.go(key)
        shown = bytes(pilot.device.display.buffer)
        pilot.app.words.called = {}
        await pilot.send('{"set":{"brightness":2},"id":1}')
        assert bytes(pilot.device.display.buffer) != shown

    run(script, files)


def test_names_that_are_not_there_leave_no_trace():
    for language in ("en", "de"):
        words = Words(language, "birds_of_a_feather")
        message = ("bird-ace", {"habitat": ("habitat", "ocean"), "kind": ("kind", "ace"), "called": ("called", "ocean-ace")})
        assert words.text(message) == words.text(message).strip()
        assert "(" not in words.text(message)


def test_a_foreign_file_in_its_place_is_no_copy():
    async def script(pilot):
        assert (await ask(pilot, {"ask": "copy", "game": "fowl_play", "id": 1}))["lines"] == []
        await pilot.pick(("game", "fowl_play"))
        await pilot.pick(("mode", "play"))
        assert pilot.app.machine() is not None

    for foreign in (b"", b"\xff" * 500, b"\n" * 9000, b"x" * 200000):
        run(script, {COPY: foreign})


# A section that was left


async def begin(pilot, steps=3, section="tunnels"):
    """Enters some steps of a section, the first elsewhere than the example has it."""
    await open_copy(pilot)
    await pilot.pick(("copy", section))
    await pilot.read_on()
    await pilot.pick(cell("i12") if section == "tunnels" else ("look", 1))
    for _ in range(steps - 1):
        await pilot.press()


def power_cut(pilot):
    """The files of a device that was switched off at that moment."""
    return dict(pilot.device.storage.files)


def test_a_cut_loses_no_step_of_an_unfinished_section():
    first = run(begin)

    async def script(pilot):
        await open_copy(pilot)
        await pilot.pick(("copy", "tunnels"))
        assert pilot.view.do[0] == ("app-copy-resume", {"n": 3})
        await answer(pilot, ("word", "yes"))
        assert pilot.ask == "ask-tunnel"
        assert pilot.view.walk.choice.ask[1]["n"] == 5
        assert cell("i12") not in pilot.options()
        await pilot.press("back")
        assert pilot.view.walk.choice.ask[1]["n"] == 4
        await pilot.press()
        for _ in STANDARD_TUNNELS[4:]:
            await pilot.press()
        assert pilot.view.do[0][0] == "app-copy-kept"
        await pilot.read_on()
        assert kept(pilot) == ["tunnels g7 i12 k9 i5 e3 c5 e9"]
        assert kept(pilot, "draft-fowl_play") == []
        await pilot.pick(("copy", "tunnels"))
        assert pilot.view.do[0][0] == "do-enter-tunnels"  # from the beginning

    run(script, power_cut(first))


def test_a_cut_while_a_step_is_written_loses_that_step():
    files = power_cut(run(begin))
    whole = files["draft-fowl_play"]
    for size in range(len(whole)):
        files = {"draft-fowl_play": whole[:size]}
        count = max(whole[:size].count(b"\n") - 1, 0)

        async def script(pilot, count=count):
            await open_copy(pilot)
            await pilot.pick(("copy", "tunnels"))
            if count:
                assert pilot.view.do[0] == ("app-copy-resume", {"n": count})
                await answer(pilot, ("word", "yes"))
            else:
                assert pilot.view.do[0][0] == "do-enter-tunnels"
                await pilot.read_on()
            await pilot.press()
            lines = kept(pilot, "draft-fowl_play")
            assert len(lines) == count + 2
            assert lines[0] == "section tunnels"

        if size % 23 == 0 or whole[size - 1 : size] == b"\n":
            run(script, files)


def test_begun_anew_or_taken_back_it_leaves_nothing():
    async def script(pilot):
        await begin(pilot)
        await pilot.press("menu")
        await pilot.pick(("copy", "tunnels"))
        await answer(pilot, ("word", "no"))
        assert pilot.view.do[0][0] == "do-enter-tunnels"
        assert kept(pilot, "draft-fowl_play") == []
        await pilot.read_on()
        await pilot.press()
        assert len(kept(pilot, "draft-fowl_play")) == 2
        await pilot.press("back")
        await pilot.read_on()
        await pilot.press("back")
        assert pilot.ask == "app-copy"
        assert kept(pilot, "draft-fowl_play") == []

    run(script)


def test_another_section_begins_at_its_beginning():
    async def script(pilot):
        await begin(pilot)
        await pilot.press("menu")
        await pilot.pick(("copy", "cards"))
        assert pilot.view.do[0][0] == "do-enter-cards"
        await pilot.press("back")
        await pilot.pick(("copy", "tunnels"))
        assert pilot.view.do[0] == ("app-copy-resume", {"n": 3})  # nothing of the other was entered

    run(script)


def test_what_was_refused_goes_on_at_its_last_step():
    async def script(pilot):
        await mending.own_board(pilot)
        await open_copy(pilot)
        await pilot.pick(("copy", "tunnels"))
        await pilot.read_on()
        await pilot.pick(cell("m7"))  # a fowl starts there
        for _ in STANDARD_TUNNELS[2:]:
            await pilot.press()
        assert pilot.view.do[0][0] == "no.place-tunnel"
        await pilot.read_on()
        await pilot.pick(("copy", "tunnels"))
        await answer(pilot, ("word", "yes"))
        assert pilot.view.walk.choice.ask[1]["n"] == 7
        for _ in STANDARD_TUNNELS[2:]:
            await pilot.press("back")
        await pilot.read_on()
        for _ in STANDARD_TUNNELS[1:]:
            await pilot.press()
        assert pilot.view.do[0][0] == "app-copy-kept"

    run(script)


def test_a_draft_that_makes_no_sense_is_passed_over():
    for lines in (
        ["section tunnels", "step sx"],
        ["section tunnels", "step ( i1"],
        ["section tunnels", "back"],
        ["step i1"],
        ["x"],
    ):
        files = {"draft-fowl_play": b"".join([seal(line, 0) for line in lines])}

        async def script(pilot):
            await open_copy(pilot)
            await pilot.pick(("copy", "tunnels"))
            assert pilot.view.do[0][0] == "do-enter-tunnels"
            await pilot.read_on()
            await pilot.press()
            assert len(kept(pilot, "draft-fowl_play")) == 2

        run(script, files)


def test_a_full_medium_costs_only_the_draft():
    async def script(pilot):
        await open_copy(pilot)
        await pilot.pick(("copy", "tunnels"))
        await pilot.read_on()
        await pilot.press()
        pilot.device.storage.room = 0
        for _ in STANDARD_TUNNELS[2:]:
            await pilot.press()
        assert pilot.view.do[0][0] == "no.not-kept"

    run(script)
