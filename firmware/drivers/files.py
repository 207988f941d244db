"""Storage in files of one folder, on every runtime: each write is on the medium before it returns."""

import os

from .spare import opened

_NEW = ".new"  # what is being written, until it takes its name by one rename


def _sync(file):
    # MicroPython's flush() reaches the medium; CPython needs one call more.
    file.flush()
    if hasattr(os, "fsync"):
        os.fsync(file.fileno())


class Files:
    """See `firmware.drivers`. The folder is made if it isn't there."""

    def __init__(self, folder):
        self.folder = folder
        made = ""
        for part in folder.split("/"):
            made += part + "/"
            if part:
                try:
                    os.mkdir(made)
                except OSError:
                    os.stat(made)  # raises OSError if it isn't there now either
        self._sync_folder()

    def _path(self, name):
        return self.folder + "/" + name

    def _sync_folder(self):
        # Where a folder can be opened (POSIX under CPython), a rename is durable only once the folder is.
        if hasattr(os, "fsync") and hasattr(os, "O_DIRECTORY"):
            handle = os.open(self.folder, os.O_DIRECTORY)  # type: ignore
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    def names(self):
        found = []
        for name in os.listdir(self.folder.encode()):  # as bytes: a foreign name that isn't UTF-8 would end the whole listing
            try:
                name = str(name, "utf-8")
            except UnicodeError:
                continue
            if not name.endswith(_NEW):
                found.append(name)
        return sorted(found)

    def size(self, name):
        try:
            return os.stat(self._path(name))[6]
        except OSError:
            return -1

    def read(self, name, start, count):
        with opened(self._path(name), "rb") as file:
            file.seek(start)
            return file.read(count)

    def append(self, name, data):
        self.extend(name, (data,))

    def extend(self, name, pieces):
        """Appends all the pieces, in one step."""
        fresh = self.size(name) < 0
        with opened(self._path(name), "ab") as file:
            for piece in pieces:
                file.write(piece)
            _sync(file)
        if fresh:
            self._sync_folder()

    def replace(self, name, pieces):
        with opened(self._path(name) + _NEW, "wb") as file:
            for piece in pieces:
                file.write(piece)
            _sync(file)
        if hasattr(os, "replace"):
            os.replace(self._path(name) + _NEW, self._path(name))
        else:
            os.rename(self._path(name) + _NEW, self._path(name))
        self._sync_folder()

    def remove(self, name):
        if self.size(name) >= 0:
            os.remove(self._path(name))

    def free(self):
        if not hasattr(os, "statvfs"):
            return -1
        found = os.statvfs(self.folder)
        return found[0] * found[3]
