"""The field for typed questions and commands, with completions."""

from __future__ import annotations

from apz.core.reading import clean
from apz.widgets.base.tree import Tree, h
from apz.widgets.table.scene import Scene
from apz.widgets.table.typed import completions


def example(scene: Scene, listed: list[str]) -> str:
    """Return an example of a text to type at this moment."""
    return scene.ui("ask.example", move=clean(listed[0], 60)) if listed else scene.ui("ask.question")


def draw(scene: Scene) -> Tree:
    """Draw the field with its completions and an example."""
    typed, listed = completions(scene), f"apz-moves-{scene.memo.number}"
    entry = h(
        "input", name="text", type="text", list=listed, autocomplete="off", spellcheck="false", maxlength="300",
        placeholder=example(scene, typed), data_clear="1", class_="cmd",
    )  # fmt: skip
    return h(
        "form",
        h("label", scene.ui("ask.label"), entry),
        h("datalist", [h("option", value=text) for text in typed], id=listed),
        h("button", scene.ui("ask.send"), type="submit", class_="ghost"),
        data_do="command",
        class_="command",
    )
