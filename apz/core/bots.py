"""Bots: players that are programs, each able to say why it moved."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeVar

from apz.core.trace import Note

P = TypeVar("P", contravariant=True)


class Choice(NamedTuple):
    """The move a bot makes and the reason for it."""

    move: Any
    why: Note


class Bot(Protocol[P]):
    """A player that is a program: it chooses from what its seat sees, and says why."""

    def choose(self, seen: P) -> Choice:
        """Return the move for the seat that decides."""
