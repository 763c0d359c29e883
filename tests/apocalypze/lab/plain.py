"""Plain enumeration: both players' legal moves, except take-backs, to the end of the combat or payment."""

from collections.abc import Callable
from math import inf
from typing import Any

from apz.apocalypze.model import Position
from apz.apocalypze.moves import Move, TakeBack
from apz.apocalypze.play import legal_moves, play
from apz.core.trace import Step


class TooManyTriesError(Exception):
    """The error when plain enumeration would try more moves than allowed."""


class Enumeration:
    """A scorer of positions that tries every move except take-backs.

    It raises TooManyTriesError when it would try more than `most` moves.
    """

    def __init__(
        self, over: Callable[[Position], bool], score: Callable[[Position], Any], player: int, most: float = inf
    ) -> None:
        self.over, self.weigh, self.player = over, score, player
        self.tries, self.most = 0, most
        self.known: dict[object, Any] = {}

    def moves(self, position: Position) -> list[Move]:
        """Return every legal move except take-backs."""
        return [move for move in legal_moves(position) if not isinstance(move, TakeBack)]

    def after(self, position: Position, move: Move) -> Position:
        self.tries += 1
        if self.tries > self.most:
            raise TooManyTriesError
        step = play(position, move)
        assert isinstance(step, Step), (move, step)
        after: Position = step.after
        return after

    def score(self, position: Position) -> Any:
        if self.over(position):
            return self.weigh(position)
        key = position[1:]
        if key not in self.known:
            assert position.waiting
            pick = max if position.waiting.player == self.player else min
            self.known[key] = pick([self.score(self.after(position, move)) for move in self.moves(position)])
        return self.known[key]
