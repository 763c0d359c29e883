"""The view of the position editor: tools, gallery, table, side sheets, and the position as text."""

from __future__ import annotations

from apz.apocalypze.language.position_texts import title
from apz.apocalypze.positions import named_positions, write_position, write_python
from apz.core.reading import clean
from apz.widgets.apocalypze.editor import fault_view
from apz.widgets.apocalypze.editor.card_view import chosen, held, piles
from apz.widgets.apocalypze.editor.controls import chosen_then
from apz.widgets.apocalypze.editor.fault_view import listed
from apz.widgets.apocalypze.editor.gallery_view import gallery
from apz.widgets.apocalypze.editor.moment_view import moment
from apz.widgets.apocalypze.editor.state import EditorScene
from apz.widgets.apocalypze.editor.table_view import table
from apz.widgets.apocalypze.editor.update import NONE
from apz.widgets.base.fields import icon
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.base.trouble import trouble
from apz.widgets.base.wording import drag_words
from apz.widgets.lab.view import asked, found_out, panes
from apz.widgets.table.prompt import refusal_text

ADVANCED = "advanced"  # unfolds the position as text
SENTENCE = 400


def draw(scene: EditorScene, brief: int = 0) -> Tree:
    """Draw the whole editor: tools, gallery, table, and the side sheets.

    `brief` leaves out the gallery's long texts from 1 on, most of its cards from 2 on, the lab's panes from 3 on,
    and the position as text at 4.
    """
    return h(
        "main",
        head(scene),
        h(
            "div",
            gallery(scene, brief),
            h("div", held(scene), fault_view.counted(scene), scene.tree(table), class_="middle", key="middle"),
            h(
                "aside",
                [None if scene.bare else scene.tree(listed), chosen(scene)],
                panes(scene) if brief < 3 else None,
                [moment(scene), piles(scene)],
                advanced(scene, brief < 4),
                class_="side",
            ),
            class_="lab",
        ),
        class_="editor",
        data_frame="1",
        data_escape="escape" if scene.holding else None,
        **drag_words(scene),
    )


def said(scene: EditorScene) -> str:
    """Return the announcement: the first fault, or else the latest results, the problems, and the question."""
    state, found = scene.state, scene.problems
    if state.faults:
        return clean(f"{scene.ui('editor.kept')} {state.faults[0].said(scene.language)}", SENTENCE)
    card = scene.ui("editor.holding", card=scene.name_of(scene.held)) if scene.held and not state.said else ""
    worst = refusal_text(scene.table, found[0]) if found else ""
    told = (found_out(scene), state.said, card, scene.ui("editor.count", count=len(found)), worst, asked(scene))
    return " ".join(filter(None, told))


def head(scene: EditorScene) -> Tree:
    """Draw the position's question, the buttons to undo, redo, load and play, and the last message."""
    state = scene.state
    names = {name: title(name, scene.language) for name in named_positions()}
    options = {NONE: scene.ui("editor.none"), **names}
    tools = [
        button([icon("undo"), " ", scene.ui("history.undo")], "undo", class_="ghost signed", disabled=not state.past),
        button([scene.ui("history.redo"), " ", h("i", class_="icon pic-undo mirrored")], "redo", class_="ghost signed",
               disabled=not state.future),
        button(scene.ui("editor.empty"), "empty", class_="ghost"),
        chosen_then(scene.ui("editor.load"), "load", options, NONE, scene.ui("editor.do-load")) if names else None,
        button([icon("play"), " ", scene.ui("editor.play")], "play",
               class_=classes("play", "ghost" if scene.problems or scene.bare else "do")),
    ]  # fmt: skip
    return h(
        "section",
        trouble(scene),
        h(
            "div",
            h("h1", scene.ui("editor.name"), class_="aloud"),
            h("h2", asked(scene), tabindex="-1", data_home="1"),
            h("p", state.said, class_="said", key="said") if state.said else None,
            class_="asked",
        ),
        h("div", tools, class_="buttons"),
        fault_view.tried(scene) if state.faults and not state.in_text and not state.where else None,
        class_="ask plain ed-head",
        aria_label=scene.ui("editor.name"),
        key="head",
    )


# ---- the same position as text


def advanced(scene: EditorScene, shown: bool) -> Tree:
    """Draw the position as YAML and Python, folded unless it was unfolded or has an error."""
    bad = bool(scene.state.faults and scene.state.in_text)
    opened = ADVANCED in scene.state.opened or bad
    title = [scene.ui("editor.advanced"), " ", icon("up" if opened else "down")]
    fold = button(title, f"open:{ADVANCED}", class_="fold", aria_expanded=opened)
    texts = h("div", yaml(scene, shown, bad), python(scene, shown), class_="texts") if opened else None
    return h("section", h("h2", fold), texts, class_="pane ed-advanced", key=ADVANCED)


def yaml(scene: EditorScene, shown: bool, bad: bool) -> Tree:
    """Draw the position as editable YAML, with its faults if it's `bad`, or a note that it's too long to be `shown`."""
    if not shown:
        return form(scene, "yaml", h("p", scene.ui("editor.too-long"), class_="soft"))
    area = text_area(scene, "yaml", scene.state.draft or write_position(scene.position), name="text")
    return form(
        scene,
        "yaml",
        h("form", area, h("button", scene.ui("editor.apply"), type="submit", class_="ghost"), data_do="yaml"),
        [fault_view.tried(scene), button(scene.ui("editor.reset"), "reset", class_="ghost")] if bad else None,
    )


def form(scene: EditorScene, name: str, *children: object) -> Tree:
    """Draw the position in one of its forms, under the form's name."""
    return h("div", h("h3", scene.ui(f"editor.{name}")), children, class_=f"ed-{name}", key=name)


def python(scene: EditorScene, shown: bool) -> Tree:
    """Draw the lines of Python that build the same position, or a note that they're too long to be `shown`."""
    if not shown:
        return form(scene, "python", h("p", scene.ui("editor.too-long"), class_="soft"))
    return form(scene, "python", text_area(scene, "python", write_python(scene.position), readonly=True))


def text_area(scene: EditorScene, form: str, text: str, **attributes: object) -> Tree:
    """Draw the text area that contains the position in one of its forms."""
    rows = str(min(24, text.count("\n") + 2))
    return h("textarea", value=text, rows=rows, spellcheck="false", autocomplete="off", **attributes,
             aria_label=scene.ui(f"editor.{form}"), key=f"{form}{scene.state.version}")  # fmt: skip
