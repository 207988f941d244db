"""Storage in files, and the clock that jumps."""

import asyncio

import pytest

from firmware.drivers import virtual
from firmware.drivers.clock import Clock
from firmware.drivers.files import Files


def test_files_are_written_whole_and_read_in_parts(tmp_path):
    files = Files(str(tmp_path / "a" / "b"))
    assert files.names() == []
    assert files.size("one") == -1
    files.append("one", b"abc\n")
    files.append("one", b"def\n")
    assert (files.size("one"), files.read("one", 2, 3), files.read("one", 9, 5)) == (8, b"c\nd", b"")
    files.replace("one", (b"x", b"yz"))
    assert files.read("one", 0, 99) == b"xyz"
    with pytest.raises(OSError):
        files.read("two", 0, 1)
    files.remove("two")
    files.remove("one")
    assert Files(str(tmp_path / "a" / "b")).names() == []
    assert files.free() != 0


def test_a_replacement_that_breaks_off_leaves_the_old_file(tmp_path):
    files = Files(str(tmp_path))
    files.replace("one", (b"old",))

    def pieces():
        yield b"ne"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        files.replace("one", pieces())
    assert files.names() == ["one"]
    assert files.read("one", 0, 9) == b"old"


def test_the_virtual_clock_jumps_when_everybody_waits():
    device = virtual.device()
    clock = device.clock
    happened = []
    event = asyncio.Event()

    async def app():
        while True:
            await clock.sleep_ms(3_600_000)
            happened.append(("hour", clock.ticks_ms()))

    async def script():
        assert not await clock.wait(event, 500)
        happened.append(("half second", clock.ticks_ms()))
        clock.spawn(later(), "later")
        assert await clock.wait(event, 500)
        happened.append(("event", clock.ticks_ms()))
        await clock.sleep_ms(3_599_500)

    async def later():
        await clock.sleep_ms(10)
        event.set()

    virtual.run(device, app(), script())
    assert happened == [("half second", 500), ("event", 510), ("hour", 3_600_000)]


def test_waiting_for_ever_is_noticed():
    device = virtual.device()

    async def wait():
        await device.clock.wait(asyncio.Event())

    with pytest.raises(virtual.Stuck):
        virtual.run(device, wait(), wait())


def test_what_the_app_or_the_script_raises_comes_out():
    device = virtual.device()

    async def fail():
        await device.clock.sleep_ms(1)
        raise KeyError("here")

    async def wait():
        await device.clock.sleep_ms(1000)

    with pytest.raises(KeyError):
        virtual.run(device, fail(), wait())
    with pytest.raises(KeyError):
        virtual.run(device, wait(), fail())


def test_the_real_clock_waits_and_gives_up():
    async def go():
        clock = Clock()
        event = asyncio.Event()
        began = clock.ticks_ms()
        assert not await clock.wait(event, 20)
        assert clock.ticks_ms() - began >= 15
        event.set()
        assert await clock.wait(event, 20)
        assert await clock.wait(event)

    asyncio.run(go())
