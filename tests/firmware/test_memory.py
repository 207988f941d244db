"""Where a Pico's memory does not suffice for a moment: for a module that is loaded, for what somebody asks over the link."""

import builtins
from types import SimpleNamespace

import pytest

from tests.firmware.pilot import Pilot
from tests.firmware.toy_table import sent, set_up

pytestmark = pytest.mark.usefixtures("toy_game")


class Scarce:
    """Stands for `__import__`: there is no memory for this module, so many times."""

    def __init__(self, name, times):
        self.name, self.times = name, times
        self._import = builtins.__import__

    def __call__(self, name, *arguments):
        if name == self.name and self.times:
            self.times -= 1
            raise MemoryError
        return self._import(name, *arguments)


def test_a_module_is_loaded_in_place_of_what_the_link_puts_together(monkeypatch):
    async def script(pilot):
        await set_up(pilot)
        await pilot.send('{"subscribe":["scene"]}')
        link = pilot.app.link
        link.slice_ms = 0
        link.touch("scene")
        link.pump()
        link.pump()
        assert link.busy()
        scarce = Scarce("firmware.menu", 1)
        with monkeypatch.context() as patch:
            patch.setattr(builtins, "__import__", scarce)
            pilot.app.load("menu")
        assert scarce.times == 0
        assert not link.busy()
        del pilot.device.serial.sent[:]
        for _ in range(200):
            await pilot.wait(20)
        (scene,) = sent(pilot, "scene")  # whole, a little later
        assert scene["layout"] == "toy"
        assert not link.pending()

    Pilot().run(script)


async def _fails(app, message):
    raise MemoryError


@pytest.mark.parametrize(("number", "told"), [("1", 1), ('"x"', "x"), ("1.5", None), ("[1]", None), ("null", None)])
@pytest.mark.parametrize("where", ["loading", "answering"])
def test_a_request_is_refused_and_the_game_goes_on(monkeypatch, where, number, told):
    async def script(pilot):
        await set_up(pilot)
        with monkeypatch.context() as patch:
            if where == "loading":
                patch.setattr(builtins, "__import__", Scarce("firmware.requests", 2))
            else:
                patch.setattr(pilot.app, "load", lambda name: SimpleNamespace(answer=_fails))
            await pilot.send('{"ask":"state","id":%s}' % number)
        text = "The device has too little memory left for this answer. Try again later."
        assert sent(pilot, "reply") == [{"reply": told, "ok": False, "code": "memory", "text": text}]
        await pilot.send('{"ask":"state","id":7}')
        assert sent(pilot, "reply")[-1]["state"]["game"] == "toy"
        await pilot.send('{"line":"claim player1 f6 green"}')
        assert len(pilot.app.machine().log) == 1

    Pilot().run(script)


def test_once_more_suffices(monkeypatch):
    async def script(pilot):
        await set_up(pilot)
        scarce = Scarce("firmware.requests", 1)
        with monkeypatch.context() as patch:
            patch.setattr(builtins, "__import__", scarce)
            await pilot.send('{"ask":"state","id":7}')
        assert scarce.times == 0
        assert [reply["ok"] for reply in sent(pilot, "reply")] == [True]

    Pilot().run(script)


def test_an_answer_is_on_its_way_before_anything_else_takes_memory():
    async def script(pilot):
        await set_up(pilot)
        link, order = pilot.app.link, []
        pilot.app._draw = lambda: order.append(("shown", link.answering()))
        pilot.device.serial.feed(b'{"ask":"state","id":7}\n{"line":"claim player1 f6 green"}\n')
        await pilot.wait(300)
        assert order
        assert not any(answering for _, answering in order)
        (reply,) = sent(pilot, "reply")
        assert reply["state"]["claims"] == []  # as it was when it was asked for

    Pilot().run(script)


def test_nobody_waits_long_for_one_who_does_not_read():
    async def script(pilot):
        await set_up(pilot)
        pilot.device.serial.room = 0
        pilot.device.serial.feed(b'{"ask":"state","id":7}\n' * 3)
        await pilot.wait(500)
        await pilot.send('{"line":"claim player1 f6 green"}')
        await pilot.wait()
        assert len(pilot.app.machine().log) == 1

    Pilot().run(script)


def test_a_screen_is_drawn_once_more(monkeypatch):
    async def script(pilot):
        await set_up(pilot)
        scenes = []
        scene = type(pilot.app.machine()).scene

        def short(machine, seat=None):
            scenes.append(1)
            if len(scenes) == 1:
                raise MemoryError
            return scene(machine, seat)

        monkeypatch.setattr(type(pilot.app.machine()), "scene", short)
        await pilot.send('{"line":"claim player1 f6 green"}')
        await pilot.wait()
        assert len(scenes) == 2
        assert [list(marks) for marks in pilot.app._scene.marks.values()] == [[("claim", 0)]]

    Pilot().run(script)
