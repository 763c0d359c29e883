"""The lab's long jobs, as functions that can be sent to another process with their arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apz import games
from apz.core.lab.functions import LabFunctions, Simulated, Solved


def lab_of(game: str) -> LabFunctions[Any]:
    """Return the lab functions of a game."""
    found = games.game(game).lab()
    assert found is not None
    return found


def solve(game: str, position: Any, aim: str) -> Iterator[Solved]:
    """Yield the solver's results for the position's decision as they improve."""
    yield from lab_of(game).solve(position, aim)


def simulate(game: str, first: Any, second: Any, count: int, bots: tuple[str, str]) -> Iterator[Simulated]:
    """Yield the totals of a simulation as more games finish."""
    yield from lab_of(game).simulate(first, second, count, bots)
