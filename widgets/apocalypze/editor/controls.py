"""The controls that the editor's views share."""

from __future__ import annotations

from collections.abc import Mapping

from apz.widgets.apocalypze.editor.state import EditorScene
from apz.widgets.base import fields
from apz.widgets.base.fields import options
from apz.widgets.base.tree import Child, Tree, h


def pane(scene: EditorScene, name: str, *children: Child) -> Tree:
    """Draw a part of the editor under its heading."""
    return fields.pane(scene.ui(f"editor.{name}"), f"ed-{name}", *children, key=name)


def chosen_then(label: str, do: str, choices: Mapping[str, str], value: str, button_text: str) -> Tree:
    """Draw a list of choices with a button to confirm, so that browsing with the arrow keys changes nothing."""
    return h(
        "form",
        h("label", label, h("select", options(choices, value), name="value", value=value)),
        h("button", button_text, type="submit", class_="ghost"),
        data_do=do,
        class_="whole",
    )


def number(scene: EditorScene, label: str, do: str, value: int, least: int, most: int) -> Tree:
    """Draw a number field, which returns to the current value after invalid input."""
    field = h("input", type="number", min=str(least), max=str(most), value=str(value), data_do=do,
              key=f"{do}{scene.state.tries}")  # fmt: skip
    return h("label", label, field)


def tick(do: str, label: str, checked: bool) -> Tree:
    """Draw a checkbox."""
    return h("label", h("input", type="checkbox", checked=checked, data_do=do), label, class_="tick")


def people(scene: EditorScene) -> dict[str, str]:
    """Return both players' names by number, as options for a control."""
    return {str(player): name for player, name in enumerate(scene.visible.game.names)}
