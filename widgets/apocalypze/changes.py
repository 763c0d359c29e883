"""Changes on the table between two moments, card by card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from apz.apocalypze.model import Position
from apz.core.trace import Step
from apz.widgets.apocalypze.pictured import pictured
from apz.widgets.table.scene import Scene

PLAY = ("survivors", "raiders", "attached")


class Spot(NamedTuple):
    """A card's spot: zone, player, host, access point and wounds."""

    zone: str
    player: int
    host: int = -1
    point: int = 0
    wounds: int = 0


def spots(position: Position) -> dict[int, Spot]:
    """Return the spot of each known card in a hand, a pile or in play; strongholds have none."""
    found: dict[int, Spot] = {}
    combat = position.combat
    groups = (*enumerate(combat.attack, 1), *enumerate(combat.defense, 1)) if combat else ()
    points = {card: point for point, ids in groups for card in ids}
    for player, side in enumerate(position.sides):
        for zone in ("hand", "deck", "discard"):
            found |= dict.fromkeys((card for card in getattr(side, zone) if card >= 0), Spot(zone, player))
        found.update((each.id, Spot("attached", player, each.to)) for each in side.fixtures)
        for zone in ("survivors", "raiders"):
            for who in getattr(side, zone):
                found[who.id] = Spot(zone, player, point=points.get(who.id, 0), wounds=who.wounds)
                found.update((each.id, Spot("attached", player, each.to)) for each in who.attached)
    return found


def changes(before: Position, after: Position, steps: Iterable[Step]) -> dict[int, str]:
    """Return the catalog key of what happened to each card that changed; `steps` shows which ones were killed."""
    old, new = spots(before), spots(after)
    killed = {card for step in steps for note in step.notes if note.key == "character.killed" for card in note.cards}
    found = {}
    for card, now in new.items():
        was = old.get(card)
        key = became(was, now) if was != now else ""
        if key in ("removed", "recycled") and card in killed:
            key = "killed" if key == "removed" else "killed-recycled"
        if key:
            found[card] = key
    return found


def became(was: Spot | None, now: Spot) -> str:
    """Return the catalog key for a change of spot, or "" if it isn't worth mentioning."""
    zone, before = now.zone, was.zone if was else ""
    if zone in PLAY and before not in PLAY:
        return "attached" if zone == "attached" else "arrived"
    if zone in PLAY:
        assert was
        if now.wounds > was.wounds:
            return "wounded"
        if now.point != was.point:
            return "sent" if now.point else ("back" if was.point and now.wounds == was.wounds else "")
        return "moved" if (zone, now.player, now.host) != (before, was.player, was.host) else ""
    if before in PLAY:
        return {"discard": "removed", "deck": "recycled", "hand": "returned"}[zone]
    return {"hand": "drawn", "discard": "discarded", "deck": "recovered" if before == "discard" else ""}[zone]


def recent_changes(scene: Scene) -> dict[int, str]:
    """Return the changes that the table shows since the last gesture: a catalog key for each card."""
    recent = scene.recent
    if not recent:
        return {}
    steps = [step for _, step in recent]
    shown = changes(scene.shown(steps[0].before), scene.visible, steps)
    if not any(seat.lanes for seat in pictured(scene).seats):  # without lanes, the table doesn't show who was sent
        shown = {card: key for card, key in shown.items() if key not in ("sent", "back")}
    return shown
