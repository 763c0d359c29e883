"""The view of a task's table: the game's question, the task's outcome, and the last clicked piece."""

from __future__ import annotations

from apz.core.reading import clean
from apz.widgets.base.fields import pane
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.learn import question_view
from apz.widgets.learn.prose import prose
from apz.widgets.learn.scene import AskingScene, LessonScene
from apz.widgets.table import ask_box, explain, prompt, tutor
from apz.widgets.table.unfold import cited

PLAYED = ("goal", "try")  # the kinds of tasks played on the table


def draw(scene: LessonScene) -> Tree:
    """Draw the task's table, with the game's question above it if there's something to play."""
    run, now = scene.run, scene.task
    if now.act in PLAYED:
        settled = now.act == "try" or run.solved or run.missed or run.strayed
        quiet = settled or (scene.state.chosen is None and scene.view.prompt.on_pieces(scene))
        trying = now.act == "try" and not run.solved
        heading = scene.told("lesson.try-here") if trying else ""
        drawn = prompt.asked(scene, heading=heading), prompt.beside(scene)
        asked = h("div", drawn, class_="asking", data_stays="1", data_held="1")
        shown = classes("scene", quiet and "settled", trying and "trying")
        return h("div", asked, scene.view.table(scene), class_=shown)
    if now.act == "read" and now.position is None:
        return h("div", class_="scene")
    return h("div", scene.view.table(scene), class_="scene")


def aside(scene: LessonScene) -> Tree | None:
    """Draw the log and the command field, folded, if the task is played; otherwise draw the clicked piece, if any."""
    if scene.run.task is None or scene.run.task.act not in PLAYED:
        return looked_at(scene)
    title = scene.ui("panels.explain")
    return h("details", h("summary", title), explain.draw(scene), ask_box.draw(scene), class_="explain", key="aside")


def result(scene: LessonScene) -> list[Tree | None]:
    """Draw the task's outcome and the lesson's comment."""
    run = scene.run
    after = run.task.said.get("after") if run.task and run.solved else None
    told = h("div", prose(scene, f"a{run.at}", after), class_="after", key="after") if after else None
    return [verdict(scene), told]


def verdict(scene: LessonScene) -> Tree | None:
    """Draw the outcome of a task that's played: reached, missed, out of reach or refused; None if there's none yet."""
    run = scene.run
    if run.task is None or run.task.act not in PLAYED:
        return None
    if run.task.attempt:
        return refused(scene)
    if run.solved:
        ways = (run.steps, run.line)
        own = len({frozenset(type(step.move) for step in way) for way in ways}) > 1
        told = scene.told("lesson.also-reached" if own else "lesson.reached")
        return h("div", h("p", h("b", told)), class_="verdict right", key="verdict", data_news="reached")
    if not (run.missed or run.strayed):
        return None
    told = scene.told("lesson.missed" if run.missed else "lesson.strayed")
    buttons = h("div", ways_back(scene, main=True), class_="buttons")
    news = f"lost{len(run.steps)}"
    said = h("p", h("b", told))
    return h("div", said, lacking(scene), buttons, class_="verdict wrong", key="verdict", data_news=news)


def lacking(scene: LessonScene) -> list[Tree]:
    """Draw what's missing from the goal, and what shouldn't have happened, each with its rule."""
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
    """Draw the rule that refused the attempted move; None if no move was refused."""
    run = scene.run
    if run.task is None or run.refusal is None:
        return None
    right = run.refusal.rule == run.task.rule
    head = scene.told("lesson.refused" if right else "lesson.other-rule")
    why = clean(scene.words.refusal(run.refusal), question_view.SENTENCE)
    more = h("p", why, " ", cited(scene, f"r{run.at}", run.refusal.rule))
    kind = "right" if right else "wrong"
    return h("div", h("p", h("b", head)), more, class_=f"verdict {kind}", key="verdict", data_news=run.refusal.key)


def ways_back(scene: LessonScene, main: bool = False) -> list[Tree]:
    """Draw the buttons to restart the task and to go back one step, where they make sense."""
    steps = len(scene.run.steps)
    again = button(scene.told("lesson.restart"), scene.spelled("again"), class_="do main" if main else "ghost")
    step = button(scene.told("lesson.step-back"), "go:undo", class_="ghost")
    return [*([again] if main or steps else []), *([step] if steps > 1 else [])]


def looked_at(scene: AskingScene) -> Tree | None:
    """Draw the clicked piece in full, or return None if no piece was clicked."""
    if scene.state.card is None:
        return None
    return pane(scene.ui("panels.card"), "card", tutor.piece(scene), key="card")
