"""The simulated device: `python -m firmware.simulated --data DIR`, or the same with `micropython`.

Its serial port is standard input and output; what it remembers are files in DIR. It ends when standard input does.
"""

import asyncio
import sys

from .app import App, Ended
from .drivers import sim


async def _run(folder):
    device = sim.device(folder)
    at_once = False
    while not device.serial.closed:
        app = App(device, at_once=at_once)
        await app.run()
        at_once = app.again
    device.serial.drain()


def main(arguments):
    """Runs the device; arguments as after the module's name."""
    if len(arguments) != 2 or arguments[0] != "--data":
        sys.stderr.write("usage: -m firmware.simulated --data DIR\n")
        return 2
    try:
        asyncio.run(_run(arguments[1]))
    except (KeyboardInterrupt, Ended):
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
