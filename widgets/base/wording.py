"""What only the panels say, in each language the tutor speaks."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import Any

from apz.apocalypze.language.catalogs import catalog
from apz.apocalypze.language.rulebook import LANGUAGES
from apz.core.language.messages import Catalog

SHY = "\u00ad"  # a hyphen that is seen only where a word breaks at it


def offered() -> tuple[str, ...]:
    """The languages that can be chosen: those that whoever serves the page has named, else all there are."""
    named = os.environ.get("APZ_LANGUAGES", "").split(",")
    return tuple(each for each in dict.fromkeys(named) if each in LANGUAGES) or LANGUAGES


def panel_words(language: str = "en") -> Catalog:
    """The catalog of the panels at the desk."""
    return catalog("panels", language)


def learning_words(language: str = "en") -> Catalog:
    """The catalog of the panels for lessons, practice and progress."""
    return catalog("learning", language)


def app_words(language: str = "en") -> Catalog:
    """The catalog of the app around the panels."""
    return catalog("app", language)


def ui(language: str, place: str, **values: Any) -> str:
    """A text of the panels by its place, as in "question.cancel"."""
    return _placed(panel_words(language), place, values)


def told(language: str, place: str, **values: Any) -> str:
    """A text of the lessons' panels by its place, as in "lesson.next"."""
    return _placed(learning_words(language), place, values)


def says(language: str, place: str, **values: Any) -> str:
    """A text of the app by its place, as in "bar.home"."""
    return _placed(app_words(language), place, values)


def breakable(language: str, text: str) -> str:
    """A text whose long words break by soft hyphens where a card is narrow: not every browser knows how to."""
    words = _breaks(language)
    return re.sub("|".join(words), lambda found: words[found[0]], text)


@cache
def _breaks(language: str) -> dict[str, str]:
    """The long words of the cards, or how they begin, with the soft hyphens in them."""
    return {word.replace("-", ""): word.replace("-", SHY) for word in ui(language, "table.breaks").split()}


def _placed(words: Catalog, place: str, values: dict[str, Any]) -> str:
    section, _, key = place.partition(".")
    return words.text(section, key, values)
