"""Makes the font modules of `firmware/font/` from the drawings beside this script.

    python firmware/font/source/make.py [--check]

A drawing is a text file: settings (`name`, `height`, `base`, `line`, `gap`, `space`), then bands of glyphs side by side. A band
starts with `=` and the glyphs' names: the character itself, its number as `U+2026`, the name of a symbol (SYMBOLS below), or
`box` for what is shown in place of a character that the font lacks. Then follow `height` rows, `#` lit, `.` dark, blanks between
them.
`symbols_<name>.txt` holds the symbols of the font in the same form.

A module holds `GLYPHS`, one glyph after another: a head byte (bits 0-4 width, bit 5 first page, bits 6-7 pages less one; a page
is eight rows, blank pages above and below are left out), then page after page the columns, the topmost pixel in the lowest bit.
`STARTS` has two bytes a glyph, low first: first the 95 characters of ASCII, then those of `MORE`, last the box.
"""

import sys
from pathlib import Path

HERE = Path(__file__).parent
FONTS = ("small", "medium", "big")

# Symbols have no letters of their own: private-use characters, the same in every font and in the language files. Where Unicode
# has the sign, that character shows the same glyph.
SYMBOLS = {
    "circle": (0xE000, "●"),
    "circle-half": (0xE001, "◒"),
    "circle-line": (0xE002, "○"),
    "hexagon": (0xE003, "⬢"),
    "hexagon-half": (0xE004, ""),
    "hexagon-line": (0xE005, "⬡"),
    "square": (0xE006, "■"),
    "square-half": (0xE007, "⬓"),
    "square-line": (0xE008, "□"),
    "chicken": (0xE010, ""),
    "duck": (0xE011, ""),
    "goose": (0xE012, ""),
    "turkey": (0xE013, ""),
    "fox": (0xE014, ""),
    "tunnel": (0xE015, ""),
    "light": (0xE016, "☀"),
    "crown": (0xE017, ""),
    "chest": (0xE018, ""),
    "desert": (0xE020, ""),
    "mountains": (0xE021, ""),
    "forest": (0xE022, ""),
    "wetlands": (0xE023, ""),
    "ocean": (0xE024, ""),
    "raptor": (0xE025, ""),
    "bird": (0xE026, ""),
    "egg": (0xE027, ""),
    "feather": (0xE028, ""),
    "trap": (0xE029, ""),
    "disc": (0xE02A, "◉"),
}
SAME = {"\u00a0": " ", "\u2018": "'", "\u2011": "-"}  # characters that look like another one


class Mistake(Exception):
    """A drawing that can't be read; says which file and line."""


def read(path):
    """(settings, glyphs) of a drawing: dict name -> number or str; dict glyph name -> list of rows of `#` and `.`."""
    settings, glyphs = {}, {}
    lines = [line.rstrip() for line in path.read_text(encoding="utf-8").splitlines()]
    n = 0
    while n < len(lines):
        line = lines[n]
        n += 1
        if not line or line.startswith("# "):
            continue
        words = line.split(" ")
        if words[0] != "=":
            settings[words[0]] = int(words[1]) if words[1].isdigit() else words[1]
            continue
        names = words[1:]
        rows = [lines[n + i].split(" ") for i in range(settings["height"])]
        for i, row in enumerate(rows):
            if len(row) != len(names):
                raise Mistake(f"{path.name}:{n + i + 1}: {len(names)} glyphs, but {len(row)} in this row")
        n += settings["height"]
        for column, name in enumerate(names):
            drawn = [row[column] for row in rows]
            if len({len(row) for row in drawn}) != 1 or set("".join(drawn)) - set("#."):
                raise Mistake(f"{path.name}:{n}: {name} has rows of different widths or strange signs")
            if name in glyphs:
                raise Mistake(f"{path.name}:{n}: {name} is there twice")
            glyphs[name] = drawn
    return settings, glyphs


def character(name):
    """The character of a glyph's name."""
    if name in SYMBOLS:
        return chr(SYMBOLS[name][0])
    return chr(int(name[2:], 16)) if name.startswith("U+") else name


def pack(rows):
    """The bytes of a glyph."""
    width = len(rows[0])
    if not 0 < width < 32:
        raise Mistake(f"a glyph {width} wide")
    pages = []
    for top in range(0, len(rows), 8):
        part = rows[top : top + 8]
        pages.append(bytes(sum((row[x] == "#") << y for y, row in enumerate(part)) for x in range(width)))
    first = 0
    while len(pages) > 1 and not any(pages[-1]):
        pages.pop()
    if len(pages) > 1 and not any(pages[0]):
        pages.pop(0)
        first = 1
    return bytes([width | first << 5 | (len(pages) - 1) << 6]) + b"".join(pages)


def literal(data):
    """Bytes as Python source, in lines."""
    lines = []
    for at in range(0, len(data), 32):
        lines.append('    b"' + "".join(f"\\x{byte:02x}" for byte in data[at : at + 32]) + '"')
    return "(\n" + "\n".join(lines) + "\n)"


def module(name):
    """(source text of a font's module, the glyphs by character)."""
    settings, drawn = read(HERE / f"{name}.txt")
    more, symbols = read(HERE / f"symbols_{name}.txt") if (HERE / f"symbols_{name}.txt").exists() else ({}, {})
    if more and more["height"] != settings["height"]:
        raise Mistake(f"symbols_{name}.txt: the height differs")
    box = drawn.pop("box")
    glyphs = {character(key): rows for key, rows in list(drawn.items()) + list(symbols.items())}
    glyphs[" "] = ["." * settings["space"]] * settings["height"]
    same = dict(SAME)
    for key in symbols:
        code, twin = SYMBOLS[key]
        if twin:
            same[twin] = chr(code)
    blob, starts = bytearray(), {}
    for char in sorted(glyphs):
        starts[char] = len(blob)
        blob += pack(glyphs[char])
    for char, twin in same.items():
        if char not in glyphs and twin in glyphs:
            starts[char] = starts[twin]
            glyphs[char] = glyphs[twin]
    end = len(blob)
    blob += pack(box)
    index = bytearray()
    ascii_ = [chr(code) for code in range(32, 127)]
    extra = sorted(char for char in starts if char not in ascii_)
    for char in ascii_ + extra:
        index += starts.get(char, end).to_bytes(2, "little")
    index += end.to_bytes(2, "little")
    escaped = [char if char.isprintable() and ord(char) < 0x2000 else f"\\u{ord(char):04x}" for char in extra]
    lines = "\n".join('    "' + "".join(escaped[at : at + 16]) + '"' for at in range(0, len(escaped), 16))
    text = f'''"""Made by source/make.py: change source/{name}.txt, not this file. Licence: see source/LICENCES.md."""

HEIGHT = {settings["height"]}
BASE = {settings["base"]}
LINE = {settings["line"]}
GAP = {settings["gap"]}
MORE = (
{lines}
)
STARTS = {literal(bytes(index))}
GLYPHS = {literal(bytes(blob))}
'''
    return text, glyphs


def main(arguments):
    """Writes the modules, or with --check says which are not up to date; returns the exit status."""
    stale = []
    for name in FONTS:
        text, _ = module(name)
        path = HERE.parent / f"{name}.py"
        if "--check" in arguments:
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                stale.append(path.name)
        else:
            path.write_text(text, encoding="utf-8", newline="\n")
    if stale:
        print("not up to date:", ", ".join(stale), file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
