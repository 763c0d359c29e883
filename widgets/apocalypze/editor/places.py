"""The places in an edited position, the cards they take, and the names a page uses for both."""

from __future__ import annotations

from typing import NamedTuple

from apz.apocalypze.model import ATTACHMENT, STRONGHOLD, Card, Position
from apz.apocalypze.positions.edits import ROWS, ZONES

HOST = "on"  # the zone of a place that's a card in play, for attachments
AWAY = "away"  # out of the game
NEW = "new."  # the start of the name of a card in the gallery
CHARACTER, DECKED, LAID = "character", "decked", "laid"  # what places accept: see `kinds`


class Place(NamedTuple):
    """A zone of a player, an access point in it, a card in play, or AWAY for cards taken out of the game."""

    zone: str  # one of ZONES, HOST or AWAY
    number: int = 0  # the player, or the card
    point: int = 0  # the access point; 0 is none

    @property
    def name(self) -> str:
        """The place's name on a page."""
        return ".".join([self.zone, str(self.number), *([str(self.point)] if self.point else [])])

    @property
    def takes(self) -> str:
        """The kinds of cards that can go there, separated by spaces, as in `kinds`."""
        if self.zone in ROWS:
            return CHARACTER
        return {HOST: ATTACHMENT, AWAY: LAID, "home": f"{ATTACHMENT} {STRONGHOLD}"}.get(self.zone, DECKED)

    def accepts(self, card: Card, laid: bool) -> bool:
        """Return True if a card can go there; `laid` says whether it's already in the position."""
        return not set(self.takes.split()).isdisjoint(kinds(card, laid).split())


class Thing(NamedTuple):
    """A card to lay: a new card by name, or a card in the position by number."""

    name: str = ""
    card: int = -1


def place_named(name: str, position: Position) -> Place | None:
    """Return the place that a page names, or None if it doesn't exist in the position."""
    zone, *rest = name.split(".")
    if zone not in (*ZONES, HOST, AWAY) or not 1 <= len(rest) <= 2 or not all(map(small, rest)):
        return None
    place = Place(zone, *map(int, rest))
    most = len(position.game.cards) if zone == HOST else len(position.sides)
    return place if place.number < most and place.point <= points(position, place) else None


def points(position: Position, place: Place) -> int:
    """Return a zone's number of access points, which is 0 except for attacking raiders and attacked survivors."""
    fought = {"raiders": position.player, "survivors": 1 - position.player}
    return len(position.combat.attack) if position.combat and fought.get(place.zone) == place.number else 0


def thing_named(name: str, position: Position, cards: tuple[str, ...]) -> Thing | None:
    """Return the thing that a page names, a gallery card or a card in the position; None if there's no such card."""
    number = name.removeprefix(NEW)
    if not small(number):
        return None
    if name != number:
        return Thing(name=cards[int(number)]) if int(number) < len(cards) else None
    return Thing(card=int(number)) if int(number) < len(position.game.cards) else None


def small(number: str) -> bool:
    """Return True if a text is a number of at most five digits."""
    return number.isascii() and number.isdecimal() and len(number) < 6


def kinds(card: Card, laid: bool = True) -> str:
    """Return the kinds by which places accept a card, separated by spaces; `laid` if it's already in the position."""
    held = {CHARACTER: card.character, ATTACHMENT: card.kind == ATTACHMENT, STRONGHOLD: card.kind == STRONGHOLD,
            DECKED: card.kind != STRONGHOLD, LAID: laid}  # fmt: skip
    return " ".join(name for name, on in held.items() if on)
