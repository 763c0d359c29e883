"""The rail: the turn's phases, undo and redo, and the buttons to the log and the settings."""

from __future__ import annotations

from typing import Any

from apz.widgets.base.fields import icon
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table import settings
from apz.widgets.table.scene import Scene

DRAWER = "drawer"  # unfolded while the drawer with the log and the sheets is open


def draw(scene: Scene) -> Tree:
    """Draw the phases and the controls."""
    shown = "controls" in scene.state.opened
    return h(
        "header",
        h("h1", scene.view.title(scene)),
        scene.view.phases(scene),
        h(
            "div",
            tool("undo", scene.ui("history.undo"), "go:undo", disabled=scene.at == 0),
            tool("redo", scene.ui("history.redo"), "go:redo", disabled=not redoable(scene)),
            tool("log", scene.ui("panels.sheets"), f"open:{DRAWER}", aria_expanded=DRAWER in scene.state.opened),
            tool("gear", scene.ui("seats.controls"), "open:controls", aria_expanded=shown),
            class_="tools",
        ),
        settings.draw(scene) if shown else None,
        class_=classes("rail", shown and "opened"),
    )  # fmt: skip


def tool(sign: str, name: str, do: str, **attributes: Any) -> Tree:
    """Draw a button with an icon and, if there's room, a name."""
    seen = icon(sign), h("span", name, class_="label")
    return button(seen, do, class_="ghost tool", **attributes)


def redoable(scene: Scene) -> bool:
    """Return True if there's a step to redo."""
    return bool(scene.session.nodes[scene.at].tries)
