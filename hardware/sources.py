"""What each kept file is made from, so that a test can tell when it is stale. Needs nothing but Python."""

import hashlib
import json
from pathlib import Path

HERE = Path(__file__).parent
BUILD = HERE / "build"
MANIFEST = BUILD / "manifest.json"

_BOARD = ("cells.py", "device.py", "parts.py", "plate.py")
_PCB = (
    *_BOARD, "draw.py", "pcb/model.py", "pcb/footprints.py", "pcb/kicad.py", "pcb/gerber.py", "pcb/strokes.py", "pcb/check.py", "pcb/render.py",
    "pcb/route.py",
)  # fmt: skip
# product -> the scripts under hardware/ that make it
SOURCES = {
    "tables": (*_BOARD, "power.py", "tables.py", "wiring.py"),
    "wiring": (*_BOARD, "power.py", "draw.py", "wiring.py"),
    "template": (*_BOARD, "draw.py", "template.py"),
    "lightboard": (*_PCB, "pcb/lightboard.py"),
    "console": (*_PCB, "pcb/console.py"),
    "lightboard-sensing": (*_PCB, "pcb/lightboard.py", "pcb/sensing.py"),
    "enclosure": (*_BOARD, "pcb/console.py", "enclosure.py", "prints.py", "render3d.py"),
}


def values() -> dict:
    """What the firmware says and the scripts read: the board file, the current function, the board's cells, the tunnels."""
    from firmware import current
    from hardware import cells, device
    from shared_rules.fowl_play.pieces import STANDARD_TUNNELS

    board = device.board()
    lights = dict(board.LIGHTS)
    lights["map"] = list(lights["map"])
    budgets = [450, 900, 3200]
    return {
        "board": {
            "title": board.TITLE, "display": board.DISPLAY, "lights": lights, "encoder": board.ENCODER, "buttons": board.BUTTONS,
            "buzzer": board.BUZZER, "joystick": board.JOYSTICK, "reserved": {str(pin): use for pin, use in board.RESERVED.items()},
        },
        "current": [current.PIXELS, current.BOARD, current.IDLE, current.CHANNEL, current.table(budgets)],
        "cells": [[name, *(round(value, 4) for value in cells.position(cell))] for cell, name in enumerate(cells.NAMES)],
        "tunnels": list(STANDARD_TUNNELS),
    }  # fmt: skip


def inputs(product: str) -> dict[str, str]:
    """Hashes of what a product is made from: its scripts, and the firmware's values."""
    out = {name: hashlib.sha256((HERE / name).read_bytes()).hexdigest()[:16] for name in sorted(set(SOURCES[product]))}
    out["firmware"] = hashlib.sha256(json.dumps(values(), sort_keys=True).encode()).hexdigest()[:16]
    return out


def outputs(product: str) -> dict[str, str]:
    """Hashes of the kept files of a product."""
    folder = BUILD / product
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in sorted(folder.iterdir()) if path.is_file()}


def stale() -> list[str]:
    """What is out of date or was changed by hand, as sentences; none when all is well."""
    if not MANIFEST.exists():
        return ["hardware/build/manifest.json is missing"]
    manifest = json.loads(MANIFEST.read_text())
    found = []
    for product in SOURCES:
        kept = manifest.get(product)
        if kept is None or not (BUILD / product).is_dir():
            found.append(f"{product}: never made")
            continue
        now = inputs(product)
        found += [f"{product}: {name} has changed since" for name in sorted(now) if kept["inputs"].get(name) != now[name]]
        if outputs(product) != kept["outputs"]:
            found.append(f"{product}: the files in hardware/build/{product} are not those that were made")
    return found
