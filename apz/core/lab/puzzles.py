"""Puzzles: a position, a goal and hints, with one best decision and its proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from apz.core.trace import Step

P_co = TypeVar("P_co", covariant=True)


class Verdict(NamedTuple):
    """The verdict on a decision in a puzzle: whether it's the best one, and a sentence with its value."""

    right: bool
    said: str


class Puzzle(Protocol[P_co]):
    """The interface of every game's puzzles: frozen values, made and certified by the game's own lab."""

    @property
    def name(self) -> str:
        """The puzzle's name in files and addresses."""

    @property
    def position(self) -> P_co:
        """The position the puzzle starts from, where one player must find the best decision."""

    @property
    def aim(self) -> str:
        """The aim of the decision, as a word that the solver understands."""

    @property
    def difficulty(self) -> int:
        """The difficulty, from 1 to 3."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that the best line uses."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves of the best decision."""

    def title(self, language: str = "en") -> str:
        """Return the puzzle's title."""

    def goal(self, language: str = "en") -> str:
        """Return the decision's aim as a sentence; the position's prompt says who must decide what."""

    def terms(self, language: str = "en") -> str:
        """Return what's the same in every puzzle: what's known, and how the opponent plays."""

    def hints(self, language: str = "en") -> tuple[str, ...]:
        """Return the hints, each revealing more than the one before."""

    def answer(self, language: str = "en") -> str:
        """Return the best decision and its value in one line."""

    def verdict(self, steps: Sequence[Step], language: str = "en") -> Verdict | None:
        """Return the verdict on the decision in these steps, or None while the decision isn't complete.

        `steps` start at the puzzle's position; anything after the decision makes no difference.
        """
