"""A bot that plays random legal moves: the baseline for all other bots."""

from __future__ import annotations

from apz.apocalypze.model import Position
from apz.apocalypze.moves import TakeBack
from apz.apocalypze.play import legal_moves
from apz.core import bots


class RandomBot(bots.RandomBot[Position]):
    """A bot that picks among the legal moves with equal chance, but takes a card back only if nothing else is legal."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(legal_moves, seed, (TakeBack,))
