"""ApocalypZe's kernel for sessions: it plays moves, reads and writes moves and positions, and lists shuffles."""

from __future__ import annotations

from apz.apocalypze.model import DECK, Position
from apz.apocalypze.moves import MOVES
from apz.apocalypze.play import expect_position, play
from apz.apocalypze.positions import read_position, write_position
from apz.core.move_lists import MoveReader, write_move
from apz.core.session import Kernel, Session
from apz.core.trace import Step

__all__ = ["KERNEL", "chance", "new_session", "read_move", "write_move"]

read_move = MoveReader(MOVES, DECK)


def chance(step: Step) -> list[tuple[int, ...]]:
    """Return the card orders that a step's shuffles produced."""
    return [note.cards for note in step.notes if note.key.startswith("pile.shuffled")]


KERNEL: Kernel[Position] = Kernel(
    "apocalypze", play, write_position, read_position, write_move, read_move, chance, Position
)


def new_session(position: Position) -> Session[Position]:
    """Return a session that starts at this position; `load_session` reads a saved one.

    >>> import apz
    >>> session = new_session(apz.named_position("first-turn"))
    >>> step = session.do(session.position.legal_moves[0])
    >>> session.undo(), session.position == session.start
    (True, True)
    """
    expect_position(position)
    return Session(position, KERNEL)
