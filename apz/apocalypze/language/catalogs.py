"""The lookup of text catalogs by name and language, and the catalog of the views."""

from __future__ import annotations

from apz.apocalypze.language.rulebook import TEXTS
from apz.core.language.messages import Catalog

catalog = TEXTS.catalog


def view_words(language: str = "en") -> Catalog:
    """Return the catalog of texts for the views and the terminal."""
    return TEXTS.catalog("views", language)
