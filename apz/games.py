"""The table of games by name."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from apz.core.game import Game
from apz.core.reading import clean, hint, stop

DEFAULT = "apocalypze"
# name: the module that has its GAME, and the package that draws it in panels, which only they import
GAMES = {
    "apocalypze": ("apz.apocalypze.game", "apz.widgets.apocalypze"),
}


def game(name: str = DEFAULT) -> Game[Any]:
    """Return a game by its name, loaded when it's first asked for; BadInput lists the games there are."""
    found: Game[Any] = import_module(_modules(name)[0]).GAME
    return found


def view(name: str = DEFAULT) -> ModuleType:
    """Return the package that draws a game in panels; this imports Jupyter."""
    return import_module(_modules(name)[1])


def _modules(name: str) -> tuple[str, str]:
    """Return the two modules of a game."""
    if name not in GAMES:
        stop("", 0, f'there is no game "{clean(name)}"', hint(name, GAMES))
    return GAMES[name]
