"""The named positions of the tutorials: the worked examples, openings, endgames and tricky timings."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from apz.core.reading import Item, hint, match, quoted, read_text, stop


def folder() -> Traversable:
    """Where they are."""
    return files("apz.tutorials") / "positions"


@cache
def named_positions() -> tuple[str, ...]:
    """Return the names of the tutorials' positions.

    >>> "first-turn" in named_positions()
    True
    """
    return tuple(sorted(Path(each.name).stem for each in folder().iterdir() if each.name.endswith(".yaml")))


def named_item(name: str) -> Item:
    """A position as it is written, for whoever reads it with cards of his own."""
    known = match(name, named_positions())
    if known is None:
        remedy = hint(name, named_positions()) or "apz.named_positions() lists them"
        stop("", 0, f"{quoted(name)} is not a named position", remedy)
    file = folder() / f"{known}.yaml"
    return read_text(file.read_text(encoding="utf-8"), file.name)
