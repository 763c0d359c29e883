"""The table beside a task of a lesson: the question of the game, what came of the task, and the card clicked last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apz.apocalypze.moves import Occupy, TakeBack
from apz.core.reading import clean
from apz.widgets.apocalypze import board, card_sheet, gestures, question
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.learn import asking
from apz.widgets.learn.prose import prose
from apz.widgets.table import ask_box, explain
from apz.widgets.table.unfold import cited

if TYPE_CHECKING:
    from apz.widgets.learn.learning import Learning
    from apz.widgets.learn.lesson import Lesson
    from apz.widgets.table.scene import Scene

PLAYED = ("goal", "try")  # what is done on the table


def draw(panel: Lesson) -> Tree:
    """The table that the task is about; where something is to be played, the question of the game and what happened."""
    run, desk = panel.run, panel.desk
    now = run.task
    assert now is not None
    if now.act in PLAYED:
        title = desk.ui("panels.explain")
        happened = h("section", h("h2", title), explain.draw(desk), class_="pane explain", aria_label=title)
        settled = now.act == "try" or run.solved or run.missed or run.strayed
        quiet = settled or (desk.state.chosen is None and on_table(desk))
        seen: list[Tree | None] = [bar(panel), board.draw(desk), happened, ask_box.draw(desk)]
        return h("div", seen, class_=classes("scene", quiet and "settled"))
    if now.act == "read" and now.position is None:
        return h("div", class_="scene")
    return h("div", board.draw(desk), looked_at(panel), class_="scene")


def on_table(desk: Scene) -> bool:
    """Whether something can be done with a card too, so that no button is the one to press."""
    position = desk.position
    return any(gestures.card_of(position, move) >= 0 and not isinstance(move, Occupy | TakeBack) for move in desk.moves)


def bar(panel: Lesson) -> Tree:
    """What stays in sight above the table: what came of the task, what the game asks, and its answer."""
    desk, told = panel.desk, None
    if told_there(panel) and verdict(panel) is not None:
        further = h("div", on(panel), class_="buttons") if panel.run.solved else None
        told = h("div", result(panel), further, class_="came", key="came")
    return h("div", told, question.asked(desk), question.beside(desk), class_="asking", data_stays="1", data_held="1")


def told_there(panel: Lesson) -> bool:
    """Whether what came of the task is told at the table, because it came about there."""
    task = panel.run.task
    return task is not None and task.act in PLAYED and not panel.tried


def result(panel: Lesson) -> list[Tree | None]:
    """What came of the task, and what its lesson says to it."""
    run = panel.run
    after = run.task.said.get("after") if run.task and run.solved else None
    told = h("div", prose(panel.desk, f"a{run.at}", after), class_="after", key="after") if after else None
    return [verdict(panel), told]


def verdict(panel: Lesson) -> Tree | None:
    """What came of something that was to be played: reached, missed, or refused."""
    run = panel.run
    if run.task is None or run.task.act not in PLAYED:
        return None
    if run.task.attempt:
        return refused(panel)
    if run.solved:
        ways = (run.steps, run.line)
        own = len({frozenset(type(step.move) for step in way) for way in ways}) > 1
        told = panel.told("lesson.also-reached" if own else "lesson.reached")
        return h("div", h("p", h("b", told)), class_="verdict right", key="verdict")
    if not (run.missed or run.strayed):
        return None
    told = panel.told("lesson.missed" if run.missed else "lesson.strayed")
    buttons = h("div", ways_back(panel, main=True), class_="buttons")
    return h("div", h("p", h("b", told)), lacking(panel), buttons, class_="verdict wrong", key="verdict")


def lacking(panel: Lesson) -> list[Tree]:
    """What of the solution did not come about, and what came about that never should, each with its rule."""
    run, desk, found = panel.run, panel.desk, list[Tree]()
    for number, wanted in enumerate(run.task.goal if run.task else ()):
        never = wanted.test == "never"
        done, line = wanted.met(run.steps), wanted.met(run.line)
        note = done if never else None if done or not run.missed else line
        if note is not None:
            said = panel.told("lesson.happened" if never else "lesson.lacking", note=explain.note_text(desk, note))
            found.append(h("p", said, " ", cited(desk, f"l{number}", note.rule)))
    return found


def refused(panel: Lesson) -> Tree | None:
    """Which rule refused what was tried."""
    run, desk = panel.run, panel.desk
    if run.task is None or run.refusal is None:
        return None
    right = run.refusal.rule == run.task.rule
    head = panel.told("lesson.refused" if right else "lesson.other-rule")
    why = clean(desk.words.refusal(run.refusal), asking.SENTENCE)
    more = h("p", why, " ", cited(desk, f"r{run.at}", run.refusal.rule))
    return h("div", h("p", h("b", head)), more, class_=f"verdict {'right' if right else 'wrong'}", key="verdict")


def ways_back(panel: Lesson, main: bool = False) -> list[Tree]:
    """Back to where the attempt began; after more than one step also a single step back."""
    steps = len(panel.run.steps)
    again = button(panel.told("lesson.restart"), panel.spelled("again"), class_="do main" if main else "ghost")
    step = button(panel.told("lesson.step-back"), "go:undo", class_="ghost")
    return [*([again] if main or steps else []), *([step] if steps > 1 else [])]


def on(panel: Lesson) -> Tree:
    """On to the next task."""
    return button(panel.told("lesson.next"), panel.spelled("next"), class_="do main")


def looked_at(panel: Learning) -> Tree | None:
    """The card that was clicked, in full."""
    desk = panel.desk
    if desk.state.card is None:
        return None
    title = desk.ui("panels.card")
    return h("section", h("h2", title), card_sheet.draw(desk), class_="pane card", aria_label=title, key="card")
