"""The piece of memory that is set aside for opening files."""

import builtins

import pytest

from firmware import lang
from firmware.drivers import spare
from firmware.drivers.files import Files


@pytest.fixture
def short(monkeypatch):
    """Memory suffices for no file while the piece is set aside. The paths that were tried."""
    tried = []

    def tight(path, mode):
        tried.append(str(path))
        if not spare.missing():
            raise MemoryError
        return builtins.open(path, mode)

    monkeypatch.setattr(spare, "open", tight, raising=False)
    spare.set_aside()
    yield tried
    spare.give_up()


@pytest.mark.parametrize("what", ["read", "append", "replace"])
def test_a_file_is_opened_in_the_piece_set_aside(what, tmp_path, short):
    files = Files(str(tmp_path))
    (tmp_path / "one").write_bytes(b"old")
    if what == "read":
        assert files.read("one", 0, 3) == b"old"
    elif what == "append":
        files.append("one", b"!")
    else:
        files.replace("one", (b"new",))
    assert spare.missing()
    assert len(short) == 2
    assert (tmp_path / "one").read_bytes() == {"read": b"old", "append": b"old!", "replace": b"new"}[what]


def test_so_is_a_table_of_words(tmp_path, monkeypatch, short):
    (tmp_path / ("xx" + lang.ENDING)).write_bytes(lang.table({"yes": "jo"}))
    monkeypatch.setattr(lang, "__file__", str(tmp_path / "__init__.py"))
    assert lang.load("xx").get("yes") == "jo"
    assert len(short) == 2


def test_what_memory_never_suffices_for_is_said(tmp_path, monkeypatch, short):
    def never(path, mode):
        raise MemoryError

    monkeypatch.setattr(spare, "open", never)
    with pytest.raises(MemoryError):
        Files(str(tmp_path)).append("one", b"!")


def test_it_is_set_aside_again():
    spare.set_aside()
    assert not spare.missing()
    spare.give_up()
    assert spare.missing()
    spare.set_aside()
    assert not spare.missing()
    spare.give_up()
