"""Constants stand in the sources for a Pico as numbers and short texts, and those sources still do the same."""

from host.build import ROOT, _sources  # pyright: ignore[reportPrivateUsage]
from host.inline import inlined

ONE = """
from .two import MOST, other, KIND
from . import two
FEW = MOST // 2
HERE = 7
WORDS = ("a", "b")
LONG = "a text that is rather long"
AGAIN = 1
AGAIN = 2
def f(HERE=3):
    return HERE, FEW, MOST + two.MOST, KIND, LONG, AGAIN, two.A, other()
"""
TWO = """
MOST = 3 * 4
KIND = "short"
A, B = range(2)
ASKED = 5
def other():
    return B
"""


def test_numbers_and_short_texts_stand_in_place_of_their_names() -> None:
    found = inlined({"package/one": ONE, "package/two": TWO}, ("ASKED",))
    assert "return (HERE, FEW, 12 + 12, 'short', LONG, AGAIN, 0, other())" in found["package/one"]
    assert "FEW = 12 // 2" in found["package/one"]
    assert "HERE = 7" in found["package/one"]  # bound twice: as an argument, too
    assert "MOST" not in found["package/two"]
    assert "return 1" in found["package/two"]
    assert "ASKED = 5" in found["package/two"]


def test_the_version_is_kept_for_the_computer_that_asks_for_it() -> None:
    assert "VERSION = " in _sources(ROOT)["firmware/version"]


def test_every_source_that_is_compiled_is_python() -> None:
    for name, text in _sources(ROOT).items():
        compile(text, name, "exec")
