"""Players' names: the kept list, what somebody types, and a letter wheel. Loaded when a name is needed."""

from shared_rules.choice import NAME
from shared_rules.refusal import Refusal

from .font import BIG
from .view import QUESTION, ask

LONGEST = 12
KEPT = 24
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ0123456789-"
_SMALL = "abcdefghijklmnopqrstuvwxyzäöü0123456789-"
_PLAIN = {
    "Ä": "ae", "ä": "ae", "Ö": "oe", "ö": "oe", "Ü": "ue", "ü": "ue", "ß": "ss", "é": "e", "è": "e", "ê": "e", "ë": "e", "á": "a",
    "à": "a", "â": "a", "å": "a", "ç": "c", "í": "i", "î": "i", "ï": "i", "ñ": "n", "ó": "o", "ô": "o", "ø": "o", "ú": "u",
    "ã": "a", "æ": "ae", "č": "c", "ć": "c", "ì": "i", "ł": "l", "ò": "o", "õ": "o", "ś": "s", "š": "s", "ù": "u", "û": "u",
    "ý": "y", "ž": "z", "ź": "z", "ż": "z", "É": "E", "È": "E", "Á": "A", "À": "A", "Â": "A", "Å": "A", "Æ": "Ae", "Ç": "C",
    "Č": "C", "Í": "I", "Î": "I", "Ł": "L", "Ñ": "N", "Ó": "O", "Ô": "O", "Ø": "O", "Ś": "S", "Š": "S", "Ú": "U", "Ý": "Y",
    "Ž": "Z", "Ż": "Z", " ": "_",
}  # fmt: skip


def token(spelled: str) -> str:
    """How a spelled name stands in a record: 1-12 of `a-z0-9_-`; "" if nothing of it can."""
    found = ""
    for char in spelled:
        for part in _PLAIN.get(char, char).lower():
            if part in "abcdefghijklmnopqrstuvwxyz0123456789_-":
                found += part
    return found[:LONGEST].strip("_")


def shown(spelled: str) -> str:
    """A spelled name as the display can show it: a letter that it hasn't, by the one it is made of."""
    found = [char if BIG.has(char) else _PLAIN.get(char, "") for char in spelled.strip()]
    return "".join([char for char in found if char and BIG.has(char[0])])[:LONGEST]


def remember(app, spelled):
    """Takes a name that somebody spelled; returns its token. Raises Refusal if it makes none."""
    name = token(spelled)
    if not name:
        raise Refusal("bad-name")
    kept = [entry for entry in app.settings["names"] if entry[0] != name]
    app.set("names", ([[name, shown(spelled) or name]] + kept)[:KEPT])
    app.words.names = app.spelled()
    return name


def typed(app, view, text):
    """Takes a typed text as the answer to a View that asks for a name; the outcome as of `App.ask`."""
    walk = view.walk
    if walk.choice.kind != NAME:
        app.refuse(Refusal("no-text-asked"))
        return None
    try:
        name = remember(app, text)
        if name in walk.choice.taken:
            raise Refusal("name-taken", name=("name", name))
    except Refusal as refusal:
        app.refuse(refusal)
        return None
    return app.enter(view, ("name", name))


async def spell(app, taken):
    """The letter wheel. Returns the key of the name, None if it was given up."""
    spelled = ""
    at = 0
    while True:
        keys = [("letter", char) for char in (LETTERS if not spelled or spelled[-1] == "-" else _SMALL)]
        keys += [("word", "delete"), ("word", "spelled")]  # not "done", which in some games says who plays
        head = ("app-title", {"title": spelled + "_"})
        view = ask(
            "setup",
            ("app-spell", {"name": spelled or "…"}),
            keys,
            QUESTION,
            _letter,
            start=at,
            head=head,
            hold=("word", "spelled"),
        )
        outcome = await app.ask(view)
        if outcome[0] == "pick":
            key = outcome[1]
            at = view.walk.level.at
            if key[0] == "letter":
                spelled = (spelled + key[1])[:LONGEST]
            elif key[1] == "delete":
                spelled = spelled[:-1]
            else:
                try:
                    name = remember(app, spelled)
                    if name in taken:
                        raise Refusal("name-taken", name=("name", name))
                    return ("name", name)
                except Refusal as refusal:
                    app.refuse(refusal)
        elif outcome[0] == "back":
            if not spelled:
                return None
            spelled = spelled[:-1]
        else:
            app.meant_otherwise(outcome)
            return None


def _letter(key):
    return ("app-title", {"title": key[1]}) if key[0] == "letter" else key


def seated(app, lines):
    """The names of a new table come first from now on."""
    for line in lines:
        words = line.split(" ")
        if words[0] == "seats":
            known = app.spelled()
            first = [[name, known[name]] for name in words[1:] if name in known]
            rest = [entry for entry in app.settings["names"] if entry[0] not in words[1:]]
            if first:
                app.set("names", (first + list(rest))[:KEPT])
