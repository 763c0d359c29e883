"""Undo, redo and jumps through a table's history, with a note of hidden pieces that were already seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apz.widgets.table.scene import Scene
from apz.widgets.table.state import Seen

MOST_NAMED = 6


def back(scene: Scene) -> int | None:
    """Return the number of the moment before the one being shown; None at the start."""
    return scene.session.nodes[scene.at].parent if scene.at else None


def forward(scene: Scene) -> int | None:
    """Return the number of the moment after the one being shown, along the last line tried; None at its end."""
    return next(reversed(scene.session.nodes[scene.at].tries), None)


WAYS: Mapping[str, Callable[[Scene], int | None]] = {"undo": back, "redo": forward}


def go(scene: Scene, where: str) -> Scene:
    """Undo, redo, or go to a moment; if people play, undo and redo skip moments without a decision for them."""
    if where not in WAYS and not where.isdecimal():
        return scene
    after, nodes = scene.but(declined=None), scene.session.nodes
    if where in WAYS:
        while (number := WAYS[where](after)) is not None:
            after = after.but(at=number)
            if not after.people or (after.yours and (after.state.by_hand or after.forced is None)):
                break
    elif int(where[:9]) < len(nodes):
        after = after.but(at=int(where))
    after = after.cleared().but(walked=where if where in WAYS else "along")
    after = after.but(since=nodes[after.at].parent if after.at else 0)
    return remembered(after, scene.line[scene.line.index(after.at) + 1 :]) if after.at in scene.line[:-1] else after


def remembered(scene: Scene, undone: list[int]) -> Scene:
    """Return the scene with a note of the hidden pieces seen in the undone moments."""
    nodes, before = scene.session.nodes, scene.state.seen.get(scene.at)
    known, seen = seen_cards(scene, scene.position), dict.fromkeys(before.cards if before else ())
    for number in undone:
        step = nodes[number].step
        if step is not None:
            seen.update(dict.fromkeys(sorted(seen_cards(scene, step.after) - known)))
    return scene.but(seen={**scene.state.seen, scene.at: Seen(tuple(seen), len(nodes))}) if seen else scene


def seen_before(scene: Scene, number: int) -> str:
    """Return the names of hidden pieces already seen when the step to this moment was made, or "" if there are none."""
    seen = scene.state.seen.get(scene.session.nodes[number].parent) if number else None
    return named(scene, seen.cards) if seen and number >= seen.since else ""


def seen_cards(scene: Scene, position: Any) -> set[int]:
    """Return the ids of the pieces that the people at the table can see."""
    return {piece for seat in scene.people for piece in scene.view.in_sight(position, seat)}


def named(scene: Scene, cards: tuple[int, ...]) -> str:
    """Return the names of the first few pieces, without duplicates."""
    count = scene.view.pieces(scene.visible)
    names = dict.fromkeys(scene.words.name(scene.visible, card) for card in cards if card < count)
    more = ", …" if len(names) > MOST_NAMED else ""
    return ", ".join(list(names)[:MOST_NAMED]) + more
