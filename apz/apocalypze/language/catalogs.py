"""The catalogs of the views, the panels and the sheet, in each language."""

from __future__ import annotations

from apz.apocalypze.language.rulebook import TEXTS
from apz.core.language.messages import Catalog

catalog = TEXTS.catalog


def view_words(language: str = "en") -> Catalog:
    """Return the texts that only the views and the terminal use."""
    return TEXTS.catalog("views", language)
