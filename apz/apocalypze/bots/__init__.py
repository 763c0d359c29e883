"""Players that are programs: one that plays at random, one that plays sensibly, each able to say why it moved."""

from apz.apocalypze.bots.player import Bot, play_game, steps_of
from apz.apocalypze.bots.random_bot import RandomBot
from apz.apocalypze.bots.sensible import SensibleBot
from apz.apocalypze.bots.worth import Taste
from apz.core.bots import Choice

__all__ = ["Bot", "Choice", "RandomBot", "SensibleBot", "Taste", "play_game", "steps_of"]
