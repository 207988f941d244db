"""English: what is heard in typed questions about every game, and the answers."""

WORDS = {
    "hear.said": "last events|last event|last announcements|events|announcements|news|happened",
    "hear.repeat": "repeat|say again|what is asked",
    "hear.turn": "whose turn|who is next|who is to act|turn",
    "hear.score": "score|points",
    "hear.rows": "how do things stand|how does it stand|status",
    "question.said": "what happened (“last 5 events”)",
    "question.repeat": "repeat",
    "question.turn": "whose turn is it",
    "question.score": "what is the score",
    "question.rows": "how do things stand",
    "answer-turn": "{seats} {n|is|are} to act.",
    "answer-turn-all": "The table as a whole is to act.",
    "answer-row": "{title}: {texts}",
    "answer-points": "{seat} {points}",
    "answer-no-score": "Nothing that counts lies open yet.",
    "no.no-such-question": "That can't be asked now.",
    "no.question-unknown": "That is not understood. You can ask, for instance: {questions}.",
    "no.question-needs": "This question needs to say {need}.",
    "no.no-such-thing": "There is no {thing} here.",
}
