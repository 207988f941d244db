"""What a record comes to, in one number: a program for CPython and MicroPython, to be compared.

`micropython -m host.players.tracing` reads records from standard input, each ended by an empty line, and writes a line for each: the CRC-32 of
everything that can be said of the game after each of its lines (state, legal lines, prompt), of what is said of it at the end, and of the
sentences of what was refused.
"""
# pyright: reportMissingParameterType=false

import binascii
import sys

from firmware.words import Words
from host.replay import asked, replay, report
from shared_rules import jsontext
from shared_rules.record import NotARecord, Reader
from shared_rules.refusal import Refusal


def _asked(game, words) -> str:
    prompt = game.prompt()
    choice = asked(prompt)
    if choice is None:
        return ""
    options = [words.short(game.describe(key)) for key in choice.keys if key != ("word", "done")]
    return words.text(choice.ask) + "|" + "|".join(options) + "|" + str(choice.start)


def trace(lines: "list[str]", language: str = "en") -> str:
    """The number of a record, in eight hex digits."""
    reader = Reader()
    words = None
    crc = 0
    for line in lines:
        try:
            reader.feed(line)
            said = ""
        except (Refusal, NotARecord) as refusal:
            said = Words(language, reader.name).refusal(refusal)
        game = reader.game
        if game is not None:
            if words is None:
                words = Words(language, reader.name)
            legal = sorted([game.line(action) for action in game.legal()])
            said += jsontext.dumps(game.state()) + "\n" + "\n".join(legal) + _asked(game, words)
        crc = binascii.crc32(said.encode("utf-8"), crc) & 0xFFFFFFFF
    outcome = replay(("\n".join(lines) + "\n").encode("utf-8"), language)
    if outcome.problem is not None:
        crc = binascii.crc32(outcome.problem.text("record").encode("utf-8"), crc) & 0xFFFFFFFF
    if outcome.game is not None:
        crc = binascii.crc32(jsontext.dumps(report(outcome.game, language)).encode("utf-8"), crc) & 0xFFFFFFFF
    return f"{crc:08x}"


def main() -> int:
    """Answers to records on standard input; the language changes from one to the next."""
    lines = []
    count = 0
    while True:
        text = sys.stdin.readline()
        line = text.rstrip("\r\n")
        if line:
            lines.append(line)
        elif lines:
            print(trace(lines, ("en", "de")[count % 2]))
            count += 1
            lines = []
        if not text:
            return 0


if __name__ == "__main__":
    sys.exit(main())
