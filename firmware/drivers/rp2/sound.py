"""The passive buzzer, by PWM. A pattern plays by itself."""

import asyncio

from machine import PWM, Pin

DUTY = (0, 700, 4_000, 32_768)  # of 65,536, for volume 0 to 3


class Sound:
    """The buzzer at a pin; `spawn(coroutine, name)` starts the task that plays a pattern."""

    def __init__(self, pin, spawn):
        self._pin = pin
        self._spawn = spawn
        self._pwm = None
        self._task = None
        Pin(pin, Pin.OUT, value=0)

    def play(self, pattern, volume):
        """Starts a pattern of (Hz or 0, ms); a new one replaces the one that plays."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._quiet()
        if volume and pattern:
            self._task = self._spawn(self._run(pattern, DUTY[min(volume, 3)]), "sound")

    async def _run(self, pattern, duty):
        try:
            for frequency, ms in pattern:
                if frequency:
                    if self._pwm is None:
                        self._pwm = PWM(Pin(self._pin))
                    self._pwm.freq(frequency)
                    self._pwm.duty_u16(duty)
                else:
                    self._quiet()
                await asyncio.sleep_ms(ms)
        finally:
            self._quiet()

    def _quiet(self):
        if self._pwm is not None:
            self._pwm.duty_u16(0)
