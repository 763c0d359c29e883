"""The cards a text mentions, so that the table can point at them and show their stronghold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apz.apocalypze.model import Position
from apz.apocalypze.show.picture import Seat
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.table.scene import Scene


def spoken_of(scene: Scene, text: str) -> frozenset[int]:
    """Return the characters at the access points a text names, or else those it names; none if that's all of them.

    In a text that names no character, it's the stronghold whose damage it talks about, or the cards in hand it names.
    """
    position: Position = scene.visible
    everybody = {who.id for side in position.sides for who in (*side.survivors, *side.raiders)}
    found = at_points(scene, text) or {card for card in everybody if says(text, position.game.cards[card].name)}
    homes = [side.stronghold for side in position.sides]
    if not found and says(text, scene.words.label("damage")):
        found = {card for card in homes if says(text, position.game.cards[card].name)}
    if not found:
        held = [card for side in position.sides for card in side.hand if card >= 0]
        return frozenset(card for card in held if says(text, position.game.cards[card].name))
    return frozenset() if found >= everybody or found >= set(homes) else frozenset(found)


def shown_first(scene: Scene, text: str, cards: Sequence[int]) -> list[int]:
    """Return those of these cards that are at a stronghold; without any, everything at the one that a text is about.

    That's the only stronghold it names, or else the occupied one, or else the near player's.
    """
    seats = pictured(scene).seats
    everything = [at_home(seat) for seat in seats]
    found = [card for card in cards if any(card in each for each in everything)]
    if found:
        return found
    named = [player for player, seat in enumerate(seats) if says(text, seat.stronghold.name)]
    occupied = [player for player, seat in enumerate(seats) if seat.occupied]
    return everything[named[0] if len(named) == 1 else occupied[0] if occupied else scene.bottom]


def at_home(seat: Seat) -> list[int]:
    """Return the ids of a stronghold and of everyone at it."""
    lanes = [who for lane in seat.lanes for who in (*lane.attackers, *lane.defenders)]
    return [view.id for view in (seat.stronghold, *seat.survivors, *seat.raiders, *lanes)]


def at_points(scene: Scene, text: str) -> set[int]:
    """Return the characters at the access points a text names."""
    combat = scene.visible.combat
    groups = zip(combat.attack, combat.defense, strict=True) if combat else ()
    return {
        card
        for point, sides in enumerate(groups, 1)
        if says(text, scene.words.label("access-point", point=point))
        for side in sides
        for card in side
    }


def says(text: str, name: str) -> bool:
    """Return True if a name occurs in a text as whole words, ignoring case and a plural ending."""
    return re.search(rf"\b{re.escape(name)}(?:s|es)?\b", text, re.IGNORECASE) is not None
