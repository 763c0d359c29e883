"""The row of a turn's phases."""

from __future__ import annotations

from apz.apocalypze.language.catalogs import view_words
from apz.apocalypze.model import PHASES
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table.scene import Scene


def draw(scene: Scene) -> Tree:
    """Draw the turn and its four phases, with a check mark on finished ones and a mark on the current one."""
    now = scene.visible.phase
    at = PHASES.index(now) if now in PHASES else len(PHASES)
    items = [
        h("li", button([h("span", "✓ ", aria_hidden="true") if index < at else None, scene.ui(f"phases.{phase}")],
                       f"look:phase.{phase}", aria_current="step" if index == at else None),
          class_=classes("phase", index < at and "done", index == at and "now"))
        for index, phase in enumerate(PHASES)
    ]  # fmt: skip
    # the page's heading says this, too, where there's room for it
    values = {"turn": scene.visible.turn, "player": scene.visible.game.names[scene.visible.player]}
    turn = view_words(scene.language).to(*scene.you).text("show", "turn", values)
    items.insert(0, h("li", turn, class_="turn live", aria_hidden="true"))
    return h("ol", items, class_="phases", aria_label=scene.ui("phases.name"))
