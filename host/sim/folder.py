"""The folder in which a simulated device keeps games and settings: for one device at a time."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

LOCK = ".lock"  # in the folder; the operating system frees it with the process, however that ends


class InUse(Exception):
    """The folder can't be had; the text says why to the person who asked for it."""


@contextmanager
def taken(data: Path) -> Generator[None]:
    """Makes the folder if there is none, and has it for this process alone.

    Raises InUse while another device has it (two of them would write over each other's games), and where it can't be written.
    """
    lock = FileLock(data / LOCK, is_singleton=False)
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock.acquire(blocking=False)
    except Timeout:
        raise InUse(
            f"Another simulated device is using {data}. End it first (`make run`, or any of roost sim, say and games), or name another "
            "folder with --data."
        ) from None
    except OSError as error:
        raise InUse(f"The folder {data} can't be written: {error.strerror or error}.") from None
    try:
        yield
    finally:
        lock.release()
