"""The chip's flash below the file system, for `firmware.drivers.logstore` and `inplace`."""

import rp2
import uctypes

SECTOR = 4096


class RawFlash:
    """The chip's flash by blocks, as littlefs counts them; `rp2.Flash()` behind it."""

    def __init__(self):
        self._device = rp2.Flash()
        self._at = uctypes.bytearray_at
        self.blocks = self._device.ioctl(4, 0)
        # The flash is mapped into memory, the file system at its end; find where by comparing with what the device says.
        self._base = self._mapped()

    def _mapped(self):
        size = self.blocks * SECTOR
        sample = bytearray(64)
        for flash_size in (1 << 21, 1 << 22, 1 << 23, 1 << 24):
            base = 0x10000000 + flash_size - size
            good = True
            for block in (0, 1, self.blocks // 2, self.blocks - 1):
                self._device.readblocks(block, sample, 0)
                if bytes(self._at(base + block * SECTOR, 64)) != bytes(sample):
                    good = False
                    break
            if good:
                return base
        return None

    def view(self, block):
        """The 4,096 bytes of a block, to read."""
        if self._base is not None:
            return memoryview(self._at(self._base + block * SECTOR, SECTOR))
        data = bytearray(SECTOR)
        self._device.readblocks(block, data, 0)
        return memoryview(data)

    def mapped(self, block, offset, count):
        """These bytes of a block where they lie; only where `beginning` has found blocks."""
        return self._at(self._base + block * SECTOR + offset, count)

    def beginning(self, heads, size):
        """dict: each of these heads (bytes of that size) -> list of the blocks that begin so; of none if the flash isn't mapped into memory."""
        found = {head: [] for head in heads}
        at, base = self._at, self._base
        if base is not None:
            for where in range(base, base + self.blocks * SECTOR, SECTOR):
                head = at(where, size)
                for one in heads:
                    if head == one:
                        found[one].append((where - base) // SECTOR)
        return found

    def start(self, block, buffer):
        """Reads the start of a block into a buffer."""
        self._device.readblocks(block, buffer, 0)

    def erase(self, block):
        """Erases a block to 0xFF."""
        self._device.ioctl(6, block)

    def program(self, block, offset, page):
        """Programs one page of 256 bytes; bits that are 0 in flash stay 0."""
        self._device.writeblocks(block, page, offset)
