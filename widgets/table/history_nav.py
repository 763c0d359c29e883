"""Back and forth along the history of a table; going back over cards that were seen is allowed, and marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apz.apocalypze.model import Position
from apz.apocalypze.visibility import HIDDEN, seen_by
from apz.widgets.table.scene import Scene
from apz.widgets.table.state import Seen

MOST_NAMED = 6


def back(scene: Scene) -> int | None:
    """Return the moment before this one."""
    return scene.session.nodes[scene.at].parent if scene.at else None


def forward(scene: Scene) -> int | None:
    """Return the moment after this one, along what was tried last."""
    return next(reversed(scene.session.nodes[scene.at].tries), None)


WAYS: Mapping[str, Callable[[Scene], int | None]] = {"undo": back, "redo": forward}


def go(scene: Scene, where: str) -> Scene:
    """Undo, redo, or go to a moment; with a bot at the table, undo goes back to a decision of one's own."""
    if where not in WAYS and not where.isdecimal():
        return scene
    after, nodes = scene, scene.session.nodes
    if where in WAYS:
        while (number := WAYS[where](after)) is not None:
            after = after.but(at=number)
            if after.yours or not after.people:
                break
    elif int(where[:9]) < len(nodes):
        after = after.but(at=int(where))
    after = after.cleared().but(walked=where if where in WAYS else "along")
    after = after.but(since=nodes[after.at].parent if after.at else 0)
    return remembered(after, scene.line[scene.line.index(after.at) + 1 :]) if after.at in scene.line[:-1] else after


def remembered(scene: Scene, undone: list[int]) -> Scene:
    """Keep which hidden cards were seen in the moments that were just gone back over."""
    nodes, before = scene.session.nodes, scene.state.seen.get(scene.at)
    known, seen = seen_cards(scene, scene.position), dict.fromkeys(before.cards if before else ())
    for number in undone:
        step = nodes[number].step
        if step is not None:
            seen.update(dict.fromkeys(sorted(seen_cards(scene, step.after) - known)))
    return scene.but(seen={**scene.state.seen, scene.at: Seen(tuple(seen), len(nodes))}) if seen else scene


def seen_before(scene: Scene, number: int) -> str:
    """Return the names of hidden cards that were known already when the step to this moment was made."""
    seen = scene.state.seen.get(scene.session.nodes[number].parent) if number else None
    return named(scene, seen.cards) if seen and number >= seen.since else ""


def seen_cards(scene: Scene, position: Position) -> set[int]:
    """Return the cards that the people at the table have in sight."""
    found: set[int] = set()
    for player in scene.people:
        view = seen_by(position, player)
        for side in view.sides:
            found.update(side.hand, side.deck, side.discard)
            found.update(each.id for each in side.fixtures)
            for who in side.survivors + side.raiders:
                found.update((who.id, *(each.id for each in who.attached)))
    return {card for card in found if card >= 0 and position.game.cards[card].kind != HIDDEN.kind}


def named(scene: Scene, cards: tuple[int, ...]) -> str:
    """Return the names of cards, the first few of them."""
    known = scene.visible.game.cards
    names = dict.fromkeys(known[card].name for card in cards if card < len(known))
    more = ", …" if len(names) > MOST_NAMED else ""
    return ", ".join(list(names)[:MOST_NAMED]) + more
