"""The closed list of hooks for card abilities: the records that describe them, and the tables the rules look in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from apz.apocalypze.ids import CardId, Player, Point
from apz.apocalypze.model import Card, InPlay
from apz.apocalypze.rules.table import State, Table

if TYPE_CHECKING:
    from apz.apocalypze.moves import Event


class Scene:
    """An engagement as abilities see it: whose stronghold it is, and who's on each side."""

    __slots__ = ("attackers", "defenders", "place", "state")

    def __init__(
        self, state: State, place: Player, attackers: tuple[InPlay, ...], defenders: tuple[InPlay, ...]
    ) -> None:
        self.state, self.place, self.attackers, self.defenders = state, place, attackers, defenders

    def side(self, who: InPlay) -> tuple[InPlay, ...]:
        """Return the group a character belongs to."""
        return self.attackers if who in self.attackers else self.defenders

    def opposing(self, who: InPlay) -> tuple[InPlay, ...]:
        """Return the group a character is fighting."""
        return self.defenders if who in self.attackers else self.attackers


class Acting(NamedTuple):
    """A card or ability taking effect: its player, its card and its targets."""

    player: Player
    card: CardId
    targets: tuple[int, ...] = ()  # cards, or access points

    @property
    def target(self) -> CardId:
        """The id of the target card, or of the first one if there are several."""
        return CardId(self.targets[0])

    @property
    def point(self) -> Point:
        """The number of the target access point."""
        return Point(self.targets[0])


@dataclass(frozen=True, slots=True)
class Target:
    """The targets of a card or ability: a label for the explanation, its rule, and the possible choices."""

    key: str
    rule: str
    choices: Callable[[State, Player, CardId], list[tuple[int, ...]]]  # (state, player, card)


@dataclass(frozen=True, slots=True)
class Need:
    """A requirement of a card or ability: a label for the explanation, its rule, and the test."""

    key: str
    rule: str
    met: Callable[[State, Player, CardId], bool]  # (state, player, card)
    values: Callable[[State, Player, CardId], dict[str, Any]] | None = None  # the label's values at this moment


# the moments at which an event or ability can be used
IN_OCCUPATION: Final = "occupation"  # the player's own occupation phase
IN_ENGAGEMENT: Final = "engagement"  # before the totals of an engagement
ANY_TIME: Final = "any"  # at any decision but those about wounds, payments, responses, removals, arrivals and searches
IN_ANSWER: Final = "answer"  # as a direct response to an event
ON_REMOVAL: Final = "removal"  # when a character is about to be removed
ON_ARRIVAL: Final = "arrival"  # when an opponent's raider has just arrived


@dataclass(frozen=True, slots=True)
class Search:
    """A search: the pile, the cards that may be taken, where a taken card goes, and its possible hosts."""

    pile: str  # deck, discard, or hand for a card just drawn
    key: str  # the label of the cards to look for
    fits: Callable[[Card], bool]
    then: str  # play, zombie, attach, hand or recover
    to: Target | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """An event or ability that a player decides to use: its timing, target, requirements, and effect or search."""

    when: str
    do: Callable[[Table, Acting], None] | None = None
    target: Target | None = None
    needs: tuple[Need, ...] = ()
    search: Search | None = None
    answers: Callable[[State, Player, Event], str] | None = None  # (state, player, event): why not, or ""
    moment: str = ""  # the name of its moment, if `when` isn't enough
    once_a_game: bool = False
    from_background: bool = False  # used in an engagement by a character that isn't part of it


Stat = Callable[[Scene, "InPlay | None", InPlay, str], int]
Bonus = Callable[[State, Player], int]

TEXTS: Final[dict[str, tuple[Text, ...]]] = {}  # used when a player decides to: wildcards, trumps, abilities
ABILITIES: Final[dict[str, tuple[Text, ...]]] = {}  # those on cards in play
FIGHTING: Final[dict[str, Stat]] = {}  # always on: (scene, bearer, character, stat) -> bonus in an engagement
ACCESS: Final[dict[str, int]] = {}  # always on: how many more or fewer access points
BREACH: Final[dict[str, int]] = {}  # always on: more to consume when this raider gets in
DRAWING: Final[dict[str, Bonus]] = {}  # always on: (state, player) -> extra cards in the draw phase
FEEDING: Final[dict[str, Bonus]] = {}  # always on: (state, player) -> more or less in the consumption phase
KEEPS_WEAPONS: Final[set[str]] = set()  # always on: weapons on this character don't displace each other
SPARES: Final[set[str]] = set()  # always on: attached to a survivor or lasting a turn; the survivor can't be consumed
COMBAT_END: Final[dict[str, str]] = {}  # raiders that leave the table when combat ends: the message key
