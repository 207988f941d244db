"""A player leaves: what is then done for that seat, and the return. Loaded when it is wanted, and while a seat is empty."""


def note(seat, turn):
    """The journal's note that this seat's player has left in this turn; turn None: that somebody sits there again."""
    return "# here " + seat if turn is None else "# gone %s %d" % (seat, turn)


def read(gone, text):
    """Takes a journal's line into `gone` (seat name -> turn in which its player left) if it is such a note."""
    words = text.split(" ")
    if words[:2] == ["#", "gone"] and len(words) == 4 and len(words[3]) < 5 and all(["0" <= char <= "9" for char in words[3]]):
        gone[words[2]] = int(words[3] or "0")
    elif words[:2] == ["#", "here"] and len(words) == 3:
        gone.pop(words[2], None)


async def open_leaving(table):
    """Who leaves, or who is back?"""
    app = table.app
    machine = table.machine
    keys = [("seat", seat) for seat in range(len(machine.seats))]

    def describe(key):
        name = machine.seats[key[1]]
        turn = table.gone.get(name)
        return ("seat", name) if turn is None else ("app-gone-since", {"seat": ("seat", name), "turn": turn})

    key = await app.choose("menu", ("app-who-leaves", {}), keys, describe, machine=machine)
    if key is None:
        return
    name = machine.seats[key[1]]
    fact = {"seat": ("seat", name)}
    back = name in table.gone
    question = ("app-back-again" if back else "app-leaves", fact)
    if not await app.dialog(question, machine=machine) or not await table.keep(note(name, None if back else machine.turn)):
        return
    if back:
        del table.gone[name]
        return
    table.gone[name] = machine.turn
    app.say(("gone", fact), True)
    await app.tell([("gone", fact)], machine=machine)


def absent(table, action=None):
    """(action, must hands do it?) of the seat to act if its player has left and that is done by itself; None otherwise.

    action: of interest is only whether it is this one.
    """
    machine = table.machine
    seats = machine.to_act()
    if len(seats) != 1 or machine.seats[seats[0]] not in table.gone:
        return None
    part = table.app.part("corrections")
    found = None if part is None else part.absent(machine, seats[0])
    return found if action is None or (found is not None and found[0] == action) else None
