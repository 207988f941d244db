"""Questions about the game, at any time: typed, in the words of the language in use, or named. Loaded when one is asked.

What can be asked about a game stands in `shared_rules.<game>.questions`; here is what can be asked about every table:

    said    the last announcements (("number", n): so many)
    repeat  what is on the screen
    turn    whose turn it is
    score   the score so far of what lies open
    rows    how things stand

The words are those of `firmware.lang.<language>_questions` and `<language>_<game>_questions`. What is heard under `hear.<question>`
and under the names of a game's vocabulary are forms between bars; `*` at the end of a word stands for any ending, at its beginning for any
beginning.
"""

from shared_rules import hexboard, record
from shared_rules.refusal import Refusal, unreadable

from . import lang
from .words import LANGUAGES, Words

COMMON = ("said", "repeat", "turn", "score", "rows")
SAID = 3  # so many announcements where nobody says how many
_CHUNK = 12  # texts that go into one line of the link
_NAMED = ("type", "colour", "shape", "role")  # kinds of things whose values are words; those of all others are numbers

_FOLDED = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "ae", "Ö": "oe", "Ü": "ue"}


class _Words(Words):
    """The words in use, and those of questions."""

    def __init__(self, words):
        self.language = words.language
        self.game = words.game
        self.names = words.names
        self.called = words.called
        names = ["_questions"] if words.game is None else ["_" + words.game + "_questions", "_questions"]
        self.dicts = [lang.load(words.language + name) for name in names] + words.dicts


def reply(app, message, number):
    """Answers a request `question` or `questions` on the link (see `firmware/README.md`). number: its id."""
    words = _Words(app.words)
    try:
        if message["ask"] == "questions":
            found = [{"what": what, "words": words.text(("question", what))} for what in _known(app)]
            app.link.answer({"reply": number, "ok": True, "questions": found})
            return
        what, messages, places = ask(app, message, words)
        texts = [_sentence(words.text(one)) for one in messages]
    except Refusal as refusal:
        app.link.answer({"reply": number, "ok": False, "code": refusal.code, "text": words.refusal(refusal)})
        return
    app.link.answer_long(_pieces(number, what, texts, places))


def _sentence(text):
    return text[:1].upper() + text[1:]


def _pieces(number, what, texts, places):
    while len(texts) > _CHUNK:
        yield {"reply": number, "ok": True, "texts": texts[:_CHUNK], "more": True}
        texts = texts[_CHUNK:]
    yield {"reply": number, "ok": True, "texts": texts, "what": what, "places": places}


def drop(app):
    """Forgets what was loaded for questions."""
    names = ["questions"]
    for language in LANGUAGES:
        names.append("firmware.lang." + language + "_questions")
        if app.game is not None:
            names.append("firmware.lang." + language + "_" + app.game + "_questions")
    if app.game is not None:
        names.append("shared_rules." + app.game + ".questions")
    app.drop(*names)


def _game(app):
    # The game at the table, None while there is none or it is set up.
    machine = app.machine()
    return machine if machine is not None and hasattr(machine, "state") else None


def _of_game(app):
    # The questions of the game at the table, None while there is none.
    if _game(app) is None:
        return None
    return __import__("shared_rules." + app.game + ".questions", None, None, ("QUESTIONS",))


def _known(app):
    module = _of_game(app)
    return COMMON[:2] if module is None else module.QUESTIONS + COMMON


def ask(app, message, words):
    """(question, messages, places) that answer a request with `text`, or with `what` and `things`. Raises Refusal."""
    text = message.get("text")
    if isinstance(text, str):
        return _typed(app, text, words)
    what = message.get("what")
    things = message.get("things", [])
    if not isinstance(what, str) or not isinstance(things, list):
        raise unreadable("no-such-question")
    messages, places = answer(app, what, [_thing(thing) for thing in things])
    return what, messages, places


def _thing(text):
    # a key as the link has it
    kind, _, value = text.partition(" ") if isinstance(text, str) else ("", "", "")
    if not kind or not value:
        raise unreadable("no-such-thing", thing=str(text))
    if kind in _NAMED:
        return (kind, value)
    n = record.number(value, 0, 1000)
    if n < 0:
        raise unreadable("no-such-thing", thing=text)
    return (kind, n)


def answer(app, what, things):
    """(messages, places that they speak of) for one question. things: list of keys. Raises Refusal."""
    module = _of_game(app)
    if what not in COMMON:
        if module is None:
            raise unreadable("no-such-question")
        return module.answer(_game(app), what, things)
    if what == "said":
        numbers = [value for kind, value in things if kind == "number"]
        return [entry[1] for entry in app.said[-(numbers[0] if numbers else SAID) :]] or [("app-nothing", {})], []
    if what == "repeat":
        view = app.view
        return list(view.rides) + list(view.do) + [view.walk.choice.ask], []
    game = _game(app)
    if game is None:
        raise unreadable("no-such-question")
    if what == "turn":
        seats = [("seat", game.seats[seat]) for seat in game.to_act()]
        return [("answer-turn" if seats else "answer-turn-all", {"seats": seats, "n": len(seats)})], []
    if what == "score":
        return _score(game), []
    messages = []
    for title, texts in game.scene().rows:
        messages += [("answer-row", {"title": title, "texts": texts})] if texts else []
    return messages, []


def _score(game):
    messages = []
    for label, points, _ in game.sheet():
        cells = []
        for seat in range(len(game.seats)):
            shown = "–" if points[seat] is None else points[seat]
            cells.append(("answer-points", {"seat": ("seat", game.seats[seat]), "points": shown}))
        messages.append(("answer-row", {"title": label, "texts": cells}))
    return messages or [("answer-no-score", {})]


# ---- typed questions ---------------------------------------------------------------------------------------------------------


def heard(text):
    """The words of a typed text: small letters, no accents, no signs."""
    folded = ""
    for char in text:
        folded += _FOLDED.get(char, char.lower())
    out = ""
    for char in folded:
        out += char if char in "abcdefghijklmnopqrstuvwxyz0123456789_" else " "
    return [word for word in out.split(" ") if word]


def _match(form, said, at):
    # How many words of what was said, from index `at` on, one form takes; 0 if it isn't there.
    parts = form.split(" ")
    if at + len(parts) > len(said):
        return 0
    for index in range(len(parts)):
        part = parts[index]
        word = said[at + index]
        if part[0] == "*":
            same = word.endswith(part[1:])
        elif part[-1] == "*":
            same = word.startswith(part[:-1])
        else:
            same = word == part
        if not same:
            return 0
    return len(parts)


def _best(forms, said, at):
    return max([_match(form, said, at) for form in forms])


def _forms(words, key):
    return (words.find("hear." + key) or "").split("|")


def _typed(app, text, words):
    said = heard(text)
    found = []
    known = _known(app)
    for index in range(len(known)):
        forms = _forms(words, known[index])
        length = max([_best(forms, said, at) for at in range(len(said))] or [0])
        if length:
            found.append((-length, index))
    if not found:
        raise unreadable("question-unknown", questions=[("question", what) for what in known])
    things = _things(app, words, said)
    refusal = unreadable("no-such-question")
    # The question whose words match best; if it lacks something, one that does with what was said.
    for _, index in sorted(found):
        try:
            messages, places = answer(app, known[index], things)
            return known[index], messages, places
        except Refusal as error:
            if refusal.code == "no-such-question":
                refusal = error
            if error.code not in ("question-needs", "no-such-question"):
                break
    raise refusal


def _things(app, words, said):
    # The things that were named, in order; a word may name several (Black's fox, black fowl).
    module = _of_game(app)
    game = _game(app)
    known = []
    if module is not None:
        known = [(_forms(words, name), thing) for name, thing in module.vocabulary(game)]
        for seat in range(len(game.seats)):
            names = (game.seats[seat], words.text(("seat", game.seats[seat])))
            known.append(([" ".join(heard(name)) or "-" for name in names], (module.SEATS, seat)))
    things = []
    at = 0
    while at < len(said):
        lengths = [_best(forms, said, at) for forms, _ in known]
        longest = max(lengths) if lengths else 0
        if longest:
            for index in range(len(known)):
                if lengths[index] == longest and known[index][1] not in things:
                    things.append(known[index][1])
            at += longest
            continue
        number = record.number(said[at], 0, 1000)
        if number >= 0:
            things.append(("number", number))
        elif hexboard.cell(said[at]) >= 0:
            things.append(("space", hexboard.cell(said[at])))
        at += 1
    return things
