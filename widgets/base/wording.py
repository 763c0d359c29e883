"""The panels' own texts in each language."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from apz.core.game import Game
from apz.core.language.texts import LANGUAGES, forms_of


def offered() -> tuple[str, ...]:
    """Return the codes of the languages to choose from: those in the server's settings, or else all."""
    named = os.environ.get("APZ_LANGUAGES", "").split(",")
    return tuple(each for each in dict.fromkeys(named) if each in LANGUAGES) or LANGUAGES


def named(languages: Iterable[str]) -> dict[str, str]:
    """Return the name of each language in that language, by its code."""
    return {each: forms_of(each).name for each in languages}


def placed(
    game: Game[Any], catalog: str, language: str, place: str, values: Mapping[str, Any], you: tuple[str, ...] = ()
) -> str:
    """Return a text from a game's catalog by its place, such as "question.cancel", with the names in `you` as "you"."""
    section, _, key = place.partition(".")
    texts = game.catalog(catalog, language)
    return (texts.to(*you) if you else texts).text(section, key, values)


def drag_words(scene: Any) -> dict[str, str]:
    """Return the announcements for a drag as attributes, in which the page fills in the names."""
    names = {"thing": "{thing}", "target": "{target}"}
    return {f"data_say_{name}": scene.ui(f"drag.{name}", **names) for name in ("lifted", "over", "not", "back", "lost")}
