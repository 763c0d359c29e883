"""Bots that can explain their moves: rookie, regular, veteran, the sensible bot behind them, and a random one."""

from apz.apocalypze.bots.player import Bot, play_game, steps_of
from apz.apocalypze.bots.random_bot import RandomBot
from apz.apocalypze.bots.regular import RegularBot
from apz.apocalypze.bots.rookie import RookieBot
from apz.apocalypze.bots.sensible import SensibleBot
from apz.apocalypze.bots.veteran import VeteranBot
from apz.apocalypze.bots.worth import Taste
from apz.core.bots import Choice

__all__ = [
    "Bot",
    "Choice",
    "RandomBot",
    "RegularBot",
    "RookieBot",
    "SensibleBot",
    "Taste",
    "VeteranBot",
    "play_game",
    "steps_of",
]
