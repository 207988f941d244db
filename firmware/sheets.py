"""The sheets of a game in which each seat has one: whose, and what stands on it. Loaded when they are wanted."""


class _Sheet:
    """The game as one seat's sheet shows it."""

    def __init__(self, machine, seat):
        self._machine = machine
        self._seat = seat

    def scene(self, seat=None):
        return self._machine.scene(self._seat)

    def __getattr__(self, name):
        return getattr(self._machine, name)


async def open_sheets(table):
    """Lets one choose a seat and read its sheet, lit up meanwhile."""
    app = table.app
    machine = table.machine
    seat = (machine.to_act() or [0])[0]
    while True:
        keys = [("seat", index) for index in range(len(machine.seats))]
        key = await app.choose(
            "menu", ("menu", "sheets"), keys, lambda key: ("seat", machine.seats[key[1]]), seat, machine=machine
        )
        if key is None:
            return
        seat = key[1]
        sheet = _Sheet(machine, seat)
        menu = app.load("menu")
        await menu.read(app, sheet.scene().rows[:1], sheet)
        app.refresh()
