"""Events in the air: played, but not in effect yet because a player may still respond."""

from __future__ import annotations

from typing import NamedTuple

from apz.apocalypze.model import Position, Resolution
from apz.apocalypze.moves import Event
from apz.apocalypze.show.picture import CardView, card_view
from apz.widgets.table.scene import Scene


class InAir(NamedTuple):
    """An event in the air: its card, player and targets."""

    view: CardView
    player: int
    targets: tuple[int, ...]


def in_air(scene: Scene) -> list[InAir]:
    """Return the events in the air, newest last."""
    position: Position = scene.position
    found = [each for each in position.agenda if isinstance(each, Resolution) and isinstance(each.move, Event)]
    return [
        InAir(card_view(scene.visible, each.move.card, scene.language), each.player, each.move.targets)
        for each in found
    ]
