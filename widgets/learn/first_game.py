"""The path to a first game: the required lessons, the learner's progress, and the game at the end."""

from __future__ import annotations

from typing import Any

from apz.core.game import Game
from apz.core.learning.lessons import Lesson
from apz.core.learning.mastery import Progress
from apz.core.plain_data import Given
from apz.widgets.base.tree import Tree, button, classes, h
from apz.widgets.learn.scene import LearnScene
from apz.widgets.learn.state import FIRST_GAME, LESSON
from apz.widgets.table.seats import YOU

WAY = "way"  # the verb of a step's gesture, and the saved mark of a learner on the path
GAME = ""  # the step after the last lesson


def following(scene: LearnScene) -> str:
    """Return the name of the next step: a lesson, or GAME."""
    return next((name for name in scene.game.course().first if not scene.mastery.behind(name)), GAME)


def led(step: str) -> tuple[str, Given]:
    """Return the page that a step opens, and the parameters to open it with."""
    return (LESSON, {"lesson": step, WAY: True}) if step else (FIRST_GAME, {})


def dealt(game: Game[Any]) -> Given:
    """Return the parameters of a learner's first game against the first bot; {} if the course has no first game."""
    opening = game.course().opening
    if opening is None:
        return {}
    seats = (YOU, *list(game.bots)[:1])[: game.seats]
    session = game.new_session(opening()).text()
    return {"session": session, "seats": "-".join(seats), "hands": "open", "quick": True, "by_hand": False}


def draw(scene: LearnScene, played: bool, led_to: str = "") -> Tree | None:
    """Draw the path with the learner's progress, or return None once it's completed.

    It has no button of its own for the lesson `led_to`, to which another button on the page leads.
    """
    on, title = following(scene), scene.told("way.title")
    if played and on == GAME:
        return None
    course = scene.game.course()
    minutes = sum(course.lesson(name).minutes for name in course.first)
    count = len(course.first) + 1
    done = sum(scene.mastery.behind(name) for name in course.first) + played
    progress = scene.told("way.done", done=done, count=count)
    steps = [_step(scene, number, name) for number, name in enumerate(course.first, 1)]
    return h(
        "section",
        h("h2", title),
        h("p", scene.told("way.what", count=len(course.first), minutes=minutes)),
        h("ol", steps, _game(scene, count, played), class_="lessons"),
        h("div", None if on and on == led_to else onward(scene, WAY, WAY, "ghost"), h("small", progress),
          class_="buttons"),
        class_="pane way-in",
        aria_label=title,
        key=WAY,
    )  # fmt: skip


def onward(scene: LearnScene, lesson: str, game: str, look: str = "do main") -> Tree:
    """Draw the button to the next step, which sends the gesture `lesson` or `game`."""
    name = following(scene)
    if name == GAME:
        return button(scene.told("way.play"), scene.spelled(game), class_=look)
    title = scene.game.course().lesson(name, scene.language).title
    return button(scene.told("way.on", title=title), scene.spelled(lesson, name), class_=look)


def stands(scene: LearnScene, lesson: Lesson[Any]) -> tuple[str, str]:
    """Return the learner's progress in a lesson, as a key and in words."""
    found = scene.mastery.lessons.get(lesson.id, Progress())
    state = "done" if found.done else "skipped" if found.skipped else "begun" if found.task else "new"
    told = scene.told(f"course.{state}", task=found.task + 1, count=max(lesson.needed, found.task + 1))
    return state, f"✓ {told}" if scene.mastery.behind(lesson.id) else told


def _step(scene: LearnScene, number: int, name: str) -> Tree:
    """Draw a lesson on the path."""
    lesson = scene.game.course().lesson(name, scene.language)
    minutes = scene.told("lesson.minutes", minutes=lesson.minutes)
    return _row(scene, name, f"{number}. {lesson.title}", minutes, *stands(scene, lesson))


def _game(scene: LearnScene, number: int, played: bool) -> Tree:
    """Draw the game at the end of the path."""
    title, begun = scene.told("way.game"), scene.told("way.begun")
    state = ("done", f"✓ {begun}") if played else ("new", scene.told("course.new"))
    return _row(scene, GAME, f"{number}. {title}", scene.told("way.how"), *state)


def _row(scene: LearnScene, step: str, title: str, about: str, state: str, told: str) -> Tree:
    """Draw a step of the path with its title, length and progress."""
    return h(
        "li",
        button(title, scene.spelled(WAY, step), class_="ghost"),
        h("small", about),
        h("small", told, class_=classes("state", state)),
        key=step or FIRST_GAME,
    )
