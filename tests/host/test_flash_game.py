"""`roost flash` and the game that runs on the Pico: it warns, and refuses where the game could not go on."""

import json
from typing import Any

import pytest

from firmware.journal import seal
from host import flash
from shared_rules import catalogue

STATE = flash.State("a", "pico", "0.1.0", [])


class Pico:
    """Answers with what its files hold."""

    def __init__(self, number: int, lines: "list[str]") -> None:
        self.answer: Any = [number, b"".join(seal(line, 0) for line in lines)[:400].decode()]

    def told(self, call: str) -> "list[Any]":
        assert "'current'" in call
        if self.answer is None:
            raise flash.FlashProblem("ImportError")
        return [json.loads(json.dumps(self.answer))]


def said(pico: Pico, force: bool = False, state: flash.State = STATE) -> str:
    lines: "list[str]" = []
    flash._game(pico, state, flash.Told(lines.append, lambda question: True), force)  # type: ignore[arg-type]
    return "\n".join(lines)


def test_no_game_runs() -> None:
    assert said(Pico(0, [])) == ""
    assert said(Pico(3, [])) == ""  # its file is gone
    assert said(Pico(3, ["roost 1 fowl_play"]), state=flash.State("", "", "", [])) == ""


def test_a_game_that_goes_on_is_told_of() -> None:
    for lines in (
        ["roost 1 fowl_play", "rules 1", "# mode play"],
        ["roost 1 fowl_play", "rules 1", "seats black white"],
        ["roost 1 fowl_play"],
    ):
        assert "goes on after the update" in said(Pico(3, lines))


def test_a_game_that_could_not_go_on_is_refused_without_force(monkeypatch: pytest.MonkeyPatch) -> None:
    fowl_play = catalogue.package("fowl_play")  # as it is now: an app that ran in this process may have loaded it anew
    pico = Pico(3, ["roost 1 fowl_play", "rules 1", "seats black white"])
    monkeypatch.setattr(fowl_play, "RULES", (1, 2))
    assert "goes on" in said(pico)  # the version before is carried
    monkeypatch.setattr(fowl_play, "RULES", (2, 3))
    with pytest.raises(flash.FlashProblem, match="by version 1 of its rules"):
        said(pico)
    assert "could not be continued" in said(pico, force=True)
    with pytest.raises(flash.FlashProblem, match="chess"):
        said(Pico(3, ["roost 1 chess"]))


def test_what_cant_be_told_is_said() -> None:
    pico = Pico(3, [])
    pico.answer = None
    assert "can't be told" in said(pico)
