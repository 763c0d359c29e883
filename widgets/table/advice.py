"""Advice: what the game's own adviser would do here, and why."""

from __future__ import annotations

from apz.widgets.table.scene import Scene


def hint(scene: Scene) -> Scene:
    """Return the scene with the adviser's choice, made from what the deciding seat sees."""
    game = scene.game
    if scene.deciding is None or not game.adviser:
        return scene
    adviser = game.bots[game.adviser](0)
    return scene.cleared().but(hint=adviser.choose(game.seen_by(scene.position, scene.deciding)))
