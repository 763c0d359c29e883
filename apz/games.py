"""The table of games by name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from apz.core.game import Game
from apz.core.reading import clean, hint, stop

DEFAULT = "apocalypze"
# name: the module that has its GAME, and the module that has its VIEW
GAMES = {
    "apocalypze": ("apz.apocalypze.game", "apz.widgets.apocalypze.view"),
}
STILL = "apz.widgets.table.still"  # draws a position of any of them as HTML


def game(name: str = DEFAULT) -> Game[Any]:
    """Return a game by its name, loaded when it's first asked for; BadInput lists the games there are."""
    found: Game[Any] = import_module(_modules(name)[0]).GAME
    return found


def of(position: object) -> Game[Any] | None:
    """Return the game that a position is of; None where it's no position of a game."""
    home = type(position).__module__
    names = (name for name, (module, _) in GAMES.items() if home.startswith(f"{module.rpartition('.')[0]}."))
    found = next(map(game, names), None)
    return found if found and isinstance(position, found.kernel().position) else None


def view(name: str = DEFAULT) -> Any:
    """Return the View of a game (see widgets/table/view.py): how it's drawn in panels. This imports Jupyter."""
    return import_module(_modules(name)[1]).VIEW


def html(position: object, language: str = "en") -> str:
    """Return a position of any game as HTML with no widget: its table, as panels draw it."""
    shown: str = import_module(STILL).html(position, language)
    return shown


def page(position: object, language: str = "en") -> str:
    """Return a position of any game as a web page that loads nothing and runs nothing."""
    shown: str = import_module(STILL).page(position, language)
    return shown


def _modules(name: str) -> tuple[str, str]:
    """Return the two modules of a game."""
    if name not in GAMES:
        stop("", 0, f'there\'s no game "{clean(name)}"', hint(name, GAMES))
    return GAMES[name]
