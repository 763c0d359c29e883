"""Soft hyphens for long words on cards, because not every browser can hyphenate."""

from __future__ import annotations

import re
from functools import cache

from apz.apocalypze.game import GAME
from apz.core.language.texts import DEFAULT
from apz.widgets.base.wording import placed

SHY = "\u00ad"  # a hyphen that shows only where a word breaks at it


def breakable(language: str, text: str) -> str:
    """Return a text with soft hyphens in the long words that the catalog lists."""
    words = _breaks(language)
    return re.sub("|".join(words), lambda found: words[found[0]], text)


@cache
def _breaks(language: str) -> dict[str, str]:
    """Return a mapping from the listed long words, or their beginnings, to the same words with soft hyphens."""
    # untranslated texts appear in English, so English words break too
    listed = [word for each in (DEFAULT, language) for word in placed(GAME, "panels", each, "table.breaks", {}).split()]
    return {word.replace("-", ""): word.replace("-", SHY) for word in listed}
