"""A stand-in for the firmware, for tests of the server and the page: speaks the link, knows no rules.

It shows a menu, then a toy game on the hexagonal board (move any bird to a free space beside it), keeps its lines in
DATA/lines.txt and resumes from them. Lines that only it knows: `die` (ends at once), `crash` (a traceback), `babble` (plain
text), `layout path|sheet`, `ask some|count|text|announce`, `say TEXT`. With a file DATA/broken it ends before it says hello.
"""

import argparse
import base64
import json
import os
import sys
from pathlib import Path
from typing import Any

CELLS = [(x, y) for y in range(-6, 7) for x in range(-6, 7) if abs(x - y) <= 6]
INDEX = {cell: index for index, cell in enumerate(CELLS)}
NAMES = ["abcdefghijklm"[y + 6] + str(x + 7) for x, y in CELLS]
AT = {name: index for index, name in enumerate(NAMES)}
STEPS = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)]
FLOCKS = [
    "m7 m8 m9 l6 l7 l8 k5 k6 k7",
    "m13 m12 m11 l13 l12 l11 k13 k12 k11",
    "a7 a6 a5 b8 b7 b6 c9 c8 c7",
    "a1 a2 a3 b1 b2 b3 c1 c2 c3",
]
TUNNELS = "g7 i11 k9 i5 e3 c5 e9"
TYPES, COLORS, SHAPES = ("chicken", "duck", "goose", "turkey"), ("black", "brown", "white"), ("circle", "hexagon", "square")
LOOKS = [f"{kind}-{color}-{shape}" for kind in TYPES for color in COLORS for shape in SHAPES]
SYMBOLS = {"circle": "●", "hexagon": "⬢", "square": "■"}
SEATS = ("black", "brown", "orange", "white")
WORDS = {
    "en": {
        "menu": "Which game?",
        "fowl": "{0}: which fowl?",
        "space": "{0}: {1}, to which space?",
        "done": "done",
        "on": "go on",
        "moved": "{0} moves {1} from {2} to {3}.",
        "refused": "There is no way from {0} to {1}.",
        "back": "One step back.",
    },
    "de": {
        "menu": "Welches Spiel?",
        "fowl": "{0}: welches Geflügel?",
        "space": "{0}: {1}, auf welches Feld?",
        "done": "fertig",
        "on": "weiter",
        "moved": "{0} zieht {1} von {2} nach {3}.",
        "refused": "Von {0} nach {1} führt kein Weg.",
        "back": "Ein Schritt zurück.",
    },
}


def emit(**message: Any) -> None:
    sys.stdout.write(json.dumps(message, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def refuse(code: str, text: str) -> None:
    emit(refused={"code": code, "text": text, "short": text})


class Toy:
    def __init__(self, data: Path) -> None:
        self.data = data
        self.file = data / "lines.txt"
        self.language = "en"
        self.id = 0
        self.said = 0
        self.at = 0
        self.choices: list[dict[str, Any]] = []
        self.kind = "one"
        self.mode = "menu"
        self.layout = "hexagons"
        self.special: str | None = None
        self.fowl = {}
        for kind, cells in enumerate(FLOCKS):
            for number, name in enumerate(cells.split()):
                self.fowl[kind * 9 + number + 1] = AT[name]
        self.lines: list[str] = []
        self.picked: int | None = None
        if self.file.exists():
            self.mode = "game"
            for line in self.file.read_text().splitlines():
                self.lines.append(line)
                _, _, begin, end = line.split()
                self.fowl[self.on(AT[begin])] = AT[end]
        copy = data / "copy.txt"
        self.copy = copy.read_text().splitlines() if copy.exists() else []
        self.subscribed = False

    def on(self, place: int) -> int:
        return next((card for card, cell in self.fowl.items() if cell == place), 0)

    def word(self, name: str, *parts: str) -> str:
        return WORDS[self.language][name].format(*parts)

    @property
    def seat(self) -> str:
        return SEATS[len(self.lines) % 4].capitalize()

    def look(self, card: int) -> str:
        kind, color, _ = LOOKS[card - 1].split("-")
        return f"{color} {kind} {card}"

    def short(self, card: int) -> str:
        kind, color, shape = LOOKS[card - 1].split("-")
        return f"{color[0].upper()}{kind[0].upper()}{SYMBOLS[shape]}{card}"

    # ---- what it shows

    def near(self, place: int) -> list[int]:
        x, y = CELLS[place]
        cells = [INDEX.get((x + dx, y + dy), -1) for dx, dy in STEPS]
        return [cell for cell in cells if cell >= 0 and not self.on(cell) and NAMES[cell] not in TUNNELS.split()]

    def ask(self, keep: bool = False) -> None:
        self.id += 1
        title, do, hold = "", [], None
        group = 0
        if self.special == "announce":
            title, self.choices, do = (
                "Deal the cards.",
                [{"words": self.word("on"), "group": 0, "key": "word next"}],
                ["Shuffle the fowl cards.", "Deal four cards to each player."],
            )
        elif self.special in ("some", "count", "text"):
            title = {"some": "Which two?", "count": "How many?", "text": "Which name?"}[self.special]
            self.choices = [{"words": str(number), "group": 0, "key": f"number {number}"} for number in range(1, 6)]
        elif self.mode == "menu":
            title = self.word("menu")
            self.choices = [
                {"words": name, "group": 0, "key": f"word {name}"}
                for name in ("Fowl Play!", "Fancy Feathers", "Birds of a Feather")
            ]
        elif self.picked is None:
            title, hold = self.word("fowl", self.seat), self.word("done")
            self.choices = []
            for card, place in self.fowl.items():
                if self.near(place):
                    group = (card - 1) // 9
                    words = f"{self.look(card)}, {NAMES[place]}"
                    self.choices.append({"words": words, "place": place, "group": group, "key": f"fowl {card}"})
            self.choices.append({"words": self.word("done"), "group": 4, "key": "word done"})
        else:
            title = self.word("space", self.seat, self.look(self.picked))
            self.choices = [
                {"words": NAMES[cell], "place": cell, "group": 0, "key": f"space {NAMES[cell]}"}
                for cell in self.near(self.fowl[self.picked])
            ]
        self.at = min(self.at, len(self.choices) - 1) if keep else 0
        if not self.subscribed:
            return
        kind = self.special if self.special in ("some", "count", "text") else "one"
        screen = {
            "id": self.id,
            "mode": "announce" if self.special == "announce" else self.mode,
            "game": "fowl_play" if self.mode == "game" else None,
            "language": self.language,
            "title": title,
            "seats": [self.seat] if self.mode == "game" else [],
            "do": do,
            "choices": self.choices if self.special != "text" else [],
            "at": self.at,
            "hold": hold,
            "note": self.note(),
            "kind": kind,
            "picked": [],
            "least": 2 if kind == "some" else 1,
            "most": 2 if kind == "some" else 5,
        }
        self.kind = kind
        emit(scene=self.scene() if self.mode == "game" else None)
        emit(screen=screen)
        self.show()

    def note(self) -> list[str]:
        return [f"note {self.at}"] if self.at and self.at % 5 == 0 else []

    def scene(self) -> dict[str, Any]:
        rows = [["Captured so far", [f"{seat.capitalize()}: nothing" for seat in SEATS]], ["Light cards", ["none of 3"]]]
        if self.layout == "path":
            marks = {str(n): [["card", f"golden{n}", f"golden pheasant {n}", f"G{n}"]] for n in range(1, 12)}
            for place, seat in ((2, "anna"), (2, "ben"), (5, "eva")):
                marks[str(place)].append(["disc", seat, f"{seat}'s disc", seat[0].upper()])
            marks["0"] = [["disc", "zoe", "zoe's disc", "Z"]]
            return {
                "game": "fancy_feathers",
                "layout": "path",
                "marks": marks,
                "names": {str(n): str(n) for n in range(12)},
                "rows": rows,
            }
        if self.layout == "sheet":
            names = {
                str(n): f"{h} {k}"
                for n, (h, k) in enumerate(
                    (h, k)
                    for h in ("desert", "mountains", "forest", "wetlands", "ocean")
                    for k in ("common", "uncommon 1", "uncommon 2", "uncommon 3", "rare", "raptor", "ace")
                )
            }
            marks = {str(n): [["recorded", 1, "recorded", "✓"]] for n in range(0, 35, 4)} | {
                "5": [["arriving", 0, "arriving", "A"]]
            }
            return {"game": "birds_of_a_feather", "layout": "sheet", "marks": marks, "names": names, "rows": rows}
        marks: dict[str, list[Any]] = {str(AT[name]): [["tunnel", 0, "tunnel", "O"]] for name in TUNNELS.split()}
        for seat, name in zip(range(4), ("g8", "h8", "g6", "f6"), strict=True):
            marks.setdefault(str(AT[name]), []).append(["fox", seat, f"{SEATS[seat]} fox", f"{SEATS[seat][0].upper()}F"])
        for card, place in self.fowl.items():
            marks.setdefault(str(place), []).append(["fowl", card, self.look(card), self.short(card)])
        return {"game": "fowl_play", "layout": "hexagons", "marks": marks, "names": dict(enumerate_names()), "rows": rows}

    def show(self) -> None:
        """A picture that tells the cursor, and lights that tell the choices."""
        pages = {}
        for page in range(8):
            row = bytearray(128)
            for x in range(128):
                row[x] = 0xFF if page == self.at % 8 and x < 8 * (self.at + 1) else 0x01 if x % 2 else 0x80
            pages[str(page)] = base64.b64encode(row).decode()
        emit(display={"pages": pages, "contrast": 255, "on": True})
        lights = bytearray(381)
        for name in TUNNELS.split():
            lights[3 * AT[name] : 3 * AT[name] + 3] = bytes((24, 0, 40))
        for index, choice in enumerate(self.choices):
            if "place" in choice and self.layout == "hexagons":
                place = choice["place"]
                lights[3 * place : 3 * place + 3] = bytes((200, 180, 120)) if index == self.at else bytes((60, 30, 0))
        emit(lights={"0": lights.hex()})

    def say(self, text: str, kind: str = "event", hands: bool = False) -> None:
        self.said += 1
        emit(said={"n": self.said, "text": text, "hands": hands, "kind": kind})

    # ---- what it takes

    def turn(self, steps: int, pressed: bool = False) -> None:
        count = len(self.choices)
        if pressed:
            groups = [choice["group"] for choice in self.choices]
            later = [index for index in range(self.at + 1, count) if groups[index] != groups[self.at]]
            self.at = later[0] if later else 0
        else:
            self.at = (self.at + steps) % count
        emit(sound="tick")
        emit(cursor={"id": self.id, "at": self.at, "note": self.note()})
        self.show()

    def confirm(self, index: int) -> None:
        choice = self.choices[index]
        if self.special:
            self.special = None
        elif self.mode == "menu":
            self.mode = "game"
            self.file.write_text("".join(line + "\n" for line in self.lines))
        elif self.picked is None:
            if choice["key"] == "word done":
                self.say("Nothing more.")
            else:
                self.picked = int(choice["key"].split()[1])
        else:
            self.move(self.picked, choice["place"])
            return
        self.ask()

    def move(self, card: int, place: int) -> None:
        begin = self.fowl[card]
        seat = self.seat
        line = f"move {seat.lower()} {NAMES[begin]} {NAMES[place]}"
        self.lines.append(line)
        with self.file.open("a") as file:
            file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())
        self.fowl[card] = place
        self.picked = None
        emit(recorded={"line": line, "lines": len(self.lines)})
        emit(sound="yes")
        self.say(self.word("moved", seat, self.look(card), NAMES[begin], NAMES[place]), hands=len(self.lines) % 3 == 0)
        self.ask()

    def undo(self) -> None:
        if not self.lines:
            refuse("nothing-to-undo", "There is nothing to take back.")
            return
        _, _, begin, end = self.lines.pop().split()
        self.fowl[self.on(AT[end])] = AT[begin]
        self.file.write_text("".join(line + "\n" for line in self.lines))
        self.picked = None
        self.say(f"Taken back: put it from {end} to {begin}.", "undo", True)
        self.ask()

    def line(self, text: str) -> None:
        tokens = text.split()
        if tokens == ["die"]:
            os._exit(3)
        if tokens == ["crash"]:
            raise RuntimeError("crashed on request")
        if tokens == ["babble"]:
            sys.stdout.write("plain babble, not JSON\n{not JSON either\n")
            sys.stdout.flush()
        elif tokens[:1] == ["say"]:
            self.say(" ".join(tokens[1:]))
        elif tokens[:1] == ["layout"]:
            self.layout = tokens[1]
            self.ask()
            if tokens[1] != "hexagons":
                self.choices = [{"words": f"place {n}", "place": n, "group": 0, "key": f"space {n}"} for n in range(6, 10)]
                emit(
                    screen={
                        "id": self.id,
                        "mode": "game",
                        "game": "fowl_play",
                        "language": self.language,
                        "title": "Anna: where to?",
                        "seats": ["anna"],
                        "do": [],
                        "choices": self.choices,
                        "at": 0,
                        "hold": None,
                        "note": [],
                        "kind": "one",
                        "picked": [],
                        "least": 1,
                        "most": 1,
                    }
                )
        elif tokens[:1] == ["ask"]:
            self.special = tokens[1]
            self.ask()
        elif tokens == ["undo"]:
            self.undo()
        elif len(tokens) == 4 and tokens[0] == "move" and tokens[2] in AT and tokens[3] in AT:
            card = self.on(AT[tokens[2]])
            if not card or AT[tokens[3]] not in self.near(AT[tokens[2]]):
                refuse("no-way", self.word("refused", tokens[2], tokens[3]))
                emit(sound="no")
            else:
                self.move(card, AT[tokens[3]])
        else:
            refuse("unreadable", f"No such line: {text}")

    def tap(self, place: int) -> None:
        for index, choice in enumerate(self.choices):
            if choice.get("place") == place:
                self.at = index
                self.confirm(index)
                return
        name = NAMES[place]
        refuse("no-way", self.word("refused", NAMES[self.fowl[self.picked]] if self.picked else "?", name))
        emit(sound="no")

    def back(self) -> None:
        if self.special:
            self.special = None
        elif self.picked is not None:
            self.picked = None
        self.say(self.word("back"))
        self.ask()

    def reply(self, message: dict[str, Any]) -> dict[str, Any]:
        ask, settings = message.get("ask"), message.get("set", {})
        if ask == "record":
            emit(reply=message["id"], ok=True, more=True, lines=["roost 1 fowl_play", "rules 1", "seats " + " ".join(SEATS)])
            return {"lines": self.lines}
        if ask == "copy":
            lines = self.copy or [f"tunnels {TUNNELS}", "cards " + " ".join(LOOKS), "place " + " ".join(" ".join(FLOCKS).split())]
            return {"own": bool(self.copy), "lines": lines}
        if ask == "state":
            return {"state": {"game": "fowl_play", "shows": {str(card): look for card, look in enumerate(LOOKS, 1)}}}
        if ask == "games":
            return {"games": []}
        if "language" in settings:
            self.language = settings["language"]
            self.ask(keep=True)
            return {}
        if "copy" in settings:
            if not settings["copy"] or not all(line.split()[0] in ("tunnels", "cards", "place") for line in settings["copy"]):
                return {"ok": False, "text": "These lines are no copy of Fowl Play!."}
            tunnels = next((line.split()[1:] for line in settings["copy"] if line.startswith("tunnels")), [])
            if "g8" in tunnels:
                return {"ok": False, "text": "Only the central tunnel lies in the den: g8 can't be one."}
            self.copy = settings["copy"]
            (self.data / "copy.txt").write_text("\n".join(self.copy))
            return {}
        return {"ok": False, "text": "There is no such request."}

    def take(self, message: dict[str, Any]) -> None:
        if "subscribe" in message:
            self.subscribed = True
            self.ask()
        elif "id" in message:
            emit(**{"reply": message["id"], "ok": True, **self.reply(message)})
        elif "turn" in message:
            self.turn(message["turn"], bool(message.get("pressed")))
        elif message.get("press") == "confirm":
            self.confirm(self.at)
        elif message.get("press") == "back":
            self.back()
        elif message.get("hold") == "back":
            self.undo()
        elif message.get("hold") == "confirm":
            self.confirm(len(self.choices) - 1)
        elif message.get("press") == "menu":
            self.special = "announce"
            self.ask()
        elif "tap" in message:
            self.tap(message["tap"])
        elif "choose" in message:
            if message.get("screen") != self.id:
                refuse("stale", "The question has changed meanwhile.")
            else:
                self.confirm(message["choose"])
        elif "line" in message:
            self.line(message["line"])
        elif "text" in message:
            self.say(f"Name: {message['text']}")
            self.special = None
            self.ask()
        elif "hello" not in message:
            refuse("rubbish", "That can't be understood.")


def enumerate_names() -> list[tuple[str, str]]:
    return [(str(index), name) for index, name in enumerate(NAMES)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args().data
    data.mkdir(parents=True, exist_ok=True)
    if (data / "broken").exists():
        sys.stderr.write("Traceback: broken on purpose\n")
        sys.exit(1)
    toy = Toy(data)
    emit(hello={"protocol": 1, "firmware": "0.0.0", "runtime": "stand-in", "board": "simulated", "languages": ["en", "de"]})
    for text in sys.stdin:
        try:
            message = json.loads(text)
        except ValueError:
            refuse("rubbish", "That is no JSON.")
            continue
        toy.take(message)


if __name__ == "__main__":
    main()
