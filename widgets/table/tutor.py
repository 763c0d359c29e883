"""The layout of the whole table: phases, question and table, with explanations, commands and sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from apz.widgets.base.fields import pane
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table import ask_box, ending_view, explain, history, prompt, rail, rule_index
from apz.widgets.table.scene import Scene
from apz.widgets.table.view import Draw, View


def table(scene: Scene) -> Tree:
    """Draw the game's table."""
    view: View = scene.view
    return view.table(scene)


def piece(scene: Scene) -> Tree:
    """Draw everything about the piece that was looked at last, or a note on how to see one."""
    return scene.view.piece(scene) if scene.view.piece else h("p", scene.ui("card.none"), class_="none")


def sheets_of(scene: Scene) -> Mapping[str, Callable[[Scene], Tree]]:
    """Return the side sheets by catalog key; only one of them is shown at a time."""
    first = {"card": piece} if scene.view.piece else {}
    return {**first, "history": history.draw, "rules": rule_index.draw, **scene.view.sheets}


def draw(scene: Scene) -> Tree:
    """Draw the whole table or, once the game is over, its ending in place of the table."""
    return desk(scene, ending_view.alone)


def desk(scene: Scene, ending: Draw, tip: Tree | None = None) -> Tree:
    """Draw the whole page in reading order for narrow screens; `ending` replaces the table once the game is over.

    `tip` is at the top of the prompt, where it covers nothing.
    """
    over = scene.over and ending_view.TABLE not in scene.state.opened
    back = ending_view.end_button(scene) if scene.over else None
    shown = [ending(scene)] if over else [back, table(scene)]
    drawn = rail.DRAWER in scene.state.opened
    return h(
        "main",
        h("div", rail.draw(scene), prompt.draw(scene, tip), class_="lead", data_stays="1", data_held="1"),
        shown,
        drawer(scene) if drawn else None,
        class_=classes("desk", drawn and "drawn", over and "over"),
        data_frame="screen",
    )


def drawer(scene: Scene) -> Tree:
    """Draw the side drawer: what just happened, the command field and the sheets."""
    name = scene.ui("panels.sheets")
    shut = button("×", f"open:{rail.DRAWER}", class_="shut", aria_label=scene.ui("question.close"))
    return h("aside", shut, why(scene), ask_box.draw(scene), sheets(scene), class_="side", aria_label=name)


def why(scene: Scene) -> Tree:
    """Draw what just happened."""
    return pane(scene.ui("panels.explain"), "explain", explain.draw(scene))


def sheets(scene: Scene) -> Tree:
    """Draw the sheets' names and the open sheet."""
    known = sheets_of(scene)
    now = scene.state.tab if scene.state.tab in known else "history"
    tabs = [button(scene.ui(f"panels.{name}"), f"tab:{name}", role="tab", aria_selected=name == now) for name in known]
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
