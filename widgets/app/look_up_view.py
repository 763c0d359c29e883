"""The page to look things up: the rules, and beside them the pieces of a game that has any."""

from __future__ import annotations

from apz.core.reading import clean
from apz.widgets.app.state import AppScene
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.table import rule_index
from apz.widgets.table.view import LookUp


def draw(scene: AppScene) -> Tree:
    """Draw both, side by side where there is room."""
    name = h("h1", scene.says("door.look"), tabindex="-1", data_home="1")
    rules = h("section", h("h2", scene.ui("panels.rules")), rule_index.draw(scene), class_="pane")
    known = scene.view.look_up
    return h("main", name, rules, pieces(scene, known) if known else None, class_="app-look")


def pieces(scene: AppScene, known: LookUp) -> Tree:
    """Draw the search for a piece, the piece that was chosen, and those that fit the words."""
    title, name = scene.says("look.pieces"), scene.state.piece
    field = h("input", name="text", type="text", value=scene.state.search, autocomplete="off", maxlength="100")
    find = h("button", scene.ui("rules.find"), type="submit", class_="ghost")
    return h(
        "section",
        h("h2", title),
        h("form", h("label", scene.says("look.search"), field), find, data_do=scene.spelled("find")),
        h("div", known.sheet(scene, name), class_="app-sheet", key="sheet") if name else None,
        found(scene, known),
        class_="pane",
        aria_label=title,
    )


def found(scene: AppScene, known: LookUp) -> list[Tree]:
    """Draw the pieces that fit the words, kind by kind."""
    parts: list[Tree] = []
    for kind in known.found(scene.state.search, scene.language):
        chips = [
            button(name, scene.spelled("piece", name), class_=classes("chip", kind.kind),
                   aria_pressed="true" if name == scene.state.piece else "false")
            for name in kind.names
        ]  # fmt: skip
        listed = h("p", chips, class_="app-chips", data_keys="grid", data_row="1")
        parts.append(h("div", h("h3", kind.title), listed, key=kind.kind))
    none = scene.says("look.none", words=clean(scene.state.search))
    return parts or [h("p", none, class_="none", role="status")]
