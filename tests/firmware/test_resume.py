"""A game resumes where it was: every example record, cut after every line; games of an earlier version of the rules."""

import random

import pytest

from firmware import room
from firmware.journal import ABANDONED, FINISHED, RESERVE, seal, unseal
from host import replay
from shared_rules import catalogue
from tests.conftest import RECORDS
from tests.firmware.pilot import Pilot
from tests.firmware.stand import Stand, done
from tests.shared_rules import invented

FILES = sorted(RECORDS.rglob("*.roost"))


def lines_of(path):
    lines = [" ".join(line.partition("#")[0].split()) for line in path.read_text("utf-8-sig").splitlines()]
    return [line for line in lines if line]


def journal_of(lines, each=3):
    return b"".join([seal(line, each * count) for count, line in enumerate(lines)])


def texts(stand, number=1):
    return [text for text, _, _ in stand.journal.read(number)]


def check(lines, cut):
    """Resumes a journal that was cut after so many lines; returns True if that lies in the set-up."""
    whole = lines[:cut]
    stand = Stand(files={"0001.game": journal_of(whole)})
    table = stand.stored(1)
    outcome = replay.replay("\n".join(whole).encode())
    if outcome.problem is not None and outcome.problem.line:
        # The rules refuse a line of it: what is before it counts, and the file is kept aside.
        good = whole[: outcome.problem.line - 1]
        assert stand.told == [("app-game-damaged", {"n": 1})]
        assert stand.device.storage.files["0001.bad"] == journal_of(whole)
    else:
        good = whole
        assert stand.told == []
        assert sorted(stand.device.storage.files) == ["0001.game"]
    assert table is not None
    assert stand.journal.number == 1
    if not table.playing:
        assert table.machine.lines()[-1].split(" ")[0] in ("rules", good[-1].split(" ")[0])
        again = Stand(files=dict(stand.device.storage.files))
        second = again.stored(1)
        assert second.machine.lines() == table.machine.lines()
        assert not second.playing
        return True
    assert texts(stand) == good
    assert stand.journal.elapsed() == 3 * (len(good) - 1)
    assert stand.journal.lines == len(good)
    expected = replay.replay("\n".join(good).encode()).game
    assert table.machine.state() == expected.state()
    assert table.machine.log == expected.log
    return False


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.name + "/" + path.stem)
def test_every_record_cut_after_every_line_resumes(path):
    lines = lines_of(path)
    setting_up = [check(lines, cut) for cut in range(1, len(lines) + 1)]
    assert setting_up[0]
    # Once the game has begun, it never goes back into its set-up.
    assert setting_up == sorted(setting_up, reverse=True)


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_what_was_resumed_goes_on_and_takes_back_to_the_start(game):
    path = next(path for path in FILES if path.parent.name == game and "full" in path.stem)
    lines = lines_of(path)
    rng = random.Random(4)
    for cut in sorted(rng.sample(range(12, len(lines)), 4)):
        stand = Stand(files={"0001.game": journal_of(lines[:cut])})
        machine = stand.stored(1).machine
        for line in lines[cut:]:
            machine.apply(machine.read(line.split(" ")))
            stand.journal.append(line)
        assert machine.state() == replay.replay(path.read_bytes()).game.state()
        assert texts(stand) == lines
        again = Stand(files=dict(stand.device.storage.files)).stored(1).machine
        assert again.log == machine.log
        count = len(again.log)
        for _ in range(count):
            again.undo()
        assert again.log == []


# ---- versions of the rules


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_a_game_of_the_version_before_goes_on_by_its_own_rules(game, monkeypatch):
    path = next(path for path in FILES if path.parent.name == game and "full" in path.stem)
    lines = [line for line in lines_of(path) if not line.startswith("rules")]
    lines.insert(1, "rules 1")
    half = len(lines) * 2 // 3
    files = {"0001.game": journal_of(lines[:half])}
    expected = replay.replay("\n".join(lines).encode()).game.state()
    invented.update(game, monkeypatch)
    stand = Stand(files=dict(files))
    machine = stand.stored(1).machine
    assert machine.rules == 1
    for line in lines[half:]:
        machine.apply(machine.read(line.split(" ")))
    assert machine.state() == expected
    invented.later(game, monkeypatch)
    gone = Stand(files=dict(files))
    assert gone.stored(1) is None
    assert gone.told == [("app-game-newer", {"n": 1})]
    assert gone.device.storage.files == files


def test_a_set_up_goes_on_by_the_rules_it_began_with_and_a_new_game_has_the_newest(monkeypatch):
    first = Pilot()

    async def begin(pilot):
        await pilot.wait()
        await pilot.pick(("game", "fowl_play"))
        await pilot.pick(("mode", "play"))
        await pilot.read_on()
        await pilot.pick(("fox", 0))
        await pilot.pick(("fox", 1))

    first.run(begin)
    assert first.journal() == ["roost 1 fowl_play", "rules 1"]
    invented.update("fowl_play", monkeypatch)
    again = Pilot(first.device.storage.files)
    again.app.drop = lambda *names: None  # else the invented version would go with the module

    async def go_on(pilot):
        await pilot.wait()
        assert pilot.ask == "app-resume"
        await pilot.press()
        assert pilot.app.machine().rules == 1
        await pilot.press("menu")
        await pilot.pick(("menu", "another"))
        await pilot.pick(("game", "fowl_play"))
        await pilot.pick(("mode", "play"))
        assert pilot.app.machine().rules == 2

    again.run(go_on)
    assert again.journal(2) == ["roost 1 fowl_play", "rules 2"]


# ---- which game, and without settings


def test_without_settings_the_youngest_open_game_is_offered():
    lines = lines_of(RECORDS / "fowl_play" / "007-full.roost")
    files = {
        "0001.game": journal_of(lines[:30]),
        "0002.game": journal_of(lines[:20]),
        "0003.game": journal_of([*lines, "# " + FINISHED]),
        "0004.game": journal_of([*lines[:25], "# " + ABANDONED]),
    }
    for settings in ({}, {"settings": b"\x00" * 30}):
        stand = Stand(files=dict(files, **settings))
        from firmware import start

        assert start.running(stand) == 2
    assert start.running(Stand(files=dict(files, settings=seal("{}", 0)))) == 0
    assert start.running(Stand(files=dict(files, settings=seal('{"current":4}', 0)))) == 4
    assert start.running(Stand(files=dict(files, settings=seal('{"current":9}', 0)))) == 0


def test_the_offer_reads_only_the_first_and_last_lines():
    lines = lines_of(RECORDS / "fowl_play" / "007-full.roost")
    stand = Stand(files={"0001.game": journal_of(lines * 5)})
    read = []
    do = stand.device.storage.read

    def watched(name, start, count):
        read.append(count)
        return do(name, start, count)

    stand.device.storage.read = watched
    assert stand.journal.head(1) == ("fowl_play", "open")
    assert sum(read) <= 240


def test_a_game_that_was_deleted_meanwhile():
    stand = Stand()
    assert stand.stored(3) is None
    assert stand.told == []


# ---- no room


def full(files, free):
    stand = Stand(files=files)
    stand.device.storage.room = free
    return stand


def test_another_game_is_only_begun_where_it_will_always_have_room():
    lines = lines_of(RECORDS / "fowl_play" / "007-full.roost")
    done_one = journal_of([*lines, "# " + FINISHED])
    files = {"%04d.game" % number: done_one for number in range(1, 4)}
    files["0004.game"] = journal_of([*lines[:20], "# " + ABANDONED])
    files["0005.game"] = journal_of(lines[:20])
    stand = full(dict(files), RESERVE - 1)

    def delete(number):
        stand.device.storage.room += 9000 if number == 2 else 0
        stand.journal.delete(number)

    stand.delete_game = delete
    assert done(room.for_another(stand))
    assert stand.told == [("app-full", {"n": n, "state": ("state", FINISHED)}) for n in (1, 2)]
    assert stand.journal.numbers() == [3, 4, 5]
    # Somebody who says no to all of it gets no new game, and loses nothing.
    stand = full(dict(files), RESERVE - 1)
    stand.yes = False
    assert not done(room.for_another(stand))
    assert stand.journal.numbers() == [1, 2, 3, 4, 5]
    # Unfinished games are never offered.
    stand = full({"0005.game": files["0005.game"], "0004.game": files["0004.game"]}, 0)
    assert not done(room.for_another(stand))
    assert stand.told == [("app-full", {"n": 4, "state": ("state", ABANDONED)}), ("app-full-no-game", {})]
    assert stand.journal.numbers() == [5]


def test_a_damaged_game_resumes_also_where_nothing_can_be_kept_aside():
    lines = lines_of(RECORDS / "fowl_play" / "007-full.roost")
    bad = journal_of(lines[:30]) + b"damage\n" * 3 + journal_of(lines[30:40])
    stand = full({"0001.game": bad}, len(journal_of(lines[:30])) + 10)
    table = stand.stored(1)
    assert len(table.machine.log) == len(replay.replay("\n".join(lines[:30]).encode()).game.log)
    assert stand.device.storage.files == {"0001.game": journal_of(lines[:30])}
    # With no room at all it stays as it is.
    stand = full({"0001.game": bad}, 0)
    assert stand.stored(1) is None
    assert stand.told == [("app-full-no-game", {})]
    assert stand.device.storage.files == {"0001.game": bad}


def test_foreign_files_are_no_games():
    lines = lines_of(RECORDS / "fowl_play" / "007-full.roost")
    names = ("1.game", "00001.game", "-001.game", "x.game", "0000.game", "٠٠٠١.game", "+001.game", " 001.game", "1_00.game")
    files = dict.fromkeys(names, b"what")
    files["0002.game"] = journal_of(lines[:20])
    files["12345.game"] = journal_of(lines[:20])
    stand = Stand(files=files)
    assert stand.journal.numbers() == [2, 12345]
    assert stand.journal.next_number() == 12346
    assert stand.journal.next_number(20000) == 20001


def test_a_medium_that_gives_nothing_back_ends_what_is_counted():
    lines = lines_of(RECORDS / "fowl_play" / "007-full.roost")
    data = journal_of(lines)
    stand = Stand(files={"0001.game": data, "settings": seal('{"current":1}', 0)})
    do = stand.device.storage.read

    def broken(name, start, count):
        if name.endswith(".game") and start >= 1024:
            raise OSError(5)
        return do(name, start, count)

    stand.device.storage.read = broken
    assert stand.journal.head(1) == ("", "open")
    table = stand.stored(1)
    good = data[:1024].rpartition(b"\n")[0].split(b"\n")
    assert texts(stand) == [unseal(line)[0] for line in good]
    assert table.playing
