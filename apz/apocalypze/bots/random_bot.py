"""A bot that plays any legal move: the measure of what knowing nothing is worth."""

from __future__ import annotations

from apz.apocalypze.model import Position
from apz.apocalypze.moves import TakeBack
from apz.apocalypze.play import legal_moves
from apz.core.bots import Choice
from apz.core.luck import Chance
from apz.core.trace import Note


class RandomBot:
    """Every legal move is as likely as any other; it takes back only when nothing else is legal."""

    def __init__(self, seed: int = 0) -> None:
        self.chance = Chance(seed)

    def choose(self, seen: Position) -> Choice:
        """Any legal move."""
        moves = list(legal_moves(seen))
        onward = [move for move in moves if not isinstance(move, TakeBack)] or moves
        return Choice(self.chance.one(onward), Note("bot.random", "play.waiting", {"count": len(onward)}))
