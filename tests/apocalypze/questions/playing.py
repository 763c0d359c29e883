"""A second way to find answers: play games on by a fixed policy, and read the resulting positions and notes."""

from collections.abc import Callable, Sequence

from apz.apocalypze.model import DECK, Position
from apz.apocalypze.moves import Done, Eat, Engage, Pass, Wound
from apz.apocalypze.play import legal_moves, play
from apz.core.trace import Note, Step


def done(position: Position, move: object) -> Step:
    """Return the step of a move that must be legal."""
    step = play(position, move)  # type: ignore[arg-type]
    assert isinstance(step, Step), step
    return step


def go_on(position: Position, enough: Callable[[Step], bool], first: int = 0, order: Sequence[int] = ()) -> list[Step]:
    """Play on without playing cards until `enough` is true of a step or the game is over; return the steps.

    The engagement `first` comes first, wounds are assigned in this `order`, and the deck pays before other cards.
    """
    steps: list[Step] = []
    while position.waiting:
        moves = list(legal_moves(position))
        wanted = [Engage(first), *(Wound(card) for card in order), Pass(), Done(), Eat(DECK)]
        chosen = next((move for move in wanted if move in moves), None)
        steps.append(done(position, chosen or next(move for move in moves if isinstance(move, Engage | Wound | Eat))))
        if enough(steps[-1]):
            return steps
        position = steps[-1].after
    return steps


def noted(steps: Sequence[Step], *keys: str) -> list[Note]:
    return [note for step in steps for note in step.notes if note.key in keys]


def where(position: Position, card: int) -> str:
    for player, side in enumerate(position.sides):
        if card in side.deck:
            return f"deck-{player}"
        if card in side.discard:
            return f"discard-{player}"
    return "table"
