"""What only the panels say, in each language that the tutor speaks."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from apz.core.game import Game
from apz.core.language.texts import LANGUAGES


def offered() -> tuple[str, ...]:
    """Return the languages to choose from: those that the server's settings name, else all there are."""
    named = os.environ.get("APZ_LANGUAGES", "").split(",")
    return tuple(each for each in dict.fromkeys(named) if each in LANGUAGES) or LANGUAGES


def placed(game: Game[Any], catalog: str, language: str, place: str, values: Mapping[str, Any]) -> str:
    """Return a text of a game's catalog by its place, as in "question.cancel"."""
    section, _, key = place.partition(".")
    return game.catalog(catalog, language).text(section, key, values)
