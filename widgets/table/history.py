"""The history: every step of the session, to go to any of them, back, forward, or along another try."""

from __future__ import annotations

from apz.core.reading import clean
from apz.widgets.base.tree import Tree, button, classes, h, named
from apz.widgets.table import history_nav
from apz.widgets.table.desk import Desk
from apz.widgets.table.explain import note_text, notes_of
from apz.widgets.table.routes import whole_line

MOST_ENTRIES = 24
MOST_TURNS = 60


def draw(desk: Desk) -> Tree:
    """A slider over all steps, the turns, and the steps of the turn at hand."""
    line = whole_line(desk)
    at = line.index(desk.session.at)
    return h(
        "div",
        walking(desk),
        turns(desk, line),
        h("p", desk.ui("history.branch"), class_="soft") if at < len(line) - 1 else None,
        h(
            "ol",
            entries(desk, line, at),
            class_="moments",
            aria_label=desk.ui("history.name"),
            data_keys="grid",
            data_row="1",
        ),
        lines(desk),
        button(desk.ui("history.edit"), "edit", class_="ghost") if desk.edit else None,
    )


def walking(desk: Desk) -> Tree:
    """Back, forward, and a slider to any moment."""
    line = whole_line(desk)
    last, at = len(line) - 1, line.index(desk.session.at)
    label = desk.ui("history.along", at=at, last=last)
    slider = h("input", type="range", min="0", max=str(last), value=str(at), data_do="set:along", aria_label=label)
    return h(
        "div",
        button("↶ " + desk.ui("history.undo"), "go:undo", class_="ghost", disabled=at == 0),
        button(desk.ui("history.redo") + " ↷", "go:redo", class_="ghost", disabled=at == last),
        slider if last else None,
        h("small", label),
        class_="walking",
    )


def turns(desk: Desk, line: list[int]) -> Tree | None:
    """The turns of the game, to go to the beginning of one."""
    starts: dict[int, int] = {}
    now = desk.session.position.turn
    for number in line:
        step = desk.session.nodes[number].step
        starts.setdefault((step.after if step else desk.session.start).turn, number)
    if len(starts) < 2:
        return None
    options = [
        h("option", desk.words.label("turn", turn=turn), value=str(number), selected=turn == now)
        for turn, number in list(starts.items())[-MOST_TURNS:]
    ]
    return h(
        "label", desk.ui("history.turn"), " ", h("select", options, value=str(starts.get(now, 0)), data_do="set:moment")
    )


def entries(desk: Desk, line: list[int], at: int) -> list[Tree]:
    """The steps around the moment at hand."""
    first = max(0, min(at - MOST_ENTRIES // 2, len(line) - MOST_ENTRIES))
    return [entry(desk, number, index) for index, number in enumerate(line) if first <= index < first + MOST_ENTRIES]


def entry(desk: Desk, number: int, index: int) -> Tree:
    """One moment: what led to it, and what else was tried from the one before."""
    node = desk.session.nodes[number]
    here = number == desk.session.at
    others = [other for other in desk.session.nodes[node.parent].tries if other != number] if index else []
    step = button(
        f"{index}. {told(desk, number)}",
        f"go:{number}",
        class_=classes("moment", here and "here"),
        aria_current="step" if here else None,
    )
    seen = clean(history_nav.seen_before(desk, number), 90)
    mark = h("small", desk.ui("history.after-seeing", cards=seen), class_="past") if seen else None
    return h("li", step, mark, [other_try(desk, other) for other in others[:4]], key=f"m{number}")


def other_try(desk: Desk, number: int) -> Tree:
    """Another try from the same moment."""
    move = told(desk, number)
    return button(named(desk.ui("history.other", move=move), f"↳ {move}"), f"go:{number}", class_="moment other")


def told(desk: Desk, number: int) -> str:
    """What led to a moment, in a few words."""
    step = desk.session.nodes[number].step
    if step is None:
        return desk.ui("history.start")
    notes = notes_of(desk, step)
    return clean(note_text(desk, notes[0]) if notes else desk.words.move(desk.shown(step.before), step.move), 90)


def lines(desk: Desk) -> Tree | None:
    """The ends of all lines that were tried."""
    ends = list(desk.session.ends())
    if len(ends) < 2:
        return None
    found = [
        button(desk.ui("history.line", number=index), f"go:{number}", class_="ghost")
        for index, number in enumerate(ends[-8:], max(1, len(ends) - 7))
    ]
    return h("p", desk.ui("history.lines"), " ", found, class_="buttons")
