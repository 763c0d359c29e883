"""Seats at a table, each taken by a person, a bot by name, or a custom bot."""

from __future__ import annotations

from typing import Any

from apz.core.game import Game
from apz.widgets.table.given import said

YOU, OWN = "you", "own"


def seated(game: Game[Any], seats: object) -> tuple[Any, ...]:
    """Return who sits in each seat; raise ValueError if the number of seats is wrong or a player is unknown."""
    known = (YOU, *game.bots)
    if not isinstance(seats, tuple | list) or len(seats) != game.seats:
        example = ", ".join(f'"{name}"' for name in (YOU, game.adviser or YOU)[: game.seats])
        count = "two seats" if game.seats == 2 else f"{game.seats} seat"
        raise ValueError(f"{said(seats)} aren't {count}; write one for each player: ({example})")
    for who in seats:
        bot = not isinstance(who, str | type) and callable(getattr(who, "choose", None))
        if not bot and who not in known:
            names = ", ".join(f'"{name}"' for name in known)
            raise ValueError(f"{said(who)} can't sit here; a seat is {names} or your own bot (with `choose`)")
    return tuple(seats)
