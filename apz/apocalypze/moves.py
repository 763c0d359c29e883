"""The verbs of ApocalypZe: one frozen dataclass for each gesture of a player; cards are named by id.

>>> from apz.apocalypze.moves import Send
>>> Send(12, 2) == Send(card=12, point=2)
True
"""

from __future__ import annotations

from dataclasses import dataclass

from apz.apocalypze.ids import DECK


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the cards of the draw phase."""


@dataclass(frozen=True, slots=True)
class Occupy:
    """Choose the stronghold of this player for the turn."""

    place: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play a character from the hand, a twofold as its human or as a zombie."""

    card: int
    zombie: bool = False


@dataclass(frozen=True, slots=True)
class Attach:
    """Attach a card from the hand to a character, a stronghold or another attachment."""

    card: int
    to: int


@dataclass(frozen=True, slots=True)
class Event:
    """Play a wildcard or a trump from the hand on its targets."""

    card: int
    targets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Use:
    """Use the text of a card in play on its targets; `text` says which, where a card has several."""

    card: int
    targets: tuple[int, ...] = ()
    text: int = 0


@dataclass(frozen=True, slots=True)
class Take:
    """Take a card out of the pile that is being searched, and attach it where it must be attached."""

    card: int
    to: int = DECK


@dataclass(frozen=True, slots=True)
class Send:
    """Send a raider, or a survivor, to an access point (1 is the first)."""

    card: int
    point: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back a character that was sent, or a card that was offered to be consumed."""

    card: int


@dataclass(frozen=True, slots=True)
class Engage:
    """Resolve the engagement at this access point next."""

    point: int


@dataclass(frozen=True, slots=True)
class Wound:
    """Put the wounds on this character."""

    card: int


@dataclass(frozen=True, slots=True)
class Eat:
    """Offer a card to be consumed: the top of the deck (DECK), a card of the hand, or a survivor."""

    card: int = DECK


@dataclass(frozen=True, slots=True)
class Done:
    """Commit: end the occupation, the attack groups or the defense groups."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Play nothing now."""


Move = Draw | Occupy | Play | Attach | Event | Use | Take | Send | TakeBack | Engage | Wound | Eat | Done | Pass
MOVES: tuple[type[Move], ...] = (
    Draw, Occupy, Play, Attach, Event, Use, Take, Send, TakeBack, Engage, Wound, Eat, Done, Pass,
)  # fmt: skip
