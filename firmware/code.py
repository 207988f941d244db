"""What CircuitPython runs after `boot.py`: copied to the root of the CIRCUITPY drive as it is, beside `firmware/` and `shared_rules/`.

`roost_board.py`, which `roost flash --circuitpython` writes, names the board file.
"""

import sys

import supervisor

if hasattr(supervisor, "status_bar"):
    supervisor.status_bar.console = False  # it would be written between the lines of the link

# Adafruit's asyncio 3 wants the names that its half inside CircuitPython has from version 9 on. Without that half it uses one in Python.
try:
    import _asyncio

    if not hasattr(_asyncio.TaskQueue, "push"):
        sys.modules["_asyncio"] = object()
except ImportError:
    pass

sys.path.insert(0, "/")

from roost_board import NAME

from firmware.drivers.circuitpython import run

run.main(NAME)
