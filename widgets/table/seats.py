"""Who can sit at a desk: a person, a bot by its name, or a bot of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apz.widgets.table.given import said

if TYPE_CHECKING:
    from apz.apocalypze.bots import Bot

YOU, SENSIBLE, RANDOM, OWN = "you", "sensible", "random", "own"
BOTS = (SENSIBLE, RANDOM)
NAMES = ", ".join(f'"{name}"' for name in (YOU, *BOTS))


def seated(seats: object) -> tuple[str | Bot, str | Bot]:
    """Who sits in the two seats; ValueError where that is not two, or nobody who can sit there."""
    if not isinstance(seats, tuple | list) or len(seats) != 2:
        raise ValueError(f'{said(seats)} are not two seats; write one for each player: ("{YOU}", "{SENSIBLE}")')
    for who in seats:
        bot = not isinstance(who, str | type) and callable(getattr(who, "choose", None))
        if not bot and who not in (YOU, *BOTS):
            raise ValueError(f"{said(who)} cannot sit here; a seat is {NAMES} or a bot of your own (with `choose`)")
    return seats[0], seats[1]


def bot_named(name: str) -> Bot | None:
    """A bot that sits down; nobody where a person does."""
    if name not in BOTS:
        return None
    from apz.apocalypze.bots import RandomBot, SensibleBot  # loaded when one sits down

    return SensibleBot() if name == SENSIBLE else RandomBot()
