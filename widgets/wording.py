"""What only the panels say, in each language the tutor speaks."""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from typing import Any

from apz.apocalypze.rules import LANGUAGES
from apz.core.messages import Catalog


def offered() -> tuple[str, ...]:
    """The languages that can be chosen: those that whoever serves the page has named, else all there are."""
    named = os.environ.get("APZ_LANGUAGES", "").split(",")
    return tuple(each for each in dict.fromkeys(named) if each in LANGUAGES) or LANGUAGES


def panel_words(language: str = "en") -> Catalog:
    """The catalog of a language, read once; the English one where there is no such translation."""
    return _load(language if language in LANGUAGES else "en")


@cache
def _load(language: str) -> Catalog:
    return Catalog.load(files("apz.apocalypze") / "text" / f"panels.{language}.yaml", language)


def learning_words(language: str = "en") -> Catalog:
    """The catalog of the panels for lessons, practice and progress."""
    return _load_learning(language if language in LANGUAGES else "en")


@cache
def _load_learning(language: str) -> Catalog:
    return Catalog.load(files("apz.apocalypze") / "text" / f"learning.{language}.yaml", language)


def told(language: str, place: str, **values: Any) -> str:
    """A text of the lessons' panels by its place, as in "lesson.next"."""
    section, _, key = place.partition(".")
    return learning_words(language).text(section, key, values)


def app_words(language: str = "en") -> Catalog:
    """The catalog of the app around the panels."""
    return _load_app(language if language in LANGUAGES else "en")


@cache
def _load_app(language: str) -> Catalog:
    return Catalog.load(files("apz.apocalypze") / "text" / f"app.{language}.yaml", language)


def says(language: str, place: str, **values: Any) -> str:
    """A text of the app by its place, as in "bar.home"."""
    section, _, key = place.partition(".")
    return app_words(language).text(section, key, values)


def ui(language: str, place: str, **values: Any) -> str:
    """A text of the panels by its place, as in "question.cancel"."""
    section, _, key = place.partition(".")
    return panel_words(language).text(section, key, values)
