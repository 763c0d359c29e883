"""The view of the history: the steps around the moment being shown, and ways to reach all others."""

from __future__ import annotations

from typing import Any

from apz.core.reading import clean
from apz.widgets.base.fields import choice
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.table import history_nav
from apz.widgets.table.explain import note_text, notes_of
from apz.widgets.table.scene import Scene

MOST_ENTRIES = 24
MOST_TURNS = 60


def draw(scene: Scene) -> Tree:
    """Draw a slider along the current line, its turns, the steps around this moment, and links to other lines."""
    line = scene.whole_line
    at = line.index(scene.at)
    return h(
        "div",
        walking(scene),
        turns(scene, line),
        h("p", scene.ui("history.branch"), class_="soft") if at < len(line) - 1 else None,
        h(
            "ol",
            entries(scene, line, at),
            class_="moments",
            aria_label=scene.ui("history.name"),
            data_keys="grid",
            data_row="1",
        ),
        lines(scene),
        button(scene.ui("history.edit"), "edit", class_="ghost") if "edit" in scene.state.offers else None,
        branch(scene) if "branch" in scene.state.offers and scene.steps else None,
    )


def branch(scene: Scene) -> Tree:
    """Draw the form that keeps the line up to this moment as a branch in the lab."""
    field = h("input", name="text", maxlength="60", value="", placeholder=scene.ui("lab.name"), autocomplete="off")
    keep = h("button", scene.ui("lab.do-keep"), type="submit", class_="ghost")
    return h("form", h("label", scene.ui("lab.keep-line"), " ", field), keep, data_do="branch", class_="keep-line")


def walking(scene: Scene) -> Tree:
    """Draw the Undo and Redo buttons, and a slider that goes to any moment of the current line."""
    line = scene.whole_line
    last, at = len(line) - 1, line.index(scene.at)
    label = scene.ui("history.along", at=at, last=last)
    slider = h("input", type="range", min="0", max=str(last), value=str(at), data_do="set:along", aria_label=label)
    return h(
        "div",
        button("↶ " + scene.ui("history.undo"), "go:undo", class_="ghost", disabled=at == 0),
        button(scene.ui("history.redo") + " ↷", "go:redo", class_="ghost", disabled=at == last),
        slider if last else None,
        h("small", label),
        class_="walking",
        key="walking",
    )


def turns(scene: Scene, line: list[int]) -> Tree | None:
    """Draw a list of the last turns, each of which leads to its start; None if there's only one."""
    starts: dict[object, int] = {}
    now = turn_of(scene, scene.position)
    for number in line:
        step = scene.session.nodes[number].step
        starts.setdefault(turn_of(scene, step.after if step else scene.session.start), number)
    if len(starts) < 2:
        return None
    listed = list(starts.items())[-MOST_TURNS:]
    names = {str(number): scene.ui("history.turn-number", turn=turn) for turn, number in listed}
    return choice(scene.ui("history.turn") + " ", "set:moment", names, str(starts.get(now, 0)))


def turn_of(scene: Scene, position: Any) -> object:
    """Return a value that identifies the turn of a position."""
    return scene.game.moment(position)[0]


def entries(scene: Scene, line: list[int], at: int) -> list[Tree]:
    """Draw the steps around the current moment."""
    first = max(0, min(at - MOST_ENTRIES // 2, len(line) - MOST_ENTRIES))
    return [entry(scene, number, index) for index, number in enumerate(line) if first <= index < first + MOST_ENTRIES]


def entry(scene: Scene, number: int, index: int) -> Tree:
    """Draw one moment: the move that led to it, and a few other moves tried instead."""
    node = scene.session.nodes[number]
    here = number == scene.at
    others = [other for other in scene.session.nodes[node.parent].tries if other != number] if index else []
    step = button(
        f"{index}. {told(scene, number)}",
        f"go:{number}",
        class_=classes("moment", here and "here"),
        aria_current="step" if here else None,
    )
    seen = clean(history_nav.seen_before(scene, number), 90)
    mark = h("small", scene.ui("history.after-seeing", cards=seen), class_="past") if seen else None
    return h("li", step, mark, [other_try(scene, other) for other in others[:4]], key=f"m{number}")


def other_try(scene: Scene, number: int) -> Tree:
    """Draw another move that was tried from the same moment."""
    move = told(scene, number)
    return button(named(scene.ui("history.other", move=move), f"↳ {move}"), f"go:{number}", class_="moment other")


def told(scene: Scene, number: int) -> str:
    """Return a short text for the step that led to a moment: its first note, or else its move."""
    step = scene.session.nodes[number].step
    if step is None:
        return scene.ui("history.start")
    notes = notes_of(scene, step)
    return clean(note_text(scene, notes[0]) if notes else scene.words.move(scene.shown(step.before), step.move), 90)


def lines(scene: Scene) -> Tree | None:
    """Draw links to the ends of the last few lines tried; None if there's only one line."""
    ends = list(scene.session.ends())
    if len(ends) < 2:
        return None
    found = [
        button(scene.ui("history.line", number=index), f"go:{number}", class_="ghost")
        for index, number in enumerate(ends[-8:], max(1, len(ends) - 7))
    ]
    return h("p", scene.ui("history.lines"), " ", found, class_="buttons")
