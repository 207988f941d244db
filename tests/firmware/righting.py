"""Tables at which everything goes wrong: corrections by the menu and by line, odd and illegal ones, at random; a program too, so that
MicroPython can play the same:

    micropython -m tests.firmware.righting GAME SEED ...

After each the game is sound and somebody can go on; taken back to the start, it is as it was. Prints digests of all pictures, the
refusals, and the journals.
"""

import json
import sys

from shared_rules.jsontext import dumps
from tests.firmware.mending import at_table, game, menu
from tests.firmware.playing import Digest
from tests.shared_rules import corrected

ROUNDS = 5
THINGS = 5
LINES = 6

# What nobody should say, by game; {seat} and {other} are seats of the table.
ODD = {
    "fowl_play": (
        "correct 1 g7",  # onto a tunnel
        "correct 1 e3 it sleeps there",
        "correct 2 m7",  # where another may stand
        "correct {seat} m7",
        "correct {seat} g7",
        "correct {seat} off",
        "correct {other} a1",
        "correct 37 e5",
        "correct 0 e5",
        "correct 01 e5",
        "correct 1 n5",
        "correct 1",
        "correct",
        "correct light 7",
        "correct light -1",
        "correct light 3",
        "correct shuffle",
        "correct 1 captured nobody",
        "correct 5 captured {seat}",
        "correct 6 captured {other}",
        "agreed done {seat}",
        "agreed correct 1 e5",
        "agreed agreed play {seat} 1",
        "agreed play {seat} 37",
        "agreed",
        "agreed target {seat} 1",
    ),
    "fancy_feathers": (
        "agreed stack -1",
        "agreed stack 0",
        "agreed stack 500",
        "agreed stack",
        "agreed none",
        "correct disc {seat} 0",
        "correct disc {seat} 99",
        "correct disc {seat} -1",
        "correct disc {seat} off",
        "correct disc nobody 3",
        "correct disc {seat} 2 {seat} 3",
        "correct disc {seat} 3 {other} 3",
        "correct card 0 fox",
        "correct card 1 fox",
        "correct card 99 fox",
        "correct card 3 unicorn",
        "correct has {seat} fox 99",
        "correct has {seat} fox 2",
        "correct has {seat} trap -1",
        "agreed lose {seat} fox",
        "agreed move {seat} 3",
        "agreed leave {seat}",
        "agreed reveal fox fox fox fox fox fox fox",
    ),
    "birds_of_a_feather": (
        "correct saw {seat} ocean-ace",
        "correct saw {seat} ocean-ace",
        "correct missed {seat} ocean-ace",
        "correct saw deck ocean-ace",
        "correct saw {seat} ocean-owl",
        "correct saw {seat}",
        "correct saw nobody forest-ace",
        "agreed none",
        "agreed none now",
        "agreed play {seat} ocean-ace",
        "agreed play deck ocean-ace",
        "agreed reveal ocean-ace",
        "agreed last {seat} ocean-ace",
        "agreed undo",
    ),
}


def everything(machine):
    return dumps(machine.state())


async def _set_right(pilot, dice):
    # Some things of some parts become what they may not be; then it is entered, or left.
    await menu(pilot, "wrong")
    for _ in range(THINGS):
        if pilot.ask != "app-wrong":
            return
        parts = [key for key in pilot.options() if key[0] not in ("wrong", "wrong-do")]
        await pilot.pick(dice.pick(parts))
        if len(pilot.options()) < 2:  # nothing of that part
            await pilot.press("back")
            continue
        await pilot.pick(dice.pick(pilot.options()[1:]))
        if pilot.ask.startswith("ask-wrong"):
            await pilot.send('{"choose":%d}' % dice.below(len(pilot.options())))
        await pilot.press("back")
    if ("wrong-do", "enter") in pilot.options() and dice.below(5):
        await pilot.pick(("wrong-do", "enter"))
        await pilot.read_on()
    for _ in range(4):  # what was refused is forgotten
        if pilot.view.mode != "menu" and not (pilot.ask == "app-sure" and pilot.view.mode == "dialog"):
            return
        if pilot.ask == "app-sure":
            await pilot.wait(320)
            await pilot.pick(("word", "yes"))
        else:
            await pilot.press("back")


async def _say(pilot, dice):
    # A line, odd or not, down the link.
    machine = game(pilot)
    line = corrected.said(machine, dice)
    if dice.below(3):
        line = dice.pick(ODD[machine.name]).replace("{seat}", machine.seats[0]).replace("{other}", machine.seats[-1])
    before = everything(machine)
    actions = len(machine.log)
    await pilot.send(json.dumps({"line": line}))
    if pilot.ask == "app-ways":
        await pilot.wait(320)
        await pilot.pick(("way", dice.pick(("leave", "agree"))))
    await pilot.read_on()
    if len(game(pilot).log) == actions:
        assert everything(game(pilot)) == before, line
        return
    corrected.sound(game(pilot))


def play(name, seed):
    """One table; the lines to print."""
    table = corrected.Table(name, seed)
    dice = corrected.Dice(seed + 1000)
    for _ in range(dice.below(220)):
        table.step()
    lines = table.head[:1] + ["rules 1"] + table.head[1:] + [table.game.line(action) for action in table.game.log]
    found = []

    async def script(pilot):
        machine = game(pilot)
        log = len(machine.log)
        before = everything(machine)
        for _ in range(ROUNDS):
            if not machine.over:
                await _set_right(pilot, dice)
                await pilot.read_on()
                corrected.sound(game(pilot))
            for _ in range(LINES):
                await _say(pilot, dice)
        found.append(everything(game(pilot)))
        for _ in range(len(game(pilot).log) - log):
            await pilot.hold("back")
            if pilot.ask == "app-sure":
                await pilot.wait(320)
                await pilot.pick(("word", "yes"))
            await pilot.read_on()
        assert len(game(pilot).log) == log
        assert everything(game(pilot)) == before

    pilot = at_table(lines, script)
    assert isinstance(pilot.digest, Digest)
    sent = [json.loads(line) for line in str(pilot.device.serial.sent, "utf-8").split("\n") if line.startswith('{"refused"')]
    refused = sorted({message["refused"]["code"] for message in sent})
    added = pilot.journal()[len(lines) :]
    return ["%s %d %08x" % (name, seed, pilot.digest.value), " ".join(refused), found[0]] + added


if __name__ == "__main__":
    for argument in sys.argv[2:]:
        for text in play(sys.argv[1], int(argument)):
            print(text)
