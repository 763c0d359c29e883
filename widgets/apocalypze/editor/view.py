"""The editor of positions as it's drawn: its tools, the table, the chosen card, the piles, and the position as text."""

from __future__ import annotations

from apz.apocalypze.positions import named_positions, write_position, write_python
from apz.apocalypze.rules.find import called
from apz.core.reading import clean
from apz.widgets.apocalypze import board
from apz.widgets.apocalypze.editor.card_view import chosen, piles, put
from apz.widgets.apocalypze.editor.controls import chosen_then, pane
from apz.widgets.apocalypze.editor.moment_view import moment, players
from apz.widgets.apocalypze.editor.state import EditorScene
from apz.widgets.apocalypze.editor.update import NONE
from apz.widgets.base.tree import Tree, button, h
from apz.widgets.base.trouble import trouble
from apz.widgets.table.prompt import refusal_text
from apz.widgets.table.unfold import cited

MOST_FAULTS = 12
MOST_PROBLEMS = 20
SENTENCE = 400


def draw(scene: EditorScene, texts: bool = True) -> Tree:
    """Draw the whole editor, in the order in which it's read on a narrow screen."""
    return h(
        "main",
        head(scene),
        put(scene),
        board.draw(scene.table),
        h("aside", chosen(scene), wrong(scene), moment(scene), players(scene), class_="side"),
        piles(scene),
        h("div", yaml(scene, texts), python(scene, texts), class_="texts"),
        class_="desk editor",
        data_frame="1",
        data_escape="escape" if scene.holding else None,
    )


def said(scene: EditorScene) -> str:
    """Return the announcement: what can't be; else what was done, how many problems there are, and what's asked."""
    state, found = scene.state, scene.problems
    if state.faults:
        return clean(f"{scene.ui('editor.kept')} {state.faults[0].found}; {state.faults[0].remedy}", SENTENCE)
    card = called(scene.visible, state.chosen) if state.chosen is not None and not state.said else ""
    worst = refusal_text(scene.table, found[0]) if found else ""
    told = (state.said, card, scene.ui("editor.count", count=len(found)), worst, asked(scene))
    return " ".join(filter(None, told))


def asked(scene: EditorScene) -> str:
    """Return what's asked in the position."""
    return clean(scene.words.waiting(scene.visible), SENTENCE)


def head(scene: EditorScene) -> Tree:
    """Draw what's asked in the position, undo and redo, loading, and playing on; what can't be."""
    state = scene.state
    names = [(name, name.replace("-", " ")) for name in named_positions()]
    options = [(NONE, scene.ui("editor.none")), *names]
    tools = [
        button("↶ " + scene.ui("history.undo"), "undo", class_="ghost", disabled=not state.past),
        button(scene.ui("history.redo") + " ↷", "redo", class_="ghost", disabled=not state.future),
        button(scene.ui("editor.empty"), "empty", class_="ghost"),
        chosen_then(scene.ui("editor.load"), "load", options, NONE, scene.ui("editor.do-load")) if names else None,
        button(scene.ui("editor.play"), "play", class_="ghost" if scene.problems else "do"),
    ]
    return h(
        "section",
        trouble(scene),
        h("h1", scene.ui("editor.name")),
        h("h2", asked(scene), tabindex="-1", data_home="1"),
        h("p", scene.ui("editor.help"), class_="why"),
        h("div", tools, class_="buttons"),
        faults(scene) if state.faults and not state.in_text else None,
        class_="ask plain",
        data_held="1",
        aria_label=scene.ui("editor.name"),
        key="head",
    )


def faults(scene: EditorScene) -> Tree:
    """Draw why something can't be a position: where, what, the remedy, the rule; nothing was changed."""
    found, items = scene.state.faults, []
    for index, fault in enumerate(found[:MOST_FAULTS]):
        line = scene.ui("editor.line", line=fault.line) if fault.line else ""
        place = ", ".join(filter(None, (line, clean(fault.field, 120) if scene.state.in_text else "")))
        text = "; ".join(filter(None, (clean(fault.found, SENTENCE), clean(fault.remedy, SENTENCE))))
        items.append(h("li", h("b", f"{place}: ") if place else None, text, " ", cited(scene, f"f{index}", fault.rule)))
    if len(found) > MOST_FAULTS:
        items.append(h("li", scene.ui("editor.more", count=len(found) - MOST_FAULTS)))
    return h("div", h("p", h("b", scene.ui("editor.kept"))), h("ul", items), class_="answer refusal", key="faults")


def wrong(scene: EditorScene) -> Tree:
    """Draw every problem of the position, with its rule and its remedy."""
    found = scene.problems
    items = [
        h("li", refusal_text(scene.table, problem), " ", cited(scene, f"p{index}", problem.rule))
        for index, problem in enumerate(found[:MOST_PROBLEMS])
    ]
    if len(found) > MOST_PROBLEMS:
        items.append(h("li", scene.ui("editor.more", count=len(found) - MOST_PROBLEMS)))
    none = h("p", scene.ui("editor.no-problems"), class_="soft")
    return pane(scene, "problems", h("ul", items, class_="problems") if items else none)


# ---- the same position as text


def yaml(scene: EditorScene, shown: bool) -> Tree:
    """Draw the position as YAML, to be changed there; what can't be read is said, and nothing is changed."""
    if not shown:
        return pane(scene, "yaml", h("p", scene.ui("editor.too-long"), class_="soft"))
    bad = scene.state.faults and scene.state.in_text
    area = text_area(scene, "yaml", scene.state.draft or write_position(scene.position), name="text")
    return pane(
        scene,
        "yaml",
        h("form", area, h("button", scene.ui("editor.apply"), type="submit", class_="do"), data_do="yaml"),
        [faults(scene), button(scene.ui("editor.reset"), "reset", class_="ghost")] if bad else None,
    )


def python(scene: EditorScene, shown: bool) -> Tree:
    """Draw the lines of Python that build the same position."""
    if not shown:
        return pane(scene, "python", h("p", scene.ui("editor.too-long"), class_="soft"))
    return pane(scene, "python", text_area(scene, "python", write_python(scene.position), readonly=True))


def text_area(scene: EditorScene, form: str, text: str, **attributes: object) -> Tree:
    """Draw the position in one of its forms."""
    rows = str(min(24, text.count("\n") + 2))
    return h("textarea", value=text, rows=rows, spellcheck="false", autocomplete="off", **attributes,
             aria_label=scene.ui(f"editor.{form}"), key=f"{form}{scene.state.version}")  # fmt: skip
