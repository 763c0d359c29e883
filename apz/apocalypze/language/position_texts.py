"""The titles and descriptions of the tutorials' positions, in every language."""

from __future__ import annotations

from collections.abc import Sequence

from apz.apocalypze.language.rulebook import TEXTS
from apz.apocalypze.model import NAMES
from apz.core.named_positions import about_position


def title(name: str, language: str = "en") -> str:
    """Return the title of a named position, or its name if it has no title.

    >>> title("first-turn")
    'The first turn'
    """
    texts = TEXTS.catalog("positions", language)
    return texts.text("titles", name) if ("titles", name) in texts else name


def about(name: str, players: Sequence[str] = NAMES, language: str = "en") -> str:
    """Return the description of a named position, with these players' names, or "" if it has none.

    >>> about("church-table", ("Mia", "Tom"))
    'One civilian lives at the Church. How much must Mia consume?'
    """
    return about_position(TEXTS.catalog("positions", language), name, players)
