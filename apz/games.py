"""The registry of games by name, with the modules that have their rules and views."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from apz.core.game import Game
from apz.core.reading import hint, quoted, stop

DEFAULT = "apocalypze"
# name: the module that has its GAME, and the module that has its VIEW
GAMES = {
    "apocalypze": ("apz.apocalypze.game", "apz.widgets.apocalypze.view"),
}
STILL = "apz.widgets.table.still"  # draws a position of any of them as HTML


def game(name: str = DEFAULT) -> Game[Any]:
    """Return a game by name, loaded on first use; if there's no such game, raise BadInput with a hint."""
    found: Game[Any] = import_module(_modules(name)[0]).GAME
    return found


def of(position: object) -> Game[Any] | None:
    """Return the game a position belongs to, or None if it belongs to no game here."""
    home = type(position).__module__
    names = (name for name, (module, _) in GAMES.items() if home.startswith(f"{module.rpartition('.')[0]}."))
    found = next(map(game, names), None)
    return found if found and isinstance(position, found.kernel().position) else None


def view(name: str = DEFAULT) -> Any:
    """Return a game's View (see widgets/table/view.py), which draws it in panels, loaded on first use."""
    return import_module(_modules(name)[1]).VIEW


def html(position: object, language: str = "en") -> str:
    """Return any game's position as HTML without a widget: the table, drawn the way panels draw it."""
    shown: str = import_module(STILL).html(position, language)
    return shown


def page(position: object, language: str = "en") -> str:
    """Return any game's position as a self-contained web page without scripts."""
    shown: str = import_module(STILL).page(position, language)
    return shown


def _modules(name: str) -> tuple[str, str]:
    """Return the names of a game's two modules: the one with its rules and the one with its view."""
    if name not in GAMES:
        stop("", 0, "unknown-game", value=quoted(name), **hint(name, GAMES))
    return GAMES[name]
