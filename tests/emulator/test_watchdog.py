"""A program that hangs is restarted; one that was stopped by hand is left alone."""

from typing import Any

from .guest import body

HANG = body("device.watchdog.start(500)\nprint('on')\nwhile True:\n    pass")
FED = body(
    "device.watchdog.start(500)\nprint('on')\nfor _ in range(20):\n    device.watchdog.feed()\n    await asyncio.sleep_ms(100)\ndevice.watchdog.stop()\nprint('off')"
)


def test_a_hang_restarts_the_chip(bench: Any) -> None:
    b = bench()
    b.start(HANG)
    b.pico.until_said(b"on\r\n")
    b.run(3000)
    assert b.execute("import machine\nprint(machine.reset_cause() == machine.WDT_RESET)") == "True\n"


def test_fed_it_lets_the_program_run_and_stopped_it_stays_off(bench: Any) -> None:
    b = bench()
    b.start(FED)
    b.pico.until_said(b"off", 6000)
    b.execute("marker = 7")
    b.run(20_000)
    assert b.execute("print(marker)") == "7\n"
