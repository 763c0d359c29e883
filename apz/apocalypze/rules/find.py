"""The functions that find cards in a position, with their places and players, for every phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from apz.apocalypze.ids import OTHER, PLAYERS, CardId, Player
from apz.apocalypze.model import GANG, Attached, InPlay
from apz.apocalypze.rules.table import Found, State


class Fixed:
    """An attachment in play: whose stronghold it's at and, unless it's on the stronghold, its character."""

    __slots__ = ("at", "host", "place")

    def __init__(self, place: Player, host: InPlay | None, at: Attached) -> None:
        self.place, self.host, self.at = place, host, at


class Zone(StrEnum):
    """The places a card can be."""

    STRONGHOLD = "stronghold"
    SURVIVORS = "survivors"
    RAIDERS = "raiders"
    ATTACHED = "attached"
    HAND = "hand"
    DECK = "deck"
    DISCARD = "discard"


PILES: Final = (Zone.HAND, Zone.DECK, Zone.DISCARD)


class Spot(NamedTuple):
    """A card's spot: the player's side, the zone and, for an attachment, the card it's on."""

    card: CardId
    player: Player
    zone: Zone
    host: int | None = None


def everywhere(state: State) -> Iterator[Spot]:
    """Yield the spot of every card, one player's side after the other, in the order a position is written."""
    for player, side in zip(PLAYERS, state.sides, strict=True):
        yield Spot(side.stronghold, player, Zone.STRONGHOLD)
        for fixture in side.fixtures:
            yield Spot(fixture.id, player, Zone.ATTACHED, fixture.to)
        for zone, row in ((Zone.SURVIVORS, side.survivors), (Zone.RAIDERS, side.raiders)):
            for who in row:
                yield Spot(who.id, player, zone)
                for attached in who.attached:
                    yield Spot(attached.id, player, Zone.ATTACHED, attached.to)
        for zone, pile in zip(PILES, (side.hand, side.deck, side.discard), strict=True):
            for card in pile:
                yield Spot(card, player, zone)


def find(state: State, card: int) -> Found | None:
    """Return the character with this id if it's in play; otherwise None."""
    sides = state.sides
    for player in PLAYERS:
        side = sides[player]
        for who in side.survivors:
            if who[0] == card:
                return Found(player, player, False, who)
        for who in side.raiders:
            if who[0] == card:
                return Found(player, OTHER[player], True, who)
    return None


def characters(state: State) -> Iterator[Found]:
    """Yield every character in play."""
    for player in PLAYERS:
        side = state.sides[player]
        for who in side.survivors:
            yield Found(player, player, False, who)
        for who in side.raiders:
            yield Found(player, OTHER[player], True, who)


def alike(state: State) -> set[str]:
    """Return the names that several characters in play share, and that are shown with numbers."""
    names = Counter([found.who.card.name for found in characters(state)])
    return {name for name, count in names.items() if count > 1}


def called(state: State, card: int) -> str:
    """Return a card's name, with its number if it's one of several characters in play with that name."""
    name = state.game.cards[card].name
    return f"{name} #{card}" if name in alike(state) and find(state, card) else name


def at(state: State, place: int) -> tuple[InPlay, ...]:
    """Return the characters at this player's stronghold, survivors first."""
    return state.sides[place].survivors + state.sides[OTHER[place]].raiders


def attachments(state: State) -> Iterator[Fixed]:
    """Yield every attachment in play."""
    for player in PLAYERS:
        side = state.sides[player]
        for fixture in side.fixtures:
            yield Fixed(player, None, fixture)
        for who in side.survivors:
            for attached in who.attached:
                yield Fixed(player, who, attached)
        for who in side.raiders:
            for attached in who.attached:
                yield Fixed(OTHER[player], who, attached)


def find_attachment(state: State, card: int) -> Fixed | None:
    """Return the attachment with this id if it's in play; otherwise None."""
    for player in PLAYERS:
        side = state.sides[player]
        for fixture in side.fixtures:
            if fixture[0] == card:
                return Fixed(player, None, fixture)
        for row, place in ((side.survivors, player), (side.raiders, OTHER[player])):
            for who in row:
                for attached in who.attached:
                    if attached[0] == card:
                        return Fixed(place, who, attached)
    return None


def place_of(state: State, card: int) -> Player | None:
    """Return whose stronghold a card in play is at, strongholds included; None for any other card."""
    for player in PLAYERS:
        if state.sides[player].stronghold == card:
            return player
    found = find(state, card)
    if found:
        return found.place
    fixed = find_attachment(state, card)
    return fixed.place if fixed else None


def user_of(state: State, card: int) -> Player | None:
    """Return who may use a card in play: the controller of a character, the owner of any other card; otherwise None."""
    found = find(state, card)
    if found:
        return found.player
    return state.game.owners[card] if place_of(state, card) is not None else None


def silenced(state: State, attached: Attached, row: tuple[Attached, ...], place: int) -> bool:
    """Return True if a Gang Mark keeps this attachment from working (the mark's owner needs a gang raider here)."""
    for mark in row:
        if mark.to == attached.id:
            owner = state.game.owners[mark.id]
            if owner != place and any(r.face.faction == GANG for r in state.sides[owner].raiders):
                return True
    return False


def has(state: State, who: InPlay, attribute: str, place: Player) -> bool:
    """Return True if a character has an attachment with this attribute that no Gang Mark silences."""
    cards = state.game.cards
    row = who.attached
    return any(attribute in cards[a.id].attributes and not silenced(state, a, row, place) for a in row)


def in_play(state: State, name: str) -> CardId | None:
    """Return the id of a character or attachment with this name in play, or None if there's none."""
    cards = state.game.cards
    for side in state.sides:
        for who in side.survivors + side.raiders:
            if who.card.name == name:
                return who.id
    for fixed in attachments(state):
        if cards[fixed.at.id].name == name:
            return fixed.at.id
    return None


def group(state: State, player: int, point: int) -> tuple[InPlay, ...]:
    """Return a player's characters at an access point in the current combat."""
    combat = state.combat
    if combat is None or point < 1:
        return ()
    attacking = player == state.player
    ids = (combat.attack if attacking else combat.defense)[point - 1]
    row = state.sides[player].raiders if attacking else state.sides[player].survivors
    return tuple([who for who in row if who[0] in ids])
