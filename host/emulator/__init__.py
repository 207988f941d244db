"""A Raspberry Pi Pico that runs the real MicroPython image without hardware, with the parts of the device wired to it.

`pico` boots an image and lets emulated time pass, `parts` models display, encoder and buttons, `flash` charges erase and program
times and records what was written, `image` finds the firmware image. Needs the package `rp2040py` (the extra `emulator`).
"""
