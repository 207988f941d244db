"""Journals and settings with random damage: none stops the loader, none yields a state that its lines don't justify.

`make test-damage` tries 100,000; a whole run of the tests a sample. ROOST_DAMAGES says how many, ROOST_SEED where to begin.
"""

import json
import os
import random
import re
import zlib

import pytest

from firmware.journal import seal
from firmware.settings import DEFAULTS, Settings
from host import replay
from tests.conftest import RECORDS
from tests.firmware.pilot import Pilot
from tests.firmware.stand import Stand

COUNT = int(os.environ.get("ROOST_DAMAGES", "1600"))
SEED = int(os.environ.get("ROOST_SEED", "1"))
PARTS = 8  # so that two processes share the work

LINE = re.compile(rb"(.*) #([0-9a-f]{8})(?: t=(.*))?", re.DOTALL)


# ---- what is damaged


def records():
    """Journals of games: short ones, so that many can be tried, of all three games and of results."""
    found = []
    for path in sorted(RECORDS.rglob("*.roost")):
        if path.name.startswith("x"):
            continue
        lines = [" ".join(line.partition("#")[0].split()) for line in path.read_text("utf-8-sig").splitlines()]
        lines = [line for line in lines if line][:45]
        found.append(b"".join([seal(line, 5 * count) for count, line in enumerate(lines)]))
    return found


def set_ups():
    """Journals of set-ups that aren't complete, as the app writes them."""
    found = []

    async def fowl(pilot):
        await pilot.wait()
        await pilot.pick(("game", "fowl_play"))
        await pilot.pick(("mode", "play"))
        await pilot.read_on()
        for fox in (0, 3, 1):
            await pilot.pick(("fox", fox))
        await pilot.pick(("word", "done"))
        await pilot.hold("back")
        await pilot.send('{"line":"tunnels g7 i11 k9 i5 e3 c5 e9"}')
        found.append(pilot.device.storage.files["0001.game"])

    async def feathers(pilot):
        await pilot.wait()
        await pilot.pick(("game", "fancy_feathers"))
        await pilot.pick(("mode", "play"))
        await pilot.read_on()
        for name in ("player1", "player2"):
            await pilot.pick(("name", name))
        await pilot.hold("confirm")
        found.append(pilot.device.storage.files["0001.game"])

    for script in (fowl, feathers):
        Pilot().run(script)
    return found


def settings_files():
    files = []
    values = {
        "language": "de",
        "current": 3,
        "names": [["anna", "Änna"], ["ben", "Ben"]],
        "last": {"fowl_play": {"seats": "black white"}},
    }
    for more in ({}, {"brightness": 4, "palette": "clear", "budget": 900, "volume": 0}):
        files.append(seal(json.dumps(dict(values, **more), ensure_ascii=False), 0))
    return files


# ---- damage


def _span(rng, data, most=200):
    at = rng.randrange(len(data) + 1)
    return at, min(at + rng.choice((1, 2, 4, 16, 64, most)), len(data))


def damage(rng, data, others):
    """The same bytes with one random damage."""
    kind = rng.randrange(13)
    at, end = _span(rng, data)
    lines = data.split(b"\n")
    if kind == 0:
        return data[:at]
    if kind == 1:
        changed = bytearray(data)
        for _ in range(rng.choice((1, 1, 1, 2, 8))):
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        return bytes(changed)
    if kind == 2:
        return data[:at] + rng.choice((b"\x00", b"\xff")) * (end - at) + data[end:]
    if kind == 3:
        return data[:at] + rng.randbytes(end - at) + data[end:]
    if kind == 4:
        return data[:at] + data[end:]
    if kind == 5:
        return data[:end] + data[at:]
    if kind == 6:
        return data[:at] + rng.randbytes(rng.randrange(1, 40)) + data[at:]
    if kind == 7:  # whole sectors of the flash, as they are erased
        block = rng.choice((256, 512, 4096))
        start = at // block * block
        return data[:start] + b"\xff" * min(block, len(data) - start) + data[start + block :]
    if kind == 8 and len(lines) > 2:  # a whole line is gone, or stands twice, or two are exchanged
        n = rng.randrange(len(lines) - 1)
        return b"\n".join(lines[:n] + rng.choice(([], [lines[n], lines[n]], lines[n + 1 : n + 2] + [lines[n]])) + lines[n + 1 :])
    if kind == 9:  # the rest is that of another file
        other = rng.choice(others)
        return data[:at] + other[min(at, len(other)) :]
    if kind == 10:  # a line with a good seal that means something else
        n = rng.randrange(len(lines))
        words = lines[n].split(b" #")[0].decode("utf-8", "replace").split(" ")
        words[rng.randrange(len(words))] = rng.choice(
            ("", "black", "g7", "99", "-1", "undo", "rules", "2", "x" * 300, "#", "ä", "done")
        )
        return b"\n".join(lines[:n] + [seal(" ".join(words), 1)[:-1]] + lines[n + 1 :])
    if kind == 11:
        return rng.choice((b"", b"\n", rng.randbytes(rng.randrange(1, 3000)), b"\xff" * 4096, b"roost 1 fowl_play\n", data * 40))
    return data.replace(b"\n", rng.choice((b"\r\n", b"", b"\n\n", b"\x00")))


# ---- what its lines justify: worked out here, without the firmware's own reader


def whole_lines(data):
    """The texts of the lines that count by the journal's description: whole, with a right checksum, up to the first that isn't."""
    found = []
    for raw in data.split(b"\n")[:-1]:
        match = LINE.fullmatch(raw)
        if match is None or zlib.crc32(match[1]) != int(match[2], 16):
            break
        try:
            text = match[1].decode("utf-8")
            if match[3] is not None and not re.fullmatch(rb"[0-9]{1,9}", match[3]):
                break
        except ValueError:
            break
        found.append((text, len(raw) + 1))
    return found


def is_note(text):
    return text.startswith(("# mode ", "# use ", "# set ", "# step ", "# back"))


def check_journal(data):
    """Opens it and checks what has become of it; returns in a word what that was."""
    stand = Stand(files={"0001.game": data})
    lines = whole_lines(data)
    stand.journal.outline(1)
    table = stand.stored(1)
    files = stand.device.storage.files
    if table is None:
        # Nothing of it can be used, or it is of another version: not a byte is lost.
        if stand.told[-1][0] == "app-game-newer":
            assert files == {"0001.game": data}
            return "of another version"
        else:
            assert stand.told == [("app-game-lost", {"n": 1})]
            assert files == {"0001.bad": data}
            assert not lines or not re.fullmatch(r"roost 1 (fowl_play|fancy_feathers|birds_of_a_feather)", lines[0][0].strip())
            return "lost"
    kept = files["0001.game"]
    told = [message[0] for message in stand.told]
    assert told in ([], ["app-game-damaged"])
    if table.playing:
        # The record up to the first line that the rules refuse, and not a line less.
        good = []
        for text, _ in lines:
            if is_note(text):
                break
            good.append(text)
        outcome = replay.replay("\n".join(good).encode())
        if outcome.problem is not None and outcome.problem.line:
            good = good[: outcome.problem.line - 1]
            outcome = replay.replay("\n".join(good).encode())
        assert table.machine.state() == outcome.game.state()
        assert [text for text, _ in whole_lines(kept)] == good
        length = sum([length for _, length in lines[: len(good)]])
        assert kept == data[:length]
        if b"\n" in data[length:]:
            assert told == ["app-game-damaged"]
            assert files["0001.bad"] == data
        else:
            assert told == []
    else:
        # A set-up: it is the one that the kept lines alone lead to, and they are the first ones, or say the same as notes.
        table.machine.prompt()
        steps = [text for text, _ in lines]
        mine = [text for text, _ in whole_lines(kept)]
        if kept == data[: len(kept)]:
            assert steps[: len(mine)] == mine
        else:
            said = {" ".join(text.partition("#")[0].split()) for text in steps}
            assert all(not text.startswith("# set ") or text[6:] in said for text in mine)
    again = Stand(files={"0001.game": kept})
    second = again.stored(1)
    assert again.told == []
    assert second.playing == table.playing
    assert second.machine.lines() == table.machine.lines() if not table.playing else second.machine.log == table.machine.log
    return "damaged" if told else "torn" if kept != data else "whole"


def check_settings(data):
    stand = Stand(files={"settings": data})
    settings = stand.settings
    files = stand.device.storage.files
    found = whole_lines(data)
    values = None
    if len(found) == 1 and found[0][1] == len(data):
        try:
            values = json.loads(found[0][0])
        except ValueError:
            values = None
    if not isinstance(values, dict):
        assert settings.damaged
        assert files == {"settings.bad": data}
        values = {}
    else:
        assert not settings.damaged
        assert files == {"settings": data}
    for name, default in DEFAULTS.items():
        assert settings[name] == default or settings[name] == values[name]
    settings.set("volume", 1)
    again = Settings(stand.device.storage)
    assert not again.damaged
    assert again["volume"] == 1


@pytest.fixture(scope="module")
def journals():
    return records() + set_ups() * 3


@pytest.mark.timeout(0 if COUNT > 10000 else 120)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_damage_to_a_journal_stops_the_loader_or_invents_a_state(journals, part, figure):
    outcomes = {}
    for number in range(SEED + part, SEED + COUNT, PARTS):
        rng = random.Random(number)
        data = rng.choice(journals)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            data = damage(rng, data, journals) or data
        try:
            what = check_journal(data)
            outcomes[what] = outcomes.get(what, 0) + 1
        except Exception as error:
            raise AssertionError(f"damage {number} ({len(data)} bytes): {error!r}") from error
    assert min(outcomes.get(what, 0) for what in ("whole", "torn", "damaged", "lost")) > 0
    told = ", ".join(f"{outcomes[what]} {what}" for what in sorted(outcomes))
    figure(f"{sum(outcomes.values())} journals with random damage ({told}): opened at the longest valid beginning, or kept aside")


def test_a_reader_that_trusts_its_file_is_caught(journals, monkeypatch):
    from firmware import journal

    def careless(line):
        text, _, rest = line.rpartition(b" #")
        return text.decode("utf-8", "replace"), int("0" + "".join(char for char in rest[11:].decode("latin-1") if char.isdigit()))

    monkeypatch.setattr(journal, "unseal", careless)
    caught = 0
    for number in range(200):
        rng = random.Random(number)
        try:
            check_journal(damage(rng, rng.choice(journals), journals))
        except Exception:  # noqa: BLE001 - whatever it is, it was noticed
            caught += 1
    assert caught > 40


@pytest.mark.timeout(0 if COUNT > 10000 else 120)
def test_no_damage_to_the_settings_stops_the_start(figure):
    files = settings_files()
    for number in range(SEED, SEED + COUNT):
        rng = random.Random(-number)
        data = rng.choice(files)
        for _ in range(rng.choice((1, 1, 2))):
            data = damage(rng, data, files) or data
        try:
            check_settings(data)
        except Exception as error:
            raise AssertionError(f"damage {number} ({data!r}): {error!r}") from error
    figure(f"{COUNT} settings files with random damage: the settings that were there, or the defaults")
