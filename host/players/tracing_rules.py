"""What the rules alone make of a record, in one number: as `host.players.tracing`, but small enough for a Pico, which has no room for the words.

Runs on CPython and MicroPython, and compiled on the emulated Pico.
"""
# pyright: reportMissingParameterType=false

import binascii

from shared_rules import jsontext
from shared_rules.record import NotARecord, Reader
from shared_rules.refusal import Refusal

EVERY = 10  # lines from one look at what is legal to the next: it takes a Pico long


def trace_rules(lines) -> str:
    """The number of a record, in eight hex digits: of the state after each line, of what is legal after every tenth, and of its refusals.

    lines  an iterable of the record's lines
    """
    reader = Reader()
    crc = 0
    for count, line in enumerate(lines):
        said = ""
        try:
            reader.feed(line)
        except (Refusal, NotARecord) as refusal:
            said = refusal.code
        game = reader.game
        if game is not None:
            said += jsontext.dumps(game.state())
            if count % EVERY == 0:
                said += "\n".join(sorted([game.line(action) for action in game.legal()]))
        crc = binascii.crc32(said.encode(), crc) & 0xFFFFFFFF
    return "%08x" % crc
