"""VIEW: how the toy is drawn and played, as three areas to click."""

from apz.widgets.base.gesture import Gesture
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.table.scene import Scene
from apz.widgets.table.view import View
from tests.toy.game import AREAS, Lead


def table(scene: Scene) -> Tree:
    areas = zip(AREAS, scene.visible.hens, strict=True)
    return h("section", [button(f"{area}: {count}", f"area:{area}") for area, count in areas], aria_label="Yard")


def lead(scene: Scene, gesture: Gesture) -> Scene:
    return scene.current(gesture) or scene.played(Lead(gesture.about), gesture.when)


VIEW = View(table=table, routes={"area": lead})
