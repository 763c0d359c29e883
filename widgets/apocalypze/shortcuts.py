"""The buttons of moves that go together: everyone to one access point, as last turn, the cheapest payment."""

from __future__ import annotations

from apz.apocalypze.shortcuts import shortcuts
from apz.widgets.table.scene import Scene
from apz.widgets.table.view import Shortcut

SEND_ALL = "send-all"  # its button is at the access point


def offered(scene: Scene) -> dict[str, Shortcut]:
    """Return the shortcuts available here, by name."""
    if not scene.yours or scene.state.by_hand:
        return {}
    found: dict[str, Shortcut] = scene.memo.once(
        "shortcuts",
        (scene.position, scene.at, scene.language),
        lambda: {
            each.key: Shortcut(scene.ui(f"shortcuts.{each.name}", point=each.number), each.moves, each.name == SEND_ALL)
            for each in shortcuts(scene.position, scene.steps)
        },
    )
    return found
