"""What the benchmarks measured before: a small JSON file beside the tests, drawn as a picture, and a check against getting worse.

Only figures that don't hang on how fast or busy this machine is are checked: ratios to something measured in the same run, emulated time, sizes.
"""

import datetime
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from host.svg import Picture

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "bench"
HISTORY = FOLDER / "history.json"
PICTURE = FOLDER / "history.svg"

COMPARED = 5  # the last so many entries are what a new one is compared with
THIRD = 1 / 3
KEPT = 200  # entries of each kind

_WIDTH, _HEIGHT = 300, 130  # of a panel
_ACROSS = 3


@dataclass(frozen=True)
class Figure:
    """Something measured.

    value    the number
    unit     its unit, as printed
    more     is more better?
    checked  may it not get worse by a third?
    """

    value: float
    unit: str = ""
    more: bool = False
    checked: bool = True


Figures = Mapping[str, Figure]


def load(path: Path = HISTORY) -> dict[str, list[dict[str, Any]]]:
    """The entries by kind (`host`, `pico`), the oldest first; {} where there is no history."""
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def worse(kind: str, figures: Figures, path: Path = HISTORY) -> list[str]:
    """A sentence for each checked figure that is a third worse than it was, at the median of the last entries."""
    entries = load(path).get(kind, [])
    found: list[str] = []
    for name, figure in figures.items():
        before = [entry["figures"][name]["value"] for entry in entries if name in entry["figures"]][-COMPARED:]
        if not figure.checked or not before:
            continue
        usual = median(before)
        if figure.value < usual * (1 - THIRD) if figure.more else figure.value > usual * (1 + THIRD):
            found.append(f"{name} is {_shown(figure.value)}{figure.unit}, it was {_shown(usual)}{figure.unit}")
    return found


def keep(kind: str, figures: Figures, path: Path = HISTORY, picture: Path = PICTURE) -> None:
    """Adds an entry and draws the picture anew."""
    history = load(path)
    entries = history.setdefault(kind, [])
    entries.append(
        {
            "when": datetime.date.today().isoformat(),
            "where": f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}",
            "figures": {name: {**asdict(figure), "value": round(figure.value, 4)} for name, figure in figures.items()},
        }
    )
    del entries[:-KEPT]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(history, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    picture.write_bytes(draw(history))


def report(kind: str, figures: Figures, keep_it: bool, path: Path = HISTORY, picture: Path = PICTURE) -> tuple[list[str], bool]:
    """(lines to print, is all well) after a run of a benchmark; what is worse is never kept."""
    problems = worse(kind, figures, path)
    if problems:
        return [f"worse by more than a third: {problem}" for problem in problems], False
    count = len(load(path).get(kind, []))
    if keep_it:
        keep(kind, figures, path, picture)
        return [f"kept in {path.name} as entry {count + 1} of {kind}"], True
    return [f"no figure is a third worse than in the last {min(count, COMPARED)} runs"] if count else [], True


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def draw(history: dict[str, list[dict[str, Any]]]) -> bytes:
    """The history as an SVG picture: a panel for each figure, what is checked in strong lines."""
    panels: list[tuple[str, list[dict[str, Any]]]] = []
    for kind in sorted(history):
        names = sorted({name for entry in history[kind] for name in entry["figures"]})  # in whatever order they were measured
        panels += [
            (f"{kind}: {name}", [entry["figures"][name] for entry in history[kind] if name in entry["figures"]]) for name in names
        ]
    rows = -(-len(panels) // _ACROSS)
    picture = Picture(_ACROSS * _WIDTH, max(rows, 1) * _HEIGHT)
    picture.rect(0, 0, _ACROSS * _WIDTH, max(rows, 1) * _HEIGHT, fill="#fffcf6")
    for place, (title, values) in enumerate(panels):
        x, y = place % _ACROSS * _WIDTH, place // _ACROSS * _HEIGHT
        _panel(picture.group(transform=f"translate({x} {y})"), title, values)
    from xml.etree import ElementTree

    return ElementTree.tostring(picture.root, encoding="utf-8", xml_declaration=True) + b"\n"


def _panel(brush: Picture, title: str, values: list[dict[str, Any]]) -> None:
    last = values[-1]
    most = max(entry["value"] for entry in values) or 1.0
    left, top, width, height = 14.0, 46.0, _WIDTH - 28.0, _HEIGHT - 60.0
    brush.text(left, 18, title, 12, "#2b2118", weight="bold")
    better = "more is better" if last["more"] else "less is better"
    brush.text(left, 34, f"{_shown(last['value'])}{last['unit']} · {better}", 11, "#665847")
    step = width / max(len(values) - 1, 1)
    points = [(left + step * place, top + height * (1 - entry["value"] / most)) for place, entry in enumerate(values)]
    brush.add("line", x1=left, y1=top + height, x2=left + width, y2=top + height, stroke="#ddd0ba")
    stroke = "#8f4700" if last["checked"] else "#b5a387"
    brush.add("polyline", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), fill="none", stroke=stroke, stroke_width=2)
    for x, y in points:
        brush.circle(x, y, 2.5, fill=stroke)
