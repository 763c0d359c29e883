"""How the editor of positions is drawn: its controls, the table, the chosen card, the piles, and both texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apz.core.reading import Fault, clean
from apz.widgets.apocalypze import board
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.base.trouble import trouble
from apz.widgets.lab.editor_cards import NONE, chosen, chosen_then, pane, piles, put
from apz.widgets.lab.editor_moment import moment, players
from apz.widgets.table import prompt as question
from apz.widgets.table.unfold import cited

if TYPE_CHECKING:
    from apz.widgets.lab.editor_editing import Editing

MOST_FAULTS = 12
MOST_PROBLEMS = 20
SENTENCE = 400


def draw(editor: Editing) -> Tree:
    """The whole editor, in the order in which it is read on a narrow screen."""
    scene = editor.scene
    return h(
        "main",
        head(editor),
        put(editor),
        board.draw(scene),
        h("aside", chosen(editor), wrong(editor), moment(editor), players(editor), class_="side"),
        piles(editor),
        h("div", yaml(editor), python(editor), class_="texts"),
        class_="desk editor",
        data_frame="1",
        data_escape="escape" if editor.holding else None,
    )


def head(editor: Editing) -> Tree:
    """What is asked in the position, undo and redo, loading, and playing on; what cannot be."""
    scene = editor.scene
    names = [(name, name.replace("-", " ")) for name in editor.named]
    options = [(NONE, scene.ui("editor.none")), *names]
    tools = [
        button("↶ " + scene.ui("history.undo"), "undo", class_="ghost", disabled=editor.at == 0),
        button(scene.ui("history.redo") + " ↷", "redo", class_="ghost", disabled=editor.at == len(editor.past) - 1),
        button(scene.ui("editor.empty"), "empty", class_="ghost"),
        chosen_then(scene.ui("editor.load"), "load", options, NONE, scene.ui("editor.do-load")) if names else None,
        button(scene.ui("editor.play"), "play", class_="ghost" if editor.problems else "do"),
    ]
    return h(
        "section",
        trouble(scene),
        h("h1", scene.ui("editor.name")),
        h("h2", clean(scene.words.waiting(scene.visible), SENTENCE), tabindex="-1", data_home="1"),
        h("p", scene.ui("editor.help"), class_="why"),
        h("div", tools, class_="buttons"),
        faults(editor, editor.faults) if editor.faults and not editor.in_text else None,
        class_="ask plain",
        data_held="1",
        aria_label=scene.ui("editor.name"),
        key="head",
    )


def faults(editor: Editing, found: tuple[Fault, ...]) -> Tree:
    """Why something cannot be a position: where, what, the remedy, the rule; nothing was changed."""
    scene = editor.scene
    items = []
    for index, fault in enumerate(found[:MOST_FAULTS]):
        line = scene.ui("editor.line", line=fault.line) if fault.line else ""
        place = ", ".join(filter(None, (line, clean(fault.field, 120) if editor.in_text else "")))
        text = "; ".join(filter(None, (clean(fault.found, SENTENCE), clean(fault.remedy, SENTENCE))))
        items.append(h("li", h("b", f"{place}: ") if place else None, text, " ", cited(scene, f"f{index}", fault.rule)))
    if len(found) > MOST_FAULTS:
        items.append(h("li", scene.ui("editor.more", count=len(found) - MOST_FAULTS)))
    return h("div", h("p", h("b", scene.ui("editor.kept"))), h("ul", items), class_="answer refusal", key="faults")


def wrong(editor: Editing) -> Tree:
    """Every problem of the position, with its rule and its remedy."""
    scene, found = editor.scene, editor.problems
    items = [
        h("li", question.refusal_text(scene, problem), " ", cited(scene, f"p{index}", problem.rule))
        for index, problem in enumerate(found[:MOST_PROBLEMS])
    ]
    if len(found) > MOST_PROBLEMS:
        items.append(h("li", scene.ui("editor.more", count=len(found) - MOST_PROBLEMS)))
    none = h("p", scene.ui("editor.no-problems"), class_="soft")
    return pane(editor, "problems", h("ul", items, class_="problems") if items else none)


# ---- the same position as text


def yaml(editor: Editing) -> Tree:
    """The position as YAML, to be changed there; what cannot be read is said, and nothing is changed."""
    scene = editor.scene
    if editor.short:
        return pane(editor, "yaml", h("p", scene.ui("editor.too-long"), class_="soft"))
    text = editor.yaml
    area = h("textarea", name="text", value=text, rows=str(min(24, text.count("\n") + 2)), spellcheck="false",
             autocomplete="off", aria_label=scene.ui("editor.yaml"), key=f"yaml{editor.version}")  # fmt: skip
    return pane(
        editor,
        "yaml",
        h("form", area, h("button", scene.ui("editor.apply"), type="submit", class_="do"), data_do="yaml"),
        [faults(editor, editor.faults), button(scene.ui("editor.reset"), "reset", class_="ghost")]
        if editor.faults and editor.in_text
        else None,
    )


def python(editor: Editing) -> Tree:
    """The lines of Python that build the same position."""
    scene = editor.scene
    if editor.short:
        return pane(editor, "python", h("p", scene.ui("editor.too-long"), class_="soft"))
    text = editor.python
    rows = str(min(24, text.count("\n") + 2))
    return pane(editor, "python", h("textarea", value=text, readonly=True, rows=rows, spellcheck="false",
                                    aria_label=scene.ui("editor.python")))  # fmt: skip
