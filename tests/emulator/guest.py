"""Code that tests run on the emulated Pico."""

START = """
import sys
sys.path.insert(0, "/a")
import asyncio, gc, time
from firmware.boards import load
board = load("pico")
"""

DEVICE = (
    START
    + """
from firmware.drivers.rp2 import PicoDevice
async def main():
    device = PicoDevice(board)
    device.start()
    await body(device)
"""
)


def body(code: str) -> str:
    """A program that makes the whole device and runs this body of `async def body(device)`."""
    lines = "\n".join("    " + line for line in code.strip().splitlines())
    return DEVICE + "async def body(device):\n" + lines + "\nasyncio.run(main())\n"
