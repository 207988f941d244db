"""The history of the benchmarks: kept, drawn, and a run that is a third worse fails."""

import json
import xml.etree.ElementTree as ET

import pytest

from host import bench_history
from host.bench_history import Figure


@pytest.fixture
def kept(tmp_path):
    """Paths of a history with six entries, and of its picture."""
    path, picture = tmp_path / "bench" / "history.json", tmp_path / "bench" / "history.svg"
    for value in (1.0, 1.1, 0.9, 1.0, 1.0, 1.05):
        figures = {
            "ratio": Figure(value, more=True),
            "size": Figure(100 / value, " KB"),
            "time": Figure(value, " ms", checked=False),
        }
        bench_history.keep("host", figures, path, picture)
    return path, picture


@pytest.mark.parametrize(
    ("figures", "sentences"),
    [
        ({"ratio": Figure(1.0, more=True), "size": Figure(100)}, 0),
        ({"ratio": Figure(0.7, more=True), "size": Figure(130)}, 0),
        ({"ratio": Figure(0.6, more=True)}, 1),
        ({"size": Figure(140)}, 1),
        ({"ratio": Figure(0.1, more=True), "size": Figure(1000)}, 2),
        ({"ratio": Figure(9, more=True), "size": Figure(1)}, 0),
        ({"time": Figure(99, checked=False)}, 0),
        ({"new": Figure(99)}, 0),
    ],
)
def test_what_is_worse(kept, figures, sentences):
    assert len(bench_history.worse("host", figures, kept[0])) == sentences


def test_what_is_worse_is_not_kept(kept):
    path, picture = kept
    before = path.read_bytes()
    lines, well = bench_history.report("host", {"ratio": Figure(0.5, more=True)}, True, path, picture)
    assert not well
    assert lines == ["worse by more than a third: ratio is 0.5, it was 1"]
    assert path.read_bytes() == before
    lines, well = bench_history.report("host", {"ratio": Figure(0.9, more=True)}, True, path, picture)
    assert well
    assert lines == ["kept in history.json as entry 7 of host"]
    assert len(json.loads(path.read_text())["host"]) == 7


def test_only_the_last_runs_count(kept):
    path, picture = kept
    for _ in range(5):
        bench_history.keep("host", {"ratio": Figure(3.0, more=True)}, path, picture)
    assert bench_history.worse("host", {"ratio": Figure(1.5, more=True)}, path)
    assert bench_history.worse("pico", {"ratio": Figure(0.1, more=True)}, path) == []


def test_without_a_history(tmp_path):
    lines, well = bench_history.report("host", {"ratio": Figure(1.0)}, False, tmp_path / "history.json", tmp_path / "history.svg")
    assert (lines, well) == ([], True)
    assert list(tmp_path.iterdir()) == []


def test_the_picture(kept):
    root = ET.fromstring(kept[1].read_bytes())
    text = " ".join(root.itertext())
    for words in ("host: ratio", "host: size", "host: time", "more is better"):
        assert words in text
    lines = [element for element in root.iter() if element.tag.endswith("polyline")]
    assert len(lines) == 3
    assert all(len(line.get("points", "").split()) == 6 for line in lines)


def test_the_picture_belongs_to_what_is_kept(kept):
    """Also when the last run measured something new, and in another order."""
    path, picture = kept
    bench_history.keep("host", {name: Figure(1.0) for name in ("newer", "new")}, path, picture)
    assert picture.read_bytes() == bench_history.draw(bench_history.load(path))


def test_the_history_in_the_tree():
    """What is checked in is whole, and the picture belongs to it."""
    history = bench_history.load()
    assert history["host"]
    assert bench_history.draw(history) == bench_history.PICTURE.read_bytes()
    for entries in history.values():
        for entry in entries:
            assert set(entry) == {"when", "where", "figures"}
