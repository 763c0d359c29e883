"""Fixtures for the game's tests: the cards, and pytest's assertion rewriting for the helpers."""

import pytest

from apz.apocalypze.cards import Library, library

ASSERTING = (
    "cards.alike", "cards.staging", "oracle.deals", "oracle.trials", "positions.reading", "properties.games",
    "properties.legality", "properties.positions", "properties.steps", "questions.asked", "situations",
)  # fmt: skip
pytest.register_assert_rewrite(*(f"tests.apocalypze.{helper}" for helper in ASSERTING))


@pytest.fixture(scope="module")
def lib() -> Library:
    return library()
