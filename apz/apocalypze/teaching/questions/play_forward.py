"""Functions that play a position forward through the kernel, without playing cards, until the answer is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from apz.apocalypze.model import Decision, Position
from apz.apocalypze.moves import Done, Eat, Engage, Move, Pass, Wound
from apz.apocalypze.play import legal_moves, play
from apz.apocalypze.rules.find import group
from apz.apocalypze.rules.sums import value
from apz.core.trace import Note, Step

FAR = 80


def quiet(position: Position, point: int = 0, order: Sequence[int] = ()) -> Move:
    """Return the move of a player who plays no cards; wounds follow `order`, then go to the hardest to kill."""
    waiting = position.waiting
    assert waiting
    if waiting.kind in (Decision.DEFEND, Decision.ATTACK, Decision.ACT):
        return Done()
    if waiting.kind is Decision.ORDER:
        open_ones = [move for move in legal_moves(position) if isinstance(move, Engage)]
        return Engage(point) if Engage(point) in open_ones else open_ones[0]
    if waiting.kind is Decision.WOUND:
        assert position.combat
        row = group(position, waiting.player, position.combat.now)
        first = [card for card in order if any(who.id == card for who in row)]
        return Wound(first[0] if first else max(row, key=lambda who: value(position, who)).id)
    if waiting.kind is Decision.CONSUME:
        return next(move for move in legal_moves(position) if isinstance(move, Eat))
    return Pass()


def taken(position: Position, moves: Sequence[Move]) -> tuple[Step, ...]:
    """Return the steps of these moves; raise ValueError if one of them isn't legal."""
    steps = []
    for move in moves:
        done = play(position, move)
        if not isinstance(done, Step):
            raise ValueError(f"{move} isn't legal here: {done.rule}")
        steps.append(done)
        position = done.after
    return tuple(steps)


def onward(
    position: Position, wanted: Callable[[Step], bool], point: int = 0, order: Sequence[int] = ()
) -> tuple[Step, ...]:
    """Return the quiet steps up to the wanted step; raise ValueError if that step never comes."""
    steps: list[Step] = []
    for _ in range(FAR):
        if position.waiting is None:
            break
        done = play(position, quiet(position, point, order))
        if not isinstance(done, Step):
            break
        steps.append(done)
        if wanted(done):
            return tuple(steps)
        position = done.after
    raise ValueError("what's asked for doesn't happen in this position")


def notes_of(steps: Sequence[Step], *keys: str) -> list[Note]:
    """Return the notes with these keys, in order."""
    return [note for step in steps for note in step.notes if note.key in keys]
