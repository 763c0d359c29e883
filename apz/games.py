"""The table of games by name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from apz.core.game import Game
from apz.core.reading import clean, hint, stop

DEFAULT = "apocalypze"
GAMES = {
    "apocalypze": "apz.apocalypze.game",
}


def game(name: str = DEFAULT) -> Game[Any]:
    """Return a game by its name, loaded when it's first asked for; BadInput lists the games there are."""
    if name not in GAMES:
        stop("", 0, f'there is no game "{clean(name)}"', hint(name, GAMES))
    found: Game[Any] = import_module(GAMES[name]).GAME
    return found
