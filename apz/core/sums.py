"""Sums that know their terms: how much each card adds, and by which rule."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Term(NamedTuple):
    """One term of a sum: its amount, name, rule and card, and whether it's a house number."""

    amount: int
    name: str
    rule: str
    card: int = -1
    house: bool = False
    form: str = ""  # the key of a text that adds to the name: that it's a zombie, say, or the piece it counts for
    host: str = ""  # the name of the piece it counts for


class Sum(NamedTuple):
    """A total that knows its terms."""

    terms: tuple[Term, ...] = ()
    least: int | None = None

    @property
    def raw(self) -> int:
        """The sum of the terms, before any minimum."""
        return total(self.terms)

    @property
    def total(self) -> int:
        """The sum of the terms, raised to the minimum if there's one."""
        raw = total(self.terms)
        return raw if self.least is None or raw >= self.least else self.least

    @property
    def house(self) -> bool:
        """True if any term is a house number."""
        house = False
        for term in self.terms:
            house = house or term.house
        return house

    def __int__(self) -> int:
        return self.total

    def __str__(self) -> str:
        if not self.terms:
            return str(self.total)
        first, *rest = self.terms
        parts = [f"{first.amount} ({first.name or first.rule})"]
        parts += [f"{'-' if t.amount < 0 else '+'} {abs(t.amount)} ({t.name or t.rule})" for t in rest]
        raised = f", ≥ {self.least}" if self.total != self.raw else ""
        return f"{self.total} = {' '.join(parts)}{raised}"


def total(terms: Iterable[Term]) -> int:
    """Return the sum of these terms as a plain number."""
    number = 0
    for term in terms:  # there are few terms, and a loop takes half as long as sum() over a list
        number += term[0]
    return number
