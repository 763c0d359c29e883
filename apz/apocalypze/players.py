"""The two players: checks of their names, and finding the one a name or number stands for."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.ids import PLAYERS, Player
from apz.core.reading import match, quoted, stop

MOST_NAME = 10_000  # characters of a player's name; what's shown of one is shorter


def misnamed(first: object, second: object) -> dict[str, Any] | None:
    """Return what's wrong with the players' names, as a fault takes it; None if they can be told apart."""
    for name in (first, second):
        if not isinstance(name, str) or not name.strip():
            return {"key": "nameless-player", "fix": "write-any-text"}
        if len(name) > MOST_NAME:
            return {"key": "long-name", "fix": "write-at-most", "count": len(name), "most": MOST_NAME}
    return {"key": "same-names", "fix": "other-names"} if first == second else None


def which_player(names: tuple[str, str], given: object, fix: str = "players-by-number") -> Player:
    """Return the number of a player who is given by it, 0 or 1, or by name; BadInput for anybody else."""
    if type(given) is int and given in PLAYERS:
        return PLAYERS[given]
    name = match(given, names) if isinstance(given, str) else None
    if name is None:
        stop("", 0, "not-a-player", fix, value=quoted(given), first=names[0], second=names[1])
    return PLAYERS[names.index(name)]
