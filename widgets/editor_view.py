"""How the editor of positions is drawn: its controls, the table, the chosen card, the piles, and both texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apz.apocalypze.model import PHASES, STRONGHOLD
from apz.core.reading import Fault, clean
from apz.widgets import examples, question, table
from apz.widgets.editor_cards import NONE, choice, chosen, pane, piles, put
from apz.widgets.tree import Tree, button, h
from apz.widgets.unfold import cited

if TYPE_CHECKING:
    from apz.widgets.editor import PositionEditor

MOST_FAULTS = 12
MOST_PROBLEMS = 20
SENTENCE = 400


def draw(editor: PositionEditor) -> Tree:
    """The whole editor, in the order in which it is read on a narrow screen."""
    desk = editor.desk
    return h(
        "main",
        head(editor),
        h("div", table.draw(desk), piles(editor), class_="board"),
        h("aside", put(editor), chosen(editor), wrong(editor), moment(editor), class_="side"),
        h("div", yaml(editor), python(editor), class_="texts"),
        class_="desk editor",
        data_escape="escape" if editor.holding else None,
    )


def head(editor: PositionEditor) -> Tree:
    """What is asked in the position, undo and redo, loading, and playing on; what was said last."""
    desk = editor.desk
    names = [h("option", name.replace("-", " "), value=name) for name in editor.named]
    load = h("select", h("option", desk.ui("editor.load"), value=NONE), names, value=NONE, data_do="load",
             aria_label=desk.ui("editor.load"))  # fmt: skip
    tools = [
        button("↶ " + desk.ui("history.undo"), "undo", class_="ghost", disabled=editor.at == 0),
        button(desk.ui("history.redo") + " ↷", "redo", class_="ghost", disabled=editor.at == len(editor.past) - 1),
        button(desk.ui("editor.empty"), "empty", class_="ghost"),
        load if names else None,
        button(desk.ui("editor.play"), "play", class_="do"),
    ]
    said = h("p", editor.said_last, class_="answer", key="said") if editor.said_last else None
    return h(
        "section",
        question.trouble(desk),
        h("h2", clean(desk.words.waiting(desk.position), SENTENCE), tabindex="-1", data_home="1"),
        h("div", tools, class_="buttons"),
        said,
        faults(editor, editor.faults) if editor.faults and not editor.in_text else None,
        class_="ask plain",
        aria_label=desk.ui("editor.name"),
        key="head",
    )


def faults(editor: PositionEditor, found: tuple[Fault, ...]) -> Tree:
    """Why something cannot be a position: where, what, the remedy, the rule; nothing was changed."""
    desk = editor.desk
    items = []
    for index, fault in enumerate(found[:MOST_FAULTS]):
        line = desk.ui("editor.line", line=fault.line) if fault.line else ""
        place = ", ".join(filter(None, (line, clean(fault.field, 120) if editor.in_text else "")))
        text = "; ".join(filter(None, (clean(fault.found, SENTENCE), clean(fault.remedy, SENTENCE))))
        items.append(h("li", h("b", f"{place}: ") if place else None, text, " ", cited(desk, f"f{index}", fault.rule)))
    if len(found) > MOST_FAULTS:
        items.append(h("li", desk.ui("editor.more", count=len(found) - MOST_FAULTS)))
    return h("div", h("p", h("b", desk.ui("editor.kept"))), h("ul", items), class_="answer refusal", key="faults")


def wrong(editor: PositionEditor) -> Tree:
    """Every problem of the position, with its rule and its remedy."""
    desk, found = editor.desk, editor.problems
    items = [
        h("li", question.refusal_text(desk, problem), " ", cited(desk, f"p{index}", problem.rule))
        for index, problem in enumerate(found[:MOST_PROBLEMS])
    ]
    if len(found) > MOST_PROBLEMS:
        items.append(h("li", desk.ui("editor.more", count=len(found) - MOST_PROBLEMS)))
    none = h("p", desk.ui("editor.no-problems"), class_="soft")
    return pane(editor, "problems", h("ul", items, class_="problems") if items else none)


# ---- when it is


def moment(editor: PositionEditor) -> Tree:
    """Turn, phase, place and strongholds; whose decision it is follows from them."""
    desk = editor.desk
    position, names = desk.position, desk.position.game.names
    players = [("0", names[0]), ("1", names[1])]
    phases = [(phase, desk.ui(f"phases.{phase}")) for phase in PHASES]
    if position.phase not in PHASES:
        phases.append((position.phase, desk.ui("editor.over")))
    place = NONE if position.place is None else str(position.place)
    nowhere = (NONE, desk.ui("editor.nowhere"))
    places = [nowhere, *((key, desk.ui("editor.at", player=name)) for key, name in players)]
    turn = h(
        "input", type="number", min="1", max="9999", value=str(position.turn), data_do="turn", key=f"turn{editor.tries}"
    )
    return pane(
        editor,
        "moment",
        h(
            "div",
            h("label", desk.ui("editor.turn"), turn),
            choice(desk.ui("editor.whose"), "whose", players, str(position.player)),
            choice(desk.ui("editor.phase"), "phase", phases, position.phase),
            choice(desk.ui("editor.occupied"), "occupied", places, place),
            [home(editor, player) for player in (0, 1)],
            class_="fields",
        ),
        h("p", desk.ui("editor.decides"), " ", clean(desk.words.waiting(position), SENTENCE), class_="soft"),
        button(desk.ui("editor.begin"), "begin", class_="ghost") if editor.midway else None,
    )


def home(editor: PositionEditor, player: int) -> list[Tree]:
    """A player's name and stronghold."""
    desk, cards = editor.desk, editor.cards
    name = desk.position.game.names[player]
    now = desk.position.game.cards[desk.position.sides[player].stronghold].name
    places = sorted({now, *(each for each in cards if cards[each].kind == STRONGHOLD)})
    field = h("input", type="text", value=name, maxlength="60", data_do=f"name:{player}", autocomplete="off",
              key=f"name{editor.tries}")  # fmt: skip
    return [
        h("label", desk.ui("editor.player", number=player + 1), field),
        choice(desk.ui("editor.stronghold", player=name), f"home:{player}", [(each, each) for each in places], now),
    ]


# ---- the same position as text


def yaml(editor: PositionEditor) -> Tree:
    """The position as YAML, to be changed there; what cannot be read is said, and nothing is changed."""
    desk = editor.desk
    if editor.short:
        return pane(editor, "yaml", h("p", desk.ui("editor.too-long"), class_="soft"))
    text = editor.yaml
    area = h("textarea", name="text", value=text, rows=str(min(24, text.count("\n") + 2)), spellcheck="false",
             autocomplete="off", aria_label=desk.ui("editor.yaml"), key=f"yaml{editor.version}")  # fmt: skip
    return pane(
        editor,
        "yaml",
        h("form", area, h("button", desk.ui("editor.apply"), type="submit", class_="do"), data_do="yaml"),
        faults(editor, editor.faults) if editor.faults and editor.in_text else None,
    )


def python(editor: PositionEditor) -> Tree:
    """The lines of Python that build the same position."""
    desk = editor.desk
    if editor.short:
        return pane(editor, "python", h("p", desk.ui("editor.too-long"), class_="soft"))
    text = editor.python
    rows = str(min(24, text.count("\n") + 2))
    return pane(editor, "python", h("textarea", value=text, readonly=True, rows=rows, spellcheck="false",
                                    aria_label=desk.ui("editor.python")))  # fmt: skip


def named_positions() -> list[str]:
    """The names of the positions that can be loaded."""
    return sorted(path.stem for path in examples.folder().glob("*.yaml")) if examples.folder().is_dir() else []
