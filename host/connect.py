"""Carries the lines of a Pico's serial port to standard output, and standard input to the port: `python -m host.connect PORT`.

The page's server runs it as it runs a simulated device. It ends when standard input does, or with words and status 1 when the port goes away.
"""

import os
import sys
import threading
import time
from typing import Any

import serial

from .ports import PortProblem, open_port

HELLO = b'\n{"hello":{"protocol":1}}\n'
SILENT_S = 4.0  # after which a Pico is taken to stand at MicroPython's prompt, and is started
RESTART = b"\r\x02\x04"  # out of a raw prompt, then a soft restart: main.py runs


def carry(port: str) -> int:
    """Carries until either side ends; returns the exit status."""
    try:
        line: Any = open_port(port).serial
    except PortProblem as problem:
        print(problem, file=sys.stderr)
        return 1
    line.timeout = 0.2  # pyright: ignore[reportAttributeAccessIssue]
    done = threading.Event()

    def inward() -> None:
        try:
            while not done.is_set():
                data = os.read(0, 4096)
                if not data:
                    break
                line.write(data)
        except (OSError, serial.SerialException) as problem:
            print(f"The Pico at {port} takes nothing any more: {problem}", file=sys.stderr)
        done.set()

    threading.Thread(target=inward, daemon=True).start()
    heard = b""
    asked, started = time.monotonic(), False
    try:
        line.write(HELLO)
        while not done.is_set():
            data = line.read(max(1, line.in_waiting))  # pyright: ignore[reportAttributeAccessIssue]
            if data:
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()
            if not started:
                heard = (heard + data)[-4096:]
                if b'{"hello"' in heard:
                    started = True
                elif time.monotonic() - asked > SILENT_S:
                    started = True
                    line.write(RESTART)
                    time.sleep(0.5)
                    line.write(HELLO)
    except (OSError, serial.SerialException) as problem:
        print(f"The Pico at {port} is gone: {problem}", file=sys.stderr)
        return 1
    finally:
        done.set()
        line.close()
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print("usage: python -m host.connect PORT", file=sys.stderr)
        sys.exit(2)
    sys.exit(carry(sys.argv[1]))
