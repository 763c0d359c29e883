"""The view of the table beside a task: what the game asks, what came of the task, and the card clicked last."""

from __future__ import annotations

from apz.core.reading import clean
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.learn import question_view
from apz.widgets.learn.prose import prose
from apz.widgets.learn.scene import AskingScene, LessonScene
from apz.widgets.table import ask_box, explain, prompt, tutor
from apz.widgets.table.unfold import cited

PLAYED = ("goal", "try")  # what is done on the table


def draw(scene: LessonScene) -> Tree:
    """Draw the table of the task; where there's something to play, also what the game asks and what happened."""
    run = scene.run
    now = run.task
    assert now is not None
    if now.act in PLAYED:
        title = scene.ui("panels.explain")
        happened = h("section", h("h2", title), explain.draw(scene), class_="pane explain", aria_label=title)
        settled = now.act == "try" or run.solved or run.missed or run.strayed
        quiet = settled or (scene.state.chosen is None and scene.view.prompt.on_pieces(scene))
        seen: list[Tree | None] = [bar(scene), scene.view.table(scene), happened, ask_box.draw(scene)]
        return h("div", seen, class_=classes("scene", quiet and "settled"))
    if now.act == "read" and now.position is None:
        return h("div", class_="scene")
    return h("div", scene.view.table(scene), looked_at(scene), class_="scene")


def bar(scene: LessonScene) -> Tree:
    """Draw what stays in sight above the table: what came of the task, what the game asks, and its answer."""
    told = None
    if told_there(scene) and verdict(scene) is not None:
        further = h("div", on(scene), class_="buttons") if scene.run.solved else None
        told = h("div", result(scene), further, class_="came", key="came")
    return h("div", told, prompt.asked(scene), prompt.beside(scene), class_="asking", data_stays="1", data_held="1")


def told_there(scene: LessonScene) -> bool:
    """Return whether the outcome of the task is shown at the table, because it happened there."""
    task = scene.run.task
    return task is not None and task.act in PLAYED and not scene.state.tried


def result(scene: LessonScene) -> list[Tree | None]:
    """Draw what came of the task, and what the lesson says to it."""
    run = scene.run
    after = run.task.said.get("after") if run.task and run.solved else None
    told = h("div", prose(scene, f"a{run.at}", after), class_="after", key="after") if after else None
    return [verdict(scene), told]


def verdict(scene: LessonScene) -> Tree | None:
    """Draw what came of a task at the table: reached, missed, or refused."""
    run = scene.run
    if run.task is None or run.task.act not in PLAYED:
        return None
    if run.task.attempt:
        return refused(scene)
    if run.solved:
        ways = (run.steps, run.line)
        own = len({frozenset(type(step.move) for step in way) for way in ways}) > 1
        told = scene.told("lesson.also-reached" if own else "lesson.reached")
        return h("div", h("p", h("b", told)), class_="verdict right", key="verdict")
    if not (run.missed or run.strayed):
        return None
    told = scene.told("lesson.missed" if run.missed else "lesson.strayed")
    buttons = h("div", ways_back(scene, main=True), class_="buttons")
    return h("div", h("p", h("b", told)), lacking(scene), buttons, class_="verdict wrong", key="verdict")


def lacking(scene: LessonScene) -> list[Tree]:
    """Draw what of the solution didn't happen, and what happened that never should, each with its rule."""
    run, found = scene.run, list[Tree]()
    for number, wanted in enumerate(run.task.goal if run.task else ()):
        never = wanted.test == "never"
        done, line = wanted.met(run.steps), wanted.met(run.line)
        note = done if never else None if done or not run.missed else line
        if note is not None:
            said = scene.told("lesson.happened" if never else "lesson.lacking", note=explain.note_text(scene, note))
            found.append(h("p", said, " ", cited(scene, f"l{number}", note.rule)))
    return found


def refused(scene: LessonScene) -> Tree | None:
    """Draw which rule refused the try."""
    run = scene.run
    if run.task is None or run.refusal is None:
        return None
    right = run.refusal.rule == run.task.rule
    head = scene.told("lesson.refused" if right else "lesson.other-rule")
    why = clean(scene.words.refusal(run.refusal), question_view.SENTENCE)
    more = h("p", why, " ", cited(scene, f"r{run.at}", run.refusal.rule))
    return h("div", h("p", h("b", head)), more, class_=f"verdict {'right' if right else 'wrong'}", key="verdict")


def ways_back(scene: LessonScene, main: bool = False) -> list[Tree]:
    """Draw the way back to where the task begins, and one step back after more than one."""
    steps = len(scene.run.steps)
    again = button(scene.told("lesson.restart"), scene.spelled("again"), class_="do main" if main else "ghost")
    step = button(scene.told("lesson.step-back"), "go:undo", class_="ghost")
    return [*([again] if main or steps else []), *([step] if steps > 1 else [])]


def on(scene: LessonScene) -> Tree:
    """Draw the button to the next task."""
    return button(scene.told("lesson.next"), scene.spelled("next"), class_="do main")


def looked_at(scene: AskingScene) -> Tree | None:
    """Draw the card that was clicked, in full."""
    if scene.state.card is None:
        return None
    title = scene.ui("panels.card")
    return h("section", h("h2", title), tutor.piece(scene), class_="pane card", aria_label=title, key="card")
