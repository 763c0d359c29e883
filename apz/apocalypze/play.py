"""The one door to the rules: why a move is not legal, what it does, and which moves there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from apz.apocalypze import moves
from apz.apocalypze.model import Position, Told
from apz.apocalypze.moves import Move
from apz.apocalypze.rules.engine import DOORS, LEGAL, barred, step
from apz.apocalypze.rules.remedies import helped
from apz.core.trace import Refusal, Step

__all__ = ["DOORS", "LEGAL", "LegalMoves", "legal_moves", "play", "step", "why_not"]

# what is in the fields of a move
KINDS: dict[Any, type] = {"bool": bool, "int": int, "tuple[int, ...]": tuple}
FIELDS = {move: [(field.name, KINDS[field.type]) for field in fields(move)] for move in moves.MOVES}


def why_not(position: Position, move: Move) -> Refusal | None:
    """Why this move is not legal here, with what would help as far as anything does; None when it is legal."""
    refusal = refused(position, move)
    return refusal and helped(position, move, refusal)


def refused(position: Position, move: Move) -> Refusal | None:
    """Why this move is not legal here, without what would help; TypeError for what is no move at all."""
    if type(move) not in FIELDS:
        raise TypeError(f"{move!r} is not a move; apz.moves has them, and apz.parse(position, text) reads one")
    for name, kind in FIELDS[type(move)]:
        if type(getattr(move, name)) is not kind or (kind is tuple and not _numbers(getattr(move, name))):
            raise TypeError(_malformed(move, name))
    return barred(position, move)


def _numbers(values: tuple[object, ...]) -> bool:
    """Whether all of these are whole numbers."""
    return all([type(value) is int for value in values])


def _malformed(move: Move, field: str) -> str:
    """What is wrong with a move that was made by hand."""
    wanted = {"zombie": "True or False", "targets": "a tuple of numbers"}.get(field, "a whole number")
    told = "; apz.parse(position, text) knows cards by name" if isinstance(getattr(move, field), str) else ""
    return f"{move!r}: {field} must be {wanted}{told}"


def play(position: Position, move: Move) -> Step | Refusal:
    """Play a move: the step it makes, or the refusal; the position given stays as it is."""
    refusal = why_not(position, move)
    if refusal is not None:
        return refusal
    return step(position, move)


class LegalMoves(Told):
    """The legal moves of a position, found when they are asked for."""

    __slots__ = ("found", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.found: list[Move] | None = None

    def all(self) -> list[Move]:
        """All of them, found once."""
        if self.found is None:
            agenda = self.position.agenda
            self.found = LEGAL[agenda[-1].kind](self.position, agenda[-1]) if agenda else []
            if self.position.game.cards[-1].kind == "hidden":  # a player's view: what is hidden cannot be played
                self.found = [move for move in self.found if not self.hides(move) or not refused(self.position, move)]
        return self.found

    def hides(self, move: Move) -> bool:
        """Return whether a move names a card that can't be seen."""
        cards = self.position.game.cards
        named = (getattr(move, "card", None), *getattr(move, "targets", ()))
        return any([card is not None and cards[card].kind == "hidden" for card in named])

    def __iter__(self) -> Iterator[Move]:
        return iter(self.all())

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and refused(self.position, move) is None

    def __len__(self) -> int:
        return len(self.all())

    def __getitem__(self, index: int) -> Move:
        return self.all()[index]

    def __bool__(self) -> bool:
        return bool(self.all())

    def __repr__(self) -> str:
        return f"<{len(self)} legal {'move' if len(self) == 1 else 'moves'}>"

    def __str__(self) -> str:
        from apz.apocalypze.language.words import words

        return "\n".join(words().moves(self.position, self))


def legal_moves(position: Position) -> LegalMoves:
    """A lazy view of the legal moves: ask it, count it, walk through it."""
    return LegalMoves(position)
