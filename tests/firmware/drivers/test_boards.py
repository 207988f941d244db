from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from firmware import boards
from firmware.boards import check
from shared_rules import hexboard

NAMES = sorted(path.stem for path in Path(boards.__file__).parent.glob("*.py") if path.stem not in ("__init__", "check"))


@pytest.mark.parametrize("name", NAMES)
def test_every_board_file_is_right(name: str) -> None:
    board = boards.load(name)
    assert check.faults(board) == []
    assert name == board.NAME


def test_there_is_a_second_board() -> None:
    assert {"pico", "pico_w"} <= set(NAMES)


def changed(**values: Any) -> SimpleNamespace:
    table = {key: value for key, value in vars(boards.load("pico")).items() if key.isupper()}
    return SimpleNamespace(**(table | values))


def test_what_is_wrong_is_found() -> None:
    pico = boards.load("pico")
    assert "adjacent" in check.faults(changed(ENCODER=pico.ENCODER | {"b": 9}))[-1]
    assert "both" in check.faults(changed(BUZZER=2))[0]
    assert "127 cells" in check.faults(changed(LIGHTS=pico.LIGHTS | {"map": bytes(127)}))[0]
    assert "colour order" in check.faults(changed(LIGHTS=pico.LIGHTS | {"order": "GRX"}))[0]
    assert "I2C1" in check.faults(changed(DISPLAY=pico.DISPLAY | {"bus": 1}))[0]
    assert "current" in check.faults(changed(BUDGET_MA=100))[0]
    assert "free pin" in check.faults(changed(BUZZER=25))[0]


def test_chains_by_rows() -> None:
    names = [hexboard.name(cell) for cell in boards.rows("mlkjihgfedcba")]
    assert names[:9] == ["m7", "m8", "m9", "m10", "m11", "m12", "m13", "l13", "l12"]
    assert names[-1] == "a7"
    straight = [hexboard.name(cell) for cell in boards.rows("abcdefghijklm", first_leftward=True, alternate=False)]
    assert straight[:8] == ["a7", "a6", "a5", "a4", "a3", "a2", "a1", "b8"]
    with pytest.raises(ValueError, match="all 13 rows"):
        boards.rows("abc")
