"""What the tests of the game share: the cards, and helpers whose assertions tell as much as those of the tests."""

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
