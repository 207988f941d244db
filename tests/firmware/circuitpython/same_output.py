"""A process of its own: Adafruit's libraries with our drivers, and the MicroPython drivers, shown the same screens and lights.

Prints a line `same SCREENS FRAMES ORDER CONTROLLER`; raises AssertionError where panel or chain would differ. Arguments: path of the tree,
order of the colours, controller of the display, its offset.
"""

import importlib
import sys
import types

ROOT, ORDER, CONTROLLER, OFFSET = sys.argv[1:5]
sys.path.insert(0, ROOT)

from tests.firmware import playing

shown = []


async def collect(pilot):
    device = pilot.device
    show, light = device.display.show, device.lights.show

    def both(buffer):
        shown.append(("picture", bytes(buffer)))
        show(buffer)

    def lit(rgb):
        shown.append(("lights", bytes(rgb)))
        light(rgb)

    device.display.show, device.lights.show = both, lit
    lines = playing.read(ROOT + "/tests/records/fowl_play/007-full.roost")
    await playing.set_up(pilot, lines)
    for line in playing.actions(lines)[:12]:
        await pilot.act(line)


from tests.firmware.pilot import Pilot

Pilot().run(collect)

from tests.firmware.circuitpython import fakes, rp2_fakes

fakes.put()
rp2_fakes.put()

from firmware.boards import pico
from host.emulator import parts

circuit_display = importlib.import_module("firmware.drivers.circuitpython.display")
circuit_lights = importlib.import_module("firmware.drivers.circuitpython.lights")
package = types.ModuleType("firmware.drivers.rp2")  # without what the whole device needs
package.__path__ = [ROOT + "/firmware/drivers/rp2"]
sys.modules[package.__name__] = package
rp2_display = importlib.import_module("firmware.drivers.rp2.display")
rp2_lights = importlib.import_module("firmware.drivers.rp2.lights")
for name in ("adafruit_ssd1306", "adafruit_bus_device.i2c_device", "neopixel", "adafruit_pixelbuf"):
    assert "site-packages" in sys.modules[name].__file__, "not Adafruit's own " + name

wiring = dict(pico.DISPLAY, controller=CONTROLLER, offset=int(OFFSET))
ours = circuit_display.Display(fakes.Pin, wiring)
bus = rp2_fakes.I2C()
theirs = rp2_display.Display(bus, wiring["address"], CONTROLLER, int(OFFSET))
panels = (parts.Display(0, CONTROLLER), parts.Display(0, CONTROLLER))


def take(panel, heard):
    for _, data in heard:
        panel._control = None
        for value in data:
            panel._take(value)
    del heard[:]


chain = circuit_lights.Lights(fakes.Pin(2), ORDER, pico.LIGHTS["map"])
other = rp2_lights.Lights(2, ORDER, pico.LIGHTS["map"])
del fakes.chain[:]
screens = frames = 0
last = bytes(381)
for kind, data in shown:
    if kind == "picture":
        ours.show(data)
        theirs.show(data)
        while ours.step(0):
            pass
        while theirs.step(0):
            pass
        take(panels[0], fakes.made[-1].heard)
        take(panels[1], bus.heard)
        assert panels[0].picture() == data, "Adafruit's library shows something else"
        assert panels[0].ram == panels[1].ram, "the two drivers differ"
        assert panels[0].on
        assert panels[1].on
        assert panels[0].contrast == panels[1].contrast
        screens += 1
    else:
        chain.show(data)
        del rp2_fakes.words[:]
        other.show(bytearray(data))
        other._going_out = False
        if rp2_fakes.words == []:
            other.step()
        sent = rp2_fakes.words[-1]
        size = len(ORDER)
        wire = b"".join(sent[at : at + size] for at in range(0, len(sent), 4))
        if data == last:
            assert fakes.chain == [], "sent though nothing changed"
        else:
            assert fakes.chain == [wire], "the chain gets other bytes"
            frames += 1
        del fakes.chain[:]
        last = data
print("same", screens, frames, ORDER, CONTROLLER)
