"""What is fuzzed, a function for each: it takes bytes, does with them what a user's bytes may do, and raises when Roost doesn't behave.

A record, a line on the link, a file or an option may be refused with a documented code or a sentence; nothing may end in a traceback, change a
game that refuses it, or answer with something that can't be read.
"""

from tests.fuzz.on_device import files, knob, link
from tests.fuzz.on_host import options, websocket
from tests.fuzz.on_records import lines, records, refused_lines

TARGETS = {
    "records": records,
    "lines": lines,
    "refused_lines": refused_lines,
    "link": link,
    "knob": knob,
    "files": files,
    "options": options,
    "websocket": websocket,
}
