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
