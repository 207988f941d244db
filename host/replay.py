"""Replays a record and says how the game stands: the engine under `roost replay`, `roost legal` and what draws a position.

The same module runs on CPython and on MicroPython's unix port and answers with the same bytes. On the latter it is the program of
a child process, which reads the record from standard input: `micropython -m host.replay KIND NAME LANGUAGE LAST TURN`.
"""
# Games have no type that could be named without importing `typing`, which MicroPython lacks.
# pyright: reportMissingParameterType=false

import sys
from collections import OrderedDict

from firmware.words import Words
from shared_rules import jsontext
from shared_rules.choice import Choice
from shared_rules.record import NotARecord, Reader, text_lines
from shared_rules.refusal import Refusal

OK = 0
REFUSED = 1  # a line was refused
NO_RECORD = 2  # the file can't be read or is no record

ANSWERS = ("state", "legal", "report")


class Problem:
    """Why a record can't be replayed to its end.

    line     number of the line, counted from 1; 0 where it is the whole file
    code     one of record.REFUSALS, of the game's REFUSALS or of NotARecord's
    message  the sentence for people
    """

    def __init__(self, line: int, code: str, message: str):
        self.line = line
        self.code = code
        self.message = message

    def status(self) -> int:
        """The exit status for it: REFUSED or NO_RECORD."""
        return REFUSED if self.line else NO_RECORD

    def text(self, name: str) -> str:
        """`FILE:LINE: code: sentence`, for a file of this name."""
        where = name + ":" + str(self.line) if self.line else name
        return visible(where + ": " + self.code + ": " + self.message)


class Replay:
    """A record that was replayed as far as it goes.

    game     the Game as it stands, None where the set-up isn't complete
    problem  the Problem that ended it, None if every line was accepted
    """

    def __init__(self, game, problem: "Problem | None"):
        self.game = game
        self.problem = problem


def visible(text: str) -> str:
    """The text with control characters, which a terminal would obey, shown as `?`."""
    return "".join(["?" if ord(char) < 32 or 127 <= ord(char) < 160 else char for char in text])


def replay(data: bytes, language: str = "en", last: int = 0, turn: int = 0) -> Replay:
    """Replays a record; whatever the bytes hold, nothing is raised.

    language  of the sentences
    last      number of the last line to read, counted from 1; 0 for all
    turn      the game is taken back to where this turn began, by the actions that stand; 0 for not
    """
    reader = Reader()
    number = 0
    problem = None
    try:
        lines = text_lines(data)
        for text in lines[:last] if last else lines:
            number += 1
            reader.feed(text)
        number = 0
        reader.finish()
    except NotARecord as error:
        problem = Problem(0, error.code, _sentence(language, None, error))
    except Refusal as error:
        problem = Problem(number, error.code, _sentence(language, reader.name, error))
    if turn and reader.game is not None:
        if turn > reader.game.turn and problem is None:
            problem = Problem(0, "turn-not-reached", "the record goes no further than turn " + str(reader.game.turn))
        _take_back(reader.game, turn)
    return Replay(reader.game, problem)


def _take_back(game, turn: int) -> None:
    """Takes a game back to the beginning of a turn."""
    action = None
    while game.log and game.turn >= turn:
        action = game.undo()
    if action is not None and game.turn < turn:
        game.apply(action)


def _sentence(language: str, game: "str | None", error: Exception) -> str:
    return Words(language, game).refusal(error)


def answer(outcome: Replay, kind: str, language: str = "en") -> str:
    """What is to be printed about a record.

    kind  "state": one JSON object, the state or the error of a refused line; "legal": the lines that are legal next, sorted as
          bytes; "report": one JSON object, see `report`. Each may be "" where the record has a problem.
    """
    game = outcome.game
    problem = outcome.problem
    if kind == "report":
        return "" if game is None else jsontext.dumps(report(game, language)) + "\n"
    if problem is None:
        if kind == "state":
            return jsontext.dumps(game.state()) + "\n"
        return "".join([line + "\n" for line in sorted([game.line(action) for action in game.legal()])])
    if kind == "state" and problem.line:
        facts = (("line", problem.line), ("code", problem.code), ("message", problem.message))
        return jsontext.dumps(OrderedDict((("error", OrderedDict(facts)),))) + "\n"
    return ""


def asked(prompt):
    """The Choice that a prompt comes to once what is chosen by itself is passed over; None once the game is over."""
    choice = prompt.choice
    while choice is not None and choice.auto:
        picked = choice.pick(choice.keys[choice.start])
        if not isinstance(picked, Choice):
            break
        choice = picked
    return choice


def report(game, language: str = "en") -> "OrderedDict[str, object]":
    """The position as plain data and in words, for those who draw or print it:

    title     the game's name in words
    state     as in the record format
    names     seats in words
    do, ask   what hands must do and what is to be decided now; ask is None once the game is over
    layout    as in Scene
    rows      [[title, [text]]]: the Scene's
    sheet     [[code, label, [points per seat], [reason per seat or None]]]: the score of what lies open
    verdict   [text]: who won and which tie-break decided, [] until the game is over
    """
    words = Words(language, game.name)
    prompt = game.prompt()
    choice = asked(prompt)
    scene = game.scene()
    rows = [[words.text(title), [words.text(text) for text in texts]] for title, texts in scene.rows]
    sheet: "list[object]" = []
    for label, points, reasons in game.sheet():
        sheet.append([label[0], words.text(label), points, [None if why is None else words.text(why) for why in reasons]])
    return OrderedDict(
        (
            ("title", words.text(("game", {}))),
            ("state", game.state()),
            ("names", [words.text(("seat", seat)) for seat in game.seats]),
            ("do", [words.text(message) for message in prompt.do]),
            ("ask", None if choice is None else words.text(choice.ask)),
            ("layout", scene.layout),
            ("rows", rows),
            ("sheet", sheet),
            ("verdict", [words.text(message) for message in game.verdict()] if game.over else []),
        )
    )


def main(arguments: "list[str]") -> int:
    """The child process: answers to the record on standard input; returns the exit status."""
    kind, name, language, last, turn = arguments
    outcome = replay(sys.stdin.buffer.read(), language, int(last), int(turn))
    sys.stdout.write(answer(outcome, kind, language))
    if outcome.problem is None:
        return OK
    sys.stderr.write(outcome.problem.text(name) + "\n")
    return outcome.problem.status()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
