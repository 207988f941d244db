"""Questions to a recorded game, answered as on the device; also a program, so that MicroPython can be asked the same:
`micropython -m tests.firmware.asking RECORD LINES LANGUAGE QUESTION ...` with the number of lines of the record to read.
"""

import sys

from firmware import questions
from firmware.words import Words
from shared_rules.record import Reader
from shared_rules.refusal import Refusal


class Table:
    """What questions need of the app, around a game that was replayed."""

    def __init__(self, path, lines, language):
        reader = Reader()
        with open(path) as file:
            for _ in range(lines):
                reader.feed(file.readline())
        self._game = reader.finish()
        self.game = self._game.name
        self.words = Words(language, self.game)
        self.said = []

    def machine(self):
        return self._game


def asked(table, message):
    """(question, texts, places) or ("no", [code and sentence], [])."""
    words = questions._Words(table.words)
    try:
        what, messages, places = questions.ask(table, message, words)
        return what, [words.text(one) for one in messages], list(places)
    except Refusal as refusal:
        return "no", [refusal.code + ": " + words.refusal(refusal)], []


if __name__ == "__main__":
    at_table = Table(sys.argv[1], int(sys.argv[2]), sys.argv[3])
    for question in sys.argv[4:]:
        what, texts, places = asked(at_table, {"text": question})
        print(what, " ".join([str(place) for place in places]))
        for text in texts:
            print("  " + text)
