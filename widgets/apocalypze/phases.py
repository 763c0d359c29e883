"""The phases of a turn, as a row to look at."""

from __future__ import annotations

from apz.apocalypze.model import PHASES
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table.scene import Scene


def draw(scene: Scene) -> Tree:
    """Draw the four phases: a tick at those that are over, a mark at the one that's on."""
    now = scene.visible.phase
    at = PHASES.index(now) if now in PHASES else len(PHASES)
    items = [
        h("li", button([h("span", "✓ ", aria_hidden="true") if index < at else None, scene.ui(f"phases.{phase}")],
                       f"look:phase.{phase}", aria_current="step" if index == at else None),
          class_=classes("phase", index < at and "done", index == at and "now"))
        for index, phase in enumerate(PHASES)
    ]  # fmt: skip
    return h("ol", items, class_="phases", aria_label=scene.ui("phases.name"))
