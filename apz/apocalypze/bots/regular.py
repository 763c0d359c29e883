"""A bot that does the math and would rather attack than wait."""

from __future__ import annotations

from typing import Final

from apz.apocalypze.bots.sensible import SensibleBot
from apz.apocalypze.bots.worth import Taste

BOLD: Final = Taste(fear=0.5, horizon=2.5)  # damage at home scares it less, and raiders look longer-lived than they are


class RegularBot(SensibleBot):
    """A sensible bot that raids more often than it should."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, BOLD)
