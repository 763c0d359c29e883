"""Previews of a move's immediate effects that players easily overlook."""

from __future__ import annotations

from apz.apocalypze import moves
from apz.apocalypze.model import Position
from apz.apocalypze.moves import Move
from apz.apocalypze.play import play
from apz.core.trace import Note, Step

TOLD: dict[type[Move], tuple[str, ...]] = {
    moves.Occupy: ("occupy.leaves-texts",),
    moves.Play: ("stronghold.full",),
    moves.Attach: ("attachment.displaced",),
    moves.Wound: ("character.wounded", "character.killed"),
    moves.Eat: ("consume.paid-over",),
}


def foretold(position: Position, move: Move) -> tuple[Note, ...]:
    """Return the effects of a legal move that are worth mentioning beforehand."""
    keys = TOLD.get(type(move), ())
    step = play(position, move) if keys else None
    return tuple(note for note in step.notes if note.key in keys) if isinstance(step, Step) else ()


def warning(position: Position, move: Move) -> Note | None:
    """Return a note that playing this character would lose it right away, or None if that isn't so."""
    return next(iter(foretold(position, move)), None) if isinstance(move, moves.Play) else None
