"""The whole table, laid out for wide and narrow: phases, question, table; beside it why, commands and the sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apz.widgets.apocalypze import board, card_sheet, meal, question
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.table import ask_box, explain, history, rail, rule_index
from apz.widgets.table.scene import Scene

# the sheets beside the table, by their names in the catalog; one of them is shown at a time
SHEETS: Mapping[str, Callable[[Scene], Tree]] = {
    "card": card_sheet.draw,
    "history": history.draw,
    "rules": rule_index.draw,
    "consumption": meal.draw,
}


def draw(scene: Scene) -> Tree:
    """Everything, in the order in which it is read on a narrow screen."""
    return h(
        "main",
        h("div", rail.draw(scene), question.draw(scene), class_="lead", data_stays="1", data_held="1"),
        board.draw(scene),
        h("aside", why(scene), ask_box.draw(scene), sheets(scene), class_="side"),
        class_="desk",
        data_frame="1",
    )


def why(scene: Scene) -> Tree:
    """What just happened."""
    title = scene.ui("panels.explain")
    return h("section", h("h2", title), explain.draw(scene), class_="pane explain", aria_label=title)


def sheets(scene: Scene) -> Tree:
    """The sheets: their names, and the one that is shown."""
    now = scene.state.tab if scene.state.tab in SHEETS else "history"
    tabs = [
        button(scene.ui(f"panels.{name}"), f"tab:{name}", role="tab", aria_selected="true" if name == now else "false")
        for name in SHEETS
    ]
    title = scene.ui(f"panels.{now}")
    return h(
        "section",
        h(
            "div",
            tabs,
            role="tablist",
            class_="tabs",
            data_keys="grid",
            data_row="1",
            aria_label=scene.ui("panels.sheets"),
        ),
        h("div", SHEETS[now](scene), role="tabpanel", aria_label=title, key=now, class_="sheet-body"),
        class_="pane sheets",
        aria_label=scene.ui("panels.sheets"),
    )
