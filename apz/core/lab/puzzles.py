"""Puzzles: a position, a goal and hints, with one best decision that can be proven."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from apz.core.trace import Step

P_co = TypeVar("P_co", covariant=True)


class Verdict(NamedTuple):
    """What a decision in a puzzle came to: whether it's the best one, and a sentence with its value."""

    right: bool
    said: str


class Puzzle(Protocol[P_co]):
    """What every game's puzzles can be asked; frozen values, made and certified by the game's own lab."""

    @property
    def name(self) -> str:
        """Its name in files and addresses."""

    @property
    def position(self) -> P_co:
        """Where it starts: the player who must decide there has to find the best decision."""

    @property
    def aim(self) -> str:
        """What the decision is for, as the solver takes it."""

    @property
    def difficulty(self) -> int:
        """How hard it is: 1, 2 or 3."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the best line is made of."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves of the best decision."""

    def title(self, language: str = "en") -> str:
        """Return what it's called."""

    def goal(self, language: str = "en") -> str:
        """Return who must decide what, and for which aim."""

    def hints(self, language: str = "en") -> tuple[str, ...]:
        """Return the hints, each one telling more than the one before."""

    def answer(self, language: str = "en") -> str:
        """Return the best decision with its value, in one line."""

    def verdict(self, steps: Sequence[Step], language: str = "en") -> Verdict | None:
        """Return what the decision in these steps came to; None while it isn't complete.

        `steps` begin at the puzzle's position; what follows the decision makes no difference.
        """
