"""What several tests of the app share."""

import pytest

import shared_rules.catalogue
from firmware import screens
from tests.firmware import toy


@pytest.fixture
def toy_game(monkeypatch):
    """The toy game in the catalogue; in the end nothing on a screen was cut."""
    monkeypatch.setattr(shared_rules.catalogue, "GAMES", shared_rules.catalogue.GAMES)
    toy.install()
    del screens.cuts[:]
    yield
    assert screens.cuts == []
