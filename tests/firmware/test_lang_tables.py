import importlib
import io
from pathlib import Path

import pytest

from firmware import lang

NAMES = sorted(path.stem for path in Path(lang.__file__).parent.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("name", NAMES)
def test_a_table_has_every_text_and_no_other(name: str) -> None:
    words = importlib.import_module("firmware.lang." + name).WORDS
    found = lang.Table(io.BytesIO(lang.table(words)))
    for _ in range(2):
        assert {key: found.get(key) for key in words} == words
    assert [found.get(key + ".none") for key in words] == [None] * len(words)


def test_keys_of_the_same_number_are_told_apart() -> None:
    seen: "dict[int, str]" = {}
    pair: "tuple[str, str] | None" = None
    n = 0
    while pair is None:
        key = "key.%d" % n
        other = seen.setdefault(lang.crc(key), key)
        if other != key:
            pair = (other, key)
        n += 1
    found = lang.Table(io.BytesIO(lang.table({pair[0]: "one", pair[1]: "zwei ü" * 40})))
    assert [found.get(key) for key in pair] == ["one", "zwei ü" * 40]
