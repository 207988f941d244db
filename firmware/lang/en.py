"""English: what is common to all games, the app and its menu."""

WORDS = {
    "and": " and ",
    "none": "none",
    # What a record, a line or an action of any game may be refused for
    "no.unknown-word": "“{word}” is neither a set-up line nor an action of this game.",
    "no.unknown-word.short": "Unknown: {word}",
    "no.bad-line": "This line has too few or too many parts, or one can't be read; it looks like: {form}",
    "no.bad-line.short": "Write: {form}",
    "no.unknown-seat": "No “{seat}” sits at this table.",
    "no.unknown-cell": "No space is called “{cell}”.",
    "no.unknown-card": "There is no card “{card}”.",
    "no.setup-order": "“{word}” must stand before “{after}”.",
    "no.setup-twice": "“{word}” stands here twice.",
    "no.setup-late": "“{word}” comes too late: the game has begun.",
    "no.setup-missing": "The line “{word}” is missing.",
    "no.unknown-rules": "Version {version} of the rules isn't known here.",
    "no.unknown-mode": "There is no mode “{mode}”.",
    "no.bad-seats": "{least} to {most} different seats can play.",
    "no.nothing-to-undo": "There is nothing to take back.",
    "no.wrong-phase": "“{word}” has its time, but not while {phase}.",
    "no.wrong-phase.short": "Not while {phase}",
    "no.not-your-turn": "{seat} is not to act.",
    "no.game-over": "The game is over.",
    # What is no record
    "no.no-header": "This is no record: its first line must be “roost 1” and the game's name.",
    "no.unknown-game": "This is a record of a game that isn't known here: {game}.",
    "no.unknown-format": "This is a record in a format that isn't known here: version {version}.",
    "no.not-text": "This is no record: it isn't text in UTF-8.",
    "no.setup-incomplete": "This is no record: it ends before its set-up is complete (line “{word}”).",
}
