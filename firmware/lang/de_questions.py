"""Deutsch: was in getippten Fragen zu jedem Spiel verstanden wird, und die Antworten."""

WORDS = {
    "hear.said": "letzte* ereignis*|letzte* ansage*|ereignis*|ansage*|was geschah|geschehen|passiert",
    "hear.repeat": "wiederhol*|noch einmal|nochmal|was ist gefragt",
    "hear.turn": "wer ist dran|wer ist am zug|am zug|dran|an der reihe",
    "hear.score": "wertung|punkte*|punktestand",
    "hear.rows": "wie steht es|spielstand|lage",
    "question.said": "was ist geschehen („letzte 5 Ereignisse“)",
    "question.repeat": "wiederholen",
    "question.turn": "wer ist dran",
    "question.score": "wie ist die Wertung",
    "question.rows": "wie steht es",
    "answer-turn": "{seats} {n|ist|sind} an der Reihe.",
    "answer-turn-all": "Alle gemeinsam sind an der Reihe.",
    "answer-row": "{title}: {texts}",
    "answer-points": "{seat} {points}",
    "answer-no-score": "Noch liegt nichts offen, das zählt.",
    "no.no-such-question": "Das kann man jetzt nicht fragen.",
    "no.question-unknown": "Das ist nicht zu verstehen. Fragen kann man zum Beispiel: {questions}.",
    "no.question-needs": "Zu dieser Frage gehört, {need}.",
    "no.no-such-thing": "{thing} gibt es hier nicht.",
}
