"""A small table inside a page: the position that shows a rule, with its prompt and what just happened there."""

from __future__ import annotations

from apz.widgets.base.tree import Tree, h
from apz.widgets.table import explain, prompt
from apz.widgets.table.scene import Scene


def draw(scene: Scene) -> Tree:
    """Draw the prompt, the table, and what just happened."""
    title = h("p", h("b", scene.ui("rules.example-title")), " ", scene.ui("rules.example-free"), class_="scope-title")
    parts = (title, prompt.draw(scene), scene.view.table(scene), explain.draw(scene))
    return h("div", parts, class_="scope", data_scope="example", data_at=str(scene.at), key="scope")
