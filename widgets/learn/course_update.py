"""The gestures of the course's map: going to a lesson or practice, setting a game night, and importing a record."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from apz.core.learning.mastery import Mastery
from apz.core.learning.progress import read_progress
from apz.core.reading import BadInput, clean, stop
from apz.widgets.base.gesture import Gesture
from apz.widgets.base.page import Effect
from apz.widgets.learn import first_game
from apz.widgets.learn.answer_update import Act, beside
from apz.widgets.learn.scene import LEARN, CourseScene
from apz.widgets.learn.state import GO, JOIN, LESSON, PRACTISE, REVIEW, CourseState
from apz.widgets.table.update import PAGE, routed

MOST_READ = 200_000  # characters of an imported record


def update(scene: CourseScene, gesture: Gesture) -> tuple[CourseState, tuple[Effect, ...]]:
    """Return the state after a gesture, and its effects; an unknown gesture changes nothing."""
    after = beside(scene, gesture, ACTS) if gesture.verb == LEARN else routed(scene, gesture, PAGE)
    return after.state, after.effects


def night(scene: CourseScene, gesture: Gesture) -> CourseScene:
    """Set or clear the date of the next game night; an invalid date is reported instead."""
    text = gesture.value
    try:
        day = date.fromisoformat(text) if text else None
        scene.mastery.review_on(day)
    except ValueError:
        return scene.but(no_night=True)
    return scene.but(Effect(REVIEW, day), no_night=False)


def read(scene: CourseScene, gesture: Gesture) -> CourseScene:
    """Merge an imported record, or report its faults if it can't be read."""
    try:
        other = pasted(gesture.text("text", MOST_READ + 1), scene.mastery)
    except BadInput as bad:
        return scene.but(faults=tuple(clean(fault.text(scene.language), 400) for fault in bad.faults[:5]))
    return scene.but(Effect(JOIN, other), faults=())


def pasted(text: str, mastery: Mastery) -> Mastery:
    """Return the record in a text; raise BadInput with the faults if it can't be read."""
    if len(text) > MOST_READ:  # reading only part of it would lose the rest
        stop("text", 0, "text-too-long", "most-characters", most=MOST_READ)
    return read_progress(text, mastery.rules, mastery.game)


def lesson(scene: CourseScene, gesture: Gesture) -> CourseScene:
    """Open a lesson."""
    name = gesture.about
    return scene.but(Effect(GO, (LESSON, {"lesson": name}))) if name in scene.game.course().order() else scene


def practise(scene: CourseScene, gesture: Gesture) -> CourseScene:
    """Go to practice on a rule or, if none is named, on everything met so far."""
    about = gesture.about
    known = not about or about in scene.mastery.rules
    return scene.but(Effect(GO, (PRACTISE, {"practise": about}))) if known else scene


def way(scene: CourseScene, gesture: Gesture) -> CourseScene:
    """Go to a step on the path to a first game."""
    step = gesture.about
    known = step in (first_game.GAME, *scene.game.course().first)
    return scene.but(Effect(GO, first_game.led(step))) if known else scene


ACTS: Mapping[str, Act] = {
    "lesson": lesson,
    "practise": practise,
    first_game.WAY: way,
    "review": lambda scene, gesture: scene.but(Effect(GO, (PRACTISE, {}))),
    "night": night,
    "read": read,
}
