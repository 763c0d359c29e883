"""The catalogs of all that speaks beside the game itself: the views, the panels, the sheet, in each language."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from apz.apocalypze.language.rulebook import spoken
from apz.core.language.messages import Catalog


def catalog(name: str, language: str = "en") -> Catalog:
    """The catalog `text/<name>.<language>.yaml`, read once; the English one where there is no such translation."""
    return _load(name, spoken(language))


@cache
def _load(name: str, language: str) -> Catalog:
    return Catalog.load(files("apz.apocalypze") / "text" / f"{name}.{language}.yaml", language)


def view_words(language: str = "en") -> Catalog:
    """What only the views and the terminal say."""
    return catalog("views", language)


@cache
def asides(language: str, kind: str) -> re.Pattern[str]:
    """What may be said along with a command, by its kind; that of English is always understood, but for articles.

    An article of one language can be a word of weight in another ("an").
    """
    languages = (language,) if kind == "articles" else ("en", language)
    said = {each for spoken_in in languages for each in view_words(spoken_in).raw("asides", kind).split("; ")}
    longest_first = "|".join(sorted(map(re.escape, said), key=len, reverse=True))
    return re.compile(rf"(?<![^\s,])(?:{longest_first})(?![^\s,!?.])", re.IGNORECASE)


def polite(text: str, language: str) -> str:
    """A text without the words that only make it polite, or that only say who speaks."""
    return " ".join(asides(language, "courtesy").sub(" ", text.replace("’", "'")).split()).strip(" ,;")


def saying(text: str, language: str) -> str:
    """The verb for which a whole sentence stands, if it does."""
    said = polite(text.casefold(), language).rstrip("?!. ")
    for each in ("en", language):
        views = view_words(each)
        for verb in views.keys("sayings"):
            if said in (polite(known, language) for known in views.raw("sayings", verb).split("; ")):
                return verb
    return ""


def verbs(language: str) -> dict[str, str]:
    """What can be typed besides moves, by every word for it; the English words are always understood."""
    found: dict[str, str] = {}
    for each in ("en", language):
        views = view_words(each)
        found |= {word: verb for verb in views.keys("verbs") for word in views.raw("verbs", verb).split()}
    return found
