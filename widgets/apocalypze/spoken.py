"""The cards a text mentions, so that the table can point at them."""

from __future__ import annotations

import re

from apz.apocalypze.model import Position
from apz.widgets.table.scene import Scene


def spoken_of(scene: Scene, text: str) -> frozenset[int]:
    """Return the characters at the access points a text names, or else those it names; none if that's all of them."""
    position: Position = scene.visible
    everybody = {who.id for side in position.sides for who in (*side.survivors, *side.raiders)}
    found = at_points(scene, text) or {card for card in everybody if says(text, position.game.cards[card].name)}
    return frozenset() if found == everybody else frozenset(found)


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
