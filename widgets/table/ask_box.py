"""Ask or command: the field for typed words, with completions."""

from __future__ import annotations

from apz.core.reading import clean
from apz.widgets.base.tree import Tree, h
from apz.widgets.table.desk import Desk
from apz.widgets.table.typed import completions


def example(desk: Desk) -> str:
    """What could be typed at this table now."""
    listed = completions(desk)
    return desk.ui("ask.example", move=clean(listed[0], 60)) if listed else desk.ui("ask.question")


def draw(desk: Desk) -> Tree:
    """The field, its completions, and what can be typed."""
    listed = f"apz-moves-{id(desk)}"
    entry = h(
        "input", name="text", type="text", list=listed, autocomplete="off", spellcheck="false", maxlength="300",
        placeholder=example(desk), data_clear="1", class_="cmd",
    )  # fmt: skip
    return h(
        "form",
        h("label", desk.ui("ask.label"), entry),
        h("datalist", [h("option", value=text) for text in completions(desk)], id=listed),
        h("button", desk.ui("ask.send"), type="submit", class_="ghost"),
        data_do="command",
        class_="command",
    )
