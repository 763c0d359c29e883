"""Who can sit at a desk: a person, a bot by its name, or a bot of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from apz.apocalypze.bots import Bot

YOU, SENSIBLE, RANDOM, OWN = "you", "sensible", "random", "own"
BOTS = (SENSIBLE, RANDOM)


def bot_named(name: str) -> Bot | None:
    """A bot that sits down; nobody where a person does."""
    if name not in BOTS:
        return None
    from apz.apocalypze.bots import RandomBot, SensibleBot  # loaded when one sits down

    return SensibleBot() if name == SENSIBLE else RandomBot()
