"""The sounds are told apart by their rhythm alone, and none keeps the table waiting."""

from firmware import sounds


def test_the_five_sounds_of_the_link():
    assert list(sounds.PATTERNS) == ["tick", "yes", "no", "turn", "end"]


def test_rhythms_differ():
    rhythms = {name: sounds.rhythm(pattern) for name, pattern in sounds.PATTERNS.items()}
    assert rhythms == {"tick": ".", "yes": "sL", "no": "sss", "turn": "Lss", "end": "sssL"}


def test_lengths():
    lengths = {name: sounds.length(pattern) for name, pattern in sounds.PATTERNS.items()}
    assert lengths["tick"] <= 10
    assert all(length <= 1000 for length in lengths.values())


def test_tones_are_what_a_buzzer_can_do():
    for pattern in sounds.PATTERNS.values():
        assert pattern[0][0]
        assert pattern[-1][0]
        for frequency, ms in pattern:
            assert frequency == 0 or 200 <= frequency <= 4000
            assert 5 <= ms <= 500
