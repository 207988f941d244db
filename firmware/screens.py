"""Drawing views on the canvas. Where a text may stand, and how wide it may be, is data (PLACES), so that a test can measure every text."""

from .canvas import HEIGHT, WIDTH
from .font import BIG, MEDIUM, SMALL
from .layouts import fact
from .view import LIST, QUESTION, SHEET, is_text

# name: (x, y, width, height, fonts to be tried, the largest first; lines that the last one may take)
PLACES = {
    "head": (0, 0, 90, 24, (BIG, MEDIUM, SMALL), 2),  # whose turn
    "title": (0, 0, 90, 24, (MEDIUM, SMALL), 2),  # what this is about, where nobody has to act
    "count": (92, 0, 36, 8, (SMALL,), 1),  # where the cursor is, and among how many
    "ask": (0, 24, WIDTH, 8, (SMALL,), 1),
    "answer": (0, 32, WIDTH, 24, (BIG, MEDIUM, SMALL), 2),
    "answer-over-details": (0, 32, WIDTH, 14, (MEDIUM, SMALL), 1),
    "detail": (0, 56, WIDTH, 8, (SMALL,), 1),  # what the answer means, or what has just happened
    "details": (0, 47, WIDTH, 17, (SMALL,), 2),  # both, or one that is longer
    "line-title": (0, 0, 100, 8, (SMALL,), 1),
    "line-count": (102, 0, 26, 8, (SMALL,), 1),
    "line": (2, 10, WIDTH - 4, 13, (MEDIUM, SMALL), 1),
    "text": (0, 0, WIDTH, 54, (MEDIUM, SMALL), 6),
    "short-text": (0, 0, WIDTH, 42, (MEDIUM, SMALL), 4),  # over an answer to choose
    "button": (2, 55, 100, 9, (SMALL,), 1),
    "choice": (4, 44, 90, 14, (MEDIUM, SMALL), 1),
    "sheet-seat": (2, 10, 96, 13, (MEDIUM, SMALL), 1),
    "sheet-points": (98, 10, 28, 13, (MEDIUM, SMALL), 1),
    "reason": (0, 50, WIDTH, 14, (SMALL,), 1),
}

_LINES = 4  # of a list
_SEATS = 3  # of a sheet over a reason; without reasons as many as of a list

cuts = []  # texts that did not fit: (place, text); read and emptied by tests


def lay(text, place):
    """How a text stands in a place: (font, lines). What doesn't fit is cut off, and noted in `cuts`."""
    _, _, width, height, fonts, most = PLACES[place]
    for font in fonts:
        last = font is fonts[-1]
        if not last and not all([font.has(char) for char in text]):
            continue  # the large font has letters, digits and symbols, but not every sign
        if "\n" not in text and font.width(text) <= width and font.base <= height:
            return font, [text]
        if (last or place in ("text", "short-text", "title")) and most > 1:
            lines = font.wrap(text, width)
            fitting = (height - font.height) // font.line + 1
            if len(lines) <= (min(most, fitting) if last else fitting):
                return font, lines
            if last:
                _cut(place, text)
                lines = lines[:most]
                lines[-1] = font.fit(lines[-1] + " …", width)
                return font, lines
    _cut(place, text)
    return fonts[-1], [fonts[-1].fit(text, width)]


def _cut(place, text):
    if len(cuts) < 100:
        cuts.append((place, text))


def _write(canvas, place, text, ink=1, dy=0, middle=False, right=False):
    # Writes a text into its place, dy further down; middle: centred in its height. Returns the font used.
    x, y, width, height, _, _ = PLACES[place]
    font, lines = lay(text, place)
    y += dy
    if middle:
        y += max((height - font.line * (len(lines) - 1) - font.height) // 2, 0)
    for line in lines:
        canvas.text(x + width - font.width(line) if right else x, y, line, font, ink)
        y += font.line
    return font


def draw(canvas, view, words):
    """Draws a View in these words."""
    canvas.fill(0)
    if view.style == QUESTION:
        _question(canvas, view, words)
    elif view.style == LIST:
        _list(canvas, view, words)
    elif view.style == SHEET:
        _sheet(canvas, view, words)
    else:
        _text(canvas, view, words)


def answer(view, words):
    """The words of the key under the cursor."""
    key = view.walk.key
    if key is None:
        return words.short(("app-nothing", {}))
    text = words.short(view.describe(key))
    if key in view.walk.level.picked:
        return "✓ " + text
    return text


def _count(canvas, view, place="count"):
    level = view.walk.level
    if len(level.keys) > 1:
        _write(canvas, place, "%d/%d" % (level.at + 1, len(level.keys)), right=True)


def _question(canvas, view, words):
    walk = view.walk
    if view.seats:
        _write(canvas, "head", words.short(view.seats[0] if len(view.seats) == 1 else list(view.seats)))
    elif view.head is not None:
        _write(canvas, "title", words.short(view.head))
    _count(canvas, view)
    picked = walk.level.picked
    ask = words.short(walk.choice.ask)
    if picked:
        ask = latest([words.short(view.describe(key)) for key in picked], "ask", ", ")
    _write(canvas, "ask", ask)
    details = [
        latest([words.short(message) for message in messages], "detail", " · ")
        for messages in (view.rides, _notes(view, words))
        if messages
    ]
    if len(details) > 1:
        both = details[1] + " · " + details[0]
        if SMALL.width(both) <= PLACES["detail"][2]:
            details = [both]
    if len(details) > 1 or (details and SMALL.width(details[0]) > PLACES["detail"][2]):
        _write(canvas, "answer-over-details", answer(view, words), middle=True)
        _write(canvas, "details", "\n".join(details))
        return
    _write(canvas, "answer", answer(view, words), middle=True)
    if details:
        _write(canvas, "detail", details[0])


def _notes(view, words):
    # About the key under the cursor: what the game notes, and what that is called on one's own copy.
    key = view.walk.key
    if key is None:
        return []
    notes = view.walk.note(key)
    token = fact(view.describe(key), "called") if words.called else None
    return list(notes) + [("called", token)] if token in words.called else notes


def latest(texts, place, between):
    """As many of these texts as one line of a place holds, the last ones first of all."""
    width = PLACES[place][2]
    font = PLACES[place][4][0]
    found = texts[-1]
    for text in reversed(texts[:-1]):
        longer = text + between + found
        if font.width(longer) > width:
            break
        found = longer
    return found


def _window(level, lines):
    # The first of the lines to show, so that the cursor is among them.
    return max(min(level.at - lines // 2, len(level.keys) - lines), 0)


def _list(canvas, view, words):
    level = view.walk.level
    _write(canvas, "line-title", words.short(view.walk.choice.ask))
    _count(canvas, view, "line-count")
    if not level.keys:
        _write(canvas, "line", words.short(("app-nothing", {})))
    first = _window(level, _LINES)
    for row in range(min(_LINES, len(level.keys) - first)):
        index = first + row
        text = words.short(view.describe(level.keys[index]))
        if level.keys[index] in level.picked:
            text = "✓ " + text
        _write(canvas, "line", text, dy=13 * row + 1, middle=True)
        if index == level.at:
            canvas.invert(0, 10 + 13 * row, WIDTH, 14)


def pages(view, words):
    """The text of a View as pages: list of (font, lines)."""
    short = not is_text(view)
    place = "short-text" if short else "text"
    _, _, width, height, fonts, most = PLACES[place]
    texts = [words.short(message) for message in view.do]
    font = SMALL
    lines = []
    for font in fonts:
        lines = []
        for text in texts:
            lines += font.wrap(text, width)
        if len(lines) <= (height - font.height) // font.line + 1:
            return [(font, lines)]
    if short:
        _cut(place, "\n".join(texts))
        return [(font, lines[:most])]
    return [(font, lines[first : first + most]) for first in range(0, len(lines), most)] or [(font, [])]


def chunks(texts):
    """Texts cut into parts that each fit over an answer: list of lists of str."""
    _, _, width, height, fonts, most = PLACES["short-text"]
    font = fonts[0]
    lines = []
    for text in texts:
        lines += font.wrap(text, width)
    if len(lines) <= (height - font.height) // font.line + 1:
        return [texts]
    lines = []
    for text in texts:
        lines += fonts[-1].wrap(text, width)
    return [lines[first : first + most] for first in range(0, len(lines), most)]


def _text(canvas, view, words):
    parts = pages(view, words)
    view.page = min(view.page, len(parts) - 1)
    font, lines = parts[view.page]
    y = 0
    for line in lines:
        canvas.text(0, y, line, font)
        y += font.line
    level = view.walk.level
    if is_text(view):
        _write(canvas, "button", "▸ " + words.short(view.describe(view.walk.key)))
        if len(parts) > 1:
            _write(canvas, "count", "%d/%d" % (view.page + 1, len(parts)), dy=55, right=True)
    else:
        _write(canvas, "choice", "▸ " + answer(view, words), middle=True)
        canvas.invert(0, 44, WIDTH, 20)
        if len(level.keys) > 1:
            text = "%d/%d" % (level.at + 1, len(level.keys))
            canvas.text(WIDTH - SMALL.width(text) - 3, 50, text, SMALL, 0)


def _sheet(canvas, view, words):
    rows, seats = view.sheet
    at = view.walk.level.at
    row, seat = at // len(seats), at % len(seats)
    label, points, reasons = rows[row]
    _write(canvas, "line-title", words.short(label))
    _write(canvas, "line-count", "%d/%d" % (row + 1, len(rows)), right=True)
    lines = _SEATS if any([reason is not None for reason in reasons]) else _LINES
    first = max(min(seat - 1, len(seats) - lines), 0)
    for line in range(min(lines, len(seats) - first)):
        index = first + line
        _write(canvas, "sheet-seat", words.short(seats[index]), dy=13 * line + 1, middle=True)
        shown = "" if points[index] is None else words.short(points[index])
        _write(canvas, "sheet-points", shown, dy=13 * line + 1, middle=True, right=True)
        if index == seat:
            canvas.invert(0, 10 + 13 * line, WIDTH, 14)
    if reasons[seat] is not None:
        _write(canvas, "reason", words.short(reasons[seat]), middle=True)


def crash(canvas, lines):
    """A report in small letters."""
    canvas.fill(0)
    y = 0
    for line in lines:
        for part in SMALL.wrap(line, WIDTH):
            if y < HEIGHT:
                canvas.text(0, y, part, SMALL)
            y += SMALL.line
