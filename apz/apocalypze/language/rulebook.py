"""The rules of the basic game, and the languages in which they and all else are told."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from apz.core.language.rulebook import Rulebook

LANGUAGES = ("en", "de")


def spoken(language: str) -> str:
    """The language itself, or English where nothing is translated into it."""
    return language if language in LANGUAGES else "en"


def rules(language: str = "en") -> Rulebook:
    """Return the rule index in a language; in English where there is no such translation.

    >>> rules()["draw.six"].id
    'draw.six'
    """
    return _load(spoken(language))


@cache
def _load(language: str) -> Rulebook:
    """The rule index, read once a language."""
    folder = files("apz.apocalypze") / "text"
    overlay = None if language == "en" else folder / f"rules.{language}.yaml"
    return Rulebook.load(folder / "rules.en.yaml", overlay)
