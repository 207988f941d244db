"""Runs KiCad's own design rule check on a board file. Not part of the environment: it is run by the Python that KiCad came with.

    python3 kicad_drc.py BOARD.kicad_pcb REPORT.rpt [--refill]

Prints one JSON object: version, violations (counted by kind), unconnected. Exits 3 when KiCad's module is not there.
"""

import json
import re
import sys


def main() -> int:
    """Checks the board named on the command line."""
    try:
        import pcbnew
    except ImportError as error:
        print(json.dumps({"skipped": f"KiCad's Python module is not installed ({error})"}))
        return 3
    board = pcbnew.LoadBoard(sys.argv[1])
    if "--refill" in sys.argv:
        pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.WriteDRCReport(board, sys.argv[2], pcbnew.EDA_UNITS_MILLIMETRES, True)
    with open(sys.argv[2], encoding="utf-8") as file:
        report = file.read()
    kinds = {}
    for kind, severity in re.findall(r"^\[(\w+)\]:.*\n.*Severity: (\w+)", report, re.MULTILINE):
        kinds[f"{severity} {kind}"] = kinds.get(f"{severity} {kind}", 0) + 1
    numbers = [int(number) for number in re.findall(r"\*\* Found (\d+) ", report)]
    print(json.dumps({"kicad": pcbnew.Version(), "found": numbers, "kinds": kinds}, sort_keys=True))
    return 0


if __name__ == "__main__":
    sys.exit(main())
