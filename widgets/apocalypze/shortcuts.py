"""The one-click buttons for moves that go together, and for abilities."""

from __future__ import annotations

from collections import Counter

from apz.apocalypze.model import Decision
from apz.apocalypze.moves import Use
from apz.apocalypze.shortcuts import Shortcut as Together
from apz.apocalypze.shortcuts import shortcuts
from apz.widgets.apocalypze.gestures import card_of
from apz.widgets.table.scene import Scene
from apz.widgets.table.view import Shortcut

SEND_ALL = "send-all"  # its button is at the access point
AT_ONCE = ("attack-all", "attack-rest", "block-all", "block-rest")  # their number is an access point's
PLAY_AT = "play-all-at"  # its number is a stronghold's
ACTING = (Decision.ACT, Decision.WINDOW)  # other decisions list abilities among their options
MOST_ABILITIES = 2


def offered(scene: Scene) -> dict[str, Shortcut]:
    """Return the shortcuts available here, by name; {} if no person decides or `by_hand` is on."""
    if not scene.yours or scene.state.by_hand:
        return {}
    key = (scene.position, scene.at, scene.language)
    return scene.memo.once("shortcuts", key, lambda: {**together(scene), **abilities(scene)})


def together(scene: Scene) -> dict[str, Shortcut]:
    """Return the shortcuts for moves that go together, by name."""
    found = shortcuts(scene.position, scene.steps)
    return {
        each.key: Shortcut(label(scene, each), each.moves, each.name == SEND_ALL, *grouped(scene, each))
        for each in found
    }


def grouped(scene: Scene, found: Together) -> tuple[str, str]:
    """Return the words that shortcuts to several access points share, and the point; empty for any other shortcut."""
    return (scene.ui(f"shortcuts.{found.name}-at"), str(found.number)) if found.name in AT_ONCE else ("", "")


def label(scene: Scene, found: Together) -> str:
    """Return the label of a shortcut for moves that go together."""
    if found.name != PLAY_AT:
        return scene.ui(f"shortcuts.{found.name}", point=found.number, count=len(found.moves))
    place = scene.words.name(scene.visible, scene.position.sides[found.number - 1].stronghold)
    return scene.ui(f"shortcuts.{found.name}", place=place, count=len(found.moves) - 1)


def abilities(scene: Scene) -> dict[str, Shortcut]:
    """Return shortcuts for the first few abilities with only one possible use, on cards without any other move."""
    waiting = scene.position.waiting
    if waiting is None or waiting.kind not in ACTING:
        return {}
    count = Counter(card_of(scene.position, move) for move in scene.moves)
    found = [move for move in scene.moves if isinstance(move, Use) and count[move.card] == 1]
    return {
        f"use-{move.card}": Shortcut(
            scene.ui("shortcuts.use", card=scene.words.name(scene.position, move.card)), (move,)
        )
        for move in found[:MOST_ABILITIES]
    }
