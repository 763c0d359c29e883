"""The picture of a scene: everything visible in its position, computed once."""

from __future__ import annotations

from apz.apocalypze.show.picture import Picture, picture
from apz.widgets.table.scene import Scene


def pictured(scene: Scene) -> Picture:
    """Return everything visible in a scene."""
    key = (scene.visible, scene.language)
    return scene.memo.once("picture", key, lambda: picture(scene.visible, scene.language))
