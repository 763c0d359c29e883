"""The two players: checks of their names, and finding the one a name or number stands for."""

from __future__ import annotations

from apz.apocalypze.ids import PLAYERS, Player
from apz.core.reading import match, quoted, stop

MOST_NAME = 10_000  # characters of a player's name; what's shown of one is shorter


def misnamed(first: object, second: object) -> tuple[str, str] | None:
    """Return what's wrong with the players' names, with a fix; None if they can be told apart."""
    for name in (first, second):
        if not isinstance(name, str) or not name.strip():
            return "a player without a name", "write any text but an empty one"
        if len(name) > MOST_NAME:
            return f"a player's name of {len(name):,} characters", f"write at most {MOST_NAME:,}"
    return ("two players of one name", "give each another one") if first == second else None


def which_player(names: tuple[str, str], given: object, more: str = "") -> Player:
    """Return a player's number, given as 0, 1 or a name; raise BadInput for anyone else."""
    if type(given) is int and given in PLAYERS:
        return PLAYERS[given]
    name = match(given, names) if isinstance(given, str) else None
    if name is None:
        remedy = f"{names[0]} is 0, {names[1]} is 1" + (f", and {more}" if more else "")
        stop("", 0, f"{quoted(given)} isn't a player", remedy)
    return PLAYERS[names.index(name)]
