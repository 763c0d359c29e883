"""The tutor's texts for questions: their wording, answers, reasons, mistakes and four hints."""

from __future__ import annotations

from functools import cache

from apz.apocalypze.language.rulebook import TEXTS, spoken
from apz.apocalypze.language.words import words
from apz.apocalypze.model import Position
from apz.apocalypze.moves import MOVES
from apz.apocalypze.teaching.questions import lesson_terms
from apz.core.learning.teaching import Teaching

# the slots of a sequence whose values are keys, and the section with their words; TEXTS has those of the messages
SEQUENCE_LINKS = {
    **{f"phase_{number}": "phases" for number in range(1, 5)},
    **{f"kind_{number}": "decisions" for number in range(1, 5)},
}


@cache
def _teaching(language: str) -> Teaching[Position]:
    say = words(language)

    def known_as(position: Position, card: int) -> str:
        """Return a card's name, with a detail if others share it, or a stand-in for a hidden card."""
        name = say.name(position, card)
        return lesson_terms.known_as(position, card) if name == position.game.cards[card].name else name

    return Teaching(TEXTS, say, Position, MOVES, known_as, SEQUENCE_LINKS)


def teaching(language: str = "en") -> Teaching[Position]:
    """Return the tutor's texts in a language, created once; English if there's no translation."""
    return _teaching(spoken(language))
