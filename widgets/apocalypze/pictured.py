"""The picture of a scene: all there is to see of its position, worked out once."""

from __future__ import annotations

from apz.apocalypze.show.picture import Picture, picture
from apz.widgets.table.scene import Scene


def pictured(scene: Scene) -> Picture:
    """Return all there is to see at the moment that a scene shows."""
    key = (scene.visible, scene.language)
    found: Picture = scene.memo.once("picture", key, lambda: picture(scene.visible, scene.language))
    return found
