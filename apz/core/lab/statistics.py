"""The few numbers that sum up many games: shares with intervals, means and quantiles."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

Z = 1.959963984540054  # 95 of 100 intervals hold the true share


class Share(NamedTuple):
    """A share of cases, with Wilson's 95% confidence interval for the true share.

    >>> share = Share.of(60, 100)
    >>> f"{share.rate:.2f} ({share.low:.3f} to {share.high:.3f})"
    '0.60 (0.502 to 0.691)'
    """

    number: int
    of_all: int
    low: float
    high: float

    @classmethod
    def of(cls, number: int, of_all: int) -> Share:
        """Return the share of `number` in `of_all`; if nothing was counted, the interval is 0 to 1."""
        if not of_all:
            return cls(0, 0, 0.0, 1.0)
        rate, spread = number / of_all, Z * Z / of_all
        center = (rate + spread / 2) / (1 + spread)
        half = Z * sqrt(rate * (1 - rate) / of_all + spread / (4 * of_all)) / (1 + spread)
        return cls(number, of_all, center - half if number else 0.0, center + half if number < of_all else 1.0)

    @property
    def rate(self) -> float:
        """The share as a number from 0 to 1; 0.5 if nothing was counted."""
        return self.number / self.of_all if self.of_all else 0.5


def mean(numbers: Sequence[float]) -> float:
    """Return the mean, or 0 if there are no numbers."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def quantile(numbers: Sequence[float], part: float) -> float:
    """Return the quantile at `part` (from 0 to 1) of the numbers, or 0 if there are none.

    >>> [quantile([5, 1, 3], part) for part in (0.0, 0.5, 1.0)]
    [1, 3, 5]
    """
    ranked = sorted(numbers)
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))] if ranked else 0.0
