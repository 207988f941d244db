"""A process of its own: the other drivers for CircuitPython on stand-ins. Prints `right`. Argument: path of the tree."""

import asyncio
import sys
import types

ROOT = sys.argv[1]
sys.path.insert(0, ROOT)

from tests.firmware.circuitpython import fakes

fakes.put()
package = types.ModuleType("firmware.drivers.circuitpython")  # without what the whole device needs
package.__path__ = [ROOT + "/firmware/drivers/circuitpython"]
sys.modules[package.__name__] = package

from firmware.boards import pico
from firmware.drivers.circuitpython import clock, display, inputs, joystick, serial, sound

# The knob: four edges a detent; two edges there and back are none.
knob = inputs.Encoder(fakes.Pin(10), fakes.Pin(11), 4, 1)
turned = []
for edges in (1, 3, 4, 8, 6, 4, 2, 0):
    knob._counter.position = edges
    assert knob.moved()
    turned.append(knob.detents(0))
    assert not knob.moved()
assert turned == [0, 1, 0, 1, 0, -1, 0, -1], turned
other_way = inputs.Encoder(fakes.Pin(10), fakes.Pin(11), 2, -1)
other_way._counter.position = -4
assert other_way.detents(0) == 2

# The buttons, as `keypad` tells them.
hands = inputs.Inputs(knob, {"confirm": fakes.Pin(12), "back": fakes.Pin(13), "menu": fakes.Pin(14)})
assert not hands.moved()
hands._keys.events.queue += [fakes.Event(1, True), fakes.Event(1, False), fakes.Event(0, True)]
assert hands.moved()
assert hands.poll() == [("down", "confirm"), ("up", "confirm"), ("down", "back")]
assert hands.poll() == []

# One that was held at power-on is no press.
hands._keys.events.queue += [fakes.Event(0, True, 0), fakes.Event(0, False)]
assert hands.poll() == []
hands._keys.events.queue += [fakes.Event(0, True), fakes.Event(0, False)]
assert hands.poll() == [("down", "back"), ("up", "back")]

# The joystick steps once, and again only while it stays out.
stick = joystick.Joystick(fakes.Pin(26), fakes.Pin(27), invert_y=True)
stick._x.value = 60000
assert stick.out()
assert [stick.event(now) for now in (0, 100, 449, 450, 500, 631)] == ["e", None, None, "e", None, "e"]
stick._y.value = 2000  # pushed up: the axis counts the other way
assert stick.event(640) == "ne"
stick._x.value = stick._y.value = 32768
assert stick.event(650) is None
assert not stick.out()

# The serial port takes what it has room for, and drops what nobody reads.
port = serial.Serial()
assert port.write(b"x" * 300) == 256
assert port.write(b"y") == 0
fakes.console.connected = False
assert port.write(b"dropped") == 7
fakes.console.connected = True
fakes.console.came += b"z" * 200
assert port.ready()
assert (len(port.read()), len(port.read()), port.read()) == (128, 72, b"")

# A display that isn't there is looked for every two seconds; one that goes away is sent everything again.
fakes.I2C.pulled_up = False
panel = display.Display(fakes.Pin, pico.DISPLAY)
assert not panel.step(0)
assert not panel.present
fakes.I2C.pulled_up = True
assert not panel.step(1999)
assert panel.step(2000)
bus = fakes.made[-1]
assert (bus.pins, bus.frequency) == ((5, 4), 400_000)
panel.show(bytes(range(256)) * 4)
while panel.step(2001):
    pass
assert not panel.busy()
sent = len(bus.heard)
fakes.I2C.answers = set()
panel.show(bytes(1024))
panel.step(2002)
assert not panel.present
panel.contrast(9)
fakes.I2C.answers = {0x3C}
assert panel.step(2003)
del bus.heard[:]
while panel.step(2004):
    pass
assert sum(len(data) for _, data in bus.heard) > 1024
assert bus.heard[-2][1][-1] == 9 or bus.heard[-3][1][-1] == 9


async def rest():
    # A pattern plays by itself, a new one replaces it, and silence follows.
    time = clock.Clock()
    buzzer = sound.Sound(fakes.Pin(15), time.spawn)
    pwm = fakes.made[-1]
    buzzer.play(((440, 10), (0, 5), (880, 10)), 2)
    await buzzer._task
    assert [frequency for frequency, duty in pwm.told if duty] == [440, 880], pwm.told
    assert pwm.duty_cycle == 0
    buzzer.play(((440, 500),), 3)
    await time.sleep_ms(10)
    buzzer.play((), 0)
    await time.sleep_ms(10)
    assert pwm.duty_cycle == 0
    # Time only grows, also where the runtime's own starts over; a wait ends by its event or its time.
    import supervisor

    now = [(1 << 29) - 5]
    supervisor.ticks_ms = lambda: now[0]
    time = clock.Clock()
    now[0] = 10
    assert time.ticks_ms() == 15
    event = asyncio.Event()
    assert not await time.wait(event, 0)
    event.set()
    assert await time.wait(event, 0)
    assert await time.wait(event)


asyncio.run(rest())
print("right")
