"""Deutsch: was allen Spielen gemeinsam ist, das Gerät und sein Menü."""

WORDS = {
    "and": " und ",
    "none": "nichts",
    # Warum eine Aufzeichnung, eine Zeile oder eine Handlung abgelehnt wird
    "no.unknown-word": "„{word}“ ist weder eine Aufbauzeile noch eine Handlung dieses Spiels.",
    "no.unknown-word.short": "Unbekannt: {word}",
    "no.bad-line": "Diese Zeile hat zu wenige oder zu viele Teile, oder einer ist nicht lesbar; sie sieht so aus: {form}",
    "no.bad-line.short": "Richtig: {form}",
    "no.unknown-seat": "An diesem Tisch sitzt niemand namens „{seat}“.",
    "no.unknown-cell": "Kein Feld heißt „{cell}“.",
    "no.unknown-card": "Es gibt keine Karte „{card}“.",
    "no.setup-order": "„{word}“ muss vor „{after}“ stehen.",
    "no.setup-twice": "„{word}“ steht hier zweimal.",
    "no.setup-late": "„{word}“ kommt zu spät: Das Spiel hat begonnen.",
    "no.setup-missing": "Die Zeile „{word}“ fehlt.",
    "no.unknown-rules": "Fassung {version} der Regeln ist hier nicht bekannt.",
    "no.unknown-mode": "Eine Spielart „{mode}“ gibt es nicht.",
    "no.bad-seats": "{least} bis {most} verschiedene Plätze können mitspielen.",
    "no.nothing-to-undo": "Es gibt nichts zurückzunehmen.",
    "no.wrong-phase": "„{word}“ hat seine Zeit, aber nicht, solange {phase}.",
    "no.wrong-phase.short": "Nicht, solange {phase}",
    "no.not-your-turn": "{seat} ist nicht an der Reihe.",
    "no.game-over": "Das Spiel ist vorbei.",
    # Was keine Aufzeichnung ist
    "no.no-header": "Das ist keine Aufzeichnung: Die erste Zeile muss „roost 1“ und der Name des Spiels sein.",
    "no.unknown-game": "Das ist die Aufzeichnung eines Spiels, das hier nicht bekannt ist: {game}.",
    "no.unknown-format": "Das ist eine Aufzeichnung in einem Format, das hier nicht bekannt ist: Fassung {version}.",
    "no.not-text": "Das ist keine Aufzeichnung: Es ist kein Text in UTF-8.",
    "no.setup-incomplete": "Das ist keine Aufzeichnung: Sie endet, bevor der Aufbau vollständig ist (Zeile „{word}“).",
}
