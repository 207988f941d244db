"""Coverage-guided fuzzing with atheris, where its package has a wheel: `python -m tests.fuzz.guided TARGET [SECONDS] [CORPUS]`.

Whatever raises ends the run with a traceback, and the input is kept as `crash-...` in this folder. A summary is printed at the end.
"""

import os
import sys

import atheris

with atheris.instrument_imports(include=["shared_rules", "firmware", "host"]):
    from tests.fuzz import targets


def main() -> None:
    """Runs one target."""
    if len(sys.argv) < 2 or sys.argv[1] not in targets.TARGETS:
        print(f"usage: python -m tests.fuzz.guided {'|'.join(targets.TARGETS)} [SECONDS] [CORPUS]", file=sys.stderr)
        raise SystemExit(2)
    target = targets.TARGETS[sys.argv[1]]
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    folder = sys.argv[3] if len(sys.argv) > 3 else f".fuzz/{sys.argv[1]}"
    os.makedirs(folder, exist_ok=True)
    options = [f"-max_total_time={seconds}", "-max_len=600", "-timeout=60", "-rss_limit_mb=4096", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], folder, *options], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
