"""The numbers that identify players, cards and access points, each with its own type."""

from __future__ import annotations

from typing import Final, NewType

Player = NewType("Player", int)  # 0 or 1; also the player's place at the table, and whose stronghold is meant
CardId = NewType("CardId", int)  # a card of the game: its index in Game.cards
Point = NewType("Point", int)  # an access point, from 1 on

PLAYERS: Final[tuple[Player, ...]] = (Player(0), Player(1))
OTHER: Final[tuple[Player, ...]] = (Player(1), Player(0))  # the opponent of each player

NOWHERE: Final = Point(0)  # stands for an access point where there is none
DECK: Final = CardId(-1)  # stands for the top card of a deck, where a card is named
HIDDEN_CARD: Final = CardId(-2)  # stands for a card that the viewer may not know
