"""Plays random games and prints a sum over all states on the way, and the last state: equal texts on all runtimes."""

import binascii
import sys

sys.path.insert(0, ".")

from shared_rules.fancy_feathers.results import Results
from shared_rules.jsontext import dumps
from tests.shared_rules.fancy_feathers.table import Dice, RandomGame, lines, play


def words(message):
    """A message as text, whatever the order of its facts."""
    if isinstance(message, dict):
        return str(sorted([(key, words(message[key])) for key in message]))
    if isinstance(message, (tuple, list)):
        return "(" + " ".join([words(part) for part in message]) + ")"
    return str(message)


def played(seed):
    table = RandomGame(seed)
    game = table.game
    total = 0
    line = table.next_line()
    while line is not None:
        events = play(game, line)
        prompt = game.prompt()
        scene = game.scene()
        text = [dumps(game.state()), " ".join(lines(game)), words(game.undo_notes()), words(prompt.do), words(scene.rows)]
        text.append(words([game.tell(event) for event in events]))
        text.append(words(sorted([(place, scene.marks[place]) for place in scene.marks])))
        if prompt.choice is not None:
            text.append(words([game.describe(key) for key in prompt.choice.keys]))
        total = binascii.crc32("\n".join(text).encode(), total)
        line = table.next_line()
    for _ in range(len(game.log) // 2):
        game.undo()
        total = binascii.crc32(dumps(game.state()).encode(), total)
    print(seed, total)
    while game.log:
        game.undo()
    line = True
    table.dice = Dice(seed)
    while line is not None:
        line = table.next_line()
        if line is not None:
            play(game, line)
    print(dumps(game.state()), words(game.sheet()), words(game.verdict()))


def entered(seed):
    dice = Dice(seed)
    table = RandomGame(seed)
    game = Results(1, table.game.seats, table.types)
    while not game.over:
        game.apply(dice.pick(game.legal()))
    print(dumps(game.state()))


for number in range(30):
    played(number)
for number in range(20):
    entered(number)
