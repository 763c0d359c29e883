"""Soft hyphens in the long words of the cards: not every browser knows how to break them."""

from __future__ import annotations

import re
from functools import cache

from apz.apocalypze.game import GAME
from apz.widgets.base.wording import placed

SHY = "\u00ad"  # a hyphen that is seen only where a word breaks at it


def breakable(language: str, text: str) -> str:
    """Return a text with soft hyphens in its long words."""
    words = _breaks(language)
    return re.sub("|".join(words), lambda found: words[found[0]], text)


@cache
def _breaks(language: str) -> dict[str, str]:
    """Return the long words, or how they begin, with their soft hyphens."""
    listed = placed(GAME, "panels", language, "table.breaks", {}).split()
    return {word.replace("-", ""): word.replace("-", SHY) for word in listed}
