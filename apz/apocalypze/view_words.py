"""The catalogs of all that speaks beside the game itself: the views, the panels, the sheet, in each language."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from apz.apocalypze.rules import spoken
from apz.core.messages import Catalog


def catalog(name: str, language: str = "en") -> Catalog:
    """The catalog `text/<name>.<language>.yaml`, read once; the English one where there is no such translation."""
    return _load(name, spoken(language))


@cache
def _load(name: str, language: str) -> Catalog:
    return Catalog.load(files("apz.apocalypze") / "text" / f"{name}.{language}.yaml", language)


def view_words(language: str = "en") -> Catalog:
    """What only the views and the terminal say."""
    return catalog("views", language)


def verbs(language: str) -> dict[str, str]:
    """What can be typed besides moves, by every word for it; the English words are always understood."""
    found: dict[str, str] = {}
    for each in ("en", language):
        views = view_words(each)
        found |= {word: verb for verb in views.keys("verbs") for word in views.raw("verbs", verb).split()}
    return found
