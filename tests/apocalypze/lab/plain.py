"""Plain enumeration: every legal move of both players through `play`, to the end of the combat or payment."""

from collections.abc import Callable
from typing import Any

from apz.apocalypze.model import Decision, Position
from apz.apocalypze.moves import Move, Send, TakeBack
from apz.apocalypze.play import legal_moves, play
from apz.core.trace import Step


class Enumeration:
    """The scores of positions by trying every move, except those that only take something back."""

    def __init__(self, over: Callable[[Position], bool], score: Callable[[Position], Any], player: int) -> None:
        self.over, self.weigh, self.player = over, score, player
        self.known: dict[object, Any] = {}

    def moves(self, position: Position) -> list[Move]:
        """Return every legal move except take-backs; characters are sent in their row's order."""
        found: list[Move] = [move for move in legal_moves(position) if not isinstance(move, TakeBack)]
        waiting, fight = position.waiting, position.combat
        if waiting and fight and waiting.kind in (Decision.ATTACK, Decision.DEFEND):
            groups = fight.attack if waiting.kind is Decision.ATTACK else fight.defense
            last = max([card for ids in groups for card in ids], default=-1)
            found = [move for move in found if not isinstance(move, Send) or move.card > last]
        return found

    def after(self, position: Position, move: Move) -> Position:
        step = play(position, move)
        assert isinstance(step, Step), (move, step)
        after: Position = step.after
        return after

    def score(self, position: Position) -> Any:
        if self.over(position):
            return self.weigh(position)
        key = position[1:]
        if key not in self.known:
            scores = [self.score(self.after(position, move)) for move in self.moves(position)]
            if not scores:  # somebody who must be sent stands before one who was
                return None
            scores = [score for score in scores if score is not None]
            assert position.waiting
            pick = max if position.waiting.player == self.player else min
            self.known[key] = pick(scores) if scores else None
        return self.known[key]
