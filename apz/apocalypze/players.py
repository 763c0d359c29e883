"""The two players: checks of their names, and a lookup by name or number."""

from __future__ import annotations

from typing import Any

from apz.apocalypze.ids import PLAYERS, Player
from apz.core.reading import match, quoted, stop

MOST_NAME = 10_000  # characters in a player's name; shown names are cut shorter


def misnamed(first: object, second: object) -> dict[str, Any] | None:
    """Return the first fault in the players' names, as arguments for `stop` or `fault`; None if they're fine."""
    for name in (first, second):
        if not isinstance(name, str) or not name.strip():
            return {"key": "nameless-player", "fix": "write-any-text"}
        if len(name) > MOST_NAME:
            return {"key": "long-name", "fix": "write-at-most", "count": len(name), "most": MOST_NAME}
    return {"key": "same-names", "fix": "other-names"} if first == second else None


def which_player(names: tuple[str, str], given: object, fix: str = "players-by-number") -> Player:
    """Return the number of the player that `given` names or numbers, 0 or 1; raise BadInput if there's none."""
    if type(given) is int and given in PLAYERS:
        return PLAYERS[given]
    name = match(given, names) if isinstance(given, str) else None
    if name is None:
        stop("", 0, "not-a-player", fix, value=quoted(given), first=names[0], second=names[1])
    return PLAYERS[names.index(name)]
