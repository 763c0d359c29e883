"""The lab's reasons as data: notes whose texts are in the lab's own catalog."""

from __future__ import annotations

from typing import Any

from apz.core.trace import Note


def reason(key: str, rule: str = "", cards: tuple[int, ...] = (), **values: Any) -> Note:
    """Return a reason as a note: the key of its text, its rule, the pieces it's about, and its values.

    >>> reason("count", number=3).values["number"]
    3
    """
    return Note(key, rule, values, cards)
