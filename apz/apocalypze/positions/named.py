"""The named positions of the tutorials: worked examples, openings, endgames and tricky timing."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from apz.core.named_positions import NamedPositions
from apz.core.reading import Item


def folder() -> Traversable:
    """Return the folder of the named positions."""
    return files("apz.tutorials") / "apocalypze" / "positions"


POSITIONS = NamedPositions(folder, "list-positions")


def named_positions() -> tuple[str, ...]:
    """Return the names of the tutorials' positions.

    >>> "first-turn" in named_positions()
    True
    """
    return POSITIONS.names()


def named_item(name: str) -> Item:
    """Return a position as written in its file, for `read_position`; raise BadInput unless just one name matches."""
    return POSITIONS.item(name)
