"""The rules of the basic game, all its other texts, and its languages."""

from __future__ import annotations

from pathlib import Path

from apz.core.language.rulebook import Rulebook
from apz.core.language.texts import Texts

# values that are keys themselves, and the section with their words
LINKS = {
    "attribute": "attributes", "faction": "factions", "standing": "factions", "kind": "decisions", "moment": "moments",
    "need": "needs", "phase": "phases", "pile": "piles", "sought": "searches", "wanted": "targets",
}  # fmt: skip
TEXTS = Texts(lambda: Path(__file__).parents[1] / "text", LINKS)
LANGUAGES = TEXTS.languages
spoken = TEXTS.spoken


def rules(language: str = "en") -> Rulebook:
    """Return the rule index in a language, or in English if there's no translation.

    >>> rules()["draw.six"].id
    'draw.six'
    """
    return TEXTS.rules(language)
