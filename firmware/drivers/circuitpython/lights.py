"""The light chain by Adafruit's `neopixel`."""

from neopixel import NeoPixel

from ..gamma import table


class Lights:
    """The chain.

    pin     the data pin
    order   letters in wire order, such as "GRB" or "GRBW"; with a W, what red, green and blue have in common goes there
    cells   bytes: the cell at each position of the chain
    """

    def __init__(self, pin, order, cells):
        self.white = "W" in order
        self.pixels = NeoPixel(pin, len(cells), bpp=len(order), auto_write=False, pixel_order=order)
        self._positions = bytearray(len(cells))  # of each cell
        for position, cell in enumerate(cells):
            self._positions[cell] = position
        self._gamma = table()
        self._plain = self._gamma == bytes(range(256))
        self._shown = bytearray(3 * len(cells))
        self.frames = 0
        self.pixels.show()

    def show(self, rgb):
        shown = self._shown
        if rgb == shown:
            return
        pixels = self.pixels
        positions = self._positions
        for at in range(0, len(rgb), 3):
            color = rgb[at : at + 3]
            if color != shown[at : at + 3]:
                pixels[positions[at // 3]] = self._levels(color)
        shown[:] = rgb
        pixels.show()
        self.frames += 1

    def _levels(self, color):
        red, green, blue = color
        gamma = self._gamma
        if self.white:
            least = min(red, green, blue)
            if self._plain:
                return red - least, green - least, blue - least, least
            return gamma[red - least], gamma[green - least], gamma[blue - least], gamma[least]
        if self._plain:
            return red, green, blue
        return gamma[red], gamma[green], gamma[blue]
