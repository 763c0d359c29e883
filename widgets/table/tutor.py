"""The whole table, laid out for wide and narrow: phases, question, table; beside it why, commands and the sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apz.widgets.base.tree import Tree, button, h
from apz.widgets.table import ask_box, explain, history, prompt, rail, rule_index
from apz.widgets.table.scene import Scene
from apz.widgets.table.view import View


def table(scene: Scene) -> Tree:
    """Draw the game's table."""
    view: View = scene.view
    return view.table(scene)


def piece(scene: Scene) -> Tree:
    """Draw the piece that was looked at last, in full."""
    return scene.view.piece(scene) if scene.view.piece else h("p", scene.ui("card.none"), class_="none")


def sheets_of(scene: Scene) -> Mapping[str, Callable[[Scene], Tree]]:
    """Return the sheets beside the table by their names in the catalog; one of them is shown at a time."""
    first = {"card": piece} if scene.view.piece else {}
    return {**first, "history": history.draw, "rules": rule_index.draw, **scene.view.sheets}


def draw(scene: Scene) -> Tree:
    """Everything, in the order in which it is read on a narrow screen."""
    return h(
        "main",
        h("div", rail.draw(scene), prompt.draw(scene), class_="lead", data_stays="1", data_held="1"),
        table(scene),
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
    known = sheets_of(scene)
    now = scene.state.tab if scene.state.tab in known else "history"
    tabs = [
        button(scene.ui(f"panels.{name}"), f"tab:{name}", role="tab", aria_selected="true" if name == now else "false")
        for name in known
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
        h("div", known[now](scene), role="tabpanel", aria_label=title, key=now, class_="sheet-body"),
        class_="pane sheets",
        aria_label=scene.ui("panels.sheets"),
    )
