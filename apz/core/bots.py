"""Bots that can explain their moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from apz.core.luck import roll
from apz.core.trace import Note

P = TypeVar("P", contravariant=True)
S = TypeVar("S")


class Choice(NamedTuple):
    """The move a bot makes and the reason for it."""

    move: Any
    why: Note


class Bot(Protocol[P]):
    """A bot that chooses a move from what its seat sees, and gives a reason."""

    def choose(self, seen: P) -> Choice:
        """Return the deciding seat's move, with the reason for it."""


class RandomBot(Generic[S]):
    """A bot that plays random legal moves: the baseline for all other bots.

    Moves of the kinds in `last` are made only if nothing else is legal.
    """

    def __init__(self, legal_moves: Callable[[S], Iterable[Any]], seed: int = 0, last: tuple[type, ...] = ()) -> None:
        self.legal_moves, self.luck, self.last = legal_moves, seed, last

    def choose(self, seen: S) -> Choice:
        """Return a random legal move and the reason; it's of a kind in `last` only if there's no other."""
        moves = list(self.legal_moves(seen))
        onward = [move for move in moves if not isinstance(move, self.last)] or moves
        bits, self.luck = roll(self.luck)
        move = onward[bits * len(onward) >> 64]
        return Choice(move, Note("bot.random", "play.waiting", {"count": len(onward)}))
