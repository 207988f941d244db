"""What CircuitPython runs first at power-on, before USB: it decides who may write on the drive.

Usually the device writes, for its games, and a computer can only read. With Back held the computer writes, for updates, and no game is kept.
Copied to the root of the CIRCUITPY drive as it is.
"""

import sys
import time

import digitalio
import microcontroller
import storage
import supervisor
import usb_hid
import usb_midi

STACK = 10 * 1024  # bytes; the heap gets what is left of the usual stack, where a version has them in one piece

sys.path.insert(0, "/")


def held(name):
    """Is this button down? Without a board file that can be read, the computer gets the drive."""
    try:
        from roost_board import NAME

        board = getattr(__import__("firmware.boards." + NAME).boards, NAME)
    except (ImportError, AttributeError) as error:
        print(error)
        return True
    button = digitalio.DigitalInOut(getattr(microcontroller.pin, "GPIO%d" % board.BUTTONS[name]))
    button.switch_to_input(digitalio.Pull.UP)
    time.sleep(0.002)
    down = not button.value
    button.deinit()
    return down


# Not needed here: 16 KB more for the heap on CircuitPython 8.
usb_hid.disable()
usb_midi.disable()
if hasattr(supervisor.runtime, "next_stack_limit"):
    supervisor.runtime.next_stack_limit = STACK

if held("back"):
    print("The computer has the drive.")
else:
    storage.remount("/", readonly=False)
    print("The device has the drive.")
