"""The lab's long jobs, each a function that can be sent to another process with its arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apz import games
from apz.core.lab.functions import LabFunctions, Simulated, Solved


def lab_of(game: str) -> LabFunctions[Any]:
    """Return the lab of a game."""
    found = games.game(game).lab()
    assert found is not None
    return found


def solve(game: str, position: Any, aim: str) -> Iterator[Solved]:
    """Yield better and better answers to the position's decision."""
    yield from lab_of(game).solve(position, aim)


def simulate(game: str, first: Any, second: Any, count: int, bots: tuple[str, str]) -> Iterator[Simulated]:
    """Yield the results of more and more games."""
    yield from lab_of(game).simulate(first, second, count, bots)
