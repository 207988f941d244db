"""The score sheet of a recorded game as data: what `roost score` prints, writes as a page and as a table of comma-separated values."""

import csv
import io
import re
from dataclasses import dataclass, field
from typing import Any

from firmware import leaving
from firmware.words import LANGUAGES
from host import replay
from host.lang import HostWords
from shared_rules.record import text_lines, tokens

_NAME = "# name "  # a comment that tells how a seat's name is spelled: `# name aenne Änne`
_SEAL = re.compile(r" #[0-9a-f]{8}( t=\d+)?$")  # a journal's, at the end of a line (see `firmware.journal`)
_AGREED = ("agreed", "correct")  # verbs of what a table settles by agreement
_MARKED = 8  # so many of these are told on a sheet
_FORMULA = ("=", "+", "-", "@", "\t")  # what a spreadsheet would take for a formula


@dataclass(frozen=True)
class Row:
    """A line of the score sheet.

    code     stable: `total`, `score-captured.circle` ...
    label    in words
    points   by seat, None where it isn't known
    reasons  by seat, in words, "" for none
    """

    code: str
    label: str
    points: list[int | None]
    reasons: list[str]


@dataclass
class Sheet:
    """A score sheet.

    game       the Game, as its record ends
    words      the words that it is written in
    title      of the whole
    names      of the seats, as their players spell them
    only       were only the results entered?
    notes      sentences about what kind of record this is
    rows       of the sheet, [] where nothing that counts lies open
    verdict    sentences: who won and what decided; [] while the game isn't over
    winners    indexes of seats
    series     by seat, the score after each turn; [] where there is none
    series_of  sentence: what that score is
    """

    game: Any
    words: HostWords
    title: str
    names: list[str]
    only: bool
    notes: list[str]
    rows: list[Row]
    verdict: list[str]
    winners: list[int]
    series: list[list[int]] = field(default_factory=list)
    series_of: str = ""

    @property
    def language(self) -> str:
        """The language that it is written in."""
        return self.words.language


class NoSheet(Exception):
    """The record can't be scored; the text is a sentence, `status` the exit status that belongs to it."""

    def __init__(self, text: str, status: int):
        super().__init__(text)
        self.status = status


def spelled(data: bytes) -> dict[str, str]:
    """How names are spelled, by the comments of a record that tell it."""
    found: dict[str, str] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        if line.startswith(_NAME):
            token, _, spelling = line[len(_NAME) :].strip().partition(" ")
            if spelling.strip():
                found[token] = replay.visible(spelling.strip())[:40]
    return found


def left(data: bytes) -> dict[str, int]:
    """Seats without a player at the end -> the turn in which that began, by the notes of a device's journal (see `firmware.leaving`)."""
    found: dict[str, int] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        leaving.read(found, _SEAL.sub("", line.strip()))
    return found


def sheet(data: bytes, file: str = "<record>", language: str = "en", names: dict[str, str] | None = None) -> Sheet:
    """The score sheet of a record, which may be unfinished. Raises NoSheet, ValueError for a language that there isn't.

    file   its name in sentences
    names  dict: a seat's name in the record -> as its player spells it; before what the record itself tells
    """
    if language not in LANGUAGES:
        raise ValueError(language)
    outcome = replay.replay(data, language)
    if outcome.problem is not None:
        raise NoSheet(outcome.problem.text(file), outcome.problem.status())
    game = outcome.game
    words = HostWords(language, game.name, {**spelled(data), **(names or {})})
    rows: list[Row] = []
    for label, points, reasons in game.sheet():
        rows.append(
            Row(_code(label), words.text(label), list(points), ["" if why is None else words.text(why) for why in reasons])
        )
    only = _results_only(data)
    series = _series(game) if game.over and not only else []
    return Sheet(
        game=game,
        words=words,
        title=words.say("score-title", game=("game", {})),
        names=[words.text(("seat", seat)) for seat in game.seats],
        only=only,
        notes=_notes(game, words, only, bool(rows), left(data)),
        rows=rows,
        verdict=[words.text(message) for message in game.verdict()] if game.over else [],
        winners=list(game.winners() or []),
        series=series,
        series_of=words.say("score-chart-" + _KINDS[game.name]) if series else "",
    )


def _code(label: tuple[str, dict[str, object]]) -> str:
    """A stable name of a line: `total`, `score-captured.circle`, `type-name.nest`."""
    code, facts = label
    return ".".join([code, *(str(fact[1]) for fact in facts.values() if isinstance(fact, tuple))])


_KINDS = {"fowl_play": "fowl", "fancy_feathers": "feathers", "birds_of_a_feather": "birds"}


def _results_only(data: bytes) -> bool:
    """Were only the results entered?"""
    return any(tokens(line) == ["mode", "score"] for line in text_lines(data))


def _notes(game: Any, words: HostWords, only: bool, open_points: bool, gone: dict[str, int]) -> list[str]:
    notes: list[str] = []
    rounds = game.name == "birds_of_a_feather"
    if only:
        notes.append(words.say("score-only"))
        if not game.over:
            notes.append(words.say("score-unfinished-results"))
    else:
        if not game.over:
            code = "score-unfinished" if open_points else "score-unfinished-hidden"
            notes.append(words.say(code, at=("score-in-round" if rounds else "score-in-turn", {"n": game.turn})))
        code = "score-rounds" if rounds else "score-rules"
        notes.append(words.say(code, rules=game.rules, turns=game.turn))
    marked = [line for line in (game.line(action) for action in game.log) if line.split(" ")[0] in _AGREED]
    if marked:
        lines = marked if len(marked) <= _MARKED else [*marked[:_MARKED], "…"]
        notes.append(words.say("score-marked", n=len(marked), lines=lines))
    for seat in game.seats:
        if seat in gone:
            at = ("score-in-round" if rounds else "score-in-turn", {"n": gone[seat]})
            notes.append(words.say("score-left", seat=("seat", seat), at=at))
    return notes


# ---- the score over the turns ------------------------------------------------------------------------------------------------


def _series(game: Any) -> list[list[int]]:
    """By seat, the score after each turn; the game is taken back to its start for it, and played again."""
    log = list(game.log)
    collect = {"fowl_play": _Fowl, "fancy_feathers": _Feathers, "birds_of_a_feather": _Birds}[game.name](game)
    while game.log:
        game.undo()
    found: list[list[int]] = [[] for _ in game.seats]
    for action in log:
        if collect.due([event[0] for event in game.apply(action)]):
            for seat, value in enumerate(collect.values()):
                found[seat].append(value)
    if found[0]:  # what was set right after the last turn counts there
        for seat, value in enumerate(collect.values()):
            found[seat][-1] = value
    return found


class _Fowl:
    """The captured part, at the end of each turn."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def due(self, codes: list[str]) -> bool:
        return "next-turn" in codes or "ended" in codes

    def values(self) -> list[int]:
        from shared_rules.fowl_play import scoring

        game = self._game
        return [one.captured_total for one in scoring.score(game.shows, game.captured, [0] * len(game.seats))]


class _Birds:
    """Birds and ALL bonuses, at the end of each round."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def due(self, codes: list[str]) -> bool:
        return "saw" in codes

    def values(self) -> list[int]:
        return [total for _, _, total in self._game.tallies()]


class _Feathers:
    """What the collections are worth once a turn's cards are collected, and at the end; what was given up counts from its Fox on."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self._given = [list(cards) for cards in game.given]

    def due(self, codes: list[str]) -> bool:
        # What is named as lost counts from the turn on in which it was given up.
        return "lost" not in codes and ("turn" in codes or "all-left" in codes or "over" in codes)

    def values(self) -> list[int]:
        from shared_rules.fancy_feathers import scoring
        from shared_rules.fancy_feathers.cards import FOX

        hands: list[list[int]] = []
        for seat, received in enumerate(self._game.received):
            hand = list(received)
            for card in self._given[seat][: received[1:].count(FOX)]:
                if card in hand:  # else it was only set right at the end that it was there
                    hand.remove(card)
            hands.append(hand)
        return list(scoring.score(self._game.types, hands)[1])


# ---- comma-separated values --------------------------------------------------------------------------------------------------


def _plain(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return "'" + text if text.startswith(_FORMULA) else text


def as_csv(found: Sheet) -> str:
    """The sheet as comma-separated values: part (`score`, `winner` or `turn`), code, line, points of each seat, and reasons.

    Lines of the part `turn` hold the score over the turns.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    words = found.words
    reasons = any(any(row.reasons) for row in found.rows)
    head = [words.say("score-part"), "code", words.say("score-line"), *(_plain(name) for name in found.names)]
    if reasons:
        head += [_plain(f"{name}: {words.say('score-reason')}") for name in found.names]
    writer.writerow(head)
    for row in found.rows:
        writer.writerow(
            [
                "score",
                row.code,
                _plain(row.label),
                *("" if value is None else value for value in row.points),
                *((_plain(why) for why in row.reasons) if reasons else ()),
            ]
        )
    if found.game.over:
        won = [1 if seat in found.winners else 0 for seat in range(len(found.names))]
        writer.writerow(["winner", "winner", words.say("score-winner"), *won])
    else:
        writer.writerow(["winner", "unfinished", words.say("score-csv-unfinished")])
    for turn in range(len(found.series[0]) if found.series else 0):
        writer.writerow(["turn", "turn", turn + 1, *(values[turn] for values in found.series)])
    return out.getvalue()
