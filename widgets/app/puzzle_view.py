"""The puzzle on the home page: a small table, the kernel's verdict, and the button to the first lesson."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from apz.core.learning.course import Puzzle
from apz.core.reading import clean
from apz.widgets.app.state import AppScene
from apz.widgets.base.fields import icon
from apz.widgets.base.page import Example, Memo
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.learn import question_view
from apz.widgets.learn.state import LESSON
from apz.widgets.table import examples, prompt, settings
from apz.widgets.table.scene import Scene
from apz.widgets.table.seats import YOU
from apz.widgets.table.state import TableState

SOLVE, RESET = "solve", "reset"  # its gestures next to the table


def draw(scene: AppScene) -> Tree | None:
    """Draw the puzzle, or return None if it isn't offered."""
    puzzle = offered(scene)
    if puzzle is None:
        return None
    title, small, done = scene.says("puzzle.title"), table(scene, puzzle), scene.answering.answered
    asked = h("p", scene.says("puzzle.solved" if done else "puzzle.what"), class_="app-asked")
    return h(
        "section",
        h("header", h("small", scene.says("puzzle.try")), h("h2", title), asked),
        (small.view.close_up or small.view.table)(small),
        h(
            "div",
            told(scene, small) or h("p", scene.says("puzzle.how"), class_="app-how", key="how"),
            h("div", ways(scene, small), class_="buttons", key="ways"),
            class_="app-do",
            key="do",
        ),
        class_=classes("app-puzzle", done and "solved"),
        aria_label=title,
        data_escape="escape" if small.state.chosen is not None or small.state.answer is not None else None,
        key="puzzle",
    )


def offered(scene: AppScene) -> Puzzle | None:
    """Return the puzzle, or None if the learner has finished or skipped a lesson or there's no puzzle."""
    course = scene.game.course()
    return None if course.puzzle is None or any(map(scene.mastery.behind, course.order())) else course.puzzle()


def table(scene: AppScene, puzzle: Puzzle) -> Scene:
    """Return the scene of the puzzle's own table, where the learner decides."""
    position, tried = puzzle.question.position, scene.state.tried
    session = scene.memo.once("puzzle", scene.game.name, lambda: scene.game.new_session(position))
    at = examples.replayed(session, tried.moves) if tried else 0
    decides, bot = scene.game.decides(position), next(iter(scene.game.bots), YOU)
    seats = tuple(YOU if seat == decides else bot for seat in range(scene.game.seats))
    state = tried.state if tried else TableState(inside=True, seats=seats, game=scene.game.name)
    state = replace(state, **settings.fields(scene.state.liked))
    shown = replace(state, at=at, language=scene.language, opened=scene.state.opened,
                    watching=scene.answering.answered)  # fmt: skip
    return Scene(session, shown, scene.memo.once("at the puzzle", scene.game.name, Memo))


def left(scene: AppScene, small: Scene) -> Example:
    """Return the puzzle's table as an example to save, with its moves and its state."""
    return Example("puzzle", examples.moves_to(small.session, small.at), small.state)


def chosen(scene: AppScene, small: Scene) -> str:
    """Return the answer on the table, or "" if there's none yet."""
    puzzle = offered(scene)
    return puzzle.answer(small.position) if puzzle and small.at else ""


def told(scene: AppScene, small: Scene) -> Tree | None:
    """Draw the verdict on the answer on the table, or why the last try was refused; None if there's neither."""
    if judged(scene, small):
        return verdict(scene)
    return prompt.answer(small) if small.state.answer is not None else None


def judged(scene: AppScene, small: Scene) -> bool:
    """Return True if the answer on the table is the last one given."""
    return scene.state.solved[-1:] == (chosen(scene, small),)


def verdict(scene: AppScene) -> Tree:
    """Draw whether the last answer is right, its outcome and, folded, the steps that lead there."""
    asking: Any = scene
    question, last = scene.answering.question, scene.answering.verdicts[-1]
    assert question is not None
    *steps, end = last.outcome
    word = "right" if last.right else "wrong"
    lines = [scene.say.reason(question, end), *([scene.say.mistake(question, last)] if last.mistake else [])]
    return h(
        "div",
        h("p", h("b", scene.says(f"puzzle.{word}"))),
        h("p", clean(" ".join(lines), question_view.SENTENCE)),
        h("details", h("summary", scene.says("puzzle.why")), question_view.reasons(asking, question, "puzzle", steps),
          key=scene.state.solved[-1]),
        class_=f"verdict {word}",
        key="verdict",
        data_news=f"{word}-{len(scene.answering.verdicts)}-{scene.state.solved[-1]}",
    )  # fmt: skip


def ways(scene: AppScene, small: Scene) -> list[Tree | None]:
    """Draw the buttons to decide and to start over or, once the puzzle is solved, the button to the first lesson."""
    course = scene.game.course()
    if scene.answering.answered:
        first = course.lesson(course.order()[0], scene.language)
        on = scene.says("puzzle.on", title=first.title)
        return [button(on, scene.spelled(LESSON, first.id), class_="do main", tabindex="0", data_home="1")]
    again = [icon("refresh"), " ", scene.says("puzzle.again")]
    if judged(scene, small):
        return [button(again, scene.spelled(RESET), class_="do main", key="again")]
    decide = [scene.says("puzzle.decide"), " ", icon("next")]
    return [
        button(again, scene.spelled(RESET), class_="ghost", key="again") if small.at else None,
        button(decide, scene.spelled(SOLVE), class_="do main", disabled=not chosen(scene, small), key="decide"),
    ]


def said(scene: AppScene) -> str:
    """Return the announcement for the puzzle, or "" if nothing has been tried there."""
    puzzle = offered(scene)
    if puzzle is None or scene.state.tried is None:
        return ""
    small = table(scene, puzzle)
    found = told(scene, small)
    return question_view.flat(found) if found else prompt.said(small)
