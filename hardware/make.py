"""Makes everything under hardware/build from the scripts: `python -m hardware.make [PRODUCT ...]`, `--stale` for what is out of date only.

Exits 1 when a check fails. KiCad's own check of the boards runs where a Python with KiCad's module is found, else the summary says why not.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from hardware import sources

DRC = Path(__file__).parent / "pcb" / "kicad_drc.py"


def kicad_check(board: Path) -> dict:
    """What KiCad's design rule check says of a board file, with our copper and with its own refill; or why it was skipped."""
    tried = []
    for python in ("/usr/bin/python3", shutil.which("python3") or "", shutil.which("kicad-python") or ""):
        if not python or not Path(python).exists():
            continue
        out = {}
        for name, options in (("as_written", []), ("refilled", ["--refill"])):
            with tempfile.TemporaryDirectory() as folder:
                # a copy: KiCad writes its settings beside what it opens
                for path in board.parent.glob(f"{board.stem}.kicad_*"):
                    shutil.copy(path, folder)
                command = [python, str(DRC), str(Path(folder) / board.name), str(Path(folder) / "report.rpt"), *options]
                done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
            lines = done.stdout.strip().splitlines()
            answer = json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {"skipped": done.stderr.strip()[-200:]}
            if "skipped" in answer:
                tried.append(answer["skipped"])
                break
            out[name] = answer
        else:
            return out
    return {"skipped": tried[0] if tried else "no Python with KiCad's module was found"}


def _tables(folder: Path) -> list[str]:
    from hardware import tables, wiring

    for name, text in (
        ("bom.csv", tables.bom_csv()), ("supplies.csv", tables.supplies_csv()), ("voltage-drop.csv", tables.drop_csv()),
        ("pins.csv", wiring.pins_csv()), ("wires.csv", wiring.wires_csv()),
    ):  # fmt: skip
        (folder / name).write_text(text)
    return []


def _wiring(folder: Path) -> list[str]:
    from hardware import draw, wiring

    drawing = wiring.diagram()
    (folder / "wiring.svg").write_text(drawing.svg())
    (folder / "wiring.png").write_bytes(drawing.png(5))
    drawing.pdf(folder / "wiring.pdf")
    return [f"texts overlap: {a} / {b}" for a, b in draw.overlaps(drawing)]


def _template(folder: Path) -> list[str]:
    from hardware import draw, template

    template.write(folder)
    (folder / "strip.png").write_bytes(template.cut_drawing().png(5))
    drawings = (template.cut_drawing(), template.base_plate(), template.grid(), template.top())
    return [f"{drawing.title}: texts overlap: {a} / {b}" for drawing in drawings for a, b in draw.overlaps(drawing)]


def _pcb(name: str) -> Callable[[Path], list[str]]:
    def make(folder: Path) -> list[str]:
        from hardware.pcb import check, console, gerber, kicad, lightboard, model, render, sensing

        if name == "lightboard":
            board = lightboard.build()
            model.pour(board)
        elif name == "console":
            board = console.build()
        else:
            board = sensing.build()
        kicad.write(board, folder)
        gerber.write(board, folder)
        dots = 10 if name == "console" else 7
        for side in ("top", "bottom"):
            (folder / f"{name}-{side}.png").write_bytes(render.png(board, side, dots_per_mm=dots))
            (folder / f"{name}-{side}-copper.png").write_bytes(render.png(board, side, True, dots_per_mm=dots))
        summary = check.check(board, folder)
        summary["kicad"] = kicad_check(folder / f"{name}.kicad_pcb")
        faults = list(summary["faults"])
        for way, answer in summary["kicad"].items():
            if way != "skipped" and any(answer["found"]):
                faults.append(f"KiCad ({way}): {answer['kinds']}")
        (folder / "summary.json").write_text(json.dumps(summary, indent=1, sort_keys=True) + "\n")
        return faults

    return make


def _enclosure(folder: Path) -> list[str]:
    from hardware import parts, prints

    summary = prints.write(folder)
    (folder / "summary.json").write_text(json.dumps({"bed_mm": parts.BED, "parts": summary}, indent=1, sort_keys=True) + "\n")
    return [f"{name}: {fault}" for name, part in summary.items() for fault in part["faults"]]


PRODUCTS: dict[str, Callable[[Path], list[str]]] = {
    "tables": _tables,
    "wiring": _wiring,
    "template": _template,
    "lightboard": _pcb("lightboard"),
    "console": _pcb("console"),
    "lightboard-sensing": _pcb("lightboard-sensing"),
    "enclosure": _enclosure,
}


def main(arguments: list[str] | None = None) -> int:
    """Makes the products named, else all; gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m hardware.make", description=__doc__.splitlines()[0])
    parser.add_argument("products", nargs="*", metavar="PRODUCT", help=", ".join(PRODUCTS))
    parser.add_argument("--stale", action="store_true", help="only what is out of date")
    options = parser.parse_args(arguments)
    wanted = options.products or list(PRODUCTS)
    if unknown := [name for name in wanted if name not in PRODUCTS]:
        parser.error(f"no such product: {', '.join(unknown)}")
    if options.stale:
        old = {sentence.split(":")[0] for sentence in sources.stale()}
        wanted = [name for name in wanted if name in old or not sources.MANIFEST.exists()]
    failed = False
    for name in wanted:
        started = time.monotonic()
        final = sources.BUILD / name
        sources.BUILD.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=sources.BUILD, prefix=".") as work:
            before = sources.inputs(name)
            faults = PRODUCTS[name](Path(work))
            shutil.rmtree(final, ignore_errors=True)
            shutil.copytree(work, final)
            final.chmod(0o755)  # the temporary folder was for its owner only
        manifest = json.loads(sources.MANIFEST.read_text()) if sources.MANIFEST.exists() else {}
        manifest[name] = {"inputs": before, "outputs": sources.outputs(name)}
        sources.MANIFEST.write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n")
        print(f"{name}: {len(manifest[name]['outputs'])} files, {time.monotonic() - started:.0f} s", flush=True)
        for fault in faults:
            failed = True
            print(f"  FAULT {fault}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
