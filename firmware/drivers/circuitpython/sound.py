"""The passive buzzer, by `pwmio`. A pattern plays by itself."""

import asyncio

import pwmio

DUTY = (0, 700, 4_000, 32_768)  # of 65,536, for volume 0 to 3


class Sound:
    """The buzzer at a pin; `spawn(coroutine, name)` starts the task that plays a pattern."""

    def __init__(self, pin, spawn):
        self._pwm = pwmio.PWMOut(pin, duty_cycle=0, frequency=1000, variable_frequency=True)
        self._spawn = spawn
        self._task = None

    def play(self, pattern, volume):
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._pwm.duty_cycle = 0
        if volume and pattern:
            self._task = self._spawn(self._run(pattern, DUTY[min(volume, 3)]), "sound")

    async def _run(self, pattern, duty):
        pwm = self._pwm
        try:
            for frequency, ms in pattern:
                if frequency:
                    pwm.frequency = frequency
                pwm.duty_cycle = duty if frequency else 0
                await asyncio.sleep(ms / 1000)
        finally:
            pwm.duty_cycle = 0
