"""What MicroPython runs at power-on: copied to the Pico's root as it is, and the only file outside the version folders /a and /b.

`/current.txt` names the folder to run, the board file, and, while a new version is on trial, the folder of the version before it. A new
version that has not shown its first screen in two starts is left for the one before.
"""

import os
import sys

POINTER = "/current.txt"
TRIAL = "/trial.txt"  # a byte for each start of a version on trial
TRIES = 2


def read(path):
    """A file's text, "" if there is none."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def remove(path):
    """Removes a file, if it is there."""
    try:
        os.remove(path)
    except OSError:
        pass


def point(*words):
    """Writes the pointer file in one step."""
    with open(POINTER + ".new", "w") as file:
        file.write(" ".join(words) + "\n")
    os.rename(POINTER + ".new", POINTER)


def choose():
    """(folder, board, folder before or None, fell back) of the version to start; None if none is installed."""
    words = read(POINTER).split()
    if len(words) < 2:
        return None
    folder, board = words[0], words[1]
    if len(words) < 3:
        return folder, board, None, False
    if len(read(TRIAL)) >= TRIES:
        point(words[2], board)
        remove(TRIAL)
        return words[2], board, None, True
    with open(TRIAL, "a") as file:
        file.write("x")
    return folder, board, words[2], False


def main():
    """Starts the version that is current."""
    found = choose()
    if found is None:
        print("Roost is not installed here: run `roost flash` on a computer.")
        return
    folder, board, before, fell_back = found
    sys.path.insert(0, "/" + folder)
    try:
        from firmware import device

        device.main(board, before, fell_back)
    except Exception as error:  # noqa: BLE001 - whatever it is, the version before must get its chance
        sys.print_exception(error)
        if before is not None:  # on trial: try again, and after that the version before
            import time

            import machine

            time.sleep_ms(500)
            machine.reset()


if __name__ == "__main__":
    main()
