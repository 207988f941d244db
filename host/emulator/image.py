"""Where the MicroPython image for the emulated Pico comes from. It is never part of this repository."""

import os
from pathlib import Path

VARIABLE = "ROOST_PICO_UF2"
CACHED = Path("~/.cache/roost/RPI_PICO.uf2")


class NoImage(Exception):
    """There is no firmware image; the text says where it was looked for."""


def find_image(given: "str | Path | None" = None) -> Path:
    """The UF2 file to boot: `given`, else the variable ROOST_PICO_UF2, else the cached one.

    Raises NoImage, with a text for people, when there is none.
    """
    if given is not None:
        path, said = Path(given), f"the image {given}"
    elif os.environ.get(VARIABLE):
        path, said = Path(os.environ[VARIABLE]), f"{VARIABLE} names {os.environ[VARIABLE]}, which"
    else:
        path, said = CACHED.expanduser(), f"no MicroPython image: {VARIABLE} is not set and {CACHED}"
    if not path.is_file():
        raise NoImage(f"{said} does not exist")
    return path
