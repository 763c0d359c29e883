"""The differences between two positions, as rows and as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from apz.core.lab.rows import Rows, Tabled

Facts = Mapping[str, Any]  # the facts about a position, by name
WHAT = "what"


def compared(first: Facts, second: Facts, names: tuple[str, str] = ("before", "after"), every: bool = False) -> Rows:
    """Return a row for each fact that differs between two positions; with `every`, for every fact.

    >>> print(compared({"turn": 1, "hand": 6}, {"turn": 2, "hand": 6}))
    what  before  after
    turn       1      2
    """
    left, right = names if names[0] != names[1] else (f"{names[0]} (1)", f"{names[1]} (2)")
    rows = []
    for what in dict.fromkeys((*first, *second)):
        one, other = first.get(what, ""), second.get(what, "")
        if every or one != other:
            rows.append({WHAT: what, left: one, right: other})
    return Rows(rows)


class Difference(Tabled):
    """The changes from one position to another, as sentences when printed, as a table in a notebook, and as rows."""

    def __init__(self, rows: Rows, said: Callable[[Mapping[str, Any]], str], nothing: str) -> None:
        self.rows = rows
        self._said, self._nothing = said, nothing

    def table(self) -> Rows:
        """Return a row for each change: the fact, and its value in each position."""
        return self.rows

    def words(self) -> list[str]:
        """Return a sentence for each change."""
        return [self._said(row) for row in self.rows]

    def __len__(self) -> int:
        return len(self.rows)

    def __bool__(self) -> bool:
        return bool(len(self.rows))

    def __str__(self) -> str:
        return "\n".join(self.words()) or self._nothing

    def __repr__(self) -> str:
        return f"<Difference of {len(self)} {'fact' if len(self) == 1 else 'facts'}>"

    def _repr_html_(self) -> str:
        """Return the changes as HTML for a notebook cell."""
        return self.rows._repr_html_() if self.rows else f"<p>{escape(self._nothing)}</p>"
