"""The choices before a game: two decks, who goes first, and whether an opening hand can be drawn again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apz.apocalypze.cards import library
from apz.apocalypze.model import Position
from apz.apocalypze.setup import new_game
from apz.widgets.apocalypze.faces import picture
from apz.widgets.base.page import PageScene
from apz.widgets.table.view import Choice, SetUp

FIRST, SECOND = "Police Station", "Roadside Diner"  # the default decks
HANDS = ("kept", "redrawn")  # an opening hand without a survivor
STARTS = {"first": 0, "second": 1, "chance": None}


def choices(scene: PageScene[Any], newcomer: bool) -> list[Choice]:
    """Return the choices to offer before a game."""
    decks = {name: name for name in library().decks}
    first, last = next(iter(decks)), next(reversed(decks))
    starts = {name: scene.says(f"setup.{name}") for name in STARTS}
    homes = [picture(name, "stronghold") for name in decks]
    return [
        Choice("yours", decks, FIRST if FIRST in decks else first, homes),
        Choice("other", decks, SECOND if SECOND in decks else last, homes),
        Choice("starts", starts, "first"),
        Choice("mulligan", {name: scene.says(f"setup.{name}") for name in HANDS}, HANDS[newcomer]),
    ]


def start(chosen: Mapping[str, str], luck: int) -> Position:
    """Return a new game with the chosen settings."""
    redrawn = chosen["mulligan"] == HANDS[1]
    return new_game(chosen["yours"], chosen["other"], seed=luck, starts=STARTS[chosen["starts"]], mulligan=redrawn)


def homes(start: Position) -> list[str]:
    """Return the names of the strongholds."""
    return [start.card(side.stronghold).name for side in start.sides]


def again(start: Position, luck: int) -> Position:
    """Return a newly shuffled game with the same strongholds, names and house rule.

    The same player goes first if `start` is in turn 1, or else player 0.
    """
    first, second = homes(start)
    starts = start.player if start.turn == 1 else 0
    return new_game(
        first, second, seed=luck, starts=starts, names=start.game.names, mulligan=start.game.redraws is not None
    )


SET_UP = SetUp(choices=choices, start=start, again=again, summary=homes)
