"""The verbs of ApocalypZe: one frozen dataclass per player gesture, with cards given by id.

You can write moves with plain numbers, as people type them. In the rules, the ids of cards, players and access points
each have a type of their own (`ids.py`).

>>> from apz.apocalypze.moves import Send
>>> Send(12, 2) == Send(card=12, point=2)
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from apz.apocalypze.ids import DECK, CardId, Player, Point


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the cards of the draw phase."""


@dataclass(frozen=True, slots=True)
class Occupy:
    """Choose which player's stronghold to occupy this turn."""

    place: Player

    if TYPE_CHECKING:

        def __init__(self, place: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Play:
    """Play a character from the hand, a twofold as its human or as a zombie."""

    card: CardId
    zombie: bool = False

    if TYPE_CHECKING:

        def __init__(self, card: int, zombie: bool = ...) -> None: ...


@dataclass(frozen=True, slots=True)
class Attach:
    """Attach a card from the hand to a character, a stronghold or another attachment."""

    card: CardId
    to: CardId

    if TYPE_CHECKING:

        def __init__(self, card: int, to: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Event:
    """Play a wildcard or a trump from the hand on its targets."""

    card: CardId
    targets: tuple[int, ...] = ()

    if TYPE_CHECKING:

        def __init__(self, card: int, targets: tuple[int, ...] = ...) -> None: ...


@dataclass(frozen=True, slots=True)
class Use:
    """Use an ability of a card in play on its targets; `text` picks one if the card has several."""

    card: CardId
    targets: tuple[int, ...] = ()
    text: int = 0

    if TYPE_CHECKING:

        def __init__(self, card: int, targets: tuple[int, ...] = ..., text: int = ...) -> None: ...


@dataclass(frozen=True, slots=True)
class Take:
    """Take a card from those being searched, and attach it if it has to be attached."""

    card: CardId
    to: CardId = DECK

    if TYPE_CHECKING:

        def __init__(self, card: int, to: int = ...) -> None: ...


@dataclass(frozen=True, slots=True)
class Send:
    """Send a raider, or a survivor, to an access point (1 is the first)."""

    card: CardId
    point: Point

    if TYPE_CHECKING:

        def __init__(self, card: int, point: int) -> None: ...


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back a character that was sent, or a card that was offered."""

    card: CardId

    if TYPE_CHECKING:

        def __init__(self, card: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Engage:
    """Resolve the engagement at this access point next."""

    point: Point

    if TYPE_CHECKING:

        def __init__(self, point: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Wound:
    """Assign wounds to this character, up to its value."""

    card: CardId

    if TYPE_CHECKING:

        def __init__(self, card: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Eat:
    """Offer a card to be consumed: the top of the deck (DECK), a card in hand, or a survivor."""

    card: CardId = DECK

    if TYPE_CHECKING:

        def __init__(self, card: int = ...) -> None: ...


@dataclass(frozen=True, slots=True)
class Done:
    """Finish the occupation, the attack groups or the defense groups."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Play, use or take nothing now."""


Move = Draw | Occupy | Play | Attach | Event | Use | Take | Send | TakeBack | Engage | Wound | Eat | Done | Pass
MOVES: tuple[type[Move], ...] = (
    Draw, Occupy, Play, Attach, Event, Use, Take, Send, TakeBack, Engage, Wound, Eat, Done, Pass,
)  # fmt: skip
