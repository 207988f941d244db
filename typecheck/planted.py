"""Checks the checks: each must find an error that is planted for it. `make lint` ends with this."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BIN = Path(sys.executable).parent

# Configuration -> a source with one error that only shows with the right types at hand, and the rule that finds it.
TYPES = {
    "shared_rules": ("from shared_rules import hexboard\n\nCELL: str = hexboard.cell('a1')\n", "reportAssignmentType"),
    "host": ("import click\n\nclick.echo('a', colour=True)\n", "reportCallIssue"),
    "firmware": ("import machine\n\nPIN = machine.Pin(0, machine.Pin.OUT, strength=1)\n", "reportCallIssue"),
}
STYLES = {
    "ruff check": (["check", "--stdin-filename", "host/planted.py", "-"], "def undocumented():\n    return nothing\n", "F821"),
    "ruff format": (["format", "--check", "--stdin-filename", "host/planted.py", "-"], "a = 'b'\n", ""),
}


def found_by_types(name: str, source: str, rule: str) -> bool:
    """Does basedpyright, configured as for `name`, find the error?"""
    text = "\n".join(line for line in (HERE / f"{name}.json").read_text().splitlines() if not line.strip().startswith("//"))
    config = json.loads(text)
    with tempfile.TemporaryDirectory(dir=HERE, prefix="planted-") as folder:
        Path(folder, "planted.py").write_text(source)
        config["include"] = [f"{Path(folder).name}/planted.py"]
        project = HERE / f"{Path(folder).name}.json"
        try:
            project.write_text(json.dumps(config))
            done = subprocess.run([BIN / "basedpyright", "--project", project], capture_output=True, text=True, check=False)
        finally:
            project.unlink()
    return done.returncode == 1 and rule in done.stdout and done.stdout.count(" - error: ") == 1


def found_by_style(arguments: list[str], source: str, rule: str) -> bool:
    """Does ruff find the error?"""
    done = subprocess.run([BIN / "ruff", *arguments], input=source, capture_output=True, text=True, check=False, cwd=HERE.parent)
    return done.returncode == 1 and rule in done.stdout


def main() -> int:
    """Exit status 1 when a check let its planted error pass."""
    missed = [f"types of {name}" for name, planted in TYPES.items() if not found_by_types(name, *planted)]
    missed += [name for name, planted in STYLES.items() if not found_by_style(*planted)]
    for name in missed:
        print(f"The check '{name}' did not find the error planted for it.", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
