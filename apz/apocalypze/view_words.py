"""What only the views and the terminal say, in each language the tutor speaks."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from apz.apocalypze.rules import LANGUAGES
from apz.core.messages import Catalog


def view_words(language: str = "en") -> Catalog:
    """The catalog of a language, read once; the English one where there is no such translation."""
    return _load(language if language in LANGUAGES else "en")


@cache
def _load(language: str) -> Catalog:
    return Catalog.load(files("apz.apocalypze") / "text" / f"views.{language}.yaml", language)
