"""A game's lab as one frozen value, through which shared screens reach the solver, the coach and simulations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from apz.core.lab.compare import Facts
from apz.core.lab.rows import Rows
from apz.core.lab.statistics import Share
from apz.core.trace import Step

P = TypeVar("P")


class Answer(Protocol):
    """One of a solver's ranked decisions, and how play continues after it."""

    @property
    def moves(self) -> Sequence[Any]:
        """The moves that make the decision."""

    @property
    def steps(self) -> Sequence[Step]:
        """The steps of these moves and of the play after them, until the outcome is settled or there are very many."""

    def summary(self, language: str = "en") -> str:
        """Return the decision in one line."""

    def value_text(self, language: str = "en") -> str:
        """Return the decision's value in words."""

    def reckoning(self, language: str = "en") -> list[str]:
        """Return what happens next as a list of sentences."""


class Solved(Protocol):
    """A solver's result: ranked answers, their certainty, and the reasons for the best one."""

    @property
    def answers(self) -> Sequence[Answer]:
        """The ranked decisions, best first."""

    @property
    def sure(self) -> str:
        """The certainty as a word: proven, sampled (over hidden pieces) or found (the best so far, with a bound)."""

    def certainty(self, language: str = "en") -> str:
        """Return the certainty in a sentence."""

    def reasons(self, language: str = "en") -> list[str]:
        """Return the proof or the arguments as a list of sentences."""


class Simulated(Protocol):
    """The totals of the games played so far."""

    @property
    def games(self) -> int:
        """The number of games played."""

    @property
    def names(self) -> Sequence[str]:
        """The names of both sides."""

    @property
    def wins(self) -> Share:
        """The first side's share of wins, with its interval."""

    @property
    def lengths(self) -> Sequence[int]:
        """The number of turns in each game."""

    def said(self, language: str = "en") -> list[str]:
        """Return sentences about the games that were played and the ones that are missing."""

    def summary(self, language: str = "en") -> Rows:
        """Return the totals as rows."""

    def to_csv(self) -> str:
        """Return CSV text with a row for each game."""


class Coaching(NamedTuple):
    """Advice on a decision in plain words, as far as it has been worked out."""

    options: tuple[tuple[str, str], ...]  # decisions, each with its reason; the best first
    moves: tuple[Any, ...]  # the moves of the best
    reasons: tuple[str, ...]  # why it's the best
    sure: str  # the source of this advice, and how certain it is
    done: bool = False  # True if nothing more will come


@dataclass(frozen=True, eq=False, kw_only=True)
class LabFunctions(Generic[P]):
    """The functions of a game's lab; slow ones return iterators of better and better results, and the last is final."""

    aims: Callable[[P, str], Mapping[str, str]]  # the deciding player's possible aims: the word for `solve`, and a text
    solvable: Callable[[P], bool]  # whether `solve` can answer the current decision
    solve: Callable[[P, str], Iterator[Solved]]  # for an aim
    look: Callable[[P, str], list[str]]  # what to look at in a decision, at once and in words
    coach: Callable[[P, str, bool], Iterator[Coaching]]  # position, language, whether all pieces are open
    facts: Callable[[P, str], Facts]  # the facts about a position, for comparing two
    outcome: Callable[[P, P, str], str]  # what the deciding player and the opponent have lost since a start
    supply: Callable[[P, P], tuple[str, int]]  # who is in danger at a start, and how much they have left later
    decks: Callable[[], Sequence[str]]  # the decks that can play against each other
    simulate: Callable[[Any, Any, int, tuple[str, str]], Iterator[Simulated]]  # decks or a position, games, bots
